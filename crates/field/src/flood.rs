//! Distances by whole rows of bits, for steps that all cost 1.

use crate::open_steps::{OpenSteps, diagonal, set, straight};
use crate::square::Square;
use crate::square_set::SquareSet;

/// Which neighbours count as one step away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Neighbours {
    /// All eight, as under [`Diagonal::Equal`](crate::Diagonal::Equal).
    Eight,
    /// The four along rows and columns, as under [`Diagonal::Orthogonal`](crate::Diagonal::Orthogonal).
    Four,
}

/// A field of distances in steps of cost 1, found a whole row at a time. Keep one and use it again.
///
/// It says the same as [`Pathfinder::reach`](crate::Pathfinder::reach) with every step costing 1, some ten times
/// faster, without the ways themselves.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    width: u16,
    depth: u16,
    distances: Vec<u16>,
    seen: Vec<u64>,
    front: Vec<u64>,
    next: Vec<u64>,
    /// Fronts that wait for their distance, by its remainder.
    waiting: Vec<Front>,
}

/// Rows of bits, and the first and last of them that hold any.
type Front = (Vec<u64>, Option<(usize, usize)>);

const UNREACHED: u16 = u16::MAX;

impl Flood {
    /// With nothing reached yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Floods from one or several squares, up to `limit` steps away.
    ///
    /// Nobody enters a `blocked` square (a set for another size of map blocks nothing) nor a solid one; a start may be
    /// either and is left freely. Starts outside the map are passed over.
    pub fn unit_reach(
        &mut self,
        steps: &OpenSteps,
        starts: impl IntoIterator<Item = Square>,
        blocked: Option<&SquareSet>,
        neighbours: Neighbours,
        limit: u16,
    ) {
        self.prepare(steps, blocked);
        let (mut low, mut high) = (usize::MAX, 0);
        for square in starts {
            let Some((at, bit)) = steps.place(square) else { continue };
            set(&mut self.seen, at, bit);
            set(&mut self.front, at, bit);
            let row = usize::from(square.y.unsigned_abs());
            (low, high) = (low.min(row), high.max(row));
            self.note(square.x.unsigned_abs().into(), row, 0);
        }
        if low == usize::MAX {
            return;
        }
        // Distance u16::MAX means unreached; no map is deep enough for it.
        for distance in 1..=limit.min(UNREACHED - 1) {
            (low, high) = (low.saturating_sub(1), (high + 1).min(usize::from(self.depth) - 1));
            let mut any = 0;
            for y in low..=high {
                any |= self.spread_row(steps, y, neighbours, distance);
            }
            if any == 0 {
                return;
            }
            std::mem::swap(&mut self.front, &mut self.next);
        }
    }

    /// Floods from one square where entering costs differ: `entry` everywhere, and 1 more for each of the `dearer` sets
    /// that a square is in, up to `limit` in all. [`Flood::distance`] then tells costs.
    ///
    /// Nobody enters a `blocked` square nor a solid one. The sets are of this map. It says the same as
    /// [`Pathfinder::reach`](crate::Pathfinder::reach) with these costs, without the ways themselves. An `entry` of 0
    /// counts as 1.
    pub fn reach_by_entry(
        &mut self,
        steps: &OpenSteps,
        start: Square,
        blocked: Option<&SquareSet>,
        (entry, dearer): (u16, &[&SquareSet]),
        limit: u16,
    ) {
        self.prepare(steps, blocked);
        let entry = usize::from(entry.max(1));
        let turns = entry + dearer.len() + 1;
        self.waiting.resize_with(self.waiting.len().max(turns), Default::default);
        for (words, rows) in &mut self.waiting {
            words.resize(steps.words(), 0);
            words.fill(0);
            *rows = None;
        }
        let Some((at, bit)) = steps.place(start) else { return };
        set(&mut self.seen, at, bit);
        set(&mut self.front, at, bit);
        self.note(start.x.unsigned_abs().into(), start.y.unsigned_abs().into(), 0);
        let limit = usize::from(limit.min(UNREACHED - 1));
        let (mut distance, mut last) = (0, 0);
        let mut rows = Some((start.y.unsigned_abs().into(), start.y.unsigned_abs().into()));
        // Where not even the cheapest step can be paid any more, nothing is left to be found.
        while distance <= last && distance + entry <= limit {
            if let Some(rows) = rows {
                last = last.max(self.spread_by_entry(steps, rows, (entry, dearer), (distance, limit)));
                self.front.fill(0);
            }
            distance += 1;
            let Some((due, due_rows)) = self.waiting.get_mut(distance % turns) else { return };
            std::mem::swap(&mut self.front, due);
            rows = due_rows.take();
        }
    }

