//! Water with bank, foam and ripples, and the deep.

use quintain_field::Edge;

use super::canvas::Canvas;
use super::land::Land;
use super::look::Look;
use super::rooms::Walls;
use super::scene::Base;
use crate::chance::{between, chance, spot};
use crate::edges::side;
use crate::outline::{self, Cell, Shake};
use crate::paper::U;
use crate::pen::{At, Pen};

const SHAKE: Shake = Shake { by: 0.14, grow: 0.0, seed: 3 };

/// The water of the cells for which `on` says true.
pub(super) fn draw(land: &Land, walls: &Walls, decks: &[Cell], on: &dyn Fn(Cell) -> bool, canvas: &mut Canvas) {
    let sea = deep_all_round(land);
    let deck = |cell: &Cell| decks.binary_search(cell).is_ok();
    let beside =
        |(x, y): Cell, like: &dyn Fn(Cell) -> bool| (-1..=1).any(|dx| (-1..=1).any(|dy| like((x + dx, y + dy))));
    let over = |cell: &Cell| walls.built.binary_search(cell).is_ok() || land.look(*cell) == Look::Boards;
    // Water runs on below decks and bridges and up to the foot of walls; a deck at the rim does not go on beyond it.
    let under = |cell: Cell, like: &dyn Fn(Cell) -> bool| {
        (sea && deck(&outline::cell(land.square(cell)))) || (over(&cell) && beside(cell, like))
    };
    let deep_look = |cell: Cell| on(cell) && land.look(cell) == Look::Deep;
    let wet_look = |cell: Cell| on(cell) && matches!(land.look(cell), Look::Water | Look::Deep);
    let deep = |cell: Cell| deep_look(cell) || under(cell, &deep_look);
    let wet = |cell: Cell| wet_look(cell) || under(cell, &wet_look);
    if !land.cells().any(wet) {
        return;
    }
    let grown = |grow: f32| land.outline(Shake { grow, ..SHAKE }, wet);
    canvas.add("bank", grown(0.1));
    canvas.add("water", grown(0.0));
    canvas.add("deep", land.outline(SHAKE, deep));
    let heart = |(x, y): Cell| (-1..=1).all(|dx| (-1..=1).all(|dy| deep((x + dx, y + dy))));
    canvas.add("deep2", land.outline(Shake { by: 0.2, grow: -0.05, seed: 5 }, heart));
    canvas.add("foam", grown(-0.09));
    canvas.ink("ripple", ripples(land, wet));
    if land.scene.base == Base::Marsh {
        reeds(land, wet, canvas);
    }
}

/// Streams along sides that have to be swum; at the rim of the map they go on.
pub(super) fn streams(land: &Land, canvas: &mut Canvas) {
    let (mut bed, mut waves) = (Pen::new(), Pen::new());
    let (right, top) = (land.columns as f32 * U, -land.rows as f32 * U);
    let beyond = |(x, y): At| {
        let far = |n: f32, low: f32, high: f32| {
            if n <= low {
                n - 3000.0
            } else if n >= high {
                n + 3000.0
            } else {
                n
            }
        };
        (far(x, 0.0, right), far(y, top, 0.0))
    };
    for (a, b, edge) in land.map.edges() {
        let Edge::Swim(_) = edge else { continue };
        let (from, to) = side(a, b);
        bed.go(beyond(from)).line(beyond(to));
        for slot in 0..3 {
            let share = (slot as f32 + 0.3) / 3.0;
            let off = between(-11.0, -5.0, [a.x.into(), a.y.into(), slot, 9]);
            let at = (from.0 + (to.0 - from.0) * share + off, from.1 + (to.1 - from.1) * share);
            waves
                .go(at)
                .bend((at.0 + 4.0, at.1 - 4.0), (at.0 + 8.0, at.1))
                .bend((at.0 + 12.0, at.1 + 4.0), (at.0 + 16.0, at.1));
        }
    }
    let d = bed.done();
    for class in ["brook0", "brook1", "brook2"] {
        canvas.add(class, d.clone());
    }
    canvas.ink("ripple", waves);
}

/// Whether the deep is what most of the map is.
pub(super) fn deep_all_round(land: &Land) -> bool {
    land.cells().filter(|cell| land.look(*cell) == Look::Deep).count() * 3 > (land.columns * land.rows) as usize
}

fn ripples(land: &Land, wet: impl Fn(Cell) -> bool) -> Pen {
    let mut pen = Pen::new();
    for (x, y) in land.wide_cells().filter(|cell| wet(*cell)) {
        for slot in 0..2 {
            if chance([x, y, slot, 3]) < 0.55 * land.detail {
                let at = spot((x, y), 0.12, slot, 5);
                pen.go(at).bend((at.0 + 6.0, at.1 - 5.0), (at.0 + 12.0, at.1));
                pen.bend((at.0 + 18.0, at.1 + 5.0), (at.0 + 24.0, at.1));
            }
        }
    }
    pen
}

/// Reeds along the bank, and leaves that float.
fn reeds(land: &Land, wet: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    let (mut stalks, mut leaves) = (Pen::new(), Pen::new());
    for (x, y) in land.wide_cells().filter(|cell| wet(*cell)) {
        let dry = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter(|(dx, dy)| !wet((x + dx, y + dy)));
        for (side, (dx, dy)) in dry.enumerate() {
            for slot in 0..4 {
                let key = side as i32 * 4 + slot;
                let (across, off) = (between(-0.45, 0.45, [x, y, key, 1]), between(0.3, 0.46, [x, y, key, 2]));
                let px = (x as f32 + 0.5 + dx as f32 * off + dy as f32 * across) * U;
                let py = (y as f32 + 0.5 + dy as f32 * off + dx as f32 * across) * U;
                let lean = between(-3.0, 3.0, [x, y, key, 3]);
                stalks.go((px, py)).line((px + lean, py - between(10.0, 18.0, [x, y, key, 4])));
            }
        }
        if chance([x, y, 77]) < 0.25 {
            let at = spot((x, y), 0.2, 0, 78);
            leaves.ellipse(at, 7.0, 5.0);
        }
    }
    canvas.ink("pad", leaves);
    canvas.ink("reed", stalks);
}
