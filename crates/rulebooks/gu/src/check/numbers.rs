//! Ranges of the numbers in an entry, wherever in it they stand.

use serde::Serialize;
use serde_json::{Map, Value};

/// Numbers that may be below 0: what is added to dice and scores.
const SIGNED: [&str; 11] = [
    "modifier",
    "dodge-modifier",
    "tilt",
    "perseverance",
    "dodges",
    "by",
    "movement",
    "reactions",
    "all-tests",
    "attack-rolls",
    "foreseen",
];

/// Numbers of which a fight bears a great many.
const LARGE: [&str; 7] = ["amount", "plus", "hp", "cost", "range", "most", "turns"];

/// Lists of numbers that do not stand for one rank each.
const NOT_BY_RANK: [&str; 2] = ["rank", "percent"];

/// What is wrong with the numbers of an entry of which there are so many ranks.
pub fn faults(entry: &impl Serialize, ranks: usize) -> Vec<String> {
    let mut faults = Vec::new();
    if let Ok(value) = serde_json::to_value(entry) {
        look_at(&value, ("", ranks), &mut faults);
    }
    faults.sort();
    faults.dedup();
    faults
}

fn look_at(value: &Value, (key, ranks): (&str, usize), faults: &mut Vec<String>) {
    match value {
        Value::Number(number) => faults.extend(fault(key, number.as_i64().unwrap_or(i64::MAX))),
        Value::Array(all) => {
            faults.extend(list_fault(key, all, ranks));
            all.iter().for_each(|one| look_at(one, (key, ranks), faults));
        }
        Value::Object(parts) => {
            faults.extend(dice_fault(parts));
            faults.extend(turns_fault(parts));
            parts.iter().for_each(|(key, part)| look_at(part, (key.as_str(), ranks), faults));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn fault(key: &str, value: i64) -> Option<String> {
    let (least, most) = match key {
        "hp" => (1, 10_000),
        "expendable" => (1, 100),
        _ if LARGE.contains(&key) => (0, 10_000),
        _ if SIGNED.contains(&key) => (-1000, 1000),
        _ => (0, 1000),
    };
    (!(least..=most).contains(&value)).then(|| format!("{key} is {value}; {least} to {most} are possible"))
}

/// A list with more or fewer numbers than there are ranks.
fn list_fault(key: &str, all: &[Value], ranks: usize) -> Option<String> {
    let by_rank = all.len() > 1 && all.iter().all(Value::is_number) && !NOT_BY_RANK.contains(&key);
    let there = if ranks == 1 { "there is 1 rank".to_owned() } else { format!("there are {ranks} ranks") };
    (by_rank && all.len() != ranks).then(|| format!("{key} has {} numbers and {there}", all.len()))
}

/// Dice that nobody can throw.
fn dice_fault(parts: &Map<String, Value>) -> Option<String> {
    let number = |key: &str| parts.get(key).and_then(Value::as_u64).unwrap_or(0);
    let sound = number("dice") <= 20 && (number("dice") == 0 || (2..=100).contains(&number("sides")));
    (!sound).then(|| "damage has at most 20 dice, of 2 to 100 sides".to_owned())
}

/// Turns on what does not end by turns.
fn turns_fault(parts: &Map<String, Value>) -> Option<String> {
    let then = parts.get("then")?;
    let ends = then.as_str() == Some("powers") || then.get("condition").is_some() || then.get("pin").is_some();
    let idle = parts.get("turns").is_some_and(Value::is_number) && !ends;
    idle.then(|| "`turns` does nothing but to conditions and to powers that are laid on somebody".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_that_no_fight_bears_are_named_with_what_is_possible() {
        let attack = json!({ "deals": [{ "amount": -5, "dice": 5, "sides": 0 }], "modifier": 32760 });
        let gu = json!({ "does": [{ "attack": attack }], "powers": [{ "form": { "hp": 0, "movement": 4 } }] });
        assert_eq!(
            faults(&gu, 1),
            [
                "amount is -5; 0 to 10000 are possible",
                "damage has at most 20 dice, of 2 to 100 sides",
                "hp is 0; 1 to 10000 are possible",
                "modifier is 32760; -1000 to 1000 are possible",
            ]
        );
        let prone = json!({ "then": { "condition": "prone" }, "turns": 3 });
        let gains = json!([{ "then": { "bleeding": 2 }, "turns": 3 }, prone]);
        assert_eq!(
            faults(&gains, 1),
            ["`turns` does nothing but to conditions and to powers that are laid on somebody"]
        );
        let sound = json!({ "tests": { "modifier": [-20, -40] }, "deals": [{ "dice": 2, "sides": 10 }] });
        assert!(faults(&sound, 2).is_empty());
        assert_eq!(faults(&sound, 3), ["modifier has 2 numbers and there are 3 ranks"]);
    }
}
