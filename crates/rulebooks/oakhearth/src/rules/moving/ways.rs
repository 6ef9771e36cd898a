//! Ways across the map: where somebody can come to, at what price, and how.

use std::cell::RefCell;

use quintain_engine::Who;
use quintain_field::{Diagonal, Pathfinder, Span, Square, SquareSet, Walk, distance, sees};

use super::{Stride, within_reach};
use crate::ask::{Act, Ask, Deed};
use crate::fight::Fight;
use crate::rules::action_points;
use crate::rules::crowd::Crowd;
use crate::rules::strides::{self, Found, Prices};

/// How somebody walks with so much movement.
fn gait(fight: &Fight, who: Who, budget: i16) -> Walk {
    Walk { body: fight.footprint(who), ..Walk::new(Diagonal::Equal, budget.max(0) as u32) }
}

/// The Spaces within so many of somebody who stands in any of these, as far as nothing lies between.
pub fn struck_from(fight: &Fight, who: Who, stands: &[Square], reach: i16) -> Vec<Square> {
    let (mut near, mut all) = (SquareSet::new(0, 0), SquareSet::new(0, 0));
    all.reset(&fight.map);
    for stand in stands {
        let body = fight.footprint(who).at(*stand);
        quintain_field::radius(&fight.map, body, reach.max(0).unsigned_abs().into(), Diagonal::Equal, &mut near);
        for square in near.iter().filter(|square| !body.contains(*square)) {
            let from = body.nearest_pair(Span::from(square)).0;
            if !all.contains(square) && (fight.setting.clear || sees(&fight.map, from, square)) {
                all.insert(square);
            }
        }
    }
    all.iter().collect()
}

/// All Spaces that somebody can come to with so much movement, with what each costs.
pub fn reach(
    fight: &Fight,
    who: Who,
    budget: i16,
    finder: &mut quintain_field::Pathfinder,
    into: &mut Vec<(Square, i16)>,
) {
    into.clear();
    let Some(at) = fight.one(who).at else { return };
    let all = |found: Found<'_>| into.extend(found.iter().filter(|(square, _)| *square != at));
    if strides::flooded(fight, who, budget, all).is_some() {
        return;
    }
    Crowd::around(fight, who, |crowd| {
        let cost = steps(fight, who, crowd, i16::MAX);
        let found = finder.reach(&fight.map, at, &gait(fight, who, budget), cost);
        for arrival in found.iter() {
            if arrival.square != at && fits(fight, who, arrival.square, crowd) {
                into.push((arrival.square, arrival.cost as i16));
            }
        }
    });
}

/// What the way to a Space costs: where nothing is in between, and where something is.
pub type Lookup<'a> = &'a dyn Fn(Square) -> Option<i16>;

/// Lends what the way to any Space costs somebody with so much movement: first where nothing is in between, which is
/// quickly found out, then where something may be. A Space where it cannot come to has no price; the Space where it is has none to
/// be relied upon.
pub fn costs<R>(fight: &Fight, who: Who, budget: i16, mut read: impl FnMut(Lookup<'_>, Lookup<'_>) -> R) -> Option<R> {
    let at = fight.one(who).at?;
    let looked_up = |prices: &Prices<'_>| read(&|to| prices.straight(to), &|to| prices.round(to));
    if let Some(done) = strides::priced(fight, who, budget, looked_up) {
        return Some(done);
    }
    let done = Crowd::around(fight, who, |crowd| {
        let cost = steps(fight, who, crowd, i16::MAX);
        with_room(fight, |finder, _| {
            finder.with_costs(&fight.map, at, &gait(fight, who, budget), cost, |costs| {
                let costs = RefCell::new(costs);
                let price = |to: Square| (*costs.borrow_mut())(to).map(|cost| cost as i16);
                read(&|_| None, &|to| if fits(fight, who, to, crowd) { price(to) } else { None })
            })
        })
    });
    Some(done)
}

/// Whether somebody finds room at a Space among the others.
fn fits(fight: &Fight, who: Who, at: Square, crowd: &Crowd) -> bool {
    fight.footprint(who).at(at).squares().all(|square| {
        fight.map.contains(square)
            && !fight.map.blocks_movement(square)
            && !fight.walled(square)
            && crowd.at(square).is_none_or(|other| fight.may_share(who, other))
    })
}

/// What the way to a Space costs, within so much movement.
pub fn cost_to(fight: &Fight, who: Who, to: Square, budget: i16) -> Option<i16> {
    let at = fight.one(who).at?;
    if !fight.room(who, to) || to == at {
        return None;
    }
    if let Some(cost) = strides::priced(fight, who, budget, |prices| prices.cost(to)) {
        return cost;
    }
    Crowd::around(fight, who, |crowd| {
        let cost = steps(fight, who, crowd, i16::MAX);
        let gait = gait(fight, who, budget);
        let goal = (gait.ahead(gait.body.at(to), 0, entry(fight, who)), |square| square == to);
        with_room(fight, |finder, _| {
            let route = finder.path_ahead(&fight.map, at, &gait, cost, goal)?;
            Some(route.end.cost as i16)
        })
    })
}

/// What every step costs somebody at least.
fn entry(fight: &Fight, who: Who) -> u32 {
    strides::entry(fight, who).unsigned_abs().into()
}

/// The Spaces of a walk that may be chosen, to be shown beforehand.
pub fn shown(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let (who, to, budget) = match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(Deed::Move(to))) => {
            (who, to, within_reach(fight, who, action_points::available(fight, who)))
        }
        (Ask::Goal { who, spaces }, Act::Square(to)) => (who, to, spaces),
        _ => return Vec::new(),
    };
    let Some(from) = fight.one(who).at else { return Vec::new() };
    let mut squares = vec![from];
    with_room(fight, |finder, _| way(fight, who, to, budget, finder, &mut squares));
    if squares.len() > 1 { squares } else { Vec::new() }
}

