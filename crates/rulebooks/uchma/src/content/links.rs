//! What entries of packs name: abilities, creatures, weapons.

use super::AbilityId;
use crate::book::{AbilityEntry, Effect, Feature, Link, Step};

/// What a link names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// An ability of the packs.
    Ability,
    /// A creature.
    Creature,
}

/// Every link of an ability.
pub fn links(entry: &mut AbilityEntry, found: &mut impl FnMut(&mut Link, Names)) {
    for list in [&mut entry.first, &mut entry.does, &mut entry.miss, &mut entry.after, &mut entry.together] {
        for step in list {
            step_links(step, found);
        }
    }
    for feature in &mut entry.features {
        feature_links(feature, found);
    }
}

fn step_links(step: &mut Step, found: &mut impl FnMut(&mut Link, Names)) {
    match &mut step.effect {
        Effect::Strike(strike) => strike.rider.iter_mut().for_each(|link| found(link, Names::Ability)),
        Effect::Summon(summon) => found(&mut summon.creature, Names::Creature),
        Effect::Transform(form) => found(&mut form.into, Names::Creature),
        Effect::Zone(zone) => {
            zone.does.iter_mut().for_each(|link| found(link, Names::Ability));
            zone.gives.iter_mut().for_each(|feature| feature_links(feature, found));
        }
        Effect::Grant(grant) => feature_links(&mut grant.feature, found),
        Effect::Passage(passage) => passage.back.iter_mut().for_each(|link| found(link, Names::Ability)),
        Effect::Dig(dig) => found(&mut dig.does, Names::Ability),
        Effect::Order(link) => found(link, Names::Ability),
        _ => {}
    }
}

fn feature_links(feature: &mut Feature, found: &mut impl FnMut(&mut Link, Names)) {
    match feature {
        Feature::On { does, .. } | Feature::Rider { does, .. } | Feature::Leaves { does } => {
            found(does, Names::Ability)
        }
        _ => {}
    }
}

/// The ability that a resolved link names.
pub fn ability_of(link: Link) -> Option<AbilityId> {
    link.place().map(|place| AbilityId(place as u16))
}
