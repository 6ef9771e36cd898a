//! Sets of squares of one map, as bits.

use crate::footprint::Footprint;
use crate::map::{MAX_SIDE, Map};
use crate::span::Span;
use crate::square::Square;

const BITS: usize = 64;

/// A set of squares of a map: one bit a square, whole rows of words. Meant to be kept and filled again.
///
/// Squares outside the size it was made for are never in it. Iteration goes row by row from the bottom, in a row from
/// left to right. Two sets are equal when their sizes and their squares are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet {
    width: u16,
    depth: u16,
    words: Vec<u64>,
}

impl SquareSet {
    /// An empty set for maps of this size; a side is at most [`MAX_SIDE`].
    #[must_use]
    pub fn new(width: u16, depth: u16) -> Self {
        let mut set = Self::default();
        set.resize(width, depth);
        set
    }

    /// An empty set for this map.
    #[must_use]
    pub fn for_map(map: &Map) -> Self {
        Self::new(map.width(), map.depth())
    }

    /// Empties the set and makes it fit a map; allocates only when it has never been as large.
    pub fn reset(&mut self, map: &Map) {
        self.resize(map.width(), map.depth());
    }

    fn resize(&mut self, width: u16, depth: u16) {
        self.width = width.min(MAX_SIDE);
        self.depth = depth.min(MAX_SIDE);
        self.words.resize(self.row_words() * usize::from(depth), 0);
        self.words.fill(0);
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn depth(&self) -> u16 {
        self.depth
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.place(square).and_then(|(at, bit)| Some(self.words.get(at)? & bit != 0)).unwrap_or(false)
    }

    /// Adds a square; true when it was not in the set. A square outside the size is not added.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let Some((at, bit)) = self.place(square) else { return false };
        let Some(word) = self.words.get_mut(at) else { return false };
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Adds every square of a rectangle that lies within the size.
    pub fn insert_span(&mut self, span: Span) {
        self.each_word_of(span, |word, bits| *word |= bits);
    }

    /// Puts in every square of the set's map at which a body touches a rectangle.
    pub fn insert_touching(&mut self, body: Footprint, span: Span) {
        let (wide, deep) = (i16::from(body.width()) - 1, i16::from(body.depth()) - 1);
        self.insert_span(Span::between(span.south_west().offset(-wide, -deep), span.north_east()));
    }

    /// Takes out every square of a rectangle.
    pub fn remove_span(&mut self, span: Span) {
        self.each_word_of(span, |word, bits| *word &= !bits);
    }

    /// Every word that holds squares of a rectangle, with their bits.
    fn each_word_of(&mut self, span: Span, change: impl Fn(&mut u64, u64)) {
        let Some(span) = self.clip(span) else { return };
        let side = |side: i16| usize::from(side.unsigned_abs());
        let (low, high) = (span.south_west(), span.north_east());
        let row_words = self.row_words();
        for y in side(low.y)..=side(high.y) {
            for word in side(low.x) / BITS..=side(high.x) / BITS {
                let from = side(low.x).max(word * BITS) - word * BITS;
                let to = side(high.x).min(word * BITS + BITS - 1) - word * BITS;
                let bits = u64::MAX >> (BITS - 1 - (to - from)) << from;
                if let Some(word) = self.words.get_mut(y * row_words + word) {
                    change(word, bits);
                }
            }
        }
    }

    /// Takes a square out; true when it was in the set.
    pub fn remove(&mut self, square: Square) -> bool {
        let Some((at, bit)) = self.place(square) else { return false };
        let Some(word) = self.words.get_mut(at) else { return false };
        let old = *word & bit != 0;
        *word &= !bit;
        old
    }

    /// Takes out all squares.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// How many squares are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether any square of the rectangle is in it.
    #[must_use]
    pub fn touches(&self, span: Span) -> bool {
        self.clip(span).is_some_and(|span| span.squares().any(|square| self.contains(square)))
    }

    /// Adds the squares of another set. Sets of different sizes have no squares in common here: nothing happens.
    pub fn unite(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine | theirs);
    }

