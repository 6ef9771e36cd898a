//! Who of a side acts next.

use quintain_engine::{Side, Who};

use super::{health, magic, strikes_from_here, wrestling};
use crate::fight::Fight;
use crate::rules::{action_points, initiative};

/// How near an enemy has to be for magic to come first: the spells of most carry as far, or nearly so.
const NEAR: i16 = 8;

/// AP with which a turn is worth having: what is missing has gone into Reactions, and comes back at the end of the turn
/// whenever that is.
const WHOLE: i8 = 3;

/// Who goes next: those who have an enemy beside them strike before it does, magic works from behind before the lines are
/// mixed, and those who have to walk up to an enemy let it come. Of equals the one goes first who may fall before its
/// turn. Before all, those who want to ride, before their mount goes.
pub(super) fn next(fight: &Fight, side: Side) -> Option<Who> {
    let able = || fight.members(side).filter(|who| initiative::waiting(fight, *who));
    if let Some(rider) = able().find(|who| wrestling::mount(fight, *who).is_some()) {
        return Some(rider);
    }
    let best = |best: (i32, Who), other: (i32, Who)| if other.0 > best.0 { other } else { best };
    able().map(|who| (urgency(fight, who), who)).reduce(best).map(|(_, who)| who)
}

/// How much there is in having a turn soon.
fn urgency(fight: &Fight, who: Who) -> i32 {
    let when = |so: bool, worth: i32| if so { worth } else { 0 };
    let near = || fight.opponents(who).any(|foe| fight.distance(who, foe) <= NEAR);
    when(strikes_from_here(fight, who), 1000)
        + when(magic::keeps_away(fight, who) && near(), 500)
        + when(action_points::available(fight, who) >= WHOLE, 300)
        - 3 * health(fight, who)
}
