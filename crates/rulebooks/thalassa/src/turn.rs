//! The fight from top to bottom: the saves for order, then round after round of telegraphs, declarations and phases.

use quintain_engine::{Event, Outcome, Progress, Side, Table};

use crate::cast::Trait;
use crate::condition::Condition;
use crate::fight::{Fight, Stage};
use crate::phase::phase;
use crate::rules::{ability, actions, battle_map, critical, death, incantations, order, prayer, rounds, scars};

/// Runs to the next resting point: the saves for order, the declarations of a round, each phase.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    match fight.stage {
        Stage::Start => {
            if fight.ground().is_some() {
                battle_map::wade(fight);
            }
            battle_map::tell_without(fight, table);
            order::saves_for_order(fight, table)?;
            fight.stage = Stage::RoundTop;
        }
        Stage::RoundTop => {
            round_top(fight, table)?;
            fight.stage = Stage::Phase(0);
        }
        Stage::Phase(number) => {
            phase(fight, table, number)?;
            if let Some(outcome) = over(fight) {
                return end(fight, table, outcome);
            }
            if number + 1 < order::phase_count(fight) {
                fight.stage = Stage::Phase(number + 1);
            } else {
                rounds::round_end(fight, table)?;
                fight.stage = Stage::RoundTop;
                // Where the round's end has changed nobody, the fight goes on as it did after the phase.
                if !fight.cast.is_unchanged()
                    && let Some(outcome) = over(fight)
                {
                    return end(fight, table, outcome);
                }
            }
        }
        Stage::Over(outcome) => return Ok(Progress::Over(outcome)),
    }
    Ok(Progress::Resting)
}

fn round_top<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    fight.round += 1;
    table.tell(|| {
        let event = Event::new(&rounds::MADE_OF_TURNS, format!("round {}", fight.round)).and(&rounds::NO_CARRY_OVER);
        let event = event.and(&rounds::LENGTH);
        let event = event.opening(fight.round);
        if fight.round == 1 { event.and(&rounds::WHEN_USED) } else { event }
    });
    fight.look_around();
    if !fight.joining.is_empty() {
        death::enter(fight, table)?;
    }
    if fight.cast.some(Trait::Scarred) {
        scars::settle_due(fight, table)?;
    }
    fight.cast.forget_plans();
    if fight.cast.some(Trait::Praying) {
        prayer::go_on(fight, table);
    }
    if fight.cast.some(Trait::Speechless) {
        ability::skipped(fight, table);
    }
    order::phases_of_round(fight, table)?;
    fight.look_closely();
    fight.cast.count_aims(fight.sides.len());
    order::telegraphs(fight, table)?;
    actions::declarations(fight, table)?;
    if fight.cast.some(Trait::Enchanted) { incantations::jealousy(fight, table) } else { Ok(()) }
}

/// R32: the fight is over when nobody who can still fight has a foe who can.
#[inline]
pub fn over(fight: &mut Fight) -> Option<Outcome> {
    if fight.cast.is_contested() { None } else { count_the_able(fight) }
}

/// The same where somebody may have fallen, risen or changed sides since it was last asked.
#[inline(never)]
fn count_the_able(fight: &mut Fight) -> Option<Outcome> {
    let mut able = fight.cast.iter().filter(|one| one.is_able()).map(|one| one.side);
    let first = able.next();
    let faced = |side: Side| able.any(|other| other != side && fight.setting.hostile.between(side, other));
    if first.is_some_and(faced) {
        fight.cast.note_contest();
        return None;
    }
    unopposed(fight, first)
}

/// How a fight ends in which the first who is able, if anybody is, has no able foe; `None` where it goes on.
fn unopposed(fight: &Fight, side: Option<Side>) -> Option<Outcome> {
    let Some(side) = side else { return Some(Outcome::Mutual) };
    let alone = fight.cast.iter().all(|one| one.side == side || !one.is_able());
    let winner = || if alone { side } else { strongest_side(fight) };
    if goes_on(fight, side) { None } else { Some(Outcome::Won(winner())) }
}

/// Whether a fight goes on although the first who is able to fight has no able foe.
fn goes_on(fight: &Fight, side: Side) -> bool {
    let only_one = fight.setting.sides.len() < 2;
    let reserve = fight.joining.iter().any(|joining| fight.setting.hostile.between(side, joining.side));
    only_one || reserve || fight.setting.sides.len() > 2 && hostile_pair(fight)
}

/// Of sides that hold the field together, the one with most still standing has won; of equals the first.
#[cold]
fn strongest_side(fight: &Fight) -> Side {
    let standing =
        |side: &u8| fight.everyone().filter(|who| fight.fighting(*who) && fight.one(*who).side == Side(*side)).count();
    let sides = 0..fight.setting.sides.len() as u8;
    Side(sides.rev().max_by_key(standing).unwrap_or(0))
}

#[cold]
fn hostile_pair(fight: &Fight) -> bool {
    let standing = |side: Side| fight.everyone().any(|who| fight.fighting(who) && fight.one(who).side == side);
    fight.setting.hostile.pairs().any(|(one, other)| standing(one) && standing(other))
}

/// R32: the GM has ended the fight, perhaps in the middle of a phase; what follows every fight follows this one, too.
///
/// # Errors
/// Halts with the table.
pub fn ended<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    fight.scratch.clear();
    end(fight, table, fight.outcome.unwrap_or(Outcome::Ended)).map(drop)
}

/// Whether a side holds the field: that of the winner and its friends; where the GM has ended the fight for nobody, one
/// that still stands and has no foe who does.
fn holds_the_field(fight: &Fight, side: Side, outcome: Outcome) -> bool {
    let hostile = |other: Side| fight.setting.hostile.between(side, other);
    match outcome {
        Outcome::Won(winner) => !hostile(winner),
        Outcome::Mutual => false,
        Outcome::Ended => {
            let mut standing = fight.cast.iter().filter(|one| one.is_able()).map(|one| one.side).peekable();
            standing.peek().is_some() && !standing.any(hostile)
        }
    }
}

/// R33: a combatant that lies dying on the side that holds the field is aided; the others are left dying.
fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outcome: Outcome) -> Result<Progress, T::Halt> {
    scars::after_the_fight(fight, table)?;
    fight.stage = Stage::Over(outcome);
    fight.outcome = Some(outcome);
    for who in fight.everyone() {
        if fight.one(who).dies_in_round == 0 || fight.one(who).is(Condition::Dead) {
            continue;
        }
        let held = holds_the_field(fight, fight.one(who).side, outcome);
        if held && fight.one(who).is(Condition::Mortal) {
            // No care stops the clock of a mortal wound (`scar.11-mortal`): it runs on until the wound is healed.
            continue;
        }
        let one = fight.one_mut(who);
        if held {
            one.dies_in_round = 0;
            one.conditions.give(Condition::Aided);
        } else {
            one.conditions.give(Condition::LeftDying);
        }
        table.tell(|| {
            let how = if held { "is cared for" } else { "is left dying" };
            Event::new(&critical::STABILISE, format!("{} {how}", fight.label(who))).by(who).upkeep()
        });
    }
    table.tell(|| {
        let text = match outcome {
            Outcome::Won(side) => {
                format!("{} hold the field after round {}", fight.setting.sides[side.index()], fight.round)
            }
            Outcome::Mutual => format!("the last of all sides fall together in round {}", fight.round),
            Outcome::Ended => "the fight is ended".into(),
        };
        Event::new(&rounds::WHEN_USED, text).and(&actions::SIMUL_ALL).heading()
    });
    Ok(Progress::Over(outcome))
}
