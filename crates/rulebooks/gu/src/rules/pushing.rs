//! Pushing: straight away or along a direction, to the first wall or creature.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Shove, Step, push};

use super::melee::KICK_KNOCKBACK;
use super::{falling, grapple, gu, movement, reactions, status};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Size;

/// `kick.knockback`.
pub(crate) fn knock_back<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    if fight.size(at) > Size::Large {
        return Ok(());
    }
    let metres = (derived::strength(fight, who) / 100).max(1);
    shove(fight, table, who, at, metres, None, &KICK_KNOCKBACK)?;
    status::give(fight, table, at, Condition::Prone, &KICK_KNOCKBACK)
}

/// Pushes somebody straight away, or along a direction, to the first wall or creature; says whether a wall stopped it.
pub(crate) fn shove<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Who,
    at: Who,
    metres: i16,
    along: Option<Step>,
    rule: &'static quintain_engine::Rule,
) -> Result<bool, T::Halt> {
    if gu::is_rooted(fight, at) || !fight.present(at) {
        return Ok(false);
    }
    let loose = grapple::loosen(fight, table, at);
    let Some(step) = along.or_else(|| fight.body(from).step_towards(fight.body(at))) else {
        if loose {
            movement::out_of_others(fight, table, at);
        }
        return Ok(false);
    };
    let body = quintain_field::Footprint::square(fight.size(at).side());
    let mut shove = Shove::new(step, metres.unsigned_abs().into());
    shove.body = body;
    shove.stops_at_drop = false;
    let start = fight.one(at).at;
    let pushed = push(&fight.ground().map, start, &shove, |square| {
        fight
            .occupant(square, fight.level(at), at)
            .filter(|other| fight.size(*other) != Size::Tiny)
            .map(|other| other.0)
    });
    let (height, hung) = (fight.one(at).height, fight.one(at).climbing);
    let drop = fight.ground_below(at, start) - fight.ground_below(at, pushed.end);
    movement::place(fight, at, pushed.end, height);
    table.tell(|| {
        let text = match pushed.moved {
            0 => format!("{} cannot be pushed any further and stays at {}", fight.label(at), pushed.end),
            metres => format!("{} is pushed {metres} m to {}", fight.label(at), pushed.end),
        };
        Event::new(rule, text).by(from).to(at)
    });
    if loose {
        movement::out_of_others(fight, table, at);
    }
    grapple::parted(fight, table, at)?;
    if pushed.end != start {
        gu::zones::entered(fight, table, at, start)?;
        falling::off_the_wall(fight, table, at, start)?;
    }
    if drop > 2 && !hung {
        falling::off(fight, table, at, drop)?;
    }
    reactions::brought(fight, table, at, start)?;
    let next = pushed.end.step(step);
    let open = fight.ground().map.body_step_open(body, pushed.end, step, quintain_field::Walls::CutCorners);
    Ok(i32::from(metres) > pushed.moved as i32 && fight.ground().map.contains(next) && !open)
}
