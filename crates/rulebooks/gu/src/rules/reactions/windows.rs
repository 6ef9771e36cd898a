//! The windows in which others react: when an attack is aimed, has hit or missed, when something moves or takes effect.

use quintain_engine::{Table, Who};
use quintain_field::Square;

use super::{Happening, React, Trigger, asked, could_answer};
use crate::condition::{Condition, HELPLESS};
use crate::fight::Fight;
use crate::rules::attack::Aim;
use crate::rules::gu::answers as moments;
use crate::rules::percentile::Trial;
use crate::rules::{activating, detonating, dodge, holding, movement, parry};
use crate::underway::Test;

/// An attack is declared: held actions, guards that are raised in time, others that step out of the way. Says whether
/// the attack is undone.
pub(crate) fn aimed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, aim: &Aim) -> Result<bool, T::Halt> {
    fight.scratch.undone = false;
    others(fight, table, Trigger::attack(fight, Happening::Aimed, aim))?;
    Ok(std::mem::take(&mut fight.scratch.undone))
}

/// A Gu makes or does something to somebody, or to nobody in particular.
pub(crate) fn effect<T: Table<Fight>>(fight: &mut Fight, table: &mut T, trigger: Trigger) -> Result<(), T::Halt> {
    others(fight, table, trigger)
}

/// What is Unreactable is over: where the house says so, it is answered now.
pub(crate) fn afterwards<T: Table<Fight>>(fight: &mut Fight, table: &mut T, trigger: Trigger) -> Result<(), T::Halt> {
    if !trigger.unreactable || !fight.house().unreactable_delayed {
        return Ok(());
    }
    others(fight, table, Trigger { over: true, ..trigger })
}

/// Everyone but the one whose doing it is answers to something other than a hit, the one it concerns first, as long as there
/// is anything to answer.
fn others<T: Table<Fight>>(fight: &mut Fight, table: &mut T, trigger: Trigger) -> Result<(), T::Halt> {
    fight.in_asking_order(trigger.at, |fight, order| {
        for who in order.iter().copied().filter(|who| *who != trigger.by) {
            if is_gone(fight, &trigger) {
                break;
            }
            answers(fight, table, who, trigger)?;
        }
        Ok(())
    })
}

/// whether an earlier answer has left nothing to answer: the one whose doing it is can do it no more, or the attack is
/// undone.
fn is_gone(fight: &Fight, trigger: &Trigger) -> bool {
    let by = fight.one(trigger.by);
    let aimed = trigger.what == Happening::Aimed;
    let stands = aimed && trigger.gu.is_none() && by.is(Condition::FinalStand);
    let undone = aimed && (fight.scratch.undone || trigger.at.is_some_and(|at| !fight.present(at)));
    !trigger.over && (by.conditions.any(HELPLESS) || stands || undone)
}

/// One of them is asked, and does what it says.
fn answers<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, trigger: Trigger) -> Result<(), T::Halt> {
    match asked(fight, table, who, trigger)? {
        React::Nothing | React::Parry | React::Stop(_) => Ok(()),
        React::Dodge => dodge::free(fight, table, who),
        React::Held => holding::release(fight, table, who, &trigger),
        React::Gu(slot) => activating::answer(fight, table, who, slot, &trigger),
        React::Detonate(slot) => detonating::as_reaction(fight, table, who, slot),
    }
}

