//! Cheapest ways under the caller's own costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::distance::Diagonal;
use crate::footprint::Footprint;
use crate::map::Map;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;
use crate::strides::{STEPS, Strides};
use crate::walk::{Arrival, Parity, Route, Walk};

/// What makes one way better than another: cost, then fewer steps, then fewer diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    cost: u32,
    steps: u32,
    diagonals: u32,
}

/// A square together with a parity, as a number.
type State = u32;

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    run: u32,
    settled: bool,
    rank: Rank,
    before: State,
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
    open: BinaryHeap<Reverse<(Rank, State)>>,
    /// The first state settled of each square reached, in that order.
    reached: Vec<State>,
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
        self.search(map.bounds(), start, walk, asked(map, *walk), cost, |_| false);
        Reach { finder: self, bounds: map.bounds() }
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
        let end = self.search(map.bounds(), start, walk, asked(map, *walk), cost, goal)?;
        Some(self.route_to(end))
    }

    /// [`Pathfinder::path_to`] where the open steps have been worked out beforehand: for this map, and for the walls and
    /// the body of this walk. Here `cost` is asked once for each step of the whole body, from and to its south-west
    /// square.
    pub fn path_over(
        &mut self,
        strides: &Strides,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
        goal: impl FnMut(Square) -> bool,
    ) -> Option<Route<'_>> {
        let whole = Walk { body: Footprint::ONE, ..*walk };
        let end = self.search(strides.bounds(), start, &whole, |from| strides.bits(from), cost, goal)?;
        Some(self.route_to(end))
    }

    /// [`Pathfinder::reach`] where the open steps have been worked out beforehand, as for [`Pathfinder::path_over`].
    pub fn reach_over(
        &mut self,
        strides: &Strides,
        start: Square,
        walk: &Walk,
        cost: impl FnMut(Square, Square) -> Option<u32>,
    ) -> Reach<'_> {
        let whole = Walk { body: Footprint::ONE, ..*walk };
        self.search(strides.bounds(), start, &whole, |from| strides.bits(from), cost, |_| false);
        Reach { finder: self, bounds: strides.bounds() }
    }

    fn route_to(&mut self, end: State) -> Route<'_> {
        let mut route = std::mem::take(&mut self.route);
        self.trace(end, &mut route);
        self.route = route;
        Route { squares: &self.route, end: self.arrival(end) }
    }

    /// `open` has a bit for each of [`STEPS`].
    fn search(
        &mut self,
        bounds: Span,
        start: Square,
        walk: &Walk,
        open: impl Fn(Square) -> u8,
        mut cost: impl FnMut(Square, Square) -> Option<u32>,
        mut goal: impl FnMut(Square) -> bool,
    ) -> Option<State> {
        self.prepare(bounds);
        if !bounds.holds(walk.body.at(start)) {
            return None;
        }
        let first = self.state(start, if walk.diagonal == Diagonal::Alternate { walk.parity } else { Parity::Short });
        self.offer(first, Rank::default(), first);
        let steps = if walk.diagonal == Diagonal::Orthogonal { STEPS.get(..4).unwrap_or(&STEPS) } else { &STEPS };
        while let Some(Reverse((rank, state))) = self.open.pop() {
            if !self.settle(state, rank) {
                continue;
            }
            let (from, parity) = self.square_of(state);
            if self.reached.last() == Some(&state) && goal(from) {
                return Some(state);
            }
            let open = open(from);
            for (place, &step) in steps.iter().enumerate() {
                if open & 1 << place == 0 {
                    continue;
                }
                let Some(price) = step_cost(walk, from, step, &mut cost) else { continue };
                let long = walk.diagonal == Diagonal::Alternate && step.is_diagonal();
                let price = if long { price.saturating_mul(parity.length()) } else { price };
                let Some(total) = rank.cost.checked_add(price).filter(|total| *total <= walk.budget) else { continue };
                let next = self.state(from.step(step), if long { parity.turned() } else { parity });
                let diagonals = rank.diagonals + u32::from(step.is_diagonal());
                self.offer(next, Rank { cost: total, steps: rank.steps + 1, diagonals }, state);
            }
        }
        None
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
    }

    /// Notes a way to a state if it is the best so far.
    fn offer(&mut self, state: State, rank: Rank, before: State) {
        let run = self.run;
        let Some(node) = self.nodes.get_mut(state as usize) else { return };
        if node.run != run || (!node.settled && rank < node.rank) {
            *node = Node { run, settled: false, rank, before };
            self.open.push(Reverse((rank, state)));
        }
    }

    /// Settles a state taken from the queue; false when a better way to it has been settled before.
    fn settle(&mut self, state: State, rank: Rank) -> bool {
        let other_settled = self.node(state ^ 1).is_some_and(|other| other.settled);
        let Some(node) = self.nodes.get_mut(state as usize) else { return false };
        if node.settled || node.rank != rank {
            return false;
        }
        node.settled = true;
        if !other_settled {
            self.reached.push(state);
        }
        true
    }

    /// What this run knows of a state.
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
        let rank = self.node(state).map(|node| node.rank).unwrap_or_default();
        Arrival { square, cost: rank.cost, steps: rank.steps, parity }
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

