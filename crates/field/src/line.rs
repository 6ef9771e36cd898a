//! Exact straight lines across the squares of a map, and what they cross.

use std::cmp::Ordering;

use crate::height::Height;
use crate::square::Square;

/// A point in space above the middle, a corner or the middle of a side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Half squares from the left edge of the map and from the bottom; odd for the middle of a square.
    at: (i32, i32),
    height: Height,
}

impl Point {
    /// The middle of a square at this height above the map's zero.
    #[must_use]
    pub const fn middle(square: Square, height: Height) -> Self {
        Self { at: (2 * square.x as i32 + 1, 2 * square.y as i32 + 1), height }
    }

    /// The bottom left corner of a square at this height; the other three are the bottom left corners of neighbours.
    #[must_use]
    pub const fn corner(square: Square, height: Height) -> Self {
        Self { at: (2 * square.x as i32, 2 * square.y as i32), height }
    }

    /// The four corners of a square at this height: bottom left, bottom right, top left, top right.
    #[must_use]
    pub fn corners(square: Square, height: Height) -> [Self; 4] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Self::corner(square.offset(dx, dy), height))
    }

    /// Its height above the map's zero.
    #[must_use]
    pub const fn height(self) -> Height {
        self.height
    }
}

/// What a line meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// It runs through the interior of a square.
    Through(Square),
    /// It crosses the edge between two squares, from the first to the second.
    Edge(Square, Square),
    /// It passes exactly through the corner where four squares meet, from one to the one diagonally opposite; of the
    /// two beside it touches the corner only.
    Corner {
        /// The square it leaves.
        from: Square,
        /// The square it enters.
        to: Square,
        /// The two squares it passes between.
        beside: [Square; 2],
    },
    /// It runs exactly along the edge between two squares, through the interior of neither.
    Along(Square, Square),
    /// Running along edges, it passes a corner: on either side lies the edge between the square it has passed and the
    /// next one.
    Past([Square; 2], [Square; 2]),
}

/// One thing a line meets, and the height at which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Met {
    /// What it meets.
    pub crossing: Crossing,
    /// The lowest height of the line there, rounded down to a tenth of a metre.
    pub lowest: Height,
}

/// The squares and edges that the straight line between two points crosses, in order, its end squares included.
///
/// Reckoned in whole numbers, so nothing is lost to rounding: every square is listed whose interior the line crosses,
/// and no other. From the other end the same things come in the opposite order. Allocates nothing.
///
/// ```
/// use quintain_field::{Crossing, Height, Line, Point, Square};
/// let middle = |name: &str| name.parse::<Square>().map(|s| Point::middle(s, Height::ZERO));
/// let line = Line::new(middle("A1")?, middle("C2")?);
/// let squares: Vec<String> = line.squares().map(|s| s.to_string()).collect();
/// assert_eq!(squares, ["A1", "B1", "B2", "C2"]);
/// # Ok::<(), quintain_field::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    start: Height,
    rise: i64,
    /// Half squares to go along either axis.
    length: (i64, i64),
    sign: (i32, i32),
    /// Half squares from the start to the next grid line crossed along either axis.
    next: (i64, i64),
    square: (i32, i32),
    /// From the square to the one beyond the edge that the line runs along, if it does.
    twin: Option<(i32, i32)>,
    /// How far along the present square was entered, as a fraction.
    entered: (i64, i64),
    waiting: Option<Met>,
    over: bool,
}

impl Line {
    /// The line from one point to another.
    #[must_use]
    pub fn new(from: Point, to: Point) -> Self {
        let delta = (to.at.0 - from.at.0, to.at.1 - from.at.1);
        let first_grid_line = |at: i32| if at.rem_euclid(2) == 1 { 1 } else { 2 };
        let first_square = |at: i32, d: i32| at.div_euclid(2) - i32::from(d < 0 && at.rem_euclid(2) == 0);
        let on_grid = |at: i32, d: i32| d == 0 && at.rem_euclid(2) == 0;
        let along = (on_grid(from.at.0, delta.0), on_grid(from.at.1, delta.1));
        Self {
            start: from.height,
            rise: i64::from(to.height.tenths()) - i64::from(from.height.tenths()),
            length: (i64::from(delta.0).abs(), i64::from(delta.1).abs()),
            sign: (delta.0.signum(), delta.1.signum()),
            next: (first_grid_line(from.at.0), first_grid_line(from.at.1)),
            square: (first_square(from.at.0, delta.0), first_square(from.at.1, delta.1)),
            twin: match along {
                (true, _) => Some((-1, 0)),
                (_, true) => Some((0, -1)),
                _ => None,
            },
            entered: (0, 1),
            waiting: None,
            // A point on a grid line that goes nowhere crosses nothing.
            over: delta == (0, 0) && along != (false, false),
        }
    }

