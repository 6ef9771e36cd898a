//! What conditions do as turns go by: at their start, at their end, and when their time is over.

use quintain_engine::{Event, Table, Who};

use super::{ENDED, REPEATED, SUFFOCATING, TURN, give, remove, rule_of};
use crate::book::{Condition, Damage, Save};
use crate::combatant::{Clock, Status};
use crate::fight::Fight;
use crate::muster::Mark;
use crate::rules::damage::{Harm, hurt};
use crate::rules::{concentration, dice};
use crate::those::List;

/// The start of somebody's turn: what lasts until then ends, then what hurts at that moment does.
///
/// # Errors
/// Halts with the table.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    tick(fight, table, who, false);
    if !fight.one(who).boons.is_empty() {
        fight.one_mut(who).boons.iter_mut().for_each(|borne| borne.paused = false);
    }
    if !fight.one(who).statuses.is_empty() {
        suffer(fight, table, who)?;
    }
    crate::rules::engulfing::turn_start(fight, table, who)?;
    crate::rules::zones::turn_start(fight, table, who)
}

/// What hurts every turn does so, the oldest first.
fn suffer<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let stone = fight.one(who).under(Condition::Petrified);
    for status in fight.one(who).statuses.clone() {
        let still = fight
            .one(who)
            .statuses
            .iter()
            .any(|known| known.condition == status.condition && known.from == status.from);
        if !still || !fight.present(who) {
            continue;
        }
        let harm = match status.condition {
            Condition::Bleeding => Some((1, Damage::True)),
            Condition::Burning => Some((1, Damage::Fire)),
            Condition::Poisoned if !stone => Some((1, Damage::Poison)),
            Condition::Poisoned => None,
            _ => status.hurts.map(|(amount, kind)| (i16::from(amount), kind)),
        };
        if let Some((amount, kind)) = harm {
            table.tell(|| {
                let text = format!("{} is {}", fight.label(who), status.condition);
                Event::new(&TURN, text).to(who).and(rule_of(status.condition)).upkeep()
            });
            let mut harm = Harm::new(amount, kind, &TURN);
            harm.by = status.by;
            hurt(fight, table, who, harm)?;
        }
        if status.condition == Condition::Suffocating && fight.present(who) {
            suffocate(fight, table, who)?;
        }
    }
    Ok(())
}

/// Out of breath: a Might Save that grows harder, or Unconscious; a quarter of all HP in any case.
fn suffocate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let dc = 10 + 5 * i16::from(fight.one(who).gasps);
    let saved = dice::save(fight, table, who, Save::Might, dc, &SUFFOCATING, None)?;
    if saved.success {
        fight.one_mut(who).gasps += 1;
    } else {
        give(fight, table, who, Status::lasting(Condition::Unconscious), &SUFFOCATING);
    }
    let amount = (fight.one(who).max_hp / 4).max(1);
    hurt(fight, table, who, Harm::new(amount, Damage::True, &SUFFOCATING))?;
    Ok(())
}

/// The end of somebody's turn: saves are repeated, what lasts until then ends.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    repeat_saves(fight, table, who)?;
    crate::rules::zones::turn_end(fight, table, who)?;
    crate::rules::water::turn_end(fight, table, who);
    tick(fight, table, who, true);
    Ok(())
}

/// What a repeated Save is made against: the Save, its DC, the maker, the spell.
type Repeated = (Save, i16, Option<Who>, Option<u16>);

/// `condition.repeated-save`: one Save for all that one spell has brought.
fn repeat_saves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if one.statuses.is_empty() && one.boons.is_empty() {
        return Ok(());
    }
    let of_status =
        one.statuses.iter().filter_map(|status| status.repeated.map(|(save, dc)| (save, dc, status.by, status.from)));
    let of_boon = one
        .boons
        .iter()
        .filter_map(|borne| borne.repeated.map(|(save, dc)| (save, dc, Some(borne.by), Some(borne.from))));
    let mut due: List<Repeated, 16> = List::new();
    for one in of_status.chain(of_boon) {
        if !due.contains(&one) {
            due.push(one);
        }
    }
    for (save, dc, by, from) in due {
        if !fight.present(who) {
            break;
        }
        if !dice::save(fight, table, who, save, dc, &REPEATED, by)?.success {
            continue;
        }
        let same = |status: &Status| status.repeated == Some((save, dc)) && status.by == by && status.from == from;
        while let Some(place) = fight.one(who).statuses.iter().position(same) {
            if let Some(status) = remove(fight, who, place) {
                tell_end(fight, table, who, status.condition);
                concentration::idle(fight, table, &status);
            }
        }
        crate::rules::boons::drop_those(fight, who, |borne| {
            borne.repeated == Some((save, dc)) && Some(borne.by) == by && Some(borne.from) == from
        });
        if let Some(by) = by {
            concentration::without_hold(fight, table, by);
        }
    }
    Ok(())
}

