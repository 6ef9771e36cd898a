//! Distances in squares, under the three ways games count a diagonal.

use serde::{Deserialize, Serialize};

use crate::height::{Height, SquareSize};
use crate::span::Span;
use crate::square::Square;

/// What a diagonal step costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diagonal {
    /// The same as a straight one: distances are squares and cubes.
    #[default]
    Equal,
    /// By turns 1 and 2, the first of a move 1: distances are nearly round.
    Alternate,
    /// There are none: a diagonal neighbour is two steps away.
    Orthogonal,
}

impl Diagonal {
    /// The length of a way of `a` squares along one axis and `b` along another.
    ///
    /// `Equal`: the greater. `Alternate`: the greater and half the smaller, rounded down. `Orthogonal`: the sum.
    #[must_use]
    #[inline]
    pub const fn combine(self, a: u32, b: u32) -> u32 {
        let (long, short) = if a > b { (a, b) } else { (b, a) };
        match self {
            Self::Equal => long,
            Self::Alternate => long.saturating_add(short / 2),
            Self::Orthogonal => long.saturating_add(short),
        }
    }
}

/// Squares from `a` to `b`; 0 for the same square, 1 for straight neighbours.
#[must_use]
#[inline]
pub const fn distance(a: Square, b: Square, rule: Diagonal) -> u32 {
    let (dx, dy) = a.towards(b);
    rule.combine(dx.unsigned_abs(), dy.unsigned_abs())
}

/// Squares between the nearest pair of squares of two bodies; 0 when they share a square, 1 when they touch.
#[must_use]
#[inline]
pub fn body_distance(a: Span, b: Span, rule: Diagonal) -> u32 {
    let (from, to) = a.nearest_pair(b);
    distance(from, to, rule)
}

/// Squares in space: the distance on the ground first, then combined by the same rule with the difference of heights
/// (rounded to whole squares of `size`, see [`Height::squares_apart`]).
#[must_use]
pub const fn distance_in_space(a: (Square, Height), b: (Square, Height), rule: Diagonal, size: SquareSize) -> u32 {
    rule.combine(distance(a.0, b.0, rule), a.1.squares_apart(b.1, size))
}

/// Squares in space between the nearest pair of squares of two bodies; see [`distance_in_space`].
#[must_use]
pub fn body_distance_in_space(a: (Span, Height), b: (Span, Height), rule: Diagonal, size: SquareSize) -> u32 {
    rule.combine(body_distance(a.0, b.0, rule), a.1.squares_apart(b.1, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::footprint::Footprint;

    #[test]
    fn the_three_rules_differ_on_diagonals_only() {
        let (a, b) = (Square::new(0, 0), Square::new(4, 3));
        assert_eq!(Diagonal::Equal.combine(4, 3), 4);
        assert_eq!(distance(a, b, Diagonal::Alternate), 5);
        assert_eq!(distance(a, b, Diagonal::Orthogonal), 7);
        // Two diagonals cost 3, three 4, four 6.
        let diagonals = [1, 2, 3, 4].map(|n| Diagonal::Alternate.combine(n, n));
        assert_eq!(diagonals, [1, 3, 4, 6]);
    }

    #[test]
    fn bodies_measure_from_their_nearest_squares() {
        let ogre = Footprint::square(2).at(Square::new(0, 0));
        assert_eq!(body_distance(ogre, Square::new(2, 2).into(), Diagonal::Equal), 1);
        assert_eq!(body_distance(ogre, Square::new(2, 2).into(), Diagonal::Orthogonal), 2);
        assert_eq!(body_distance(ogre, Square::new(1, 1).into(), Diagonal::Equal), 0);
    }

    #[test]
    fn height_is_a_third_axis() {
        let low = (Square::new(0, 0), Height::ZERO);
        let high = (Square::new(4, 4), Height::from_metres(5));
        assert_eq!(distance_in_space(low, high, Diagonal::Equal, SquareSize::METRE), 5);
        // On the ground 6, then 6 and half of 5.
        assert_eq!(distance_in_space(low, high, Diagonal::Alternate, SquareSize::METRE), 8);
        assert_eq!(distance_in_space(low, high, Diagonal::Orthogonal, SquareSize::METRE), 13);
    }
}
