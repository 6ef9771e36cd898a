//! Cheapest ways under the caller's own costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::distance::Diagonal;
use crate::footprint::Footprint;
use crate::map::Map;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;
use crate::strides::{STEPS, STRAIGHT, Strides};
use crate::walk::{Ahead, Arrival, Parity, Route, Walk};

/// A square together with a parity, as a number.
type State = u32;

/// What makes one way better than another, in one number: cost, then fewer steps, then fewer diagonals.
type Rank = u128;

/// Bits of a state, and of as many steps as there may be: more than [`MAX_SIDE`](crate::MAX_SIDE) takes.
const BITS: u32 = 20;

const fn rank(cost: u32, steps: u32, diagonals: u32) -> Rank {
    (cost as u128) << (2 * BITS) | (steps as u128) << BITS | diagonals as u128
}

/// Cost, steps and diagonals of a rank.
const fn parts(rank: Rank) -> (u32, u32, u32) {
    const LOW: u32 = (1 << BITS) - 1;
    ((rank >> (2 * BITS)) as u32, (rank >> BITS) as u32 & LOW, rank as u32 & LOW)
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    rank: Rank,
    run: u32,
    before: State,
    settled: bool,
}

/// Finds cheapest ways; keep one and use it again, it allocates only for the largest map it meets.
///
/// The cost of a step is the caller's: `cost(from, to)` is what stepping from one square to a neighbour costs, and
/// `None` forbids it. Costs may differ in the two directions and may be 0. For a walker of several squares the cost is
/// asked for each of its squares, and the dearest counts; one `None` forbids the step. Under
/// [`Diagonal::Alternate`] the cost is multiplied by the step's length. The map's own walls stop steps before cost is
/// asked, unless the walk ignores them; heights and creatures are the cost function's concern.
///
/// **Ties** are broken the same way always: of equally cheap ways the one with fewest steps, of these the one with
/// fewest diagonals, of these the first found, where squares are left in reading order from the bottom row and steps
/// are tried north, east, south, west, and then the diagonals clockwise from north-east.
#[derive(Clone, Debug, Default)]
pub struct Pathfinder {
    run: u32,
    width: u32,
    nodes: Vec<Node>,
    /// States below what they cost, below the rank that a whole way through them has at least.
    open: BinaryHeap<Reverse<u128>>,
    /// The first state settled of each square reached, in that order.
    reached: Vec<State>,
    /// The goal that was come to, from which nobody has gone on yet.
    halt: Option<(State, Rank)>,
    route: Vec<Square>,
}

