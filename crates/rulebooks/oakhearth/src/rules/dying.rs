//! Death's Door, Death Saves, death.

use quintain_engine::{Event, Rule, Table, Throw, Who, section};

use crate::book::{Condition, Damage, Feature};
use crate::combatant::{Hand, Status};
use crate::fight::Fight;
use crate::house::{DeathAt, NpcDeathsDoor};
use crate::rules::damage::{self, Harm};
use crate::rules::{concentration, conditions, riding, stamina};

section! {
    "Dying";
    ENTER = Engine "core.deaths-door-enter": "A hero at 0 HP or below stays conscious at Death's Door, with Exhaustion 1 and no Concentration.";
    DOOR_AP = Engine "core.deaths-door-ap": "At Death's Door 1 AP at most may be spent from the end of one own turn to the end of the next.";
    DEATH_SAVE = Engine "core.deaths-door-save": "At the end of each own turn a d20 must reach 10, or 1 True damage follows; a 1 knocks out, too.";
    DEATH = Engine "core.death": "At its Death Threshold, Prime below 0, a creature dies.", house "death-at";
    NPC_DEATH = Engine "core.npc-death": "Other creatures die at 0 HP.", house "npc-deaths-door";
    STABLE = Engine "core.stable": "A Stabilized creature makes no Death Saves until it takes damage.";
}

/// Whether a creature goes to Death's Door instead of dying at 0.
pub fn has_a_door(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.hero
        || one.woken
        || fight.template(who).has(&Feature::DeathsDoor)
        || match fight.house().npc_deaths_door {
            NpcDeathsDoor::None => false,
            NpcDeathsDoor::Listed => one.special,
            NpcDeathsDoor::All => true,
        }
}

/// Whether it stands at Death's Door.
pub fn at_the_door(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    !one.dead && one.hp <= 0 && has_a_door(fight, who)
}

/// The Death Threshold.
pub fn threshold(fight: &Fight, who: Who) -> i16 {
    let lower = fight.template(who).feature(|feature| match feature {
        Feature::ThresholdLower(by) => Some(i16::from(*by)),
        _ => None,
    });
    -fight.one(who).prime() - lower.unwrap_or(0)
}

/// How low HP can get by this harm: what knocks out takes nobody below 0, nor anybody there any lower, and some go below 1
/// by Heavy Hits and Radiant damage alone.
pub(crate) fn lowest(fight: &Fight, who: Who, harm: &Harm, before: i16) -> i16 {
    match (shrugs_off(fight, who, harm), harm.non_lethal) {
        (true, _) => before.min(1),
        (_, true) => before.min(0),
        _ => i16::MIN,
    }
}

/// Whether harm is of a kind that cannot fell somebody.
fn shrugs_off(fight: &Fight, who: Who, harm: &Harm) -> bool {
    hard_to_kill(fight, who) && !harm.heavy && harm.kind != Damage::Radiant
}

/// Whether only Heavy Hits and Radiant damage fell somebody.
pub(crate) fn hard_to_kill(fight: &Fight, who: Who) -> bool {
    fight.template(who).has(&Feature::HardToKill)
}

/// What is told of a creature that harm would have felled, had it been heavy or Radiant.
pub(crate) fn stays_up(fight: &Fight, who: Who) -> Event {
    let text = format!("{} stays up: only a Heavy Hit or Radiant damage fells it", fight.label(who));
    Event::new(&NPC_DEATH, text).to(who)
}

/// What comes of damage that reached HP.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_damage<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    harm: &Harm,
    before: i16,
) -> Result<(), T::Halt> {
    if fight.one(who).dead || before <= 0 && shrugs_off(fight, who, harm) {
        return Ok(());
    }
    if fight.one(who).hp <= 0 && harm.non_lethal {
        // `nonlethal.knockout`: no door, no death.
        crate::rules::non_lethal::knock_out(fight, table, who);
        return Ok(());
    }
    unsettle(fight, table, who);
    if fight.one(who).hp > 0 {
        return Ok(());
    }
    if !has_a_door(fight, who) {
        die(fight, table, who, &NPC_DEATH);
    } else if fight.one(who).hp <= dies_at(fight, who) {
        die(fight, table, who, &DEATH);
    } else if before > 0 && !fight.one(who).knocked_out {
        enter(fight, table, who);
    }
    Ok(())
}

/// `core.stable`: any damage ends it, Temp HP that take it or not.
pub(crate) fn unsettle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if std::mem::take(&mut fight.one_mut(who).stable) {
        table.tell(|| Event::new(&STABLE, format!("{} is no longer stable", fight.label(who))).to(who));
    }
}

/// The most HP with which it is dead.
pub(crate) fn dies_at(fight: &Fight, who: Who) -> i16 {
    match fight.house().death_at {
        _ if !has_a_door(fight, who) => 0,
        DeathAt::AtThreshold => threshold(fight, who),
        DeathAt::BelowThreshold => threshold(fight, who) - 1,
    }
}

