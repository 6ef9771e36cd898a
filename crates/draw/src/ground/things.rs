//! What stands about: tables, pillars, statues, crates; pits, fog, embers and other special ground.

use super::canvas::Canvas;
use super::rooms::parts;
use crate::chance::{between, chance, spot};
use crate::outline::{Cell, rounded_of};
use crate::paper::U;
use crate::pen::{At, Pen, moved};

fn centre((x, y): Cell) -> At {
    ((x as f32 + 0.5) * U, (y as f32 + 0.5) * U)
}

/// Tables: long ones along their squares, round ones with stools on single squares.
pub(super) fn tables(cells: Vec<Cell>, canvas: &mut Canvas) {
    let [mut shadow, mut stools, mut side, mut top, mut seams, mut plates] = [(); 6].map(|()| Pen::new());
    let mut long = Vec::new();
    for part in parts(cells, false) {
        let [one] = part.as_slice() else {
            long.extend(part);
            continue;
        };
        let (x, y) = centre(*one);
        for slot in 0..4 {
            let turn = (slot as f32 + between(-0.2, 0.2, [one.0, one.1, slot, 21])) * std::f32::consts::FRAC_PI_2 + 0.7;
            stools.ellipse((x + 25.0 * turn.cos(), y + 25.0 * turn.sin()), 6.5, 6.5);
        }
        shadow.ellipse((x + 4.0, y + 8.0), 22.0, 21.0);
        side.ellipse((x, y + 4.0), 20.0, 20.0);
        top.ellipse((x, y), 20.0, 20.0);
        seams.go((x - 17.0, y - 7.0)).line((x + 17.0, y - 7.0)).go((x - 18.0, y + 6.0)).line((x + 18.0, y + 6.0));
        plates.ellipse((x - 6.0, y - 1.0), 5.0, 4.5).ellipse((x + 8.0, y + 3.0), 4.0, 3.6);
    }
    canvas.ink("sh", shadow);
    if !long.is_empty() {
        let d = rounded_of(long.clone(), 6.0, 9.0);
        canvas.add("sh", moved(&d, (4.0, 9.0)));
        canvas.add("tb0", moved(&d, (0.0, 5.0)));
        canvas.add("tb1", d);
        long.sort_unstable();
        let has = |x: i32, y: i32| long.binary_search(&(x, y)).is_ok();
        for &(x, y) in &long {
            let end = |beside: i32| if has(beside, y) { 0.0 } else { 12.0 };
            let (left, right) = (x as f32 * U + end(x - 1), (x + 1) as f32 * U - end(x + 1));
            let middle = (y as f32 + 0.5) * U;
            seams
                .go((left, middle - 7.0))
                .line((right, middle - 7.0))
                .go((left, middle + 8.0))
                .line((right, middle + 8.0));
            let mug =
                (left + between(0.2, 0.8, [x, y, 22]) * (right - left), middle + between(-12.0, 12.0, [x, y, 23]));
            plates.ellipse(mug, 6.0, 5.5);
        }
    }
    canvas.ink("tb0", stools);
    canvas.ink("tb0", side);
    canvas.ink("tb1", top);
    canvas.ink("tb2", seams);
    canvas.ink("plate", plates);
}

/// Pillars, round on a square foot.
pub(super) fn pillars(cells: &[Cell], canvas: &mut Canvas) {
    let (mut shadow, mut foot, mut shaft, mut crown) = (Pen::new(), Pen::new(), Pen::new(), Pen::new());
    for cell in cells {
        let (x, y) = centre(*cell);
        shadow.ellipse((x + 7.0, y + 12.0), 25.0, 23.0);
        foot.shape([(x - 23.0, y - 23.0), (x + 23.0, y - 23.0), (x + 23.0, y + 23.0), (x - 23.0, y + 23.0)]);
        shaft.ellipse((x, y), 20.0, 20.0);
        crown.ellipse((x - 2.0, y - 4.0), 14.0, 14.0);
    }
    canvas.ink("sh", shadow);
    canvas.ink("st0", foot);
    canvas.ink("st1", shaft);
    canvas.ink("st2", crown);
}

