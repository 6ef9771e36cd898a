//! What steps leave on somebody besides wounds: status effects, gifts, energy, knowledge, a hold.

use quintain_engine::{Blank, Event, Table, Who};

use crate::ask::{self, Act, Ask, Lore};
use crate::book::{Apply, DamageKind, Formula, Grant, Resistance, Tag, Word};
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, StepId, What};
use crate::rules::damage::{self, Packet};
use crate::rules::statuses::{self, Put};
use crate::rules::{abilities, actions, adjacency, durations, kept, precision, prone, weapons};

use super::{Job, rolled};

pub(super) fn put<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    apply: Apply,
    whom: Who,
) -> Result<(), T::Halt> {
    let size = match apply.size {
        Some(size) => Some(rolled(fight, table, job, size, "size")?),
        None => None,
    };
    let stacks = match apply.stack_for_each_foe {
        true => adjacency::foes_beside(fight, whom).min(9) as i16,
        false => fight.value(apply.stacks, job.with),
    };
    if stacks < 1 {
        return Ok(());
    }
    let by = ((!job.nobody).then_some(job.by), Some(job.ability));
    let put = Put {
        size,
        stacks: stacks.clamp(1, 9) as u8,
        while_has: apply.while_has,
        sung: fight.ability(job.ability).is(Tag::Sound),
        ..Put::new(apply.status, whom, apply.lasts, by, job.with)
    };
    statuses::put(fight, table, put)
}

pub(super) fn energy<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, by: Formula, whom: Who) {
    let by = fight.value(by, job.with);
    let mut one = fight.one_mut(whom);
    let before = one.energy;
    one.energy = (before + by).clamp(0, one.most_energy.max(before));
    let after = one.energy;
    drop(one);
    table.tell(|| {
        let (does, much) = if after < before { ("loses", before - after) } else { ("gains", after - before) };
        let text = format!("{} {does} {much} energy: {before} → {after}", fight.label(whom));
        Event::new(&actions::PRICE, text).by(job.by).to(whom).change(whom, "energy", before.into(), after.into())
    });
}

pub(super) fn give<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, id: StepId, grant: Grant, whom: Who) {
    let (clock, left) = statuses::clock_of(fight, grant.lasts, job.with);
    let fresh = Lasting {
        what: What::Granted(id),
        stacks: 1,
        left,
        clock,
        owner: Some(job.by),
        by: Some(job.ability),
        with: job.with,
        order: fight.stamp(),
        about: fight.last_target,
        sung: fight.ability(job.ability).is(Tag::Sound),
        weapon: weapons::laid_on(fight, whom, grant.upon),
        ..Lasting::BLANK
    };
    // The same from the same source does not pile up.
    let same =
        |lasting: &Lasting| (lasting.what, lasting.owner, lasting.weapon) == (fresh.what, fresh.owner, fresh.weapon);
    fight.one_mut(whom).lasting.retain(|lasting| !same(lasting));
    let twin = |lasting: &Lasting| {
        lasting.by == fresh.by
            && lasting.owner == fresh.owner
            && lasting.order > job.since
            && lasting.order < fresh.order
    };
    let told = fight.one(whom).lasting.iter().any(twin);
    fight.lay_on(whom, fresh);
    if told {
        // What one ability gives is told once.
        return;
    }
    table.tell(|| {
        let name = &fight.ability(job.ability).entry.name;
        let text = match job.by == whom {
            true => format!("{name} works on {}", fight.label(whom)),
            false => format!("{name} of {} works on {}", fight.label(job.by), fight.label(whom)),
        };
        super::caused(fight, Event::new(&durations::ROUNDS, text).by(job.by).to(whom))
    });
}

/// What is lost now comes back at the start of the user's next turn.
pub(super) fn comes_back(fight: &mut Fight, whom: Who, by: Who) {
    let lost = fight.last_lost;
    if lost > 0 {
        fight.one_mut(whom).owed.push((by, lost));
    }
}

pub(super) fn sacrifice<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    most: Formula,
    whom: Who,
) -> Result<(), T::Halt> {
    let most = fight.value(most, job.with).min(fight.one(job.by).health - 1);
    if most < 1 {
        return Ok(());
    }
    let given = ask::number(fight, table, Ask::Amount { who: job.by, ability: job.ability, most })?.clamp(1, most);
    abilities::pay_health(fight, table, job.by, given)?;
    let packet = Packet {
        by: Some(job.by),
        cause: job.cause,
        ..Packet::new(whom, given, DamageKind::ArmorIgnoring, "the sacrifice")
    };
    damage::deal(fight, table, packet)?;
    Ok(())
}

pub(super) fn learn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    let Some(Act::Lore(lore)) = ask::act(fight, table, Ask::Lore { who: job.by, whom })? else { return Ok(()) };
    table.tell(|| {
        let one = fight.one(whom);
        let all = Resistance::ALL.iter();
        let known = match lore {
            Lore::Health => format!("health {} of {}", one.health, one.most),
            Lore::Armor => {
                let [physical, magical] =
                    [DamageKind::Physical, DamageKind::Magical].map(|kind| damage::base_armor(fight, whom, kind));
                format!("physical armor {physical}, magical armor {magical}")
            }
            Lore::Resistances => {
                let each = all.map(|which| format!("{which} {}", precision::resistance::<i16>(fight, whom, *which)));
                each.collect::<Vec<_>>().join(", ")
            }
            Lore::Ability(ability) => {
                let entry = &fight.ability(ability).entry;
                let about = entry.about.as_deref().map_or(String::new(), |about| format!(": {about}"));
                format!("{}, {}{about}", entry.name, entry.time)
            }
        };
        let text = format!("{} learns of {}: {known}", fight.label(job.by), fight.label(whom));
        Event::new(&actions::OPEN, text).by(job.by).to(whom)
    });
    Ok(())
}

/// Held down: prone now, a roll at the end of each of its turns, damage on each of the holder's turns.
pub(super) fn pin<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    id: StepId,
    whom: Who,
) -> Result<(), T::Halt> {
    prone::fell_by_step(fight, table, whom)?;
    let pinned = Lasting {
        what: What::Pinned(id),
        stacks: 1,
        clock: Clock::Kept,
        owner: Some(job.by),
        by: Some(job.ability),
        with: job.with,
        order: fight.stamp(),
        ..Lasting::BLANK
    };
    fight.lay_on(whom, pinned);
    table.tell(|| {
        let text = format!("{} is held by {}", fight.label(whom), fight.label(job.by));
        Event::new(&prone::STAY, text).by(job.by).to(whom)
    });
    kept::pinned_damage(fight, table, job.by)
}
