//! Which weapon first, and which part of the body to aim at.

use quintain_engine::Who;

use crate::content::{Call, Class, Effect, Feature, Limb, Need, Power, When};
use crate::rules::powers::{self};
use crate::rules::{actions, attacks, defence, health};
use crate::state::{Deed, Defence, Fight, Hold, How, With};

use super::weigh;

/// How much better the odds must be for a turn of aiming, in thousandths, beside twice the chance of shooting now.
const GAIN: i32 = 50;

/// A crossbow that has been loaded in this turn: the rest of the turn goes into the aim, which costs nothing more.
pub(crate) fn steadies(fight: &Fight, who: Who, ruthless: bool) -> bool {
    weigh::is_shooter(fight, who) && actions::may(fight, who, Deed::Aim).is_ok() && {
        let target = weigh::best_attack(fight, who, ruthless);
        target.is_some_and(|(deed, _)| matches!(deed, Deed::Attack { at, .. } if fight.one(at).at != fight.one(who).at))
    }
}

/// Whether one aimed shot in the next turn is worth more than two without aim.
pub(crate) fn pays_to_aim(fight: &Fight, who: Who, ruthless: bool) -> bool {
    if fight.turn.aiming || actions::may(fight, who, Deed::Aim).is_err() {
        return false;
    }
    let Some((Deed::Attack { at, with: With::Weapons }, now)) = weigh::best_attack(fight, who, ruthless) else {
        return false;
    };
    let aimed = |hold| weigh::chance_of(fight, who, at, Some(hold), With::Weapons, -attacks::AIMED);
    let then = fight.one(who).holds().filter(|hold| attacks::may_use(fight, who, at, *hold).is_ok()).map(aimed).max();
    then.is_some_and(|then| then > 2 * now + GAIN)
}

pub(crate) fn how(fight: &Fight, by: Who, at: Who, with: With) -> How {
    let first = if with == With::Weapons { order(fight, by, at) } else { None };
    let limb = if defence::is_helpless(fight, at) { None } else { called(fight, by, at) };
    How { only: None, first, limb, power: goes_for(fight, by, at, with, first) }
}

/// What a beast goes for instead of damage.
pub(crate) fn goes_for(fight: &Fight, by: Who, at: Who, with: With, first: Option<Hold>) -> Option<u8> {
    if with != With::Weapons || fight.powers(by).is_empty() {
        return None;
    }
    let hold = first.or_else(|| attacks::usable(fight, by, at).first().copied())?;
    super::powers::best_before(fight, by, at, hold)
}

/// Which of several weapons strikes first: the lesser one draws out a parry, the better one meets what comes after it.
fn order(fight: &Fight, by: Who, at: Who) -> Option<Hold> {
    let parries = fight.one(at).standing.is_some_and(|standing| matches!(standing.kind, Defence::Parry(_)));
    if !parries {
        return None;
    }
    let harm = |hold: Hold| fight.one(by).arm(hold).map_or(0, |arm| fight.weapon(arm.weapon).entry.damage);
    let mut first = None;
    let mut least: Option<(i16, Hold)> = None;
    for hold in fight.one(by).holds().filter(|hold| attacks::may_use(fight, by, at, *hold).is_ok()) {
        first = first.or(Some(hold));
        if least.is_none_or(|(known, _)| harm(hold) < known) {
            least = Some((harm(hold), hold));
        }
    }
    least.map(|(_, hold)| hold).filter(|hold| first != Some(*hold))
}

/// The part of the body to aim at: the trunk of one who is about to go down, else what a skill needs.
pub(crate) fn called(fight: &Fight, by: Who, at: Who) -> Option<Limb> {
    let (free, called, damage) = chances(fight, by, at)?;
    let one = fight.one(at);
    let hurts = !health::ignores_injuries(fight, at)
        && !fight.features(at).any(|feature| matches!(feature, Feature::DestroyedAt(_)));
    let sinks = hurts && damage.max(on_hit(fight, by, at)) >= one.hp + one.ward && !one.is_disabled(Limb::Torso);
    // A hit anywhere does about two thirds of the good.
    if sinks {
        return (called * 3 > free * 2).then_some(Limb::Torso);
    }
    // A skill that fells or disarms is worth a chance as good as even, if little is lost by aiming.
    if called < 500 || called * 4 < free * 3 || one.hp <= 0 {
        return None;
    }
    let wants = |need: Need, effect: Effect| has_for(fight, by, at, need, effect);
    if !one.prone && wants(Need::Leg, Effect::Fall) {
        return Some(Limb::LeftLeg);
    }
    let armed = one.sword.is_some() && wants(Need::WeaponArm, Effect::Drop);
    armed.then_some(Limb::SwordArm)
}

/// The chance of the best hit without aiming and with it, and the damage of that weapon.
fn chances(fight: &Fight, by: Who, at: Who) -> Option<(i32, i32, i16)> {
    let mut best: Option<(i32, i32, i16)> = None;
    for hold in fight.one(by).holds() {
        if attacks::may_use(fight, by, at, hold).is_err() {
            continue;
        }
        let damage = fight.one(by).arm(hold).map_or(0, |arm| fight.weapon(arm.weapon).entry.damage);
        let free = weigh::chance_of(fight, by, at, Some(hold), With::Weapons, 0);
        let called = weigh::chance_of(fight, by, at, Some(hold), With::Weapons, attacks::CALLED);
        if damage > 0 && best.is_none_or(|(known, ..)| free > known) {
            best = Some((free, called, damage));
        }
    }
    best
}

/// Whether a skill with such an effect waits for a hit on such a part.
fn has_for(fight: &Fight, by: Who, at: Who, need: Need, effect: Effect) -> bool {
    let fits =
        |power: &Power| power.entry.needs.contains(&need) && power.entry.calls.iter().any(|call| call.effect == effect);
    for_hits(fight, by, at).any(fits)
}

/// The most harm that a skill does on a hit, in the place of the weapon's.
fn on_hit(fight: &Fight, by: Who, at: Who) -> i16 {
    let hits = |call: &&Call| call.effect == Effect::Hit;
    let calls = for_hits(fight, by, at).flat_map(|power| power.entry.calls.iter().filter(hits));
    calls.map(|call| powers::number(fight, call)).max().unwrap_or(0)
}

/// The skills that can be used on a hit with what is in hand.
fn for_hits(fight: &Fight, by: Who, at: Who) -> impl Iterator<Item = &Power> {
    let all = fight.powers(by).iter().enumerate().map(|(place, power)| (place, fight.power(*power)));
    let usable = move |(place, power): &(usize, &Power)| {
        let When::OnHit { with, .. } = power.entry.when else { return false };
        (with.is_empty() || wields(fight, by, |class| with.has(class)))
            && powers::may_use(fight, by, *place, Some(at), None).is_ok()
    };
    all.filter(usable).map(|(_, power)| power)
}

fn wields(fight: &Fight, by: Who, fits: impl Fn(Class) -> bool) -> bool {
    let mut arms = fight.one(by).holds().filter_map(|hold| fight.one(by).arm(hold));
    arms.any(|arm| fits(fight.weapon(arm.weapon).entry.class))
}
