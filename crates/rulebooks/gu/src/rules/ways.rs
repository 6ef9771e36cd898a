//! Ways on foot: where somebody may walk, what that costs, and the cheapest way there.

use std::cell::Cell;

use quintain_engine::Who;
use quintain_field::{
    Ahead, Diagonal, Footprint, Neighbours, Span, Square, SquareSet, Walk, Walls, body_distance, distance,
};

use super::movement::{in_the_way, left, may_walk, price, wades_on};
use super::{ground, gu};
use crate::crowd::Crowd;
use crate::fight::Fight;
use crate::scratch::Looking;

/// Finds the cheapest way to a square, into the scratch; false where there is none within the budget.
pub(crate) fn find(fight: &mut Fight, who: Who, budget: i16, through: bool, to: Square) -> bool {
    let mut way = std::mem::take(&mut fight.scratch.way);
    way.clear();
    let found = leads(fight, &mut way, who, budget, through, to);
    fight.scratch.way = way;
    found
}

/// The cheapest way to a square, from where somebody stands; empty where there is none within the budget.
pub fn route(fight: &Fight, who: Who, budget: i16, through: bool, to: Square) -> Vec<Square> {
    let mut way = Vec::new();
    if !leads(fight, &mut way, who, budget, through, to) {
        way.clear();
    }
    way
}

fn leads(fight: &Fight, way: &mut Vec<Square>, who: Who, budget: i16, through: bool, to: Square) -> bool {
    let goes = (budget >= 1 || wades_on(fight, who)) && to != fight.one(who).at && fight.is_free_for(who, to, 0);
    goes && search(fight, way, who, budget, through, to)
}

fn search(fight: &Fight, way: &mut Vec<Square>, who: Who, budget: i16, through: bool, to: Square) -> bool {
    fight.scratch.looking.lend(|looking| search_in(looking, fight, way, (who, budget, through), to))
}

fn search_in(
    Looking { finder, layers, crowd, goal, .. }: &mut Looking,
    fight: &Fight,
    way: &mut Vec<Square>,
    (who, budget, through): (Who, i16, bool),
    to: Square,
) -> bool {
    let (ground, start) = (fight.ground(), fight.one(who).at);
    if let Some(price) = steps_alike(fight, who) {
        let steps = (budget / price).unsigned_abs();
        if distance(start, to, Diagonal::Equal) > steps.into() {
            return false;
        }
        crowd.gather(fight, who, Some(0), through, steps);
        way.push(start);
        if ground.steps().direct(start, to, |square| !crowd.shut().contains(square), |square| way.push(square)) {
            return true;
        }
        goal.reset(&ground.map);
        goal.insert(to);
        let Some(found) = layers.to_any(ground.steps(), start, crowd.shut(), goal, steps) else { return false };
        layers.route(ground.steps(), found, way);
        way.insert(0, start);
        return true;
    }
    crowd.gather(fight, who, None, through, u16::MAX);
    let going = Going::of(fight, who, through, crowd);
    let cost = |from: Square, next: Square| going.price(from, next);
    let walk = walk_of(fight, who, budget, paid_by(fight, who));
    let left = ahead(fight, who, to);
    ground.with_walks(walk.body, |strides| {
        let found = finder.path_over(strides, start, &walk, cost, (left, |square| square == to));
        way.extend(found.iter().flat_map(|route| route.squares));
        found.is_some()
    })
}

/// Ways are searched in parts of a metre, so that steps through lava may cost less than one.
const PARTS: u32 = 12;

/// What every step on foot costs somebody, where all are alike: the ground is level and clear and it fills one square.
pub fn steps_alike(fight: &Fight, who: Who) -> Option<i16> {
    let clear = fight.one(who).airborne || fight.zones().is_empty();
    let alike = clear && fight.ground().is_plain() && fight.size(who).side() == 1;
    alike.then(|| price(fight, who, fight.one(who).at))
}