/// The open steps of a walk, asked of the map square by square.
fn asked(map: &Map, walk: Walk) -> impl Fn(Square) -> u8 + '_ {
    move |from| {
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
mod tests {
    use super::*;
    use crate::footprint::Footprint;
    use crate::passage::Walls;
    use crate::terrain::Legend;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    fn one(_: Square, _: Square) -> Option<u32> {
        Some(1)
    }

    fn names(squares: &[Square]) -> String {
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_plainest_of_equal_ways_is_taken() {
        let map = Map::open(6, 6).unwrap();
        let mut finder = Pathfinder::new();
        let walk = Walk::new(Diagonal::Equal, 99);
        let way = finder.path_to(&map, square("A3"), &walk, one, |at| at == square("F3")).unwrap();
        assert_eq!(names(way.squares), "A3 B3 C3 D3 E3 F3");
        let way = finder.path_to(&map, square("A3"), &walk, one, |at| at == square("A3")).unwrap();
        assert_eq!((names(way.squares).as_str(), way.end.cost), ("A3", 0));
    }

    #[test]
    fn alternation_is_part_of_the_way() {
        let map = Map::open(9, 9).unwrap();
        let mut finder = Pathfinder::new();
        let mut walk = Walk::new(Diagonal::Alternate, 5);
        let reach = finder.reach(&map, square("A1"), &walk, one);
        assert_eq!(reach.arrival(square("D4")).map(|a| (a.cost, a.parity)), Some((4, Parity::Long)));
        assert_eq!(reach.arrival(square("E5")), None);
        walk.parity = Parity::Long;
        let reach = finder.reach(&map, square("A1"), &walk, one);
        assert_eq!(reach.arrival(square("B2")).map(|a| a.cost), Some(2));
        assert_eq!(reach.arrival(square("D4")).map(|a| a.cost), Some(5));
    }

    #[test]
    fn a_step_that_cannot_be_paid_in_full_is_not_taken() {
        let map = Map::from_rows(&[".,,,,"], Legend::standard()).unwrap();
        let mut finder = Pathfinder::new();
        let cost = |_, to| Some(if map.terrain_name(to) == Some("difficult") { 2 } else { 1 });
        let reach = finder.reach(&map, square("A1"), &Walk::new(Diagonal::Equal, 5), cost);
        assert_eq!(names(&reach.iter().map(|a| a.square).collect::<Vec<_>>()), "A1 B1 C1");
    }

    #[test]
    fn the_large_need_wide_doors() {
        let map = Map::from_rows(&["..#...", "......", "..#...", "..#..."], Legend::standard()).unwrap();
        let mut finder = Pathfinder::new();
        let mut walk = Walk::new(Diagonal::Equal, 99);
        let goal = walk.within(1, square("F2").into());
        assert!(finder.path_to(&map, square("A1"), &walk, one, goal).is_some());
        walk.body = Footprint::square(2);
        let goal = walk.within(1, square("F2").into());
        assert!(finder.path_to(&map, square("A1"), &walk, one, &goal).is_none());
        walk.walls = Walls::Ignored;
        let way = finder.path_to(&map, square("A1"), &walk, one, &goal).unwrap();
        assert_eq!(way.end.square, square("D1"));
    }

    #[test]
    fn reach_remembers_every_way() {
        let map = Map::from_rows(&["...", "##.", "..."], Legend::standard()).unwrap();
        let mut finder = Pathfinder::new();
        let reach = finder.reach(&map, square("A1"), &Walk::new(Diagonal::Equal, 99), one);
        let mut path = Vec::new();
        assert!(reach.path_to(square("A3"), &mut path));
        assert_eq!(names(&path), "A1 B1 C1 C2 C3 B3 A3");
        assert!(!reach.path_to(square("A2"), &mut path) && path.is_empty());
        assert!(!reach.path_to(square("Z9"), &mut path));
        assert_eq!(finder.reach(&map, square("Z9"), &Walk::new(Diagonal::Equal, 9), one).iter().count(), 0);
    }
}
