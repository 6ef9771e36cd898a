//! Areas as sets of squares.
//!
//! Every function empties the set it is given, makes it fit the map and fills it; nothing outside the map is ever in
//! it. Shapes are measured from middle to middle of squares. Walls do not stop them, except for [`spread`]; to let
//! them, apply [`keep_in_sight`] to the finished shape.

use crate::distance::{Diagonal, body_distance, distance};
use crate::height::Height;
use crate::map::Map;
use crate::path::Pathfinder;
use crate::sight::{Spot, sees};
use crate::span::Span;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::step::Step;
use crate::walk::Walk;

/// Where a shape points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// In one of the eight directions.
    Step(Step),
    /// Towards the middle of this square.
    At(Square),
}

impl Aim {
    /// Columns and rows from `origin`; nothing when it is aimed at itself.
    fn from(self, origin: Square) -> Option<(i64, i64)> {
        let (dx, dy) = match self {
            Self::Step(step) => (i32::from(step.dx()), i32::from(step.dy())),
            Self::At(square) => origin.towards(square),
        };
        ((dx, dy) != (0, 0)).then_some((dx.into(), dy.into()))
    }
}

/// How much of the circle an [`arc`] sweeps, centred on where it is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sweep {
    /// 90 degrees: for one square three of its eight neighbours.
    Quarter,
    /// 180 degrees: for one square five of its eight neighbours.
    Half,
    /// All round.
    Full,
}

/// Every square within `radius` squares of a body (of any of its squares), the body included.
pub fn radius(map: &Map, body: Span, radius: u32, rule: Diagonal, into: &mut SquareSet) {
    into.reset(map);
    let around = body.grown(u16::try_from(radius).unwrap_or(u16::MAX));
    let near = |square: &Square| body_distance(body, Span::from(*square), rule) <= radius;
    into.extend(clipped(map, around).filter(near));
}

/// Every square that can be reached from `origin` with `movement` squares of ordinary movement, `origin` included:
/// walls and blocking squares stop it, and it keeps to corners; terrain, heights and creatures do not matter.
pub fn spread(map: &Map, origin: Square, movement: u32, rule: Diagonal, finder: &mut Pathfinder, into: &mut SquareSet) {
    into.reset(map);
    let reach = finder.reach(map, origin, &Walk::new(rule, movement), |_, _| Some(1));
    into.extend(reach.iter().map(|arrival| arrival.square));
}

/// A straight strip of squares, such as a jet of flame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// Where it comes from; not part of it.
    pub origin: Square,
    /// Where it goes.
    pub aim: Aim,
    /// How far from the origin its middle reaches, in squares by the rule of distance.
    pub length: u32,
    /// Squares across; nought gives an empty strip. Of an even number the odd square lies to the right of (for a strip
    /// that runs mostly up or down) or below the middle.
    pub width: u32,
}

/// A strip from an origin: one row of squares along the aim, nearest to the exact line (halves away from the origin's
/// row), widened across. "Across" is along the columns for a strip that runs mostly to the side, and along the rows for
/// one that runs mostly up or down; an exact diagonal counts as running to the side.
pub fn strip(map: &Map, shape: Strip, rule: Diagonal, into: &mut SquareSet) {
    into.reset(map);
    let Some((dx, dy)) = shape.aim.from(shape.origin) else { return };
    let sideways = dx.abs() >= dy.abs();
    let (long, short) = if sideways { (dx, dy) } else { (dy, dx) };
    let size = u32::from(map.width().max(map.depth()));
    let width = i64::from(shape.width.min(2 * size));
    let (left, right) = ((width - 1) / 2, width / 2);
    // An origin far outside the map is walked from all the same; coordinates end long before this does.
    for run in 1..=i64::from(shape.length.min(u32::from(u16::MAX))) {
        let drift = (2 * run * short.abs() + long.abs()) / (2 * long.abs()) * short.signum();
        let run = run * long.signum();
        let (x, y) = if sideways { (run, drift) } else { (drift, run) };
        let middle = moved(shape.origin, x, y);
        if distance(shape.origin, middle, rule) > shape.length {
            break;
        }
        let (low, high) = if sideways {
            (moved(middle, 0, -right), moved(middle, 0, left))
        } else {
            (moved(middle, -left, 0), moved(middle, right, 0))
        };
        if width > 0 {
            into.insert_span(Span::between(low, high));
        }
    }
}

