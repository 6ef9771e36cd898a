//! Cheapest ways where every step costs 1, a whole row of squares at a time.

use crate::flood::{OpenSteps, diagonal, straight};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::step::Step;

/// Steps that lead back to where a way came from: by a diagonal, then straight, each from the bottom row up.
const BACK: [[Step; 4]; 2] = [
    [Step::SouthWest, Step::SouthEast, Step::NorthWest, Step::NorthEast],
    [Step::South, Step::West, Step::East, Step::North],
];

/// The squares that are so many steps away, so many of them diagonal at least: where their words begin among all, and
/// which rows hold any of them.
#[derive(Clone, Copy, Debug)]
struct Ring {
    begin: usize,
    low: usize,
    high: usize,
}

/// Finds cheapest ways of a body of one square where each step costs 1, a diagonal as much as a straight one. Keep one
/// and use it again; it allocates only for the largest search it meets.
///
/// It comes to the same squares in the same order as [`Pathfinder`](crate::Pathfinder) with every step costing 1, and
/// to the same ways, several times faster on maps of ordinary size: fewer steps first, of equals fewer diagonals first,
/// then from the bottom row up and from left to right.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    seen: Vec<u64>,
    words: Vec<u64>,
    /// Those of the start, then those one step away, by their diagonals, and so on; nothing where there is no square.
    rings: Vec<Option<Ring>>,
    /// The same whatever the diagonals, for a look ahead.
    fronts: Vec<Ring>,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The square.
    pub square: Square,
    /// Steps to it.
    pub steps: u16,
    diagonals: u16,
}

/// The place of the first ring that is so many steps away: before it lie 1 + 2 + … of them.
fn first_of(steps: u16) -> usize {
    let steps = usize::from(steps);
    steps * (steps + 1) / 2
}

impl Layers {
    /// With nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first square of `goal` on open ground, the start included.
    ///
    /// Nobody enters a `blocked` square nor a solid one; the start may be either and is left freely. A start outside
    /// the map comes to nothing.
    pub fn to_any(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: &SquareSet,
        limit: u16,
    ) -> Option<Goal> {
        let steps = self.narrow(open, start, blocked, goal, limit)?;
        self.search(open, start, steps, |_, y, word, bits| {
            let wanted = bits & goal.row(y).get(word).copied().unwrap_or(0);
            (wanted != 0).then(|| wanted.trailing_zeros())
        })
    }

