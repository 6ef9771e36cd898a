//! Reactions: the windows at which prepared actions come, and who may carry one out.

use quintain_engine::{Event, Picks, Table, Who};
use quintain_field::Square;

use crate::ask::{self, Aimed, Ask};
use crate::book::{Against, Aim, Feature, Status, Topic, Trigger, With};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::house::PreparedDecline;
use crate::rules::features::{self, affected};
use crate::rules::{
    abilities, actions, adjacency, cover, distance, order, precision, prone, special_actions, steps, targets, uses,
    weapons,
};

mod foreseen;

pub use foreseen::{answers_on, may_answer};

/// How far each holder of a prepared action was from a mover before its step.
pub type Before = Picks<(Who, i16)>;

/// The prepared action of somebody who may carry one out now.
fn ready(fight: &Fight, who: Who) -> Option<AbilityId> {
    let one = fight.one(who);
    let prepared = one.prepared?;
    let own_turn = fight.turn.as_ref().is_some_and(|turn| turn.whose == who);
    let hindered = one.prone || affected(fight, who, Status::Stunned) || !fight.able(who);
    let able = prepared.times > 0 && !own_turn && !hindered && !pole_bars(fight, who, prepared.ability);
    let free = able && abilities::may_come(fight, who, prepared.ability).is_ok();
    let free = free && abilities::is_wielded(fight, who, prepared.ability);
    (free && targets::needs_of_user(fight, who, prepared.ability).is_ok()).then_some(prepared.ability)
}

/// A polearm that somebody beside makes useless.
fn pole_bars(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    uses::attack_within(fight, who, ability).is_some_and(|attack| weapons::pole_in_the_way(fight, who, attack))
}

fn trigger(fight: &Fight, ability: AbilityId) -> Option<Trigger> {
    fight.ability(ability).entry.trigger
}

/// `prepared.once`, `prepared.trigger`: asks, uses it up before its own roll, and carries it out.
fn react<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at): (Who, Who),
    moved: Option<&'static str>,
) -> Result<bool, T::Halt> {
    let Some(ability) = ready(fight, who) else { return Ok(false) };
    let own = matches!(fight.ability(ability).entry.aim, Aim::Oneself);
    if !own && !cover::sees(fight, who, at) {
        // `prepared.move-trigger.range-waived`: range is, sight is not.
        return Ok(false);
    }
    // What has led to it comes before it.
    steps::tell_stretch(fight, table);
    if fight.house().prepared_decline == PreparedDecline::Yes
        && !ask::yes(fight, table, Ask::React { who, ability, at })?
    {
        return Ok(false);
    }
    if ready(fight, who) != Some(ability) {
        return Ok(false);
    }
    consume(fight, who);
    let (aim, reached) = if own { (Aimed::Oneself, who) } else { (Aimed::One(at), at) };
    let told = table.tell(|| tell_reaction(fight, (who, at), ability, (own, moved)));
    fight.depth = fight.depth.saturating_add(1);
    let done = uses::perform_told(fight, table, (who, ability, aim), &[], &[reached], told);
    fight.depth = fight.depth.saturating_sub(1);
    done?;
    if trigger(fight, ability) == Some(Trigger::Named) {
        table
            .tell(|| Event::new(&special_actions::SPEAK, format!("{} speaks", fight.label(who))).by(who).because(told));
        special_actions::talk(fight, table, who, None)?;
    }
    Ok(true)
}

