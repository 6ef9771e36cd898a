//! Values of a combatant by name: what an encounter sets, what the GM's edicts change, what views show.

use std::borrow::Cow;

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{EDICT, Few, Minded, Refusal};

use crate::arm::ArmId;
use crate::book::{MOST_HEADS, Worn};
use crate::combatant::{Combatant, Score};
use crate::condition::Ability;
use crate::fight::Fight;
use crate::rules::{attack, creatures, critical, death, rounds};
use crate::setting::Setting;

/// The names of the numbers that may be set, with their ranges.
pub const NUMBERS: &[(&str, i64, i64)] = &[
    ("sta", 0, 100),
    ("max-sta", 0, 100),
    ("kra", 0, 30),
    ("max-kra", 1, 30),
    ("tek", 0, 30),
    ("max-tek", 0, 30),
    ("thu", 0, 30),
    ("max-thu", 0, 30),
    ("armor", 0, 3),
    ("natural-armor", 0, 3),
    ("fatigue", 0, 30),
    ("heads", 0, MOST_HEADS as i64),
    ("thu-spent", 0, 30),
];

/// The names of the flags that may be set.
pub const FLAGS: &[&str] = &["hero", "leader", "detachment", "shield", "first", "provoked"];

/// What the view shows that follows from other things, and from what.
const DERIVED: &[(&str, &str)] = &[
    ("slots-free", "it follows from KRA and from what is carried"),
    ("fighting", "it follows from conditions and scores: give or take those"),
    ("at", "a place is changed by `move NAME to SQUARE`"),
];

/// What an encounter may set beside values: what is worn, carried, known and laid out.
const KIT: [&str; 6] = ["weapons", "wears", "scrolls", "memorised", "items", "trap"];

fn known() -> impl Iterator<Item = &'static str> {
    NUMBERS.iter().map(|(name, ..)| *name).chain(FLAGS.iter().copied()).chain([
        "conditions",
        "scars",
        "rides",
        "in-hand",
        "rounds-to-live",
        Minded::KEY,
    ])
}

/// The conditions that are scores of 0.
pub const HELPLESSNESS: [&str; 2] = ["paralysed", "delirious"];

/// The score that is 0 in a condition of this name.
pub fn helplessness(name: &str) -> Option<Ability> {
    let [tek, thu] = HELPLESSNESS.map(|known| known.eq_ignore_ascii_case(name.trim()));
    if tek { Some(Ability::Tek) } else { thu.then_some(Ability::Thu) }
}

/// Which score a name means, none of the three for STA, and whether it is its maximum that is named: `tek`, `max-tek`.
fn score_meant(key: &str) -> Option<(Option<Ability>, bool)> {
    let name = key.strip_prefix("max-");
    let ability = match name.unwrap_or(key) {
        "sta" => None,
        name => {
            let all = [Ability::Kra, Ability::Tek, Ability::Thu];
            Some(all.into_iter().find(|ability| ability.key() == name)?)
        }
    };
    Some((ability, name.is_some()))
}

/// The score of this name, to be changed, and whether it is its maximum that is named.
fn score_named<'a>(one: &'a mut Combatant, key: &str) -> Option<(&'a mut Score, bool)> {
    let (ability, most) = score_meant(key)?;
    let score = match ability {
        Some(ability) => one.score_mut(ability),
        None => &mut one.sta,
    };
    Some((score, most))
}

/// What the score of this name is, or its maximum.
pub(crate) fn score(one: &Combatant, key: &str) -> Option<i16> {
    let (ability, most) = score_meant(key)?;
    let score = ability.map_or(one.sta, |ability| one.score(ability));
    Some(if most { score.max } else { score.now })
}

/// Sets a number of this name.
fn set_number(one: &mut Combatant, key: &str, value: i16) {
    match score_named(one, key) {
        Some((score, true)) => *score = Score { now: score.now.min(value), max: value },
        Some((score, false)) => *score = Score { now: value, max: score.max.max(value) },
        None => match key {
            "armor" => {
                one.natural_armor = value;
                one.worn.clear();
                one.shield = false;
            }
            "natural-armor" => one.natural_armor = value,
            "fatigue" => one.fatigue = value as u8,
            "heads" => one.heads = value as u8,
            "thu-spent" => one.spent = value,
            _ => {}
        },
    }
}

fn set_flag(one: &mut Combatant, key: &str, flag: bool) {
    match key {
        "hero" => one.hero = flag,
        "leader" => one.leader = flag,
        "detachment" => one.detachment = flag,
        "shield" => one.shield = flag,
        "first" => one.first = flag,
        "provoked" => one.provoked = flag,
        _ => {}
    }
}

/// `in-hand`: the weapons held, by name or id, joined by `and`; `nothing` for empty hands. The shield goes down where both
/// hands are needed.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn take_in_hand(setting: &Setting, one: &mut Combatant, words: &str) -> Result<(), String> {
    let words = words.trim();
    let (mut held, mut carried): (Few<ArmId, 2>, _) = (Few::new(), one.arms);
    for word in words.split(" and ").map(str::trim).filter(|word| !word.eq_ignore_ascii_case("nothing")) {
        let of_that_name = |arm: &ArmId| {
            let entry = &setting.arms[arm.place()];
            !entry.natural && (entry.name.eq_ignore_ascii_case(word) || entry.id.eq_ignore_ascii_case(word))
        };
        let further = if held.iter().any(of_that_name) { "further " } else { "" };
        let none = || {
            let weapons = one.arms.iter().map(|arm| &setting.arms[arm.place()]).filter(|entry| !entry.natural);
            let names: Vec<&str> = weapons.map(|entry| entry.name.as_str()).collect();
            let all = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("it carries no {further}weapon called {word}; it carries {all}")
        };
        let place = carried.iter().position(of_that_name).ok_or_else(none)?;
        let arm = carried[place];
        carried.remove(place);
        if !held.push(arm) {
            return Err("nobody holds more than two weapons".into());
        }
    }
    let hands: u8 = held.iter().map(|arm| setting.arms[arm.place()].hands).sum();
    if hands > 2 {
        return Err(format!("{words} needs {hands} hands"));
    }
    one.shield &= hands < 2;
    one.in_hand = held;
    Ok(())
}