/// Parts of a metre that are paid for already, of steps through lava.
fn paid_by(fight: &Fight, who: Who) -> u32 {
    match fight.turn.paid {
        0 => 0,
        paid => gu::wades(fight, who).map_or(0, |metres| u32::from(paid) * part_of(metres)),
    }
}

fn walk_of(fight: &Fight, who: Who, budget: i16, paid: u32) -> Walk {
    let mut walk = Walk::new(Diagonal::Equal, u32::from(budget.unsigned_abs()) * PARTS + paid);
    walk.body = Footprint::square(fight.size(who).side());
    walk.walls = Walls::CutCorners;
    walk
}

/// What is left at least of somebody's way to a square.
fn ahead(fight: &Fight, who: Who, to: Square) -> impl Fn(Square) -> Ahead + Copy + use<> {
    let least = gu::wades(fight, who).map_or(PARTS, part_of);
    let left = Walk::new(Diagonal::Equal, 0).ahead(Span::from(to), 0, least);
    // Steps that cost nothing may lead anywhere.
    move |from| if least == 0 { Ahead::default() } else { left(from) }
}

/// What steps cost somebody on the way, where they are not alike. Steps from the same square come one after the other, so
/// what a square says of all of them is found out once.
struct Going<'a> {
    fight: &'a Fight,
    who: Who,
    through: bool,
    crowd: &'a Crowd,
    /// The last square that was left, and the price of leaving it.
    left: Cell<Option<(Square, u32)>>,
}

impl<'a> Going<'a> {
    fn of(fight: &'a Fight, who: Who, through: bool, crowd: &'a Crowd) -> Self {
        Going { fight, who, through, crowd, left: Cell::new(None) }
    }

    /// What a step costs that walls and heights leave open, or `None` where somebody bars it.
    fn price(&self, from: Square, to: Square) -> Option<u32> {
        (!self.is_barred(to)).then(|| self.leaving(from))
    }

    /// Whether an enemy or a sphere bars a square: looked at closely where the crowd has anybody, at whatever height.
    fn is_barred(&self, to: Square) -> bool {
        let (fight, who) = (self.fight, self.who);
        let enemy = || !self.through && in_the_way(fight, who, (to, 0)).is_some();
        self.crowd.shut().contains(to) && (fight.kept_out_by(who, (to, 0)).is_some() || enemy())
    }

    /// What leaving a square costs.
    fn leaving(&self, from: Square) -> u32 {
        if let Some((_, price)) = self.left.get().filter(|(square, _)| *square == from) {
            return price;
        }
        let price = match ground::stride(self.fight, self.who, from) {
            Some(metres) => part_of(metres),
            None => u32::from(price(self.fight, self.who, from).unsigned_abs()) * PARTS,
        };
        self.left.set(Some((from, price)));
        price
    }
}

/// What a step costs of which so many go for a metre, in parts of one.
fn part_of(metres: u8) -> u32 {
    PARTS / u32::from(metres.max(1))
}

/// Finds every square where somebody may end a walk, with what it costs; `through` enemies where they would let it.
pub fn each_reachable(fight: &Fight, who: Who, through: bool, found: impl FnMut(Square, u32)) {
    if may_walk(fight, who).is_ok() {
        each_within(fight, who, (left(fight, who), paid_by(fight, who)), through, found);
    }
}

/// Every square where somebody may end a walk of so many metres that begins where it is.
pub fn within(fight: &Fight, who: Who, metres: i16) -> Vec<Square> {
    let mut all = Vec::new();
    each_within(fight, who, (metres, 0), false, |square, _| all.push(square));
    all.sort_unstable();
    all
}

