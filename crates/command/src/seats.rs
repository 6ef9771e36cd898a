//! Who sits at the terminal.

use quintain_content::nearest;
use quintain_engine::{Seats, Side};
use quintain_library::Opened;

use crate::fault::Fault;

/// The seats that these words name: combatants, `players`, `gm`, `all`; the players' where there are none.
///
/// # Errors
/// When there is no such seat.
pub(crate) fn seats(words: &[String], opened: &Opened) -> Result<Seats, Fault> {
    if words.is_empty() {
        return Ok(Seats { players: true, ..Seats::nobody() });
    }
    let roster = opened.fight.roster();
    let mut seats = Seats::nobody();
    for word in words {
        match word.trim().to_lowercase().as_str() {
            "players" => seats.players = true,
            // Sitting down as the GM is wanting to judge.
            "gm" => (seats.gm, seats.formalities) = (true, true),
            "all" => (seats.gm, seats.players, seats.formalities) = (true, true, true),
            lower => match held_by(lower, &roster, opened) {
                held if !held.is_empty() => seats.named.extend(held),
                _ => return Err(nobody(word, &roster.into_iter().map(|(name, _)| name).collect::<Vec<_>>())),
            },
        }
    }
    Ok(seats)
}

/// The combatants for whom a word stands, in lower case: the one of this name, or those to whose seat the encounter gives
/// it.
fn held_by(word: &str, roster: &[(String, Side)], opened: &Opened) -> Vec<String> {
    let known = |name: &str| roster.iter().any(|(known, _)| known.to_lowercase() == name);
    if known(word) {
        return vec![word.to_owned()];
    }
    let encounter = &opened.encounter;
    let all = encounter.expand();
    let held = all.iter().filter(|one| encounter.seat(one).is_some_and(|seat| seat.to_lowercase() == word));
    held.map(|one| one.name.to_lowercase()).collect()
}

fn nobody(word: &str, names: &[String]) -> Fault {
    let known = || names.iter().map(String::as_str).chain(["players", "gm", "all"]);
    let help = match nearest(word, known()) {
        Some(near) => format!("the nearest is `{near}`"),
        None => format!("seats here are {}", known().collect::<Vec<_>>().join(", ")),
    };
    Fault::Wrong(format!("there is no seat `{word}`; {help}"))
}