fn tell_end<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, condition: Condition) {
    table.tell(|| Event::new(&ENDED, format!("{} is no longer {condition}", fight.label(who))).to(who));
}

/// One clock of somebody's turns has struck: nothing left means over.
fn struck(clock: &mut Clock, who: Who, end: bool) -> bool {
    let at_end = matches!(clock, Clock::End(..));
    let (Clock::Start(whose, left) | Clock::End(whose, left)) = clock else { return false };
    if *whose != who || at_end != end {
        return false;
    }
    *left = left.saturating_sub(1);
    *left == 0
}

/// Everything whose time is counted in turns of this one loses a turn; what has none left ends.
pub fn tick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, end: bool) {
    let any = fight.any(Mark::Changed);
    for other in fight.everyone().filter(|_| any) {
        let one = fight.one(other);
        if one.statuses.is_empty() && one.boons.is_empty() {
            continue;
        }
        let mut place = 0;
        while place < fight.one(other).statuses.len() {
            let counts =
                matches!(fight.one(other).statuses[place].clock, Clock::Start(of, _) | Clock::End(of, _) if of == who);
            let mut clock = || fight.one_mut(other).statuses.clock(place).is_some_and(|clock| struck(clock, who, end));
            let over = counts && clock();
            if !over {
                place += 1;
                continue;
            }
            if let Some(status) = remove(fight, other, place) {
                table.tell(|| {
                    let text = format!("{} is no longer {}", fight.label(other), status.condition);
                    let event = Event::new(&ENDED, text).to(other);
                    if end { event } else { event.and(&crate::rules::time::ANCHOR) }
                });
            }
        }
        crate::rules::boons::tick(fight, other, |clock| struck(clock, who, end));
    }
    for bomb in &mut fight.lit {
        struck(&mut bomb.clock, who, end);
    }
    fight.zones.retain_mut(|zone| !struck(&mut zone.clock, who, end));
}

/// Clocks of somebody who takes no more turns run out at the end of the round; the end of a turn that it had before it
/// fell has been counted already.
pub fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for who in fight.everyone() {
        if !fight.present(who) {
            tick(fight, table, who, false);
            if !fight.order.has_acted(who) {
                tick(fight, table, who, true);
            }
            for other in fight.everyone() {
                fight.one_mut(other).help.retain(|die| die.by != who);
            }
        }
    }
}

/// The clock of something that lasts so long, made by one for another.
pub fn clock(fight: &Fight, lasts: crate::book::Lasts, by: Who, on: Who) -> Clock {
    use crate::book::Lasts;
    let turn = |who: Who| if fight.owner == Some(who) { 2 } else { 1 };
    match lasts {
        Lasts::Instant => Clock::End(by, 1),
        Lasts::NextStart => Clock::Start(by, 1),
        Lasts::NextEnd => Clock::End(by, turn(by)),
        Lasts::TargetStart => Clock::Start(on, 1),
        Lasts::TargetEnd => Clock::End(on, turn(on)),
        Lasts::Rounds(rounds) | Lasts::Concentration(rounds) => Clock::Start(by, rounds + early(fight, by)),
        Lasts::Lasting => Clock::Never,
    }
}

/// What starts before its maker's turn of this round outlasts that turn: its rounds are counted from now.
pub(crate) fn early(fight: &Fight, by: Who) -> u16 {
    u16::from(fight.round > 0 && crate::rules::initiative::waiting(fight, by))
}
