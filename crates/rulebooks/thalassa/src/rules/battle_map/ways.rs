//! Where one can get to: the squares of a move, the way out, the nearest free square.

use super::measure::{body, line_between};
use super::walker::{Walker, allowance, leaves};
use crate::declaration::Move;
use crate::fight::Fight;
use crate::underway::Reached;
use quintain_engine::Who;
use quintain_field::{Ahead, Pathfinder, Span, Square, SquareSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The squares to which somebody can move and stop in, with what it costs, cheapest first.
pub fn reachable(fight: &Fight, who: Who, moves: u32) -> Vec<(Square, u32)> {
    let steps = allowance(fight, who) * moves;
    fight.one(who).at.map_or_else(Vec::new, |at| reachable_from(fight, who, at, steps))
}

/// The same for one move, and what comes within reach only by a second one.
pub fn reachable_by_two(fight: &Fight, who: Who) -> (Reached, Reached) {
    let one = allowance(fight, who);
    let mut near = reachable(fight, who, 2);
    let farther = near.split_off(near.partition_point(|(_, cost)| *cost <= one));
    (near, farther)
}

pub(super) fn reachable_from(fight: &Fight, who: Who, at: Square, steps: u32) -> Vec<(Square, u32)> {
    let Some(ground) = fight.ground() else { return Vec::new() };
    let walker = Walker::new(fight, ground, who);
    let (taken, mut reached) = (walker.taken(), Vec::new());
    let may_stop = |square| taken.as_ref().map_or_else(|| walker.may_stop(square), |taken| !taken.contains(square));
    fight.scratch.ways.lend(|finder| {
        walker.visit(finder, at, steps, |square, cost| {
            if square != at && may_stop(square) {
                reached.push((square, cost));
            }
        });
    });
    reached
}

/// The squares to which somebody can move after the action: with the house rule that splits moves, what the move
/// before it has left over.
pub fn reachable_after(fight: &Fight, who: Who) -> Vec<(Square, u32)> {
    start_after(fight, who).map_or_else(Vec::new, |(from, steps)| reachable_from(fight, who, from, steps))
}

/// Where the move after the action begins, and how many steps are left for it.
pub(super) fn start_after(fight: &Fight, who: Who) -> Option<(Square, u32)> {
    let steps = allowance(fight, who);
    match fight.one(who).plan.before {
        Move::To(first) => {
            let spent =
                reachable(fight, who, 1).into_iter().find(|(square, _)| *square == first).map_or(steps, |way| way.1);
            Some((first, steps.saturating_sub(spent)))
        }
        _ => Some((fight.one(who).at?, steps)),
    }
}

/// The squares that a blow over so many feet could land on from any of these, as far as nothing lies between.
pub fn struck_from(fight: &Fight, who: Who, stands: &[Square], feet: u16) -> Vec<Square> {
    let Some(ground) = fight.ground() else { return Vec::new() };
    let reach = u32::from((feet / ground.feet).max(1));
    let (mut near, mut all) = (SquareSet::default(), SquareSet::default());
    all.reset(&ground.map);
    for stand in stands {
        let own = body(fight, who, *stand);
        quintain_field::radius(&ground.map, own, reach, ground.diagonal, &mut near);
        for square in near.iter() {
            if !all.contains(square) && line_between(ground, own, Span::from(square)).is_some() {
                all.insert(square);
            }
        }
    }
    all.iter().collect()
}

/// The squares within so many feet of somebody, whatever lies between.
pub fn around(fight: &Fight, who: Who, feet: u16) -> Vec<Square> {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return Vec::new() };
    let mut near = SquareSet::default();
    let reach = u32::from((feet / ground.feet).max(1));
    quintain_field::radius(&ground.map, body(fight, who, at), reach, ground.diagonal, &mut near);
    near.iter().collect()
}

/// What it costs somebody to move from one square to another and stop there, within so many steps.
pub(super) fn steps_to(fight: &Fight, who: Who, (from, to): (Square, Square), steps: u32) -> Option<u32> {
    // Those who fight and the ground are told by the revision.
    let walk = (fight.cast.revision(), surroundings(fight), who, from, steps);
    let look = |squares: &mut Reached| *squares = reachable_from(fight, who, from, steps);
    let find = |squares: &Reached| squares.iter().find(|known| known.0 == to).map(|known| known.1);
    fight.scratch.reached.read(walk, look, find)
}

