//! The map as the drawing needs it: looks by cell, going on beyond the rim.

use quintain_field::{Map, Square};

use super::look::{Look, Shade, look, shade};
use super::scene::Scene;
use crate::outline::{Cell, Frame, Shake, organic_of};

/// The map and what kind of place it is.
pub(super) struct Land<'m> {
    pub(super) map: &'m Map,
    pub(super) scene: Scene,
    pub(super) columns: i32,
    pub(super) rows: i32,
    /// How many squares beyond the rim are drawn.
    pub(super) room: i32,
    /// How much small detail there is, 1 on ordinary maps, less on huge ones.
    pub(super) detail: f32,
    /// The level up to which ground is low: what grows and flows there is drawn below all plateaus.
    low: i32,
    squares: Vec<Own>,
}

/// What a square looks like, how dark it is, and its level in tenths of a metre.
#[derive(Clone, Copy)]
struct Own {
    look: Look,
    shade: Shade,
    level: i32,
}

/// How far beyond the map the land goes on, in squares.
const FAR: f32 = 60.0;

/// How many squares may be full of small detail.
const RICH: f32 = 900.0;

impl<'m> Land<'m> {
    pub(super) fn new(map: &'m Map, words: &str, room: i32) -> Self {
        let (columns, rows) = (i32::from(map.width()), i32::from(map.depth()));
        let squares: Vec<Own> = map.bounds().squares().map(|square| Own::of(map, square)).collect();
        Self {
            map,
            scene: Scene::of(map, words),
            columns,
            rows,
            room,
            detail: (RICH / (columns * rows) as f32).min(1.0),
            low: squares.iter().map(|own| own.level).min().unwrap_or(0).max(0),
            squares,
        }
    }

    /// The square of a cell; beyond the rim, the nearest on it.
    pub(super) fn square(&self, (x, y): Cell) -> Square {
        let on = |n: i32, end: i32| i16::try_from(n.clamp(0, end - 1)).unwrap_or(0);
        Square::new(on(x, self.columns), on(-1 - y, self.rows))
    }

    fn own(&self, cell: Cell) -> Own {
        let Square { x, y } = self.square(cell);
        let at = i32::from(y) * self.columns + i32::from(x);
        let nothing = Own { look: Look::Plain, shade: Shade::None, level: 0 };
        usize::try_from(at).ok().and_then(|at| self.squares.get(at)).copied().unwrap_or(nothing)
    }

    /// What a cell looks like; beyond the rim, as the nearest on it.
    pub(super) fn look(&self, cell: Cell) -> Look {
        self.own(cell).look
    }

    pub(super) fn shade(&self, cell: Cell) -> Shade {
        self.own(cell).shade
    }

    /// The level of the ground in tenths of a metre.
    pub(super) fn level(&self, cell: Cell) -> i32 {
        self.own(cell).level
    }

    /// Whether a cell lies on a plateau.
    pub(super) fn high(&self, cell: Cell) -> bool {
        self.level(cell) > self.low
    }

    /// Whether a cell is on the map.
    pub(super) fn holds(&self, (x, y): Cell) -> bool {
        (0..self.columns).contains(&x) && (-self.rows..0).contains(&y)
    }

    /// The cells of the map, upper row first.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (-self.rows..0).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    /// The cells of the map and those beyond its rim.
    pub(super) fn wide_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (frame, columns) = (self.frame(), self.columns + self.room);
        (frame.top..frame.bottom).flat_map(move |y| (frame.left..columns).map(move |x| (x, y)))
    }

    /// The box of all cells that are drawn.
    pub(super) fn frame(&self) -> Frame {
        Frame {
            left: -self.room,
            top: -self.rows - self.room,
            right: self.columns + self.room,
            bottom: self.room,
            far: FAR,
        }
    }

    /// The box of the map itself.
    pub(super) fn map_frame(&self) -> Frame {
        Frame { left: 0, top: -self.rows, right: self.columns, bottom: 0, far: 0.1 }
    }

    /// The natural outline of all cells like this, going on beyond the rim.
    pub(super) fn outline(&self, shake: Shake, like: impl Fn(Cell) -> bool) -> String {
        organic_of(self.wide_cells().filter(|cell| like(*cell)).collect(), shake, Some(self.frame()))
    }
}

impl Own {
    fn of(map: &Map, square: Square) -> Self {
        Self { look: look(map, square), shade: shade(map, square), level: i32::from(map.ground(square).tenths()) }
    }
}
