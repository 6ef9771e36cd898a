//! A rectangle of squares.

use std::fmt;
use std::str::FromStr;

use crate::reading::{ParseError, serde_as_text};
use crate::square::Square;
use crate::step::Step;

/// A rectangle of squares, both corners included; never empty. Written `B2-D5` (one square: `B2`), also in serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    south_west: Square,
    north_east: Square,
}

impl Span {
    /// The rectangle with these two squares in opposite corners, in any order.
    #[must_use]
    #[inline]
    pub fn between(a: Square, b: Square) -> Self {
        Self {
            south_west: Square::new(a.x.min(b.x), a.y.min(b.y)),
            north_east: Square::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    /// Its bottom left square.
    #[must_use]
    #[inline]
    pub const fn south_west(self) -> Square {
        self.south_west
    }

    /// Its top right square.
    #[must_use]
    #[inline]
    pub const fn north_east(self) -> Square {
        self.north_east
    }

    /// Columns, at least 1.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u32 {
        self.north_east.x.abs_diff(self.south_west.x) as u32 + 1
    }

    /// Rows, at least 1.
    #[must_use]
    #[inline]
    pub const fn depth(self) -> u32 {
        self.north_east.y.abs_diff(self.south_west.y) as u32 + 1
    }

    /// Whether the square lies in it.
    #[must_use]
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        (self.south_west.x..=self.north_east.x).contains(&square.x)
            && (self.south_west.y..=self.north_east.y).contains(&square.y)
    }

    /// Whether the whole of `other` lies in it.
    #[must_use]
    #[inline]
    pub fn holds(self, other: Self) -> bool {
        self.contains(other.south_west) && self.contains(other.north_east)
    }

    /// Whether the two share a square.
    #[must_use]
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.south_west.x <= other.north_east.x
            && other.south_west.x <= self.north_east.x
            && self.south_west.y <= other.north_east.y
            && other.south_west.y <= self.north_east.y
    }

    /// What the two have in common, if anything.
    #[must_use]
    #[inline]
    pub fn clipped_to(self, other: Self) -> Option<Self> {
        let low = Square::new(self.south_west.x.max(other.south_west.x), self.south_west.y.max(other.south_west.y));
        let high = Square::new(self.north_east.x.min(other.north_east.x), self.north_east.y.min(other.north_east.y));
        (low.x <= high.x && low.y <= high.y).then_some(Self { south_west: low, north_east: high })
    }

    /// The rectangle with `by` more squares on every side.
    #[must_use]
    #[inline]
    pub fn grown(self, by: u16) -> Self {
        let by = i16::try_from(by).unwrap_or(i16::MAX);
        Self { south_west: self.south_west.offset(-by, -by), north_east: self.north_east.offset(by, by) }
    }

    /// All its squares, bottom row first, each row from left to right.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        (self.south_west.y..=self.north_east.y)
            .flat_map(move |y| (self.south_west.x..=self.north_east.x).map(move |x| Square::new(x, y)))
    }

    /// The pair of squares, one in each rectangle, that are nearest to each other.
    ///
    /// Where the two lie side by side the lowest common column or row is taken, so that swapping the rectangles only
    /// swaps the pair.
    #[must_use]
    #[inline]
    pub fn nearest_pair(self, other: Self) -> (Square, Square) {
        let axis = |a_low: i16, a_high: i16, b_low: i16, b_high: i16| {
            if a_high < b_low {
                (a_high, b_low)
            } else if b_high < a_low {
                (a_low, b_high)
            } else {
                (a_low.max(b_low), a_low.max(b_low))
            }
        };
        let (ax, bx) = axis(self.south_west.x, self.north_east.x, other.south_west.x, other.north_east.x);
        let (ay, by) = axis(self.south_west.y, self.north_east.y, other.south_west.y, other.north_east.y);
        (Square::new(ax, ay), Square::new(bx, by))
    }

    /// Every pair of squares, one in each rectangle, the nearest pair first (it comes again in its turn).
    pub fn pairs(self, other: Self) -> impl Iterator<Item = (Square, Square)> + Clone {
        let all = self.squares().flat_map(move |own| other.squares().map(move |its| (own, its)));
        let single = self.south_west == self.north_east && other.south_west == other.north_east;
        std::iter::once(self.nearest_pair(other)).chain(all.skip(usize::from(single)))
    }

    /// The direction nearest to the way from the middle of this rectangle to the middle of the other; `None` where the
    /// middles coincide. "Straight away from the pusher" is `pusher.step_towards(pushed)`.
    #[must_use]
    pub fn step_towards(self, other: Self) -> Option<Step> {
        let (ax, ay) = self.middle();
        let (bx, by) = other.middle();
        Step::nearest(bx - ax, by - ay)
    }

    /// The middle in half squares: the middle of square `(x, y)` is `(2x + 1, 2y + 1)`.
    pub(crate) const fn middle(self) -> (i32, i32) {
        (
            self.south_west.x as i32 + self.north_east.x as i32 + 1,
            self.south_west.y as i32 + self.north_east.y as i32 + 1,
        )
    }
}

impl From<Square> for Span {
    fn from(square: Square) -> Self {
        Self { south_west: square, north_east: square }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.south_west == self.north_east {
            write!(f, "{}", self.south_west)
        } else {
            write!(f, "{}-{}", self.south_west, self.north_east)
        }
    }
}

impl FromStr for Span {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // A square off the map holds a minus sign itself, so each is tried.
        for (at, _) in text.match_indices('-') {
            let (first, second) = text.split_at(at);
            if let (Ok(a), Ok(b)) = (first.parse(), second.get(1..).unwrap_or_default().parse()) {
                return Ok(Self::between(a, b));
            }
        }
        text.parse::<Square>()
            .map(Self::from)
            .map_err(|_| ParseError::new("rectangle", text, "write two squares in opposite corners, as in B2-D5"))
    }
}

serde_as_text!(Span, "a rectangle such as B2-D5");

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Span {
        text.parse().expect(text)
    }

    #[test]
    fn corners_come_in_any_order() {
        assert_eq!(span("D5-B2"), span("b2 - d5"));
        assert_eq!(span("D2-B5").to_string(), "B2-D5");
        assert_eq!((span("B2-D5").width(), span("B2-D5").depth()), (3, 4));
        assert_eq!(span("C3").squares().count(), 1);
        assert_eq!(span("B2-C3").squares().map(|s| s.to_string()).collect::<Vec<_>>(), ["B2", "C2", "B3", "C3"]);
        assert_eq!(span("A1").grown(1).to_string().parse(), Ok(span("A1").grown(1)));
        assert!("B2-".parse::<Span>().is_err());
    }

    #[test]
    fn rectangles_meet_and_miss() {
        assert_eq!(span("A1-C3").clipped_to(span("B2-E5")), Some(span("B2-C3")));
        assert!(!span("A1-B2").overlaps(span("C1-D2")));
        assert!(span("A1-D4").holds(span("B2-D4")));
        assert_eq!(span("A1-B2").nearest_pair(span("D2-E5")), (Square::new(1, 1), Square::new(3, 1)));
        assert_eq!(span("A1").step_towards(span("C1-D2")), Some(Step::East));
        assert_eq!(span("A1").pairs(span("C1")).count(), 1);
        assert_eq!(span("A1-A2").pairs(span("C2-D2")).next(), Some((Square::new(0, 1), Square::new(2, 1))));
        assert_eq!(span("A1").step_towards(span("A1")), None);
    }
}
