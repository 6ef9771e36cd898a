//! Ways across the map: straight ones, which need no search, and the cheapest ones round whatever is in between.

use arrayvec::ArrayVec;
use quintain_engine::Who;
use quintain_field::{Footprint, OpenSteps, Span, Square, SquareSet, Step, Walls};

use crate::combatant::Combatant;
use crate::fight::{Fight, Gait};
use crate::house::Distance;
use crate::rooms::Search;
use crate::rules::distance::{self, Ruler};
use crate::rules::movement::{self, Footing};

/// The longest straight way.
const LONGEST: i16 = 64;

/// The most bodies that are worth a list.
const LISTED: usize = 16;

/// Works out beforehand what searches for ways of a combatant go by, so that it is there before the first fight.
pub(crate) fn prepare(fight: &Fight, who: Who) {
    if rows(fight, who).is_none() {
        let body = fight.footprint(who);
        fight.setting.map.with_strides(body, Walls::KeepCorners, |_| ());
        Footing::of(fight, who, Gait::Walk).prices(body);
    }
}

/// Whether walls leave a step open to somebody's whole body.
pub fn open(fight: &Fight, who: Who, from: Square, step: Step) -> bool {
    let (body, map) = (fight.footprint(who), &fight.setting.map);
    match body == Footprint::ONE && fight.setting.bare {
        true => map.contains(from.step(step)),
        false => map.with_strides(body, Walls::KeepCorners, |strides| strides.opens(from, step)),
    }
}

/// Whether walls leave the step from one square to a neighbour open.
fn leads(fight: &Fight, who: Who, from: Square, to: Square) -> bool {
    from.step_to(to).is_some_and(|step| open(fight, who, from, step))
}

/// The straight line from one square to another: a square for each column, or row, of the longer side.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: Square,
    across: i32,
    up: i32,
}

impl Line {
    fn between(from: Square, to: Square) -> Line {
        Line { from, across: i32::from(to.x) - i32::from(from.x), up: i32::from(to.y) - i32::from(from.y) }
    }

    /// The same line from another square.
    fn moved(self, from: Square) -> Line {
        Line { from, ..self }
    }

    /// How many squares lie on it, the first left out.
    fn len(self) -> i16 {
        self.across.abs().max(self.up.abs()) as i16
    }

    /// Its squares, the first left out.
    fn squares(self) -> impl Iterator<Item = Square> {
        let long = self.len();
        let (mut x, mut y) = (Along::new(self.from.x, self.across, long), Along::new(self.from.y, self.up, long));
        (0..long).map(move |_| Square::new(x.next(), y.next()))
    }

    /// Its square after so many steps: so much of each side, rounded to the nearest.
    fn after(self, steps: i16) -> Square {
        let (long, steps) = (i32::from(self.len().max(1)), i32::from(steps));
        let along = |whole: i32| match whole.abs() {
            0 => 0,
            side if side == long => whole.signum() * steps,
            _ => (2 * whole * steps + long).div_euclid(2 * long),
        };
        self.from.offset(along(self.across) as i16, along(self.up) as i16)
    }
}

/// One side of a straight line, step by step: so much of the whole, rounded to the nearest square.
struct Along {
    now: i16,
    whole: i32,
    long: i32,
    /// What is left over, in parts of which a square has twice the longer side.
    rest: i32,
}

impl Along {
    fn new(start: i16, whole: i32, long: i16) -> Along {
        Along { now: start, whole, long: long.into(), rest: long.into() }
    }

    fn next(&mut self) -> i16 {
        self.rest += 2 * self.whole;
        if self.rest >= 2 * self.long {
            self.rest -= 2 * self.long;
            self.now += 1;
        } else if self.rest < 0 {
            self.rest += 2 * self.long;
            self.now -= 1;
        }
        self.now
    }
}

/// A straight way: so many steps of a line, at least one.
#[derive(Clone, Copy, Debug)]
pub struct Straight {
    line: Line,
    steps: i16,
}

