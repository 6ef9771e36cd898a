//! What somebody's roll is made of besides the die.

use quintain_engine::{Reckoning, Who};

use super::{ABILITY, Attempt, IGNORE, LEVEL, OTHER, WEAPON};
use crate::book::{Feature, Status, Tag, Topic};
use crate::fight::Fight;
use crate::rules::features::affected;
use crate::rules::{adjacency, ambush, cover, features, prone, special_actions, statuses, summoning, weapons};

/// `precision.weapon`: the weapon precision of somebody.
#[inline]
pub fn weapon_precision(fight: &Fight, who: Who) -> i16 {
    fight.one(who).makeup.precision
}

/// The same, worked out for the notes of [`Fight`].
pub(crate) fn weapons_of_makeup(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let template = fight.template(who);
    if let Some(whole) = template.precision {
        return fight.value(whole, one.own) - fight.half(one.own.level);
    }
    if one.before.is_some() {
        return 0;
    }
    let main = one.main.unwrap_or(weapons::BARE);
    let off = one.off.filter(|weapon| fight.weapon(*weapon).entry.hold == crate::book::Hold::OffHand);
    fight.weapon(main).entry.precision + off.map_or(0, |weapon| fight.weapon(weapon).entry.precision)
}

/// The modifier of somebody's rolls now without regard to the target: half the level, weapon precision, and what lasts.
pub fn modifier<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let mut parts = R::default();
    parts.add(&LEVEL, "level", fight.one(who).makeup.half_level);
    parts.add(&WEAPON, "weapon", weapon_precision(fight, who));
    parts.add(&OTHER, "own", own(fight, who));
    impairments(fight, who, &mut parts);
    let given = features::sum(fight, who, Topic::Rolls, |feature, source| match feature {
        Feature::Precision { by, when: None } => fight.value(by, source.with),
        _ => 0,
    });
    parts.add(&OTHER, "given", given);
    parts
}

/// Everything that somebody's roll is made of besides the die.
pub(crate) fn bonuses<R: Reckoning>(fight: &Fight, attempt: &Attempt) -> R {
    let Attempt { by, at, ability, bonus, plain, steadied, .. } = *attempt;
    let (one, entry) = (fight.one(by), fight.ability(ability));
    let mut parts = R::default();
    parts.add(&LEVEL, "level", one.makeup.half_level);
    match () {
        () if prone::halves(fight, by, ability) => {
            parts.waive(&prone::NO_WEAPON, "weapon", weapon_precision(fight, by), "it lies")
        }
        () if plain || entry.entry.ignores_weapon_precision => {
            parts.waive(&IGNORE, "weapon", weapon_precision(fight, by), "the attack leaves it out")
        }
        () => parts.add(&WEAPON, "weapon", weapon_precision(fight, by)),
    };
    parts.add(&ABILITY, "ability", entry.entry.precision + bonus);
    parts.add(&OTHER, "own", own(fight, by));
    if !one.lasting.is_empty() {
        impairments(fight, by, &mut parts);
    }
    if !features::none(fight, by, Topic::Rolls) {
        parts.add(&OTHER, "given", given(fight, by, at));
    }
    if entry.is(Tag::Command) {
        parts.add(&OTHER, "pet", guidance(fight, by));
    }
    if special_actions::is_projectile(fight, ability) {
        let (height, rule) = cover::height_bonus(fight, by, at);
        parts.add(rule, if height > 0 { "high ground" } else { "low ground" }, height);
        parts.add(&weapons::UNSTEADY, "unsteady aim", weapons::unsteadiness(fight, by, ability, steadied));
    }
    if entry.melee && !fight.thrown && adjacency::flanked(fight, at) {
        parts.add(&adjacency::BONUS, "flanked", 1);
    }
    let lies = fight.one(at).prone || fight.one(at).unconscious;
    // Nobody is adjacent to oneself: one may lie on ground that acts in one's own name.
    if lies && by != at && adjacency::adjacent(fight, by, at) {
        parts.add(&prone::ADJACENT, "prone target", 1);
    }
    parts
}

/// What the encounter or the game master has added to somebody's rolls; another shape does not have it.
fn own(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    if one.before.is_none() { one.precision_bonus } else { 0 }
}

/// What features add to somebody's rolls against another.
fn given(fight: &Fight, by: Who, at: Who) -> i16 {
    features::sum(fight, by, Topic::Rolls, |feature, source| match feature {
        Feature::Precision { by: much, when } if when.is_none_or(|when| features::holds(fight, by, Some(at), when)) => {
            fight.value(much, source.with)
        }
        _ => 0,
    })
}

/// What lasts on somebody and changes its rolls.
fn impairments(fight: &Fight, by: Who, parts: &mut impl Reckoning) {
    let one = fight.one(by);
    let under = |status| affected(fight, by, status);
    if under(Status::Blinded) {
        parts.add(&statuses::BLINDED, "blinded", -5).until("the blindness ends");
    }
    if under(Status::Disoriented) {
        parts.add(&statuses::DISORIENTED, "disoriented", -one.size(Status::Disoriented)).until("it ends");
    }
    parts.add(&statuses::FATIGUED, "fatigued", statuses::fatigue(fight, by)).until("it ends");
    if under(Status::PredictiveForesight) {
        parts.add(&statuses::PREDICTIVE, "foresight", 1).until("the next roll");
    }
    if one.ambushed() {
        parts.add(&ambush::PRECISION, "ambushed", -1).until("the ambush is over");
    }
}

/// What a pet adds to commands that go through it.
fn guidance(fight: &Fight, by: Who) -> i16 {
    summoning::pet_of(fight, by).map_or(0, |pet| {
        features::sum(fight, pet, Topic::Rolls, |feature, _| match feature {
            Feature::GuidesCommands { by } => by,
            _ => 0,
        })
    })
}
