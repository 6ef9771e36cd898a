//! Who plays how: the tactics that an encounter gives its sides and combatants, and those chosen beside it.

use quintain_content::{Placed, Problem, Problems, nearest};
use quintain_engine::{Conduct, Side, Tactics};
use quintain_library::tactics_at;

use crate::Fight;

/// The players of a fight. Each of `chosen` is `SIDE=NAME`, or a name for all sides; later ones win. Names of which `other`
/// says that they are no tactics are handed back with their sides.
///
/// # Errors
/// When a side or tactics are unknown, with the nearest names.
pub(crate) fn players(
    fight: &Fight,
    chosen: &[String],
    other: impl Fn(&str) -> bool,
) -> Result<(Conduct, Vec<(Side, String)>), Problems> {
    let (book, sides) = (fight.any_rulebook(), fight.sides());
    let mut tactics = vec![Tactics::default(); sides.len()];
    for (side, own) in sides.iter().zip(&mut tactics) {
        if let Some(name) = fight.encounter().side(side).and_then(|side| side.tactics.as_ref()) {
            *own = tactics_at(book, name)?;
        }
    }
    let mut single = singles(fight)?;
    let mut others: Vec<Option<String>> = vec![None; sides.len()];
    for words in chosen {
        let (places, name) = match words.split_once('=').filter(|(side, _)| !side.contains(':')) {
            None => (0..sides.len(), words.trim()),
            Some((side, name)) => {
                let place = side_named(&sides, side.trim())?;
                (place..place + 1, name.trim())
            }
        };
        for place in places {
            others[place] = other(name).then(|| name.to_owned());
            if others[place].is_none() {
                tactics[place] = tactics_at(book, &Placed::nowhere(name.to_owned()))?;
            }
            single.retain(|(_, side, _)| *side != place);
        }
    }
    let default = |own: &Tactics| *own == Tactics::default();
    let conduct = if tactics.iter().all(default) && single.iter().all(|(.., own)| default(own)) {
        Conduct::best()
    } else {
        let combatants = single.into_iter().map(|(name, _, own)| (name, own)).collect();
        Conduct { combatants, ..Conduct::of_sides(tactics) }
    };
    let side = |place: usize| Side(u8::try_from(place).unwrap_or(u8::MAX));
    let others = others.into_iter().enumerate().filter_map(|(place, name)| Some((side(place), name?))).collect();
    Ok((conduct, others))
}

/// The combatants to whom the encounter gives tactics of their own, with the places of their sides.
fn singles(fight: &Fight) -> Result<Vec<(String, usize, Tactics)>, Problem> {
    let roster = fight.any().roster();
    let mut found = Vec::new();
    for one in fight.encounter().expand() {
        let Some(name) = fight.encounter().spec(&one).and_then(|spec| spec.tactics.as_ref()) else { continue };
        let side = roster.iter().find(|(known, _)| *known == one.name).map_or(usize::MAX, |(_, side)| side.index());
        found.push((one.name, side, tactics_at(fight.any_rulebook(), name)?));
    }
    Ok(found)
}

/// The place of the side of this name, whatever the case.
///
/// # Errors
/// Names the nearest, or all of them.
pub(crate) fn side_named(sides: &[String], name: &str) -> Result<usize, Problem> {
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
