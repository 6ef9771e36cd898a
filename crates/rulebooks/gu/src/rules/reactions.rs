//! Reactions: who may answer to what, and the windows in which they are asked.

use quintain_engine::{Event, Refusal, Role, Table, Who};

use super::attack::Aim;
use super::gu::answers as moments;
use super::{activating, detonating, dodge, final_stand, holding, initiative, parry, standing, status, stretch, turns};
use crate::arm::ArmId;
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::Score;

pub use crate::kinds::Happening;

mod windows;

pub(crate) use windows::{afterwards, aimed, brought, effect, hit, missed, moved};

pub use crate::deeds::{React, Trigger};

quintain_engine::section! {
    "Reactions";
    WHEN = Engine "react.when": "One may react to most of what happens around one, but not on one's own turn.", ruling "The target is asked first, then the others in order of initiative; a Gu that names its own moment may be used then.";
    NOT_ACTIVATION = Engine "react.not-activation": "The activation of a Gu cannot be reacted to; its attack, what it makes and what it does can.";
    UNREACTABLE = Engine "react.unreactable": "Nothing that an Unreactable Gu does can be reacted to.", house "unreactable.delayed";
    ONE_PER_TRIGGER = Engine "react.one-per-trigger": "One creature reacts once to one trigger, even when that fails.", ruling "A shield about to die is a trigger of its own.";
    COST = Engine "react.cost": "Every reaction spends one of the two.";
    SHIELD = Choice "react.shield": "A shield Gu may be activated as a reaction, also once an attack is known to hit and before its damage is rolled.", ruling "That is any Gu that is a Shield or Defensive.";
    HELD = Choice "react.held": "When the trigger of a held action comes, a reaction takes that action.";
}

impl Trigger {
    /// The Gu behind it: one that does it itself, or one that gives the natural attack.
    pub fn behind(&self, fight: &Fight) -> Option<u16> {
        let gives = |arm: ArmId| fight.setting.gu_arms.iter().find(|(_, known)| *known == arm).map(|(gu, _)| *gu);
        self.gu.or_else(|| self.arm.and_then(gives))
    }

    /// What an attack is to others.
    pub fn attack(fight: &Fight, what: Happening, aim: &Aim) -> Self {
        let (gu, arm, melee, unreactable, counter) = (aim.gu, aim.arm, aim.melee, aim.unreactable, aim.counter);
        let (undodgeable, dodge_modifier) = (aim.undodgeable, aim.dodge_modifier);
        let close = !aim.sure && aim.score(fight) == Score::CloseCombat;
        let how =
            Trigger { melee, close, unreactable, counter, undodgeable, dodge_modifier, ..Trigger::of(what, aim.by) };
        Trigger { at: Some(aim.at), gu, arm, ..how }
    }
}

/// Whether somebody is in a state to react at all, whatever it does and to what.
///
/// # Errors
/// The refusal.
pub fn able(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.is(Condition::Surprised) {
        return Err(Refusal::new(&initiative::SURPRISE_NO_REACTIONS, "it is surprised"));
    }
    if one.is(Condition::Stunned) {
        return Err(Refusal::new(&status::STUNNED_NOTHING, "it is stunned"));
    }
    if one.conditions.any(crate::condition::HELPLESS) {
        return Err(Refusal::new(&WHEN, "it is aware of nothing"));
    }
    if one.is(Condition::Surrendered) {
        return Err(Refusal::new(&WHEN, "it has surrendered"));
    }
    if one.reactions == 0 {
        return Err(Refusal::new(&COST, "no reaction is left"));
    }
    Ok(())
}

/// Whether somebody may make this reaction to this now.
///
/// # Errors
/// The refusal.
pub fn may_react(fight: &Fight, who: Who, trigger: &Trigger, react: React) -> Result<(), Refusal> {
    if takes_reaction(fight, who, react) {
        is_in_time(fight, who, trigger, react)?;
    }
    match react {
        React::Nothing => Ok(()),
        React::Stop(slot) => standing::may_stop(fight, who, slot),
        React::Dodge => dodge::may_dodge(fight, who, trigger),
        React::Parry => parry::may_parry(fight, who, trigger),
        React::Held => holding::may_release(fight, who, trigger),
        React::Gu(slot) => activating::may_answer(fight, who, slot, trigger),
        React::Detonate(slot) => detonating::may_detonate(fight, who, slot),
    }
}

/// Whether an answer spends a reaction: letting go does not, nor does destroying a Gu on one's own turn.
pub fn takes_reaction(fight: &Fight, who: Who, react: React) -> bool {
    match react {
        React::Nothing | React::Stop(_) => false,
        React::Detonate(_) => !fight.is_active(who),
        React::Dodge | React::Parry | React::Held | React::Gu(_) => true,
    }
}

/// Whether somebody is free to react to this at all, before it is known whether this reaction fits.
///
/// # Errors
/// The refusal.
pub fn is_in_time(fight: &Fight, who: Who, trigger: &Trigger, react: React) -> Result<(), Refusal> {
    let own_parry = react == React::Parry && trigger.counter && fight.house().parry_on_own_turn;
    let own_moment = matches!(react, React::Gu(slot) if moments::names(fight, who, slot, trigger));
    if fight.is_active(who) && !own_parry && !own_moment {
        return Err(Refusal::new(&WHEN, "it is its own turn"));
    }
    able(fight, who)?;
    let late = trigger.over && fight.house().unreactable_delayed;
    let sees_it_coming =
        || super::gu::reacts_to_anything(fight, who) || super::gu::foresees(fight, who, trigger.by).is_some();
    let outpaces = matches!(react, React::Gu(slot) if moments::outpaces(fight, who, slot));
    if trigger.unreactable && !late && !outpaces && !sees_it_coming() {
        return Err(Refusal::new(&UNREACTABLE, "it is Unreactable"));
    }
    let one = fight.one(who);
    let activates = match react {
        React::Gu(_) => true,
        React::Held => one.held.is_some_and(|held| holding::activates(fight, held.action)),
        _ => false,
    };
    if activates { Ok(()) } else { final_stand::may_do_more(fight, who) }
}

