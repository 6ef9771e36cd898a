//! How many squares a creature stands on.

use std::fmt;
use std::str::FromStr;

use crate::reading::{ParseError, serde_as_text};
use crate::span::Span;
use crate::square::Square;

/// The rectangle of squares a creature fills, anchored at its south-west (bottom left) square. Written `2x2`, width
/// first, also in serde. One square by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footprint {
    width: u8,
    depth: u8,
}

impl Footprint {
    /// One square.
    pub const ONE: Self = Self { width: 1, depth: 1 };

    /// So many columns and rows; nought counts as one.
    #[must_use]
    #[inline]
    pub const fn new(width: u8, depth: u8) -> Self {
        Self { width: if width == 0 { 1 } else { width }, depth: if depth == 0 { 1 } else { depth } }
    }

    /// As many columns as rows; nought counts as one.
    #[must_use]
    pub const fn square(side: u8) -> Self {
        Self::new(side, side)
    }

    /// Columns, at least 1.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows, at least 1.
    #[must_use]
    #[inline]
    pub const fn depth(self) -> u8 {
        self.depth
    }

    /// The squares filled when the south-west one is `anchor`.
    #[must_use]
    #[inline]
    pub fn at(self, anchor: Square) -> Span {
        Span::between(anchor, anchor.offset(i16::from(self.width) - 1, i16::from(self.depth) - 1))
    }
}

impl Default for Footprint {
    fn default() -> Self {
        Self::ONE
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.depth)
    }
}

impl FromStr for Footprint {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("footprint", text, "write columns x rows, as in 2x2, each from 1 to 255");
        let (width, depth) = text.trim().split_once(['x', 'X', '×']).ok_or_else(wrong)?;
        match (width.trim().parse::<u8>(), depth.trim().parse::<u8>()) {
            (Ok(width @ 1..), Ok(depth @ 1..)) => Ok(Self { width, depth }),
            _ => Err(wrong()),
        }
    }
}

serde_as_text!(Footprint, "a footprint such as 2x2");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footprint_grows_up_and_right_from_its_anchor() {
        let ogre = Footprint::square(2);
        assert_eq!(ogre.at(Square::new(1, 1)).to_string(), "B2-C3");
        assert_eq!("2x3".parse(), Ok(Footprint::new(2, 3)));
        assert_eq!(Footprint::new(2, 3).to_string(), "2x3");
        assert_eq!(Footprint::new(0, 0), Footprint::ONE);
        for wrong in ["", "2", "0x1", "2x", "300x1", "ax2"] {
            assert!(wrong.parse::<Footprint>().is_err(), "{wrong}");
        }
    }
}
