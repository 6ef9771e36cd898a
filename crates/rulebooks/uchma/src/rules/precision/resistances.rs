//! What a roll is held against, cover left out.

use quintain_engine::{Rule, Who};

use super::{Attempt, OTHER, VERSUS};
use crate::book::{Against, DamageKind, Feature, Resistance, Status, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::house::UnconsciousStunned;
use crate::rules::features::affected;
use crate::rules::{ambush, features, statuses, weapons};

/// Whether a feature that is meant against something counts against this ability.
pub fn counts_against(fight: &Fight, ability: AbilityId, against: Against) -> bool {
    let ability = fight.ability(ability);
    let magical = ability.kind == Some(DamageKind::Magical) || (ability.kind.is_none() && ability.is(Tag::Technique));
    let flies = fight.thrown || ability.is(Tag::Projectile);
    match against {
        Against::Anything | Against::ThatCreature => true,
        Against::Physical => !magical,
        Against::Magical => magical,
        Against::Projectiles => flies,
        Against::PhysicalProjectiles => flies && !magical,
        Against::MagicalProjectiles => flies && magical,
    }
}

/// A resistance without cover.
pub fn resistance(fight: &Fight, whom: Who, which: Resistance) -> i16 {
    held_against(fight, whom, which, None)
}

/// A resistance as it is now, perhaps against an attempt; cover left out.
#[inline(always)]
pub(super) fn held_against(fight: &Fight, whom: Who, which: Resistance, attempt: Option<&Attempt>) -> i16 {
    let one = fight.one(whom);
    let mut whole = one.makeup.guard[which as usize];
    if features::is_bare(fight, whom) && !one.unconscious {
        return whole;
    }
    altered(fight, whom, which, attempt, |_, value, _| whole += value);
    whole
}

/// Everything that a resistance is made of, part by part.
pub(super) fn guarded(
    fight: &Fight,
    whom: Who,
    which: Resistance,
    attempt: Option<&Attempt>,
    mut add: impl FnMut(&'static str, i16, &'static Rule),
) {
    innate(fight, whom, which, &mut add);
    altered(fight, whom, which, attempt, add);
}

/// What a resistance is made of before anything that lasts, part by part.
fn innate(fight: &Fight, whom: Who, which: Resistance, mut add: impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    let base = fight.template(whom).resistances[which as usize];
    add("base", fight.value(base, one.own), &VERSUS);
    if one.before.is_none() {
        add("own", one.bonus[which as usize], &OTHER);
        let worn: i16 = [one.main, one.off]
            .into_iter()
            .flatten()
            .map(|weapon| match which {
                Resistance::Parry => fight.weapon(weapon).entry.parry,
                Resistance::Warding => fight.weapon(weapon).entry.warding,
                _ => 0,
            })
            .sum();
        add("gear", worn, &weapons::WIELDED);
    }
}

/// Its sum, worked out for the notes of [`Fight`].
pub(crate) fn guard_of_makeup(fight: &Fight, whom: Who, which: Resistance) -> i16 {
    let mut whole = 0;
    innate(fight, whom, which, |_, value, _| whole += value);
    whole
}

/// What changes a resistance for a while, part by part.
fn altered(
    fight: &Fight,
    whom: Who,
    which: Resistance,
    attempt: Option<&Attempt>,
    mut add: impl FnMut(&'static str, i16, &'static Rule),
) {
    hindrances(fight, whom, which, &mut add);
    let given = features::sum(fight, whom, Topic::Guard, |feature, source| match feature {
        Feature::Resistance { which: of, by, against } => {
            let meant = of.is_empty() || of.has(which);
            let fits = match attempt {
                None => against == Against::Anything,
                Some(_) if against == Against::ThatCreature && source.about != attempt.map(|attempt| attempt.by) => {
                    false
                }
                Some(attempt) => counts_against(fight, attempt.ability, against),
            };
            if meant && fits { fight.value(by, source.with) } else { 0 }
        }
        _ => 0,
    });
    add("given", given, &OTHER);
}

/// What status effects take from a resistance.
#[inline]
fn hindrances(fight: &Fight, whom: Who, which: Resistance, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    if !one.lasting.is_empty() || one.unconscious {
        all_hindrances(fight, whom, which, add);
    }
}

fn all_hindrances(fight: &Fight, whom: Who, which: Resistance, add: &mut impl FnMut(&'static str, i16, &'static Rule)) {
    let one = fight.one(whom);
    let size = |status| if affected(fight, whom, status) { one.size(status) } else { 0 };
    if let Some(fatigued) = one.lasting.status(Status::Fatigued).filter(|_| affected(fight, whom, Status::Fatigued)) {
        add("fatigued", -2 * i16::from(fatigued.stacks), &statuses::FATIGUED);
    }
    if one.ambushed() {
        add("ambushed", -1, &ambush::RESIST);
    }
    if affected(fight, whom, Status::ProtectiveForesight) {
        add("foresight", 1, &statuses::PROTECTIVE);
    }
    let limp = one.unconscious && fight.house().unconscious_stunned == UnconsciousStunned::Yes;
    let stunned = limp || affected(fight, whom, Status::Stunned);
    let held = limp || affected(fight, whom, Status::Immobilized);
    match which {
        Resistance::Parry => {
            add("stunned", if stunned { -2 } else { 0 }, &statuses::STUNNED);
            add("weakened", -size(Status::WeakenedDefenses), &statuses::WEAKENED);
        }
        Resistance::Evasion => {
            add("stunned", if stunned { -2 } else { 0 }, &statuses::STUNNED);
            add("immobilized", if held { -1 } else { 0 }, &statuses::IMMOBILIZED);
            add("slowed", -size(Status::Slowed), &statuses::SLOWED);
        }
        Resistance::Constitution => add("sickened", -size(Status::Sickened), &statuses::SICKENED),
        Resistance::Warding => {}
    }
}
