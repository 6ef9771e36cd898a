//! Distances by whole rows of bits, for steps that all cost 1.

use crate::map::Map;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::step::Step;

/// Which neighbours count as one step away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Neighbours {
    /// All eight, as under [`Diagonal::Equal`](crate::Diagonal::Equal).
    Eight,
    /// The four along rows and columns, as under [`Diagonal::Orthogonal`](crate::Diagonal::Orthogonal).
    Four,
}

/// Which single steps the walls of a map leave open, as rows of bits. Work it out once and again whenever a wall, a
/// door or blocking terrain changes.
///
/// Rows lie in one vector with an empty word after each and an empty row before and after all, so that shifting a row
/// never carries a bit into another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenSteps {
    width: u16,
    depth: u16,
    stride: usize,
    north: Vec<u64>,
    east: Vec<u64>,
    north_east: Vec<u64>,
    north_west: Vec<u64>,
    /// Squares that cannot be entered, and what lies beside the map: in the last word of each row and the one after it.
    closed: Vec<u64>,
    /// Every step is open that does not lead off the map.
    bare: bool,
}

impl OpenSteps {
    /// The open steps of a map.
    #[must_use]
    pub fn of(map: &Map, walls: Walls) -> Self {
        let mut steps = Self::default();
        steps.refresh(map, walls);
        steps
    }

    /// Works them out anew; allocates only when the map is larger than any before.
    pub fn refresh(&mut self, map: &Map, walls: Walls) {
        (self.width, self.depth) = (map.width(), map.depth());
        self.stride = usize::from(self.width).div_ceil(64) + 1;
        let words = self.words();
        for rows in [&mut self.north, &mut self.east, &mut self.north_east, &mut self.north_west, &mut self.closed] {
            rows.clear();
            rows.resize(words, 0);
        }
        self.bare = true;
        for y in 0..self.depth() {
            let behind = self.row(y) + self.stride - 1;
            set(&mut self.closed, behind, u64::MAX);
            if let over @ 1.. = usize::from(self.width) % 64 {
                set(&mut self.closed, behind - 1, u64::MAX << over);
            }
        }
        for square in map.bounds().squares() {
            let Some((at, bit)) = self.place(square) else { continue };
            for (rows, step) in [
                (&mut self.north, Step::North),
                (&mut self.east, Step::East),
                (&mut self.north_east, Step::NorthEast),
                (&mut self.north_west, Step::NorthWest),
            ] {
                let open = map.way_open(square, step, walls);
                self.bare &= open == map.contains(square.step(step));
                if open {
                    set(rows, at, bit);
                }
            }
            if walls != Walls::Ignored && map.blocks_movement(square) {
                set(&mut self.closed, at, bit);
                self.bare = false;
            }
        }
    }

    pub(crate) fn words(&self) -> usize {
        1 + self.stride * (usize::from(self.depth) + 2)
    }

    /// Whether every step is open that does not lead off the map.
    pub(crate) const fn is_bare(&self) -> bool {
        self.bare
    }

    /// Rows.
    pub(crate) const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// Words of a row, the empty one after it included.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// Squares that cannot be entered, and what lies beside the map.
    pub(crate) fn closed(&self) -> &[u64] {
        &self.closed
    }

    /// Whether a square cannot be entered; so it is outside the map.
    pub(crate) fn is_solid(&self, square: Square) -> bool {
        self.place(square).is_none_or(|(at, bit)| word(&self.closed, at) & bit != 0)
    }

    /// All its squares.
    pub(crate) fn bounds(&self) -> Span {
        let far = |side: u16| i16::try_from(side).unwrap_or(i16::MAX) - 1;
        Span::between(Square::new(0, 0), Square::new(far(self.width).max(0), far(self.depth).max(0)))
    }

    /// Whether a step from one square to a neighbour is open.
    pub(crate) fn leads(&self, from: Square, to: Square) -> bool {
        let forward = (to.y, to.x) > (from.y, from.x);
        let (low, high) = if forward { (from, to) } else { (to, from) };
        let rows = match (high.x - low.x, high.y - low.y) {
            (0, 1) => &self.north,
            (1, 0) => &self.east,
            (1, 1) => &self.north_east,
            (-1, 1) => &self.north_west,
            _ => return false,
        };
        self.place(low).is_some_and(|(at, bit)| word(rows, at) & bit != 0)
    }

    /// Where a row begins.
    pub(crate) const fn row(&self, y: usize) -> usize {
        1 + self.stride * (y + 1)
    }

    /// The row that a word lies in, and its place there.
    pub(crate) const fn row_of(&self, at: usize) -> (usize, usize) {
        ((at - 1) / self.stride - 1, (at - 1) % self.stride)
    }

    pub(crate) fn place(&self, square: Square) -> Option<(usize, u64)> {
        let (x, y) = (u16::try_from(square.x).ok()?, u16::try_from(square.y).ok()?);
        (x < self.width && y < self.depth)
            .then(|| (self.row(usize::from(y)) + usize::from(x) / 64, 1 << (usize::from(x) % 64)))
    }
}

