//! The plane that everything is drawn on: where a square lies, and how much of it a map takes.

use std::fmt;

use quintain_field::{Footprint, Map, Square};

use crate::pen::At;

/// The side of a square in units of the drawing.
pub const UNIT: i32 = 60;

/// The same for reckoning.
pub(crate) const U: f32 = UNIT as f32;

/// As many squares are shown across at least: fewer would be too large to be read at a glance.
const LEAST: i32 = 4;

/// Around combatants, as many squares are shown across at least: in fewer, names and odds beside a token would be cut.
const LEAST_AROUND: i32 = 5;

/// A part of the plane; written down it is a `viewBox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.left, self.top, self.width, self.height)
    }
}

/// The size of a map on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Columns of the map.
    pub columns: i32,
    /// Rows of the map.
    pub rows: i32,
}

impl Paper {
    /// The paper that a map needs.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        Self { columns: i32::from(map.width()), rows: i32::from(map.depth()) }
    }

    /// The left side of a square.
    #[must_use]
    pub fn x(&self, square: Square) -> i32 {
        i32::from(square.x) * UNIT
    }

    /// The upper side of a square.
    #[must_use]
    pub fn y(&self, square: Square) -> i32 {
        -(i32::from(square.y) + 1) * UNIT
    }

    /// The `viewBox` that shows the map with its letters and numbers; of small maps, with some land around them.
    #[must_use]
    pub fn view_box(&self) -> String {
        self.whole().to_string()
    }

    fn whole(&self) -> Frame {
        let (left, below, rest) = (UNIT / 2, UNIT / 2, UNIT / 6);
        let (width, height) = (self.columns * UNIT, self.rows * UNIT);
        let more = |side: i32| (LEAST * UNIT - side).max(0);
        let (wide, high) = (more(width), more(height));
        Frame {
            left: -left - wide / 2,
            top: -height - rest - high / 2,
            width: width + left + rest + wide,
            height: height + below + rest + high,
        }
    }

    /// Some squares with so many squares of room around them, beyond the map by one at most; of few columns, with some land
    /// on both sides.
    #[must_use]
    pub fn around(&self, squares: &[Square], room: i32) -> Frame {
        let (Some(left), Some(right)) = (squares.iter().map(|s| s.x).min(), squares.iter().map(|s| s.x).max()) else {
            return self.whole();
        };
        let low = squares.iter().map(|s| s.y).min().unwrap_or(0);
        let high = squares.iter().map(|s| s.y).max().unwrap_or(0);
        let x0 = (i32::from(left) - room).max(-1);
        let x1 = (i32::from(right) + 1 + room).min(self.columns + 1);
        let y0 = (i32::from(low) - room).max(-1);
        let y1 = (i32::from(high) + 1 + room).min(self.rows + 1);
        let more = (LEAST_AROUND - (x1 - x0)).max(0) * UNIT;
        Frame { left: x0 * UNIT - more / 2, top: -y1 * UNIT, width: (x1 - x0) * UNIT + more, height: (y1 - y0) * UNIT }
    }
}

/// Where a combatant stands: the south-west square and how many squares from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The south-west square.
    pub square: Square,
    /// Columns and rows from there.
    pub footprint: Footprint,
}

impl Place {
    /// The middle, in units of the drawing.
    pub(crate) fn centre(self) -> At {
        let half = |side: u8| f32::from(side) / 2.0;
        (
            (f32::from(self.square.x) + half(self.footprint.width())) * U,
            -(f32::from(self.square.y) + half(self.footprint.depth())) * U,
        )
    }

    /// Its shorter side in squares.
    pub(crate) fn side(self) -> f32 {
        f32::from(self.footprint.width().min(self.footprint.depth()))
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Self { square, footprint: Footprint::ONE }
    }
}

/// The middle of a square.
pub(crate) fn middle(square: Square) -> At {
    Place::from(square).centre()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_1_lies_at_the_bottom() {
        let map = Map::open(4, 3).unwrap();
        let paper = Paper::of(&map);
        assert_eq!((paper.x(Square::new(1, 0)), paper.y(Square::new(1, 0))), (60, -60));
        assert_eq!(paper.y(Square::new(0, 2)), -180);
        assert_eq!(paper.view_box(), "-30 -220 280 280");
        assert_eq!(Paper::of(&Map::open(8, 6).unwrap()).view_box(), "-30 -370 520 400");
        assert_eq!(paper.around(&[Square::new(1, 1)], 1).to_string(), "-60 -180 300 180");
        let wide = Paper::of(&Map::open(9, 9).unwrap());
        assert_eq!(wide.around(&[Square::new(1, 1), Square::new(5, 2)], 1).to_string(), "0 -240 420 240");
        assert_eq!(Place { square: Square::new(1, 1), footprint: Footprint::square(2) }.centre(), (120.0, -120.0));
    }
}