/// Statues: a robed figure that lifts an arm, on a foot of stone.
pub(super) fn statues(cells: &[Cell], canvas: &mut Canvas) {
    let [mut shadow, mut foot, mut step, mut robe, mut lit] = [(); 5].map(|()| Pen::new());
    for cell in cells {
        let (x, y) = centre(*cell);
        let turned = if chance([cell.0, cell.1, 24]) < 0.5 { -1.0 } else { 1.0 };
        let at = |dx: f32, dy: f32| (x + dx * turned, y + dy);
        shadow.shape([at(-15.0, 22.0), at(14.0, 22.0), (x + 34.0, y - 4.0), (x + 26.0, y - 14.0), (x + 10.0, y)]);
        foot.shape([(x - 19.0, y + 14.0), (x + 19.0, y + 14.0), (x + 19.0, y + 25.0), (x - 19.0, y + 25.0)]);
        step.shape([(x - 16.0, y + 8.0), (x + 16.0, y + 8.0), (x + 19.0, y + 14.0), (x - 19.0, y + 14.0)]);
        robe.go(at(-10.0, 11.0)).bend(at(-10.0, -4.0), at(-6.0, -13.0)).line(at(4.0, -14.0)).line(at(15.0, -27.0));
        robe.line(at(18.0, -25.0)).line(at(8.0, -7.0)).bend(at(9.0, 2.0), at(11.0, 11.0)).close();
        robe.ellipse(at(-1.0, -20.0), 6.0, 7.0);
        lit.go(at(-7.0, 10.0))
            .bend(at(-7.0, -3.0), at(-4.0, -11.0))
            .line(at(0.0, -11.0))
            .bend(at(-2.0, 0.0), at(0.0, 10.0))
            .close();
        lit.ellipse(at(-2.0, -21.0), 3.5, 4.5);
    }
    canvas.ink("sh", shadow);
    canvas.ink("st0", foot);
    canvas.ink("st2", step);
    canvas.ink("st1", robe);
    canvas.ink("st3", lit);
}

