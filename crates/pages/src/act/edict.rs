//! Edicts as forms say them.

use quintain_field::{Diagonal, Square, distance};
use quintain_session::{ChairId, Fault, Session};

use super::Fields;

/// Carries out an edict; a newcomer for whom no square is said comes where room is.
pub(super) fn carry_out(fields: &Fields, session: &mut Session, chair: ChairId) -> Result<(), Fault> {
    let words = in_words(fields, session).ok_or_else(|| Fault::NotTaken("an edict has words".into()))?;
    let nowhere = fields.get("add").is_some() && fields.filled("at").is_none();
    if nowhere { joins_where_room_is(session, chair, &words) } else { session.edict(chair, &words) }
}

/// An edict as a form says it: in words, or as a figure to be set, a whisper, a creature that joins.
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
    if let (Some(entry), Some(side)) = (get("add"), get("side")) {
        let at = get("at").map(|at| format!(" at {at}")).unwrap_or_default();
        return Some(format!("add {entry} as {} to {side}{at}", free_name(entry, session)));
    }
    get("words").map(str::to_owned)
}

/// A name for another of these: the entry's words, with the first number that nobody has.
fn free_name(entry: &str, session: &Session) -> String {
    let stem = entry.replace(['-', '_'], " ");
    let mut letters = stem.chars();
    let stem: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let taken: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name.to_lowercase()).collect();
    let numbered = (1..).map(|number: u32| format!("{stem} {number}"));
    numbered.into_iter().find(|name| !taken.contains(&name.to_lowercase())).unwrap_or(stem)
}

/// More squares than this are not tried for a newcomer.
const MOST_TRIED: usize = 600;

/// Somebody joins on the nearest square that has room for it, seen from the middle of the fight; anywhere without a map.
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
