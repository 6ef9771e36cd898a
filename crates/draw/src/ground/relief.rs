//! Heights as plateaus: a shadow, a face for the drop, the top and its lit rim. Grown rock is drawn the same way.

use super::canvas::Canvas;
use super::floor;
use super::land::Land;
use super::look::Look;
use crate::chance::{between, chance, spot};
use crate::outline::{Cell, Shake, rounded_of};
use crate::pen::{Pen, moved};

/// The classes of tops by whole metres from 3 below to 9 above.
const TOPS: [&str; 13] = ["h-3", "h-2", "h-1", "h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9"];

/// The class of ground at a level in tenths of a metre.
pub(super) fn top(level: i32) -> &'static str {
    let metres = (level as f32 / 10.0).round() as i32;
    usize::try_from(metres.clamp(-3, 9) + 3).ok().and_then(|at| TOPS.get(at)).copied().unwrap_or("h0")
}

/// All levels of the map in tenths of a metre, the lowest first.
pub(super) fn levels(land: &Land) -> Vec<i32> {
    let mut levels: Vec<i32> = land.cells().map(|cell| land.level(cell)).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// One plateau: everything that is at least this high. Hewn ones are straight and paved.
pub(super) fn plateau(land: &Land, level: i32, hewn: bool, canvas: &mut Canvas) {
    let high = |cell: Cell| land.level(cell) >= level;
    let d = if hewn {
        rounded_of(land.cells().filter(|cell| high(*cell)).collect(), 5.0, 0.0)
    } else {
        land.outline(Shake { by: 0.13, grow: 0.0, seed: 7 }, high)
    };
    let drop = usual_drop(land, level);
    let deep = (drop as f32 * 0.6).clamp(5.0, 18.0);
    canvas.add("sh", moved(&d, (deep * 0.75, deep * 1.4)));
    canvas.add("cl", moved(&d, (deep * 0.38, deep)));
    if drop > 10 {
        canvas.add("cl2", moved(&d, (deep * 0.2, deep * 0.5)));
    }
    if hewn {
        floor::flags(&land.cells().filter(|cell| high(*cell)).collect::<Vec<_>>(), canvas);
    } else {
        canvas.add(top(level), d.clone());
    }
    canvas.add("rim", d);
}

/// How far the ground falls at most places along the rim of a plateau, in tenths of a metre.
fn usual_drop(land: &Land, level: i32) -> i32 {
    let mut drops: Vec<i32> = Vec::new();
    for (x, y) in land.cells().filter(|cell| land.level(*cell) >= level) {
        for beside in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
            let other = land.level(beside);
            if other < level {
                drops.push(level - other);
            }
        }
    }
    drops.sort_unstable();
    drops.get(drops.len() / 2).copied().unwrap_or(10)
}

/// Grown rock that nobody walks through.
pub(super) fn rock(land: &Land, solid: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    if !land.cells().any(&solid) {
        return;
    }
    let grown = |grow: f32, seed: i32| land.outline(Shake { by: 0.14, grow, seed }, &solid);
    let d = grown(0.04, 17);
    canvas.add("sh", moved(&d, (8.0, 20.0)));
    canvas.add("rk0", moved(&d, (3.0, 15.0)));
    canvas.add("rk1", moved(&d, (2.0, 8.0)));
    canvas.add("rk2", d.clone());
    canvas.add("rkrim", d);
    canvas.add("rk3", moved(&grown(-0.2, 19), (-2.0, -5.0)));
    let inner = |(x, y): Cell| (-1..=1).all(|dx| (-1..=1).all(|dy| solid((x + dx, y + dy))));
    canvas.add("rk4", moved(&land.outline(Shake { by: 0.2, grow: 0.12, seed: 23 }, inner), (-3.0, -9.0)));
    canvas.ink("crack", cracks(land, solid));
}

/// Cracks that branch this way or that.
fn cracks(land: &Land, solid: impl Fn(Cell) -> bool) -> Pen {
    let mut pen = Pen::new();
    for (x, y) in land.wide_cells().filter(|cell| solid(*cell)) {
        if chance([x, y, 61]) >= 0.3 * land.detail {
            continue;
        }
        let mut at = spot((x, y), 0.25, 0, 62);
        let mut turn = between(0.2, 2.9, [x, y, 64]);
        pen.go(at);
        for step in 0..3 {
            turn += between(-0.9, 0.9, [x, y, step, 65]);
            let long = between(5.0, 12.0, [x, y, step, 66]);
            at = (at.0 + turn.cos() * long, at.1 + turn.sin() * long);
            pen.line(at);
        }
    }
    pen
}

/// Where the number of a height stands: once for each field of one level, and again in large ones.
pub(super) fn numbers(land: &Land) -> Vec<(Cell, i32)> {
    const APART: i32 = 8;
    let base = most_common(land);
    let mut numbers: Vec<(Cell, i32)> = Vec::new();
    for (x, y) in land.cells() {
        let level = land.level((x, y));
        let near = |((ox, oy), other): &(Cell, i32)| *other == level && (x - ox).abs().max((y - oy).abs()) <= APART;
        let plain = |cell: Cell| !land.holds(cell) || land.level(cell) == level;
        if level == base || land.look((x, y)) == Look::Wall || numbers.iter().any(near) {
            continue;
        }
        // Off the rim of a plateau, if it is wide enough, the figures are easier to read.
        let spots = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), (x + 2, y + 1)];
        let clear =
            |&(x, y): &Cell| land.holds((x, y)) && [(x, y), (x - 1, y), (x, y - 1), (x, y + 1)].into_iter().all(plain);
        numbers.push((spots.into_iter().find(clear).unwrap_or((x, y)), level));
    }
    numbers
}

/// The level that most squares have; 0 where it is not rare.
fn most_common(land: &Land) -> i32 {
    let mut all: Vec<i32> = land.cells().map(|cell| land.level(cell)).collect();
    all.sort_unstable();
    let weight = |run: &&[i32]| run.len() * if run.first() == Some(&0) { 4 } else { 1 };
    all.chunk_by(|a, b| a == b).max_by_key(weight).and_then(|run| run.first()).copied().unwrap_or(0)
}