/// `shield`: whether somebody has one to hold, and a hand for it, or why not.
pub(crate) fn may_hold_shield(setting: &Setting, one: &Combatant) -> Result<(), &'static str> {
    let shield = |place: &u8| setting.armors[usize::from(*place)].worn == Worn::Shield;
    let held: u8 = one.in_hand.iter().map(|arm| setting.arms[arm.place()].hands).sum();
    match held {
        _ if !one.worn.iter().any(shield) => Err("it has no shield"),
        0 | 1 => Ok(()),
        _ => Err("both hands are full"),
    }
}

/// `set` of an encounter. A current score given alone is the maximum, too; beside its maximum (`bounded`) it leaves that
/// alone.
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
    if name == "rounds-to-live" {
        let left = value.value.as_int().and_then(|left| u32::try_from(left).ok());
        one.dies_in_round = left.filter(|left| *left <= rounds::HOUR).ok_or_else(|| {
            Problem::at(&value.place, format!("rounds-to-live is a whole number from 0 to {}", rounds::HOUR))
        })?;
        return Ok(());
    }
    if name == Minded::KEY {
        one.minded = Minded::at_start(value)?;
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
        match score_named(one, name) {
            Some((score, false)) if bounded && number > score.max => {
                let what = format!("{name} is {number}, more than `max-{name}`, which is {}", score.max);
                let help = format!("raise `max-{name}`; without it {name} is the most, too");
                return Err(Problem::at(&value.place, what).help(help));
            }
            Some((score, false)) if bounded => score.now = number,
            Some((score, false)) => *score = Score::full(number),
            _ => set_number(one, name, number),
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
    let all = || known().chain(KIT);
    let near = nearest(name, all()).map(|near| format!("the nearest name is `{near}`"));
    let help = near.or_else(|| Some(format!("what can be set: {}", all().collect::<Vec<_>>().join(", "))));
    Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of Thálassa has no `{name}`")) })
}

/// An edict's `set`.
///
/// # Errors
/// The refusal: no such value, wrong type, out of range.
pub(crate) fn set_by_edict(setting: &Setting, one: &mut Combatant, key: &str, words: &str) -> Result<(), Refusal> {
    if key == Minded::KEY {
        one.minded = Minded::by_edict(words)?;
        return Ok(());
    }
    if let Some((name, least, most)) = NUMBERS.iter().find(|(known, ..)| *known == key) {
        let number: i64 = words.trim().parse().unwrap_or(i64::MIN);
        if !(*least..=*most).contains(&number) {
            let why = format!("{name} is a whole number from {least} to {most}");
            return Err(Refusal::new(&EDICT, why));
        }
        if key == "heads" && number > 0 && !setting.counts_heads(one) {
            return Err(Refusal::new(&EDICT, "its heads are not counted"));
        }
        set_number(one, key, number as i16);
        return Ok(());
    }
    let flag = match words.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    };
    if let (true, Some(flag)) = (FLAGS.contains(&key), flag) {
        if key == "shield" && flag {
            may_hold_shield(setting, one).map_err(|why| Refusal::new(&EDICT, why))?;
        }
        set_flag(one, key, flag);
        return Ok(());
    }
    if let Some((_, why)) = DERIVED.iter().find(|(known, _)| *known == key) {
        return Err(Refusal::new(&EDICT, format!("{key} cannot be set: {why}")));
    }
    let why: Cow<'static, str> = match FLAGS.contains(&key) {
        true => format!("{key} is yes or no").into(),
        false => format!("there is no value `{key}`; there are {}", known().collect::<Vec<_>>().join(", ")).into(),
    };
    Err(Refusal::new(&EDICT, why))
}

/// What follows from values that the GM has set: nothing half dead.
pub(crate) fn make_sound(fight: &mut Fight, who: quintain_engine::Who) {
    use crate::condition::Condition;
    let dead = fight.one(who).score(Ability::Kra).now == 0;
    let gone = fight.one(who).conditions.any(crate::condition::GONE);
    if dead && !gone {
        let condition = death::death_of(fight, who);
        fight.one_mut(who).conditions.give(condition);
    }
    let one = fight.one(who);
    let dying = one.is(Condition::Critical) || one.is(Condition::Mortal);
    if dying && one.dies_in_round == 0 && !one.is(Condition::Aided) && !one.is(Condition::Dead) {
        critical::start_clock(fight, who);
    }
    if !dying {
        fight.one_mut(who).dies_in_round = 0;
    }
    if crate::rules::gear::is_packed_full(fight, who) {
        fight.one_mut(who).sta.now = 0;
    }
    if creatures::has_no_head_left(fight, who) && fight.present(who) {
        fight.one_mut(who).conditions.give(Condition::Dead);
    }
    debug_assert!(attack::armor_of(fight, who) <= attack::MOST_ARMOR);
}
