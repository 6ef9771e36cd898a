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

/// What is wrong with the numbers of an entry.
pub fn faults(entry: &impl Serialize) -> Vec<String> {
    let mut faults = Vec::new();
    if let Ok(value) = serde_json::to_value(entry) {
        look_at(&value, "", &mut faults);
    }
    faults.sort();
    faults.dedup();
    faults
}

fn look_at(value: &Value, key: &str, faults: &mut Vec<String>) {
    match value {
        Value::Number(number) => faults.extend(fault(key, number.as_i64().unwrap_or(i64::MAX))),
        Value::Array(all) => all.iter().for_each(|one| look_at(one, key, faults)),
        Value::Object(parts) => {
            faults.extend(dice_fault(parts));
            parts.iter().for_each(|(key, part)| look_at(part, key, faults));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn fault(key: &str, value: i64) -> Option<String> {
    let (least, most) = match key {
        "hp" => (1, 10_000),
        _ if LARGE.contains(&key) => (0, 10_000),
        _ if SIGNED.contains(&key) => (-1000, 1000),
        _ => (0, 1000),
    };
    (!(least..=most).contains(&value)).then(|| format!("{key} is {value}; {least} to {most} are possible"))
}

/// Dice that nobody can throw.
fn dice_fault(parts: &Map<String, Value>) -> Option<String> {
    let number = |key: &str| parts.get(key).and_then(Value::as_u64).unwrap_or(0);
    let sound = number("dice") <= 20 && (number("dice") == 0 || (2..=100).contains(&number("sides")));
    (!sound).then(|| "damage has at most 20 dice, of 2 to 100 sides".to_owned())
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
            faults(&gu),
            [
                "amount is -5; 0 to 10000 are possible",
                "damage has at most 20 dice, of 2 to 100 sides",
                "hp is 0; 1 to 10000 are possible",
                "modifier is 32760; -1000 to 1000 are possible",
            ]
        );
        assert!(
            faults(&json!({ "tests": { "modifier": [-20, -40] }, "deals": [{ "dice": 2, "sides": 10 }] })).is_empty()
        );
    }
}