/// The squares that a blow over so many metres could land on from any of these, as far as nothing lies between.
pub fn struck_from(fight: &Fight, who: Who, stands: &[Square], metres: u16) -> Vec<Square> {
    let map = &fight.ground().map;
    let (mut near, mut all) = (SquareSet::default(), SquareSet::default());
    all.reset(map);
    for stand in stands {
        let body = fight.body_at(who, *stand);
        quintain_field::radius(map, body, metres.into(), Diagonal::Equal, &mut near);
        for square in near.iter().filter(|square| !body.contains(*square)) {
            let from = body.nearest_pair(Span::from(square)).0;
            if !all.contains(square) && quintain_field::sees(map, from, square) {
                all.insert(square);
            }
        }
    }
    all.iter().collect()
}

fn each_within(fight: &Fight, who: Who, pays: (i16, u32), through: bool, mut found: impl FnMut(Square, u32)) {
    let found = |square: Square, cost: u32| {
        found(square, cost);
        false
    };
    fight.scratch.looking.lend(|looking| reach_in(looking, fight, (who, pays, through), found));
}

/// Shows every square where somebody may end a walk until `found` says that no dearer one matters.
fn reach_in(
    Looking { finder, flood, crowd, .. }: &mut Looking,
    fight: &Fight,
    (who, (budget, paid), through): (Who, (i16, u32), bool),
    mut found: impl FnMut(Square, u32) -> bool,
) {
    let (ground, start) = (fight.ground(), fight.one(who).at);
    if let Some(price) = steps_alike(fight, who) {
        let steps = (budget / price).unsigned_abs();
        crowd.gather(fight, who, Some(0), through, steps);
        flood.unit_reach(ground.steps(), [start], Some(crowd.shut()), Neighbours::Eight, steps);
        for (square, steps) in flood.iter() {
            if square != start && !crowd.is_taken(square) {
                found(square, u32::from(steps) * u32::from(price.unsigned_abs()));
            }
        }
        return;
    }
    let walk = walk_of(fight, who, budget, paid);
    crowd.gather(fight, who, None, through, u16::MAX);
    let going = Going::of(fight, who, through, crowd);
    let cost = |from: Square, to: Square| going.price(from, to);
    let mut show = |square: Square, cost: u32| {
        let free = || !crowd.is_taken(square) || fight.is_free_for(who, square, 0);
        square != start && free() && found(square, cost.div_ceil(PARTS))
    };
    ground.with_walks(walk.body, |strides| {
        finder.visit_over(strides, start, &walk, cost, &mut show);
    });
}

/// Where a walk may end that leads nearest to a body, and how near that is: of squares as near as `enough`, and of any that
/// are equally near, the cheapest, then the first in order.
pub fn nearest(fight: &Fight, who: Who, (body, enough): (Span, u32)) -> Option<(u32, Square)> {
    may_walk(fight, who).ok()?;
    if let Some(price) = steps_alike(fight, who) {
        let (start, steps) = (fight.one(who).at, (left(fight, who) / price).unsigned_abs());
        return fight.scratch.looking.lend(|Looking { layers, crowd, .. }| {
            crowd.gather(fight, who, Some(0), false, steps);
            let squares = (crowd.shut(), crowd.taken());
            let near = layers.nearest(fight.ground().steps(), start, squares, (body, enough), steps)?;
            Some((near.away, near.square))
        });
    }
    let mut best: Option<(u32, u32, Square)> = None;
    let found = |square: Square, cost: u32| {
        let away = body_distance(fight.body_at(who, square), body, Diagonal::Equal);
        let key = (away.max(enough), cost, square);
        if best.is_none_or(|known| key < known) {
            best = Some(key);
        }
        best.is_some_and(|(away, least, _)| away == enough && cost > least)
    };
    let pays = (left(fight, who), paid_by(fight, who));
    fight.scratch.looking.lend(|looking| reach_in(looking, fight, (who, pays, false), found));
    best.map(|(away, _, square)| (away, square))
}

/// The same as a list, in the order of squares.
pub fn reachable(fight: &Fight, who: Who, through: bool) -> Vec<(Square, u32)> {
    let mut all: Vec<(Square, u32)> = Vec::new();
    each_reachable(fight, who, through, |square, cost| all.push((square, cost)));
    all.sort();
    all
}
