//! Values of a combatant by name: what an encounter sets, what the GM's edicts change, what views show.

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{EDICT, Minded, Refusal, Who};

use crate::book::{DamageKind, Resistance};
use crate::edicts;
use crate::fight::{Fight, Gait};
use crate::rules::{damage, death, movement, precision, prone, weapons};

/// The names of the numbers that may be set, with their ranges.
pub const NUMBERS: &[(&str, i64, i64)] = &[
    ("health", -2000, 1000),
    ("max-health", 1, 1000),
    ("energy", 0, 100),
    ("max-energy", 0, 100),
    ("level", 0, 20),
    ("potency", 0, 30),
    ("control", 0, 30),
    ("speed", 0, 40),
    ("flies", 0, 60),
    ("altitude", 0, 60),
    ("parry", -20, 40),
    ("warding", -20, 40),
    ("constitution", -20, 40),
    ("evasion", -20, 40),
    ("physical-armor", 0, 60),
    ("magical-armor", 0, 60),
    ("precision", -20, 40),
    ("rounds-down", 0, 5),
    ("shots", 0, 99),
];

/// The names of the flags that may be set.
pub const FLAGS: &[&str] = &["pc", "prone", "unconscious"];

/// The names of everything that may be set when an encounter begins, lists apart.
pub fn known() -> impl Iterator<Item = &'static str> {
    NUMBERS.iter().map(|(name, ..)| *name).chain(FLAGS.iter().copied()).chain([Minded::KEY])
}

/// When a key of `set` has its turn, whatever the order in which they are written: gear first, then numbers, a maximum
/// before what it limits, then flags. Each value holds with all that comes before it.
pub(crate) fn turn_of(key: &str) -> usize {
    let number = |key: &str| NUMBERS.iter().position(|(name, ..)| *name == key);
    match number(key) {
        Some(_) if key.starts_with("max-") => 1,
        Some(place) => 2 + place,
        None if FLAGS.contains(&key) => 2 + NUMBERS.len(),
        // What the off hand may hold follows from the main hand.
        None => usize::from(key == "off"),
    }
}

/// Sets a number; it has been checked.
fn set_number(fight: &mut Fight, who: Who, key: &str, value: i16) {
    let resistance = |fight: &mut Fight, which: Resistance| {
        let now: i16 = precision::resistance(fight, who, which);
        fight.one_mut(who).bonus[which as usize] += value - now;
    };
    let speed = |fight: &mut Fight, gait: Gait| {
        let now = movement::base_speed(fight, who, gait);
        fight.one_mut(who).speed_bonus[gait as usize] += value - now;
    };
    let armor = |fight: &mut Fight, kind: DamageKind| {
        let now = damage::base_armor(fight, who, kind);
        fight.one_mut(who).armor_bonus[kind as usize] += value - now;
    };
    match key {
        "health" => {
            let mut one = fight.one_mut(who);
            one.health = value;
            one.most = one.most.max(value);
        }
        "max-health" => {
            let mut one = fight.one_mut(who);
            one.most = value;
            one.health = one.health.min(value);
        }
        "energy" => {
            let mut one = fight.one_mut(who);
            one.energy = value;
            one.most_energy = one.most_energy.max(value);
        }
        "max-energy" => {
            let mut one = fight.one_mut(who);
            one.most_energy = value;
            one.energy = one.energy.min(value);
        }
        "level" => fight.one_mut(who).own.level = value,
        "potency" => fight.one_mut(who).own.potency = value,
        "control" => fight.one_mut(who).own.control = value,
        "speed" => speed(fight, Gait::Walk),
        "flies" => speed(fight, Gait::Fly),
        "altitude" => fight.one_mut(who).altitude = value,
        "parry" => resistance(fight, Resistance::Parry),
        "warding" => resistance(fight, Resistance::Warding),
        "constitution" => resistance(fight, Resistance::Constitution),
        "evasion" => resistance(fight, Resistance::Evasion),
        "physical-armor" => armor(fight, DamageKind::Physical),
        "magical-armor" => armor(fight, DamageKind::Magical),
        "precision" => {
            let now: i16 = precision::modifier(fight, who);
            fight.one_mut(who).precision_bonus += value - now;
        }
        "shots" => stock(&mut fight.one_mut(who), value as u8),
        "rounds-down" => fight.one_mut(who).rounds_down = value as u8,
        _ => {}
    }
}

/// So many shots for the weapon in the main hand.
fn stock(one: &mut crate::combatant::Combatant, many: u8) {
    if let Some(weapon) = one.main {
        one.stock(weapon, many);
    }
}

/// Whether the weapon in somebody's main hand shoots from a quiver, or has spare ones to throw.
pub(crate) fn has_quiver(fight: &Fight, who: Who) -> bool {
    fight.one(who).main.is_some_and(|weapon| fight.weapon(weapon).entry.ammunition > 0)
}

fn set_flag(fight: &mut Fight, who: Who, key: &str, flag: bool) {
    let mut one = fight.one_mut(who);
    match key {
        "pc" => one.pc = flag,
        "prone" => one.prone = flag,
        "unconscious" => {
            one.unconscious = flag;
            one.prone |= flag;
        }
        _ => {}
    }
}

