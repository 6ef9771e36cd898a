//! How far apart two stand, and whether they see each other.

use crate::condition::{Condition, Effect};
use crate::declaration::Move;
use crate::fight::Fight;
use crate::ground::Ground;
use quintain_engine::Who;
use quintain_field::{Span, Square, sees};

pub(super) fn body(fight: &Fight, who: Who, at: Square) -> Span {
    fight.template(who).footprint().at(at)
}

/// The squares in which somebody stands.
pub fn body_of(fight: &Fight, who: Who) -> Option<Span> {
    fight.one(who).at.map(|at| body(fight, who, at))
}

/// The squares in which somebody stands to act: where a declared move leads, else where it stands.
pub fn body_to_act(fight: &Fight, who: Who) -> Option<Span> {
    match fight.one(who).plan.before {
        Move::To(square) => Some(body(fight, who, square)),
        _ => body_of(fight, who),
    }
}

pub(super) fn feet_between(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square)) -> u16 {
    let squares =
        quintain_field::body_distance(body(fight, one.0, one.1), body(fight, other.0, other.1), ground.diagonal);
    u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(ground.feet)
}

pub(super) fn sees_between(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square)) -> bool {
    line_between(ground, body(fight, one.0, one.1), body(fight, other.0, other.1)).is_some()
}

/// The clear line between two bodies, from square to square: that of the nearest squares, else the shortest that is
/// clear of all. A body that is half behind something is not hidden by it.
pub(super) fn line_between(ground: &Ground, one: Span, other: Span) -> Option<(Square, Square)> {
    let clear = |from: Square, to: Square| from == to || sees(&ground.map, from, to);
    let (from, to) = one.nearest_pair(other);
    if clear(from, to) {
        return Some((from, to));
    }
    if one.width() * one.depth() == 1 && other.width() * other.depth() == 1 {
        return None;
    }
    let pairs = one.squares().flat_map(|from| other.squares().map(move |to| (from, to)));
    let length = |from: Square, to: Square| quintain_field::distance(from, to, ground.diagonal);
    pairs.filter(|(from, to)| clear(*from, *to)).min_by_key(|(from, to)| (length(*from, *to), *from, *to))
}

/// Whether two stand within so many feet of each other, at least in neighbouring squares; always true without a map.
pub fn within(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)) <= feet.max(ground.feet),
        (Some(_), _, _) => false,
        (None, _, _) => true,
    }
}

/// How many feet part two; 0 without a map.
pub fn feet(fight: &Fight, one: Who, other: Who) -> u16 {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)),
        _ => 0,
    }
}

/// Whether one sees the other within so many feet.
pub fn sees_within(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    if is_hidden(fight, one, other) {
        return false;
    }
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => near_and_seen(fight, ground, (one, a), (other, b), feet),
        (Some(_), _, _) => false,
        (None, _, _) => true,
    }
}

pub(super) fn is_hidden(fight: &Fight, from: Who, other: Who) -> bool {
    fight.one(other).under_by(Effect::OutOfSight, from) || fight.one(other).is(Condition::Hidden)
}

pub(super) fn near_and_seen(
    fight: &Fight,
    ground: &Ground,
    one: (Who, Square),
    other: (Who, Square),
    feet: u16,
) -> bool {
    feet_between(fight, ground, one, other) <= feet.max(ground.feet) && sees_between(fight, ground, one, other)
}
