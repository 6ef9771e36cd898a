//! Walking from Space to Space, with all that answers a step.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Diagonal, Span, Square, body_distance};

use super::ways::{make_room, way};
use super::{
    CLIMB, Stride, arrived, brought, chased, cost_to, may_move, price, settled, stretch, take_move, with_room,
    within_reach,
};
use crate::ask::Moment;
use crate::fight::{Came, Fight, Gait, Leaving, Stretch, nearness};
use crate::muster::Mark;
use crate::rules::{action_points, falling, grapple, numbers, reactions, strides};
use crate::those::{List, Those};

/// Walks to a Space, taking Move Actions as movement runs out; stops where it cannot go on.
///
/// # Errors
/// Halts with the table.
pub(crate) fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let budget = within_reach(fight, who, action_points::available(fight, who));
    travel(fight, table, who, to, budget, Pays::Movement)
}

/// Walks to a Space for nothing; safely, where nobody may strike on the way.
///
/// # Errors
/// Halts with the table.
pub fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    safe: bool,
) -> Result<(), T::Halt> {
    travel(fight, table, who, to, 200, if safe { Pays::NothingSafe } else { Pays::Nothing })
}

/// The Move that was held: so many Spaces, to a place that is chosen now; what is left of them is lost.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stride<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, spaces: i16) -> Result<(), T::Halt> {
    if let Some(crate::ask::Act::Square(to)) = table.choose(fight, crate::ask::Ask::Goal { who, spaces })?
        && cost_to(fight, who, to, spaces).is_some()
    {
        travel(fight, table, who, to, spaces, Pays::Nothing)?;
    }
    Ok(())
}

/// What pays for steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pays {
    Movement,
    Nothing,
    NothingSafe,
}

fn travel<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    budget: i16,
    pays: Pays,
) -> Result<(), T::Halt> {
    let Some(from) = fight.one(who).at else { return Ok(()) };
    make_room(fight, who);
    let mut route = fight.rooms.routes.pop().unwrap_or_default();
    route.clear();
    if !strides::route(fight, who, to, budget, &mut route) {
        with_room(fight, |finder, _| way(fight, who, to, budget, finder, &mut route));
    }
    let outer = fight.stretch.replace(Stretch { who, from, gait: Gait::Walks });
    let mut done = Ok(true);
    for next in route.iter().copied() {
        done = step(fight, table, who, next, pays);
        if !matches!(done, Ok(true)) {
            break;
        }
    }
    fight.rooms.routes.push(route);
    done?;
    stretch::told(fight, table);
    fight.stretch = outer;
    stretch::from_here(fight, who);
    Ok(())
}

/// One step with its windows. Says whether the walk may go on.
fn step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    next: Square,
    pays: Pays,
) -> Result<bool, T::Halt> {
    let first = price(fight, who, next);
    if pays == Pays::Movement && !first.is_some_and(|price| afford(fight, table, who, price)) {
        return Ok(false);
    }
    let (before, height) = (fight.one(who).at, fight.one(who).height);
    let (mut struck, mut slower) = (Those::default(), false);
    let leaving = Leaving { to: next, height: fight.one(who).height, forced: false };
    let guarded = pays != Pays::NothingSafe && reactions::guarded(fight, who, leaving);
    if guarded {
        struck = leave(fight, table, who, leaving)?;
    }
    if stopped(fight, who, before) {
        stretch::told(fight, table);
        // A mover that has been brought elsewhere has got away, if not where it wanted to.
        if fight.one(who).at == before {
            table.tell(|| {
                let text = format!("{} does not get away", fight.label(who));
                Event::new(&reactions::AOO_TIMING, text).by(who)
            });
        }
        return Ok(false);
    }
    if pays == Pays::Movement {
        // Where nobody could answer, nothing has changed.
        let Some(now) = (if guarded { price(fight, who, next) } else { first }) else { return Ok(false) };
        slower = first.is_some_and(|first| now > first);
        if fight.one(who).movement < now {
            // Whether it takes another Move for that step is asked anew.
            return Ok(false);
        }
        fight.one_mut(who).movement -= now;
    }
    climbed(fight, table, who, next);
    if !wrest_along(fight, table, who, next)? {
        return Ok(false);
    }
    let dragged = dragged(fight, who, next);
    note_run(fight, who, next);
    let (left, high) = (fight.one(who).at.unwrap_or(next), fight.altitude(who));
    fight.one_mut(who).at = Some(next);
    let dragged = drag(fight, who, left, dragged);
    falling::off_a_ledge(fight, table, who, high, false)?;
    settled(fight, table, who, next)?;
    for (other, came, high) in dragged {
        brought(fight, table, other, came, high)?;
    }
    arrived(fight, table, who, before.map(|from| Came { from, height, own: true }))?;
    chased(fight, table, who, &struck)?;
    // Slower than when it set out: whether it goes on after this step is asked anew.
    Ok(!slower && fight.able(who) && fight.one(who).at == Some(next))
}

