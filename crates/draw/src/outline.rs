//! Outlines of sets of squares: the loops themselves, with round corners for overlays, and as nature would draw them.

use quintain_field::Square;

use crate::chance::chance;
use crate::paper::U;
use crate::pen::{At, Pen};

/// A corner between squares, counted in squares: `x` to the right, `y` down, the lower left corner of A1 is `(0, 0)`.
pub type Corner = (i32, i32);

/// A square as the drawing counts: column to the right, row downwards; the row of A1 is -1.
pub(crate) type Cell = (i32, i32);

/// The square as the drawing counts.
pub(crate) fn cell(square: Square) -> Cell {
    (i32::from(square.x), -1 - i32::from(square.y))
}

/// The boundary of a set of squares: closed loops of corners one side apart, clockwise around squares and
/// counter-clockwise around holes. Squares that touch at a corner only have loops of their own.
#[must_use]
pub fn loops(squares: &[Square]) -> Vec<Vec<Corner>> {
    loops_of(squares.iter().copied().map(cell).collect())
}

/// The four directions, clockwise.
const WAYS: [Corner; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

pub(crate) fn loops_of(mut cells: Vec<Cell>) -> Vec<Vec<Corner>> {
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells.dedup();
    let mut sides = sides(&cells);
    let mut loops = Vec::new();
    let mut first = 0;
    while let Some(begun) = sides.get(first).copied() {
        if begun.used {
            first += 1;
            continue;
        }
        loops.push(follow(&mut sides, first));
    }
    loops
}

/// One side of a square with no square of the set behind it: from where it goes which way, the square on its right.
#[derive(Clone, Copy)]
struct Side {
    from: Corner,
    way: u8,
    used: bool,
}

/// All outer sides of sorted cells, sorted by where they begin.
fn sides(cells: &[Cell]) -> Vec<Side> {
    let has = |x: i32, y: i32| cells.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).is_ok();
    let mut sides = Vec::new();
    for (at, &(x, y)) in cells.iter().enumerate() {
        let beside = |at: Option<usize>, x: i32| at.and_then(|at| cells.get(at)) == Some(&(x, y));
        let mut side = |free: bool, from: Corner, way: u8| {
            if free {
                sides.push(Side { from, way, used: false });
            }
        };
        side(!has(x, y - 1), (x, y), 0);
        side(!beside(Some(at + 1), x + 1), (x + 1, y), 1);
        side(!has(x, y + 1), (x + 1, y + 1), 2);
        side(!beside(at.checked_sub(1), x - 1), (x, y + 1), 3);
    }
    sides.sort_unstable_by_key(|side| (side.from, side.way));
    sides
}

/// Walks along the sides from one of them until it is back there.
fn follow(sides: &mut [Side], first: usize) -> Vec<Corner> {
    let mut corners = Vec::new();
    let mut at = Some(first);
    while let Some(side) = at.and_then(|at| sides.get_mut(at)).filter(|side| !side.used) {
        side.used = true;
        corners.push(side.from);
        let (dx, dy) = WAYS[usize::from(side.way)];
        let (to, way) = ((side.from.0 + dx, side.from.1 + dy), side.way);
        let begin = sides.partition_point(|other| other.from < to);
        // At a corner where two squares touch, turning right keeps to the own square.
        let here = sides.iter().enumerate().skip(begin).take_while(|(_, other)| other.from == to);
        at = here.filter(|(_, other)| !other.used).min_by_key(|(_, other)| (way + 5 - other.way) % 4).map(|(at, _)| at);
    }
    corners
}

/// Only the corners at which a loop turns.
pub(crate) fn turns(corners: &[Corner]) -> Vec<Corner> {
    let count = corners.len();
    let mut turns = Vec::new();
    for at in 0..count {
        let (before, here, after) = (corners[(at + count - 1) % count], corners[at], corners[(at + 1) % count]);
        if (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1) {
            turns.push(here);
        }
    }
    turns
}