/// What a way hangs on besides those who fight and the ground: the phase, and what is hazardous.
fn surroundings(fight: &Fight) -> u64 {
    let mut hasher = DefaultHasher::new();
    (fight.round, fight.stage, &fight.phases, &fight.hazards).hash(&mut hasher);
    hasher.finish()
}

/// The squares near enough for one move in which somebody cannot stop because of those who stand there.
pub fn taken(fight: &Fight, who: Who) -> Vec<(Square, Who)> {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return Vec::new() };
    let steps = u16::try_from(allowance(fight, who)).unwrap_or(u16::MAX);
    let stands = |other: Who| {
        let there = fight.one(other).at.filter(|_| other != who && fight.fighting(other));
        there.filter(|_| !leaves(fight, who, other)).map(|there| (other, body(fight, other, there)))
    };
    let others: Vec<(Who, Span)> = fight.everyone().filter_map(stands).collect();
    let in_the_way = |square: Square| {
        let own = body(fight, who, square);
        let (other, _) = others.iter().find(|(_, there)| there.overlaps(own)).filter(|_| ground.map.has_room(own))?;
        Some((square, *other))
    };
    Span::from(at).grown(steps).squares().filter_map(in_the_way).collect()
}

/// `map.retreat`: whether an exit can be reached, at any distance. Without a map there is always a way out.
pub fn can_reach_exit(fight: &Fight, who: Who) -> bool {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return fight.ground().is_none() };
    let walker = Walker::new(fight, ground, who);
    let Some(going) = walker.going else { return false };
    let mut here = at;
    // Straight on as long as nobody stands in the way.
    while let Some(steps) = going.steps_out(here) {
        let nearer = |to: &Square| going.steps_out(*to).is_some_and(|left| left < steps) && walker.may_enter(*to);
        match going.strides.steps_from(here).map(|(_, to)| to).find(nearer) {
            Some(to) => here = to,
            None => return steps == 0 || gets_to(&walker, (here, here), |to| going.steps_out(to) == Some(0)),
        }
    }
    false
}

/// Whether there is a way at all, looked for in one direction first: quicker to find out than the cheapest one is.
pub(super) fn gets_to(walker: &Walker<'_>, way: (Square, Square), goal: impl Fn(Square) -> bool) -> bool {
    let Some(going) = walker.going else { return false };
    let room = &walker.fight.scratch.roam;
    room.lend(|roam| roam.gets_to(&going.strides, way, |to| walker.may_enter(to), goal))
}

/// The square nearest by path in which somebody may stop.
pub(super) fn nearest_free(fight: &Fight, finder: &mut Pathfinder, who: Who, at: Square) -> Option<Square> {
    let ground = fight.ground()?;
    free_near(&Walker::new(fight, ground, who), finder, at)
}

/// The same for a walker who knows what stands in the way.
pub(super) fn free_near(walker: &Walker<'_>, finder: &mut Pathfinder, at: Square) -> Option<Square> {
    let walk = walker.walk(u32::from(u16::MAX));
    let goal = (|_| Ahead::default(), |square| walker.may_stop(square));
    walker.way(finder, at, &walk, goal).map(|route| route.end.square)
}

/// A free square beside somebody, nearest first.
pub fn free_beside(fight: &Fight, who: Who, beside: Who) -> Option<Square> {
    let around = fight.one(beside).at.or_else(|| fight.everyone().find_map(|any| fight.one(any).at))?;
    let free = has_room(fight, who)?;
    (1..40u16).flat_map(|far| Span::from(around).grown(far).squares()).find(free)
}

/// Whether somebody has room in a square; nothing without a map.
fn has_room(fight: &Fight, who: Who) -> Option<impl Fn(&Square) -> bool + '_> {
    let ground = fight.ground()?;
    let walker = Walker::new(fight, ground, who);
    Some(move |square: &Square| ground.map.has_room(body(fight, who, *square)) && walker.may_stop(*square))
}

/// Every free square of the map, in reading order.
pub fn free_squares(fight: &Fight, who: Who) -> Vec<Square> {
    let Some((ground, free)) = fight.ground().zip(has_room(fight, who)) else { return Vec::new() };
    ground.map.bounds().squares().filter(free).collect()
}