    /// Hands the neighbours of the front on to the distance at which each is reached; says the farthest of these.
    fn spread_by_entry(
        &mut self,
        open: &OpenSteps,
        (low, high): (usize, usize),
        (entry, dearer): (usize, &[&SquareSet]),
        (distance, limit): (usize, usize),
    ) -> usize {
        let stride = open.stride();
        let mut last = 0;
        for y in low.saturating_sub(1)..(high + 2).min(self.depth.into()) {
            let begin = open.row(y);
            for column in 0..stride - 1 {
                let at = begin + column;
                let Some(seen) = self.seen.get_mut(at) else { continue };
                let arrived = straight(&self.front, open, at, stride) | diagonal(&self.front, open, at, stride);
                let mut left = arrived & !*seen;
                if left == 0 {
                    continue;
                }
                *seen |= left;
                let dear = left & in_so_many(dearer, 1, y, column);
                let mut more = if dear == 0 { 0 } else { dearer.len() };
                // From the dearest down: squares in all the sets first.
                loop {
                    let part = if more == 0 { left } else { left & in_so_many(dearer, more, y, column) };
                    left &= !part;
                    let far = distance + entry + more;
                    if part != 0 && far <= limit {
                        last = last.max(far);
                        let turn = far % (entry + dearer.len() + 1);
                        self.arrive(turn, far as u16, (at, part), (column * 64, y));
                    }
                    if left == 0 || more == 0 {
                        break;
                    }
                    more -= 1;
                }
            }
        }
        last
    }

    /// Puts squares of a word, which begins at `(x, y)`, among those that wait for their distance, and notes it.
    fn arrive(&mut self, turn: usize, far: u16, (at, squares): (usize, u64), (x, y): (usize, usize)) {
        if let Some((words, rows)) = self.waiting.get_mut(turn) {
            set(words, at, squares);
            *rows = Some(rows.map_or((y, y), |(low, high)| (low.min(y), high.max(y))));
        }
        let mut bits = squares;
        while bits != 0 {
            self.note(x + bits.trailing_zeros() as usize, y, far);
            bits &= bits - 1;
        }
    }

    /// Steps to a square; `None` when it was not reached.
    #[must_use]
    pub fn distance(&self, square: Square) -> Option<u16> {
        let (x, y) = square.on(self.width, self.depth)?;
        let at = y * usize::from(self.width) + x;
        self.distances.get(at).copied().filter(|steps| *steps != UNREACHED)
    }

    /// Every square reached and its steps, bottom row first, each row from left to right.
    pub fn iter(&self) -> impl Iterator<Item = (Square, u16)> + '_ {
        let width = usize::from(self.width).max(1);
        self.distances.iter().enumerate().filter(|(_, steps)| **steps != UNREACHED).map(move |(at, steps)| {
            // Columns and rows are below MAX_SIDE.
            (Square::new((at % width) as i16, (at / width) as i16), *steps)
        })
    }

    fn prepare(&mut self, steps: &OpenSteps, blocked: Option<&SquareSet>) {
        (self.width, self.depth) = steps.sides();
        self.distances.resize(usize::from(self.width) * usize::from(self.depth), UNREACHED);
        self.distances.fill(UNREACHED);
        self.seen.clear();
        self.seen.extend_from_slice(steps.closed());
        for rows in [&mut self.front, &mut self.next] {
            rows.resize(steps.words(), 0);
            rows.fill(0);
        }
        let blocked = blocked.filter(|set| (set.width(), set.depth()) == (self.width, self.depth));
        for (set, y) in blocked.into_iter().flat_map(|set| (0..usize::from(self.depth)).map(move |y| (set, y))) {
            let row = self.seen.get_mut(steps.row(y)..).unwrap_or_default();
            for (seen, blocked) in row.iter_mut().zip(set.row(y)) {
                *seen |= blocked;
            }
        }
    }

    /// Works out which squares of one row the front reaches next, and says whether there were any.
    fn spread_row(&mut self, open: &OpenSteps, y: usize, neighbours: Neighbours, distance: u16) -> u64 {
        let (stride, begin) = (open.stride(), open.row(y));
        let mut any = 0;
        for word in 0..stride - 1 {
            let at = begin + word;
            let mut reached = straight(&self.front, open, at, stride);
            if neighbours == Neighbours::Eight {
                reached |= diagonal(&self.front, open, at, stride);
            }
            let Some(seen) = self.seen.get_mut(at) else { continue };
            reached &= !*seen;
            *seen |= reached;
            set_word(&mut self.next, at, reached);
            any |= reached;
            while reached != 0 {
                self.note(word * 64 + reached.trailing_zeros() as usize, y, distance);
                reached &= reached - 1;
            }
        }
        any
    }

    fn note(&mut self, x: usize, y: usize, distance: u16) {
        if let Some(slot) = self.distances.get_mut(y * usize::from(self.width) + x) {
            *slot = distance;
        }
    }
}

/// The squares of a word that are in at least so many of the sets.
fn in_so_many(sets: &[&SquareSet], many: usize, y: usize, column: usize) -> u64 {
    let words = || sets.iter().map(|set| set.row(y).get(column).copied().unwrap_or(0));
    match many {
        0 => u64::MAX,
        1 => words().fold(0, |all, word| all | word),
        _ if many == sets.len() => words().fold(u64::MAX, |all, word| all & word),
        _ => {
            // Bit-sliced counting would do for many sets; there are two or three.
            let bits = 0..64u32;
            bits.filter(|bit| words().filter(|word| word >> bit & 1 == 1).count() >= many)
                .fold(0, |all, bit| all | 1 << bit)
        }
    }
}

fn set_word(rows: &mut [u64], at: usize, word: u64) {
    if let Some(slot) = rows.get_mut(at) {
        *slot = word;
    }
}

#[cfg(test)]
mod tests;
