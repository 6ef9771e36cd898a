//! What each kind of land is covered with.

use super::canvas::Canvas;
use super::land::Land;
use super::look::Look;
use super::lump::Lump;
use super::rooms::Walls;
use super::scene::Base;
use super::{floor, is, plants, stones, things};
use crate::chance::{between, chance, spot};
use crate::outline::{Cell, Shake, rounded_of};
use crate::pen::{Pen, moved};

/// Ground and small growth everywhere.
pub(super) fn base(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let covered = |cell: Cell| {
        land.high(cell)
            || is(&walls.inside, land, cell) && land.holds(cell)
            || matches!(land.look(cell), Look::Water | Look::Deep | Look::Wall | Look::Pit | Look::Boards | Look::Road)
    };
    if land.detail > 0.0 {
        plants::patches(land, canvas);
    }
    match land.scene.base {
        Base::Grass => {
            plants::tufts(land, 0.5, covered, canvas);
            plants::flowers(land, covered, canvas);
            stones::pebbles(land, 0.08, covered, canvas);
        }
        Base::Wood => {
            plants::tufts(land, 0.6, covered, canvas);
            let bare: Vec<Cell> = land
                .wide_cells()
                .filter(|cell| !covered(*cell) && chance([cell.0, cell.1, 34]) < 0.3 * land.detail)
                .collect();
            things::leaves(&bare, canvas);
        }
        Base::Marsh => plants::tufts(land, 0.9, covered, canvas),
        Base::Earth => {
            plants::tufts(land, 0.12, covered, canvas);
            stones::pebbles(land, 0.6, covered, canvas);
        }
        Base::Sand => {
            plants::tufts(land, 0.08, covered, canvas);
            stones::pebbles(land, 0.5, covered, canvas);
            dunes(land, covered, canvas);
        }
        Base::Snow => {
            dunes(land, covered, canvas);
            plants::tufts(land, 0.06, covered, canvas);
        }
        Base::Cobbles => floor::cobbles(land.wide_cells().filter(|cell| !covered(*cell)), land.detail, canvas),
        Base::Flags | Base::Boards => {}
    }
}

/// Sparse growth on plateaus.
pub(super) fn heights(land: &Land, canvas: &mut Canvas) {
    let high = |cell: Cell| land.high(cell) && land.look(cell) == Look::Plain;
    if !land.scene.buried && land.cells().any(high) {
        plants::tufts(land, 0.14, |cell| !high(cell), canvas);
        stones::pebbles(land, 0.22, |cell| !high(cell), canvas);
    }
}

/// Soft lines of wind in sand and snow.
fn dunes(land: &Land, bare: impl Fn(Cell) -> bool, canvas: &mut Canvas) {
    let mut pen = Pen::new();
    for (x, y) in land.wide_cells().filter(|cell| !bare(*cell)) {
        if chance([x, y, 55]) < 0.4 * land.detail {
            let at = spot((x, y), 0.0, 0, 56);
            let long = between(18.0, 46.0, [x, y, 58]);
            pen.go(at).bend((at.0 + long / 2.0, at.1 - 7.0), (at.0 + long, at.1 - 1.0));
        }
    }
    canvas.ink("dune", pen);
}

/// Stones in the solid rock round a vault.
pub(super) fn rockbed(land: &Land, canvas: &mut Canvas) {
    let mut pen = Pen::new();
    for (x, y) in land.wide_cells().filter(|cell| !land.holds(*cell)) {
        if chance([x, y, 4]) < 0.5 {
            let at = spot((x, y), 0.2, 0, 5);
            pen.ellipse(at, between(10.0, 26.0, [x, y, 7]), between(7.0, 16.0, [x, y, 8]));
        }
    }
    canvas.ink("rockb", pen);
}

