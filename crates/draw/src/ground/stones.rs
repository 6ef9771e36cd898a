//! Stones: boulders, scree, pebbles.

use super::canvas::Canvas;
use super::land::Land;
use super::lump::Lump;
use crate::chance::{between, chance, spot};
use crate::outline::Cell;
use crate::pen::{At, Pen};

/// Boulders, lit from above.
pub(super) fn boulders(all: &[Lump], canvas: &mut Canvas) {
    let rim = |(x, y): At, size: f32, seed: i32| {
        (0..9).map(move |step| {
            let turn = step as f32 / 9.0 * std::f32::consts::TAU;
            let own = size * between(0.82, 1.12, [seed, step, 7]);
            (x + turn.cos() * own, y + turn.sin() * own * 0.86)
        })
    };
    let (mut shadow, mut body, mut side, mut top) = (Pen::new(), Pen::new(), Pen::new(), Pen::new());
    for &Lump { at: (x, y), size, seed } in all {
        shadow.shape(rim((x + 4.0, y + 7.0), size * 1.03, seed));
        body.shape(rim((x, y), size, seed));
        let inward = |share: f32, up: f32| {
            rim((x, y), size, seed)
                .map(move |(px, py)| ((px - x) * share + x - size * up * 0.6, (py - y) * share * 0.95 + y - size * up))
        };
        side.shape(inward(0.84, 0.1));
        top.shape(inward(0.6, 0.24));
    }
    canvas.ink("sh", shadow);
    canvas.ink("rock", body);
    canvas.ink("rockmid", side);
    canvas.ink("rocktop", top);
}

/// Loose stones on a cell.
pub(super) fn scree(cells: &[Cell], each: i32, canvas: &mut Canvas) {
    let (mut shade, mut stones, mut lit) = (Pen::new(), Pen::new(), Pen::new());
    for &(x, y) in cells {
        for slot in 0..each {
            let at = spot((x, y), 0.1, slot, 1);
            let size = between(2.4, 7.4, [x, y, slot, 3]);
            shade.ellipse((at.0 + 1.0, at.1 + 2.0), size + 1.0, size * 0.72 + 1.0);
            stones.ellipse(at, size, size * 0.72);
            if size > 4.2 {
                lit.ellipse((at.0 - 1.0, at.1 - 1.0), size * 0.55, size * 0.4);
            }
        }
    }
    canvas.ink("sh", shade);
    canvas.ink("peb", stones);
    canvas.ink("peb2", lit);
}

/// A few pebbles here and there.
pub(super) fn pebbles(land: &Land, thick: f32, bare: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    let mut pen = Pen::new();
    for (x, y) in land.wide_cells().filter(|cell| !bare(*cell)) {
        for slot in 0..3 {
            if chance([x, y, slot, 51]) < thick * land.detail {
                let at = spot((x, y), 0.0, slot, 52);
                let size = between(1.4, 3.4, [x, y, slot, 54]);
                pen.ellipse(at, size, size * 0.75);
            }
        }
    }
    canvas.ink("speck", pen);
}
