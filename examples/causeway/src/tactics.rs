//! How unattended seats answer, and the default of every question.

use quintain_engine::kit::prelude::*;

use crate::book::Power;
use crate::game::{Act, Ask, Fight};
use crate::rules::places;

/// How good an act is; of those that are legal, the best is chosen, of equals the first.
pub fn worth(fight: &Fight, ask: &Ask, act: Act) -> i16 {
    match (ask, act) {
        (Ask::Go(who), Act::Stay) if engaged(fight, *who) => 0,
        (Ask::Go(who), Act::Go { to }) => -nearest_foe(fight, *who, Some(to)),
        (Ask::Go(who), Act::Stay) => -nearest_foe(fight, *who, fight[*who].at),
        (Ask::Go(who), Act::Step) => i16::from(fight.is(*who, &places::REAR) && !engaged(fight, *who)),
        (_, Act::Use { power: Power::Mend, on }) if 3 * fight[on].heart > fight[on].full => -1,
        (_, Act::Use { .. }) => 200,
        (_, Act::Strike { at }) => 150 - fight[at].heart,
        (Ask::Parry(_, harm), Act::Parry) => harm - 2,
        _ => 0,
    }
}

/// Whether a foe is within reach of its weapon.
fn engaged(fight: &Fight, who: Who) -> bool {
    fight.foes_of(who).any(|foe| places::may_reach(fight, who, foe, fight.entry(who).reach).is_ok())
}

/// How many squares the nearest foe is from there; 0 without a map.
fn nearest_foe(fight: &Fight, who: Who, from: Option<Square>) -> i16 {
    let squares = fight.foes_of(who).filter_map(|foe| fight.distance_from(from?, foe));
    squares.min().map_or(0, |squares| squares as i16)
}
