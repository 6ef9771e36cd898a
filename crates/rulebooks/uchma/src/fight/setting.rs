//! What never changes while a fight lasts, unless the game master brings somebody new in.

use std::sync::Arc;

use quintain_field::{EachBody, Map, Prices, Square};

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
