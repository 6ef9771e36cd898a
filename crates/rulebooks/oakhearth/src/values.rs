//! Values of a combatant by name: what an encounter sets, what the GM's edicts change.

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{Minded, Refusal, Rule};

use crate::book::{Condition, Size};
use crate::combatant::{Combatant, Status};
use crate::rules::conditions;

/// The names of the numbers that may be set, with their ranges.
pub const NUMBERS: &[(&str, i64, i64)] = &[
    ("hp", -30, 200),
    ("max-hp", 1, 200),
    ("temp-hp", 0, 50),
    ("ap", 0, 8),
    ("max-ap", 0, 8),
    ("mp", 0, 60),
    ("max-mp", 0, 60),
    ("sp", 0, 20),
    ("max-sp", 0, 20),
    ("ac", 0, 40),
    ("pb", 0, 9),
    ("speed", 0, 30),
    ("level", 0, 20),
    ("might", -5, 10),
    ("dexterity", -5, 10),
    ("intelligence", -5, 10),
    ("charisma", -5, 10),
    ("attack", -5, 20),
    ("dc", 0, 30),
    ("initiative", -5, 20),
    ("athletics", -5, 20),
    ("intimidation", -5, 20),
    ("acrobatics", -5, 20),
    ("sleight-of-hand", -5, 20),
    ("stealth", -5, 20),
    ("medicine", -5, 20),
    ("insight", -5, 20),
    ("perception", -5, 20),
    ("height", 0, 100),
    ("breath", 0, 20),
    ("shield-hp", 0, 30),
    ("movement", 0, 100),
    ("darkvision", 0, 100),
    ("tremorsense", 0, 100),
    ("blindsight", 0, 100),
    ("truesight", 0, 100),
];

/// The ids of what may be used once until a Long Rest and has been.
pub const SPENT: &str = "spent";

/// The names of the flags that may be set.
pub const FLAGS: &[&str] = &["hero", "special", "martial", "spellcasting", "stable"];

fn known() -> impl Iterator<Item = &'static str> {
    let numbers = NUMBERS.iter().map(|(name, ..)| *name);
    numbers.chain(FLAGS.iter().copied()).chain([
        "size",
        "conditions",
        "weapons",
        "items",
        "spells",
        "maneuvers",
        "techniques",
        "actions",
        "rides",
        "shield",
        "dead",
        SPENT,
        Minded::KEY,
    ])
}

/// Sets a number; of AC what is one's own without the shield.
fn set_number(one: &mut Combatant, key: &str, value: i16) -> bool {
    let small = value as i8;
    match key {
        "hp" => {
            one.hp = value;
            one.dead = false;
        }
        "max-hp" => one.max_hp = value,
        "temp-hp" => one.temp = value,
        // More than the maximum is lost at the next refresh.
        "ap" => one.ap = small,
        "max-ap" => one.max_ap = small,
        "mp" => one.mp = small,
        "max-mp" => one.max_mp = small,
        "sp" => one.sp = small,
        "max-sp" => one.max_sp = small,
        "ac" => one.ac = small,
        "pb" => one.pb = small,
        "speed" => one.speed = small,
        "level" => one.level = value as u8,
        "might" => one.attributes[0] = small,
        "dexterity" => one.attributes[1] = small,
        "intelligence" => one.attributes[2] = small,
        "charisma" => one.attributes[3] = small,
        "attack" => one.attack = Some(small),
        "dc" => one.dc = Some(small),
        "initiative" => one.initiative = Some(small),
        "height" => one.height = value,
        "breath" => one.breath = Some(small),
        "shield-hp" => match &mut one.shield {
            Some((_, hp)) => *hp = small,
            None => return false,
        },
        "movement" => one.movement = value,
        "darkvision" => one.senses.darkvision = value as u8,
        "tremorsense" => one.senses.tremorsense = value as u8,
        "blindsight" => one.senses.blindsight = value as u8,
        "truesight" => one.senses.truesight = value as u8,
        _ => {
            let skill = crate::book::Skill::named(key);
            match skill {
                Some(skill) => one.skills[skill as usize] = Some(small),
                None => return false,
            }
        }
    }
    true
}

/// What there is now and what there can be at most, of what is never more than its most; of AP there may be more for a
/// while.
fn bounds(one: &Combatant, key: &str) -> Option<(i16, i16)> {
    match key {
        "hp" => Some((one.hp, one.max_hp)),
        "mp" => Some((one.mp.into(), one.max_mp.into())),
        "sp" => Some((one.sp.into(), one.max_sp.into())),
        _ => None,
    }
}

