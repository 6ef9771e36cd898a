//! What may be declared, or by which rule it is refused.

use crate::arm::{ArmId, UNARMED};
use crate::book::Use;
use crate::cast::Look;
use crate::combatant::Combatant;
use crate::condition::{Condition, Effect};
use crate::declaration::{Contest, Deed};
use crate::fight::Fight;
use crate::house::MultiAttack;
use crate::rules::{
    actions, battle_map, creatures, critical, detachment, dual, gear, gifts, hazards, incantations, magic, prayer,
    retreat, scars,
};
use quintain_engine::{Refusal, Who};

/// Whether somebody may declare this action now.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    match deed {
        Deed::Nothing => Ok(()),
        Deed::Attack { arm, off: None, at, .. } if strikes_freely(fight, who, arm, at) => Ok(()),
        deed => may_closely(fight, who, deed),
    }
}

/// Whether nothing keeps somebody from the one strike it has, nor bars anybody from getting at that one.
#[inline(always)]
fn strikes_freely(fight: &Fight, who: Who, arm: ArmId, at: Who) -> bool {
    let Some(looks) = fight.cast.looks() else { return false };
    let (Some(look), Some(target)) = (looks.get(who.index()), looks.get(at.index())) else { return false };
    nothing_bars(fight, look, target, arm)
}

/// The same for two whose looks are known.
#[inline(always)]
pub fn nothing_bars(fight: &Fight, look: &Look, target: &Look, arm: ArmId) -> bool {
    let at_hand = look.make.only_arm.is_some_and(|(only, _)| only == arm);
    look.is_calm() && at_hand && target.open && fight.ground().is_none()
}

/// The same where there may be something to say against it.
fn may_closely(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    actions::may_act(fight, who)?;
    let one = fight.one(who);
    if one.is(Condition::Fleeing) && !matches!(deed, Deed::Retreat) {
        return Err(Refusal::new(&crate::rules::morale::FAIL, "it flees"));
    }
    if !one.effects.is_empty() {
        gifts::may_in_hate(fight, who, deed)?;
    }
    match deed {
        Deed::Attack { arm, off, at, .. } => may_attack_closely(fight, who, arm, off, at),
        other => may_do(fight, who, other),
    }
}

/// Whether somebody who may act may do this, which is no attack.
fn may_do(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    let one = fight.one(who);
    match deed {
        Deed::Cast { spell, at, .. } => {
            let known = one.spells[usize::from(spell)];
            magic::may_recite(fight, who, known)?;
            if magic::is_pooled(fight, who, deed) {
                has_the_heart(fight, who, at)?;
            }
            magic::may_target(fight, who, fight.setting.incantations[usize::from(known.incantation)].does, at)
        }
        Deed::Pray { god, .. } => prayer::may_pray(fight, who, god),
        Deed::SecondMove(_) => battle_map::may_move_twice(fight, who),
        Deed::Retreat => retreat::may_retreat(fight, who),
        Deed::Aid(at) => critical::may_aid(fight, at).and_then(|()| battle_map::may_aim(fight, who, at, 5, true)),
        Deed::Snatch(at) => creatures::may_snatch(fight, who, at, false),
        Deed::CarryOff(at) => creatures::may_snatch(fight, who, at, true),
        Deed::Sear(at) => gear::may_sear(fight, who, at),
        Deed::TakeShield if scars::hampers(fight, who, "shield") => Err(Refusal::new(&scars::HANDICAP, "a maimed arm")),
        Deed::Contest { at, kind } => may_contest(fight, who, kind, at),
        Deed::Use { item, at } => {
            let Some(entry) = fight.carried(who, item) else {
                return Err(Refusal::new(&gear::CARRIED, "it is not carried any more"));
            };
            gear::may_use(fight, who, (item, entry.does), at)
        }
        Deed::Arrow { item, at, .. } => gear::may_use(fight, who, (item, Use::Arrow), at),
        Deed::Restore { arm, at } => gifts::may_restore(fight, who, arm, at),
        Deed::Light(at) => hazards::may_light(fight, who, at),
        Deed::Sing if one.under(Effect::Silenced) => Err(Refusal::new(&magic::VOICE, "silenced")),
        Deed::Rest => gear::may_rest(fight, who),
        Deed::Gaze(at) => may_gaze(fight, who, at),
        _ => Ok(()),
    }
}

/// Whether somebody's gaze may be turned on that one: it is how such a creature attacks.
pub(super) fn may_gaze(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    has_the_heart(fight, who, at)?;
    let feet = creatures::gaze_feet(fight, who).unwrap_or(0);
    if !fight.present(at) || battle_map::may_aim(fight, who, at, feet, false).is_err() {
        return Err(Refusal::new(&creatures::GAZE, "not in sight of the gaze"));
    }
    Ok(())
}

