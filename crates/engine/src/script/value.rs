//! Expectations of what is: `PATH VALUE`, `WHO has CONDITION`.

use quintain_content::nearest;

use crate::face::AnyLive;
use crate::view::{CombatantView, View, begins_with};

/// Whether what is expected holds, and what is in words.
pub(super) struct Found {
    pub holds: bool,
    /// `Cyclops.sta is 9`
    pub is: String,
}

/// Looks at the fight.
///
/// # Errors
/// When the words name nothing that there is.
pub(super) fn look(live: &dyn AnyLive, words: &str) -> Result<Found, String> {
    let view = &live.view();
    if let Some((who, condition)) = words.split_once(" has ") {
        let (who, condition) = (who.trim(), condition.trim());
        let who = view.combatant(who).ok_or_else(|| nobody(view, who))?;
        return if who.has(condition) {
            Ok(has(who, condition))
        } else {
            known(live, condition).map(|()| has(who, condition))
        };
    }
    let (path, wanted) = split_path(view, words)?;
    let value = view.value(path).map_err(|fault| fault.to_string())?;
    Ok(Found { holds: value.is(wanted), is: format!("{path} is {value}") })
}

/// The words must be some condition's: a misspelt one would make every `expect not` hold.
fn known(live: &dyn AnyLive, condition: &str) -> Result<(), String> {
    let names = live.condition_names();
    if names.iter().any(|name| begins_with(name, condition) || begins_with(condition, name)) {
        return Ok(());
    }
    let near = nearest(condition, names.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!("; the nearest is `{near}`"));
    Err(format!("no condition is called `{condition}`{near}"))
}

fn has(who: &CombatantView, condition: &str) -> Found {
    let names: Vec<&str> = who.conditions.iter().map(|condition| condition.name.as_str()).collect();
    let has = if names.is_empty() { "no condition".to_owned() } else { names.join(", ") };
    Found { holds: who.has(condition), is: format!("{} has {has}", who.name) }
}

/// Parts a path from the value; a combatant's name in it may have blanks and points.
fn split_path<'a>(view: &View, words: &'a str) -> Result<(&'a str, &'a str), String> {
    let lower = words.to_lowercase();
    let named = view.combatants.iter().map(|who| who.name.to_lowercase()).filter(|name| {
        // Lengths are comparable only where lower-casing changes none.
        lower.len() == words.len() && lower.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'))
    });
    let behind = named.map(|name| name.len()).max().unwrap_or(0);
    let end = words
        .get(behind..)
        .and_then(|rest| rest.find(|letter: char| letter.is_whitespace() || letter == '='))
        .map(|end| behind + end);
    match end.and_then(|end| words.split_at_checked(end)) {
        Some((path, value)) => Ok((path, bare(value))),
        None if view.value(words).is_ok() => Err(format!("expect `{words}` to be what? write `expect {words} VALUE`")),
        None => Err(format!("there is no value `{words}`")),
    }
}

/// A value without the sign of equality that may stand before it.
fn bare(value: &str) -> &str {
    value.trim().trim_start_matches('=').trim_start()
}

/// Says that a name is nobody's.
pub(super) fn nobody(view: &View, who: &str) -> String {
    let names = view.combatants.iter().map(|who| who.name.as_str());
    match nearest(who, names.clone()) {
        Some(near) => format!("nobody is called `{who}`; the nearest name is `{near}`"),
        None => format!("nobody is called `{who}`; those here are {}", names.collect::<Vec<_>>().join(", ")),
    }
}