/// What stands beside a value that an edict sets, by name: the most of what there is, or what there is of a most.
pub(crate) fn beside(one: &Combatant, key: &str) -> Option<(String, i16)> {
    match key.strip_prefix("max-") {
        Some(of) => bounds(one, of).map(|(now, _)| (of.to_owned(), now)),
        None => bounds(one, key).map(|(_, most)| (format!("max-{key}"), most)),
    }
}

/// After an edict there can be as much as there is, and there is no more than there can be.
fn agree(one: &mut Combatant, key: &str) {
    match key {
        "hp" => one.max_hp = one.max_hp.max(one.hp),
        "max-hp" => one.hp = one.hp.min(one.max_hp),
        "mp" => one.max_mp = one.max_mp.max(one.mp),
        "max-mp" => one.mp = one.mp.min(one.max_mp),
        "sp" => one.max_sp = one.max_sp.max(one.sp),
        "max-sp" => one.sp = one.sp.min(one.max_sp),
        "max-ap" => one.ap = one.ap.min(one.max_ap),
        _ => {}
    }
}

fn set_flag(one: &mut Combatant, key: &str, flag: bool) -> bool {
    match key {
        "hero" => one.hero = flag,
        "special" => one.special = flag,
        "martial" => one.martial = flag,
        "spellcasting" => one.spellcasting = flag,
        "stable" => one.stable = flag,
        _ => return false,
    }
    true
}

/// A condition in words, with its number behind it where it has one: `Slowed 2`.
///
/// # Errors
/// What is wrong with the number; nothing where no condition is called so.
pub fn condition(words: &str) -> Result<Status, Option<String>> {
    let words = words.trim();
    let (name, amount) = match words.rsplit_once([' ', '-']) {
        Some((name, number)) => number.parse::<i64>().map_or((words, 1), |number| (name, number)),
        None => (words, 1),
    };
    let Some(condition) = Condition::named(name) else { return Err(None) };
    match most_of(condition) {
        1 if amount != 1 => Err(Some(format!("{condition} has no number"))),
        most if !(1..=most).contains(&amount) => Err(Some(format!("{condition} goes from 1 to {most}, not {amount}"))),
        _ => Ok(Status { amount: amount as i8, ..Status::lasting(condition) }),
    }
}

/// The greatest number of a condition; 1 for those that have none.
fn most_of(condition: Condition) -> i64 {
    match condition {
        Condition::Slowed | Condition::Exhaustion => 20,
        Condition::Stunned => 4,
        _ => 1,
    }
}

/// `set` of an encounter. A current value given alone is the maximum, too; beside its maximum (`bounded`) it leaves that alone.
///
/// # Errors
/// What is wrong, where, and what would be right.
pub(crate) fn set_at_start(
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
    bounded: bool,
) -> Result<(), Problem> {
    let name = key.value.as_str();
    if name == "conditions" {
        return set_conditions(one, value);
    }
    if name == "size" {
        return set_size(one, value);
    }
    if name == Minded::KEY {
        one.minded = Minded::at_start(value)?;
        return Ok(());
    }
    if name == "movement" {
        let what = "movement is what is left of a Move, and nobody has moved yet";
        return Err(Problem::at(&key.place, what).help("how far a Move goes is `speed`"));
    }
    if let Some((_, least, most)) = NUMBERS.iter().find(|(known, ..)| *known == name) {
        let Value::Int(number) = value.value else {
            let what = format!("{name} is a whole number from {least} to {most}, not {}", value.value);
            return Err(Problem::at(&value.place, what));
        };
        if !(*least..=*most).contains(&number) {
            let what = format!("{name} is a whole number from {least} to {most}, not {number}");
            return Err(Problem::at(&value.place, what));
        }
        if let Some((_, most)) = bounds(one, name).filter(|(_, most)| bounded && number > i64::from(*most)) {
            let problem = Problem::at(&value.place, format!("{name} is {number}, and max-{name} {most}"));
            return Err(problem.help(format!("no more {name} than that, or a higher max-{name}")));
        }
        if !set_number(one, name, number as i16) {
            return Err(Problem::at(&key.place, format!("{name} cannot be set: it bears no shield")));
        }
        if !bounded {
            stands_for_both(one, name, number as i16);
        }
        return Ok(());
    }
    if FLAGS.contains(&name) {
        let Value::Bool(flag) = value.value else {
            return Err(Problem::at(&value.place, format!("{name} is true or false, not {}", value.value)));
        };
        set_flag(one, name, flag);
        return Ok(());
    }
    let near = nearest(name, known()).map(|near| format!("the nearest name is `{near}`"));
    let help = near.or_else(|| Some(format!("what can be set: {}", known().collect::<Vec<_>>().join(", "))));
    Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of Oakhearth has no `{name}`")) })
}