/// `core.deaths-door-enter`.
pub(crate) fn enter<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    table.tell(|| {
        let text = format!("{} is on Death's Door", fight.label(who));
        Event::new(&ENTER, text).to(who)
    });
    fight.one_mut(who).spent = 0;
    exhaust(fight, table, who);
    concentration::lose(fight, table, who);
    stamina::on_fall(fight, table, who);
}

/// One more level of Exhaustion; six kill.
pub(crate) fn exhaust<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    conditions::give(fight, table, who, Status::lasting(Condition::Exhaustion), &ENTER);
}

/// It dies: off the map, what it holds falls, creatures that it grapples are free, and so is the hand that grapples it.
pub fn die<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rule: &'static Rule) {
    if fight.one(who).dead {
        return;
    }
    concentration::lose(fight, table, who);
    drop_all(fight, who);
    let rider = riding::rider(fight, who);
    let mut one = fight.one_mut(who);
    one.dead = true;
    one.mount = None;
    drop(one);
    table.tell(|| {
        let event = Event::new(rule, format!("{} dies", fight.label(who))).to(who);
        match rule == &DEATH {
            true => event.total(fight.one(who).hp.into()).against("Death Threshold", threshold(fight, who).into()),
            false => event,
        }
    });
    conditions::release_all(fight, table, who);
    conditions::slip_all(fight, table, who);
    if let Some(rider) = rider {
        riding::sort_out(fight, table, rider);
    }
    for by in concentration::of_the_dead(fight, who) {
        concentration::lose(fight, table, by);
    }
    stamina::on_fall(fight, table, who);
}

/// Everything in hand falls to the ground.
pub(crate) fn drop_all(fight: &mut Fight, who: Who) {
    for hand in 0..fight.one(who).hands.len() {
        match fight.one(who).hands[hand] {
            Hand::Weapon(_) => crate::rules::objects::let_fall(fight, who, hand),
            Hand::Same(_) | Hand::Grapple(_) => fight.one_mut(who).hands[hand] = Hand::Empty,
            Hand::Shield | Hand::Empty => {}
        }
    }
}

/// What comes of healing: above 0 HP Death's Door is closed and a creature that lay there wakes.
pub(crate) fn after_healing<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, before: i16) {
    if before > 0 || fight.one(who).hp <= 0 || fight.one(who).dead {
        return;
    }
    let mut one = fight.one_mut(who);
    one.stable = false;
    one.knocked_out = false;
    one.woken = false;
    one.statuses.retain(|status| status.condition != Condition::Unconscious);
    drop(one);
    table.tell(|| Event::new(&ENTER, format!("{} is back from Death's Door", fight.label(who))).to(who));
}

/// The fight is over: who is on Death's Door rolls at once and is Stabilized, or hurt and Unconscious.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_the_fight<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !at_the_door(fight, who) || fight.one(who).stable {
        return Ok(());
    }
    if roll_death_save(fight, table, who)? >= 10 {
        fight.one_mut(who).stable = true;
        table.tell(|| Event::new(&STABLE, format!("{} is stable", fight.label(who))).to(who));
        return Ok(());
    }
    damage::hurt(fight, table, who, Harm::new(1, Damage::True, &DEATH_SAVE))?;
    if !fight.one(who).dead && !fight.one(who).under(Condition::Unconscious) {
        conditions::give(fight, table, who, Status::lasting(Condition::Unconscious), &DEATH_SAVE);
    }
    Ok(())
}

/// The Death Save at the end of a turn.
///
/// # Errors
/// Halts with the table.
pub(crate) fn death_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !at_the_door(fight, who) {
        return Ok(());
    }
    if fight.one(who).stable {
        table.tell(|| Event::new(&STABLE, format!("{} is stable", fight.label(who))).to(who));
        return Ok(());
    }
    let face = roll_death_save(fight, table, who)?;
    if face >= 10 {
        return Ok(());
    }
    damage::hurt(fight, table, who, Harm::new(1, Damage::True, &DEATH_SAVE))?;
    if face == 1 && !fight.one(who).dead {
        conditions::give(fight, table, who, Status::lasting(Condition::Unconscious), &DEATH_SAVE);
    }
    Ok(())
}

/// The flat d20 of a Death Save.
fn roll_death_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<u16, T::Halt> {
    let face = table.die(fight, Throw::die(20, &DEATH_SAVE, "Death Save").by(who))?;
    table.tell(|| {
        let how = if face >= 10 { "holds on" } else { "fails the Death Save" };
        let event = Event::new(&DEATH_SAVE, format!("{} {how}", fight.label(who))).by(who).dice(20, &[face]).upkeep();
        event.total(face.into()).against("Difficulty", 10)
    });
    Ok(face)
}
