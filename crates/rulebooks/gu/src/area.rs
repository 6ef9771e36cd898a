//! Areas as plain values: their shapes on the ground, and how high they reach.

use quintain_field::{Square, Step};

/// The shape of an area, on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Everything within so many metres of a square, or of a body.
    Radius {
        /// The source: of a body its south-west square.
        source: Square,
        /// Metres.
        metres: u16,
        /// Squares along a side of what it is measured from.
        side: u8,
    },
    /// A strip of squares.
    Line {
        /// Its first square.
        source: Square,
        /// Where it goes.
        step: Step,
        /// Metres along.
        length: u16,
        /// Metres across.
        width: u16,
        /// More width lies on the left, seen along it; otherwise on the right.
        left: bool,
    },
    /// A cone in front of a square.
    Cone {
        /// Where it comes from; not part of it.
        origin: Square,
        /// Where it goes.
        step: Step,
        /// Metres.
        length: u16,
    },
}

/// An area: its squares lie in the fight's scratch, its heights here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// On the ground.
    pub shape: Shape,
    /// The lowest height in it, in metres above the map's zero.
    pub low: i16,
    /// The highest.
    pub high: i16,
}

impl Area {
    /// A ball: as far up and down as around.
    pub fn ball(source: Square, level: i16, metres: u16) -> Self {
        let shape = Shape::Radius { source, metres, side: 1 };
        Area { shape, low: level.saturating_sub_unsigned(metres), high: level.saturating_add_unsigned(metres) }
    }
}

impl Shape {
    /// The square that it is measured from.
    pub fn anchor(self) -> Square {
        match self {
            Shape::Radius { source, .. } | Shape::Line { source, .. } => source,
            Shape::Cone { origin, .. } => origin,
        }
    }

    /// Its last square along the way, for lines.
    pub fn far_end(self) -> Square {
        match self {
            Shape::Line { source, step, length, .. } => {
                let far = length.saturating_sub(1) as i16;
                source.offset(step.dx() * far, step.dy() * far)
            }
            other => other.anchor(),
        }
    }
}
