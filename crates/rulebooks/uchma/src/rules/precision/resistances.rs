//! What a roll is held against, cover left out.

use quintain_engine::{Reckoning, Who};

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
pub fn resistance<R: Reckoning>(fight: &Fight, whom: Who, which: Resistance) -> R {
    guarded(fight, whom, which, None)
}

/// A resistance as it is now, perhaps against an attempt; cover left out. The bare number out of what is noted.
#[inline(always)]
pub(super) fn held_against(fight: &Fight, whom: Who, which: Resistance, attempt: Option<&Attempt>) -> i16 {
    let one = fight.one(whom);
    let whole = one.makeup.guard[which as usize];
    if features::is_bare(fight, whom) && !one.unconscious { whole } else { altered(fight, whom, which, attempt, whole) }
}

/// The same out of all its parts.
pub(crate) fn guarded<R: Reckoning>(fight: &Fight, whom: Who, which: Resistance, attempt: Option<&Attempt>) -> R {
    altered(fight, whom, which, attempt, innate(fight, whom, which))
}

/// What a resistance is before anything that lasts.
pub(crate) fn innate<R: Reckoning>(fight: &Fight, whom: Who, which: Resistance) -> R {
    let one = fight.one(whom);
    let mut parts = R::default();
    parts.add(&VERSUS, "base", fight.value(fight.template(whom).resistances[which as usize], one.own));
    if one.before.is_none() {
        parts.add(&OTHER, "own", one.bonus[which as usize]);
        for weapon in [one.main, one.off].into_iter().flatten() {
            let entry = &fight.weapon(weapon).entry;
            let worn = match which {
                Resistance::Parry => entry.parry,
                Resistance::Warding => entry.warding,
                _ => 0,
            };
            parts.add(&weapons::WIELDED, "gear", worn).of(|| &*entry.name).until("it is put away");
        }
    }
    parts
}

/// A resistance with what changes it for a while.
fn altered<R: Reckoning>(fight: &Fight, whom: Who, which: Resistance, attempt: Option<&Attempt>, mut parts: R) -> R {
    let one = fight.one(whom);
    if !one.lasting.is_empty() || one.unconscious {
        hindrances(fight, whom, which, &mut parts);
    }
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
    parts.add(&OTHER, "given", given);
    parts
}

/// What status effects take from a resistance.
fn hindrances(fight: &Fight, whom: Who, which: Resistance, parts: &mut impl Reckoning) {
    let one = fight.one(whom);
    let size = |status| if affected(fight, whom, status) { one.size(status) } else { 0 };
    parts.add(&statuses::FATIGUED, "fatigued", statuses::fatigue(fight, whom)).until("it ends");
    if one.ambushed() {
        parts.add(&ambush::RESIST, "ambushed", -1).until("the ambush is over");
    }
    if affected(fight, whom, Status::ProtectiveForesight) {
        parts.add(&statuses::PROTECTIVE, "foresight", 1).until("the next roll against it");
    }
    let limp = one.unconscious && fight.house().unconscious_stunned == UnconsciousStunned::Yes;
    if matches!(which, Resistance::Parry | Resistance::Evasion) && (limp || affected(fight, whom, Status::Stunned)) {
        parts.add(&statuses::STUNNED, "stunned", -2).until("it ends");
    }
    match which {
        Resistance::Parry => {
            parts.add(&statuses::WEAKENED, "weakened", -size(Status::WeakenedDefenses)).until("it ends");
        }
        Resistance::Evasion => {
            if limp || affected(fight, whom, Status::Immobilized) {
                parts.add(&statuses::IMMOBILIZED, "immobilized", -1).until("it ends");
            }
            parts.add(&statuses::SLOWED, "slowed", -statuses::slowness(fight, whom)).until("it ends");
        }
        Resistance::Constitution => {
            parts.add(&statuses::SICKENED, "sickened", -size(Status::Sickened)).until("it ends");
        }
        Resistance::Warding => {}
    }
}
