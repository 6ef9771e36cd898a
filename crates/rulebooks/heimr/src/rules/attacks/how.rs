//! How an attack is made: with which weapons, in which order, at which part of the body.

use quintain_engine::{Table, Who};

use super::{Holds, Strike, may_use};
use crate::content::Limb;
use crate::rules::defence;
use crate::state::{Act, Ask, Fight, Hold, How, With};

/// How the attacker goes about it, in one answer.
pub(super) fn way_of<T: Table<Fight>>(fight: &mut Fight, table: &mut T, strike: &Strike) -> Result<How, T::Halt> {
    let Strike { by, at, with, .. } = *strike;
    if !matches!(with, With::Weapons | With::Blow) {
        return Ok(How::default());
    }
    let answer = table.choose(fight, Ask::How { by, at, with })?;
    Ok(if let Some(Act::How(how)) = answer { how } else { How::default() })
}

pub(crate) fn usable(fight: &Fight, by: Who, target: Who) -> Holds {
    fight.one(by).holds().filter(|hold| may_use(fight, by, target, *hold).is_ok()).collect()
}

/// The weapons that strike, in the attacker's order.
pub(super) fn holds_of(fight: &Fight, strike: &Strike, how: &How) -> Holds {
    if strike.with != With::Weapons {
        return Holds::new();
    }
    let strikes = |hold: &Hold| how.only.is_none_or(|only| only == *hold);
    let mut holds: Holds = usable(fight, strike.by, strike.at).into_iter().filter(strikes).collect();
    holds.sort_by_key(|hold| how.first != Some(*hold));
    holds
}

/// A part of the body aimed at: chosen freely on the helpless, at a price on others.
pub(super) fn called_shot<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    how: &How,
) -> Result<Option<Limb>, T::Halt> {
    let Strike { by, at, with, .. } = *strike;
    let chooses = matches!(with, With::Weapons | With::Blow) && defence::is_helpless(fight, at);
    if !chooses || how.limb.is_some() {
        return Ok(how.limb);
    }
    let answer = table.choose(fight, Ask::Part { by, at })?;
    Ok(if let Some(Act::Part(limb)) = answer { Some(limb) } else { Some(Limb::Torso) })
}
