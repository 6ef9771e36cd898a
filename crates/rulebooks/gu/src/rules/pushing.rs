//! Pushing and flinging: straight away or along a direction, to the first wall or creature.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Footprint, Shove, Square, Step, Walls, push};

use super::melee::KICK_KNOCKBACK;
use super::{falling, grapple, gu, maneuvers, movement, reactions, status};
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

/// Somebody goes so many metres in a direction by what is done to it, off a wall if it hangs on one: over ground that falls
/// away it stays on its level, and ground that rises lifts it. Says whether it has come to the end of that.
pub(crate) fn carry<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    step: Step,
    metres: u32,
) -> Result<bool, T::Halt> {
    for _ in 0..metres {
        let was = movement::spot(fight, who);
        let next = was.0.step(step);
        let height = (was.1 - fight.ground_below(who, next)).max(0);
        movement::place(fight, who, next, height);
        fight.one_mut(who).climbing = false;
        movement::arrived(fight, table, who, was)?;
        if !fight.present(who) || movement::spot(fight, who) != (next, fight.ground_below(who, next) + height) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a sphere keeps somebody out of a square, at the height at which it is.
fn is_shut_out(fight: &Fight, who: Who, square: Square) -> bool {
    fight.kept_out_by(who, (square, fight.one(who).height)).is_some()
}

/// How somebody flies straight on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flung {
    /// Metres that it comes.
    pub metres: u32,
    /// The combatant that it strikes there.
    pub met: Option<Who>,
    /// A wall, ground more than 1 m above it or a sphere that keeps it out is in the way there.
    pub blocked: bool,
}

/// How far somebody flies straight on of so many metres, past one who throws it.
pub(crate) fn flung(fight: &Fight, who: Who, step: Step, most: i16, past: Option<Who>) -> Flung {
    let body = Footprint::square(fight.size(who).side());
    let (mut at, mut level) = movement::spot(fight, who);
    let mut flung = Flung { metres: 0, met: None, blocked: false };
    for _ in 0..most {
        let next = at.step(step);
        let ground = fight.ground_below(who, next);
        let open = fight.ground().map.body_step_open(body, at, step, Walls::CutCorners);
        flung.blocked = !open || ground > level + 1 || is_shut_out(fight, who, next);
        if flung.blocked {
            break;
        }
        (at, level) = (next, level.max(ground));
        let met = fight.occupant(at, level, who);
        flung.met = met.filter(|other| Some(*other) != past && fight.size(*other) != Size::Tiny);
        if flung.met.is_some() {
            break;
        }
        flung.metres += 1;
    }
    flung
}

/// How far somebody is drawn along the straight way to a square: to the last free one before a side or a square that nobody
/// passes.
pub(crate) fn drawn_to(fight: &Fight, who: Who, to: Square, height: i16) -> Square {
    let (body, from) = (Footprint::square(fight.size(who).side()), fight.one(who).at);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.abs().max(dy.abs());
    let (mut at, mut last) = (from, from);
    for nth in 1..=length {
        let next = from.offset(maneuvers::part(dx, nth, length), maneuvers::part(dy, nth, length));
        let step =
            at.step_to(next).filter(|step| fight.ground().map.body_step_open(body, at, *step, Walls::CutCorners));
        if step.is_none() {
            break;
        }
        at = next;
        last = if fight.is_free_for(who, at, height) { at } else { last };
    }
    last
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
    if gu::is_immovable(fight, at) || !fight.present(at) {
        return Ok(false);
    }
    let loose = grapple::loosen(fight, table, at);
    let Some(step) = along.or_else(|| fight.body(from).step_towards(fight.body(at))) else {
        if loose {
            movement::out_of_others(fight, table, at)?;
        }
        return Ok(false);
    };
    let body = Footprint::square(fight.size(at).side());
    let start = fight.one(at).at;
    let open = (1..=metres).take_while(|nth| !is_shut_out(fight, at, start.offset(step.dx() * nth, step.dy() * nth)));
    let mut shove = Shove::new(step, open.count() as u32);
    shove.body = body;
    shove.stops_at_drop = false;
    let pushed = push(&fight.ground().map, start, &shove, |square| {
        fight
            .occupant(square, fight.level(at), at)
            .filter(|other| fight.size(*other) != Size::Tiny)
            .map(|other| other.0)
    });
    table.tell(|| {
        let text = match pushed.moved {
            0 => format!("{} cannot be pushed any further and stays at {}", fight.label(at), pushed.end),
            metres => format!("{} is pushed {metres} m to {}", fight.label(at), pushed.end),
        };
        Event::new(rule, text).by(from).to(at)
    });
    carry(fight, table, at, step, pushed.moved)?;
    if loose {
        movement::out_of_others(fight, table, at)?;
    }
    grapple::parted(fight, table, at)?;
    falling::settles(fight, table, at)?;
    reactions::brought(fight, table, at, start)?;
    let next = pushed.end.step(step);
    let open = fight.ground().map.body_step_open(body, pushed.end, step, Walls::CutCorners);
    Ok(i32::from(metres) > pushed.moved as i32 && fight.ground().map.contains(next) && !open)
}
