//! Which walls are built and which are grown rock, what lies between walls, and which planks float.

use quintain_field::{Edge, Square};

use super::land::Land;
use super::look::Look;
use super::scene::Base;
use crate::outline::Cell;

/// Squares of wall by what they are, each list sorted.
#[derive(Debug, Default)]
pub(super) struct Walls {
    /// Built.
    pub(super) built: Vec<Cell>,
    /// Grown rock.
    pub(super) rock: Vec<Cell>,
    /// Single rocks.
    pub(super) single: Vec<Cell>,
    /// The floor between built walls.
    pub(super) inside: Vec<Cell>,
}

/// As many squares of wall in the open are a single rock.
const SINGLE: usize = 3;

pub(super) fn walls(land: &Land) -> Walls {
    let mut walls = Walls::default();
    let wall = |cell: &Cell| land.look(*cell) == Look::Wall;
    for part in parts(land.cells().filter(wall).collect(), true) {
        match kind(land, &part) {
            Kind::Built => walls.built.extend(part),
            Kind::Rock => walls.rock.extend(part),
            Kind::Single => walls.single.extend(part),
        }
    }
    for list in [&mut walls.built, &mut walls.rock, &mut walls.single] {
        list.sort_unstable();
    }
    if !land.scene.rocky {
        walls.inside = inside(land, &walls);
    }
    walls
}

enum Kind {
    Built,
    Rock,
    Single,
}

fn kind(land: &Land, part: &[Cell]) -> Kind {
    let scene = &land.scene;
    let built = scene.built || matches!(scene.base, Base::Flags | Base::Boards | Base::Cobbles);
    let has = |x: i32, y: i32| part.contains(&(x, y));
    let thick = |&(x, y): &Cell| {
        [(0, 0), (-1, 0), (0, -1), (-1, -1)].into_iter().any(|(dx, dy)| {
            has(x + dx, y + dy) && has(x + dx + 1, y + dy) && has(x + dx, y + dy + 1) && has(x + dx + 1, y + dy + 1)
        })
    };
    let thick = part.iter().filter(|cell| thick(cell)).count();
    if built && !scene.rocky {
        Kind::Built
    } else if part.len() <= SINGLE && part.iter().all(|&(x, _)| x > 0 && x + 1 < land.columns) && !scene.roofed {
        Kind::Single
    } else if scene.rocky || thick * 10 > part.len() * 4 {
        Kind::Rock
    } else {
        Kind::Built
    }
}

/// The connected parts of some cells; corners connect where `aslant`.
pub(super) fn parts(mut cells: Vec<Cell>, aslant: bool) -> Vec<Vec<Cell>> {
    cells.sort_unstable();
    let mut taken = vec![false; cells.len()];
    let mut parts = Vec::new();
    for first in 0..cells.len() {
        if taken.get(first).copied().unwrap_or(true) {
            continue;
        }
        taken[first] = true;
        let (mut part, mut open) = (Vec::new(), vec![first]);
        while let Some(at) = open.pop() {
            let (x, y) = cells[at];
            part.push((x, y));
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let near = aslant || dx == 0 || dy == 0;
                if let Some(next) = cells.binary_search(&(x + dx, y + dy)).ok().filter(|next| near && !taken[*next]) {
                    taken[next] = true;
                    open.push(next);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// The cells between built walls: those that see one in most directions, and what lies between such cells.
fn inside(land: &Land, walls: &Walls) -> Vec<Cell> {
    let floor = |cell: &Cell| land.look(*cell) != Look::Wall;
    if land.scene.roofed || land.scene.buried {
        let mut all: Vec<Cell> = land.cells().filter(floor).collect();
        all.sort_unstable();
        return all;
    }
    if walls.built.is_empty() {
        return Vec::new();
    }
    let built = |cell: &Cell| walls.built.binary_search(cell).is_ok();
    let hits = |(x, y): Cell, (dx, dy): Cell| {
        (1..).map(|n| (x + dx * n, y + dy * n)).take_while(|cell| land.holds(*cell)).any(|cell| built(&cell))
    };
    let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let (mut sure, mut maybe) = (Vec::new(), Vec::new());
    for cell in land.cells().filter(floor) {
        let [east, west, south, north] = ways.map(|way| hits(cell, way));
        match u8::from(east) + u8::from(west) + u8::from(south) + u8::from(north) {
            3.. => sure.push(cell),
            _ if (east && west) || (south && north) => maybe.push(cell),
            _ => {}
        }
    }
    sure.sort_unstable();
    // A doorway's row sees walls on two sides only; it belongs to the room beside it.
    for _ in 0..2 {
        let near = |(x, y): &Cell| ways.iter().any(|(dx, dy)| sure.binary_search(&(x + dx, y + dy)).is_ok());
        let more: Vec<Cell> =
            maybe.iter().copied().filter(|cell| near(cell) && sure.binary_search(cell).is_err()).collect();
        sure.extend(more);
        sure.sort_unstable();
    }
    let is = |x: i32, y: i32| sure.binary_search(&(x, y)).is_ok();
    let between = |&(x, y): &Cell| !is(x, y) && (is(x - 1, y) && is(x + 1, y) || is(x, y - 1) && is(x, y + 1));
    let gaps: Vec<Cell> = land.cells().filter(floor).filter(between).collect();
    sure.extend(gaps);
    sure.sort_unstable();
    sure
}

/// The planks of ships: dry ground in water with a rail round most of it.
pub(super) fn decks(land: &Land) -> Vec<Cell> {
    let dry = |cell: &Cell| !matches!(land.look(*cell), Look::Water | Look::Deep);
    let mut decks = Vec::new();
    for part in parts(land.cells().filter(dry).collect(), false) {
        let (mut rails, mut sides) = (0, 0);
        for &cell in &part {
            let (x, y) = cell;
            for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if land.holds(beside) && !dry(&beside) {
                    sides += 1;
                    let edge = land.map.edge(land.square(cell), land.square(beside));
                    rails += u32::from(matches!(edge, Some(Edge::LowWall(_))));
                }
            }
        }
        if sides > 0 && rails * 10 >= sides * 6 {
            decks.extend(part);
        }
    }
    decks.sort_unstable();
    decks
}

/// Whether nothing stands on the rim of a hall, so that its walls are the rim itself; then where they are open.
pub(super) fn doorways(land: &Land) -> Option<Vec<Square>> {
    let ends = land.map.bounds().north_east();
    let rim = |square: &Square| square.x == 0 || square.y == 0 || square.x == ends.x || square.y == ends.y;
    let cells: Vec<Square> = land.map.bounds().squares().filter(rim).collect();
    let bare = land.scene.buried && cells.iter().all(|square| !land.map.blocks_movement(*square));
    let dark = land.map.bounds().squares().filter(|square| land.map.terrain_name(*square) == Some("open")).count() * 2
        < (land.columns * land.rows) as usize;
    let way = |square: &Square| land.map.is_exit(*square) || (dark && land.map.terrain_name(*square) == Some("open"));
    bare.then(|| cells.into_iter().filter(way).collect())
}
