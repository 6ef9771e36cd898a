//! The eight directions in which one can leave a square.

use std::fmt;
use std::str::FromStr;

use crate::reading::{ParseError, serde_as_text};

/// One of the eight directions; north is up, towards higher row numbers. Written `N`, `NE`, … (also in serde).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Step {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four along rows and columns, clockwise from north.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Columns to the right: -1, 0 or 1.
    #[must_use]
    #[inline]
    pub const fn dx(self) -> i16 {
        match self {
            Self::North | Self::South => 0,
            Self::NorthEast | Self::East | Self::SouthEast => 1,
            Self::SouthWest | Self::West | Self::NorthWest => -1,
        }
    }

    /// Rows up: -1, 0 or 1.
    #[must_use]
    #[inline]
    pub const fn dy(self) -> i16 {
        match self {
            Self::East | Self::West => 0,
            Self::NorthWest | Self::North | Self::NorthEast => 1,
            Self::SouthEast | Self::South | Self::SouthWest => -1,
        }
    }

    /// Whether it changes both column and row.
    #[must_use]
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self.dx() != 0 && self.dy() != 0
    }

    /// The way back.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(4)
    }

    /// This direction turned clockwise by so many eighths of a circle (negative: the other way).
    #[must_use]
    pub fn turned(self, eighths: i8) -> Self {
        let at = (self as i16 + i16::from(eighths)).rem_euclid(8);
        Self::ALL.get(at.unsigned_abs() as usize).copied().unwrap_or(self)
    }

    /// The direction nearest to the way of `dx` columns and `dy` rows; `None` for no way at all.
    ///
    /// The eight share the circle equally; no way in whole squares lies exactly between two.
    #[must_use]
    pub fn nearest(dx: i32, dy: i32) -> Option<Self> {
        let (wide, high) = (i64::from(dx).abs(), i64::from(dy).abs());
        let (long, short) = (wide.max(high), wide.min(high));
        if long == 0 {
            return None;
        }
        // Nearer to the axis than 22.5 degrees: short / long < sqrt(2) - 1.
        let straight = (long + short) * (long + short) < 2 * long * long;
        let (mut x, mut y) = (dx.signum(), dy.signum());
        if straight && wide > high {
            y = 0;
        } else if straight {
            x = 0;
        }
        Self::ALL.into_iter().find(|step| i32::from(step.dx()) == x && i32::from(step.dy()) == y)
    }

    /// The direction in words: `north-east`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::NorthEast => "north-east",
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::South => "south",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::NorthEast => "NE",
            Self::East => "E",
            Self::SouthEast => "SE",
            Self::South => "S",
            Self::SouthWest => "SW",
            Self::West => "W",
            Self::NorthWest => "NW",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let given = text.trim();
        Self::ALL
            .into_iter()
            .find(|step| step.name().eq_ignore_ascii_case(given))
            .ok_or_else(|| ParseError::new("direction", text, "write one of N, NE, E, SE, S, SW, W, NW"))
    }
}

serde_as_text!(Step, "a direction such as NE");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_goes_round() {
        for step in Step::ALL {
            assert_eq!(step.turned(8), step);
            assert_eq!(step.turned(3).turned(-3), step);
            assert_eq!((step.opposite().dx(), step.opposite().dy()), (-step.dx(), -step.dy()));
            assert_eq!(step.to_string().parse(), Ok(step));
            assert_eq!(Step::nearest(i32::from(step.dx()) * 7, i32::from(step.dy()) * 7), Some(step));
        }
        assert_eq!(Step::nearest(5, 2), Some(Step::East));
        assert_eq!(Step::nearest(5, 3), Some(Step::NorthEast));
        assert_eq!(Step::nearest(-1, -9), Some(Step::South));
        assert_eq!(Step::nearest(0, 0), None);
    }
}