impl Straight {
    /// How many steps it has.
    pub fn steps(&self) -> i16 {
        self.steps
    }

    /// The square after so many of them.
    pub fn after(&self, steps: i16) -> Square {
        self.line.after(steps)
    }

    /// Where it ends.
    pub fn end(&self) -> Square {
        self.after(self.steps)
    }

    /// How many of its steps are diagonal: each of the others leaves one of its sides as it is.
    pub fn diagonals(&self) -> i16 {
        let (from, end) = (self.line.from, self.end());
        (end.x - from.x).abs().min((end.y - from.y).abs())
    }

    /// Whether it leads through a body.
    fn meets(self, body: Span) -> bool {
        // One square can only be met after as many steps as it is away.
        let first = body.south_west();
        let away = Line::between(self.line.from, first).len();
        match first == body.north_east() {
            true => (1..=self.steps).contains(&away) && self.after(away) == first,
            false => self.squares().any(|square| body.contains(square)),
        }
    }

    /// Its squares, the start left out.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.line.squares().take(usize::from(self.steps.unsigned_abs()))
    }
}

/// The squares that a blow over so many metres could land on from any of these, as far as nothing lies between.
pub fn struck_from(fight: &Fight, who: Who, stands: &[Square], metres: i16) -> Vec<Square> {
    let (map, rule) = (&fight.setting.map, distance::rule(fight));
    let (mut near, mut all) = (SquareSet::default(), SquareSet::default());
    all.reset(map);
    for stand in stands {
        let body = fight.footprint(who).at(*stand);
        quintain_field::radius(map, body, metres.max(0).unsigned_abs().into(), rule, &mut near);
        for square in near.iter().filter(|square| !body.contains(*square)) {
            let from = body.nearest_pair(Span::from(square)).0;
            if !all.contains(square) && quintain_field::sees(map, from, square) {
                all.insert(square);
            }
        }
    }
    all.iter().collect()
}

/// The line from where somebody stands on which its body goes from one square to another.
fn course(fight: &Fight, who: Who, (from, to): (Square, Square)) -> Line {
    Line::between(from, to).moved(fight.one(who).at)
}

/// Goes straight on, square by square, until `there` says yes, which is not asked before so many steps; nothing where
/// `enters` refuses before that.
#[inline]
fn straight(
    line: Line,
    enters: impl Fn(Square, Square) -> bool,
    (least, there): (i16, impl Fn(Square) -> bool),
) -> Option<Straight> {
    let mut here = line.from;
    for (next, steps) in line.squares().zip(1..=LONGEST) {
        if !enters(here, next) {
            return None;
        }
        here = next;
        if steps >= least && there(here) {
            return Some(Straight { line, steps });
        }
    }
    None
}

/// `sa.charge`: a straight, unobstructed way towards somebody, up to where it is in range.
pub fn of_charge(fight: &Fight, who: Who, at: Who, reach: i16) -> Option<Straight> {
    let ends = fight.body(who).nearest_pair(fight.body(at));
    straight(
        course(fight, who, ends),
        |from, to| leads(fight, who, from, to) && movement::may_stop(fight, who, to),
        (0, |square| distance::from_square(fight, who, square, at) <= reach),
    )
}