/// Whether an attack on that one may be declared: it must be there, no friend of an enchanted heart, and within reach.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_attack(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>, at: Who) -> Result<(), Refusal> {
    let freely = off.is_none() && strikes_freely(fight, who, arm, at);
    if freely { Ok(()) } else { may_attack_closely(fight, who, arm, off, at) }
}

/// The same where there may be something to say against it.
///
/// # Errors
/// The refusal.
pub fn may_attack_closely(fight: &Fight, who: Who, arm: ArmId, off: Option<ArmId>, at: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if !fight.present(at) {
        return Err(Refusal::new(&actions::ATTACK, "it is not on the field any more"));
    }
    if !one.effects.is_empty() {
        has_the_heart(fight, who, at)?;
    }
    if let Some(off) = off {
        may_attack_with_both(fight, who, off)?;
    }
    let entry = fight.arm(arm);
    if !(entry.natural || one.in_hand.contains(&arm)) {
        return Err(Refusal::new(&gear::DRAW, "not in hand"));
    }
    if entry.bulky && scars::hampers(fight, who, "arm") {
        return Err(Refusal::new(&scars::HANDICAP, "a maimed arm"));
    }
    battle_map::may_declare(fight, who, at, arm)?;
    // `dual.attack`: both dice are rolled, so both weapons have to get there. A natural one may go for somebody else.
    match off.filter(|off| !fight.arm(*off).natural) {
        Some(off) => battle_map::may_declare(fight, who, at, off),
        None => Ok(()),
    }
}

/// Whether no enchantment keeps somebody from attacking that one.
pub(super) fn has_the_heart(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    if fight.one(who).under_by(Effect::Attracted, at) {
        return Err(Refusal::new(&incantations::ATTRACTION, "it is attracted to that one"));
    }
    if fight.one(who).under(Effect::Appeased) {
        return Err(Refusal::new(&incantations::RESTRAIN_ANGER, "its anger is restrained"));
    }
    Ok(())
}

/// Whether another arm may strike at the same time.
pub(super) fn may_attack_with_both(fight: &Fight, who: Who, off: ArmId) -> Result<(), Refusal> {
    if !fight.arm(off).natural {
        dual::may_strike_twice(fight, who)?;
        if !fight.one(who).in_hand.contains(&off) {
            return Err(Refusal::new(&gear::DRAW, "not in hand"));
        }
        return Ok(());
    }
    match fight.house().multi_attack {
        MultiAttack::OneEntry => Err(Refusal::new(&creatures::SEVERAL, "one entry a turn")),
        MultiAttack::AsData => Ok(()),
    }
}

pub(super) fn may_contest(fight: &Fight, who: Who, kind: Contest, at: Who) -> Result<(), Refusal> {
    if fight.one(at).detachment {
        return Err(Refusal::new(&detachment::ONE, "a detachment cannot be wrestled"));
    }
    if kind == Contest::Disarm && fight.one(at).in_hand.is_empty() {
        return Err(Refusal::new(&gear::CONTEST, "it has nothing in hand"));
    }
    battle_map::may_declare(fight, who, at, crate::arm::UNARMED)
}

/// Foes who are on the field.
#[inline]
pub fn foes(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let hostile = fight.setting.hostile.of(fight.one(who).side);
    let is_foe = move |one: &Combatant| hostile.get(one.side.index()) == Some(&true) && one.is_present();
    fight.cast.iter().zip(fight.everyone()).filter(move |(one, _)| is_foe(one)).map(|(_, foe)| foe)
}

/// Friends who are on the field, oneself included.
#[inline]
pub fn friends(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.everyone().filter(move |friend| !fight.foes(who, *friend) && fight.present(*friend))
}

/// The targets that further strikes of an attack may go to.
pub fn further_targets(fight: &Fight, who: Who, at: Who, arm: ArmId) -> impl Iterator<Item = Who> + '_ {
    foes(fight, who).filter(move |foe| *foe != at && battle_map::may_declare(fight, who, *foe, arm).is_ok())
}

/// The targets that a stale attack may turn to: those in reach with the same weapon.
pub fn redirect_targets(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let (arm, off) = match fight.one(who).plan.deed {
        Deed::Attack { arm, off, .. } => (arm, off),
        _ => (UNARMED, None),
    };
    foes(fight, who).filter(move |foe| may_attack(fight, who, arm, off, *foe).is_ok())
}

/// Companions that a dead hero's player may take over.
pub fn companions(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    let side = fight.one(who).home;
    fight.everyone().filter(move |other| {
        let one = fight.one(*other);
        !one.hero && one.home == side && one.side == side && fight.fighting(*other) && !one.detachment
    })
}
