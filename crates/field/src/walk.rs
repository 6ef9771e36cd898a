//! How somebody walks: what a search for paths is told, and what it answers.

use crate::distance::{Diagonal, body_distance};
use crate::footprint::Footprint;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;

/// Under [`Diagonal::Alternate`]: how long the next diagonal step is. Games carry it on within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parity {
    /// 1: the number of diagonals so far is even.
    #[default]
    Short,
    /// 2: the number of diagonals so far is odd.
    Long,
}

impl Parity {
    /// After one more diagonal.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Short => Self::Long,
            Self::Long => Self::Short,
        }
    }

    /// The length of the next diagonal step.
    #[must_use]
    pub const fn length(self) -> u32 {
        match self {
            Self::Short => 1,
            Self::Long => 2,
        }
    }
}

/// How somebody walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The squares the walker fills; the search moves its south-west square.
    pub body: Footprint,
    /// How diagonal steps count. Under `Alternate` the cost of a step is multiplied by its length, 1 or 2; under
    /// `Orthogonal` there are no diagonal steps.
    pub diagonal: Diagonal,
    /// What the map's walls mean.
    pub walls: Walls,
    /// Under `Alternate`, how long the first diagonal is.
    pub parity: Parity,
    /// The most the whole way may cost. A step that cannot be paid in full is not taken.
    pub budget: u32,
}

impl Walk {
    /// One square large, keeping to corners, the first diagonal short.
    #[must_use]
    pub const fn new(diagonal: Diagonal, budget: u32) -> Self {
        Self { body: Footprint::ONE, diagonal, walls: Walls::KeepCorners, parity: Parity::Short, budget }
    }

    /// What getting within so many squares of a target takes at least, where no step costs less than `least`.
    pub fn ahead(&self, target: Span, near: u32, least: u32) -> impl Fn(Square) -> Ahead + Copy + use<> {
        let (body, orthogonal) = (self.body, self.diagonal == Diagonal::Orthogonal);
        let target = target.grown(u16::try_from(near).unwrap_or(u16::MAX));
        let gap = |own: (i16, i16), its: (i16, i16)| {
            let apart = |low: i16, high: i16| i32::from(low) - i32::from(high);
            apart(its.0, own.1).max(apart(own.0, its.1)).max(0).unsigned_abs()
        };
        move |anchor| {
            let own = body.at(anchor);
            let (low, high, to_low, to_high) =
                (own.south_west(), own.north_east(), target.south_west(), target.north_east());
            let (across, up) =
                (gap((low.x, high.x), (to_low.x, to_high.x)), gap((low.y, high.y), (to_low.y, to_high.y)));
            let (steps, diagonals) = if orthogonal { (across + up, 0) } else { (across.max(up), across.min(up)) };
            Ahead { cost: steps.saturating_mul(least), steps, diagonals }
        }
    }

    /// The goal "any of my squares within `distance` squares of any of `target`", for
    /// [`Pathfinder::path_to`](crate::Pathfinder::path_to).
    pub fn within(&self, distance: u32, target: Span) -> impl Fn(Square) -> bool + use<> {
        let (body, rule) = (self.body, self.diagonal);
        move |anchor| body_distance(body.at(anchor), target, rule) <= distance
    }
}

/// What a way to a goal takes at least from a square on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    /// What it costs.
    pub cost: u32,
    /// Its steps.
    pub steps: u32,
    /// Its diagonal steps, if it has no more steps than that.
    pub diagonals: u32,
}

/// A square that a walker can get to, and the cheapest way of getting there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The square; for a large walker its south-west one.
    pub square: Square,
    /// What the way costs.
    pub cost: u32,
    /// How many steps it has.
    pub steps: u32,
    /// Under `Alternate`, how long the next diagonal would be.
    pub parity: Parity,
}

/// A way from start to goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route<'a> {
    /// Every square of the way, start and goal included.
    pub squares: &'a [Square],
    /// Its end.
    pub end: Arrival,
}