/// An attack has hit: the target answers, then the others. Says whether it is avoided after all.
pub(crate) fn hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    aim: &Aim,
    roll: Option<(Test, &Trial)>,
) -> Result<bool, T::Halt> {
    let trigger = Trigger::attack(fight, Happening::Hit, aim);
    fight.in_asking_order(Some(aim.at), |fight, order| {
        for who in order.iter().copied().filter(|who| *who != aim.by) {
            let avoided = answers_hit(fight, table, who, (aim, &trigger), roll)?;
            if avoided || !fight.present(aim.at) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// One of them answers a hit. Says whether it is avoided.
fn answers_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (aim, trigger): (&Aim, &Trigger),
    roll: Option<(Test, &Trial)>,
) -> Result<bool, T::Halt> {
    match asked(fight, table, who, *trigger)? {
        React::Nothing | React::Held | React::Stop(_) => Ok(false),
        React::Dodge => dodge::against(fight, table, who, aim, roll),
        React::Parry => parry::against(fight, table, who, aim, roll),
        React::Gu(slot) => {
            fight.scratch.undone = false;
            let dodges = moments::dodges(fight, who, slot);
            activating::answer(fight, table, who, slot, trigger)?;
            let undone = std::mem::take(&mut fight.scratch.undone);
            match dodges.filter(|_| !undone && dodge::may_dodge(fight, who, trigger).is_ok()) {
                Some(modifier) => {
                    let aim = Aim { dodge_modifier: aim.dodge_modifier + modifier, ..*aim };
                    dodge::against(fight, table, who, &aim, roll)
                }
                None => Ok(undone),
            }
        }
        React::Detonate(slot) => {
            detonating::as_reaction(fight, table, who, slot)?;
            Ok(false)
        }
    }
}

/// Somebody has taken a step from there, at this height above the map's zero: held actions, Gu that answer to movement, others
/// who step away from an enemy next to them.
pub(crate) fn moved<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    was: (Square, i16),
) -> Result<(), T::Halt> {
    let trigger = Trigger { at: Some(who), ..Trigger::of(Happening::Moved, who) };
    arrives(fight, table, trigger, was)
}

/// A combatant has been pushed, pulled or thrown: held actions that wait for one to come near, and those that an enemy
/// has been brought beside.
pub(crate) fn brought<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, was: Square) -> Result<(), T::Halt> {
    if fight.one(who).at == was || !fight.present(who) {
        return Ok(());
    }
    let trigger = Trigger { at: Some(who), forced: true, ..Trigger::of(Happening::Moved, who) };
    let level = fight.level(who);
    arrives(fight, table, trigger, (was, level))
}

/// Everybody else answers to where somebody is now, who was there at this height above the map's zero, as long as that one
/// could go on.
fn arrives<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    trigger: Trigger,
    was: (Square, i16),
) -> Result<(), T::Halt> {
    let who = trigger.by;
    fight.in_asking_order(None, |fight, order| {
        let mut goes_on = trigger.forced || movement::can_go_on(fight, who);
        for other in order.iter().copied().filter(|other| *other != who) {
            let what = if has_come_beside(fight, who, was, other) { Happening::Arrived } else { Happening::Moved };
            let trigger = Trigger { what, ..trigger };
            if could_answer(fight, other, &trigger) {
                answers(fight, table, other, trigger)?;
                goes_on = if trigger.forced { fight.present(who) } else { movement::can_go_on(fight, who) };
            }
            if !goes_on {
                return Ok(());
            }
        }
        Ok(())
    })
}

/// Whether somebody who stood farther away before is beside an enemy now.
fn has_come_beside(fight: &Fight, who: Who, (at, level): (Square, i16), other: Who) -> bool {
    let before = || fight.distance_if(other, who, (at, level - fight.ground_below(who, at)));
    fight.distance(who, other) <= 1 && fight.foes(who, other) && before() > 1
}

/// An attack has missed: Gu that answer to missing, and whatever answers to anything.
pub(crate) fn missed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, aim: &Aim) -> Result<(), T::Halt> {
    let trigger = Trigger::attack(fight, Happening::Missed, aim);
    let answers = |slot: u8| activating::may_answer(fight, aim.by, slot, &trigger).is_ok();
    if (0..fight.one(aim.by).gu.len() as u8).any(answers)
        && let React::Gu(slot) = asked(fight, table, aim.by, trigger)?
    {
        activating::answer(fight, table, aim.by, slot, &trigger)?;
    }
    Ok(())
}
