//! Where somebody is put, appears or goes, and where things do.

use std::cmp::Reverse;

use quintain_engine::Who;
use quintain_field::Square;

use super::nearest;
use crate::ask::Act;
use crate::fight::Fight;
use crate::rules::{shifting, things};

/// Where one puts somebody: a friend out of harm's way, an enemy far from its friends' prey.
pub(super) fn carried(fight: &Fight, about: Who, within: u8) -> Option<Act> {
    let all = shifting::landings(fight, about, within, None);
    let far = |square: &Square| {
        let near = fight.enemies(about).filter(|foe| fight.able(*foe)).map(|foe| fight.distance_to(foe, *square));
        near.min().unwrap_or(0)
    };
    all.max_by_key(far).map(Act::Square)
}

/// Away from enemies, to where none of them is near.
pub(super) fn teleport(fight: &Fight, who: Who, within: u8, shadows: bool) -> Option<Act> {
    let far = |square: &Square| {
        let near = fight.enemies(who).filter(|foe| fight.able(*foe)).map(|foe| fight.distance_from(who, *square, foe));
        near.min().unwrap_or(0)
    };
    shifting::appearances(fight, who, within, shadows).max_by_key(far).map(Act::Square)
}

/// Off a ledge, into a wall or away.
pub(super) fn any_way(fight: &Fight, who: Who, at: Who) -> Option<Act> {
    let (own, body) = (fight.body(who)?, fight.body(at)?);
    own.step_towards(body).map(Act::Way)
}

/// The Space nearest to the thick of the enemies.
pub(super) fn origin(fight: &Fight, who: Who, within: u8) -> Option<Square> {
    let crowd = |square: Square| fight.enemies(who).filter(|foe| fight.distance_to(*foe, square) <= 2).count();
    first_best(things::origins(fight, who, within), crowd)
}

/// The first of several Spaces of which none is worth more.
fn first_best<W: PartialOrd>(all: impl Iterator<Item = Square>, worth: impl Fn(Square) -> W) -> Option<Square> {
    let mut best: Option<(W, Square)> = None;
    for square in all {
        let worth = worth(square);
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, square));
        }
    }
    best.map(|(_, square)| square)
}

/// A thing goes to an enemy where none of its kind is yet.
pub(super) fn spot(fight: &Fight, who: Who, ability: u16, from: Option<Square>, within: u8) -> Option<Square> {
    let taken = things::squares(fight, who, ability);
    let near = |square: Square| -fight.enemies(who).map(|foe| fight.distance_to(foe, square)).min().unwrap_or(0);
    let prey = |square: &Square| {
        let foe = fight.standing_on(*square).is_some_and(|whom| fight.foes(who, whom));
        foe && !taken.contains(square) && things::may_put(fight, who, ability, (from, within), *square)
    };
    let bodies = fight.enemies(who).filter_map(|foe| fight.body(foe));
    let best =
        bodies.flat_map(|body| body.squares()).filter(prey).max_by_key(|square| (near(*square), Reverse(*square)));
    best.or_else(|| first_best(things::spots(fight, who, ability, from, within), near))
}

/// Where one goes when one may go anywhere near: next to an enemy, else stays near.
pub(super) fn place(fight: &Fight, who: Who, within: u8, near: Option<(Who, i16)>) -> Option<Act> {
    let target = nearest(fight, who);
    let far = |square: &Square| target.map_or(0, |target| fight.distance_from(who, *square, target));
    shifting::landings(fight, who, within, near).min_by_key(far).map(Act::Square)
}
