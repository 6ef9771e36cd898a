//! Critical Damage: damage below STA 0, the save, the crawling state, the clock.

use quintain_engine::{Event, EventId, Refusal, Table, Throw, Who};

use crate::arm::{Rider, Riders};
use crate::ask::Ask;
use crate::condition::{Ability, Condition};
use crate::fight::Fight;
use crate::rules::attack::Hit;
use crate::rules::saves::{Saved, save_because};
use crate::rules::{ability, creatures, death, detachment, gear, prayer, rounds, scars};

quintain_engine::section! {
    "Critical damage";
    OVERFLOW = Engine "crit.overflow": "Damage beyond STA comes off KRA; STA itself stops at 0.";
    ANY_TARGET = Engine "crit.any-target": "It holds for heroes, allies, opponents and detachments alike.";
    ANY_DAMAGE = Engine "crit.any-damage": "It holds for any damage, not for attacks alone.";
    SAVE = Engine "crit.save": "Whoever loses KRA so and keeps some makes a KRA save at once.";
    NEW_SCORE = Engine "crit.new-score": "The save is against the KRA that is left.";
    EACH_TIME = Engine "crit.each-time": "Every such loss calls for a new save, also from those already down.",
        ruling "A pass does not lift what an earlier failure brought.";
    EXACT_ZERO = Engine "crit.exact-zero-no-save": "Damage that just uses STA up leaves KRA alone: no loss, no save.";
    PASS = Engine "crit.pass": "Who passes fights on with the KRA that is left and STA 0.";
    FAIL = Engine "crit.fail": "Who fails is critically damaged.";
    AUTO_FAIL = Engine "crit.auto-fail": "Some attacks make the save fail without a die, when their die is the one kept.";
    ENEMY_SPECIAL = Engine "crit.enemy-special": "What some enemies add to a failed save comes right after it, never on a pass or with death.";
    PC_STATE = Choice "crit.pc-state": "A hero with critical damage can only crawl 5 feet a turn or lie still.";
    NPC_STATE = Gm "crit.npc-state": "Others with critical damage are out of the fight and count as casualties.", house "crit.npc";
    STABILISE = Choice "crit.stabilise": "First aid from someone beside them stops a dying hero's clock; rest must wait for the end.";
    CLOCK = Engine "crit.clock": "Left untreated they die at the end of an hour, 360 rounds.";
    NOT_REST = Engine "crit.not-rest-of-sta": "Getting STA back does not end critical damage.";
}

/// `crit.overflow` and all that follows from what is left of a hit beyond STA.
#[inline(never)]
pub(crate) fn overflow<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, hit: Hit) -> Result<(), T::Halt> {
    if death::is_beyond_harm(fight, whom) {
        return Ok(());
    }
    let (before, lost) = fight.cast.wound(whom, hit.by, hit.net, Some(Ability::Kra));
    let after = before - lost;
    let cause = tell_overflow(fight, table, whom, (before, after), hit);
    gear::shrink_pack(fight, table, whom);
    if after == 0 {
        ability::at_zero(fight, table, whom, Ability::Kra, cause);
        return Ok(());
    }
    let with = hit.arm.map(|arm| fight.arm(arm));
    let (cuts, riders) = with.map_or_else(Default::default, |arm| (arm.edged, arm.riders));
    let saved = critical_save(fight, table, whom, hit, riders, cause)?;
    let passed = saved.passed;
    if fight.one(whom).is(Condition::Doomed) && scars::doom(fight, table, whom, saved)? {
        return Ok(());
    }
    if !passed {
        suffer(fight, table, whom, saved.event)?;
    }
    match hit.by {
        Some(by) => after_kra_loss(fight, table, (by, whom), (cuts, riders), saved),
        None => Ok(()),
    }
}

/// Tells what has gone through to KRA, as `(before, after)`.
fn tell_overflow<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    whom: Who,
    (before, after): (i16, i16),
    hit: Hit,
) -> EventId {
    table.tell(|| {
        let excess = hit.net;
        let text = format!("{excess} damage goes through to {}'s KRA: {before} → {after}", fight.label(whom));
        let event = Event::new(&OVERFLOW, text)
            .publicly(format!("damage goes through to {}'s KRA", fight.label(whom)))
            .by(whom)
            .because(hit.cause)
            .change(whom, "kra", before.into(), after.into());
        let event = event.harm(hit.by, whom, (before - after).unsigned_abs().into());
        let event = if hit.is_attack { event } else { event.and(&ANY_DAMAGE) };
        let event = if excess > before { event.and(&ability::FLOOR) } else { event };
        match (fight.one(whom).hero, hit.is_attack) {
            (true, true) => event.and(&scars::NOT_BELOW),
            (true, false) => event,
            (false, _) => event.and(&ANY_TARGET),
        }
    })
}

