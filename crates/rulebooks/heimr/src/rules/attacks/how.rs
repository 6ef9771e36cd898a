//! How an attack is made: with which weapons, in which order, at which part of the body.

use crate::content::Limb;
use crate::rules::defence::{self};
use crate::rules::health::{self};
use crate::state::{Act, Ask, Fight, How, With};
use quintain_engine::{Table, Who};

use super::{Holds, may_use};

/// How the attacker goes about it, in one answer.
pub(super) fn way_of<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    target: Who,
    with: With,
) -> Result<How, T::Halt> {
    if !matches!(with, With::Weapons | With::Blow) {
        return Ok(How::default());
    }
    Ok(match table.choose(fight, Ask::How { by, at: target, with })? {
        Some(Act::How(how)) => how,
        _ => How::default(),
    })
}

pub(crate) fn usable(fight: &Fight, by: Who, target: Who) -> Holds {
    fight.one(by).holds().filter(|hold| may_use(fight, by, target, *hold).is_ok()).collect()
}

/// The weapons that strike, in the attacker's order. What was not said before is a formality here.
pub(super) fn holds_of<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    target: Who,
    with: With,
    how: &How,
) -> Result<Holds, T::Halt> {
    if with != With::Weapons {
        return Ok(Holds::new());
    }
    let can = usable(fight, by, target);
    if can.len() < 2 {
        return Ok(can);
    }
    let said = match *how {
        How { only: Some(hold), .. } => Some(Act::Only(hold)),
        How { first: Some(hold), .. } => Some(Act::First(hold)),
        _ => table.choose(fight, Ask::Weapons { by, at: target })?,
    };
    let holds: Holds = match said {
        Some(Act::Only(hold)) => [hold].into_iter().collect(),
        Some(Act::First(hold)) => {
            let rest = can.iter().copied().filter(|other| *other != hold);
            std::iter::once(hold).chain(rest).collect()
        }
        _ => can,
    };
    Ok(holds)
}

/// A part of the body aimed at: chosen freely on the helpless, at a price on others.
pub(super) fn called_shot<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    target: Who,
    with: With,
    how: &How,
) -> Result<Option<Limb>, T::Halt> {
    if how.limb.is_some() || !matches!(with, With::Weapons | With::Blow) {
        return Ok(how.limb);
    }
    if defence::is_helpless(fight, target) {
        return health::chosen_part(fight, table, by, target).map(Some);
    }
    Ok(match table.choose(fight, Ask::Called { by, at: target })? {
        Some(Act::Part(limb)) => Some(limb),
        _ => None,
    })
}