/// What is told of a reaction: who does what, the target, and which step has set it off.
fn tell_reaction(
    fight: &Fight,
    (who, at): (Who, Who),
    ability: AbilityId,
    (own, moved): (bool, Option<&'static str>),
) -> Event {
    let (name, doer, whom) = (&fight.ability(ability).entry.name, fight.label(who), fight.label(at));
    let text = match moved {
        Some(kind) => format!("{doer} carries out {name} on {whom}, who has moved {kind} its reach"),
        None if own => format!("{doer} carries out {name}"),
        None => format!("{doer} carries out {name} on {whom}"),
    };
    let event = Event::new(&actions::PREPARED_TRIGGER, text).by(who).to(at).answer();
    let event = event.and(&actions::OUTSIDE).and(&actions::FREE_LATER).and(&actions::ONCE);
    let event = match moved {
        Some(kind) => {
            let event = event.and(&actions::MOVE_TRIGGER).and(&actions::MOVE_KINDS);
            if kind == "out of" { event.and(&actions::RANGE_WAIVED) } else { event }
        }
        None => event,
    };
    let rule = actions::rule_of(fight.ability(ability).time());
    uses::used(fight, event.and(rule), (who, ability), &[at])
}

fn consume(fight: &mut Fight, who: Who) {
    let mut one = fight.one_mut(who);
    if let Some(prepared) = &mut one.prepared {
        prepared.times = prepared.times.saturating_sub(1);
        if prepared.times == 0 {
            one.prepared = None;
        }
    }
}

/// Whether anybody may have prepared something: if not, no window needs a look.
#[inline]
pub fn may_come(fight: &Fight) -> bool {
    fight.waiting
}

#[inline]
fn anybody_ready(fight: &Fight) -> bool {
    may_come(fight) && fight.cast.iter().any(|one| one.prepared.is_some())
}

/// `Q-18`: those whose trigger fits, in turn order.
fn holders(fight: &Fight, fits: impl Fn(Who, AbilityId, Trigger) -> bool) -> order::Line {
    if !anybody_ready(fight) {
        return order::Line::new();
    }
    order::line(fight, |who| {
        ready(fight, who)
            .is_some_and(|ability| trigger(fight, ability).is_some_and(|trigger| fits(who, ability, trigger)))
    })
}

/// How far a move trigger reaches: what it says, or the reach of the attack.
fn guarded(fight: &Fight, holder: Who, ability: AbilityId, within: Option<i16>) -> i16 {
    if let Some(within) = within {
        return within;
    }
    let attack = if fight.ability(ability).strikes {
        abilities::basic(fight, holder, With::MainHand).unwrap_or(ability)
    } else {
        ability
    };
    match fight.ability(attack).entry.aim {
        Aim::One { range, .. } => targets::reach(fight, holder, attack, range),
        _ => 1,
    }
}

/// How far the holders are from a mover before its step.
pub fn before_step(fight: &Fight, mover: Who) -> Before {
    let mut before = Before::new();
    if anybody_ready(fight) {
        let holds = |who: &Who| fight.one(*who).prepared.is_some();
        before.extend(fight.everyone().filter(holds).map(|who| (who, distance::between(fight, who, mover))));
    }
    before
}

/// Whether somebody's movement sets nothing off.
fn slips_by(fight: &Fight, mover: Who) -> bool {
    features::any(fight, mover, Topic::Steps, |feature| feature == Feature::SlipsBy)
}

/// W-attempt: a foe is about to enter a guarded area or to move within it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn attempt<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    mover: Who,
    to: Square,
) -> Result<(), T::Halt> {
    if !anybody_ready(fight) || slips_by(fight, mover) {
        return Ok(());
    }
    let guards = holders(fight, |who, _, trigger| match trigger {
        Trigger::FoeAttempts { within } => {
            fight.foes(who, mover) && distance::from_square(fight, mover, to, who) <= within
        }
        _ => false,
    });
    for who in guards {
        if fight.able(mover) {
            react(fight, table, (who, mover), None)?;
        }
    }
    Ok(())
}

/// Which of the three a step is, seen from one who guards so many metres.
fn kind_of_step(before: i16, after: i16, within: i16) -> Option<&'static str> {
    match (before <= within, after <= within) {
        (false, true) => Some("into"),
        (true, true) => Some("within"),
        (true, false) => Some("out of"),
        (false, false) => None,
    }
}

