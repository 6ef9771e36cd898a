//! Moves that somebody else makes one do: pushed, parted, carried off.

use super::measure::{body, feet};
use super::walker::{PARTED, Walker};
use super::ways::free_beside;
use crate::fight::Fight;
use quintain_engine::Who;
use quintain_field::Walls;

/// Pushes somebody one square straight away, if there is room.
pub(crate) fn shove(fight: &mut Fight, by: Who, at: Who) {
    let _ = push(fight, by, at);
}

/// `incantation.24-separate-people`: the two are pushed 10 feet apart; the first gives way where the second cannot.
pub(crate) fn push_apart(fight: &mut Fight, one: Who, other: Who) {
    if fight.ground().is_none() {
        return;
    }
    // Nobody needs more steps than there are squares in the distance.
    for _ in 0..PARTED {
        let near = fight.one(one).at.is_some() && fight.one(other).at.is_some() && feet(fight, one, other) < PARTED;
        if !near || !(push(fight, one, other) || push(fight, other, one)) {
            return;
        }
    }
}

/// `creature.snatch`: carried off 20 feet through the air, with the one who carries beside the victim.
pub(crate) fn carry_off(fight: &mut Fight, by: Who, at: Who, feet: u16) {
    let Some((from, ground)) = fight.one(at).at.zip(fight.ground()) else { return };
    let squares = (feet / ground.feet).max(1);
    let Some(step) = fight.one(by).at.and_then(|by_at| body(fight, by, by_at).step_towards(body(fight, at, from)))
    else {
        return;
    };
    let walker = Walker::new(fight, ground, at);
    let (mut end, mut next) = (None, from);
    for _ in 0..squares {
        if !ground.map.body_step_open(walker.footprint, next, step, Walls::KeepCorners) {
            break;
        }
        next = next.step(step);
        end = walker.may_stop(next).then_some(next).or(end);
    }
    let Some(end) = end else { return };
    fight.one_mut(at).at = Some(end);
    let beside = free_beside(fight, by, at);
    if let Some(square) = beside {
        fight.one_mut(by).at = Some(square);
    }
}

/// Pushes somebody one square away; false where a wall or somebody stands in the way.
pub(super) fn push(fight: &mut Fight, by: Who, at: Who) -> bool {
    let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else {
        return false;
    };
    let Some(step) = body(fight, by, from).step_towards(body(fight, at, to)) else { return false };
    let walker = Walker::new(fight, ground, at);
    let next = to.step(step);
    let open = ground.map.body_step_open(walker.footprint, to, step, Walls::KeepCorners);
    if !open || !walker.may_stop(next) {
        return false;
    }
    fight.one_mut(at).at = Some(next);
    true
}
