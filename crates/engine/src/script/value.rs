//! Expectations of what is: `PATH VALUE`, `WHO has CONDITION`.

use quintain_content::nearest;

use crate::face::AnyLive;
use crate::view::{CombatantView, Condition, Value, View, begins_with};

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
        let found = has(who, condition);
        return if found.holds { Ok(found) } else { known(live, condition).map(|()| found) };
    }
    if let Some(found) = part_of_condition(live, view, words) {
        return found;
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
    let holds = who.has(condition) || who.conditions.iter().any(|known| is_told_so(known, condition));
    Found { holds, is: format!("{} has {}", who.name, list(who)) }
}

/// All conditions of a combatant, as they are shown: `bound, fear 4 (of Althea)`.
fn list(who: &CombatantView) -> String {
    let shown = who.conditions.iter().map(|known| match known.detail.is_empty() {
        true => known.name.clone(),
        false => format!("{} ({})", known.name, known.detail),
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() { "no condition".to_owned() } else { shown.join(", ") }
}

/// Whether these words are a condition's name, or first words of it, and behind it words of what is told about it: `fear 4 of
/// Althea`, `stunned until Althea's turn`, `burning (rank 2)`.
fn is_told_so(condition: &Condition, words: &str) -> bool {
    let (name, detail) = (condition.name.to_lowercase(), condition.detail.to_lowercase());
    let words = words.trim().to_lowercase();
    let blanks = name.match_indices(' ').map(|(at, _)| at).chain([name.len()]);
    let said = blanks.filter_map(|end| words.strip_prefix(name.get(..end)?)).min_by_key(|said| said.len());
    let Some(said) = said.filter(|said| said.starts_with([' ', '('])) else { return false };
    let said = said.trim().trim_start_matches('(').trim_end_matches(')').trim();
    let apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    !said.is_empty()
        && detail.match_indices(said).any(|(at, found)| {
            let behind = detail.get(at + found.len()..).unwrap_or_default();
            apart(detail.get(..at).unwrap_or_default().chars().next_back()) && apart(behind.chars().next())
        })
}

/// `Orc.fear.size 4`, `Orc.fear.detail "of Althea"`: what the view holds of a condition. `None` where the words are no such
/// path.
fn part_of_condition(live: &dyn AnyLive, view: &View, words: &str) -> Option<Result<Found, String>> {
    let lower = words.to_lowercase();
    if lower.len() != words.len() {
        return None;
    }
    let behind =
        |who: &&CombatantView| lower.strip_prefix(&who.name.to_lowercase()).is_some_and(|rest| rest.starts_with('.'));
    let who = view.combatants.iter().filter(behind).max_by_key(|who| who.name.len())?;
    let rest = words.get(who.name.len() + 1..)?;
    let names = live.condition_names();
    let own = who.conditions.iter().map(|known| known.name.as_str());
    let fits = |name: &&str| {
        let after = rest.to_lowercase();
        after.strip_prefix(&name.to_lowercase()).is_some_and(|after| after.starts_with('.'))
    };
    let name = own.chain(names.iter().map(String::as_str)).filter(fits).max_by_key(|name| name.len())?;
    let said = rest.get(name.len() + 1..)?;
    let end = said.find(|letter: char| letter.is_whitespace() || letter == '=').unwrap_or(said.len());
    let (key, wanted) = said.split_at_checked(end)?;
    let path = format!("{}.{name}.{key}", who.name);
    let Some(known) = who.conditions.iter().find(|known| begins_with(&known.name, name)) else {
        return Some(Ok(Found { holds: false, is: format!("{} has {}", who.name, list(who)) }));
    };
    let value = match key {
        "name" => Value::Text(known.name.clone()),
        "detail" => Value::Text(known.detail.clone()),
        "size" => size(known).map_or(Value::None, Value::Number),
        _ => return Some(Err(format!("there is no value `{path}`; known here: name, detail, size"))),
    };
    if bare(wanted).is_empty() {
        return Some(Err(format!("expect `{path}` to be what? write `expect {path} VALUE`")));
    }
    Some(Ok(Found { holds: value.is(bare(wanted)), is: format!("{path} is {value}") }))
}

/// The first whole number in a condition's name, otherwise in what is told about it.
fn size(condition: &Condition) -> Option<i64> {
    let number = |text: &str| {
        let mut words = text.split(|letter: char| !letter.is_ascii_digit()).filter(|word| !word.is_empty());
        words.next().and_then(|word| word.parse().ok())
    };
    number(&condition.name).or_else(|| number(&condition.detail))
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
