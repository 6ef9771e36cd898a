//! Values of a combatant by name: what an encounter sets, and what the game master's edicts change.

mod words;

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{EDICT, Refusal, Who};

use crate::rules::health::{self, Level};
use crate::rules::{clusters, conditions, defence, initiative};
use crate::state::{Clocks, Combatant, Fight, Out};

pub(crate) use words::{derived, held, trained};

/// The names of the numbers that may be set, with their ranges.
const NUMBERS: &[(&str, i16, i16)] = &[
    ("hp", -20, 1000),
    ("hp-max", 1, 1000),
    ("ward", 0, 1000),
    ("wp", 0, 500),
    ("wp-max", 0, 500),
    ("fatigue", 1, 20),
    ("str", -10, 10),
    ("dex", -10, 10),
    ("sta", -10, 10),
    ("int", -10, 10),
    ("emp", -10, 10),
    ("soc", -10, 10),
    ("counters", 0, 2),
    ("cluster", 0, 1000),
    ("dodges", 0, 20),
    ("blocks", 0, 20),
];

/// The names of the flags that may be set.
const FLAGS: &[&str] = &["pc", "player", "prone", "unconscious", "stabilised", "loaded"];

fn known() -> impl Iterator<Item = &'static str> {
    let words = words::WORDS.iter().copied();
    NUMBERS.iter().map(|(name, ..)| *name).chain(FLAGS.iter().copied()).chain(words).chain(["conditions"])
}

fn range(key: &str) -> Option<(i16, i16)> {
    NUMBERS.iter().find(|(name, ..)| *name == key).map(|(_, least, most)| (*least, *most))
}

fn set_number(one: &mut Combatant, key: &str, value: i16) {
    match key {
        "hp" => {
            one.hp = value;
            one.hp_max = one.hp_max.max(value);
        }
        "hp-max" => {
            one.hp_max = value;
            one.hp = one.hp.min(value);
        }
        "ward" => one.ward = value,
        "wp" => {
            one.wp = value;
            one.wp_max = one.wp_max.max(value);
        }
        "wp-max" => {
            one.wp_max = value;
            one.wp = one.wp.min(value);
        }
        "fatigue" => one.fatigue = value,
        "str" => one.attributes.strength = value,
        "dex" => one.attributes.dex = value,
        "sta" => one.attributes.sta = value,
        "int" => one.attributes.int = value,
        "emp" => one.attributes.emp = value,
        "soc" => one.attributes.soc = value,
        "counters" => one.counters = value as u8,
        "cluster" => one.cluster = value as u16,
        "dodges" => one.dodges = value as u8,
        _ => one.blocks = value as u8,
    }
}

fn set_flag(one: &mut Combatant, key: &str, flag: bool) {
    match key {
        "pc" | "player" => one.pc = flag,
        "prone" => one.prone = flag,
        "unconscious" => one.unconscious = flag,
        "stabilised" => one.stabilised = flag,
        _ => {
            for arm in one.sword.iter_mut().chain(&mut one.off).chain(&mut one.stowed) {
                arm.loaded = flag;
            }
        }
    }
}

