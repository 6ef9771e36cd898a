//! Which steps the walls of a map leave open, by whole rows of squares.

use crate::map::Map;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;

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

    /// Columns and rows.
    pub(crate) const fn sides(&self) -> (u16, u16) {
        (self.width, self.depth)
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
        square.on(self.width, self.depth).map(|(x, y)| (self.row(y) + x / 64, 1 << (x % 64)))
    }
}

/// Puts bits into a word.
pub(crate) fn set(rows: &mut [u64], at: usize, bit: u64) {
    if let Some(word) = rows.get_mut(at) {
        *word |= bit;
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