/// A straight way each step of which costs 1: there can be no cheaper one.
#[inline]
fn plain(
    fight: &Fight,
    who: Who,
    gait: Gait,
    ends: (Square, Square),
    (least, there): (i16, impl Fn(Square) -> bool),
) -> Option<Straight> {
    if fight.house().distance == Distance::Simulation {
        return None;
    }
    let line = course(fight, who, ends);
    if is_smooth(fight, who) && fight.footprint(who) == Footprint::ONE {
        let mut bodies = movement::bodies_in_the_way(fight, who, Span::between(ends.0, ends.1));
        if fight.setting.bare && fight.setting.map.contains(ends.1) {
            // Between two squares of bare ground there is nothing but bare ground.
            let steps = (least.max(1)..=line.len().min(LONGEST)).find(|steps| there(line.after(*steps)))?;
            let way = Straight { line, steps };
            return (!bodies.any(|body| way.meets(body))).then_some(way);
        }
        let bodies: ArrayVec<Span, LISTED> = bodies.take(LISTED).collect();
        if !bodies.is_full() {
            let free = |to: Square| !bodies.iter().any(|body| body.contains(to));
            return straight(line, |from, to| free(to) && leads(fight, who, from, to), (least, there));
        }
    }
    let costs_one = |from, to| price(fight, who, gait, from, to) == Some(1);
    straight(line, |from, to| leads(fight, who, from, to) && costs_one(from, to), (least, there))
}

/// What a step of the whole body costs, its length left out.
pub fn price(fight: &Fight, who: Who, gait: Gait, from: Square, to: Square) -> Option<i16> {
    from.step_to(to)?;
    let body = fight.footprint(who);
    let free = body.at(to).squares().all(|square| movement::passable(fight, who, square));
    if free { Footing::of(fight, who, gait).whole(body, from, to) } else { None }
}

/// The straight way to where somebody is in reach and its seeker may stop, if nothing is in between.
pub fn straight_to(fight: &Fight, who: Who, gait: Gait, at: Who, reach: i16) -> Option<Straight> {
    let ends = fight.body(who).nearest_pair(fight.body(at));
    let (ruler, its) = (Ruler::of(fight, who), fight.one(at));
    let near = |square| ruler.moved(square).to(at, its) <= reach;
    // On the flat no step leads nearer than by a metre.
    let least = ruler.on_the_flat(its).map_or(0, |apart| apart - reach);
    plain(fight, who, gait, ends, (least, |square| near(square) && movement::may_stop(fight, who, square)))
}

/// Calls `found` for each square within so many metres, the start included, the cheapest first, until it says no.
pub fn reach(fight: &Fight, who: Who, gait: Gait, metres: i16, mut found: impl FnMut(Square, i16) -> bool) {
    let start = fight.one(who).at;
    if let Some(rows) = rows(fight, who) {
        search(fight, who, |scratch| {
            let limit = metres.max(0).unsigned_abs();
            scratch.layers.to_first(rows, start, &scratch.taken, limit, |square, cost| !found(square, cost as i16));
        });
        return;
    }
    search(fight, who, |Search { paths, taken, .. }| {
        let (walk, cost) = (movement::walk(fight, who, metres), costs(fight, who, gait, taken));
        fight.setting.map.with_strides(walk.body, walk.walls, |strides| {
            paths.visit_over(strides, start, &walk, cost, |square, cost| !found(square, cost as i16));
        });
    });
}

/// The cheapest way to a square for which `goal` says yes, each of them so near to a body, the start left out; `false`
/// where there is none. No step of it costs more than one Move or run can ever pay for.
pub fn cheapest(
    fight: &Fight,
    who: Who,
    gait: Gait,
    (metres, most): (i16, i16),
    route: &mut Vec<Square>,
    (near, there, mut goal): (i16, Span, impl FnMut(Square) -> bool),
) -> bool {
    route.clear();
    let start = fight.one(who).at;
    if let Some(rows) = rows(fight, who) {
        return search(fight, who, |scratch| {
            let limit = metres.max(0).unsigned_abs();
            let found = scratch.layers.to_first(rows, start, &scratch.taken, limit, |square, _| goal(square));
            if let Some(found) = found {
                scratch.layers.route(rows, found, route);
            }
            found.is_some()
        });
    }
    let body = fight.footprint(who);
    // Where no square beside will do there is nothing to look for.
    if near == 1 && !there.grown(body.width().max(body.depth()).into()).squares().any(&mut goal) {
        return false;
    }
    search(fight, who, |Search { paths, taken, .. }| {
        let (walk, near) = (movement::walk(fight, who, metres), u32::from(near.max(0).unsigned_abs()));
        let payable = |price: &u32| *price <= u32::from(most.max(0).unsigned_abs());
        let costs = costs(fight, who, gait, taken);
        let cost = |from, to| costs(from, to).filter(payable);
        let ahead = walk.ahead(there, near, 1);
        fight.setting.map.with_strides(walk.body, walk.walls, |strides| {
            let found = paths.path_over(strides, start, &walk, cost, (ahead, goal));
            route.extend(found.iter().flat_map(|found| found.squares.iter().skip(1)));
            found.is_some()
        })
    })
}

