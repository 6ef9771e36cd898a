//! What each kind of land is covered with, and what stands on its squares.

use super::canvas::Canvas;
use super::floor;
use super::land::Land;
use super::look::Look;
use super::plants::{self, GREEN, seed};
use super::rooms::Walls;
use super::scene::{Base, Hide};
use super::{is, stones, things};
use crate::chance::{between, chance};
use crate::outline::{Cell, Shake};
use crate::paper::U;
use crate::pen::{At, Pen, moved};

/// Ground and small growth everywhere.
pub(super) fn base(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let covered = |cell: Cell| {
        land.level(cell) > 0
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
    let high = |cell: Cell| land.level(cell) > 0 && land.look(cell) == Look::Plain;
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
            let at = ((x as f32 + chance([x, y, 56])) * U, (y as f32 + chance([x, y, 57])) * U);
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
            let at = ((x as f32 + between(0.2, 0.8, [x, y, 5])) * U, (y as f32 + between(0.2, 0.8, [x, y, 6])) * U);
            pen.ellipse(at, between(10.0, 26.0, [x, y, 7]), between(7.0, 16.0, [x, y, 8]));
        }
    }
    canvas.ink("rockb", pen);
}

/// Ground that differs from what lies around it.
pub(super) fn special(land: &Land, canvas: &mut Canvas) {
    let cells = |look: Look| land.cells().filter(move |cell| land.look(*cell) == look).collect::<Vec<_>>();
    let patch =
        |look: Look, seed: i32| land.outline(Shake { by: 0.15, grow: 0.02, seed }, |cell| land.look(cell) == look);
    canvas.add("road", patch(Look::Road, 51));
    canvas.add("sandp", patch(Look::Sand, 52));
    canvas.add("snowp", patch(Look::Snow, 53));
    canvas.add(
        "leafbed",
        land.outline(Shake { by: 0.2, grow: 0.05, seed: 54 }, |cell| {
            matches!(land.look(cell), Look::Wood | Look::Thicket)
        }),
    );
    things::leaves(&cells(Look::Wood), canvas);
    canvas.add("mud0", land.outline(Shake { by: 0.16, grow: 0.07, seed: 55 }, |cell| land.look(cell) == Look::Heavy));
    canvas.add("mud", patch(Look::Heavy, 55));
    things::glints(&cells(Look::Heavy), "glint", canvas);
    canvas.add("wet", patch(Look::Slippery, 56));
    things::glints(&cells(Look::Slippery), "sheen", canvas);
    canvas.add("icep", patch(Look::Ice, 57));
    things::glints(&cells(Look::Ice), "sheen", canvas);
    canvas.add("lava", patch(Look::Lava, 58));
    things::glints(&cells(Look::Lava), "lavag", canvas);
    canvas.add("ash", patch(Look::Fire, 59));
    let boards = cells(Look::Boards);
    if !boards.is_empty() {
        floor::boards(&boards, canvas);
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
            let bushes: Vec<(At, f32, i32)> = rough.iter().flat_map(|cell| brush(*cell)).collect();
            plants::crowns(&bushes, GREEN, canvas);
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
            let at = (
                (x as f32 + between(0.1, 0.9, [x, y, slot, 45])) * U,
                (y as f32 + between(0.25, 0.95, [x, y, slot, 46])) * U,
            );
            for (from, lean, up) in [(0.0, -5.0, 10.0), (2.0, -1.0, 15.0), (4.0, 4.0, 11.0)] {
                pen.go((at.0 + from, at.1)).line((at.0 + from + lean, at.1 - up));
            }
        }
    }
    canvas.ink("reed", pen);
}

/// Two bushes on a cell.
fn brush((x, y): Cell) -> [(At, f32, i32); 2] {
    let (cx, cy) = ((x as f32 + 0.5) * U, (y as f32 + 0.5) * U);
    [
        ((cx - 8.0 + 10.0 * chance([x, y, 1]), cy + 4.0), 15.0, seed((x, y))),
        ((cx + 14.0, cy - 10.0 + 8.0 * chance([x, y, 2])), 10.0, seed((y, x))),
    ]
}

