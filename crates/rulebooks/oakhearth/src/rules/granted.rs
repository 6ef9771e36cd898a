//! Attacks and steps that somebody else's ability gives: at once and for nothing.

use quintain_engine::{Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, With};
use crate::fight::Fight;
use crate::rules::attack::{self as attacks, How};
use crate::rules::moving;

/// Everything that somebody could strike with, what it holds first.
fn means(fight: &Fight, who: Who) -> impl Iterator<Item = With> + '_ {
    let natural = fight.template(who).natural.iter().map(|weapon| With::Natural(*weapon));
    [With::Hand(0), With::Hand(1)].into_iter().chain(natural).chain([With::Body])
}

/// The first means with which one can attack another now.
pub fn way(fight: &Fight, who: Who, at: Who) -> Option<With> {
    let empty = |with: &With| {
        matches!(with, With::Hand(_)) && crate::rules::weapons::used(fight, who, *with) == crate::setting::UNARMED
    };
    means(fight, who).find(|with| !empty(with) && attacks::may_attack(fight, who, at, *with).is_ok())
}

/// Somebody attacks whichever enemy in reach is nearest to falling.
///
/// # Errors
/// Halts with the table.
pub fn attack<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, adv: u8) -> Result<(), T::Halt> {
    let target = fight.enemies(who).filter(|foe| way(fight, who, *foe).is_some()).min_by_key(|foe| fight.one(*foe).hp);
    match target {
        Some(at) => strike(fight, table, who, at, adv),
        None => Ok(()),
    }
}

/// Somebody attacks this one, if it can.
///
/// # Errors
/// Halts with the table.
pub fn attack_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    strike(fight, table, who, at, 0)
}

/// Somebody is made to attack a friend of its own within reach.
///
/// # Errors
/// Halts with the table.
pub fn commanded<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Who) -> Result<(), T::Halt> {
    let friend = |other: &Who| *other != by && way(fight, who, *other).is_some();
    let target = fight.allies(who).find(friend);
    match target {
        Some(at) => strike(fight, table, who, at, 0),
        None => Ok(()),
    }
}

fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, adv: u8) -> Result<(), T::Halt> {
    let Some(with) = way(fight, who, at).filter(|_| fight.able(who)) else { return Ok(()) };
    let how = How { free: true, adv, reaction: true, bare: true, ..How::default() };
    fight.depth += 1;
    let done = attacks::attack(fight, table, who, at, with, how);
    fight.depth -= 1;
    done
}

/// Somebody goes to a Space of its choice, so far at most, for nothing.
///
/// # Errors
/// Halts with the table.
pub fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spaces: i16,
    safe: bool,
) -> Result<(), T::Halt> {
    let within = spaces.clamp(0, 100) as u8;
    if within == 0 || !fight.able(who) {
        return Ok(());
    }
    match table.choose(fight, Ask::Place { who, about: who, within })? {
        Some(Act::Square(square)) if reachable(fight, who, square, spaces) => {
            moving::walk(fight, table, who, square, safe)
        }
        _ => Ok(()),
    }
}

fn reachable(fight: &Fight, who: Who, square: Square, spaces: i16) -> bool {
    moving::cost_to(fight, who, square, spaces).is_some()
}
