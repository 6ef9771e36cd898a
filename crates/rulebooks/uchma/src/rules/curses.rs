//! Status effects that abilities take off, pass on, copy to others or shorten.

use quintain_engine::{Table, Who};
use smallvec::SmallVec;

use crate::ask::{self, Act, Aimed, Ask};
use crate::book::{Aim, Class, DamageKind, Effect, Formula, Lasts, Lift, Potency, Status};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, List, StepId, What};
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{Job, potency};
use crate::rules::statuses::{self, Put};
use crate::rules::targets;

/// The status effects of a combatant that an ability may take, oldest first; of all its targets, where it picks one for
/// all of them.
pub fn liftable(fight: &Fight, (by, whom): (Who, Who), ability: AbilityId) -> SmallVec<[Status; 26]> {
    let mut found = liftable_from(fight, whom, ability);
    if is_for_all(fight, ability) {
        for other in targets::reached(fight, by, ability, Aimed::Oneself) {
            for status in liftable_from(fight, other, ability) {
                if !found.contains(&status) {
                    found.push(status);
                }
            }
        }
    }
    found
}

/// The same of one alone.
pub fn liftable_from(fight: &Fight, whom: Who, ability: AbilityId) -> SmallVec<[Status; 26]> {
    let lists = [List::Does, List::First, List::After];
    let of = lists.into_iter().find_map(|list| {
        (0..crate::book::MOST_STEPS).find_map(|place| match fight.step(StepId { ability, list, place })?.effect {
            Effect::Lift(lift) => Some((lift.classes, lift.statuses)),
            Effect::PassOn => {
                Some((crate::book::Words::of(&[Class::Debilitating, Class::Harmful]), crate::book::Words::NONE))
            }
            _ => None,
        })
    });
    let Some((classes, statuses)) = of else { return SmallVec::new() };
    let fits = |lasting: &Lasting| match lasting.what {
        What::Status(status) if classes.has(status.class()) || statuses.has(status) => Some(status),
        _ => None,
    };
    fight.one(whom).lasting.iter().filter_map(fits).collect()
}

/// Whether an ability takes the same status effect off everybody around its user.
fn is_for_all(fight: &Fight, ability: AbilityId) -> bool {
    matches!(fight.ability(ability).entry.aim, Aim::Around { .. })
}

/// Which of several status effects is meant.
fn which<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<Option<Status>, T::Halt> {
    if let Some(status) = fight.scratch.lifted {
        return Ok(Some(status).filter(|status| fight.one(whom).has(*status)));
    }
    let all = liftable(fight, (job.by, whom), job.ability);
    let mut picked = all.first().copied();
    if all.len() > 1
        && let Some(Act::Status(status)) =
            ask::act(fight, table, Ask::Which { who: job.by, whom, ability: job.ability })?
    {
        picked = Some(status);
    }
    if is_for_all(fight, job.ability) {
        fight.scratch.lifted = picked;
    }
    Ok(picked.filter(|status| fight.one(whom).has(*status)))
}

pub(crate) fn lift_off<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    lift: Lift,
    whom: Who,
) -> Result<(), T::Halt> {
    let mut gone = 0;
    for _ in 0..fight.value(lift.count, job.with) {
        let Some(status) = which(fight, table, job, whom)? else { break };
        statuses::lift(fight, table, whom, status)?;
        gone += 1;
    }
    if gone > 0 && !lift.damage_each.is_nothing() {
        let amount = gone * fight.value(lift.damage_each, job.with) + potency(fight, job, Potency::Full);
        let packet = Packet {
            by: Some(job.by),
            cause: job.cause,
            ..Packet::new(whom, amount, DamageKind::Magical, "the purge")
        };
        damage::deal(fight, table, packet)?;
    }
    Ok(())
}

pub(crate) fn pass_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let Some(status) = which(fight, table, job, job.by)? else { return Ok(()) };
    let Some(lasting) = fight.one(job.by).lasting.status(status).copied() else { return Ok(()) };
    statuses::lift(fight, table, job.by, status)?;
    copy_to(fight, table, &lasting, whom)
}

/// The same status effect on somebody else, with the time it has left.
fn copy_to<T: Table<Fight>>(fight: &mut Fight, table: &mut T, lasting: &Lasting, whom: Who) -> Result<(), T::Halt> {
    let What::Status(status) = lasting.what else { return Ok(()) };
    let left = Formula::fixed(lasting.left.min(1000) as i16);
    let lasts = match lasting.clock {
        Clock::Rounds => Lasts::Rounds(left),
        Clock::Hits => Lasts::Hits(left),
        Clock::ThisRound => Lasts::ThisRound,
        Clock::ThisTurn => Lasts::ThisTurn,
        Clock::ThisUse => Lasts::ThisUse,
        // What a poem keeps up ends with it, on whomever it lies now.
        Clock::Kept => Lasts::Kept,
        Clock::Fight => Lasts::Fight,
    };
    let put = Put {
        size: Some(lasting.size),
        stacks: lasting.stacks,
        sung: lasting.sung,
        ..Put::new(status, whom, lasts, (lasting.owner, lasting.by), lasting.with)
    };
    statuses::put(fight, table, put)
}

pub(crate) fn spread<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    radius: Formula,
    whom: Who,
) -> Result<(), T::Halt> {
    let most = fight.value(radius, job.with);
    let far = match most > 1 {
        true => ask::number(fight, table, Ask::Amount { who: job.by, ability: job.ability, most })?.clamp(1, most),
        false => most,
    };
    let curses: SmallVec<[Lasting; 12]> = fight
        .one(whom)
        .lasting
        .iter()
        .filter(|lasting| matches!(lasting.what, What::Status(status) if status.class() != Class::Supportive))
        .copied()
        .collect();
    for other in fight.everyone() {
        if other == whom || !fight.present(other) || super::distance::between(fight, whom, other) > far {
            continue;
        }
        for curse in &curses {
            copy_to(fight, table, curse, other)?;
        }
    }
    Ok(())
}

/// # Errors
/// Halts with the table.
pub(crate) fn shorten<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    by: Formula,
    whom: Who,
) -> Result<(), T::Halt> {
    let by = fight.value(by, job.with).max(0) as u16;
    let all: SmallVec<[u32; 12]> = fight
        .one(whom)
        .lasting
        .iter()
        .filter(|lasting| {
            matches!(lasting.what, What::Status(_)) && matches!(lasting.clock, Clock::Rounds | Clock::Hits)
        })
        .map(|lasting| lasting.order)
        .collect();
    for order in all {
        super::durations::spend(fight, table, whom, order, by)?;
    }
    Ok(())
}
