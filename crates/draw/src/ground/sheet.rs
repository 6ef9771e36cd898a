//! What makes a map of the land: grid, letters and numbers, heights in figures, exits, the frame.

use maud::{Markup, html};
use quintain_field::{Height, Square};

use super::canvas::Canvas;
use super::land::Land;
use super::look::Shade;
use super::rooms::parts;
use super::{relief, walls};
use crate::outline::{self, Cell};
use crate::paper::{Paper, U, UNIT};
use crate::pen::Pen;

/// Small crosses at the corners of squares.
pub(super) fn grid(paper: Paper) -> Markup {
    let mut pen = Pen::new();
    for y in -paper.rows..=0 {
        for x in 0..=paper.columns {
            let (x, y) = (x as f32 * U, y as f32 * U);
            pen.go((x - 6.0, y)).line((x + 6.0, y)).go((x, y - 6.0)).line((x, y + 6.0));
        }
    }
    html! { path .gridl d=(pen.done()) {} }
}

/// Letters below, numbers at the left.
pub(super) fn coordinates(paper: Paper) -> Markup {
    html! {
        g .coord {
            @for x in 0..paper.columns { text x=(x * UNIT + UNIT / 2) y="21" { (column(x)) } }
            @for y in 0..paper.rows { text x="-15" y=(-y * UNIT - UNIT / 2 + 5) { (y + 1) } }
        }
    }
}

/// The letters of a column, as squares are named.
fn column(x: i32) -> String {
    let name = Square::new(i16::try_from(x).unwrap_or(0), 0).to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

/// Sunlight, darkness beyond the map, and the line between.
pub(super) fn frame(paper: Paper) -> Markup {
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    html! {
        radialGradient #sun cx=".42" cy=".36" r=".8" {
            stop .u0 offset="0" {}
            stop .u1 offset=".6" {}
            stop .u2 offset="1" {}
        }
        rect y=(-height) width=(width) height=(height) fill="url(#sun)" {}
        path .void fill-rule="evenodd" d=(format!("M-9000-40000h60000v80000h-60000zM0 0h{width}v{}h{}z", -height, -width)) {}
        rect .frame y=(-height) width=(width) height=(height) rx="3" {}
    }
}

/// The walls of a hall on the rim, and the light that falls in where they are open.
pub(super) fn hall(land: &Land, paper: Paper, doorways: &[Square]) -> Markup {
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    let mut walls = Canvas::default();
    walls::rim(land, doorways, &mut walls);
    html! {
        @if land.cells().any(|cell| land.shade(cell) != Shade::None) {
            radialGradient #gate { stop .l0 offset="0" {} stop .l1 offset="1" {} }
            svg y=(-height) width=(width) height=(height) viewBox=(format!("0 {} {width} {height}", -height)) {
                @for gate in parts(doorways.iter().copied().map(outline::cell).collect(), false) {
                    @let (x, y) = outer(land, &gate);
                    circle cx=(x) cy=(y) r=(U * 3.4) fill="url(#gate)" {}
                }
            }
        }
        (walls.markup())
    }
}

/// The middle of a doorway, on the rim.
fn outer(land: &Land, gate: &[Cell]) -> (i32, i32) {
    let sum = |pick: fn(&Cell) -> i32| {
        gate.iter().map(pick).sum::<i32>() * UNIT / i32::try_from(gate.len().max(1)).unwrap_or(1)
    };
    let (x, y) = (sum(|cell| cell.0) + UNIT / 2, sum(|cell| cell.1) + UNIT / 2);
    let ((dx, dy), half) = (outward(land, gate.first().copied().unwrap_or_default()), UNIT / 2);
    (x + dx as i32 * half, y + dy as i32 * half)
}

/// Chevrons where one may leave, pointing out.
pub(super) fn exits(land: &Land) -> Markup {
    let mut pen = Pen::new();
    for (x, y) in land.cells().filter(|cell| land.map.is_exit(land.square(*cell))) {
        let (dx, dy) = outward(land, (x, y));
        let (cx, cy) = ((x as f32 + 0.5) * U, (y as f32 + 0.5) * U);
        for along in [-10.0, 3.0] {
            let point = |forth: f32, across: f32| {
                (cx + dx * (along + forth) - dy * across, cy + dy * (along + forth) + dx * across)
            };
            pen.go(point(0.0, -11.0)).line(point(11.0, 0.0)).line(point(0.0, 11.0));
        }
    }
    html! { @if !pen.is_empty() { path .exit d=(pen.done()) {} } }
}

/// The way to the nearest side of the map; from a corner, away from the next exit beside it.
fn outward(land: &Land, (x, y): Cell) -> (f32, f32) {
    let exit = |x: i32, y: i32| land.holds((x, y)) && land.map.is_exit(land.square((x, y)));
    let column = exit(x, y - 1) || exit(x, y + 1);
    let row = exit(x - 1, y) || exit(x + 1, y);
    let bias = if row && !column { 1 } else { 0 };
    let sides = [
        (x + bias, (-1.0, 0.0)),
        (land.columns - 1 - x + bias, (1.0, 0.0)),
        (y + land.rows, (0.0, -1.0)),
        (-1 - y, (0.0, 1.0)),
    ];
    sides.into_iter().min_by_key(|(far, _)| *far).map_or((1.0, 0.0), |(_, way)| way)
}

/// Heights in figures.
pub(super) fn heights(land: &Land) -> Markup {
    let numbers = relief::numbers(land);
    html! {
        @if !numbers.is_empty() {
            g .hm {
                @for ((x, y), level) in numbers {
                    text x=(x * UNIT + 6) y=(y * UNIT + 18) { (Height::from_tenths(i16::try_from(level).unwrap_or(0))) }
                }
            }
        }
    }
}
