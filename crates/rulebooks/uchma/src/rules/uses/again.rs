//! What is done again within one use: further rounds, other targets, what mends.

use quintain_engine::{Table, Who};

use crate::ask::{self, Ask};
use crate::book::{Feature, Formula, Lasts, Status, Tag, Topic};
use crate::combatant::KeptUp;
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::abilities::pay_energy;
use crate::rules::effects::Job;
use crate::rules::statuses::{self, Put};
use crate::rules::{features, kept, targets};

/// A technique on one creature may bring regeneration, and a new poem too.
pub(super) fn mending<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let entry = fight.ability(job.ability);
    let technique = entry.is(Tag::Technique) && entry.single;
    // One that has failed is not sung.
    let sung = |kept: KeptUp| kept.ability == job.ability && kept.whom == whom;
    let poem = entry.is(Tag::Poem) && kept::all(fight, job.by).any(sung);
    let found = features::find(fight, job.by, Topic::Blows, |feature, source| {
        let lasts = match feature {
            Feature::MendingTouch { energy, hits } if technique => (energy, Lasts::Hits(Formula::fixed(hits))),
            Feature::Resonance { rounds } if poem => (0, Lasts::Rounds(Formula::fixed(rounds))),
            _ => return None,
        };
        Some((lasts, source.by?))
    });
    let paid = |by: &AbilityId| job.modifications().any(|id| id == *by);
    let payable = |((energy, _), by): &((i16, Lasts), AbilityId)| paid(by) || fight.one(job.by).energy >= *energy;
    let Some(((energy, lasts), by)) = found.filter(payable) else { return Ok(()) };
    if !job.modifications().any(|id| id == by) {
        if !ask::yes(fight, table, Ask::Wants { who: job.by, whom, ability: by })? {
            return Ok(());
        }
        pay_energy(fight, table, job.by, energy);
    }
    let put = Put::new(Status::Regeneration, whom, lasts, (Some(job.by), Some(by)), job.with);
    statuses::put(fight, table, put)
}

/// How often a basic attack is repeated by a feature, and whether it may spread.
#[inline]
pub(super) fn repeats(fight: &Fight, job: &Job) -> (i16, bool) {
    if !fight.ability(job.ability).is(Tag::Basic) || fight.ability(job.ability).is(Tag::Charge) {
        return (1, false);
    }
    let found = features::find(fight, job.by, Topic::Blows, |feature, _| match feature {
        Feature::Strikes { times, apart } => Some((times.into(), apart)),
        _ => None,
    });
    found.unwrap_or((1, false))
}

/// The target of the next strike of several.
pub(super) fn another<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    target: Who,
) -> Result<Who, T::Halt> {
    let others = fight.everyone().filter(|other| targets::may_pick(fight, job.by, job.ability, *other).is_ok()).count();
    if others < 2 {
        return Ok(target);
    }
    Ok(match ask::act(fight, table, Ask::Next { who: job.by, whom: target, ability: job.ability })? {
        Some(ask::Act::Who(other)) => other,
        _ => target,
    })
}