pub(crate) fn set_at_start(
    fight: &mut Fight,
    who: Who,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Result<(), Problem> {
    let name = key.value.as_str();
    if name == "conditions" {
        let words: Vec<&str> = match &value.value {
            Value::Text(word) => vec![word],
            Value::List(list) => list.iter().filter_map(|item| item.value.as_text()).collect(),
            _ => Vec::new(),
        };
        return words
            .into_iter()
            .try_for_each(|word| conditions::give(fight, who, word).map_err(|why| Problem::at(&value.place, why)));
    }
    if let Some((least, most)) = range(name) {
        let Value::Int(number) = value.value else {
            let what = format!("{name} is a whole number from {least} to {most}, not {}", value.value);
            return Err(Problem::at(&value.place, what));
        };
        if !(i64::from(least)..=i64::from(most)).contains(&number) {
            let what = format!("{name} is a whole number from {least} to {most}, not {number}");
            return Err(Problem::at(&value.place, what));
        }
        set_number(fight.one_mut(who), name, number as i16);
        return Ok(());
    }
    if FLAGS.contains(&name) {
        let Value::Bool(flag) = value.value else {
            return Err(Problem::at(&value.place, format!("{name} is true or false, not {}", value.value)));
        };
        set_flag(fight.one_mut(who), name, flag);
        return Ok(());
    }
    if words::WORDS.contains(&name) {
        let said: Vec<&str> = match &value.value {
            Value::Text(word) => vec![word],
            Value::List(list) => list.iter().filter_map(|item| item.value.as_text()).collect(),
            other => return Err(Problem::at(&value.place, format!("{name} is said in words, not {other}"))),
        };
        let all = said.join(" and ");
        return words::set(fight, who, name, &all).map_err(|why| Problem::at(&value.place, why));
    }
    if let Some(why) = derived(name) {
        return Err(Problem::at(&key.place, why));
    }
    if name == "initiative" {
        let what = "initiative is rolled as the fight begins (init.roll-at-start); an edict may change it then";
        return Err(Problem::at(&key.place, what));
    }
    let lists = ["weapons", "shield", "armor", "items", "powers", "partner"];
    let near = nearest(name, known().chain(lists)).map(|near| format!("the nearest name is `{near}`"));
    let all = || known().chain(lists).collect::<Vec<_>>().join(", ");
    let help = near.or_else(|| Some(format!("what can be set: {}", all())));
    Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of Heimr has no `{name}`")) })
}

pub(crate) fn set_by_edict(fight: &mut Fight, who: Who, key: &str, words: &str) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    if words::WORDS.contains(&key) {
        return words::set(fight, who, key, words).or_else(refuse);
    }
    if let Some(why) = derived(key) {
        return refuse(why.to_owned());
    }
    if key == "initiative" {
        return match words.trim().parse::<i16>() {
            Ok(number) if (-99..=999).contains(&number) && fight.order.contains(&who) => {
                initiative::change(fight, who, number);
                Ok(())
            }
            _ => {
                refuse("initiative is a whole number from -99 to 999, of somebody who has a place in the order".into())
            }
        };
    }
    let one = fight.one_mut(who);
    if let Some((least, most)) = range(key) {
        return match words.trim().parse::<i16>() {
            Ok(number) if (least..=most).contains(&number) => {
                set_number(one, key, number);
                Ok(())
            }
            _ => refuse(format!("{key} is a whole number from {least} to {most}")),
        };
    }
    if !FLAGS.contains(&key) {
        return refuse(format!("there is no value `{key}`; there are {}", known().collect::<Vec<_>>().join(", ")));
    }
    match words.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => set_flag(one, key, true),
        "no" | "false" => set_flag(one, key, false),
        _ => return refuse(format!("{key} is yes or no")),
    }
    Ok(())
}

/// What follows from values that were set: nothing half dead, nobody alone in a cluster.
pub(crate) fn make_sound(fight: &mut Fight, who: Who) {
    let round = fight.round;
    let level = health::level(fight, who);
    let was_dead = matches!(fight.one(who).out, Some(Out::Dead { .. }));
    let one = fight.one_mut(who);
    match level {
        Level::Dead if one.out.is_none() => one.out = Some(Out::Dead { round }),
        Level::Dead => {}
        _ if was_dead => one.out = None,
        _ => {}
    }
    let back = was_dead && one.out.is_none();
    if level == Level::Fine {
        // Whoever fainted of an injury comes to with it; whoever is unconscious without one is not helped by health.
        if was_dead || one.hurt != 0 || one.clocks != Clocks::default() {
            one.unconscious = false;
        }
        one.clocks = Clocks::default();
        one.hurt = 0;
        one.stabilised = false;
    }
    health::settle(fight, who);
    let one = fight.one_mut(who);
    if one.unconscious || one.out.is_some() {
        one.standing = None;
        one.readied = None;
        one.upcoming = None;
        one.gathered = None;
    }
    if one.out.is_some() {
        one.cluster = 0;
    }
    if back && fight.round > 0 && !fight.order.contains(&who) && !fight.late.contains(&who) {
        fight.late.push(who);
    }
    defence::forget(fight, who);
    let ended = fight.one(who).out.is_some() || fight.one(who).unconscious;
    if ended && fight.turn.who == Some(who) {
        fight.turn.ended = true;
    }
    clusters::make_sound(fight);
}
