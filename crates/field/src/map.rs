//! The map: ground, heights, cover and edges of every square, in dense storage, open to change during a fight.

use std::fmt;
use std::sync::Arc;

use crate::cover::Cover;
use crate::each_pair::Pair;
use crate::edge::{Door, Edge};
use crate::footprint::Footprint;
use crate::height::Height;
use crate::known::Known;
use crate::open_steps::OpenSteps;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;
use crate::strides::Strides;
use crate::terrain::{Legend, Terrain};

/// The longest side a map may have, in squares.
pub const MAX_SIDE: u16 = 512;

/// A size no map can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// Columns asked for.
    pub width: usize,
    /// Rows asked for.
    pub depth: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a map cannot have {} columns and {} rows: both must be between 1 and {MAX_SIDE}",
            self.width, self.depth
        )
    }
}

impl std::error::Error for SizeError {}

/// Everything about one square except its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The kind of ground, in the map's legend.
    pub terrain: Terrain,
    /// The level of the ground.
    pub ground: Height,
    /// The cover that a line crossing the square meets.
    pub cover: Cover,
    /// Nobody may enter.
    pub blocks_movement: bool,
    /// Nobody sees through it, at any height.
    pub blocks_sight: bool,
    /// One may leave the map here.
    pub exit: bool,
}

/// A battle map of up to 512 by 512 squares.
///
/// Whatever lies outside the map is solid: it blocks movement and sight, its ground is at 0 m, it has no cover. Cloning
/// copies the squares and shares the legend; `clone_from` allocates nothing when the sizes agree.
///
/// What follows from how it is drawn (open steps, and what lies on the lines between those who stand on its ground) is
/// worked out when it is first asked for and shared by all clones of a map; changes forget it. Lines are kept on maps of
/// up to 4,096 squares, a byte for each pair of them, but not by a clone that was changed while others held the same.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Map {
    width: u16,
    depth: u16,
    legend: Arc<Legend>,
    cells: Vec<Cell>,
    west: Vec<Edge>,
    south: Vec<Edge>,
    known: Known,
}

impl Clone for Map {
    fn clone(&self) -> Self {
        Self {
            width: self.width,
            depth: self.depth,
            legend: Arc::clone(&self.legend),
            cells: self.cells.clone(),
            west: self.west.clone(),
            south: self.south.clone(),
            known: self.known.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.width = other.width;
        self.depth = other.depth;
        self.legend.clone_from(&other.legend);
        self.cells.clone_from(&other.cells);
        self.west.clone_from(&other.west);
        self.south.clone_from(&other.south);
        self.known.clone_from(&other.known);
    }
}

impl Map {
    /// A map of open ground at 0 m, so many columns wide and rows deep, with the standard legend.
    ///
    /// # Errors
    /// When a side is 0 or longer than [`MAX_SIDE`].
    pub fn open(width: u16, depth: u16) -> Result<Self, SizeError> {
        Self::with_legend(usize::from(width), usize::from(depth), Legend::standard())
    }

    /// Gives it another legend, in which the kinds that it uses have the same places.
    pub(crate) fn set_legend(&mut self, legend: Arc<Legend>) {
        self.legend = legend;
        self.known.forget();
    }

    pub(crate) fn with_legend(width: usize, depth: usize, legend: Legend) -> Result<Self, SizeError> {
        let side = |n: usize| u16::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
        let (Some(w), Some(d)) = (side(width), side(depth)) else {
            return Err(SizeError { width, depth });
        };
        let squares = width * depth;
        Ok(Self {
            width: w,
            depth: d,
            legend: Arc::new(legend),
            cells: vec![Cell::default(); squares],
            west: vec![Edge::Open; squares],
            south: vec![Edge::Open; squares],
            known: Known::default(),
        })
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn depth(&self) -> u16 {
        self.depth
    }

    /// The whole map as a rectangle.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Span {
        // Sides are at most MAX_SIDE, so this changes nothing.
        let last = |n: u16| i16::try_from(n).unwrap_or(i16::MAX) - 1;
        Span::between(Square::new(0, 0), Square::new(last(self.width), last(self.depth)))
    }

    /// Whether the square is on the map.
    #[must_use]
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// The kinds of terrain and their glyphs.
    #[must_use]
    pub fn legend(&self) -> &Legend {
        &self.legend
    }

    /// Everything about a square on the map.
    #[must_use]
    #[inline]
    pub fn cell(&self, square: Square) -> Option<&Cell> {
        self.cells.get(self.index(square)?)
    }