    /// Only the squares whose interior it crosses, in order, ends included.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        self.filter_map(|met| match met.crossing {
            Crossing::Through(square) => Some(square),
            _ => None,
        })
    }

    /// The height at a fraction of the way, rounded down. It is the same number seen from either end.
    fn height_at(&self, (part, whole): (i64, i64)) -> Height {
        if self.rise == 0 {
            return self.start;
        }
        let height = i64::from(self.start.tenths()) + (self.rise * part).div_euclid(whole.max(1));
        // Between the heights of the two ends, so it fits.
        i16::try_from(height).map_or(self.start, Height::from_tenths)
    }

    /// Where the present square is left: the fraction of the way, and along which axes.
    fn leave(&self) -> Option<((i64, i64), (bool, bool))> {
        let (has_x, has_y) = (self.next.0 < self.length.0, self.next.1 < self.length.1);
        let order = match (has_x, has_y) {
            (false, false) => return None,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) => (self.next.0 * self.length.1).cmp(&(self.next.1 * self.length.0)),
        };
        let at = if order == Ordering::Greater { (self.next.1, self.length.1) } else { (self.next.0, self.length.0) };
        Some((at, (order != Ordering::Greater, order != Ordering::Less)))
    }

    fn crossing_to(&self, after: (i32, i32)) -> Crossing {
        let before = self.square;
        match self.twin {
            Some(twin) => {
                let over = |at: (i32, i32)| square((at.0 + twin.0, at.1 + twin.1));
                Crossing::Past([over(before), over(after)], [square(before), square(after)])
            }
            None if before.0 != after.0 && before.1 != after.1 => Crossing::Corner {
                from: square(before),
                to: square(after),
                beside: [square((after.0, before.1)), square((before.0, after.1))],
            },
            None => Crossing::Edge(square(before), square(after)),
        }
    }
}

/// A square from numbers that may lie just outside the range.
fn square(at: (i32, i32)) -> Square {
    let clamp = |n: i32| i16::try_from(n).unwrap_or(if n < 0 { i16::MIN } else { i16::MAX });
    Square::new(clamp(at.0), clamp(at.1))
}

impl Iterator for Line {
    type Item = Met;

    fn next(&mut self) -> Option<Met> {
        if let Some(met) = self.waiting.take() {
            return Some(met);
        }
        if self.over {
            return None;
        }
        let here = match self.twin {
            Some(twin) => {
                Crossing::Along(square((self.square.0 + twin.0, self.square.1 + twin.1)), square(self.square))
            }
            None => Crossing::Through(square(self.square)),
        };
        let entered = self.height_at(self.entered);
        let left = match self.leave() {
            None => {
                self.over = true;
                self.height_at((1, 1))
            }
            Some((at, (by_x, by_y))) => {
                let height = self.height_at(at);
                let after = (
                    self.square.0 + if by_x { self.sign.0 } else { 0 },
                    self.square.1 + if by_y { self.sign.1 } else { 0 },
                );
                self.waiting = Some(Met { crossing: self.crossing_to(after), lowest: height });
                self.next.0 += if by_x { 2 } else { 0 };
                self.next.1 += if by_y { 2 } else { 0 };
                self.square = after;
                self.entered = at;
                height
            }
        };
        Some(Met { crossing: here, lowest: entered.min(left) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(name: &str) -> Square {
        name.parse().expect(name)
    }

    fn squares(from: Point, to: Point) -> String {
        Line::new(from, to).squares().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_cross_what_they_should() {
        let middle = |name| Point::middle(sq(name), Height::ZERO);
        let corner = |name| Point::corner(sq(name), Height::ZERO);
        assert_eq!(squares(middle("A1"), middle("D1")), "A1 B1 C1 D1");
        assert_eq!(squares(middle("C3"), middle("A1")), "C3 B2 A1");
        assert_eq!(squares(middle("A1"), middle("B3")), "A1 A2 B2 B3");
        assert_eq!(squares(middle("A1"), middle("A1")), "A1");
        assert_eq!(squares(corner("A1"), corner("C3")), "A1 B2");
        assert_eq!(squares(corner("C3"), corner("A1")), "B2 A1");
        assert_eq!(squares(middle("A1"), corner("C1")), "A1 B1");
        assert_eq!(Line::new(corner("B2"), corner("B2")).count(), 0);
        let diagonal: Vec<_> = Line::new(middle("A1"), middle("B2")).map(|met| met.crossing).collect();
        let corner_met = Crossing::Corner { from: sq("A1"), to: sq("B2"), beside: [sq("B1"), sq("A2")] };
        assert_eq!(diagonal, [Crossing::Through(sq("A1")), corner_met, Crossing::Through(sq("B2"))]);
        let upright: Vec<_> = Line::new(corner("B1"), corner("B3")).map(|met| met.crossing).collect();
        assert_eq!(
            upright,
            [
                Crossing::Along(sq("A1"), sq("B1")),
                Crossing::Past([sq("A1"), sq("A2")], [sq("B1"), sq("B2")]),
                Crossing::Along(sq("A2"), sq("B2")),
            ]
        );
    }

    #[test]
    fn heights_fall_along_the_line() {
        let from = Point::middle(sq("A1"), Height::from_metres(4));
        let to = Point::middle(sq("C1"), Height::ZERO);
        let lows: Vec<i16> = Line::new(from, to).map(|met| met.lowest.tenths()).collect();
        assert_eq!(lows, [30, 30, 10, 10, 0]);
        let back: Vec<i16> = Line::new(to, from).map(|met| met.lowest.tenths()).collect();
        assert_eq!(back, [0, 10, 10, 30, 30]);
    }
}