    /// The first square for which `goal` says true; it is asked once for each square with the steps to it, in the order
    /// of the search, the start first.
    pub fn to_first(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        limit: u16,
        mut goal: impl FnMut(Square, u16) -> bool,
    ) -> Option<Goal> {
        self.prepare(open, blocked);
        self.search(open, start, limit, |steps, y, word, bits| {
            let mut left = bits;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if goal(square_of(y, word, bit), steps) {
                    return Some(bit);
                }
            }
            None
        })
    }

    /// Writes the way to the goal of the last search into `route`, the start left out.
    pub fn route(&self, open: &OpenSteps, goal: Goal, route: &mut Vec<Square>) {
        route.clear();
        let Goal { mut square, mut steps, mut diagonals } = goal;
        while steps > 0 {
            route.push(square);
            let Some((back, by_diagonal)) = self.before(open, square, (steps, diagonals)) else { break };
            (square, steps, diagonals) = (back, steps - 1, diagonals - u16::from(by_diagonal));
        }
        route.reverse();
    }

    /// The square from which a way came: of those that serve the one that was left first.
    fn before(&self, open: &OpenSteps, square: Square, (steps, diagonals): (u16, u16)) -> Option<(Square, bool)> {
        [true, false].into_iter().zip(BACK).find_map(|(by_diagonal, back)| {
            let fewer = diagonals.checked_sub(u16::from(by_diagonal))?;
            let ring = (fewer < steps).then(|| self.ring(steps - 1, fewer)).flatten()?;
            let words = self.words.get(ring.begin..)?;
            back.into_iter().find_map(|step| {
                let from = square.step(step);
                let (at, bit) = open.place(from)?;
                let there = words.get(at)? & bit != 0;
                (there && open.leads(from, square)).then_some((from, by_diagonal))
            })
        })
    }

    fn ring(&self, steps: u16, diagonals: u16) -> Option<Ring> {
        self.rings.get(first_of(steps) + usize::from(diagonals)).copied().flatten()
    }

    fn search(
        &mut self,
        open: &OpenSteps,
        start: Square,
        limit: u16,
        mut pick: impl FnMut(u16, usize, usize, u64) -> Option<u32>,
    ) -> Option<Goal> {
        let (at, bit) = open.place(start)?;
        let row = usize::from(start.y.unsigned_abs());
        self.words.clear();
        self.rings.clear();
        put(&mut self.seen, at, bit);
        self.words.resize(open.words(), 0);
        put(&mut self.words, at, bit);
        self.rings.push(Some(Ring { begin: 0, low: row, high: row }));
        if pick(0, row, usize::from(start.x.unsigned_abs()) / 64, bit).is_some() {
            return Some(Goal { square: start, steps: 0, diagonals: 0 });
        }
        for steps in 1..=limit {
            let mut any = false;
            for diagonals in 0..=steps {
                // From as many diagonals by a straight step, from one fewer by a diagonal one.
                let flat = if diagonals < steps { self.ring(steps - 1, diagonals) } else { None };
                let slant = diagonals.checked_sub(1).and_then(|fewer| self.ring(steps - 1, fewer));
                let (found, ring) = self.spread(open, (flat, slant), |y, word, bits| pick(steps, y, word, bits));
                any |= ring.is_some();
                self.rings.push(ring);
                if let Some(square) = found {
                    return Some(Goal { square, steps, diagonals });
                }
            }
            if !any {
                return None;
            }
        }
        None
    }

    /// How many steps lead to the nearest squares of `goal`. Afterwards only those squares are open that lie on a way of
    /// so few steps: diagonals need to be told apart there alone.
    fn narrow(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: &SquareSet,
        limit: u16,
    ) -> Option<u16> {
        let (at, bit) = open.place(start)?;
        let row = usize::from(start.y.unsigned_abs());
        self.prepare(open, blocked);
        put(&mut self.seen, at, bit);
        self.words.clear();
        self.words.resize(open.words(), 0);
        put(&mut self.words, at, bit);
        self.fronts.clear();
        self.fronts.push(Ring { begin: 0, low: row, high: row });
        for steps in 0..=limit {
            let front = *self.fronts.last()?;
            if self.keep_goal(open, front, goal) {
                self.keep_ways(open);
                return Some(steps);
            }
            let (_, next) = self.spread(open, (Some(front), Some(front)), |_, _, _| None);
            self.fronts.push(next?);
        }
        None
    }

    /// Leaves nothing in a front but squares of `goal`, if there are any.
    fn keep_goal(&mut self, open: &OpenSteps, front: Ring, goal: &SquareSet) -> bool {
        let all = |y: usize| (0..open.stride() - 1).map(move |word| (front.begin + open.row(y) + word, y, word));
        let places = || (front.low..front.high + 1).flat_map(all);
        let wanted = |y: usize, word: usize| goal.row(y).get(word).copied().unwrap_or(0);
        let there = places().any(|(at, y, word)| self.words.get(at).is_some_and(|bits| bits & wanted(y, word) != 0));
        if there {
            for (at, y, word) in places() {
                if let Some(bits) = self.words.get_mut(at) {
                    *bits &= wanted(y, word);
                }
            }
        }
        there
    }

    /// Closes all squares but those from which the last front is reached in time.
    fn keep_ways(&mut self, open: &OpenSteps) {
        self.seen.fill(u64::MAX);
        for front in self.fronts.iter().rev() {
            let (before, next) = self.words.split_at_mut(front.begin + open.words());
            // Behind the last one there is nothing.
            let next = next.get(..open.words());
            for y in front.low..front.high + 1 {
                for at in open.row(y)..open.row(y) + open.stride() - 1 {
                    let Some(bits) = before.get_mut(front.begin + at) else { continue };
                    if let Some(next) = next.filter(|_| *bits != 0) {
                        *bits &= straight(next, open, at, open.stride()) | diagonal(next, open, at, open.stride());
                    }
                    if let Some(seen) = self.seen.get_mut(at) {
                        *seen &= !*bits;
                    }
                }
            }
        }
    }

    fn prepare(&mut self, open: &OpenSteps, blocked: &SquareSet) {
        self.seen.clear();
        self.seen.extend_from_slice(open.closed());
        for y in 0..open.depth().min(usize::from(blocked.depth())) {
            let row = self.seen.get_mut(open.row(y)..).unwrap_or_default();
            for (seen, blocked) in row.iter_mut().zip(blocked.row(y)) {
                *seen |= blocked;
            }
        }
    }

    /// A new ring from those before it, if it holds any square. `pick` looks at each of its words.
    fn spread(
        &mut self,
        open: &OpenSteps,
        (flat, slant): (Option<Ring>, Option<Ring>),
        mut pick: impl FnMut(usize, usize, u64) -> Option<u32>,
    ) -> (Option<Square>, Option<Ring>) {
        let spans = [flat, slant].into_iter().flatten().map(|ring| (ring.low, ring.high));
        let Some((low, high)) = spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))) else {
            return (None, None);
        };
        let begin = self.words.len();
        self.words.resize(begin + open.words(), 0);
        let (before, own) = self.words.split_at_mut(begin);
        let source = |ring: Option<Ring>| ring.and_then(|ring| before.get(ring.begin..ring.begin + open.words()));
        let (flat, slant) = (source(flat).unwrap_or_default(), source(slant).unwrap_or_default());
        let stride = open.stride();
        let mut ring: Option<Ring> = None;
        for y in low.saturating_sub(1)..(high + 2).min(open.depth()) {
            for word in 0..stride - 1 {
                let at = open.row(y) + word;
                let Some(seen) = self.seen.get_mut(at) else { continue };
                let arrived = straight(flat, open, at, stride) | diagonal(slant, open, at, stride);
                let fresh = arrived & !*seen;
                if fresh == 0 {
                    continue;
                }
                *seen |= fresh;
                put(own, at, fresh);
                ring = Some(Ring { begin, low: ring.map_or(y, |ring| ring.low), high: y });
                if let Some(bit) = pick(y, word, fresh) {
                    return (Some(square_of(y, word, bit)), ring);
                }
            }
        }
        if ring.is_none() {
            self.words.truncate(begin);
        }
        (None, ring)
    }
}