/// Whether somebody who was about to leave a Space cannot do so any more: helpless, held fast, or moved away.
pub(crate) fn stopped(fight: &Fight, who: Who, from: Option<Square>) -> bool {
    !fight.able(who) || numbers::speed(fight, who) == 0 || fight.one(who).at != from
}

/// Says so where a step leads up a face.
fn climbed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, next: Square) {
    let climbs = |from| Stride::of(fight, who).rise(fight, from, next) > 0;
    let up = !fight.setting.flat && fight.one(who).at.is_some_and(climbs);
    if up {
        stretch::told(fight, table);
        table.tell(|| Event::new(&CLIMB, format!("{} climbs to {next}", fight.label(who))).by(who));
    }
}

/// Takes Move Actions until a step can be paid.
fn afford<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, price: i16) -> bool {
    while fight.one(who).movement < price {
        if may_move(fight, who).is_err() {
            return false;
        }
        take_move(fight, table, who);
    }
    true
}

/// Enemies whose reach a step leaves may strike first. Returns who did.
///
/// # Errors
/// Halts with the table.
pub(crate) fn leave<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    next: Leaving,
) -> Result<Those, T::Halt> {
    if !reactions::guarded(fight, who, next) {
        return Ok(Those::default());
    }
    fight.leaving = Some(next);
    let answered = reactions::window(fight, table, Moment::Provoked, who, who, None)?;
    fight.leaving = None;
    Ok(answered)
}

/// Others may hold the dragged creature as well: they must be beaten first. Says whether the step can be taken.
fn wrest_along<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, next: Square) -> Result<bool, T::Halt> {
    if !fight.any(Mark::Grappled) {
        return Ok(true);
    }
    for other in fight.everyone() {
        let comes = grapple::holds(fight, who, other) && fight.distance_from(who, next, other) > 1;
        if comes && !grapple::wrest(fight, table, who, other, &[])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The creatures that a step drags along: where each comes from, and how high it was.
fn dragged(fight: &Fight, who: Who, next: Square) -> Dragged {
    let mut dragged = Dragged::new();
    if !fight.any(Mark::Grappled) {
        return dragged;
    }
    for other in fight.everyone() {
        let comes = grapple::holds(fight, who, other) && fight.distance_from(who, next, other) > 1;
        if let Some(from) = fight.one(other).at.filter(|_| comes) {
            let height = fight.one(other).height;
            dragged.push((other, Came { from, height, own: false }, fight.altitude(other)));
        }
    }
    dragged
}

/// Grappled creatures come along. One that there is no room for beside its grappler stays where it is, out of the grip.
/// Returns those who have come.
fn drag(fight: &mut Fight, who: Who, left: Square, mut dragged: Dragged) -> Dragged {
    dragged.retain(|(other, came, _)| {
        let to = beside(fight, who, left, (*other, came.from));
        if to.is_some() {
            fight.one_mut(*other).at = to;
        }
        to.is_some()
    });
    dragged
}

/// Where a grappled creature comes to: the Space that its grappler has left, or, where one of the two is too large for
/// that, the nearest that has room for it and touches the grappler.
fn beside(fight: &Fight, who: Who, left: Square, (other, at): (Who, Square)) -> Option<Square> {
    if fight.size(who).across() == 1 && fight.size(other).across() == 1 {
        return Some(left);
    }
    let body = fight.body(who)?;
    let near = Span::from(at).grown(1).clipped_to(fight.map.bounds())?;
    let touches = |square: Square| body_distance(fight.footprint(other).at(square), body, Diagonal::Equal) <= 1;
    let fits = |square: &Square| touches(*square) && fight.room(other, *square);
    near.squares().filter(fits).min_by_key(|square| (*square != left, nearness(at, *square)))
}

/// Those who are dragged along: where each comes from, and how high it was.
type Dragged = List<(Who, Came, i16), 2>;

/// Counts the Spaces moved in one straight line.
fn note_run(fight: &mut Fight, who: Who, next: Square) {
    let Some(from) = fight.one(who).at else { return };
    let (dx, dy) = ((next.x - from.x) as i8, (next.y - from.y) as i8);
    let run = &mut fight.one_mut(who).turn.run;
    *run = if (run.1, run.2) == (dx, dy) { (run.0.saturating_add(1), dx, dy) } else { (1, dx, dy) };
}
