//! Standing jumps and long jumps.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Square, Step, Walls};

use super::falling;
use super::movement::{self, Pace, Stepped};
use super::stretch;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::underway::Gait;

quintain_engine::section! {
    "Jumping";
    COST = Engine "jump.cost": "A jump costs half the movement value, rounded up, whatever its length, and so much must be left.";
    NEEDS_MOVEMENT = Engine "jump.needs-movement": "With a movement value of 0 nobody jumps.";
    STANDING_UP = Engine "jump.standing-up": "From rest one jumps up a tenth of Athletics in metres, rounded down, at least 1.";
    STANDING_FORWARD = Engine "jump.standing-forward": "From rest one jumps at most 2 m forward.";
    LONG_CONDITION = Engine "jump.long-condition": "A long jump needs at least 1 m of movement in its direction immediately before.";
    LONG_DISTANCE = Engine "jump.long-distance": "A long jump carries half the movement value, rounded up, and costs nothing on top.";
}

/// What a jump costs.
pub fn cost(fight: &Fight, who: Who) -> i16 {
    (derived::movement(fight, who) + 1) / 2
}

/// How far somebody may jump in this direction now.
pub fn reach(fight: &Fight, who: Who, step: Step) -> i16 {
    let factor = super::gu::jump_factor(fight, who);
    let running = fight.turn.straight >= 1 && fight.turn.heading == Some(step);
    let metres = if running { cost(fight, who).max(2) } else { 2 };
    metres * factor
}

/// How high somebody jumps from rest.
pub fn height(fight: &Fight, who: Who) -> i16 {
    (derived::score(fight, who, Score::Athletics) / 10).max(1) * super::gu::jump_factor(fight, who)
}

/// The direction and length of a straight way on the grid, if it is one.
pub fn straight(from: Square, to: Square) -> Option<(Step, i16)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.abs().max(dy.abs());
    if length == 0 || !(dx == 0 || dy == 0 || dx.abs() == dy.abs()) {
        return None;
    }
    Step::ALL.into_iter().find(|step| step.dx() == dx.signum() && step.dy() == dy.signum()).map(|step| (step, length))
}

/// Whether somebody may jump there now.
///
/// # Errors
/// The refusal.
pub fn may_jump(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    if derived::movement(fight, who) == 0 {
        return Err(Refusal::new(&NEEDS_MOVEMENT, "its movement is 0"));
    }
    movement::may_walk(fight, who)?;
    let price = cost(fight, who);
    if movement::left(fight, who) < price {
        return Err(Refusal::new(&COST, format!("a jump costs {price} m of movement")));
    }
    let Some((step, length)) = straight(fight.one(who).at, to) else {
        return Err(Refusal::new(&STANDING_FORWARD, "a jump goes straight on"));
    };
    if length > reach(fight, who, step) {
        let running = fight.turn.straight >= 1 && fight.turn.heading == Some(step);
        let rule = if running {
            &LONG_DISTANCE
        } else if length <= price {
            &LONG_CONDITION
        } else {
            &STANDING_FORWARD
        };
        return Err(Refusal::new(rule, "that is too far to jump"));
    }
    let rise = fight.ground_below(who, to) - fight.ground_below(who, fight.one(who).at);
    if rise > height(fight, who) {
        return Err(Refusal::new(&STANDING_UP, format!("{rise} m is too high to jump")));
    }
    if !way_is_clear(fight, who, step, length) {
        return Err(Refusal::new(&movement::THROUGH_HOSTILE, "something is in the way"));
    }
    if !fight.is_free_for(who, to, 0) {
        return Err(Refusal::new(&movement::NO_SHARED_SQUARE, "somebody stands there"));
    }
    Ok(())
}

/// Whether nothing is in the way of so many metres straight on; what stands at their end is not looked at.
pub fn way_is_clear(fight: &Fight, who: Who, step: Step, length: i16) -> bool {
    let body = quintain_field::Footprint::square(fight.size(who).side());
    let mut at = fight.one(who).at;
    let (level, high) = (fight.level(who), height(fight, who));
    for nth in 1..=length {
        if !fight.ground().map.body_step_open(body, at, step, Walls::CutCorners) {
            return false;
        }
        at = at.step(step);
        let over = above(fight, who, level, at);
        if nth < length && (fight.ground_below(who, at) - level > high || !fight.is_free_for(who, at, over)) {
            return false;
        }
    }
    true
}

/// How high above the ground of a square on its way a jump is that began at this level.
pub fn above(fight: &Fight, who: Who, level: i16, over: Square) -> i16 {
    (level - fight.ground_below(who, over)).max(0)
}

/// Jumps.
pub(crate) fn jump<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let from = fight.one(who).at;
    let Some((step, length)) = straight(from, to) else { return Ok(()) };
    let price = cost(fight, who);
    let running = fight.turn.straight >= 1 && fight.turn.heading == Some(step);
    let rise = fight.ground_below(who, to) - fight.ground_below(who, from);
    fight.turn.spent += price;
    table.tell(|| {
        let text = format!("{} jumps {length} m from {from} to {to} for {price} m of movement", fight.label(who));
        let event = Event::new(&COST, text).by(who).act();
        let event = match running {
            true => event.and(&LONG_CONDITION).and(&LONG_DISTANCE),
            false => event.and(&STANDING_FORWARD),
        };
        if rise > 0 { event.and(&STANDING_UP) } else { event }
    });
    let level = fight.level(who);
    let outer = stretch::begin(fight, who, to, Gait::Jump);
    let mut came = Ok(Stepped::Went);
    for nth in 1..=length {
        let next = fight.one(who).at.step(step);
        let over = if nth < length { above(fight, who, level, next) } else { 0 };
        came = movement::step(fight, table, who, (next, over), Pace::FREE);
        if !matches!(came, Ok(Stepped::Went)) {
            break;
        }
    }
    stretch::end(fight, table, outer);
    came?;
    // Struck on the way one comes down where one is.
    falling::comes_down(fight, table, who)?;
    let drop = -rise;
    if drop > 2 && fight.one(who).at == to {
        falling::off(fight, table, who, movement::spot(fight, who), drop)
    } else {
        Ok(())
    }
}
