//! What grows: tufts of grass, bushes and trees.

use super::canvas::Canvas;
use super::land::Land;
use super::lump::Lump;
use crate::chance::{between, chance, spot};
use crate::outline::{Cell, Shake};
use crate::pen::{At, Pen};

/// Patches of lighter and darker ground.
pub(super) fn patches(land: &Land, canvas: &mut Canvas) {
    for (class, seed) in [("g1", 41), ("g2", 43)] {
        let cloud =
            |(x, y): Cell| land.level((x, y)) >= 0 && smooth_chance(x, y, seed) + 0.3 * chance([x, y, seed, 1]) > 0.8;
        canvas.add(class, land.outline(Shake { by: 0.3, grow: -0.08, seed }, cloud));
    }
}

/// Chance that changes slowly from square to square.
fn smooth_chance(x: i32, y: i32, seed: i32) -> f32 {
    const STEP: i32 = 3;
    let (cx, cy) = (x.div_euclid(STEP), y.div_euclid(STEP));
    let (fx, fy) = (x.rem_euclid(STEP) as f32 / STEP as f32, y.rem_euclid(STEP) as f32 / STEP as f32);
    let at = |dx: i32, dy: i32| chance([cx + dx, cy + dy, seed]);
    let row = |dy: i32| at(0, dy) * (1.0 - fx) + at(1, dy) * fx;
    row(0) * (1.0 - fy) + row(1) * fy
}

/// Tufts of grass on these cells.
pub(super) fn tufts(land: &Land, thick: f32, bare: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    let mut pens = [Pen::new(), Pen::new()];
    for (x, y) in land.wide_cells().filter(|cell| !bare(*cell)) {
        for slot in 0..2 {
            if chance([x, y, slot, 5]) >= thick * land.detail {
                continue;
            }
            let at = spot((x, y), 0.0, slot, 11);
            let tall = if chance([x, y, slot, 13]) < 0.5 { 0.8 } else { 1.1 };
            let Some(pen) = pens.get_mut(usize::from(chance([x, y, slot, 14]) < 0.5)) else { continue };
            for (from, lean, up) in [(0.0, -3.0, 7.0), (2.0, 0.0, 9.0), (4.0, 3.0, 7.0)] {
                pen.go((at.0 + from, at.1)).line((at.0 + from + lean, at.1 - up * tall));
            }
        }
    }
    let [dark, light] = pens;
    canvas.ink("tuft", dark);
    canvas.ink("tuft2", light);
}

/// Flowers in small families.
pub(super) fn flowers(land: &Land, bare: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    let mut pens = [Pen::new(), Pen::new()];
    for (x, y) in land.wide_cells().filter(|cell| !bare(*cell) && chance([cell.0, cell.1, 15]) < 0.09 * land.detail) {
        let pen = &mut pens[usize::from(chance([x, y, 16]) < 0.5)];
        for slot in 0..4 {
            let at = spot((x, y), 0.15, slot, 17);
            pen.ellipse(at, 2.0, 2.0).ellipse((at.0 + 6.0, at.1 - 3.0), 2.0, 2.0);
        }
    }
    let [pale, warm] = pens;
    canvas.ink("fw0", pale);
    canvas.ink("fw1", warm);
}

/// How many crowns of one size there are.
const CROWNS: i32 = 6;

/// Bushes or crowns of trees. Sizes come in steps and places are whole, so that most
/// crowns are the same text, which packs well.
pub(super) fn crowns(all: &[Lump], canvas: &mut Canvas) {
    let all: Vec<Lump> = all
        .iter()
        .map(|Lump { at: (x, y), size, seed }| Lump {
            at: (x.round(), y.round()),
            size: (size / 3.0).round() * 3.0,
            seed: seed.rem_euclid(CROWNS),
        })
        .collect();
    let mut shadow = Pen::new();
    for Lump { at: (x, y), size, .. } in &all {
        shadow.ellipse((x + size * 0.13, y + size * 0.24), size * 0.98, size * 0.84);
    }
    canvas.ink("sh", shadow);
    for (layer, (class, share)) in (0_u8..).zip([("bush", 1.0), ("bush2", 0.74), ("bush3", 0.42)]) {
        let mut pen = Pen::new();
        let inward = f32::from(layer);
        for Lump { at: (x, y), size, seed } in &all {
            let centre = (x - (size * 0.1 * inward).round(), y - (size * 0.13 * inward).round());
            leafy(&mut pen, centre, size * share, [*seed, layer.into()]);
        }
        canvas.ink(class, pen);
    }
}

/// A closed line of bulges.
fn leafy(pen: &mut Pen, centre: At, size: f32, key: [i32; 2]) {
    let bulges = if size < 9.0 { 6 } else { 9 };
    let start = chance([key[0], key[1], 99]) * 2.0;
    let at = |step: f32, share: f32| {
        let turn = step / bulges as f32 * std::f32::consts::TAU + start;
        let own = between(0.86, 1.08, [key[0], step as i32 % bulges, key[1]]);
        (centre.0 + turn.cos() * size * own * share, centre.1 + turn.sin() * size * own * share)
    };
    pen.go(at(0.0, 1.0));
    for step in 0..bulges {
        let to = if step + 1 == bulges { at(0.0, 1.0) } else { at((step + 1) as f32, 1.0) };
        pen.bend(at(step as f32 + 0.5, 1.22), to);
    }
    pen.close();
}