/// What is said of a current value or of its maximum alone, said of the other.
fn stands_for_both(one: &mut Combatant, name: &str, number: i16) {
    let small = number as i8;
    match name {
        // A creature that is down to nothing has as many at most as its entry says.
        "hp" if number < 1 => {}
        "hp" => one.max_hp = number,
        "max-hp" => one.hp = number,
        "ap" => one.max_ap = small,
        "max-ap" => one.ap = small,
        "mp" => one.max_mp = small,
        "max-mp" => one.mp = one.mp.min(small),
        "sp" => one.max_sp = small,
        "max-sp" => one.sp = one.sp.min(small),
        _ => {}
    }
}

/// The word that a key asks for.
pub(crate) fn word<'v>(key: &str, value: &'v Placed<Value>) -> Result<&'v str, Problem> {
    let wrong = || Problem::at(&value.place, format!("{key} is a word, not {}", value.value));
    value.value.as_text().ok_or_else(wrong)
}

fn set_size(one: &mut Combatant, value: &Placed<Value>) -> Result<(), Problem> {
    let word = word("size", value)?;
    let Some(size) = Size::named(word) else {
        let known = Size::ALL.iter().map(|size| size.text());
        return Err(Problem::no_such("size", &Placed::new(word.to_owned(), value.place.clone()), known));
    };
    one.size = size;
    Ok(())
}

fn set_conditions(one: &mut Combatant, value: &Placed<Value>) -> Result<(), Problem> {
    let one_or_all = value.value.as_list().unwrap_or(std::slice::from_ref(value));
    for known in one_or_all {
        let wrong =
            || Problem::at(&known.place, format!("a condition is a word, such as \"slowed 2\", not {}", known.value));
        let word = known.value.as_text().ok_or_else(wrong)?;
        let status = condition(word).map_err(|why| match why {
            Some(what) => Problem::at(&known.place, what),
            None => {
                let near = nearest(word, Condition::ALL.iter().map(|condition| condition.text()));
                let help = near.map(|near| format!("the nearest name is `{near}`"));
                Problem { help, ..Problem::at(&known.place, format!("there is no condition `{word}`")) }
            }
        })?;
        let condition = status.condition;
        if !conditions::stacks(condition) && one.statuses.iter().any(|known| known.condition == condition) {
            return Err(Problem::at(&known.place, format!("{condition} is there already, and does not add up")));
        }
        one.statuses.push(status);
    }
    Ok(())
}

/// An edict's `set`.
///
/// # Errors
/// The refusal: no such value, wrong type, out of range.
pub(crate) fn set_by_edict(one: &mut Combatant, key: &str, words: &str, rule: &'static Rule) -> Result<(), Refusal> {
    if key == Minded::KEY {
        one.minded = Minded::by_edict(words)?;
        return Ok(());
    }
    if let Some((name, least, most)) = NUMBERS.iter().find(|(known, ..)| *known == key) {
        let number: i64 = words.trim().parse().unwrap_or(i64::MIN);
        if !(*least..=*most).contains(&number) {
            return Err(Refusal::new(rule, format!("{name} is a whole number from {least} to {most}")));
        }
        if !set_number(one, key, number as i16) {
            return Err(Refusal::new(rule, format!("{key} cannot be set: it bears no shield")));
        }
        agree(one, key);
        return Ok(());
    }
    let flag = match words.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    };
    match (FLAGS.contains(&key), flag) {
        (true, Some(flag)) => {
            set_flag(one, key, flag);
            Ok(())
        }
        (true, None) => Err(Refusal::new(rule, format!("{key} is yes or no"))),
        (false, _) if key == "in-hand" => {
            Err(Refusal::new(rule, "in-hand follows from what has been drawn, dropped and taken"))
        }
        _ => {
            let all = known().collect::<Vec<_>>().join(", ");
            Err(Refusal::new(rule, format!("there is no value `{key}`; there are {all}")))
        }
    }
}
