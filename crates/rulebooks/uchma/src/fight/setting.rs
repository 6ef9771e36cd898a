//! What never changes while a fight lasts, unless the game master brings somebody new in.

use std::sync::Arc;

use quintain_field::{Cover, EachBody, Height, Map, Prices, Square};

use crate::book::{Book, HazardEntry};
use crate::content::{AbilityId, Content};
use crate::house::House;

/// What the surroundings do, with squares read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What the encounter says.
    pub entry: HazardEntry,
    /// The ability that it does.
    pub does: AbilityId,
    /// Its squares; everywhere if empty.
    pub area: Vec<Square>,
    /// The game master has taken it away.
    pub cleared: bool,
}

/// What a square is to sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Nothing to speak of.
    Air,
    /// Wood, metal, shallow water: a metre of it lets sound through.
    Thin,
    /// Rock or deep water.
    Rock,
}

/// What never changes while the fight lasts, unless the GM brings somebody new in.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs.
    pub book: Arc<Book>,
    /// What they hold, ready for rules.
    pub content: Content,
    /// Names of those who are there from the beginning.
    pub names: Vec<String>,
    /// The sides.
    pub sides: Vec<String>,
    /// Which sides are hostile to which: a row for each.
    pub hostile: Vec<bool>,
    /// House rules.
    pub house: House,
    /// The battle map.
    pub map: Map,
    /// The ground is of one height everywhere.
    pub flat: bool,
    /// Every step costs 1: nothing on the map is rough, steep, wet or has an edge.
    pub smooth: bool,
    /// Every step costs 1, and nothing at all stands in a way but creatures.
    pub bare: bool,
    /// No edge of the map has anything to it: walls, doors, windows, slopes.
    pub edgeless: bool,
    /// Nothing on the map stops sight.
    pub clear: bool,
    /// Nothing on the map gives cover.
    pub coverless: bool,
    /// Nothing on the map stops sound.
    pub quiet: bool,
    /// What steps cost those who walk upright on the ground as it is drawn.
    pub prices: EachBody<Prices>,
    /// Rough terrain by its place in the map's legend: 1, 2 light, 3 heavy.
    pub factor: Vec<u8>,
    /// Water by its place in the map's legend.
    pub water: Vec<bool>,
    /// Water to swim in by its place in the map's legend.
    pub deep: Vec<bool>,
    /// What sounds make of ground by its place in the map's legend.
    pub matter: Vec<Matter>,
    /// Sides that stay out of a contest.
    pub neutral: Vec<bool>,
    /// What the surroundings do.
    pub hazards: Vec<Hazard>,
}

impl Setting {
    /// Finds out what the rules need to know of the map as it lies.
    pub(crate) fn survey(&mut self) {
        let map = &self.map;
        let all = |holds: &dyn Fn(Square) -> bool| map.bounds().squares().all(holds);
        let ordinary = |at| map.terrain(at).is_none_or(|kind| self.factor[usize::from(kind.0)] == 1);
        let carries = |at| map.terrain(at).is_none_or(|kind| self.matter[usize::from(kind.0)] == Matter::Air);
        self.flat = all(&|at| map.ground(at) == Height::ZERO);
        self.edgeless = map.edges().next().is_none();
        let even = self.flat && self.edgeless;
        self.clear = even && all(&|at| !map.blocks_sight(at));
        self.quiet = self.edgeless && all(&carries);
        self.smooth = even && all(&ordinary);
        self.bare = even && all(&|at| ordinary(at) && !map.blocks_movement(at));
        self.coverless = self.clear && all(&|at| map.cover(at) == Cover::None);
        self.prices = EachBody::default();
    }
}
