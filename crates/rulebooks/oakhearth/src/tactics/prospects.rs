//! The targets in reach and the means: what hurts most, and what promises most.

use std::cell::OnceCell;

use quintain_engine::Who;

use crate::ask::With;
use crate::book::{Condition, Property};
use crate::fight::Fight;
use crate::rules::{attack, flanking, numbers, weapons};

/// What has been found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// What would hurt most, hit or miss.
    pub(super) hardest: Option<(Who, With)>,
    /// What promises most.
    pub(super) best: Option<(Who, With)>,
}

/// What there is to strike at now.
pub(super) fn found(fight: &Fight, who: Who) -> Found {
    let mut hardest: Option<(i16, Who, With)> = None;
    let mut best: Option<(i32, Who, With)> = None;
    let minded = fight.one(who).minded;
    let mut prey: Option<Prey> = None;
    let mut armed = None;
    attack::each(fight, who, |at, with| {
        // The bare body does no more harm than a weapon that reaches as well.
        if with == With::Body && armed == Some(at) {
            return;
        }
        let melee = || weapons::melee(fight, who, at, fight.weapon(weapons::used(fight, who, with)));
        if armed != Some(at) && melee() {
            armed = Some(at);
        }
        let base = weapons::base_damage(fight, who, weapons::used(fight, who, with));
        if hardest.is_none_or(|(known, ..)| base > known) {
            hardest = Some((base, at, with));
        }
        if fight.fighting(at) {
            let same = prey.take().filter(|prey| prey.at == at);
            let prey = prey.insert(same.unwrap_or_else(|| Prey::of(fight, who, at)));
            let worth = minded.weighs(worth(fight, who, with, prey).into(), || super::as_prey(fight, who, at));
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, at, with));
            }
        }
    });
    Found { hardest: hardest.map(|(_, at, with)| (at, with)), best: best.map(|(_, at, with)| (at, with)) }
}

/// Somebody who could be attacked, whatever with.
pub(super) struct Prey {
    at: Who,
    /// The bonus of an Attack Check, with its AC taken off.
    bonus: i16,
    /// Whether it is flanked: found out where it matters.
    flanked: OnceCell<bool>,
}

impl Prey {
    pub(super) fn of(fight: &Fight, who: Who, at: Who) -> Prey {
        Prey { at, bonus: numbers::attack_bonus(fight, who) - numbers::ac(fight, at), flanked: OnceCell::new() }
    }
}

/// How promising an attack is, in tenths of its damage.
pub(super) fn worth(fight: &Fight, who: Who, with: With, prey: &Prey) -> i16 {
    let target = prey.at;
    let weapon = weapons::used(fight, who, with);
    let arm = fight.weapon(weapon);
    let melee = weapons::melee(fight, who, target, arm);
    let mut bonus = prey.bonus;
    let flanked = || *prey.flanked.get_or_init(|| flanking::flanked(fight, target));
    if fight.one(target).has(Condition::Exposed) || melee && flanked() {
        bonus += 4;
    }
    if !melee && attack::range(fight, weapon).is_some_and(|(normal, _)| fight.distance(who, target) > normal) {
        bonus -= 4;
    }
    let chance = (21 + bonus).clamp(1, 19);
    let drawn = if matches!(with, With::Drawn(_)) { 3 } else { 0 };
    let catches = arm.is(Property::Capture) && !fight.one(target).has(Condition::Grappled);
    let damage = 2 + 2 * weapons::base_damage(fight, who, weapon) + if catches { 3 } else { 0 };
    chance * damage - fight.one(target).hp.clamp(0, 30) - drawn
}