impl Pathfinder {
    /// With nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All squares within the budget of the walk, the start included.
    ///
    /// A start outside the map reaches nothing.
    pub fn reach(
        &mut self,
        map: &Map,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
    ) -> Reach<'_> {
        self.search(map.bounds(), start, walk, asked(map, *walk), cost, (|_| Ahead::default(), |_, _| false));
        Reach { finder: self, bounds: map.bounds() }
    }

    /// Lends what the cheapest way to any square costs, within the budget of the walk: of squares that are asked for, the search
    /// goes as far as it must.
    pub fn with_costs<R>(
        &mut self,
        map: &Map,
        start: Square,
        walk: &Walk,
        mut cost: impl FnMut(Square, Square) -> Option<u32>,
        read: impl FnOnce(&mut dyn FnMut(Square) -> Option<u32>) -> R,
    ) -> R {
        let (bounds, open) = (map.bounds(), asked(map, *walk));
        self.begin(bounds, start, walk);
        read(&mut |to| {
            let known = Reach { finder: &*self, bounds }.best(to);
            let found = known.or_else(|| {
                let goal = |at: Square, _| at == to;
                bounds.contains(to).then(|| self.go_on(walk, &open, &mut cost, (|_| Ahead::default(), goal))).flatten()
            });
            found.map(|state| parts(self.rank_of(state)).0)
        })
    }

    /// The cheapest way to a square for which `goal` says true; `None` when there is none within the budget.
    ///
    /// The goal is asked once for each square, in the order of cost, the start first, and the search ends at the first
    /// yes. Where one may pass but not stop, the goal says no. See [`Walk::within`] for the commonest goal.
    pub fn path_to(
        &mut self,
        map: &Map,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
        goal: impl FnMut(Square) -> bool,
    ) -> Option<Route<'_>> {
        self.path_ahead(map, start, walk, cost, (|_| Ahead::default(), goal))
    }

    /// [`Pathfinder::path_to`] for those who know how much is left at least: it comes to the same way, and looks only at
    /// squares that a way as cheap may lead through.
    ///
    /// `ahead` is what getting from a square to a goal takes at least, nothing at a goal. From a square to the next it
    /// never falls by more than the step is. Unless it is nothing everywhere, every step costs at least 1. See
    /// [`Walk::ahead`].
    pub fn path_ahead(
        &mut self,
        map: &Map,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
        (ahead, mut goal): (impl Fn(Square) -> Ahead, impl FnMut(Square) -> bool),
    ) -> Option<Route<'_>> {
        let goal = |at, _| goal(at);
        let end = self.search(map.bounds(), start, walk, asked(map, *walk), cost, (ahead, goal))?;
        Some(self.route_to(end))
    }

    /// [`Pathfinder::path_ahead`] where the open steps have been worked out beforehand: for this map, and for the walls
    /// and the body of this walk. Here `cost` is asked once for each step of the whole body, from and to its south-west
    /// square.
    pub fn path_over(
        &mut self,
        strides: &Strides,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
        (ahead, mut goal): (impl Fn(Square) -> Ahead, impl FnMut(Square) -> bool),
    ) -> Option<Route<'_>> {
        let (whole, goal) = (Walk { body: Footprint::ONE, ..*walk }, |at, _| goal(at));
        let end = self.search(strides.bounds(), start, &whole, |from| strides.bits(from), cost, (ahead, goal))?;
        Some(self.route_to(end))
    }

    /// Shows each square of [`Pathfinder::reach`] and what the way there costs, in the same order, until `done` says
    /// yes; open steps and costs are as for [`Pathfinder::path_over`].
    pub fn visit_over(
        &mut self,
        strides: &Strides,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
        done: impl FnMut(Square, u32) -> bool,
    ) {
        let whole = Walk { body: Footprint::ONE, ..*walk };
        self.search(strides.bounds(), start, &whole, |from| strides.bits(from), cost, (|_| Ahead::default(), done));
    }

    fn route_to(&mut self, end: State) -> Route<'_> {
        let mut route = std::mem::take(&mut self.route);
        self.trace(end, &mut route);
        self.route = route;
        Route { squares: &self.route, end: self.arrival(end) }
    }

    /// `open` has a bit for each of [`STEPS`]. What a step costs is not asked where its end has been settled already.
    ///
    /// States are settled by the rank that a whole way through them has at least, then by what they cost. All from which
    /// the best way to a state may come are settled before it: so ways are the same whatever lies `ahead`.
    fn search(
        &mut self,
        bounds: Span,
        start: Square,
        walk: &Walk,
        open: impl Fn(Square) -> u8,
        mut cost: impl FnMut(Square, Square) -> Option<u32>,
        ends: (impl Fn(Square) -> Ahead, impl FnMut(Square, u32) -> bool),
    ) -> Option<State> {
        self.begin(bounds, start, walk);
        self.go_on(walk, &open, &mut cost, ends)
    }

    /// Forgets what was found before; a walk that begins outside the map comes nowhere.
    fn begin(&mut self, bounds: Span, start: Square, walk: &Walk) {
        self.prepare(bounds);
        if bounds.holds(walk.body.at(start)) {
            let parity = if walk.diagonal == Diagonal::Alternate { walk.parity } else { Parity::Short };
            let first = self.state(start, parity);
            self.offer((first, 0), first, Ahead::default());
        }
    }

    /// Searches from where the search has come to, until it is at a goal. Whatever lies ahead, it is the same at each call.
    fn go_on(
        &mut self,
        walk: &Walk,
        open: &impl Fn(Square) -> u8,
        cost: &mut impl FnMut(Square, Square) -> Option<u32>,
        (ahead, mut goal): (impl Fn(Square) -> Ahead, impl FnMut(Square, u32) -> bool),
    ) -> Option<State> {
        let alternate = walk.diagonal == Diagonal::Alternate;
        let usable = if walk.diagonal == Diagonal::Orthogonal { 0b1111 } else { u8::MAX };
        // How much further on the state of the square lies to which a step leads.
        let width = self.width as i32;
        let places = STEPS.map(|step| 2 * (i32::from(step.dy()) * width + i32::from(step.dx())));
        while let Some((state, here, fresh)) = self.next() {
            let (from, parity) = self.square_of(state);
            let (spent, steps, diagonals) = parts(here);
            if fresh && self.reached.last() == Some(&state) && goal(from, spent) {
                self.halt = Some((state, here));
                return Some(state);
            }
            let mut left = open(from) & usable;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                let (Some(step), Some(further)) = (STEPS.get(place), places.get(place)) else { break };
                let slant = place >= STRAIGHT;
                let long = alternate && slant;
                let next = (state ^ u32::from(long)).wrapping_add_signed(*further);
                if self.node(next).is_some_and(|node| node.settled) {
                    continue;
                }
                let Some(price) = step_cost(walk, from, *step, cost) else { continue };
                let price = if long { price.saturating_mul(parity.length()) } else { price };
                let Some(total) = spent.checked_add(price) else { continue };
                let way = rank(total, steps + 1, diagonals + u32::from(slant));
                if self.betters(next, way, (state, here)) {
                    let ahead = ahead(from.step(*step));
                    if total.saturating_add(ahead.cost) <= walk.budget {
                        self.offer((next, way), state, ahead);
                    }
                }
            }
        }
        None
    }

    /// The state from which to go on with its rank, and whether it has just been settled.
    #[inline]
    fn next(&mut self) -> Option<(State, Rank, bool)> {
        if let Some((state, rank)) = self.halt.take() {
            return Some((state, rank, false));
        }
        loop {
            let Reverse(best) = self.open.pop()?;
            let state = best as State & ((1 << BITS) - 1);
            if let Some(rank) = self.settle(state) {
                return Some((state, rank, true));
            }
        }
    }

    fn prepare(&mut self, bounds: Span) {
        self.width = bounds.width();
        let states = bounds.width() as usize * bounds.depth() as usize * 2;
        if self.nodes.len() < states {
            self.nodes.resize(states, Node::default());
        }
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.nodes.fill(Node::default());
            self.run = 1;
        }
        self.open.clear();
        self.reached.clear();
        self.halt = None;
    }

    /// Whether a way to a state that is not settled yet is the best so far: of equals the one from the state that comes
    /// first.
    #[inline]
    fn betters(&self, state: State, rank: Rank, (before, its): (State, Rank)) -> bool {
        self.node(state).is_none_or(|node| {
            rank < node.rank || rank == node.rank && (its, before) < (self.rank_of(node.before), node.before)
        })
    }

    /// Notes the best way to a state so far.
    #[inline]
    fn offer(&mut self, (state, rank): (State, Rank), before: State, ahead: Ahead) {
        let run = self.run;
        let Some(node) = self.nodes.get_mut(state as usize) else { return };
        let waits = node.run == run && node.rank == rank;
        *node = Node { rank, run, before, settled: false };
        if !waits {
            let (cost, steps, diagonals) = parts(rank);
            let whole = self::rank(cost.saturating_add(ahead.cost), steps + ahead.steps, diagonals + ahead.diagonals);
            self.open.push(Reverse(whole << (BITS + 32) | u128::from(cost) << BITS | u128::from(state)));
        }
    }

    fn rank_of(&self, state: State) -> Rank {
        self.node(state).map_or(0, |node| node.rank)
    }

    /// Settles a state taken from the queue and tells its rank; nothing when it has been settled before.
    fn settle(&mut self, state: State) -> Option<Rank> {
        let other_settled = self.node(state ^ 1).is_some_and(|other| other.settled);
        let node = self.nodes.get_mut(state as usize).filter(|node| !node.settled)?;
        node.settled = true;
        let rank = node.rank;
        if !other_settled {
            self.reached.push(state);
        }
        Some(rank)
    }

    /// What this run knows of a state.
    #[inline]
    fn node(&self, state: State) -> Option<&Node> {
        self.nodes.get(state as usize).filter(|node| node.run == self.run)
    }

    fn state(&self, square: Square, parity: Parity) -> State {
        let at = u32::from(square.y.unsigned_abs()) * self.width + u32::from(square.x.unsigned_abs());
        at * 2 + u32::from(parity == Parity::Long)
    }

    fn square_of(&self, state: State) -> (Square, Parity) {
        let (at, width) = (state / 2, self.width.max(1));
        // Columns and rows are below MAX_SIDE.
        let square = Square::new((at % width) as i16, (at / width) as i16);
        (square, if state.is_multiple_of(2) { Parity::Short } else { Parity::Long })
    }

    fn arrival(&self, state: State) -> Arrival {
        let (square, parity) = self.square_of(state);
        let (cost, steps, _) = parts(self.rank_of(state));
        Arrival { square, cost, steps, parity }
    }

    /// Writes the way to a settled state, start first.
    fn trace(&self, end: State, into: &mut Vec<Square>) {
        into.clear();
        let mut at = end;
        while let Some(node) = self.node(at) {
            into.push(self.square_of(at).0);
            if node.before == at {
                break;
            }
            at = node.before;
        }
        into.reverse();
    }
}