/// The straight way to a square, if each of its steps costs 1: there can be no cheaper one.
pub fn straight_on(fight: &Fight, who: Who, gait: Gait, to: Square) -> Option<Straight> {
    let ends = (fight.one(who).at, to);
    plain(fight, who, gait, ends, (Line::between(ends.0, to).len(), |square| square == to))
}

/// The cheapest way to a square, straight if that is as cheap as can be.
pub fn to_square(fight: &Fight, who: Who, gait: Gait, metres: i16, to: Square, route: &mut Vec<Square>) {
    match straight_on(fight, who, gait, to).filter(|way| way.steps() <= metres) {
        Some(way) => {
            route.clear();
            route.extend(way.squares());
        }
        None => {
            let end = fight.footprint(who).at(to);
            cheapest(fight, who, gait, (metres, metres), route, (0, end, |square| square == to));
        }
    }
}

/// The nearest square within so many metres where somebody may stop and has one of those who count in reach, but
/// nobody beside it if it wants to stay `apart`. Answers only on bare ground where all stand on one level: `None` leaves
/// it to a search that looks at each square.
pub fn nearest_in_reach(
    fight: &Fight,
    who: Who,
    metres: i16,
    (reach, apart): (i16, bool),
    counts: impl Fn(Who) -> bool,
) -> Option<Option<Square>> {
    let (rows, one) = (all_in_rows(fight, who, reach)?, fight.one(who));
    Some(search(fight, who, |scratch| {
        want(fight, who, &mut scratch.wanted, (reach, apart), counts);
        let limit = metres.max(0).unsigned_abs();
        let goal = scratch.layers.to_any(rows, one.at, &scratch.taken, &scratch.wanted, limit);
        goal.map(|goal| goal.square)
    }))
}

/// The cheapest way within so many metres to where somebody may stop and has another in reach, the start left out;
/// `false` where there is none. Answers only where [`nearest_in_reach`] does.
pub fn into_reach(
    fight: &Fight,
    who: Who,
    metres: i16,
    (at, reach): (Who, i16),
    route: &mut Vec<Square>,
) -> Option<bool> {
    let rows = all_in_rows(fight, who, reach)?;
    route.clear();
    if distance::between(fight, who, at) <= reach {
        return Some(true);
    }
    Some(search(fight, who, |scratch| {
        want(fight, who, &mut scratch.wanted, (reach, false), |other| other == at);
        let limit = metres.max(0).unsigned_abs();
        let goal = scratch.layers.to_any(rows, fight.one(who).at, &scratch.taken, &scratch.wanted, limit);
        if let Some(goal) = goal {
            scratch.layers.route(rows, goal, route);
        }
        goal.is_some()
    }))
}

/// Notes the squares that are free and from which one of those who count is in reach, but nobody beside if it wants to
/// stay `apart`.
fn want(fight: &Fight, who: Who, wanted: &mut SquareSet, (reach, apart): (i16, bool), counts: impl Fn(Who) -> bool) {
    wanted.reset(&fight.setting.map);
    let there = || fight.those_there().map(|(other, _)| other);
    let foes = || there().filter(|other| *other != who && counts(*other)).map(|foe| fight.body(foe));
    foes().for_each(|body| wanted.insert_span(body.grown(reach.max(0).unsigned_abs())));
    if apart {
        foes().for_each(|body| wanted.remove_span(body.grown(1)));
    }
    for (_, other) in fight.those_there() {
        wanted.remove(other.at);
    }
}

