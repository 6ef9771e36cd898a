//! Edicts as forms say them.

use quintain_content::nearest;
use quintain_engine::Value;
use quintain_field::{Diagonal, Square, distance};
use quintain_session::{ChairId, Fault, Holder, Session};

use super::Fields;
use super::meant::meant;
use crate::figures::capital;

/// Carries out an edict; a newcomer without a square comes where room is.
pub(super) fn carry_out(fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    // Nobody else learns from a refusal who is there and what they have.
    session.only_gm(chair)?;
    if let (Some(entry), Some(side)) = (fields.filled("add"), fields.filled("side")) {
        return joins(session, chair, (entry, side), fields.filled("at"));
    }
    let words = in_words(fields, session).ok_or_else(|| Fault::NotTaken("an edict has words".into()))?;
    session.edict(chair, &meant(&words, session)?)
}

/// A combatant joins a side, and is played like all others of it.
fn joins(session: &mut Session, chair: ChairId, (entry, side): (&str, &str), at: Option<&str>) -> Result<(), Fault> {
    let entry = entry_called(entry, session)?;
    let name = free_name(&entry, session);
    let words = format!("add {entry} as {name} to {side}");
    let room = session.room();
    let all = session.live().view().combatants;
    let holders: Vec<Holder> = all.iter().filter(|one| one.side == side).map(|one| room.holder(&one.name)).collect();
    match at {
        Some(at) => session.edict(chair, &format!("{words} at {at}"))?,
        None => joins_where_room_is(session, chair, &words)?,
    }
    match holders.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => {
            session.arrange(chair, |room| room.give(&name, *first))
        }
        _ => Ok(()),
    }
}

/// So many creatures are named where one is asked for that is not there.
const PROPOSED: usize = 6;

/// The id of the creature that is meant: by its id, by its name, or by a part of either that only one has.
fn entry_called(words: &str, session: &Session) -> Result<String, Fault> {
    let wanted = words.trim().to_lowercase();
    let entries = session.opened().book.entries();
    let all: Vec<_> = entries.iter().filter(|entry| entry.table == "creature").collect();
    if let Some(exact) = all.iter().find(|entry| entry.id == wanted || entry.name.to_lowercase() == wanted) {
        return Ok(exact.id.clone());
    }
    let like: Vec<_> =
        all.iter().filter(|entry| entry.id.contains(&wanted) || entry.name.to_lowercase().contains(&wanted)).collect();
    match &like[..] {
        [only] => Ok(only.id.clone()),
        [] => {
            let near = nearest(&wanted, all.iter().flat_map(|entry| [entry.name.as_str(), entry.id.as_str()]));
            let near = near.map(|near| format!("; do you mean {near}?")).unwrap_or_default();
            Err(Fault::NotTaken(format!("no creature is called {words}{near}")))
        }
        several => {
            let names: Vec<&str> = several.iter().take(PROPOSED).map(|entry| entry.name.as_str()).collect();
            Err(Fault::NotTaken(format!("which {words} do you mean: {}?", names.join(", "))))
        }
    }
}

/// An edict as a form says it: in words, or as a figure to be set or changed, a condition, a whisper, a die.
fn in_words(fields: &Fields, session: &Session) -> Option<String> {
    let get = |name: &str| fields.filled(name);
    if let (Some(who), Some(condition)) = (get("give"), get("condition")) {
        return Some(format!("give {who} {condition} {}", get("size").unwrap_or_default()).trim_end().to_owned());
    }
    if let (Some(of), Some(key), Some(value)) = (get("of"), get("key"), get("value")) {
        return Some(format!("set {of}.{key} {value}"));
    }
    if let (Some(to), Some(words)) = (get("to"), get("whisper")) {
        return Some(format!("whisper {to}: {words}"));
    }
    if let (Some(die), Some(face)) = (get("die"), get("face")) {
        return Some(format!("die {die} = {face}"));
    }
    if let (Some(of), Some(key), Some(by), Some(change)) = (get("of"), get("key"), get("by"), get("change")) {
        return changed(session, (of, key), by.parse().ok()?, change == "heal");
    }
    get("words").map(str::to_owned)
}

/// A figure that falls by so much, to 0 at least, or rises, to its most.
fn changed(session: &Session, (of, key): (&str, &str), by: i64, up: bool) -> Option<String> {
    let view = session.live().view();
    let stat = view.combatants.iter().find(|one| one.name == of)?.stats.iter().find(|stat| stat.key == key)?;
    let Value::Number(now) = stat.value else { return None };
    let to = if up { now.saturating_add(by).min(stat.max.unwrap_or(i64::MAX)) } else { now.saturating_sub(by).max(0) };
    Some(format!("set {of}.{key} {to}"))
}

/// A name for another of these: the entry's words, with the first number that nobody has.
fn free_name(entry: &str, session: &Session) -> String {
    let stem = capital(&entry.replace(['-', '_'], " "));
    let taken: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name.to_lowercase()).collect();
    let numbered = (1..).map(|number: u32| format!("{stem} {number}"));
    numbered.into_iter().find(|name| !taken.contains(&name.to_lowercase())).unwrap_or(stem)
}

/// More squares than this are not tried for a newcomer.
const MOST_TRIED: usize = 600;

/// A newcomer stands on the nearest square that has room for it, seen from the middle of the fight; anywhere without a map.
fn joins_where_room_is(session: &mut Session, chair: ChairId, words: &str) -> Result<(), Fault> {
    let view = session.live().view();
    let Some(row) = view.map.first() else { return session.edict(chair, words) };
    let side = |count: usize| i16::try_from(count).unwrap_or(i16::MAX);
    let (columns, rows) = (side(row.chars().count()), side(view.map.len()));
    let there: Vec<Square> = view.combatants.iter().filter(|one| one.fighting).filter_map(|one| one.at).collect();
    let away = |square: &Square| there.iter().map(|at| u64::from(distance(*square, *at, Diagonal::Equal))).sum::<u64>();
    let mut squares: Vec<Square> = (0..columns).flat_map(|x| (0..rows).map(move |y| Square::new(x, y))).collect();
    squares.sort_by_key(away);
    let mut last = Ok(());
    for square in squares.into_iter().take(MOST_TRIED) {
        last = session.edict(chair, &format!("{words} at {square}"));
        // What is wrong elsewhere than with the square is wrong on every square.
        match &last {
            Err(Fault::NotTaken(why)) if why.contains(&square.to_string()) => {}
            _ => return last,
        }
    }
    last
}
