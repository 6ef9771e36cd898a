//! What steps do to health: damage, theft, healing.

use quintain_engine::{Event, Read, Table, Throw, Who};

use crate::book::{Damage, DamageKind, Formula, Heal, Potency, Steal};
use crate::fight::Fight;
use crate::rules::damage::{self, Packet};
use crate::rules::{adjacency, death, distance, weapons};

use super::Job;

/// A formula's value, its dice thrown.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rolled<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    formula: Formula,
    what: &'static str,
) -> Result<i16, T::Halt> {
    let mut value = fight.value(formula, job.with);
    if let Some((count, sides)) = formula.dice() {
        let throw = Throw::dice(count, sides.into(), &damage::ACTION, what).by(job.by).read_as(Read::Sum);
        value += table.roll(fight, throw)?.iter().map(|face| *face as i16).sum::<i16>();
    }
    Ok(value)
}

/// The Potency that a job adds to its damage.
pub(crate) fn potency(fight: &Fight, job: &Job, printed: Potency) -> i16 {
    damage::potency(fight, job.by, job.with.potency, job.potency.unwrap_or(printed))
}

/// What a blow does that has hit, see [`crate::content::Ability::blow`].
pub(crate) fn blow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<(), T::Halt> {
    match fight.ability(job.ability).blow {
        Some(damage) if fight.one(whom).out.is_none() => hurt(fight, table, job, damage, whom, (true, 0)),
        _ => Ok(()),
    }
}

pub(super) fn hurt<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    damage: Damage,
    whom: Who,
    (main, extra): (bool, i16),
) -> Result<(), T::Halt> {
    let figure = rolled(fight, table, job, damage.amount, "damage")? * job.times;
    let beyond = || (distance::between(fight, job.by, whom) - 1).max(0);
    let figure = if damage.falloff == 0 { figure } else { figure - damage.falloff * beyond() };
    let adds = potency(fight, job, damage.potency);
    let bonus = extra + if main { bonus(fight, table, job, whom)? } else { 0 };
    let event = table.tell(|| damage_event(fight, job, whom, (damage.potency, main), [figure, adds, bonus]));
    let packet = Packet {
        by: (!job.nobody).then_some(job.by),
        amount: figure + adds + bonus,
        ignores: damage.ignores,
        halves: halves(fight, job, damage.half, whom),
        weapon: fight.ability(job.ability).weapon,
        cause: Some(event),
        ..Packet::new(whom, 0, damage.kind, damage::ATTACK)
    };
    damage::deal(fight, table, packet)?;
    Ok(())
}

/// `bonus.into-formula`: what is added to the main packet of an attack, be it damage or theft.
fn bonus<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<i16, T::Halt> {
    let mut bonus = damage::bonus(fight, table, job.by, whom, job.ability, job.face)?;
    for modifies in job.modifications().filter_map(|id| fight.ability(id).entry.modifies) {
        bonus += fight.value(modifies.damage, job.with);
    }
    Ok(bonus)
}

/// `damage.half-after-armor`: how often what armour leaves is halved.
fn halves(fight: &Fight, job: &Job, printed: bool, whom: Who) -> u8 {
    u8::from(printed) + u8::from(job.half) + damage::halves_of(fight, job.by, whom, job.ability)
}

/// What is said of a packet: how much of it is the figure of the ability, Potency, and everything else.
pub(crate) fn damage_event(
    fight: &Fight,
    job: &Job,
    whom: Who,
    (printed, main): (Potency, bool),
    [figure, adds, bonus]: [i16; 3],
) -> Event {
    let rule = if main { &damage::ACTION } else { &damage::EXTRA };
    let name = &fight.ability(job.ability).entry.name;
    let text = match job.nobody {
        true => format!("{} is hurt by {name}", fight.label(whom)),
        false => format!("{} {name} does damage to {}", fight.whose(job.by), fight.label(whom)),
    };
    let mut event = Event::new(rule, text).by(job.by).to(whom).with(name.clone());
    event = event.and(&damage::POTENCY).and(&damage::DAMAGING);
    event = event.term("action", figure.into(), "").term("potency", adds.into(), "");
    if job.potency.unwrap_or(printed) != Potency::Full {
        event = event.and(&damage::POTENCY_MOD);
    }
    if bonus != 0 {
        event = event.term("bonus", bonus.into(), "").and(&damage::BONUS).and(&damage::OTHER);
    }
    if !main {
        event = event.and(&damage::EXTRA_BOTH);
    }
    if weapons::polearm_halves(fight, job.by, whom, job.ability) {
        event = event.and(&weapons::POLEARM);
    }
    let event = event.total((figure + adds + bonus).into());
    match job.cause {
        Some(cause) => event.because(cause),
        None => event,
    }
}

pub(super) fn take<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    steal: Steal,
    whom: Who,
    (main, extra): (bool, i16),
) -> Result<(), T::Halt> {
    let figure = rolled(fight, table, job, steal.amount, "stolen health")? * job.times;
    let bonus = extra + if main { bonus(fight, table, job, whom)? } else { 0 };
    let adds = potency(fight, job, steal.potency);
    let amount = figure + adds + bonus;
    table.tell(|| {
        let name = &fight.ability(job.ability).entry.name;
        let text = format!("{} {name} takes health from {}", fight.whose(job.by), fight.label(whom));
        let event = Event::new(&damage::STEAL_SUM, text).by(job.by).to(whom).and(&damage::STEAL);
        let mut event = event.term("action", figure.into(), "").term("potency", adds.into(), "");
        if bonus != 0 {
            event = event.term("bonus", bonus.into(), "").and(&damage::BONUS).and(&damage::OTHER);
        }
        let event = event.total(amount.into());
        if steal.potency == Potency::Full { event } else { event.and(&damage::POTENCY_MOD) }
    });
    let packet = Packet {
        by: Some(job.by),
        halves: halves(fight, job, false, whom),
        weapon: fight.ability(job.ability).weapon,
        cause: job.cause,
        ..Packet::new(whom, amount, DamageKind::Magical, "the theft")
    };
    damage::steal(fight, table, packet)
}

pub(super) fn mend<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    heal: Heal,
    whom: Who,
) -> Result<(), T::Halt> {
    let amount = rolled(fight, table, job, heal.amount, "healing")?;
    death::heal(fight, table, whom, amount);
    if heal.half_around {
        let half = fight.half(amount);
        for other in fight.everyone() {
            if other != whom && fight.present(other) && adjacency::adjacent(fight, whom, other) {
                death::heal(fight, table, other, half);
            }
        }
    }
    Ok(())
}