/// The outline with round corners as the `d` of a path, drawn in by `inset` (out, where it is negative).
#[must_use]
pub fn rounded(squares: &[Square], radius: f32, inset: f32) -> String {
    rounded_of(squares.iter().copied().map(cell).collect(), radius, inset)
}

pub(crate) fn rounded_of(cells: Vec<Cell>, radius: f32, inset: f32) -> String {
    let mut pen = Pen::new();
    for corners in loops_of(cells) {
        let turns = turns(&corners);
        let count = turns.len();
        for at in 0..count {
            let (before, here, after) = (turns[(at + count - 1) % count], turns[at], turns[(at + 1) % count]);
            let into = ((here.0 - before.0).signum() as f32, (here.1 - before.1).signum() as f32);
            let out = ((after.0 - here.0).signum() as f32, (after.1 - here.1).signum() as f32);
            let x = here.0 as f32 * U - (into.1 + out.1) * inset;
            let y = here.1 as f32 * U + (into.0 + out.0) * inset;
            let arrive = (x - into.0 * radius, y - into.1 * radius);
            if at == 0 {
                pen.go(arrive);
            } else {
                pen.line(arrive);
            }
            pen.bend((x, y), (x + out.0 * radius, y + out.1 * radius));
        }
        pen.close();
    }
    pen.done()
}

/// How a natural outline is shaken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shake {
    /// How far points may be off, in squares.
    pub by: f32,
    /// How far the outline is moved outwards, in squares.
    pub grow: f32,
    /// Which of many outlines it is.
    pub seed: i32,
}

/// A box of cells: left, upper, right and lower end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
    /// How far points on the rim are moved out, in squares.
    pub(crate) far: f32,
}

impl Frame {
    /// A point on the rim goes far out, so that what reaches the rim goes on beyond it.
    fn stretch(self, (x, y): At) -> Option<At> {
        let off = |n: f32, low: i32, high: i32| {
            if n <= low as f32 {
                -self.far
            } else if n >= high as f32 {
                self.far
            } else {
                0.0
            }
        };
        let (dx, dy) = (off(x, self.left, self.right), off(y, self.top, self.bottom));
        (dx != 0.0 || dy != 0.0).then_some((x + dx, y + dy))
    }
}

/// The outline as nature would draw it, as the `d` of a path: corners cut, points shaken by a hash of their place.
#[must_use]
pub fn organic(squares: &[Square], shake: Shake) -> String {
    organic_of(squares.iter().copied().map(cell).collect(), shake, None)
}

pub(crate) fn organic_of(cells: Vec<Cell>, shake: Shake, frame: Option<Frame>) -> String {
    let mut pen = Pen::new();
    for corners in loops_of(cells) {
        let count = corners.len();
        let points: Vec<At> = (0..count)
            .map(|at| {
                let (a, b) = (corners[at], corners[(at + 1) % count]);
                let half = ((a.0 + b.0) as f32 / 2.0, (a.1 + b.1) as f32 / 2.0);
                let shaken = || {
                    let off = (chance([a.0 + b.0, a.1 + b.1, shake.seed]) - 0.5) * 2.0 * shake.by + shake.grow;
                    (half.0 + (b.1 - a.1) as f32 * off, half.1 - (b.0 - a.0) as f32 * off)
                };
                let (x, y) = frame.and_then(|frame| frame.stretch(half)).unwrap_or_else(shaken);
                (x * U, y * U)
            })
            .collect();
        smooth(&mut pen, &points);
    }
    pen.done()
}

/// A closed curve that is pulled by each of these points in turn.
fn smooth(pen: &mut Pen, points: &[At]) {
    let half = |a: At, b: At| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    pen.go(half(*last, *first));
    for (at, point) in points.iter().enumerate() {
        let next = points.get(at + 1).unwrap_or(first);
        pen.bend(*point, half(*point, *next));
    }
    pen.close();
}
