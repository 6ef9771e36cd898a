//! Built walls that fill squares, seen from above with the face that looks south; and walls along the rim of a hall.

use quintain_field::Square;

use super::canvas::Canvas;
use super::land::Land;
use crate::chance::between;
use crate::outline::{Cell, cell, rounded_of};
use crate::paper::U;
use crate::pen::{Pen, moved};

/// How tall the face of a wall is drawn.
const FACE: f32 = 13.0;

pub(super) fn built(cells: &[Cell], canvas: &mut Canvas) {
    if cells.is_empty() {
        return;
    }
    let d = rounded_of(cells.to_vec(), 3.0, 0.0);
    canvas.add("sh", moved(&d, (7.0, FACE + 8.0)));
    canvas.add("wf", moved(&d, (0.0, FACE)));
    canvas.ink("wj", face_joints(cells));
    canvas.add("wt", d.clone());
    canvas.ink("wtj", top_joints(cells));
    canvas.add("wrim", d);
}

fn face_joints(cells: &[Cell]) -> Pen {
    let mut pen = Pen::new();
    for &(x, y) in cells.iter().filter(|(x, y)| cells.binary_search(&(*x, y + 1)).is_err()) {
        let (left, top) = (x as f32 * U, (y + 1) as f32 * U);
        pen.go((left, top + FACE / 2.0)).line((left + U, top + FACE / 2.0));
        for slot in 0..3 {
            let at = left + (slot as f32 + between(0.2, 0.8, [x, y, slot, 71])) * U / 3.0;
            let half = if slot % 2 == 0 { 0.0 } else { FACE / 2.0 };
            pen.go((at, top + half)).line((at, top + half + FACE / 2.0));
        }
    }
    pen
}

/// Blocks on the crest of a wall: a joint across each, now here, now there.
fn top_joints(cells: &[Cell]) -> Pen {
    let has = |x: i32, y: i32| cells.binary_search(&(x, y)).is_ok();
    let mut pen = Pen::new();
    for &(x, y) in cells {
        let (left, top) = (x as f32 * U, y as f32 * U);
        let along = has(x - 1, y) || has(x + 1, y);
        for slot in 0..2 {
            let share = (slot as f32 + between(0.15, 0.75, [x, y, slot, 72])) / 2.0;
            if along {
                pen.go((left + share * U, top + 9.0)).line((left + share * U, top + U - 9.0));
            } else {
                pen.go((left + 9.0, top + share * U)).line((left + U - 9.0, top + share * U));
            }
        }
    }
    pen
}

/// The walls of a hall along the rim of the map, open at its doorways.
pub(super) fn rim(land: &Land, doorways: &[Square], canvas: &mut Canvas) {
    let open: Vec<Cell> = doorways.iter().copied().map(cell).collect();
    let mut pen = Pen::new();
    let mut wall = |own: Cell, from: (i32, i32), to: (i32, i32)| {
        if !open.contains(&own) {
            let point = |(x, y): (i32, i32)| (x as f32 * U, y as f32 * U);
            pen.go(point(from)).line(point(to));
        }
    };
    for x in 0..land.columns {
        wall((x, -land.rows), (x, -land.rows), (x + 1, -land.rows));
        wall((x, -1), (x, 0), (x + 1, 0));
    }
    for y in -land.rows..0 {
        wall((0, y), (0, y), (0, y + 1));
        wall((land.columns - 1, y), (land.columns, y), (land.columns, y + 1));
    }
    let d = pen.done();
    canvas.add("wallsh", moved(&d, (4.0, 7.0)));
    canvas.add("wall0", d.clone());
    canvas.add("wall1", d);
}
