//! A place on the ground: a square, or the line between two.

use std::fmt;
use std::str::FromStr;

use crate::reading::{ParseError, serde_as_text};
use crate::square::Square;

/// A place on the ground where something may lie or stand. Written `C4` for a square and `B2-B3` for the line between two that
/// share a side, also in serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// A square.
    Square(Square),
    /// The line between two squares that share a side, the lesser first.
    Edge(Square, Square),
}

impl Site {
    /// The line between two squares.
    #[must_use]
    pub fn between(a: Square, b: Square) -> Self {
        Self::Edge(a.min(b), a.max(b))
    }

    /// The squares at it: itself, or those on both sides of the line.
    #[must_use]
    pub const fn sides(self) -> [Square; 2] {
        match self {
            Self::Square(square) => [square, square],
            Self::Edge(one, other) => [one, other],
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => write!(f, "{square}"),
            Self::Edge(one, other) => write!(f, "{one}-{other}"),
        }
    }
}

impl FromStr for Site {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("place", text, "write a square such as `C4`, or two that share a side: `B2-B3`");
        let square = |word: &str| word.trim().parse::<Square>().ok();
        match text.split_once('-') {
            None => square(text).map(Self::Square).ok_or_else(wrong),
            Some((one, other)) => {
                let (one, other) = square(one).zip(square(other)).ok_or_else(wrong)?;
                let apart = one.x.abs_diff(other.x) + one.y.abs_diff(other.y);
                if apart == 1 { Ok(Self::between(one, other)) } else { Err(wrong()) }
            }
        }
    }
}

serde_as_text!(Site, "a place such as `C4` or `B2-B3`");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_square_or_the_line_between_two() {
        for (text, written) in [("C4", "C4"), ("B2-B3", "B2-B3"), (" b3 - b2", "B2-B3"), ("C1-B1", "B1-C1")] {
            assert_eq!(text.parse::<Site>().unwrap().to_string(), written);
        }
        for wrong in ["", "B2-B4", "B2-C3", "B2-B2", "door", "B2-"] {
            assert!(wrong.parse::<Site>().is_err(), "{wrong}");
        }
    }
}
