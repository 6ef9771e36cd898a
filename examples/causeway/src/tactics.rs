//! How unattended seats answer, and the default of every question.

use quintain_engine::kit::prelude::*;
use quintain_field::{Diagonal, distance};

use crate::book::Power;
use crate::rules::places;
use crate::{Act, Ask, Fight};

/// How good an act is; the best that is legal is chosen.
pub fn worth(fight: &Fight, ask: &Ask, act: Act) -> i16 {
    match (ask, act) {
        (Ask::Go(who), Act::Stay) if engaged(fight, *who) => 0,
        (Ask::Go(who), Act::Go { to }) => -far(fight, *who, Some(to)),
        (Ask::Go(who), Act::Stay) => -far(fight, *who, fight[*who].at),
        (Ask::Go(who), Act::Step) => i16::from(fight.is(*who, &places::REAR) && !engaged(fight, *who)),
        (_, Act::Use { power: Power::Mend, on }) if 3 * fight[on].heart > fight[on].full => -1,
        (_, Act::Use { .. }) => 200,
        (_, Act::Strike { at }) => 150 - fight[at].heart,
        (Ask::Parry(_, harm), Act::Parry) => harm - 1,
        _ => 0,
    }
}

/// Whether a foe is within reach of its weapon.
fn engaged(fight: &Fight, who: Who) -> bool {
    fight.foes_of(who).any(|foe| places::may_reach(fight, who, foe, fight.entry(who).weapon.reach).is_ok())
}

/// How far the nearest foe is from there.
fn far(fight: &Fight, who: Who, from: Option<Square>) -> i16 {
    let squares = fight.foes_of(who).filter_map(|foe| Some(distance(from?, fight[foe].at?, Diagonal::Equal)));
    squares.min().unwrap_or(0) as i16
}
