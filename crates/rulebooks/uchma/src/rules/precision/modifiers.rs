//! What somebody's roll is made of besides the die.

use quintain_engine::{Rule, Who};

use super::{ABILITY, Attempt, LEVEL, OTHER, WEAPON};
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

/// The modifier that somebody's rolls have now without regard to the target: half the level, weapon precision, and what
/// lasts on it.
pub fn modifier(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let own = if one.before.is_none() { one.precision_bonus } else { 0 };
    let mut total = one.makeup.half_level + weapon_precision(fight, who) + own;
    impairments(fight, who, &mut |_, value, _| total += value);
    total
        + features::sum(fight, who, Topic::Rolls, |feature, source| match feature {
            Feature::Precision { by, when: None } => fight.value(by, source.with),
            _ => 0,
        })
}

/// Everything that somebody's roll is made of besides the die, part by part.
pub(super) fn bonuses(fight: &Fight, attempt: &Attempt, mut add: impl FnMut(&'static str, i16, &'static Rule)) {
    let Attempt { by, at, ability, bonus, plain, steadied, .. } = *attempt;
    let (one, entry) = (fight.one(by), fight.ability(ability));
    add("level", one.makeup.half_level, &LEVEL);
    let ignored = plain || entry.entry.ignores_weapon_precision || prone::halves(fight, by, ability);
    if !ignored {
        add("weapon", weapon_precision(fight, by), &WEAPON);
    }
    add("ability", entry.entry.precision + bonus, &ABILITY);
    add("own", if one.before.is_none() { one.precision_bonus } else { 0 }, &OTHER);
    if !one.lasting.is_empty() {
        impairments(fight, by, &mut add);
    }
    if !features::none(fight, by, Topic::Rolls) {
        add("given", given(fight, by, at), &OTHER);
    }
    if entry.is(Tag::Command) {
        add("pet", guidance(fight, by), &OTHER);
    }
    if special_actions::is_projectile(fight, ability) {
        let (height, rule) = cover::height_bonus(fight, by, at);
        add(if height > 0 { "high ground" } else { "low ground" }, height, rule);
        add("unsteady aim", weapons::unsteadiness(fight, by, ability, steadied), &weapons::UNSTEADY);
    }
    if entry.melee && !fight.thrown && adjacency::flanked(fight, at) {
        add("flanked", 1, &adjacency::BONUS);
    }
    let lies = fight.one(at).prone || fight.one(at).unconscious;
    if lies && adjacency::adjacent(fight, by, at) {
        add("prone target", 1, &prone::ADJACENT);
    }
}

/// The sum of it.
pub(super) fn added(fight: &Fight, attempt: &Attempt) -> i16 {
    let mut whole = 0;
    bonuses(fight, attempt, |_, value, _| whole += value);
    whole
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
fn impairments(fight: &Fight, by: Who, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(by);
    let under = |status| affected(fight, by, status);
    if under(Status::Blinded) {
        add("blinded", -5, &statuses::BLINDED);
    }
    if under(Status::Disoriented) {
        add("disoriented", -one.size(Status::Disoriented), &statuses::DISORIENTED);
    }
    if let Some(fatigued) = one.lasting.status(Status::Fatigued).filter(|_| under(Status::Fatigued)) {
        add("fatigued", -2 * i16::from(fatigued.stacks), &statuses::FATIGUED);
    }
    if under(Status::PredictiveForesight) {
        add("foresight", 1, &statuses::PREDICTIVE);
    }
    if one.ambushed() {
        add("ambushed", -1, &ambush::PRECISION);
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
