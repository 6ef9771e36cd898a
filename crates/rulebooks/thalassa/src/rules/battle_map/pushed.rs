//! Moves that somebody else makes one do: pushed, parted, carried off.

use super::measure::{body, feet};
use super::walker::{PARTED, Walker};
use super::ways::free_beside;
use crate::fight::Fight;
use crate::rules::hazards;
use quintain_engine::{Table, Who};
use quintain_field::{Square, Walls};

/// Pushes somebody one square straight away, if there is room; the ground there does to them what it does to walkers.
///
/// # Errors
/// Halts with the table.
pub(crate) fn shove<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    if let Some(step) = push(fight, by, at) {
        hazards::step_into(fight, table, at, step, false)?;
    }
    Ok(())
}

/// `incantation.24-separate-people`: the two are pushed 10 feet apart; the first gives way where the second cannot.
///
/// # Errors
/// Halts with the table.
pub(crate) fn push_apart<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    one: Who,
    other: Who,
) -> Result<(), T::Halt> {
    if fight.ground().is_none() {
        return Ok(());
    }
    // Nobody needs more steps than there are squares in the distance.
    for _ in 0..PARTED {
        let near = fight.one(one).at.is_some() && fight.one(other).at.is_some() && feet(fight, one, other) < PARTED;
        if !near {
            break;
        }
        let pushed = push(fight, one, other).map(|step| (other, step));
        let Some((who, step)) = pushed.or_else(|| push(fight, other, one).map(|step| (one, step))) else { break };
        hazards::step_into(fight, table, who, step, false)?;
    }
    Ok(())
}

/// `creature.snatch`: carried off 20 feet through the air, with the one who carries beside the victim. The ground does to
/// the victim what it does to walkers, where it is set down.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_off<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    feet: u16,
) -> Result<(), T::Halt> {
    let Some((from, to)) = carried_to(fight, by, at, feet) else { return Ok(()) };
    fight.one_mut(at).at = Some(to);
    let beside = free_beside(fight, by, at);
    if let Some(square) = beside {
        fight.one_mut(by).at = Some(square);
    }
    hazards::step_into(fight, table, at, (from, to), false).map(drop)
}

/// From where to where somebody can be carried so many feet, straight away from the one who carries.
fn carried_to(fight: &Fight, by: Who, at: Who, feet: u16) -> Option<(Square, Square)> {
    let (from, ground) = fight.one(at).at.zip(fight.ground())?;
    let squares = (feet / ground.feet).max(1);
    let step = body(fight, by, fight.one(by).at?).step_towards(body(fight, at, from))?;
    let walker = Walker::new(fight, ground, at);
    let (mut end, mut next) = (None, from);
    for _ in 0..squares {
        if !ground.map.body_step_open(walker.footprint, next, step, Walls::KeepCorners) {
            break;
        }
        next = next.step(step);
        end = walker.may_stop(next).then_some(next).or(end);
    }
    Some((from, end?))
}

/// Pushes somebody one square away, and says from where to where; nothing where a wall or somebody stands in the way.
pub(super) fn push(fight: &mut Fight, by: Who, at: Who) -> Option<(Square, Square)> {
    let (ground, from, to) = (fight.ground()?, fight.one(by).at?, fight.one(at).at?);
    let step = body(fight, by, from).step_towards(body(fight, at, to))?;
    let walker = Walker::new(fight, ground, at);
    let next = to.step(step);
    let open = ground.map.body_step_open(walker.footprint, to, step, Walls::KeepCorners);
    if !open || !walker.may_stop(next) {
        return None;
    }
    fight.one_mut(at).at = Some(next);
    Some((to, next))
}
