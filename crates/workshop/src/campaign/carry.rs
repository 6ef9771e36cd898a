//! What heroes carry, as forms show it and change it.

use quintain_content::{Placed, Problem, Value};
use quintain_engine::{Aftermath, Left};
use quintain_pages::Fields;

use crate::toml::{plain, typed};

/// A value as a form shows it: texts without quotes, lists one a line.
pub fn typed_in(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::List(list) => list.iter().map(|one| typed_in(&one.value)).collect::<Vec<_>>().join("\n"),
        other => other.to_string(),
    }
}

/// What a form makes of what is left of heroes. The fields of the hero at place `n` are `left.n`, and `v.n.KEY` for each value;
/// fields that are not there change nothing.
///
/// # Errors
/// Says which field is no such value.
pub fn amended(left: &[(String, Aftermath)], fields: &Fields) -> Result<Vec<(String, Aftermath)>, Problem> {
    let mut changed = left.to_vec();
    for (place, (name, hero)) in changed.iter_mut().enumerate() {
        if let Some(word) = fields.get(&format!("left.{place}")) {
            let wrong = || Problem::general(format!("{name} is able, helpless or dead, not `{word}`"));
            hero.left = Left::named(word).ok_or_else(wrong)?;
        }
        for kept in &mut hero.kept {
            if let Some(words) = fields.get(&format!("v.{place}.{}", kept.key)) {
                kept.value = read(&kept.value, &words.replace("\r\n", "\n"), &format!("{name}: {}", kept.key))?;
            }
        }
    }
    Ok(changed)
}

/// Whether two say different things of any hero.
pub fn apart(one: &[(String, Aftermath)], other: &[(String, Aftermath)]) -> bool {
    let told = |all: &[(String, Aftermath)]| -> Vec<String> {
        let hero = |(name, left): &(String, Aftermath)| {
            let values = left.kept.iter().map(|kept| format!(" {}={}", kept.key, kept.value));
            format!("{name} {}{}", left.left.word(), values.collect::<String>())
        };
        all.iter().map(hero).collect()
    };
    told(one) != told(other)
}

/// What was typed in the place of a value: of the same kind.
fn read(known: &Value, words: &str, what: &str) -> Result<Value, Problem> {
    let words = words.trim();
    let wrong = |kind: &str| Problem::general(format!("{what} is {kind}, not `{words}`"));
    match known {
        Value::Int(_) => words.parse().map(Value::Int).map_err(|_| wrong("a whole number")),
        Value::Float(_) => {
            let number = words.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(Value::Float).ok_or_else(|| wrong("a number"))
        }
        Value::Bool(_) => words.parse().map(Value::Bool).map_err(|_| wrong("true or false")),
        Value::Text(_) => Ok(Value::Text(words.to_owned())),
        Value::List(items) => {
            let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
            let one = |line: &str| match items.iter().find(|item| typed_in(&item.value) == line) {
                Some(same) => same.clone(),
                None => Placed::nowhere(item(items, line)),
            };
            Ok(Value::List(lines.map(one).collect()))
        }
    }
}

/// A new item of a list: a number where all others are numbers, otherwise words.
fn item(others: &[Placed<Value>], line: &str) -> Value {
    let numbers = !others.is_empty() && others.iter().all(|item| matches!(item.value, Value::Int(_)));
    match plain(&typed(line)).parse() {
        Ok(number) if numbers => Value::Int(number),
        _ => Value::Text(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Kind, Rule};

    use super::*;

    static LASTS: Rule = Rule { id: "lasts", kind: Kind::Engine, summary: "", ruling: None, house: None };

    fn hurt() -> Vec<(String, Aftermath)> {
        let mut left = Aftermath::default();
        left.number("sta", 3, &LASTS);
        left.words("scars", ["deep", "long"], &LASTS);
        vec![("Althea".to_owned(), left)]
    }

    #[test]
    fn a_form_that_says_the_same_changes_nothing_and_one_that_says_more_does() {
        let hurt = hurt();
        let same = amended(&hurt, &Fields::read(b"left.0=able&v.0.sta=3&v.0.scars=deep%0D%0Along")).unwrap();
        assert!(!apart(&hurt, &same));
        let other = amended(&hurt, &Fields::read(b"left.0=dead&v.0.sta=-1&v.0.scars=long%0D%0Anew+one")).unwrap();
        assert!(apart(&hurt, &other));
        assert_eq!((other[0].1.left, other[0].1.value("sta")), (Left::Dead, Some(&Value::Int(-1))));
        assert_eq!(typed_in(other[0].1.value("scars").unwrap()), "long\nnew one");
    }

    #[test]
    fn what_is_no_such_value_is_said() {
        for (form, words) in [("v.0.sta=many", "Althea: sta is a whole number"), ("left.0=tired", "not `tired`")] {
            let told = amended(&hurt(), &Fields::read(form.as_bytes())).unwrap_err().to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