/// What one hides behind, below the crowns of trees.
pub(super) fn low_things(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let hides: Vec<(Cell, u8)> = land
        .cells()
        .filter_map(|cell| match land.look(cell) {
            Look::Hide(much) => Some((cell, much)),
            _ => None,
        })
        .collect();
    let with = |look: Look| land.cells().filter(move |cell| land.look(*cell) == look);
    let hide =
        |kind: Hide| if land.scene.hide == kind { hides.iter().map(|(cell, _)| *cell).collect() } else { Vec::new() };
    let mut rocks = Vec::new();
    for &(x, y) in &walls.single {
        rocks.push((((x as f32 + 0.48) * U, (y as f32 + 0.46) * U), 33.0, seed((x, y))));
        rocks.push((((x as f32 + 0.82) * U, (y as f32 + 0.8) * U), 11.0, seed((y, x))));
    }
    let stony = |(_, much): &(Cell, u8)| *much > 1 && land.scene.hide == Hide::Boulder;
    for ((x, y), much) in hides.iter().copied().filter(stony).chain(with(Look::Boulder).map(|cell| (cell, 2))) {
        let size = if much == 2 { 25.0 } else { 30.0 };
        rocks.push((((x as f32 + 0.5) * U, (y as f32 + 0.5) * U), size, seed((x, y))));
        rocks.push((((x as f32 + 0.79) * U, (y as f32 + 0.79) * U), 9.0, seed((y, x))));
    }
    if !rocks.is_empty() {
        stones::boulders(&rocks, canvas);
    }
    let tables: Vec<Cell> = with(Look::Table).chain(hide(Hide::Table)).collect();
    things::tables(tables, canvas);
    let pillars: Vec<Cell> = with(Look::Pillar).chain(hide(Hide::Pillar)).collect();
    things::pillars(&pillars, canvas);
    let statues: Vec<Cell> = with(Look::Statue).chain(hide(Hide::Statue)).collect();
    things::statues(&statues, canvas);
    let own = if land.scene.hide == Hide::Crate { hides.clone() } else { Vec::new() };
    let crates: Vec<(Cell, u8)> = with(Look::Crate).map(|cell| (cell, 2)).chain(own).collect();
    things::crates(&crates, canvas);
    bushes(land, &hides, canvas);
}

fn bushes(land: &Land, hides: &[(Cell, u8)], canvas: &mut Canvas) {
    let leafy = matches!(land.scene.hide, Hide::Tree | Hide::Boulder);
    let mut all: Vec<(At, f32, i32)> = Vec::new();
    for &((x, y), _) in hides.iter().filter(|(_, much)| *much == 1 && leafy) {
        let (cx, cy) = ((x as f32 + 0.5) * U, (y as f32 + 0.5) * U);
        all.push(((cx - 6.0, cy + 4.0), 19.0, seed((x, y))));
        all.push(((cx + 14.0, cy - 8.0), 12.0, seed((y, x))));
    }
    for (x, y) in land.cells().filter(|cell| land.look(*cell) == Look::Thicket) {
        for (dx, dy, size) in
            [(0.16, 0.2, 13.0), (0.84, 0.24, 15.0), (0.2, 0.84, 15.0), (0.82, 0.82, 12.0), (0.5, 0.1, 9.0)]
        {
            all.push((((x as f32 + dx) * U, (y as f32 + dy) * U), size, seed((x * 5 + (dx * 9.0) as i32, y))));
        }
    }
    plants::crowns(&all, GREEN, canvas);
}

/// Trees, and fog above everything.
pub(super) fn trees(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let mut all: Vec<(At, f32, i32)> = Vec::new();
    for cell in land.cells() {
        let (x, y) = cell;
        let tall = match land.look(cell) {
            Look::Tree => true,
            Look::Hide(much) => much > 1 && land.scene.hide == Hide::Tree,
            _ => false,
        };
        if tall {
            all.push((((x as f32 + 0.5) * U, (y as f32 + 0.44) * U), 31.0, seed(cell)));
        }
        if land.look(cell) == Look::Wood {
            all.push((((x as f32) * U, (y as f32) * U), between(9.0, 15.0, [x, y, 95]), seed(cell)));
        }
    }
    if land.scene.base == Base::Wood || land.cells().any(|cell| land.look(cell) == Look::Tree) {
        all.extend(beyond(land, walls));
    }
    plants::crowns(&all, GREEN, canvas);
    fog(land, canvas);
}

/// Trees in the land beyond the map.
fn beyond(land: &Land, walls: &Walls) -> Vec<(At, f32, i32)> {
    let wild = |cell: Cell| matches!(land.look(cell), Look::Plain | Look::Wood | Look::Thicket | Look::Tree);
    let open = |cell: Cell| wild(cell) && land.level(cell) == 0 && !is(&walls.inside, land, cell);
    let far = |&(x, y): &Cell| x < -1 || y < -land.rows - 1 || x > land.columns || y > 0;
    let place = |(x, y): Cell| {
        let at = ((x as f32 + between(0.2, 0.8, [x, y, 65])) * U, (y as f32 + between(0.2, 0.8, [x, y, 66])) * U);
        (at, between(24.0, 40.0, [x, y, 67]), seed((x, y)))
    };
    let road = |&(_, y): &Cell| land.scene.road && (y - -land.rows / 2).abs() < 2;
    land.wide_cells()
        .filter(|cell| far(cell) && open(*cell) && !road(cell) && chance([cell.0, cell.1, 68]) < 0.6 * land.detail)
        .map(place)
        .collect()
}

fn fog(land: &Land, canvas: &mut Canvas) {
    let cells: Vec<Cell> = land.cells().filter(|cell| land.look(*cell) == Look::Fog).collect();
    if cells.is_empty() {
        return;
    }
    for (class, seed, grow) in [("fog0", 71, 0.12), ("fog1", 73, -0.08), ("fog2", 74, -0.26)] {
        canvas.add(class, land.outline(Shake { by: 0.22, grow, seed }, |cell| land.look(cell) == Look::Fog));
    }
}