/// `crit.save`, `crit.new-score`, `crit.auto-fail`.
fn critical_save<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    hit: Hit,
    riders: Riders,
    cause: EventId,
) -> Result<Saved, T::Halt> {
    if riders.has(Rider::FailsCriticalSave) {
        let event = table.tell(|| {
            let text = format!("{}'s save against critical damage fails by itself", fight.label(whom));
            Event::new(&AUTO_FAIL, text).by(whom).and(&FAIL).because(hit.cause)
        });
        return Ok(Saved { passed: false, event });
    }
    let saved = save_because(fight, table, whom, Ability::Kra, (&SAVE, cause), "KRA save against critical damage")?;
    let event = table.tell(|| {
        let one = fight.one(whom);
        let again = one.is(Condition::Critical);
        let (rule, how) = match (saved.passed, again, one.is(Condition::Doomed)) {
            (true, false, _) => (&PASS, "fights on"),
            (true, true, _) => (&PASS, "is no worse off"),
            (false, _, true) => (&FAIL, "does not withstand it"),
            (false, _, false) => (&FAIL, "suffers critical damage"),
        };
        let event =
            Event::new(rule, format!("{} {how}", fight.label(whom))).by(whom).and(&NEW_SCORE).because(saved.event);
        let event = if again { event.and(&EACH_TIME) } else { event };
        if one.detachment { event.and(&detachment::STATS) } else { event }
    });
    Ok(Saved { event, ..saved })
}

/// What critical damage means for heroes, detachments and everyone else.
pub(crate) fn suffer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    cause: EventId,
) -> Result<(), T::Halt> {
    prayer::broken(fight, table, whom);
    if fight.one(whom).detachment {
        return detachment::broken(fight, table, whom, cause);
    }
    if fight.one(whom).is(Condition::Critical) {
        again(fight, table, whom, cause);
        return Ok(());
    }
    let hero = fight.one(whom).hero;
    if !hero && crate::ask::yes(fight, table, Ask::DiesOfCritical { who: whom })? {
        death::die(fight, table, whom, &NPC_STATE, Some(cause));
        return Ok(());
    }
    fight.one_mut(whom).conditions.give(Condition::Critical);
    start_clock(fight, whom);
    table.tell(|| {
        let name = fight.label(whom);
        let event = match hero {
            true => Event::new(&PC_STATE, format!("{name} can only crawl, and dies within the hour without aid")),
            false => Event::new(&NPC_STATE, format!("{name} is down and out of the fight")),
        };
        let event = if hero { event.and(&CLOCK).and(&death::NO_UNCONSCIOUS) } else { event };
        event.by(whom).because(cause)
    });
    Ok(())
}

/// `crit.each-time`: a combatant that lies there already is no worse off, but first aid does not hold against a new
/// wound.
fn again<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, cause: EventId) {
    if !fight.one(whom).is(Condition::Aided) {
        return;
    }
    start_clock(fight, whom);
    table.tell(|| {
        let text = format!("{} needs aid anew, and dies within the hour without it", fight.label(whom));
        Event::new(&CLOCK, text).by(whom).and(&EACH_TIME).because(cause)
    });
}

/// `crit.clock`: the round of the wound is not counted. A clock that runs already is not put back.
#[inline(never)]
pub(crate) fn start_clock(fight: &mut Fight, whom: Who) {
    let due = fight.round + rounds::HOUR;
    let one = fight.one_mut(whom);
    one.conditions.take(Condition::Aided);
    one.dies_in_round = if one.dies_in_round == 0 { due } else { one.dies_in_round.min(due) };
}