fn put(words: &mut [u64], at: usize, bits: u64) {
    if let Some(word) = words.get_mut(at) {
        *word |= bits;
    }
}

fn square_of(y: usize, word: usize, bit: u32) -> Square {
    // Columns and rows are below MAX_SIDE.
    Square::new((word * 64) as i16 + bit as i16, y as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Diagonal;
    use crate::footprint::Footprint;
    use crate::map::Map;
    use crate::passage::Walls;
    use crate::path::Pathfinder;
    use crate::strides::Strides;
    use crate::terrain::Legend;
    use crate::walk::Walk;

    /// A map with walls here and there, or bare, the same each time.
    fn ragged(seed: u32, width: usize, depth: usize) -> (Map, SquareSet) {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12345);
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let row = |next: &mut dyn FnMut() -> u32| {
            let mut wall = || next().is_multiple_of(5) && !seed.is_multiple_of(3);
            (0..width).map(|_| if wall() { '#' } else { '.' }).collect::<String>()
        };
        let rows: Vec<String> = (0..depth).map(|_| row(&mut next)).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let map = Map::from_rows(&rows, Legend::standard()).unwrap();
        let mut blocked = SquareSet::for_map(&map);
        blocked.extend(map.bounds().squares().filter(|_| next().is_multiple_of(7)));
        (map, blocked)
    }

    #[test]
    fn the_same_squares_in_the_same_order_by_the_same_ways() {
        let (mut layers, mut finder) = (Layers::new(), Pathfinder::new());
        for (seed, (width, depth)) in (0..60).zip([(9, 7), (20, 20), (1, 8), (70, 12), (64, 5)].into_iter().cycle()) {
            let (map, blocked) = ragged(seed, width, depth);
            let open = OpenSteps::of(&map, Walls::KeepCorners);
            let strides = Strides::of(&map, Footprint::ONE, Walls::KeepCorners);
            let start = Square::new((seed % width as u32) as i16, (seed % depth as u32) as i16);
            let cost = |_, to| (!blocked.contains(to)).then_some(1);
            let walk = Walk::new(Diagonal::Equal, 30);
            let known: Vec<(Square, u32)> = finder
                .reach_over(&strides, start, &walk, cost)
                .iter()
                .map(|arrival| (arrival.square, arrival.cost))
                .collect();
            let mut seen = Vec::new();
            layers.to_first(&open, start, &blocked, 30, |square, steps| {
                seen.push((square, u32::from(steps)));
                false
            });
            assert_eq!(seen, known, "seed {seed}");
            let mut route = Vec::new();
            for (to, _) in known {
                let way = finder.path_over(&strides, start, &walk, cost, |at| at == to).unwrap();
                let goal = layers.to_first(&open, start, &blocked, 30, |square, _| square == to).unwrap();
                layers.route(&open, goal, &mut route);
                assert_eq!(route, way.squares[1..], "seed {seed}, to {to}");
                let mut only = SquareSet::for_map(&map);
                only.insert(to);
                assert_eq!(layers.to_any(&open, start, &blocked, &only, 30), Some(goal));
            }
        }
    }
}
