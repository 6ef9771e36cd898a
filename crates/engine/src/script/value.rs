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
    let shown = who.conditions.iter().map(|known| match about(known).first().filter(|about| !about.is_empty()) {
        None => known.name.clone(),
        Some(about) => format!("{} ({about})", known.name),
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() { "no condition".to_owned() } else { shown.join(", ") }
}

/// What is told about a condition: in the book's words, and in those made of its parts, `4 of Althea until round 3, 2 hits`.
fn about(condition: &Condition) -> Vec<String> {
    let of = condition.source.as_ref().map(|source| format!("of {source}"));
    let until = condition.until.as_ref().map(|until| match until.strip_prefix("until ") {
        Some(_) => until.clone(),
        None => format!("until {until}"),
    });
    let size = condition.size.map(|size| size.to_string());
    let parts: Vec<String> = size.into_iter().chain(of).chain(until).collect();
    let hits = condition.hits.map(|hits| format!("{hits} hits"));
    let made = [parts.join(" ")].into_iter().filter(|parts| !parts.is_empty()).chain(hits).collect::<Vec<_>>();
    let own = Some(condition.detail.clone()).filter(|detail| !detail.is_empty());
    own.into_iter().chain([made.join(", ")]).collect()
}

/// Whether these words are a condition's name, or first words of it, and behind it words of what is told about it: `fear 4 of
/// Althea`, `stunned until the end of Althea's turn`, `burning (rank 2)`.
fn is_told_so(condition: &Condition, words: &str) -> bool {
    let name = condition.name.to_lowercase();
    let words = words.trim().to_lowercase();
    let blanks = name.match_indices(' ').map(|(at, _)| at).chain([name.len()]);
    let said = blanks.filter_map(|end| words.strip_prefix(name.get(..end)?)).min_by_key(|said| said.len());
    let Some(said) = said.filter(|said| said.starts_with([' ', '('])) else { return false };
    let said = said.trim().trim_start_matches('(').trim_end_matches(')').trim();
    // A number alone is the size: `fear 3` is not three turns of fear.
    if let Ok(number) = said.parse::<i64>() {
        let told = about(condition);
        let mut pieces = told.iter().flat_map(|about| about.split([',', ';']));
        return condition.size == Some(number) || pieces.any(|piece| piece.trim() == said);
    }
    !said.is_empty() && about(condition).iter().any(|about| holds(&about.to_lowercase(), said))
}

/// Whether a text has these words, beginning and ending where words do.
fn holds(text: &str, words: &str) -> bool {
    let apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text.match_indices(words).any(|(at, found)| {
        let behind = text.get(at + found.len()..).unwrap_or_default();
        apart(text.get(..at).unwrap_or_default().chars().next_back()) && apart(behind.chars().next())
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
    let text = |text: &Option<String>| text.clone().map_or(Value::None, Value::Text);
    let value = match key {
        "name" => Value::Text(known.name.clone()),
        "detail" => Value::Text(known.detail.clone()),
        "size" => known.size.map_or(Value::None, Value::Number),
        "hits" => known.hits.map_or(Value::None, Value::Number),
        "source" => text(&known.source),
        "until" => text(&known.until),
        _ => {
            let known = "name, detail, size, source, until, hits";
            return Some(Err(format!("there is no value `{path}`; known here: {known}")));
        }
    };
    if bare(wanted).is_empty() {
        return Some(Err(format!("expect `{path}` to be what? write `expect {path} VALUE`")));
    }
    Some(Ok(Found { holds: value.is(bare(wanted)), is: format!("{path} is {value}") }))
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
