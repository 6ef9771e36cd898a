//! Why a value of a fight is what it is: its parts with their rules, or where it is kept from.

use std::fmt;

use serde_json::json;

use crate::cast::Who;
use crate::event::{Event, Term};
use crate::reckoning::{Breakdown, Reckoning};
use crate::rulebook::Rulebook;
use crate::view::{NoSuchValue, Value, View};

/// Why a value is what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The path of the value: `Althea.armor`.
    pub path: String,
    /// What it is called: `Armor`.
    pub label: String,
    /// The value.
    pub value: Value,
    /// Its parts, which add up to a number; those that do not count and limits among them. Empty for what is kept as it is.
    pub terms: Vec<Term>,
    /// Where it comes from in a few sentences without a full stop, the first cause first; for what is kept as it is.
    pub origin: Vec<String>,
}

impl Why {
    /// Why a reckoned number is what it is.
    pub fn of(parts: &Breakdown) -> Why {
        Why { terms: parts.terms().to_vec(), ..Why::kept(i64::from(parts.total()), "") }
    }

    /// Why a value that has no parts is what it is, in a sentence without a full stop.
    pub fn kept(value: impl Into<Value>, origin: impl Into<String>) -> Why {
        let origin: Vec<String> = Some(origin.into()).filter(|words| !words.is_empty()).into_iter().collect();
        Why { path: String::new(), label: String::new(), value: value.into(), terms: Vec::new(), origin }
    }

    /// What would change it, in a few words each: what ends a part that counts, and what keeps one from counting.
    pub fn changes(&self) -> Vec<String> {
        let named = |term: &Term| match term.source.is_empty() {
            true => term.label.clone(),
            false => format!("{}, {}", term.label, term.source),
        };
        let change = |term: &Term| match (term.until, term.why) {
            (Some(end), _) => Some(format!("{} {:+} counts until {end}", named(term), term.value)),
            (None, Some(why)) => Some(format!("{} {:+} does not count: {why}", named(term), term.value)),
            (None, None) => None,
        };
        self.terms.iter().filter_map(change).collect()
    }

    /// For bots and tools.
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "path": self.path,
            "label": self.label,
            "value": self.value,
            "terms": self.terms.iter().map(Term::to_json).collect::<Vec<_>>(),
            "origin": self.origin,
            "changes": self.changes(),
        })
    }
}

/// A line for the value, one for each part, and what would change it.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.path, self.value)?;
        for term in self.terms.iter().filter(|term| term.applied) {
            let source = if term.source.is_empty() { String::new() } else { format!(", {}", term.source) };
            let rule = term.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
            write!(f, "\n{:>+6}  {}{source}{rule}", term.value, term.label)?;
        }
        for line in &self.origin {
            write!(f, "\n  {line}")?;
        }
        for change in self.changes() {
            write!(f, "\n  {change}")?;
        }
        Ok(())
    }
}

/// Why the value at a path is what it is, where the fight began as `start` and this is its log.
///
/// # Errors
/// Says which names would have been right.
pub(crate) fn why<R: Rulebook>(start: &View, fight: &R, log: &[Event], path: &str) -> Result<Why, NoSuchValue> {
    let view = fight.view();
    let value = view.value(path)?;
    let Some((place, key)) = view.parted(path) else {
        let origin = format!("`{}` follows the course of the fight", path.trim().to_lowercase());
        return Ok(Why {
            path: path.trim().to_lowercase(),
            label: path.trim().to_lowercase(),
            ..Why::kept(value, origin)
        });
    };
    let (who, key) = (Who(place as u16), key.trim().to_lowercase());
    let name = fight.name(who);
    let stat = R::stats().iter().find(|stat| stat.key == key);
    let label = stat.map_or_else(|| key.clone(), |stat| stat.label.to_owned());
    let mut why = fight.why(who, &key).unwrap_or_else(|| Why::kept(value.clone(), ""));
    if why.terms.is_empty() && why.origin.is_empty() {
        why.origin = origin(start, &view, log, (who, &key), &value);
    }
    Ok(Why { path: format!("{name}.{key}"), label, ..why })
}

/// Where a kept value comes from: what it was as the fight began, and what changed it last, as far as the log knows.
fn origin(start: &View, now: &View, log: &[Event], (who, key): (Who, &str), value: &Value) -> Vec<String> {
    let entry = now.combatants.get(who.index()).map_or("", |one| one.is.as_str());
    let then = start.combatants.get(who.index()).and_then(|one| one.value(key));
    let mut origin = vec![match &then {
        Some(then) => format!("{then} at the start, by the entry `{entry}` and the encounter"),
        None => format!("not there at the start; the entry is `{entry}`"),
    }];
    let changed = log.iter().rev().find_map(|event| {
        let change = event.changes.iter().find(|change| change.who == who && change.stat == key)?;
        let (before, after) = (change.before, change.after);
        Some(format!("{before} to {after} in: {event} ({})", event.rule))
    });
    match changed {
        Some(changed) => origin.push(changed),
        None if then.as_ref() != Some(value) => origin.push("changed in the course of the fight".to_owned()),
        None => {}
    }
    origin
}