/// What an attack adds that costs KRA, because it cuts or by its riders: to a failed save, and then whatever became of
/// that.
#[inline]
fn after_kra_loss<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, whom): (Who, Who),
    (cuts, riders): (bool, Riders),
    saved: Saved,
) -> Result<(), T::Halt> {
    if !saved.passed && !riders.is_empty() {
        ride_a_failed_save(fight, table, (by, whom), riders, saved.event)?;
    }
    if cuts && fight.one(whom).heads > 0 {
        creatures::cut_head(fight, table, whom);
    }
    if riders.is_empty() || fight.one(whom).is(Condition::Dead) {
        return Ok(());
    }
    poison(fight, table, (by, whom), riders)
}

/// `crit.enemy-special`: what the attack adds to a failed save.
#[cold]
fn ride_a_failed_save<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, whom): (Who, Who),
    riders: Riders,
    cause: EventId,
) -> Result<(), T::Halt> {
    if riders.has(Rider::TakesLimb) {
        creatures::take_limb(fight, table, by, whom)?;
    }
    for (rider, ability) in [(Rider::DrainsTek, Ability::Tek), (Rider::DrainsThu, Ability::Thu)] {
        if riders.has(rider) {
            drain(fight, table, (by, whom), ability, cause)?;
        }
    }
    if riders.has(Rider::KillsOutright) {
        let cause = table.tell(|| {
            let text = format!("the blow kills {}", fight.label(whom));
            Event::new(&ENEMY_SPECIAL, text).by(by).to(whom).because(cause)
        });
        death::die(fight, table, whom, &ENEMY_SPECIAL, Some(cause));
    }
    Ok(())
}

/// `crit.enemy-special`: 1d6 of TEK or THU, with what follows from 0.
fn drain<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, whom): (Who, Who),
    ability: Ability,
    cause: EventId,
) -> Result<(), T::Halt> {
    let what = if ability == Ability::Tek { "TEK lost" } else { "THU lost" };
    let rolled = table.die(fight, Throw::die(6, &ENEMY_SPECIAL, what).by(by).at(whom))?;
    let cause = table.tell(|| {
        let text = format!("the blow of {} drains {}: {rolled} {}", fight.label(by), fight.label(whom), ability.name());
        Event::new(&ENEMY_SPECIAL, text).by(by).to(whom).dice(6, &[rolled]).because(cause)
    });
    ability::lose(fight, table, whom, ability, rolled as i16, cause);
    Ok(())
}

/// What venom does that has got into the blood.
#[cold]
fn poison<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, whom): (Who, Who),
    riders: Riders,
) -> Result<(), T::Halt> {
    if riders.has(Rider::DeadlyPoison) && fight.one(whom).hero {
        creatures::deadly_poison(fight, table, by, whom)?;
    }
    if riders.has(Rider::BurningPoison) {
        creatures::burning_poison(fight, table, by, whom);
    }
    if riders.has(Rider::WastingPoison) {
        let rolled = table.die(fight, Throw::die(6, &creatures::POISON, "poison").by(by).at(whom))?;
        let cause = table.tell(|| {
            let text = format!("the poison wastes {}: {rolled} KRA", fight.label(whom));
            Event::new(&creatures::POISON, text).by(by).to(whom).dice(6, &[rolled])
        });
        ability::lose(fight, table, whom, Ability::Kra, rolled as i16, cause);
    }
    Ok(())
}

/// `crit.stabilise`: the combatants that first aid can help at all.
///
/// # Errors
/// The refusal.
pub fn may_aid(fight: &Fight, whom: Who) -> Result<(), Refusal> {
    let one = fight.one(whom);
    if one.is(Condition::Dead) {
        return Err(Refusal::new(&STABILISE, "it is dead"));
    }
    if one.is(Condition::Mortal) {
        return Err(Refusal::new(&scars::MORTAL, "first aid does not heal a mortal wound"));
    }
    Ok(())
}

/// `crit.stabilise`: aid stops the clock; the crawling stays until there is rest.
pub(crate) fn aid<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) {
    let one = fight.one_mut(whom);
    if one.is(Condition::Dead) || one.is(Condition::Mortal) || one.dies_in_round == 0 {
        return;
    }
    one.dies_in_round = 0;
    one.conditions.give(Condition::Aided);
    table.tell(|| {
        let text = format!("{} gives {} first aid: the clock stands still", fight.label(by), fight.label(whom));
        Event::new(&STABILISE, text).by(by).to(whom).act()
    });
}