/// A cone of 90 degrees: every square within `length` of the origin whose middle lies at most 45 degrees off the aim,
/// the origin excluded. Straight on it is 3, 5, 7 … squares wide, diagonally it is a quarter of the plane.
pub fn cone(map: &Map, origin: Square, aim: Aim, length: u32, rule: Diagonal, into: &mut SquareSet) {
    into.reset(map);
    let around = Span::from(origin).grown(u16::try_from(length).unwrap_or(u16::MAX));
    into.extend(clipped(map, around).filter(|square| in_cone(origin, aim, length, rule, *square)));
}

/// Whether a [`cone`] takes a square in.
#[must_use]
pub fn in_cone(origin: Square, aim: Aim, length: u32, rule: Diagonal, square: Square) -> bool {
    let (dx, dy) = origin.towards(square);
    let near = distance(origin, square, rule) <= length;
    near && aim.from(origin).is_some_and(|aim| in_quarter(aim, (dx.into(), dy.into())))
}

/// The ground squares of a cube: `side` by `side` squares with `corner` at the bottom left. What of the space above is
/// in it, a [`Layer`] tells.
pub fn cube(map: &Map, corner: Square, side: u16, into: &mut SquareSet) {
    into.reset(map);
    if side > 0 {
        let far = i64::from(side) - 1;
        into.insert_span(Span::between(corner, moved(corner, far, far)));
    }
}

/// The squares next to a body that a sweep in front of it reaches. The angle is measured from the middle of the body to
/// the middle of the square; squares exactly on its sides are in it.
pub fn arc(map: &Map, body: Span, aim: Step, sweep: Sweep, into: &mut SquareSet) {
    into.reset(map);
    let (aim_x, aim_y) = (i64::from(aim.dx()), i64::from(aim.dy()));
    let (middle_x, middle_y) = body.middle();
    let inside = |square: &Square| {
        let (x, y) = Span::from(*square).middle();
        let way = (i64::from(x - middle_x), i64::from(y - middle_y));
        !body.contains(*square)
            && match sweep {
                Sweep::Quarter => in_quarter((aim_x, aim_y), way),
                Sweep::Half => aim_x * way.0 + aim_y * way.1 >= 0,
                Sweep::Full => true,
            }
    };
    into.extend(clipped(map, body.grown(1)).filter(inside));
}

/// Takes out of an area the squares that somebody standing at `origin` does not see. Walls then stop the area.
pub fn keep_in_sight(map: &Map, origin: impl Into<Spot>, area: &mut SquareSet) {
    let origin = origin.into();
    area.retain(|square| sees(map, origin, square));
}

/// The part of space between two heights: with a set of squares it makes a cylinder, a cube or any other solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// The lowest height in it.
    pub bottom: Height,
    /// The highest height in it.
    pub top: Height,
}

impl Layer {
    /// From `bottom` upwards so far.
    #[must_use]
    pub const fn upwards(bottom: Height, by: Height) -> Self {
        Self { bottom, top: bottom.up(by) }
    }

    /// As far up as down from `middle`, as in a ball or a cube around it.
    #[must_use]
    pub const fn around(middle: Height, by: Height) -> Self {
        Self { bottom: middle.down(by), top: middle.up(by) }
    }

    /// Whether a height lies in it, its ends included.
    #[must_use]
    pub fn contains(self, height: Height) -> bool {
        (self.bottom..=self.top).contains(&height)
    }

    /// Whether any part of somebody from feet to head lies in it, ends included.
    #[must_use]
    pub fn touches(self, feet: Height, head: Height) -> bool {
        feet.min(head) <= self.top && feet.max(head) >= self.bottom
    }
}

/// Whether a way lies at most 45 degrees off the aim; never for no way at all.
fn in_quarter(aim: (i64, i64), way: (i64, i64)) -> bool {
    let along = aim.0 * way.0 + aim.1 * way.1;
    let square = |(x, y): (i64, i64)| i128::from(x * x + y * y);
    along > 0 && 2 * i128::from(along) * i128::from(along) >= square(aim) * square(way)
}

fn clipped(map: &Map, span: Span) -> impl Iterator<Item = Square> {
    map.bounds().clipped_to(span).into_iter().flat_map(Span::squares)
}

fn moved(square: Square, dx: i64, dy: i64) -> Square {
    let part = |n: i64| i16::try_from(n).unwrap_or(if n < 0 { i16::MIN } else { i16::MAX });
    square.offset(part(dx), part(dy))
}

#[cfg(test)]
mod tests;