/// The open steps of a walk: those that the map knows, or else asked square by square.
fn asked(map: &Map, walk: Walk) -> impl Fn(Square) -> u8 + '_ {
    let strides = map.strides(walk.body, walk.walls);
    move |from| {
        if let Some(strides) = strides {
            return strides.bits(from);
        }
        let open = |step: &Step| map.body_step_open(walk.body, from, *step, walk.walls);
        STEPS.iter().enumerate().fold(0, |bits, (place, step)| bits | u8::from(open(step)) << place)
    }
}

fn step_cost(
    walk: &Walk,
    from: Square,
    step: Step,
    cost: &mut impl FnMut(Square, Square) -> Option<u32>,
) -> Option<u32> {
    if walk.body == Footprint::ONE {
        return cost(from, from.step(step));
    }
    let mut dearest = 0;
    for square in walk.body.at(from).squares() {
        dearest = dearest.max(cost(square, square.step(step))?);
    }
    Some(dearest)
}

/// The squares a walker can get to; the answer of [`Pathfinder::reach`].
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    finder: &'a Pathfinder,
    bounds: Span,
}

impl Reach<'_> {
    /// Every square reached with its cheapest way, cheapest first, ties as the search breaks them; the start is the
    /// first.
    pub fn iter(&self) -> impl Iterator<Item = Arrival> + '_ {
        self.finder.reached.iter().map(|state| self.finder.arrival(*state))
    }

    /// The cheapest way to a square; `None` when it is out of reach.
    #[must_use]
    pub fn arrival(&self, square: Square) -> Option<Arrival> {
        self.best(square).map(|state| self.finder.arrival(state))
    }

    /// Writes the cheapest way to a square into `path`, start and square included; false, leaving `path` empty, when it
    /// is out of reach.
    pub fn path_to(&self, square: Square, path: &mut Vec<Square>) -> bool {
        path.clear();
        let best = self.best(square);
        if let Some(state) = best {
            self.finder.trace(state, path);
        }
        best.is_some()
    }

    fn best(&self, square: Square) -> Option<State> {
        if !self.bounds.contains(square) {
            return None;
        }
        [Parity::Short, Parity::Long]
            .into_iter()
            .map(|parity| self.finder.state(square, parity))
            .filter_map(|state| Some((self.finder.node(state).filter(|node| node.settled)?.rank, state)))
            .min()
            .map(|(_, state)| state)
    }
}

#[cfg(test)]
mod tests;
