//! Floors: flagstones, boards, decks, cobbles.

use super::canvas::Canvas;
use crate::chance::{between, chance};
use crate::outline::{Cell, rounded_of};
use crate::paper::U;
use crate::pen::Pen;

/// Sorted cells as runs of a row: the row, where it begins, where it ends.
fn runs(cells: &[Cell]) -> Vec<(i32, i32, i32)> {
    let mut sorted: Vec<Cell> = cells.to_vec();
    sorted.sort_unstable_by_key(|&(x, y)| (y, x));
    let mut runs: Vec<(i32, i32, i32)> = Vec::new();
    for (x, y) in sorted {
        match runs.last_mut() {
            Some((row, _, end)) if *row == y && *end == x => *end += 1,
            _ => runs.push((y, x, x + 1)),
        }
    }
    runs
}

/// Flagstones in two courses a square, some lighter, some darker.
pub(super) fn flags(cells: &[Cell], canvas: &mut Canvas) {
    canvas.add("flag", rounded_of(cells.to_vec(), 0.0, 0.0));
    let courses = Courses { each: 2, shortest: 0.55, longest: 1.15, tinted: 0.2 };
    courses.lay(cells, ["fa", "fb", "joint"], canvas);
}

/// Boards, three to a square, running along rows.
pub(super) fn boards(cells: &[Cell], canvas: &mut Canvas) {
    canvas.add("plank", rounded_of(cells.to_vec(), 0.0, 0.0));
    let courses = Courses { each: 3, shortest: 2.2, longest: 4.4, tinted: 0.28 };
    courses.lay(cells, ["pa", "pb", "seam"], canvas);
}

/// A ship's deck with its hull in the water.
pub(super) fn deck(cells: &[Cell], canvas: &mut Canvas) {
    let hull = rounded_of(cells.to_vec(), 16.0, -9.0);
    canvas.add("wake", rounded_of(cells.to_vec(), 26.0, -17.0));
    canvas.add("sh", crate::pen::moved(&rounded_of(cells.to_vec(), 16.0, -10.0), (5.0, 12.0)));
    canvas.add("hull", hull);
    boards(cells, canvas);
}

/// Cobbles in small fields, here and there.
pub(super) fn cobbles(cells: impl Iterator<Item = Cell>, detail: f32, canvas: &mut Canvas) {
    let mut pens = [Pen::new(), Pen::new()];
    for (x, y) in cells.filter(|&(x, y)| chance([x, y, 91]) < 0.75 * detail) {
        let (left, top) = ((x as f32 + chance([x, y, 93]) * 0.5) * U, (y as f32 + chance([x, y, 94]) * 0.6) * U);
        for row in 0..3 {
            let mut px = left + between(-8.0, 10.0, [x, y, row, 97]);
            for stone in 0..4 {
                let key = row * 4 + stone;
                let (rx, ry) = (between(4.5, 8.5, [x, y, key, 95]), between(4.2, 6.2, [x, y, key, 98]));
                px += rx;
                if chance([x, y, key, 99]) < 0.62 {
                    let at = (px, top + row as f32 * 12.5 + between(-1.5, 1.5, [x, y, key, 92]));
                    let pen = &mut pens[usize::from(chance([x, y, key, 96]) < 0.5)];
                    pen.ellipse(at, rx, ry);
                }
                px += rx + 2.0;
            }
        }
    }
    let [dark, light] = pens;
    canvas.ink("cob", dark);
    canvas.ink("cob2", light);
}

/// Stones or boards in straight courses with uneven joints.
struct Courses {
    /// Courses a square.
    each: i32,
    /// The shortest piece, in squares.
    shortest: f32,
    longest: f32,
    /// The share of lighter ones, and again of darker ones.
    tinted: f32,
}

impl Courses {
    fn lay(&self, cells: &[Cell], [light, dark, joint]: [&'static str; 3], canvas: &mut Canvas) {
        let (mut lighter, mut darker, mut joints) = (Pen::new(), Pen::new(), Pen::new());
        let high = U / self.each as f32;
        for (y, from, to) in runs(cells) {
            for course in 0..self.each {
                let top = y as f32 * U + course as f32 * high;
                let (left, right) = (from as f32 * U, to as f32 * U);
                joints.go((left, top)).line((right, top));
                // Courses begin at the left end of the map, so that a wall in between breaks no pattern.
                let (mut x, mut piece) = (-chance([y, course, 81]) * self.longest * U, 0);
                while x < right {
                    let wide = between(self.shortest, self.longest, [y, course, piece, 82]) * U;
                    let (a, b) = (x.max(left), (x + wide).min(right));
                    if x > left {
                        joints.go((x, top)).line((x, top + high));
                    }
                    if b - a > 6.0 {
                        let tint = chance([y, course, piece, 83]);
                        let fill = |pen: &mut Pen| {
                            pen.go((a + 1.5, top + 1.5)).line((b - 1.5, top + 1.5)).line((b - 1.5, top + high - 1.5));
                            pen.line((a + 1.5, top + high - 1.5)).close();
                        };
                        match tint {
                            t if t < self.tinted => fill(&mut lighter),
                            t if t > 1.0 - self.tinted => fill(&mut darker),
                            _ => {}
                        }
                    }
                    x += wide;
                    piece += 1;
                }
            }
        }
        canvas.ink(light, lighter);
        canvas.ink(dark, darker);
        canvas.ink(joint, joints);
    }
}
