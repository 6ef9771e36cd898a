//! A road through the map, from the left to the right, round what stands in the way.

use super::canvas::Canvas;
use super::land::Land;
use super::look::Look;
use crate::chance::between;
use crate::paper::U;
use crate::pen::{At, Pen};

pub(super) fn draw(land: &Land, canvas: &mut Canvas) {
    let rows = course(land);
    let points: Vec<At> = rows
        .iter()
        .enumerate()
        .map(|(x, y)| {
            let x = x as i32;
            ((x as f32 + 0.5) * U, (*y as f32 + 0.5 + between(-0.12, 0.12, [x, *y, 15])) * U)
        })
        .collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let mut pen = Pen::new();
    pen.go((-3000.0, first.1)).line((first.0 - U, first.1));
    for pair in points.windows(2) {
        if let [a, b] = pair {
            pen.bend(*a, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0));
        }
    }
    pen.bend(*last, (last.0 + U, last.1)).line((last.0 + 3000.0, last.1));
    let d = pen.done();
    canvas.add("road0", d.clone());
    canvas.add("road1", d);
    canvas.ink("rut", ruts(land, &rows));
}

fn ruts(land: &Land, rows: &[i32]) -> Pen {
    let mut pen = Pen::new();
    for x in -land.room..land.columns + land.room {
        let Some(y) = usize::try_from(x.clamp(0, land.columns - 1)).ok().and_then(|at| rows.get(at)) else { continue };
        for slot in 0..2 {
            let at = (
                (x as f32 + between(0.0, 0.6, [x, slot, 77])) * U,
                (*y as f32 + between(0.1, 0.45, [x, slot, 78]) + 0.45 * slot as f32) * U,
            );
            let long = between(16.0, 40.0, [x, slot, 79]);
            pen.go(at).bend((at.0 + long / 2.0, at.1 - 4.0), (at.0 + long, at.1));
        }
    }
    pen
}

/// The row of the road in each column: the cheapest way across.
fn course(land: &Land) -> Vec<i32> {
    let rows: Vec<i32> = (-land.rows..0).collect();
    let middle = -land.rows as f32 / 2.0;
    let cost = |x: i32, y: i32| {
        let stands = |y: i32| match land.look((x, y)) {
            Look::Plain | Look::Road => 0.0,
            Look::Rough | Look::Heavy => 2.0,
            _ => 6.0,
        };
        let exit = if land.map.is_exit(land.square((x, y))) { -6.0 } else { 0.0 };
        stands(y) + 0.4 * (stands(y - 1) + stands(y + 1)) + (y as f32 + 0.5 - middle).abs() * 0.15 + exit
    };
    // For each column the cheapest sum up to each row, and from which row it came.
    let mut sums: Vec<f32> = rows.iter().map(|y| cost(0, *y)).collect();
    let mut from: Vec<Vec<usize>> = Vec::new();
    for x in 1..land.columns {
        let best: Vec<(usize, f32)> = (0..rows.len())
            .map(|to| {
                let near = to.saturating_sub(1)..(to + 2).min(rows.len());
                let turn = |row: usize| sums[row] + if row == to { 0.0 } else { 1.2 };
                let row = near.min_by(|a, b| turn(*a).total_cmp(&turn(*b))).unwrap_or(to);
                (row, turn(row))
            })
            .collect();
        sums = best.iter().zip(&rows).map(|((_, sum), y)| sum + cost(x, *y)).collect();
        from.push(best.into_iter().map(|(row, _)| row).collect());
    }
    let mut row = (0..rows.len()).min_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap_or(0);
    let mut course = vec![rows[row]];
    for column in from.iter().rev() {
        row = column[row];
        course.push(rows[row]);
    }
    course.reverse();
    course
}
