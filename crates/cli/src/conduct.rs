//! Who plays how: the tactics that the encounter gives its sides and combatants, and those chosen at the command line.

use quintain_content::{Placed, Problem, nearest};
use quintain_engine::{Conduct, Tactics};
use quintain_library::{Opened, tactics_at};

use crate::fault::Fault;

/// The conduct of a fight. Each of `chosen` is `SIDE=NAME`, or a name for all sides; later ones win.
///
/// # Errors
/// When a side or tactics are unknown; the known ones are listed.
pub(crate) fn conduct(opened: &Opened, chosen: &[String]) -> Result<Conduct, Fault> {
    let book = opened.rulebook;
    let sides = opened.fight.sides();
    let mut tactics = vec![Tactics::default(); sides.len()];
    for (side, own) in sides.iter().zip(&mut tactics) {
        if let Some(name) = opened.encounter.side(side).and_then(|side| side.tactics.as_ref()) {
            *own = tactics_at(book, name)?;
        }
    }
    let mut single = singles(opened)?;
    for words in chosen {
        match words.split_once('=') {
            None => {
                tactics.fill(tactics_at(book, &Placed::nowhere(words.trim().to_owned()))?);
                single.clear();
            }
            Some((side, name)) => {
                let found = tactics_at(book, &Placed::nowhere(name.trim().to_owned()))?;
                let side = find(&sides, side.trim())?;
                tactics[side] = found;
                single.retain(|(name, _)| !is_of(opened, name, side));
            }
        }
    }
    let default = |own: &Tactics| *own == Tactics::default();
    if tactics.iter().all(default) && single.iter().all(|(_, own)| default(own)) {
        return Ok(Conduct::best());
    }
    Ok(Conduct { combatants: single, ..Conduct::of_sides(tactics) })
}

/// The combatants to whom the encounter gives tactics of their own.
fn singles(opened: &Opened) -> Result<Vec<(String, Tactics)>, Fault> {
    let mut found = Vec::new();
    for one in opened.encounter.expand() {
        if let Some(name) = opened.encounter.spec(&one).and_then(|spec| spec.tactics.as_ref()) {
            found.push((one.name, tactics_at(opened.rulebook, name)?));
        }
    }
    Ok(found)
}

/// Whether the combatant of this name fights on the side at this place.
fn is_of(opened: &Opened, name: &str, side: usize) -> bool {
    opened.fight.roster().iter().any(|(known, of)| known == name && of.index() == side)
}

fn find(sides: &[String], name: &str) -> Result<usize, Problem> {
    let place = sides.iter().position(|side| side.to_lowercase() == name.to_lowercase());
    place.ok_or_else(|| {
        let listed: Vec<String> = sides.iter().map(|side| format!("`{side}`")).collect();
        let help = match nearest(name, sides.iter().map(String::as_str)) {
            Some(near) => format!("the nearest name is `{near}`"),
            None => format!("the sides here are {}", listed.join(" and ")),
        };
        Problem::general(format!("no side is called `{name}`")).help(help)
    })
}
