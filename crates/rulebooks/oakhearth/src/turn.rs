//! The fight from top to bottom: surprise and initiative, then round after round of turns.

use arrayvec::ArrayVec;
use quintain_engine::clock::MOST_SIDES;
use quintain_engine::{Event, Outcome, Progress, Side, Table, Who};
use quintain_field::Door;

use crate::ask::{Act, Ask, Deed, Moment};
use crate::book::Condition;
use crate::combatant::TurnUse;
use crate::fight::{Fight, Stage};
use crate::muster::Mark;
use crate::rules::deeds::carry_out;
use crate::rules::surprise::When;
use crate::rules::{
    action_points, concentration, conditions, damage, disengage, dying, falling, held, help, hide, initiative, items,
    moving, penalty, reactions, surprise, time, weapons, zones,
};
use crate::words;

/// The most deeds of one turn; nobody has as many.
const MOST_DEEDS: u32 = 200;

/// Runs to the next resting point: initiative, the top of a round, each turn.
///
/// # Errors
/// Halts with the table.
pub fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    match fight.stage {
        Stage::Start => {
            surprise::begin(fight, table)?;
            initiative::roll(fight, table)?;
            fight.stage = Stage::RoundTop;
        }
        Stage::RoundTop => {
            round_top(fight, table);
            fight.stage = Stage::Turns(None);
        }
        Stage::Turns(go) => {
            next_turn(fight, table, go)?;
            if let Some(outcome) = over(fight) {
                end(fight, table, outcome)?;
                return Ok(Progress::Over(outcome));
            }
        }
        Stage::Over(outcome) => return Ok(Progress::Over(outcome)),
    }
    if let Some(outcome) = fight.outcome {
        return Ok(Progress::Over(outcome));
    }
    Ok(Progress::Resting)
}

fn round_top<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    fight.round += 1;
    let sides = (0..fight.setting.sides.len() as u8).map(Side);
    let able = |side: Side| fight.members(side).count();
    let able: ArrayVec<usize, MOST_SIDES> = sides.map(able).take(MOST_SIDES).collect();
    fight.order.start_round(|side| able.get(side.index()).copied().unwrap_or(0));
    table.tell(|| {
        let event = Event::new(&time::ROUNDS, format!("round {}", fight.round)).and(&time::LENGTH);
        let event = event.opening(fight.round).and(&initiative::EVERY_ROUND);
        let event = event.and(&initiative::ONCE).and(&initiative::CAN_CHANGE);
        if fight.round.is_multiple_of(5) { event.and(&time::MINUTE) } else { event }
    });
}

/// The next turn, of the side whose go it is.
fn next_turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, go: Option<(Side, u8)>) -> Result<(), T::Halt> {
    let go = go.filter(|(side, count)| *count > 0 && initiative::left(fight, *side) > 0);
    let fresh = go.is_none();
    let go = match go {
        Some(go) => Some(go),
        None => {
            let sides = (0..fight.setting.sides.len() as u8).map(Side);
            let left: ArrayVec<usize, MOST_SIDES> =
                sides.map(|side| initiative::left(fight, side)).take(MOST_SIDES).collect();
            let next = fight.order.next_go(|side| left.get(side.index()).copied().unwrap_or(0));
            next.map(|next| (next.side, next.count.min(255) as u8))
        }
    };
    let Some((side, count)) = go else {
        fight.stage = Stage::RoundTop;
        return round_end(fight, table);
    };
    if fresh && count > 1 {
        table.tell(|| {
            let name = &fight.setting.sides[side.index()];
            let event = Event::new(&initiative::SUBGROUP_SIZE, format!("{count} of {name} act now"));
            let event = event.publicly(format!("some of {name} act now")).and(&initiative::SUBGROUPS).heading();
            event.and(&initiative::SPREAD).and(&initiative::SUBGROUP_TURNS)
        });
    }
    let done = |other: &&Side| **other != side && initiative::left(fight, **other) == 0;
    if fresh
        && table.hears()
        && let Some(other) = fight.sequence.iter().find(done)
    {
        let text = format!("{}: nobody is left to act in this round", fight.setting.sides[other.index()]);
        table.tell(|| Event::new(&initiative::EMPTY_SLOT, text).upkeep());
    }
    fight.stage = Stage::Turns(Some((side, count - 1)));
    let Some(who) = initiative::next(fight, table, side)? else { return Ok(()) };
    table.tell(|| {
        let event = Event::new(&initiative::ALTERNATE, format!("it is {}'s turn", fight.label(who))).by(who).heading();
        let event = event.and(&initiative::INSIDE);
        let begins = fight.sequence.first() == Some(&side) && !fight.everyone().any(|who| fight.order.has_acted(who));
        if begins { event.and(&initiative::WINNER_PICKS) } else { event }
    });
    turn(fight, table, who)
}

fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        surprise::end(fight, table, who, When::RoundEnd);
        fight.one_mut(who).used[2] = 0;
    }
    conditions::round_end(fight, table);
    // What only the dead still had a hand in goes off here.
    zones::go_off(fight, table)?;
    items::turn_end(fight, table)
}

/// One turn, from its start to its end.
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.order.act(who);
    fight.owner = Some(who);
    whole_turn(fight, table, who)?;
    fight.owner = None;
    Ok(())
}

fn whole_turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    start(fight, table, who)?;
    if fight.present(who) {
        for _ in 0..MOST_DEEDS {
            if !can_choose(fight, who) {
                break;
            }
            let deed = match table.choose(fight, Ask::Turn { who })? {
                Some(Act::Deed(deed)) => deed,
                _ => Deed::End,
            };
            if deed == Deed::End || !fight.present(who) {
                break;
            }
            let unseen = fight.one(who).under(Condition::Invisible);
            let (ap, ground) = (fight.one(who).ap, ground(fight));
            carry_out(fight, table, who, deed, false)?;
            if unseen && !conditions::stealthy(deed) {
                conditions::shows_itself(fight, table, who);
            }
            zones::go_off(fight, table)?;
            falling::out_of_the_air(fight, table)?;
            hide::look(fight, table);
            afterwards(fight, table, who, (fight.one(who).ap < ap, ground != self::ground(fight)))?;
            if over(fight).is_some() {
                return Ok(());
            }
        }
    }
    if fight.present(who) { finish(fight, table, who) } else { cut_short(fight, table, who) }
}

/// A turn ends with the one whose turn it was: what lasts until then ends all the same.
fn cut_short<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    conditions::tick(fight, table, who, true);
    zones::go_off(fight, table)?;
    items::turn_end(fight, table)
}

/// What changes about the ground: how much magic lies on it, how its doors stand.
fn ground(fight: &Fight) -> (usize, usize, usize) {
    let open = fight.doors.iter().filter(|(_, door)| *door == Door::Open).count();
    (fight.zones.len(), fight.zones.iter().map(|zone| zone.squares.len()).sum(), 2 * fight.doors.len() + open)
}

/// A deed is done: those who have waited for that, or for a change of the ground, may act.
fn afterwards<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (paid, changed): (bool, bool),
) -> Result<(), T::Halt> {
    if !fight.any(Mark::Holding) || over(fight).is_some() {
        return Ok(());
    }
    if paid {
        reactions::window(fight, table, Moment::Acted, who, who, None)?;
    }
    if changed {
        reactions::window(fight, table, Moment::Changed, who, who, None)?;
    }
    held::listen(fight, table, who)
}

/// Whether there is anything to be chosen.
fn can_choose(fight: &Fight, who: Who) -> bool {
    fight.able(who) && fight.outcome.is_none()
}

/// The start of a turn: what lasts until then ends, then what hurts at that moment does.
fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    // What it has done since its last turn, by Reactions or at somebody's word, is no part of this one.
    let mut one = fight.one_mut(who);
    one.movement = 0;
    one.turn = TurnUse::default();
    drop(one);
    surprise::end(fight, table, who, When::TurnStart);
    disengage::expire(fight, table, who);
    held::expire(fight, table, who);
    help::expire(fight, table, who);
    fight.one_mut(who).used[1] = 0;
    if fight.one(who).ap == 0 && !fight.one(who).has(Condition::Incapacitated) {
        table.tell(|| {
            let text = format!("{} begins the turn with no AP", fight.label(who));
            Event::new(&reactions::ZERO_START, text).by(who).and(&reactions::FROM_POOL).upkeep()
        });
    }
    concentration::turn_start(fight, table, who);
    conditions::turn_start(fight, table, who)?;
    zones::go_off(fight, table)?;
    falling::out_of_the_air(fight, table)?;
    // What has ended may have hidden somebody.
    hide::look(fight, table);
    hearten(fight, table, who);
    Ok(())
}