/// Crates and barrels; more of them where they hide more.
pub(super) fn crates(cells: &[(Cell, u8)], canvas: &mut Canvas) {
    let (mut shadow, mut side, mut top, mut seams) = (Pen::new(), Pen::new(), Pen::new(), Pen::new());
    for &(cell, much) in cells {
        let (x, y) = centre(cell);
        let mut crate_at = |(x, y): At, half: f32| {
            let square =
                |(x, y): At| [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
            shadow.shape(square((x + 5.0, y + 9.0)));
            side.shape(square((x, y + 5.0)));
            top.shape(square((x, y)));
            seams.shape(square((x, y)).map(|(px, py)| (x + (px - x) * 0.72, y + (py - y) * 0.72)));
            seams.go((x - half * 0.72, y + half * 0.72)).line((x + half * 0.72, y - half * 0.72));
        };
        match much {
            1 => {}
            2 => crate_at((x - 5.0, y - 5.0), 19.0),
            _ => {
                crate_at((x - 12.0, y - 9.0), 16.0);
                crate_at((x + 15.0, y - 4.0), 13.0);
            }
        }
        let barrels: &[At] = if much == 1 { &[(-10.0, -4.0), (12.0, 6.0)] } else { &[(16.0, 18.0)] };
        for (dx, dy) in barrels {
            let at = (x + dx, y + dy);
            shadow.ellipse((at.0 + 4.0, at.1 + 7.0), 13.0, 12.0);
            side.ellipse((at.0, at.1 + 4.0), 12.0, 11.0);
            top.ellipse(at, 12.0, 11.0);
            seams.ellipse(at, 8.0, 7.0);
        }
    }
    canvas.ink("sh", shadow);
    canvas.ink("tb0", side);
    canvas.ink("tb1", top);
    canvas.ink("tb2", seams);
}

/// What a brawl leaves on the floor: broken boards and stools that lie about.
pub(super) fn clutter(cells: &[Cell], canvas: &mut Canvas) {
    let [mut shadow, mut boards, mut stools] = [(); 3].map(|()| Pen::new());
    for &(x, y) in cells {
        for slot in 0..4 {
            let at = spot((x, y), 0.15, slot, 61);
            let turn = chance([x, y, slot, 63]) * std::f32::consts::PI;
            let (long, wide) = (between(6.0, 13.0, [x, y, slot, 64]), 2.4);
            let corner =
                |a: f32, b: f32| (at.0 + turn.cos() * a - turn.sin() * b, at.1 + turn.sin() * a + turn.cos() * b);
            let board = [corner(-long, -wide), corner(long, -wide), corner(long, wide), corner(-long, wide)];
            shadow.shape(board.map(|(x, y)| (x + 2.0, y + 4.0)));
            boards.shape(board);
        }
        let at = spot((x, y), 0.3, 0, 65);
        shadow.ellipse((at.0 + 2.0, at.1 + 5.0), 8.0, 7.0);
        stools.ellipse(at, 7.5, 7.0);
    }
    canvas.ink("sh", shadow);
    canvas.ink("tb0", boards);
    canvas.ink("tb1", stools);
}

/// Bubbles or glints on soft or wet ground.
pub(super) fn glints(cells: &[Cell], class: &'static str, canvas: &mut Canvas) {
    let mut pen = Pen::new();
    for &(x, y) in cells {
        for slot in 0..4 {
            let at = spot((x, y), 0.12, slot, 25);
            let long = between(5.0, 13.0, [x, y, slot, 27]);
            pen.go(at).bend((at.0 + long / 2.0, at.1 - 3.0), (at.0 + long, at.1));
        }
    }
    canvas.ink(class, pen);
}

/// Small tongues of flame.
pub(super) fn flames(cells: &[Cell], canvas: &mut Canvas) {
    let (mut outer, mut inner) = (Pen::new(), Pen::new());
    for &(x, y) in cells {
        for slot in 0..3 {
            let at = spot((x, y), 0.2, slot, 31);
            let tall = between(14.0, 24.0, [x, y, slot, 33]);
            for (pen, share) in [(&mut outer, 1.0), (&mut inner, 0.55)] {
                let (wide, up) = (tall * 0.42 * share, tall * share);
                pen.go(at).bend((at.0 - wide * 1.6, at.1 - up * 0.35), (at.0 + wide * 0.2, at.1 - up));
                pen.bend((at.0 + wide * 1.7, at.1 - up * 0.3), at).close();
            }
        }
    }
    canvas.ink("fl0", outer);
    canvas.ink("fl1", inner);
}

/// Headstones.
pub(super) fn graves(cells: &[Cell], canvas: &mut Canvas) {
    let (mut mound, mut stone, mut lit) = (Pen::new(), Pen::new(), Pen::new());
    for cell in cells {
        let (x, y) = centre(*cell);
        mound.ellipse((x, y + 8.0), 15.0, 19.0);
        let slab = |pen: &mut Pen, dx: f32, inset: f32| {
            let (l, r, t, b) = (x - 13.0 + inset + dx, x + 13.0 - inset + dx, y - 22.0 + inset, y - 2.0 - inset);
            pen.go((l, b)).line((l, t + 8.0)).bend((l, t), (x + dx, t)).bend((r, t), (r, t + 8.0)).line((r, b)).close();
        };
        slab(&mut stone, 2.0, 0.0);
        slab(&mut lit, 0.0, 2.0);
    }
    canvas.ink("mud", mound);
    canvas.ink("st0", stone);
    canvas.ink("st2", lit);
}

/// Fallen leaves.
pub(super) fn leaves(cells: &[Cell], canvas: &mut Canvas) {
    let mut pens = [Pen::new(), Pen::new()];
    for &(x, y) in cells {
        for slot in 0..7 {
            let at = spot((x, y), 0.0, slot, 35);
            // Few directions: leaves that are the same text pack well.
            let turn = (chance([x, y, slot, 37]) * 8.0).floor() * std::f32::consts::FRAC_PI_4;
            let tip = (at.0 + 8.0 * turn.cos(), at.1 + 8.0 * turn.sin());
            let side = (-4.0 * turn.sin(), 4.0 * turn.cos());
            let half = ((at.0 + tip.0) / 2.0, (at.1 + tip.1) / 2.0);
            let pen = &mut pens[usize::from(slot % 2 == 0)];
            pen.go(at)
                .bend((half.0 + side.0, half.1 + side.1), tip)
                .bend((half.0 - side.0, half.1 - side.1), at)
                .close();
        }
    }
    let [dark, light] = pens;
    canvas.ink("leafd", dark);
    canvas.ink("leafl", light);
}
