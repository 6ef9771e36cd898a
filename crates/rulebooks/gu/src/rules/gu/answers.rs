//! Moments that Gu name for themselves: the combatants that they make worth asking, and what their answers do.

use quintain_engine::{Table, Who};
use smallvec::SmallVec;

use crate::book::{Moment, Power};
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::rules::activating;
use crate::rules::effects::{self, Rolled, Source, Strikes};
use crate::rules::reactions::{self, Happening, React, Trigger};
use crate::rules::standing::entry;

/// Whether a moment that a Gu names is what happens.
pub fn fits(fight: &Fight, who: Who, slot: u8, moment: Moment, trigger: &Trigger) -> bool {
    let Some(owned) = activating::owned(fight, who, slot) else { return false };
    let range = || u32::from(activating::range(fight, who, owned));
    let near = |other: Who| fight.distance(who, other) <= range();
    let at_me = trigger.at == Some(who);
    let is_friend_near = || trigger.at.is_some_and(|at| !fight.foes(who, at) && near(at));
    match moment {
        Moment::BeingHit => at_me && trigger.what == Happening::Hit,
        Moment::BeingHitInMelee => at_me && trigger.what == Happening::Hit && trigger.melee,
        Moment::BeingShot => {
            at_me && trigger.what == Happening::Hit && !trigger.melee && fight.distance(who, trigger.by) > 1
        }
        Moment::BeingHitUnreactably => at_me && trigger.what == Happening::Hit && trigger.unreactable,
        Moment::Missing => trigger.by == who && trigger.what == Happening::Missed,
        Moment::SeenMoving => {
            let moves = matches!(trigger.what, Happening::Moved | Happening::Arrived);
            moves && fight.foes(who, trigger.by) && near(trigger.by) && super::perceives(fight, who, trigger.by)
        }
        Moment::BeingAimedAtBySword => {
            let sword = match trigger.behind(fight) {
                Some(gu) => entry(fight, gu).path == crate::book::Path::Sword,
                None => trigger.arm.is_some_and(|arm| !fight.arm(arm).natural),
            };
            at_me && trigger.what == Happening::Aimed && sword && near(trigger.by)
        }
        Moment::OtherBeingHit => !at_me && trigger.what == Happening::Hit && is_friend_near(),
        Moment::Persevering => {
            let tests = matches!(trigger.what, Happening::Collapsing | Happening::Persevering);
            tests && is_friend_near() && trigger.at.is_some_and(|at| at == who || super::perceives(fight, who, at))
        }
        Moment::Collapsing => trigger.what == Happening::Collapsing && is_friend_near(),
        Moment::Killing => trigger.what == Happening::Killed && trigger.by == who && trigger.at.is_some_and(near),
        Moment::BeingPoisoned => at_me && trigger.what == Happening::Poisoned,
        Moment::SeenActivating => match trigger.what {
            Happening::Activating(rank) => {
                fight.foes(who, trigger.by) && rank <= owned.rank && super::perceives(fight, who, trigger.by)
            }
            _ => false,
        },
        Moment::Afflicted => at_me && trigger.what == Happening::Afflicted,
    }
}

/// Whether a Gu names the moment itself: it may be used then even on its owner's own turn.
pub fn names(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> bool {
    let Some(owned) = activating::owned(fight, who, slot) else { return false };
    let known = entry(fight, owned.gu);
    known.only_as_reaction.iter().chain(&known.also_as_reaction).any(|moment| fits(fight, who, slot, *moment, trigger))
}

/// Whether a Gu of somebody answers even what is Unreactable.
pub fn outpaces(fight: &Fight, who: Who, slot: u8) -> bool {
    activating::owned(fight, who, slot).is_some_and(|owned| entry(fight, owned.gu).even_unreactable)
}

/// What a Gu that lets its user dodge puts on the test; `None` where it does not.
pub fn dodges(fight: &Fight, who: Who, slot: u8) -> Option<i16> {
    let owned = activating::owned(fight, who, slot)?;
    let known = entry(fight, owned.gu);
    known.dodges.map(|modifier| modifier.at(known.place(owned.rank)))
}

/// Whether somebody has a Gu that answers to what happens, beyond what everybody may do.
pub fn any(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    let one = fight.one(who);
    !one.gu.is_empty()
        && one.reactions > 0
        && (0..one.gu.len() as u8).any(|slot| {
            (names(fight, who, slot, trigger) || ripostes(fight, who, slot, trigger))
                && activating::may_answer(fight, who, slot, trigger).is_ok()
        })
}

/// Whether a Gu that is at work answers to being aimed at with an attack of its own.
pub fn ripostes(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> bool {
    let Some(owned) = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Sustained) else {
        return false;
    };
    let strikes = entry(fight, owned.gu).powers.iter().any(|power| matches!(power, Power::Ripostes(_)));
    strikes && trigger.close && trigger.what == Happening::Aimed && trigger.at == Some(who)
}

/// A Gu at work strikes back at an attacker that aims at its owner.
pub(crate) fn riposte<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, who, slot) else { return Ok(()) };
    let from = Source::owned(who, slot, owned);
    let deals: SmallVec<[crate::book::Deal; 4]> = entry(fight, owned.gu)
        .powers
        .iter()
        .find_map(|power| match power {
            Power::Ripostes(deals) => Some(SmallVec::from_slice(deals)),
            _ => None,
        })
        .unwrap_or_default();
    let mut aim = activating::aim_of(fight, from, at);
    // It reaches whoever has reached its owner.
    aim.range = u16::try_from(fight.distance(who, at)).unwrap_or(u16::MAX);
    let Some(hit) = crate::rules::attack::attack(fight, table, aim)? else { return Ok(()) };
    let rolled: Rolled = effects::roll(fight, table, from, &deals)?;
    let harm = rolled.harm(fight, from, at, hit.event);
    let mut harm = if hit.critical { harm.doubled() } else { harm };
    harm.by_attack = true;
    effects::strike(fight, table, at, from, &Strikes::default(), harm)
}

