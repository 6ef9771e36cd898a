//! Critical hits, and rolls that are thrown again or raised: features of paths and of sigils.

use quintain_engine::{Event, Table, Who};

use crate::ask::{self, Ask};
use crate::book::{Feature, Formula, Lasts, Status, Tag, Topic};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::effects::{self, Job};
use crate::rules::statuses::{self, Put};
use crate::rules::{abilities, damage, features, precision, weapons};

/// Critical training may be paid for before the die falls.
#[inline]
pub(super) fn pay_for_critical<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
) -> Result<(), T::Halt> {
    fight.scratch.paid = false;
    let known = fight.ability(job.ability);
    if !known.is(Tag::Basic) || !known.damaging {
        return Ok(());
    }
    let found = features::find(fight, job.by, Topic::Blows, |feature, source| match feature {
        Feature::Critical { price, .. } => Some((price, source.by?)),
        _ => None,
    });
    if found.is_some_and(|(_, by)| job.modifications().any(|id| id == by)) {
        // It was added to the attack, and paid for with it: for the first of several blows.
        fight.scratch.paid = std::mem::take(&mut fight.scratch.bought);
        return Ok(());
    }
    let affordable = |(price, _): &(i16, AbilityId)| *price > 0 && fight.one(job.by).energy >= *price;
    if let Some((price, ability)) = found.filter(affordable)
        && ask::yes(fight, table, Ask::CriticalPrice { who: job.by, whom, ability })?
    {
        abilities::pay_energy(fight, table, job.by, price);
        fight.scratch.paid = true;
    }
    Ok(())
}

/// Critical training and what grows from it.
pub(super) fn critical<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    ability: AbilityId,
    face: u16,
) -> Result<i16, T::Halt> {
    let found = features::find(fight, by, Topic::Blows, |feature, source| {
        matches!(feature, Feature::Critical { .. }).then_some((feature, source))
    });
    let Some((
        Feature::Critical { from, from_single, damage, price, energy, regeneration, exposes, weapons_only },
        source,
    )) = found
    else {
        return Ok(0);
    };
    let entry = fight.ability(ability);
    let fits = entry.is(Tag::Weapon) || !weapons_only;
    let basic = entry.is(Tag::Basic);
    let from = from_single.filter(|_| entry.single).unwrap_or(from);
    let mine = source.by.unwrap_or(ability);
    let paid = basic && price > 0 && std::mem::take(&mut fight.scratch.paid);
    if !paid && (!fits || face < u16::from(from)) {
        return Ok(0);
    }
    regain(fight, table, by, energy);
    let with = features::aptitudes(fight, by);
    let other = match regeneration > 0 || exposes {
        true => ask::act(fight, table, Ask::Critical { who: by, whom: at, regeneration: regeneration > 0, exposes })?,
        false => None,
    };
    let Some(ask::Act::Status(status)) = other else {
        let much = fight.value(damage, with);
        table.tell(|| {
            let text = format!("the hit of {} is critical: {much} more damage", fight.label(by));
            effects::caused(fight, Event::new(&damage::BONUS, text).by(by).to(at))
        });
        return Ok(much);
    };
    let (on, lasts) = match status {
        Status::Regeneration => (by, Lasts::Hits(Formula::fixed(regeneration))),
        _ => (at, Lasts::Rounds(Formula::fixed(1))),
    };
    let put = Put::new(status, on, lasts, (Some(by), Some(mine)), with);
    statuses::put(fight, table, put)?;
    Ok(0)
}

/// So much energy comes back with a critical hit, up to the most there can be.
fn regain<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, energy: i16) {
    let before = fight.one(who).energy;
    let after = (before + energy).min(fight.one(who).most_energy.max(before));
    if after == before {
        return;
    }
    fight.one_mut(who).energy = after;
    table.tell(|| {
        let text = format!("{} gains {} energy: {before} → {after}", fight.label(who), after - before);
        let event = Event::new(&damage::BONUS, text).by(who).change(who, "energy", before.into(), after.into());
        effects::caused(fight, event)
    });
}

/// What lets somebody have an own failed roll, or one that succeeded against it, thrown again.
fn rerolls(fight: &Fight, who: Who, own: bool) -> Option<AbilityId> {
    features::find(fight, who, Topic::Rolls, |feature, source| {
        let uses = match feature {
            Feature::RerollFailed { uses } if own => uses,
            Feature::RerollSuccess { uses } if !own => uses,
            _ => return None,
        };
        source.by.filter(|by| fight.one(who).times_used(*by) < uses)
    })
}

/// Whether a failed roll of somebody may be thrown again.
#[inline]
pub fn may_reroll_failed(fight: &Fight, who: Who) -> bool {
    rerolls(fight, who, true).is_some()
}

/// Whether a roll that succeeded against somebody may be thrown again.
#[inline]
pub fn may_reroll_success(fight: &Fight, who: Who) -> bool {
    rerolls(fight, who, false).is_some()
}

/// Spends one use; after the last the thing shatters.
pub(crate) fn use_reroll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, own: bool) {
    let Some(by) = rerolls(fight, who, own) else { return };
    fight.one_mut(who).count_use(by);
    let shatters = rerolls(fight, who, own).is_none();
    table.tell(|| {
        let end = if shatters { ", which shatters" } else { "" };
        let text = format!("{} uses {}{end}", fight.label(who), fight.ability(by).entry.name);
        Event::new(&weapons::WIELDED, text).by(who)
    });
    if shatters && let Some(weapon) = fight.ability(by).weapon {
        // Another one of the same kind is whole.
        fight.one_mut(who).used.retain(|(known, _)| *known != by);
        weapons::lose(fight, who, weapon);
    }
}

/// Boon of the underworld: health for each +1 that is missing.
///
/// # Errors
/// Halts with the table.
pub(crate) fn raise_failed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    short: i16,
) -> Result<i16, T::Halt> {
    let price = features::find(fight, who, Topic::Rolls, |feature, _| match feature {
        Feature::RaiseFailed { health } => Some(health),
        _ => None,
    });
    let price = price.unwrap_or(0);
    let cost = price * short;
    // Death's Edge pays with energy what there is too little health for.
    let affords = cost < fight.one(who).health || abilities::energy_for_health(fight, who, cost).is_some();
    if price <= 0 || !affords {
        return Ok(0);
    }
    let raised = ask::number(fight, table, Ask::Raise { who, most: short })?.clamp(0, short);
    if raised > 0 {
        table.tell(|| {
            let text = format!("{} raises the roll by {raised}", fight.label(who));
            effects::caused(fight, Event::new(&precision::OTHER, text).by(who))
        });
    }
    abilities::pay_health(fight, table, who, raised * price)?;
    Ok(raised)
}