/// Ground that differs from what lies around it, of the cells for which `on` says true.
pub(super) fn special(land: &Land, on: &dyn Fn(Cell) -> bool, canvas: &mut Canvas) {
    let is = |cell: Cell, look: Look| land.look(cell) == look && on(cell);
    let cells = |look: Look| land.cells().filter(|cell| is(*cell, look)).collect::<Vec<_>>();
    let patch = |look: Look, seed: i32| land.outline(Shake { by: 0.15, grow: 0.02, seed }, |cell| is(cell, look));
    canvas.add("road", patch(Look::Road, 51));
    canvas.add("sandp", patch(Look::Sand, 52));
    canvas.add("snowp", patch(Look::Snow, 53));
    canvas.add(
        "leafbed",
        land.outline(Shake { by: 0.2, grow: 0.05, seed: 54 }, |cell| is(cell, Look::Wood) || is(cell, Look::Thicket)),
    );
    things::leaves(&cells(Look::Wood), canvas);
    canvas.add("mud0", land.outline(Shake { by: 0.16, grow: 0.07, seed: 55 }, |cell| is(cell, Look::Heavy)));
    canvas.add("mud", patch(Look::Heavy, 55));
    things::glints(&cells(Look::Heavy), "glint", canvas);
    canvas.add("wet", patch(Look::Slippery, 56));
    things::glints(&cells(Look::Slippery), "sheen", canvas);
    canvas.add("icep", patch(Look::Ice, 57));
    things::glints(&cells(Look::Ice), "sheen", canvas);
    canvas.add("lava", patch(Look::Lava, 58));
    things::glints(&cells(Look::Lava), "lavag", canvas);
    canvas.add("ash", patch(Look::Fire, 59));
}

/// Planks over water or mud.
pub(super) fn bridges(land: &Land, canvas: &mut Canvas) {
    let planks: Vec<Cell> = land.cells().filter(|cell| land.look(*cell) == Look::Boards).collect();
    if !planks.is_empty() {
        let d = rounded_of(planks.clone(), 2.0, -3.0);
        canvas.add("sh", moved(&d, (3.0, 8.0)));
        canvas.add("hull", d);
        floor::boards(&planks, canvas);
    }
}

/// Ground that slows, on whatever level it lies, and pits.
pub(super) fn rough(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let pit = |cell: Cell| land.look(cell) == Look::Pit;
    canvas.add("pit0", land.outline(Shake { by: 0.1, grow: -0.02, seed: 13 }, pit));
    canvas.add("pit1", moved(&land.outline(Shake { by: 0.1, grow: -0.14, seed: 13 }, pit), (2.0, 5.0)));
    let (indoors, rough): (Vec<Cell>, Vec<Cell>) = land
        .cells()
        .filter(|cell| land.look(*cell) == Look::Rough)
        .partition(|cell| land.scene.floor == Base::Boards && is(&walls.inside, land, *cell));
    things::clutter(&indoors, canvas);
    match land.scene.base {
        Base::Wood => {
            stones::scree(&rough, 4, canvas);
            let bushes: Vec<Lump> = rough
                .iter()
                .flat_map(|cell| [Lump::on(*cell, 0.4, 0.56, 15.0), Lump::on(*cell, 0.73, 0.4, 10.0)])
                .collect();
            plants::crowns(&bushes, canvas);
        }
        Base::Marsh => {
            canvas.add(
                "mud",
                land.outline(Shake { by: 0.2, grow: -0.03, seed: 55 }, |cell| land.look(cell) == Look::Rough),
            );
            things::glints(&rough, "glint", canvas);
            sedge(&rough, canvas);
        }
        _ => stones::scree(&rough, 9, canvas),
    }
    things::flames(&land.cells().filter(|cell| land.look(*cell) == Look::Fire).collect::<Vec<_>>(), canvas);
    things::graves(&land.cells().filter(|cell| land.look(*cell) == Look::Grave).collect::<Vec<_>>(), canvas);
}

/// Sedge that stands close.
fn sedge(cells: &[Cell], canvas: &mut Canvas) {
    let mut pen = Pen::new();
    for &(x, y) in cells {
        for slot in 0..7 {
            let at = spot((x, y), 0.1, slot, 45);
            for (from, lean, up) in [(0.0, -5.0, 10.0), (2.0, -1.0, 15.0), (4.0, 4.0, 11.0)] {
                pen.go((at.0 + from, at.1)).line((at.0 + from + lean, at.1 - up));
            }
        }
    }
    canvas.ink("reed", pen);
}