    /// Keeps only squares of another set; nothing happens when the sizes differ.
    pub fn keep_common(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & theirs);
    }

    /// Takes out the squares of another set; nothing happens when the sizes differ.
    pub fn subtract(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & !theirs);
    }

    /// Keeps only the squares for which `keep` says true.
    pub fn retain(&mut self, mut keep: impl FnMut(Square) -> bool) {
        let row_words = self.row_words();
        for (at, word) in self.words.iter_mut().enumerate() {
            for (bit, square) in bits_of(*word, at, row_words) {
                if !keep(square) {
                    *word &= !bit;
                }
            }
        }
    }

    /// Its squares, bottom row first, each row from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        let row_words = self.row_words();
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(at, word)| bits_of(*word, at, row_words).map(|(_, square)| square))
    }

    /// The words of a row, lowest column in the lowest bit of the first word.
    pub(crate) fn row(&self, y: usize) -> &[u64] {
        let row_words = self.row_words();
        self.words.get(y * row_words..(y + 1) * row_words).unwrap_or_default()
    }

    /// The part of a rectangle that lies within the size.
    fn clip(&self, span: Span) -> Option<Span> {
        // Sides are at most MAX_SIDE; a side of 0 gives -1, which would turn the rectangle round.
        let (width, depth) = (self.width as i16, self.depth as i16);
        if width == 0 || depth == 0 {
            return None;
        }
        span.clipped_to(Span::between(Square::new(0, 0), Square::new(width - 1, depth - 1)))
    }

    const fn row_words(&self) -> usize {
        (self.width as usize).div_ceil(BITS)
    }

    #[inline]
    fn place(&self, square: Square) -> Option<(usize, u64)> {
        square.on(self.width, self.depth).map(|(x, y)| (y * self.row_words() + x / BITS, 1 << (x % BITS)))
    }

    fn combine(&mut self, other: &Self, with: impl Fn(u64, u64) -> u64) {
        if (self.width, self.depth) == (other.width, other.depth) {
            for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
                *mine = with(*mine, *theirs);
            }
        }
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

/// The squares of one word, with their bits.
fn bits_of(word: u64, at: usize, row_words: usize) -> impl Iterator<Item = (u64, Square)> {
    let (y, first) = (at / row_words.max(1), at % row_words.max(1) * BITS);
    let mut left = word;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let bit = left & left.wrapping_neg();
        let x = first + left.trailing_zeros() as usize;
        left ^= bit;
        // Columns and rows are below MAX_SIDE.
        Some((bit, Square::new(x as i16, y as i16)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = SquareSet::new(70, 3);
        let (a, b) = (Square::new(69, 0), Square::new(0, 2));
        assert!(set.insert(b) && set.insert(a) && !set.insert(a));
        assert!(!set.insert(Square::new(70, 0)) && !set.insert(Square::new(-1, 0)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [a, b]);
        let mut other = SquareSet::new(70, 3);
        other.insert_span(Span::between(Square::new(-5, -5), Square::new(1, 99)));
        assert_eq!(other.len(), 6);
        let mut wide = SquareSet::new(70, 3);
        wide.insert_span(Span::between(Square::new(60, 1), Square::new(68, 2)));
        assert_eq!(
            (wide.len(), wide.contains(Square::new(68, 1)), wide.contains(Square::new(69, 1))),
            (18, true, false)
        );
        let mut touching = SquareSet::new(9, 9);
        let (body, there) = (Footprint::new(2, 3), Span::between(Square::new(1, 1), Square::new(4, 4)));
        touching.insert_touching(body, there);
        let touches =
            Span::between(Square::new(0, 0), Square::new(8, 8)).squares().filter(|at| body.at(*at).overlaps(there));
        assert_eq!(touching.iter().collect::<Vec<_>>(), touches.collect::<Vec<_>>());
        wide.remove_span(Span::between(Square::new(63, 0), Square::new(64, 1)));
        assert_eq!(
            (wide.len(), wide.contains(Square::new(63, 1)), wide.contains(Square::new(63, 2))),
            (16, false, true)
        );
        set.keep_common(&other);
        assert_eq!(set.iter().collect::<Vec<_>>(), [b]);
        other.subtract(&set);
        other.retain(|square| square.x == 0);
        assert_eq!(other.len(), 2);
        other.unite(&set);
        assert_eq!(other.len(), 3);
        assert!(set.remove(b) && set.is_empty() && !set.remove(b));
    }
}