/// At the start of some creatures' turns their friends within 5 Spaces gain Temp HP.
fn hearten<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let gives = fight.template(who).feature(|feature| match feature {
        crate::book::Feature::Heartens(amount) => Some(i16::from(*amount)),
        _ => None,
    });
    let Some(amount) = gives.filter(|_| fight.able(who)) else { return };
    for ally in fight.everyone() {
        let near = ally != who && fight.present(ally) && !fight.foes(who, ally) && fight.distance(who, ally) <= 5;
        if near && fight.one(ally).temp < amount {
            fight.one_mut(ally).temp = amount;
            table.tell(|| {
                let text = format!("{} heartens {}", fight.label(who), fight.label(ally));
                Event::new(&damage::TEMP_HP, text).by(who).to(ally).upkeep()
            });
        }
    }
}

/// The end of a turn: saves, what lasts until then, movement and counters, and AP last of all.
fn finish<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    concentration::turn_end(fight, table, who);
    conditions::turn_end(fight, table, who)?;
    zones::go_off(fight, table)?;
    hide::look(fight, table);
    items::turn_end(fight, table)?;
    dying::death_save(fight, table, who)?;
    if !fight.present(who) {
        return Ok(());
    }
    surprise::end(fight, table, who, When::TurnEnd);
    let (left, repeated) = (fight.one(who).movement, fight.one(who).turn.checks.iter().any(|made| *made > 0));
    if left > 0 {
        table.tell(|| {
            let text = format!("{} loses {} of movement", fight.label(who), words::spaces(left));
            Event::new(&moving::LEFTOVER, text).by(who).upkeep()
        });
    }
    if repeated {
        table.tell(|| Event::new(&penalty::OWN_TURN, format!("{}'s turn ends", fight.label(who))).by(who).closing());
    }
    held::turn_end(fight, who);
    let mut one = fight.one_mut(who);
    one.movement = 0;
    one.moves = 0;
    one.turn = TurnUse::default();
    drop(one);
    weapons::turn_end(fight, who);
    action_points::refresh(fight, table, who);
    reactions::window(fight, table, Moment::Ended, who, who, None)?;
    Ok(())
}

/// The fight is over when nobody who still counts for a side has a foe who does.
pub fn over(fight: &Fight) -> Option<Outcome> {
    if let Some(outcome) = fight.outcome {
        return Some(outcome);
    }
    let mut standing = fight.marked(Mark::Fighting).map(|who| fight.one(who).side);
    let Some(first) = standing.next() else { return Some(Outcome::Mutual) };
    let any = |side: Side| fight.opponents_of(side).next().is_some();
    if any(first) || standing.any(any) || fight.setting.sides.len() < 2 {
        return None;
    }
    Some(Outcome::Won(first))
}

/// The game master has ended the fight, perhaps in the middle of a turn: what follows every fight follows this one, too.
///
/// # Errors
/// Halts with the table.
pub fn ended<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    end(fight, table, fight.outcome.unwrap_or(Outcome::Ended))
}

/// The end of a fight: whatever was half done is dropped, SP come back, and the dying roll at once.
fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outcome: Outcome) -> Result<(), T::Halt> {
    fight.outcome = Some(outcome);
    fight.stage = Stage::Over(outcome);
    fight.owner = None;
    fight.depth = 0;
    fight.carried_penalty = None;
    fight.prepaid = None;
    fight.pooled = 0;
    fight.leaving = None;
    fight.came = None;
    fight.stretch = None;
    fight.cause = None;
    fight.castings.clear();
    for who in fight.everyone() {
        let mut one = fight.one_mut(who);
        one.sp = one.max_sp;
        drop(one);
        dying::after_the_fight(fight, table, who)?;
    }
    table.tell(|| {
        let text = match outcome {
            Outcome::Won(side) => format!("{} win the fight", fight.setting.sides[side.index()]),
            Outcome::Mutual => "nobody is left standing".to_owned(),
            Outcome::Ended => "the fight is ended".to_owned(),
        };
        Event::new(&time::ROUNDS, text).heading()
    });
    Ok(())
}
