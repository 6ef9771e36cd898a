//! Parts of the body: which is hit, what its wound does, and what opens it again.

use crate::content::{Effect, Feature, Limb, Word};
use crate::rules::{daze, effects, movement};
use crate::state::{Ask, Clocks, Fight, yes};
use quintain_engine::{Event, Table, Throw, Who};

use super::{ADD, EFFECT, Loss, PART, STABILISED, level, worse};

pub(crate) fn part_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Option<Who>,
) -> Result<Limb, T::Halt> {
    let throw = Throw { at: Some(who), who: by, ..Throw::die(6, &PART, "the part hit") };
    Ok(match table.die(fight, throw)? {
        1 => Limb::SwordArm,
        2 => Limb::OffArm,
        3 => Limb::LeftLeg,
        4 => Limb::RightLeg,
        _ => Limb::Torso,
    })
}

pub(super) fn wound<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, loss: &Loss) -> Result<(), T::Halt> {
    let limb = match loss.limb {
        Some(limb) => limb,
        None => part_hit(fight, table, who, loss.by)?,
    };
    let first = fight.one(who).hurt == 0;
    if fight.one(who).is_hurt(limb) {
        return Ok(());
    }
    fight.one_mut(who).hurt |= 1 << limb.place();
    table.tell(|| {
        let text = format!("The {limb} of {} is disabled", fight.label(who));
        let event = fight.caused(Event::new(&EFFECT, text).and(&PART).to(who));
        if first { event } else { event.and(&ADD) }
    });
    disable(fight, table, who, limb)
}

fn disable<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, limb: Limb) -> Result<(), T::Halt> {
    if ignores_wound(fight, who, limb) {
        return Ok(());
    }
    match limb {
        Limb::SwordArm | Limb::OffArm => {
            // What an injured arm has let go stays down as long as the injury lasts.
            if effects::drop_item(fight, table, who, Some(limb))
                && let Some(lying) = fight.floor.last_mut()
            {
                lying.arm = Some(limb);
            }
        }
        Limb::LeftLeg | Limb::RightLeg => {
            effects::falls_down(fight, table, who, &EFFECT);
            return movement::loses_hold(fight, table, who);
        }
        Limb::Torso => {
            daze::stun(fight, table, who);
            if fight.turn.who == Some(who) {
                fight.turn.ended = true;
            }
        }
    }
    Ok(())
}

/// Injuries that were ignored so far do what they do, where nothing ignores them any more.
pub(crate) fn take_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    for limb in Limb::ALL {
        if fight.present(who) && fight.one(who).is_hurt(*limb) {
            disable(fight, table, who, *limb)?;
        }
    }
    Ok(())
}

/// Whether what a wound of this part does is ignored: with all injuries, or because that effect does nothing to the body.
pub(crate) fn ignores_wound(fight: &Fight, who: Who, limb: Limb) -> bool {
    let effect = match limb {
        Limb::SwordArm | Limb::OffArm => Effect::Drop,
        Limb::LeftLeg | Limb::RightLeg => Effect::Fall,
        Limb::Torso => Effect::Daze,
    };
    ignores_injuries(fight, who) || effects::is_immune(fight, who, effect)
}

/// Whether what injuries do is ignored, as things are.
pub(crate) fn ignores_injuries(fight: &Fight, who: Who) -> bool {
    let (hp, scale) = (fight.one(who).hp, fight.house().hp_scale);
    fight.features(who).any(|feature| match feature {
        Feature::IgnoresInjuries { card: None } => true,
        Feature::IgnoresInjuries { card: Some(card) } => hp >= card * scale - (scale - 1),
        _ => false,
    })
}

/// Whether a leg is wounded and keeps its owner on the ground.
pub(crate) fn lame(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    (one.is_disabled(Limb::LeftLeg) || one.is_disabled(Limb::RightLeg)) && !ignores_wound(fight, who, Limb::LeftLeg)
}

/// Whether a hand is of no use: its arm is wounded.
pub(crate) fn useless(fight: &Fight, who: Who, arm: Limb) -> bool {
    fight.one(who).is_disabled(arm) && !ignores_wound(fight, who, arm)
}

/// What the stabilised do with their bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strain {
    /// Moves from its place or stands up.
    Legs,
    SwordArm,
    OffArm,
    BothArms,
    /// Anything else but speaking.
    Other,
}

/// The stabilised who use a wounded part start dying anew, unless the game master lets it pass.
pub(crate) fn strains<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    strain: Strain,
) -> Result<(), T::Halt> {
    if !may_reopen(fight, who, strain) || !yes(fight, table, Ask::Reopens { who })? {
        return Ok(());
    }
    fight.one_mut(who).stabilised = false;
    table.tell(|| Event::new(&STABILISED, format!("The wound of {} opens again", fight.label(who))).by(who));
    let now = level(fight, who);
    worse(fight, table, who, now);
    Ok(())
}

/// Whether a stabilised combatant uses a wounded part so.
pub(crate) fn may_reopen(fight: &Fight, who: Who, strain: Strain) -> bool {
    let one = fight.one(who);
    let legs = one.is_hurt(Limb::LeftLeg) || one.is_hurt(Limb::RightLeg);
    let uses = match strain {
        Strain::Legs => legs,
        Strain::SwordArm => one.is_hurt(Limb::SwordArm),
        Strain::OffArm => one.is_hurt(Limb::OffArm),
        Strain::BothArms => one.is_hurt(Limb::SwordArm) || one.is_hurt(Limb::OffArm),
        Strain::Other => false,
    };
    one.stabilised && (uses || one.is_hurt(Limb::Torso))
}

pub(crate) fn stabilise(fight: &mut Fight, who: Who) {
    let one = fight.one_mut(who);
    one.stabilised = true;
    one.clocks = Clocks::default();
    one.unconscious = false;
}
