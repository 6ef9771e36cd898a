//! What a game master means who writes an edict: figures by the names that sheets give them, slips of the pen, and what
//! cannot be understood, said in plain words.

use quintain_content::nearest;
use quintain_engine::{CombatantView, Edict, StatInfo};
use quintain_session::{Fault, Session};

/// So many figures are named where one is asked for that is not there.
const PROPOSED: usize = 8;

/// An edict in the rules' own words.
pub(super) fn meant(words: &str, session: &Session) -> Result<String, Fault> {
    let words = words.trim();
    let verb = words.split_whitespace().next().unwrap_or_default();
    if !Edict::looks_like(words) {
        return Err(Fault::NotTaken(match nearest(verb, Edict::VERBS) {
            Some(near) => format!("“{verb}” changes nothing here. Do you mean “{near}”?"),
            None => format!("“{verb}” changes nothing here. A change begins with one of {}.", Edict::VERBS.join(", ")),
        }));
    }
    if !verb.eq_ignore_ascii_case("set") {
        return Ok(words.to_owned());
    }
    let view = session.live().view();
    let rest = words[verb.len()..].trim_start();
    let of = |one: &&CombatantView| {
        let name = rest.get(..one.name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(&one.name));
        name && rest[one.name.len()..].starts_with('.')
    };
    match view.combatants.iter().filter(of).max_by_key(|one| one.name.len()) {
        Some(one) => figure(&rest[one.name.len() + 1..], one, session.rulebook().stats()),
        None => Ok(words.to_owned()),
    }
}

/// A figure of a combatant by its key, or by a name that a sheet gives it, and its new value.
fn figure(words: &str, one: &CombatantView, infos: &[StatInfo]) -> Result<String, Fault> {
    let known: Vec<&StatInfo> = infos.iter().filter(|info| one.stats.iter().any(|stat| stat.key == info.key)).collect();
    let has_key = |key: &str| one.stats.iter().any(|stat| stat.key == key);
    let (first, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    if has_key(first) {
        return Ok(format!("set {}.{first} {}", one.name, value.trim()));
    }
    let begins = |name: &str| {
        let rest = words.get(name.len()..).filter(|_| words[..name.len()].eq_ignore_ascii_case(name))?;
        rest.starts_with(char::is_whitespace).then(|| rest.trim())
    };
    let called = known.iter().flat_map(|info| [info.label, info.short].map(|name| (info, name)));
    let found = called.filter_map(|(info, name)| Some((name.len(), info.key, begins(name)?))).max();
    if let Some((_, key, value)) = found {
        return Ok(format!("set {}.{key} {value}", one.name));
    }
    let all: Vec<&str> = known.iter().flat_map(|info| [info.key, info.label, info.short]).collect();
    let near = nearest(first, all.iter().copied());
    Err(Fault::NotTaken(match near {
        Some(near) => format!("{} has no “{first}”. Do you mean “{near}”?", one.name),
        None => {
            let some: Vec<&str> = known.iter().take(PROPOSED).map(|info| info.label).collect();
            format!("{} has no “{first}”. There is {}, and more on the sheet.", one.name, some.join(", "))
        }
    }))
}