/// Every reaction that somebody might think of.
pub fn candidates<'a>(fight: &'a Fight, who: Who, trigger: &Trigger) -> impl Iterator<Item = React> + use<'a> {
    let trigger = *trigger;
    let one = fight.one(who);
    let slots = move || 0..one.gu.len() as u8;
    let hit = matches!(trigger.what, Happening::Hit);
    let answers = slots().filter(move |slot| activating::may_answer(fight, who, *slot, &trigger).is_ok());
    let struck = strikes(&trigger, who);
    let bursts = slots().filter(move |slot| struck && detonating::may_detonate(fight, who, *slot).is_ok());
    let stops = slots().filter(move |slot| standing::may_stop(fight, who, *slot).is_ok());
    std::iter::once(React::Dodge)
        .chain(hit.then_some(React::Parry))
        .chain(one.held.map(|_| React::Held))
        .chain(answers.map(React::Gu))
        .chain(bursts.map(React::Detonate))
        .chain(stops.map(React::Stop))
}

/// Whether a trigger is what strikes somebody.
pub fn strikes(trigger: &Trigger, who: Who) -> bool {
    trigger.at == Some(who) && matches!(trigger.what, Happening::Hit | Happening::Caught)
}

/// Whether there is anything to ask about: a reaction, or a Gu of one's own to let go that keeps one from dodging.
/// Letting go of others is offered along with that, but is no reason to ask at every blow.
fn has_answer(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    let one = fight.one(who);
    let may = |react: React| may_react(fight, who, trigger, react).is_ok();
    let slots = || 0..one.gu.len() as u8;
    let struck = strikes(trigger, who);
    may(React::Dodge)
        || matches!(trigger.what, Happening::Hit) && may(React::Parry)
        || one.held.is_some() && may(React::Held)
        || standing::any_answers(fight, who, trigger.what) && slots().any(|slot| answers(fight, who, slot, trigger))
        || struck && slots().any(|slot| may(React::Detonate(slot)))
        || struck && is_held_fast(fight, who) && slots().any(|slot| may(React::Stop(slot)))
}

/// Whether a Gu of somebody may answer to this now. Most answer to other things, which is soonest found out.
fn answers(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> bool {
    activating::may_answer(fight, who, slot, trigger).is_ok()
        && is_in_time(fight, who, trigger, React::Gu(slot)).is_ok()
}

/// Whether a Gu of one's own keeps one from dodging.
fn is_held_fast(fight: &Fight, who: Who) -> bool {
    !fight.is_active(who) && super::gu::is_rooted(fight, who)
}

/// Whether it is worth looking for reactions at all: those who have no Gu for it and hold nothing can dodge and parry, and
/// on their own turn they can only parry a counter-attack.
fn could_answer(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    let one = fight.one(who);
    if fight.is_active(who) && strikes(trigger, who) && !one.gu.is_empty() && fight.present(who) {
        return true;
    }
    if one.reactions == 0 {
        return false;
    }
    let plain = matches!(trigger.what, Happening::Hit | Happening::Caught | Happening::Aimed)
        || matches!(trigger.what, Happening::Arrived | Happening::Effect)
        || trigger.over;
    let could = (plain && (trigger.counter || !fight.is_active(who)))
        || one.held.is_some()
        || standing::any_answers(fight, who, trigger.what);
    could && fight.present(who) && able(fight, who).is_ok()
}

/// Asks somebody for a reaction, if there is any that it may make, and spends it. Before that it may let go of what it
/// sustains.
pub(crate) fn asked<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    trigger: Trigger,
) -> Result<React, T::Halt> {
    while could_answer(fight, who, &trigger) && has_answer(fight, who, &trigger) {
        stretch::interrupt(fight, table);
        let react = match ask::act(fight, table, Ask::React { who, trigger })? {
            Some(Act::React(react)) => react,
            _ => React::Nothing,
        };
        if react == React::Nothing || may_react(fight, who, &trigger, react).is_err() {
            break;
        }
        match react {
            React::Stop(slot) => standing::stop(fight, table, who, slot)?,
            React::Detonate(slot) if fight.is_active(who) => {
                detonating::detonate(fight, table, who, slot, Role::Answer)?;
            }
            _ => {
                spend(fight, table, who, &trigger);
                return Ok(react);
            }
        }
    }
    Ok(React::Nothing)
}

/// Spends a reaction.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, trigger: &Trigger) {
    let left = fight.one(who).reactions.saturating_sub(1);
    fight.one_mut(who).reactions = left;
    table.tell(|| {
        let text = format!("{} reacts; {left} left until its next turn", fight.label(who));
        let event = Event::new(&COST, text).by(who).answer().and(&WHEN).and(&ONE_PER_TRIGGER).and(&turns::REACTIONS);
        let event = if trigger.gu.is_some() { event.and(&NOT_ACTIVATION) } else { event };
        let event = if trigger.counter && fight.is_active(who) { event.and(&parry::CHAIN) } else { event };
        event.change(who, "reactions", i64::from(left) + 1, left.into())
    });
}
