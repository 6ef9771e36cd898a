//! Cheapest ways where every step costs 1, a whole row of squares at a time.

mod nearest;
#[cfg(test)]
mod tests;

use crate::open_steps::{OpenSteps, diagonal, straight};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::step::Step;

pub use nearest::Near;

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
    /// The words of a ring with no square in it.
    none: Vec<u64>,
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

    /// How many steps lead to a square, if so many are enough. Who is entered and left is as in [`Layers::to_any`].
    pub fn steps(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: Square,
        limit: u16,
    ) -> Option<u16> {
        let (at, bit) = open.place(goal)?;
        self.begin(open, start, blocked)?;
        for steps in 0..=limit {
            let front = *self.fronts.last()?;
            if self.words.get(front.begin + at)? & bit != 0 {
                return Some(steps);
            }
            let (_, next) = self.spread(open, (Some(front), Some(front)), |_, _, _| None);
            self.fronts.push(next?);
        }
        None
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
        self.words.extend_from_slice(&self.none);
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
        self.begin(open, start, blocked)?;
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

    /// The start is the one front there is; nothing where it lies outside the map.
    fn begin(&mut self, open: &OpenSteps, start: Square, blocked: &SquareSet) -> Option<()> {
        let (at, bit) = open.place(start)?;
        let row = usize::from(start.y.unsigned_abs());
        self.prepare(open, blocked);
        put(&mut self.seen, at, bit);
        self.words.clear();
        self.words.extend_from_slice(&self.none);
        put(&mut self.words, at, bit);
        self.fronts.clear();
        self.fronts.push(Ring { begin: 0, low: row, high: row });
        Some(())
    }

    /// Leaves nothing in a front but squares of `goal`, if there are any.
    fn keep_goal(&mut self, open: &OpenSteps, front: Ring, goal: &SquareSet) -> bool {
        let begin = |y: usize| front.begin + open.row(y);
        let meets = |y: usize| {
            let row = self.words.get(begin(y)..).unwrap_or_default();
            row.iter().zip(goal.row(y)).any(|(bits, wanted)| bits & wanted != 0)
        };
        let there = (front.low..front.high + 1).any(meets);
        if there {
            for y in front.low..front.high + 1 {
                let row = self.words.get_mut(begin(y)..).unwrap_or_default();
                let wanted = goal.row(y).iter().copied().chain(std::iter::repeat(0));
                row.iter_mut().zip(wanted).take(open.stride()).for_each(|(bits, wanted)| *bits &= wanted);
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
            for at in open.row(front.low)..open.row(front.high + 1) {
                let Some(bits) = before.get_mut(front.begin + at).filter(|bits| **bits != 0) else { continue };
                if let Some(next) = next {
                    *bits &= straight(next, open, at, open.stride()) | diagonal(next, open, at, open.stride());
                }
                if let Some(seen) = self.seen.get_mut(at) {
                    *seen &= !*bits;
                }
            }
        }
    }

    fn prepare(&mut self, open: &OpenSteps, blocked: &SquareSet) {
        self.seen.clear();
        self.seen.extend_from_slice(open.closed());
        self.none.resize(open.words(), 0);
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
        self.words.extend_from_slice(&self.none);
        let (before, own) = self.words.split_at_mut(begin);
        let source = |ring: Option<Ring>| ring.and_then(|ring| before.get(ring.begin..ring.begin + open.words()));
        let (flat, slant) = (source(flat).unwrap_or_default(), source(slant).unwrap_or_default());
        let stride = open.stride();
        let mut ring: Option<Ring> = None;
        // Words between two rows are closed.
        for at in open.row(low.saturating_sub(1))..open.row((high + 2).min(open.depth())) {
            let Some(seen) = self.seen.get_mut(at).filter(|seen| **seen != u64::MAX) else { continue };
            let arrived = straight(flat, open, at, stride) | diagonal(slant, open, at, stride);
            let fresh = arrived & !*seen;
            if fresh == 0 {
                continue;
            }
            *seen |= fresh;
            put(own, at, fresh);
            let (y, word) = open.row_of(at);
            ring = Some(Ring { begin, low: ring.map_or(y, |ring| ring.low), high: y });
            if let Some(bit) = pick(y, word, fresh) {
                return (Some(square_of(y, word, bit)), ring);
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
