//! What stands on squares: what one hides behind, trees, fog.

use super::canvas::Canvas;
use super::land::Land;
use super::look::Look;
use super::lump::Lump;
use super::rooms::Walls;
use super::scene::{Base, Hide};
use super::{is, plants, stones, things};
use crate::chance::{between, chance, spot};
use crate::outline::{Cell, Shake};

/// What stands below the crowns of trees.
pub(super) fn low(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let hides: Vec<(Cell, u8)> = land
        .cells()
        .filter_map(|cell| match land.look(cell) {
            Look::Hide(much) => Some((cell, much)),
            _ => None,
        })
        .collect();
    // Squares that are such a thing by name, and those that the land makes it.
    let all = |look: Look, hide: Hide| {
        let own = hides.iter().filter(move |_| land.scene.hide == hide).copied();
        let named = land.cells().filter(move |cell| land.look(*cell) == look).map(|cell| (cell, 2));
        named.chain(own).collect::<Vec<(Cell, u8)>>()
    };
    let cells = |look: Look, hide: Hide| all(look, hide).into_iter().map(|(cell, _)| cell).collect::<Vec<Cell>>();
    stones::boulders(&boulders(&walls.single, &all(Look::Boulder, Hide::Boulder)), canvas);
    things::tables(cells(Look::Table, Hide::Table), canvas);
    things::pillars(&cells(Look::Pillar, Hide::Pillar), canvas);
    things::statues(&cells(Look::Statue, Hide::Statue), canvas);
    things::crates(&all(Look::Crate, Hide::Crate), canvas);
    bushes(land, &hides, canvas);
}

/// Single rocks that nobody passes, and boulders to hide behind; each with a small one beside it.
fn boulders(single: &[Cell], hides: &[(Cell, u8)]) -> Vec<Lump> {
    let large = single.iter().flat_map(|cell| [Lump::on(*cell, 0.48, 0.46, 33.0), Lump::on(*cell, 0.82, 0.8, 11.0)]);
    let high = hides.iter().filter(|(_, much)| *much > 1).flat_map(|(cell, much)| {
        let size = if *much == 2 { 25.0 } else { 30.0 };
        [Lump::on(*cell, 0.5, 0.5, size), Lump::on(*cell, 0.79, 0.79, 9.0)]
    });
    large.chain(high).collect()
}

/// Bushes that hide little, where trees or boulders hide more; thickets round the middle of their squares.
fn bushes(land: &Land, hides: &[(Cell, u8)], canvas: &mut Canvas) {
    let leafy = matches!(land.scene.hide, Hide::Tree | Hide::Boulder);
    let single = hides.iter().filter(|(_, much)| *much == 1 && leafy);
    let mut all: Vec<Lump> =
        single.flat_map(|(cell, _)| [Lump::on(*cell, 0.4, 0.57, 19.0), Lump::on(*cell, 0.73, 0.37, 12.0)]).collect();
    for cell in land.cells().filter(|cell| land.look(*cell) == Look::Thicket) {
        let round = [(0.16, 0.2, 13.0), (0.84, 0.24, 15.0), (0.2, 0.84, 15.0), (0.82, 0.82, 12.0), (0.5, 0.1, 9.0)];
        all.extend(round.map(|(across, down, size)| Lump::on(cell, across, down, size)));
    }
    plants::crowns(&all, canvas);
}

/// Trees, and fog above everything.
pub(super) fn high(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    let mut all: Vec<Lump> = Vec::new();
    for cell in land.cells() {
        match land.look(cell) {
            Look::Tree => all.push(Lump::on(cell, 0.5, 0.44, 31.0)),
            Look::Hide(2..) if land.scene.hide == Hide::Tree => all.push(Lump::on(cell, 0.5, 0.44, 31.0)),
            // Where one can walk, trees keep to the corners.
            Look::Wood => all.push(Lump::on(cell, 0.0, 0.0, between(9.0, 15.0, [cell.0, cell.1, 95]))),
            _ => {}
        }
    }
    if land.scene.base == Base::Wood || land.cells().any(|cell| land.look(cell) == Look::Tree) {
        all.extend(beyond(land, walls));
    }
    plants::crowns(&all, canvas);
    fog(land, canvas);
}

/// Trees in the land beyond the map.
fn beyond(land: &Land, walls: &Walls) -> Vec<Lump> {
    let wild = |cell: Cell| matches!(land.look(cell), Look::Plain | Look::Wood | Look::Thicket | Look::Tree);
    let open = |cell: Cell| wild(cell) && !land.high(cell) && !is(&walls.inside, land, cell);
    let far = |&(x, y): &Cell| x < -1 || y < -land.rows - 1 || x > land.columns || y > 0;
    let road = |&(_, y): &Cell| land.scene.road && (y + land.rows / 2).abs() < 2;
    let tree = |cell: Cell| {
        let size = between(24.0, 40.0, [cell.0, cell.1, 67]);
        Lump { at: spot(cell, 0.2, 0, 65), ..Lump::on(cell, 0.0, 0.0, size) }
    };
    land.wide_cells()
        .filter(|cell| far(cell) && open(*cell) && !road(cell) && chance([cell.0, cell.1, 68]) < 0.6 * land.detail)
        .map(tree)
        .collect()
}

fn fog(land: &Land, canvas: &mut Canvas) {
    for (class, seed, grow) in [("fog0", 71, 0.12), ("fog1", 73, -0.08), ("fog2", 74, -0.26)] {
        canvas.add(class, land.outline(Shake { by: 0.22, grow, seed }, |cell| land.look(cell) == Look::Fog));
    }
}