/// What steps cost somebody among the others; nothing where they lead down deeper than `deepest`.
fn steps<'a>(
    fight: &'a Fight,
    who: Who,
    crowd: &'a Crowd,
    deepest: i16,
) -> impl Fn(Square, Square) -> Option<u32> + Copy + 'a {
    let stride = Stride::of(fight, who);
    move |from: Square, to: Square| {
        let open = deepest == i16::MAX || fight.level(from) - fight.level(to) <= deepest;
        if open { stride.price(fight, from, to, crowd.at(to)).map(|price| price as u32) } else { None }
    }
}

/// How deep somebody may step down without being hurt: any drop, where nothing lies lower or it flies.
fn harmless_drop(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    match fight.setting.flat || one.height > 0 || fight.template(who).entry.fly.is_some() {
        true => i16::MAX,
        false => i16::from(one.attributes[1]).max(1),
    }
}

/// Adds the steps of the way to a Space: the cheapest without a fall that hurts, the cheapest of all where there is none.
pub(super) fn way(fight: &Fight, who: Who, to: Square, budget: i16, finder: &mut Pathfinder, into: &mut Vec<Square>) {
    let Some(from) = fight.one(who).at else { return };
    let gait = gait(fight, who, budget);
    Crowd::around(fight, who, |crowd| {
        let harmless = harmless_drop(fight, who);
        for deepest in [harmless, i16::MAX].into_iter().take(if harmless == i16::MAX { 1 } else { 2 }) {
            let cost = steps(fight, who, crowd, deepest);
            let goal = (gait.ahead(gait.body.at(to), 0, entry(fight, who)), |square| square == to);
            if let Some(found) = finder.path_ahead(&fight.map, from, &gait, cost, goal) {
                into.extend(found.squares.iter().skip(1));
                return;
            }
        }
    });
}

/// Makes room, once, in a fight that is reset again and again: the whole map is searched Space by Space. On some maps such
/// searches are so rare that the first comes hundreds of fights later, and it would be the one that allocates. So would the
/// first fight with many zones.
pub(super) fn make_room(fight: &mut Fight, who: Who) {
    let due = fight.rooms.reset && !fight.rooms.made;
    let Some(from) = fight.one(who).at.filter(|_| due) else { return };
    fight.rooms.made = true;
    fight.zones.reserve(ZONES);
    let span = fight.map.bounds();
    let far =
        [span.south_west(), span.north_east()].into_iter().max_by_key(|end| distance(from, *end, Diagonal::Equal));
    let gait = Walk::new(Diagonal::Equal, FAR.unsigned_abs().into());
    Crowd::around(fight, who, |_| {
        with_room(fight, |finder, _| {
            finder.path_to(&fight.map, from, &gait, |_, _| Some(1), |square| Some(square) == far);
        });
    });
}

/// Whether a way leads down deeper than somebody can step without being hurt.
pub fn falls_on(fight: &Fight, who: Who, way: &[Square]) -> bool {
    falls(fight, who, way).next().is_some()
}

/// The Spaces of a way onto which somebody falls so deep that it is hurt.
pub fn falls<'a>(fight: &'a Fight, who: Who, way: &'a [Square]) -> impl Iterator<Item = Square> + 'a {
    let deepest = harmless_drop(fight, who);
    let deep = move |from: Square, to: Square| fight.level(from) - fight.level(to) > deepest;
    let steps = way.iter().zip(way.iter().skip(1)).filter(move |_| deepest < i16::MAX);
    steps.filter(move |(from, to)| deep(**from, **to)).map(|(_, to)| *to)
}

/// The Space that so much movement brings somebody to on the cheapest way to another's side, falls that hurt avoided.
pub fn towards(fight: &Fight, who: Who, foe: Who, budget: i16) -> Option<Square> {
    let from = fight.one(who).at?;
    Crowd::around(fight, who, |crowd| {
        let cost = steps(fight, who, crowd, harmless_drop(fight, who));
        let there = |square: Square| fight.distance_from(who, square, foe) <= 1 && fits(fight, who, square, crowd);
        let body = fight.body(foe)?;
        // Where all Spaces beside the foe are taken there is nothing to look for.
        let gait = gait(fight, who, FAR);
        body.grown(gait.body.width().into()).squares().find(|square| there(*square))?;
        let goal = (gait.ahead(body, 1, entry(fight, who)), there);
        with_room(fight, |finder, _| {
            let found = finder.path_ahead(&fight.map, from, &gait, cost, goal)?;
            let (mut here, mut spent, mut end) = (from, 0, None);
            for square in found.squares.iter().skip(1).copied() {
                spent += cost(here, square)?;
                if spent > budget.max(0) as u32 {
                    break;
                }
                here = square;
                end = Some(square).filter(|square| fits(fight, who, *square, crowd)).or(end);
            }
            end
        })
    })
}

/// How many zones there are in a fight at most, as a rule.
const ZONES: usize = 16;

/// As far as ways are searched for that take several turns.
const FAR: i16 = 200;

/// Lends room for a search. A search within a search has room of its own.
pub fn with_room<R>(fight: &Fight, search: impl FnOnce(&mut Pathfinder, &mut Vec<(Square, i16)>) -> R) -> R {
    fight.rooms.search.lend(|room| search(&mut room.finder, &mut room.reach))
}