/// The rows by which squares can be found from which a combatant has others in reach: on bare ground where all fill one
/// square and stand on one level.
fn all_in_rows(fight: &Fight, who: Who, reach: i16) -> Option<&OpenSteps> {
    let (one, seen) = (fight.one(who), reach <= 1 || fight.setting.clear);
    let plain = |its: &Combatant| its.altitude == one.altitude && its.rides.is_none() && its.makeup.single;
    let fits = seen && !movement::is_small(fight, who) && fight.those_there().all(|(_, its)| plain(its));
    if fits { rows(fight, who) } else { None }
}

/// The rows by which a way can be looked for: each step costs 1, on a map of ordinary size.
fn rows(fight: &Fight, who: Who) -> Option<&OpenSteps> {
    let map = &fight.setting.map;
    let fits = map.width() <= 64
        && map.depth() <= 64
        && fight.house().distance == Distance::Game
        && fight.footprint(who) == Footprint::ONE
        && is_smooth(fight, who);
    fits.then(|| map.rows(Walls::KeepCorners))
}

/// Whether every step of somebody costs 1, as long as nobody is in the way.
pub fn is_smooth(fight: &Fight, who: Who) -> bool {
    Footing::of(fight, who, Gait::Walk).is_smooth()
}

/// The price of each step of a combatant's whole body while others stand still.
fn costs(fight: &Fight, who: Who, gait: Gait, taken: &SquareSet) -> impl Fn(Square, Square) -> Option<u32> {
    let (footing, body) = (Footing::of(fight, who, gait), fight.footprint(who));
    let (prices, least) = (footing.prices(body), u32::from(footing.least().unsigned_abs()));
    move |from, to| match prices {
        _ if taken.contains(to) => None,
        Some(prices) => Some(u32::from(prices.price(from, to)).max(least)),
        None => footing.whole(body, from, to).map(|price| price as u32),
    }
}

/// Lends out what a search needs, with the squares noted where a combatant's south-west square cannot pass.
fn search<T>(fight: &Fight, who: Who, run: impl FnOnce(&mut Search) -> T) -> T {
    fight.rooms.search.lend(|scratch| {
        if fight.rooms.reset {
            scratch.make_room(&fight.setting.map, fight.one(who).at);
        }
        scratch.taken.reset(&fight.setting.map);
        for body in movement::bodies_in_the_way(fight, who, fight.setting.map.bounds()) {
            scratch.taken.insert_touching(fight.footprint(who), body);
        }
        run(scratch)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_step_by_step_and_at_once() {
        let from = Square::new(3, 5);
        for to in Span::between(Square::new(-9, -6), Square::new(15, 17)).squares() {
            let line = Line::between(from, to);
            let once: Vec<Square> = (1..=line.len()).map(|steps| line.after(steps)).collect();
            assert_eq!(line.squares().collect::<Vec<_>>(), once, "from {from} to {to}");
            assert_eq!(once.last().copied().unwrap_or(from), to);
        }
    }

    #[test]
    fn a_way_knows_its_diagonal_steps_and_whom_it_meets() {
        let line = Line::between(Square::new(2, 2), Square::new(9, 5));
        let way = Straight { line, steps: line.len() };
        let before = [line.from].into_iter().chain(way.squares());
        let slanted = before.zip(way.squares()).filter(|(here, next)| here.x != next.x && here.y != next.y);
        assert_eq!((way.steps(), slanted.count()), (7, 3));
        assert_eq!(way.diagonals(), 3);
        for square in Span::between(Square::new(0, 0), Square::new(11, 7)).squares() {
            assert_eq!(way.meets(square.into()), way.squares().any(|on| on == square), "{square}");
        }
    }
}