/// W-step: a foe has moved into, within or out of a guarded area and stands in its new square.
///
/// # Errors
/// Halts with the table.
pub(crate) fn moved<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    mover: Who,
    before: &Before,
    rushing: bool,
) -> Result<(), T::Halt> {
    if before.is_empty() || slips_by(fight, mover) {
        return Ok(());
    }
    let guards = holders(fight, |who, ability, trigger| {
        fight.foes(who, mover) && step_of(fight, mover, before, rushing, (who, ability, trigger)).is_some()
    });
    for who in guards {
        if !fight.present(mover) {
            return Ok(());
        }
        let kind = ready(fight, who)
            .and_then(|ability| Some((who, ability, trigger(fight, ability)?)))
            .and_then(|holder| step_of(fight, mover, before, rushing, holder));
        react(fight, table, (who, mover), kind)?;
    }
    Ok(())
}

/// Which of the three a step is for a holder, if its trigger is a step at all.
fn step_of(
    fight: &Fight,
    mover: Who,
    before: &Before,
    rushing: bool,
    (who, ability, trigger): (Who, AbilityId, Trigger),
) -> Option<&'static str> {
    let was = before.iter().find(|(holder, _)| *holder == who).map(|(_, metres)| *metres)?;
    let is = distance::between(fight, who, mover);
    match trigger {
        Trigger::FoeMoves { within } => kind_of_step(was, is, guarded(fight, who, ability, within)),
        Trigger::FoeRushes { within } if rushing && is <= within => kind_of_step(was, is, within),
        _ => None,
    }
}

/// W-before-roll: an ability is used against somebody who waits for that.
///
/// # Errors
/// Halts with the table.
pub(crate) fn before_roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
) -> Result<(), T::Halt> {
    if by == at || !anybody_ready(fight) || !fight.ability(ability).damaging {
        return Ok(());
    }
    let fits = ready(fight, at).and_then(|own| trigger(fight, own)).is_some_and(|trigger| match trigger {
        Trigger::TargetedPhysically => precision::counts_against(fight, ability, Against::Physical),
        Trigger::TargetedMagically => precision::counts_against(fight, ability, Against::Magical),
        _ => false,
    });
    if fits {
        react(fight, table, (at, by), None)?;
    }
    Ok(())
}

/// W-prone: somebody has fallen.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fell<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let near = holders(fight, |who, _, trigger| match trigger {
        Trigger::FoeFalls { within } => fight.foes(who, whom) && distance::between(fight, who, whom) <= within,
        _ => false,
    });
    for who in near {
        if fight.present(whom) && prone::lies(fight, whom) {
            react(fight, table, (who, whom), None)?;
        }
    }
    Ok(())
}

/// W-after-attack: an attack on somebody is through, hit or miss.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, at): (Who, Who),
    melee: bool,
) -> Result<(), T::Halt> {
    if by == at || !anybody_ready(fight) {
        return Ok(());
    }
    let also = holders(fight, |who, own, trigger| match trigger {
        Trigger::AttackedInMelee => {
            who == at && melee && distance::between(fight, who, by) <= guarded(fight, who, own, None)
        }
        Trigger::FlankedFoeAttacked => {
            who != by
                && fight.foes(who, at)
                && adjacency::flanked(fight, at)
                && adjacency::adjacent(fight, who, at)
                && adjacency::wields_melee(fight, who)
        }
        _ => false,
    });
    for who in also {
        let against = if who == at { by } else { at };
        if fight.present(against) {
            react(fight, table, (who, against), None)?;
        }
    }
    Ok(())
}

/// W-event: somebody who has named an event may speak right after it.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn event<T: Table<Fight>>(fight: &mut Fight, table: &mut T, doer: Who) -> Result<(), T::Halt> {
    match may_come(fight) {
        true => speak_up(fight, table, doer),
        false => Ok(()),
    }
}

fn speak_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, doer: Who) -> Result<(), T::Halt> {
    let speakers = holders(fight, |who, _, trigger| who != doer && trigger == Trigger::Named);
    for who in speakers {
        react(fight, table, (who, doer), None)?;
    }
    Ok(())
}