/// `set` of an encounter. A health or an energy above the most of the entry raises that, too.
///
/// # Errors
/// What is wrong, where, and what would be right.
pub(crate) fn set_at_start(
    fight: &mut Fight,
    who: Who,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Result<(), Problem> {
    let name = key.value.as_str();
    if name == Minded::KEY {
        fight.one_mut(who).minded = Minded::at_start(value)?;
        return Ok(());
    }
    if let Some((_, least, most)) = NUMBERS.iter().find(|(known, ..)| *known == name) {
        let number = match value.value {
            Value::Int(number) if (*least..=*most).contains(&number) => number as i16,
            _ => {
                let what = format!("{name} is a whole number from {least} to {most}, not {}", value.value);
                return Err(Problem::at(&value.place, what));
            }
        };
        if name == "shots" && !has_quiver(fight, who) {
            return Err(Problem::at(&key.place, "what it holds in its main hand has no quiver and no spare ones"));
        }
        if name == "altitude" && number > 0 && movement::base_speed(fight, who, Gait::Fly) == 0 {
            let what = format!("{} does not fly", fight.label(who));
            return Err(Problem::at(&value.place, what).help("whoever rides is as high as its mount"));
        }
        let unhurt = fight.one(who).health == fight.one(who).most;
        let unspent = fight.one(who).energy == fight.one(who).most_energy;
        set_number(fight, who, name, number);
        let mut one = fight.one_mut(who);
        match name {
            "max-health" if unhurt => one.health = number,
            "max-energy" if unspent => one.energy = number,
            "flies" if one.altitude > 0 && number == 0 => one.altitude = 0,
            _ => {}
        }
        return Ok(());
    }
    if FLAGS.contains(&name) {
        let Value::Bool(flag) = value.value else {
            return Err(Problem::at(&value.place, format!("{name} is true or false, not {}", value.value)));
        };
        set_flag(fight, who, name, flag);
        return Ok(());
    }
    let all = known().chain(crate::set_up::LISTS.iter().copied());
    let near = nearest(name, all).map(|near| format!("the nearest name is `{near}`"));
    let names = || known().chain(crate::set_up::LISTS.iter().copied()).collect::<Vec<_>>().join(", ");
    let help = near.or_else(|| Some(format!("what can be set: {}", names())));
    Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of Sigil of Uchma has no `{name}`")) })
}

/// How much of a value somebody can have at most, where that is a value of its own.
fn most_of(fight: &Fight, who: Who, key: &str) -> Option<i16> {
    match key {
        "health" => Some(fight.one(who).most),
        "energy" => Some(fight.one(who).most_energy),
        _ => None,
    }
}

/// An edict's `set`.
///
/// # Errors
/// The refusal: no such value, wrong type, out of range.
pub(crate) fn set_by_edict(fight: &mut Fight, who: Who, key: &str, words: &str) -> Result<(), Refusal> {
    if key == Minded::KEY {
        fight.one_mut(who).minded = Minded::by_edict(words)?;
        return Ok(());
    }
    if let Some((name, least, most)) = NUMBERS.iter().find(|(known, ..)| *known == key) {
        let number: i64 = words.trim().parse().unwrap_or(i64::MIN);
        if !(*least..=*most).contains(&number) {
            let why = format!("{name} is a whole number from {least} to {most}");
            return Err(Refusal::new(&EDICT, why));
        }
        if let Some(most) = most_of(fight, who, key).filter(|most| number > i64::from(*most)) {
            let why = format!("{key} is at most {most} here; set max-{key} first for more");
            return Err(Refusal::new(&EDICT, why));
        }
        if key == "shots" && !has_quiver(fight, who) {
            return Err(Refusal::new(
                &weapons::QUIVER,
                "what it holds in its main hand has no quiver and no spare ones",
            ));
        }
        let of_wings = key == "flies" || (key == "altitude" && number > 0);
        if of_wings && movement::base_speed(fight, who, Gait::Fly) == 0 {
            return Err(Refusal::new(&movement::SPEED_TYPES, "it does not fly"));
        }
        set_number(fight, who, key, number as i16);
        return Ok(());
    }
    if let "main" | "off" = key {
        return edicts::hold(fight, who, key == "main", words);
    }
    if let Some(from) = derived(key) {
        return Err(Refusal::new(&EDICT, format!("`{key}` cannot be set: {from}")));
    }
    let flag = match words.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    };
    if let (true, Some(flag)) = (FLAGS.contains(&key), flag) {
        set_flag(fight, who, key, flag);
        return Ok(());
    }
    let why = match FLAGS.contains(&key) {
        true => format!("{key} is yes or no"),
        false => format!("there is no value `{key}`; there are {}, main, off", known().collect::<Vec<_>>().join(", ")),
    };
    Err(Refusal::new(&EDICT, why))
}

/// What a value that is shown and cannot be set follows from.
fn derived(key: &str) -> Option<&'static str> {
    Some(match key {
        "threshold" => "it follows from rounds-down",
        "tracks" => "it follows from who is seen and heard within 25 m",
        "in-hand" => "it follows from main and off",
        _ => return None,
    })
}

/// What follows from values that somebody has set: nothing half dead, nobody unconscious with health.
pub(crate) fn make_sound(fight: &mut Fight, who: Who) {
    let one = fight.one(who);
    if one.out.is_some() {
        return;
    }
    let down = one.health < 1;
    let dead = !death::falls_unconscious(fight, who) || death::massive(fight, who, 0);
    if down && dead {
        fight.one_mut(who).out = Some(crate::combatant::Out::Dead);
        fight.one_mut(who).prepared = None;
        return;
    }
    let mut one = fight.one_mut(who);
    one.unconscious |= down;
    if one.unconscious {
        one.prone = true;
        one.prepared = None;
        if !down {
            one.unconscious = false;
            one.rounds_down = 0;
        }
    }
    drop(one);
    debug_assert!(!fight.one(who).unconscious || prone::lies(fight, who));
}