fn set(rows: &mut [u64], at: usize, bit: u64) {
    if let Some(word) = rows.get_mut(at) {
        *word |= bit;
    }
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
        let stride = open.stride;
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
        let (x, y) = (u16::try_from(square.x).ok()?, u16::try_from(square.y).ok()?);
        if x >= self.width || y >= self.depth {
            return None;
        }
        let at = usize::from(y) * usize::from(self.width) + usize::from(x);
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
        (self.width, self.depth) = (steps.width, steps.depth);
        self.distances.resize(usize::from(self.width) * usize::from(self.depth), UNREACHED);
        self.distances.fill(UNREACHED);
        self.seen.clone_from(&steps.closed);
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
        let (stride, begin) = (open.stride, open.row(y));
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

fn word(rows: &[u64], at: usize) -> u64 {
    rows.get(at).copied().unwrap_or(0)
}

/// The squares of a word that a straight step from the front arrives at; perhaps also closed ones.
#[inline(always)]
pub(crate) fn straight(front: &[u64], open: &OpenSteps, at: usize, stride: usize) -> u64 {
    let Some(row @ [before, here, behind]) = around(front, at) else { return 0 };
    if open.bare {
        return beside(row) | word(front, at - stride) | word(front, at + stride);
    }
    let Some([east_before, east, _]) = around(&open.east, at) else { return 0 };
    let from_west = (here & east) << 1 | (before & east_before) >> 63;
    let from_east = (here >> 1 | behind << 63) & east;
    let from_south = word(front, at - stride) & word(&open.north, at - stride);
    let from_north = word(front, at + stride) & word(&open.north, at);
    from_west | from_east | from_south | from_north
}

/// The squares of a word that a diagonal step from the front arrives at; perhaps also closed ones.
#[inline(always)]
pub(crate) fn diagonal(front: &[u64], open: &OpenSteps, at: usize, stride: usize) -> u64 {
    let (below, above) = (around(front, at - stride), around(front, at + stride));
    let (Some(below), Some(above)) = (below, above) else { return 0 };
    if open.bare {
        return beside(below) | beside(above);
    }
    let Some([ne_before, ne, _]) = around(&open.north_east, at - stride) else { return 0 };
    let Some([_, nw, nw_behind]) = around(&open.north_west, at - stride) else { return 0 };
    let going_ne = (below[1] & ne) << 1 | (below[0] & ne_before) >> 63;
    let going_nw = (below[1] & nw) >> 1 | (below[2] & nw_behind) << 63;
    // A step down is open where the step back up is.
    let going_sw = (above[1] >> 1 | above[2] << 63) & word(&open.north_east, at);
    let going_se = (above[1] << 1 | above[0] >> 63) & word(&open.north_west, at);
    going_ne | going_nw | going_sw | going_se
}

/// A word moved by a square to either side.
#[inline(always)]
fn beside([before, here, behind]: [u64; 3]) -> u64 {
    here << 1 | before >> 63 | here >> 1 | behind << 63
}

/// A word with those before and behind it; there is a row, or at least a word, on every side of the map's own.
#[inline(always)]
fn around(words: &[u64], at: usize) -> Option<[u64; 3]> {
    words.get(at - 1..)?.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Legend;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn the_flood_goes_round_walls() {
        let map = Map::from_rows(&["...", "##.", "..."], Legend::standard()).unwrap();
        let steps = OpenSteps::of(&map, Walls::KeepCorners);
        let mut flood = Flood::new();
        flood.unit_reach(&steps, [square("A1")], None, Neighbours::Eight, 99);
        assert_eq!(flood.distance(square("A3")), Some(6));
        assert_eq!(flood.distance(square("A2")), None);
        flood.unit_reach(&steps, [square("A1")], None, Neighbours::Four, 3);
        assert_eq!(flood.iter().map(|(_, steps)| steps).collect::<Vec<_>>(), [0, 1, 2, 3]);
        let mut foes = SquareSet::for_map(&map);
        foes.insert(square("C2"));
        flood.unit_reach(&steps, [square("A1"), square("Z9")], Some(&foes), Neighbours::Eight, 99);
        assert_eq!(flood.iter().count(), 3);
        flood.unit_reach(&steps, [square("C2")], Some(&foes), Neighbours::Eight, 1);
        assert_eq!(flood.iter().count(), 3);
    }

    #[test]
    fn dear_squares_cost_more_to_enter() {
        let map = Map::from_rows(&["......", ".##...", "......", "......"], Legend::standard()).unwrap();
        let steps = OpenSteps::of(&map, Walls::KeepCorners);
        let set = |names: &[&str]| {
            let mut set = SquareSet::for_map(&map);
            names.iter().for_each(|name| assert!(set.insert(square(name))));
            set
        };
        let (mud, friends) = (set(&["B1", "B2", "C4", "D3", "E2"]), set(&["B2", "D3", "D2"]));
        let (deep, foes) = (set(&["B2", "F4"]), set(&["C2"]));
        let mut flood = Flood::new();
        for (entry, limit) in [(1, 99), (2, 99), (2, 5), (1, 3)] {
            let dearer = [&mud, &friends, &deep];
            flood.reach_by_entry(&steps, square("A1"), Some(&foes), (entry, &dearer), limit);
            let price = |to: Square| {
                let more = dearer.iter().filter(|set| set.contains(to)).count() as u32;
                (!foes.contains(to)).then_some(u32::from(entry) + more)
            };
            let walk = crate::Walk::new(crate::Diagonal::Equal, limit.into());
            let mut finder = crate::Pathfinder::new();
            let found = finder.reach(&map, square("A1"), &walk, |_, to| price(to));
            for at in map.bounds().squares() {
                let known = found.iter().find(|arrival| arrival.square == at).map(|arrival| arrival.cost as u16);
                assert_eq!(flood.distance(at), known, "{at} for {entry} within {limit}");
            }
        }
    }
}