    /// The kind of ground, if the square is on the map.
    #[must_use]
    #[inline]
    pub fn terrain(&self, square: Square) -> Option<Terrain> {
        self.cell(square).map(|cell| cell.terrain)
    }

    /// What the ground is called (`open`, `difficult`, …), if the square is on the map.
    #[must_use]
    pub fn terrain_name(&self, square: Square) -> Option<&str> {
        self.legend.kind(self.terrain(square)?).map(|kind| kind.name.as_str())
    }

    /// The level of the ground; 0 m outside the map.
    #[must_use]
    #[inline]
    pub fn ground(&self, square: Square) -> Height {
        self.cell(square).map_or(Height::ZERO, |cell| cell.ground)
    }

    /// The cover that a line crossing the square meets, edges apart.
    #[must_use]
    pub fn cover(&self, square: Square) -> Cover {
        self.cell(square).map_or(Cover::None, |cell| cell.cover)
    }

    /// Whether nobody may enter the square; so it is outside the map.
    #[must_use]
    pub fn blocks_movement(&self, square: Square) -> bool {
        self.cell(square).is_none_or(|cell| cell.blocks_movement)
    }

    /// Whether nobody sees through the square; so it is outside the map.
    #[must_use]
    pub fn blocks_sight(&self, square: Square) -> bool {
        self.cell(square).is_none_or(|cell| cell.blocks_sight)
    }

    /// Whether one may leave the map from here.
    #[must_use]
    pub fn is_exit(&self, square: Square) -> bool {
        self.cell(square).is_some_and(|cell| cell.exit)
    }

    /// The door that fills the square, if one does.
    #[must_use]
    pub fn door(&self, square: Square) -> Option<Door> {
        self.legend.kind(self.terrain(square)?)?.door
    }

    /// What stands on the edge between two squares that share a side; `None` for any other two squares.
    #[must_use]
    pub fn edge(&self, a: Square, b: Square) -> Option<Edge> {
        let (edges, at) = match self.edge_place(a, b)? {
            Place::West(at) => (&self.west, at),
            Place::South(at) => (&self.south, at),
        };
        edges.get(at).copied()
    }

    /// Makes the ground of this kind, with all that comes with it: cover, blocking, exit, and its height if it has one.
    /// Returns false, changing nothing, when the square or the kind does not exist.
    pub fn set_terrain(&mut self, square: Square, terrain: Terrain) -> bool {
        let legend = Arc::clone(&self.legend);
        let (Some(kind), Some(cell)) = (legend.kind(terrain), self.cell_mut(square)) else {
            return false;
        };
        *cell = Cell {
            terrain,
            ground: kind.ground.unwrap_or(cell.ground),
            cover: kind.cover,
            blocks_movement: kind.blocks_movement,
            blocks_sight: kind.blocks_sight,
            exit: kind.exit,
        };
        true
    }

    /// Everything about a square, to be changed one by one; drawing the map shows its terrain only.
    pub fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        let at = self.index(square)?;
        self.known.forget();
        self.cells.get_mut(at)
    }

    /// Puts something on the edge between two squares that share a side. Returns false, changing nothing, for any other
    /// two squares.
    pub fn set_edge(&mut self, a: Square, b: Square, edge: Edge) -> bool {
        let slot = match self.edge_place(a, b) {
            Some(Place::West(at)) => self.west.get_mut(at),
            Some(Place::South(at)) => self.south.get_mut(at),
            None => None,
        };
        let there = slot.map(|slot| *slot = edge).is_some();
        if there {
            self.known.forget();
        }
        there
    }

    /// Opens, closes or locks the door between two squares. Returns false, changing nothing, when there is none.
    pub fn set_edge_door(&mut self, a: Square, b: Square, door: Door) -> bool {
        matches!(self.edge(a, b), Some(Edge::Door(_))) && self.set_edge(a, b, Edge::Door(door))
    }

    /// Opens, closes or locks the door that fills a square: it becomes the standard door terrain of that state.
    /// Returns false, changing nothing, when there is none.
    pub fn set_square_door(&mut self, square: Square, door: Door) -> bool {
        let terrain = match door {
            Door::Open => Terrain::OPEN_DOOR,
            Door::Closed => Terrain::CLOSED_DOOR,
            Door::Locked => Terrain::LOCKED_DOOR,
        };
        self.door(square).is_some() && self.set_terrain(square, terrain)
    }