/// Asks those who have a Gu for a moment; says what of their answers is added to the die in question.
fn asked<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    trigger: Trigger,
    first: Option<Who>,
) -> Result<i16, T::Halt> {
    let mut sum = 0;
    if fight.everyone().all(|who| !any(fight, who, &trigger)) {
        return Ok(0);
    }
    fight.in_asking_order(first, |fight, order| {
        for who in order.iter().copied() {
            if !any(fight, who, &trigger) {
                continue;
            }
            let React::Gu(slot) = reactions::asked(fight, table, who, trigger)? else { continue };
            if let Some(owned) = activating::owned(fight, who, slot) {
                let known = entry(fight, owned.gu);
                sum += known.perseverance.at(known.place(owned.rank));
            }
            activating::answer(fight, table, who, slot, &trigger)?;
        }
        Ok(sum)
    })
}

/// Gu that answer to somebody's Perseverance test, at 0 hit points or otherwise: what they add to the die.
pub(crate) fn persevering<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    tests: Happening,
) -> Result<i16, T::Halt> {
    let trigger = Trigger { at: Some(who), ..Trigger::of(tests, who) };
    asked(fight, table, trigger, None)
}

/// Gu that answer to a killing of their owner's.
pub(crate) fn killed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    let trigger = Trigger { at: Some(at), ..Trigger::of(Happening::Killed, by) };
    asked(fight, table, trigger, Some(by)).map(|_| ())
}

/// Gu that answer to being poisoned.
pub(crate) fn poisoned<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    let trigger = Trigger { at: Some(at), ..Trigger::of(Happening::Poisoned, by) };
    asked(fight, table, trigger, Some(at)).map(|_| ())
}

/// A Gu that undoes the activation of another. Says whether one does.
pub(crate) fn rewound<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    (gu, rank): (u16, u8),
) -> Result<bool, T::Halt> {
    let trigger = Trigger { gu: Some(gu), ..Trigger::of(Happening::Activating(rank), by) };
    if fight.everyone().all(|who| !any(fight, who, &trigger)) {
        return Ok(false);
    }
    fight.in_asking_order(None, |fight, order| {
        for who in order.iter().copied() {
            if who == by || !any(fight, who, &trigger) {
                continue;
            }
            let React::Gu(slot) = reactions::asked(fight, table, who, trigger)? else { continue };
            activating::answer(fight, table, who, slot, &trigger)?;
            fight.scratch.undone = false;
            return Ok(true);
        }
        Ok(false)
    })
}

/// Gu that undo the condition that befalls their owner, and the blow that brings it. Says whether one does.
pub(crate) fn undone<T: Table<Fight>>(fight: &mut Fight, table: &mut T, at: Who) -> Result<bool, T::Halt> {
    let trigger = Trigger { at: Some(at), ..Trigger::of(Happening::Afflicted, at) };
    if !any(fight, at, &trigger) || fight.one(at).is(Condition::Dead) {
        return Ok(false);
    }
    let React::Gu(slot) = reactions::asked(fight, table, at, trigger)? else { return Ok(false) };
    activating::answer(fight, table, at, slot, &trigger)?;
    let mut one = fight.one_mut(at);
    if let Some((before, _)) = one.blow {
        one.hp.now = before;
        one.blow = Some((before, true));
    }
    Ok(true)
}