    /// All edges that are not open, with the two squares they lie between (left or lower one first), in the order of
    /// the other square.
    pub fn edges(&self) -> impl Iterator<Item = (Square, Square, Edge)> + '_ {
        self.bounds().squares().flat_map(move |square| {
            [Step::West, Step::South]
                .map(|step| (square.step(step), square))
                .into_iter()
                .filter_map(move |(a, b)| self.edge(a, b).filter(|e| *e != Edge::Open).map(|e| (a, b, e)))
        })
    }

    /// The single steps that walls leave open to a body of one square, by rows of squares.
    #[must_use]
    pub fn rows(&self, walls: Walls) -> &OpenSteps {
        self.known.rows(self, walls)
    }

    /// Lends the steps that walls leave open to a body. They are kept for bodies with no side above 6.
    pub fn with_strides<R>(&self, body: Footprint, walls: Walls, read: impl FnOnce(&Strides) -> R) -> R {
        match self.strides(body, walls) {
            Some(strides) => read(strides),
            None => read(&Strides::of(self, body, walls)),
        }
    }

    /// The steps that walls leave open to a body, if they are kept.
    pub(crate) fn strides(&self, body: Footprint, walls: Walls) -> Option<&Strides> {
        self.known.strides(self, body, walls)
    }

    pub(crate) const fn known(&self) -> &Known {
        &self.known
    }

    /// The place of a square of the map in lists of all its squares, row by row from the bottom.
    #[must_use]
    #[inline]
    pub fn place(&self, square: Square) -> Option<usize> {
        self.index(square)
    }

    /// The line from one square to another, if both are on the map.
    #[inline]
    pub(crate) fn pair(&self, from: Square, to: Square) -> Option<Pair> {
        Some(Pair { from: self.index(from)?, to: self.index(to)?, squares: self.cells.len() })
    }

    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        square.on(self.width, self.depth).map(|(x, y)| y * usize::from(self.width) + x)
    }

    fn edge_place(&self, a: Square, b: Square) -> Option<Place> {
        let (a_at, b_at) = (self.index(a)?, self.index(b)?);
        match a.towards(b) {
            (1, 0) => Some(Place::West(b_at)),
            (-1, 0) => Some(Place::West(a_at)),
            (0, 1) => Some(Place::South(b_at)),
            (0, -1) => Some(Place::South(a_at)),
            _ => None,
        }
    }
}

/// Where an edge is kept: as the west or the south edge of the square with this number.
enum Place {
    West(usize),
    South(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn a_new_map_is_open_and_solid_outside() {
        let map = Map::open(10, 6).unwrap();
        assert_eq!(map.bounds().to_string(), "A1-J6");
        assert!(!map.blocks_movement(square("J6")));
        assert!(map.blocks_movement(square("K6")) && map.blocks_sight(square("A7")));
        assert_eq!(map.edge(square("A1"), square("K6")), None);
        assert_eq!(
            Map::open(0, 513).unwrap_err().to_string(),
            "a map cannot have 0 columns and 513 rows: both must be between 1 and 512"
        );
    }

    #[test]
    fn an_edge_is_the_same_from_both_sides() {
        let mut map = Map::open(3, 3).unwrap();
        let (a, b) = (square("B2"), square("B3"));
        assert!(map.set_edge(b, a, Edge::Door(Door::Locked)));
        assert_eq!(map.edge(a, b), Some(Edge::Door(Door::Locked)));
        assert!(map.set_edge_door(a, b, Door::Open));
        assert_eq!(map.edge(b, a), Some(Edge::Door(Door::Open)));
        assert!(!map.set_edge_door(a, square("A2"), Door::Open));
        assert!(!map.set_edge(a, square("C3"), Edge::Wall));
        assert_eq!(map.edges().collect::<Vec<_>>(), [(a, b, Edge::Door(Door::Open))]);
    }

    #[test]
    fn terrain_brings_all_that_comes_with_it() {
        let mut map = Map::open(3, 3).unwrap();
        let b2 = square("B2");
        assert!(map.set_terrain(b2, Terrain::CLOSED_DOOR));
        assert!(map.blocks_movement(b2) && map.blocks_sight(b2));
        assert!(map.set_square_door(b2, Door::Open));
        assert_eq!((map.blocks_movement(b2), map.door(b2), map.cover(b2)), (false, Some(Door::Open), Cover::None));
        assert!(map.set_terrain(b2, Terrain::HIGH) && map.set_terrain(b2, Terrain::WATER));
        assert_eq!((map.ground(b2), map.terrain_name(b2)), (Height::from_metres(2), Some("water")));
        assert!(!map.set_terrain(b2, Terrain(200)));
        let mut copy = Map::open(1, 1).unwrap();
        copy.clone_from(&map);
        assert_eq!(copy, map);
    }
}
