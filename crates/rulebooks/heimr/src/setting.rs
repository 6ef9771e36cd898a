//! What never changes while a fight lasts: content, names, sides, house rules; and the ground, which changes seldom.

use std::sync::Arc;

use quintain_engine::Side;
use quintain_field::{Cover, Door, Edge, Map, Square, Step};

use crate::book::Book;
use crate::content::Content;
use crate::house::House;

/// What never changes while a fight lasts.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs it was made from.
    pub book: Arc<Book>,
    /// Their content in plain values.
    pub content: Content,
    /// Names, in roster order.
    pub names: Vec<String>,
    /// The partner of each, in roster order.
    pub partners: Vec<Option<String>>,
    /// The sides.
    pub sides: Vec<String>,
    /// A row for each side: which it is hostile to.
    pub hostile: Vec<Vec<bool>>,
    /// The house rules.
    pub house: House,
}

impl Setting {
    /// Whether one side is hostile to another.
    pub fn foes(&self, one: Side, other: Side) -> bool {
        self.hostile.get(one.index()).and_then(|row| row.get(other.index())).copied().unwrap_or(false)
    }
}

/// The four ways out of a location, in the order in which they are listed.
pub const WAYS: [Step; 4] = [Step::North, Step::East, Step::South, Step::West];

/// What a way is called.
pub fn way_name(way: Step) -> &'static str {
    match way {
        Step::North => "up",
        Step::East => "right",
        Step::South => "down",
        _ => "left",
    }
}

/// How much light a location has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Light {
    /// Enough.
    #[default]
    Bright,
    /// Dusk, a forest.
    Dim,
    /// Night.
    Dark,
    /// None at all.
    Pitch,
}

/// How much a location hides of those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hiding {
    /// Nothing.
    #[default]
    None,
    /// A little.
    Light,
    /// Half.
    Half,
    /// Most.
    Heavy,
    /// All.
    Full,
}

/// What a border asks of those who cross it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// Nothing.
    Open,
    /// It cannot be crossed.
    Wall,
    /// A door: open, closed, locked.
    Door(Door),
    /// So many turns of climbing, against a number if there is one.
    Climb {
        /// Turns.
        turns: u8,
        /// The requirement.
        against: Option<i16>,
    },
    /// Water, to be swum against a number.
    Water(i16),
    /// The edge of the map.
    Edge,
}

/// The map with what it means.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The locations.
    pub map: Map,
    light: [Light; 256],
    treacherous: [bool; 256],
    /// Doors that have been opened or shut in the fight.
    edits: u32,
    /// All locations are alike and every border is open.
    plain: bool,
    climb_turns: u8,
    turns: Turns,
}

/// Requirement of a border of water where none is given.
const WATER: i16 = 5;

impl Ground {
    /// What a map means.
    pub fn new(map: Map) -> Ground {
        let (mut light, mut treacherous) = ([Light::Bright; 256], [false; 256]);
        for (terrain, kind) in map.legend().kinds() {
            let place = usize::from(terrain.0);
            let says = |words: &[&str]| words.iter().any(|word| kind.name.contains(word));
            light[place] = match () {
                () if says(&["pitch"]) => Light::Pitch,
                () if says(&["dark"]) => Light::Dark,
                () if says(&["dim"]) => Light::Dim,
                () => Light::Bright,
            };
            treacherous[place] = says(&["slippery", "crowded", "ice", "mud"]);
        }
        let mut ground =
            Ground { map, light, treacherous, edits: 0, plain: false, climb_turns: 1, turns: Turns::default() };
        ground.plain = ground.is_plain_now();
        ground
    }

    fn is_plain_now(&self) -> bool {
        let same = |square: Square| self.level(square) == 0 && !self.map.blocks_movement(square);
        self.map.bounds().squares().all(same) && self.map.edges().next().is_none()
    }

    /// Whether all locations are alike and every border is open.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// How often doors have been moved.
    pub fn edits(&self) -> u32 {
        self.edits
    }

    /// Opens or shuts the door between two locations.
    pub fn set_door(&mut self, from: Square, to: Square, door: Door) {
        if self.map.set_edge_door(from, to, door) {
            let state = match door {
                Door::Open => 1,
                Door::Closed => 2,
                Door::Locked => 3,
            };
            let place = u32::from(from.x.unsigned_abs()) * 31 + u32::from(from.y.unsigned_abs());
            self.edits = self.edits.wrapping_mul(37).wrapping_add(place * 4 + state);
            self.measure(self.climb_turns);
        }
    }

    fn kind(&self, square: Square) -> usize {
        self.map.terrain(square).map_or(0, |terrain| usize::from(terrain.0))
    }

    /// The light in a location.
    pub fn light(&self, square: Square) -> Light {
        self.light[self.kind(square)]
    }

    /// Whether running over it wants good feet.
    pub fn is_treacherous(&self, square: Square) -> bool {
        self.treacherous[self.kind(square)]
    }

    /// What hides those in a location.
    pub fn hiding(&self, square: Square) -> Hiding {
        match self.map.cover(square) {
            Cover::None => Hiding::None,
            Cover::Quarter => Hiding::Light,
            Cover::Half => Hiding::Half,
            Cover::Full => Hiding::Full,
        }
    }

    /// The height level of a location.
    pub fn level(&self, square: Square) -> i16 {
        self.map.ground(square).whole_metres()
    }

    /// The border between a location and the next one.
    pub fn border(&self, from: Square, to: Square) -> Border {
        if !self.map.contains(to) {
            return Border::Edge;
        }
        if self.plain {
            return Border::Open;
        }
        if self.map.blocks_movement(to) {
            return self.map.door(to).map_or(Border::Wall, Border::Door);
        }
        match self.map.edge(from, to) {
            Some(Edge::Wall | Edge::Window(_)) => Border::Wall,
            Some(Edge::Door(door)) => Border::Door(door),
            Some(Edge::Climb(number)) => {
                let number = i16::from(number);
                let against = (number >= 10).then_some(number / 10);
                Border::Climb { turns: (number % 10).max(1) as u8, against }
            }
            Some(Edge::Swim(number)) => Border::Water(if number > 1 { i16::from(number) } else { WATER }),
            _ => Border::Open,
        }
    }

    /// Whether nobody sees across a border.
    pub fn hides(&self, from: Square, to: Square) -> bool {
        !self.plain && (self.map.blocks_sight(to) || self.map.edge(from, to).is_some_and(|edge| edge.blocks_sight()))
    }
}

/// Locations up to which all distances are known beforehand.
const MOST_KNOWN: usize = 400;

/// A way that nobody can go.
const NO_WAY: u16 = u16::MAX;

/// Turns of travel between all locations of a small map.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    heavy: Vec<u16>,
    light: Vec<u16>,
    /// Where the search still has to go.
    open: Vec<Square>,
}

impl Ground {
    /// Works the distances out, with so many turns of climbing for a level. Nothing is kept for large maps.
    pub fn measure(&mut self, climb_turns: u8) {
        self.climb_turns = climb_turns;
        let squares = usize::from(self.map.width()) * usize::from(self.map.depth());
        let mut turns = std::mem::take(&mut self.turns);
        turns.heavy.clear();
        turns.light.clear();
        if !self.plain && squares <= MOST_KNOWN {
            for from in self.map.bounds().squares() {
                self.spread(from, false, &mut turns.heavy, &mut turns.open);
                self.spread(from, true, &mut turns.light, &mut turns.open);
            }
        }
        self.turns = turns;
    }

    fn place(&self, square: Square) -> usize {
        usize::from(square.y.unsigned_abs()) * usize::from(self.map.width()) + usize::from(square.x.unsigned_abs())
    }

    /// The turns of travel from one location to another; the light ones spend nothing on heights.
    pub fn turns(&self, from: Square, to: Square, light: bool) -> u16 {
        if !self.map.contains(from) || !self.map.contains(to) {
            return NO_WAY;
        }
        let squares = usize::from(self.map.width()) * usize::from(self.map.depth());
        let known = if light { &self.turns.light } else { &self.turns.heavy };
        if known.is_empty() {
            let (mut turns, mut open) = (Vec::new(), Vec::new());
            self.spread(from, light, &mut turns, &mut open);
            return turns.get(self.place(to)).copied().unwrap_or(NO_WAY);
        }
        known.get(self.place(from) * squares + self.place(to)).copied().unwrap_or(NO_WAY)
    }

    /// What crossing a border takes: a turn, and the turns of a climb or of opening a door.
    fn cost(&self, from: Square, to: Square, light: bool) -> Option<u16> {
        let up = (self.level(to) - self.level(from)).max(0) as u16 * u16::from(self.climb_turns);
        let up = if light { 0 } else { up };
        match self.border(from, to) {
            Border::Open | Border::Door(Door::Open) | Border::Water(_) => Some(1 + up),
            Border::Door(Door::Closed) => Some(2 + up),
            Border::Climb { .. } if light || self.level(to) < self.level(from) => Some(1),
            Border::Climb { turns, .. } => Some(1 + u16::from(turns)),
            Border::Wall | Border::Door(Door::Locked) | Border::Edge => None,
        }
    }

    /// Appends the turns of travel from one location to all others, in the order of the map's squares.
    fn spread(&self, from: Square, light: bool, turns: &mut Vec<u16>, open: &mut Vec<Square>) {
        let start = turns.len();
        turns.resize(start + usize::from(self.map.width()) * usize::from(self.map.depth()), NO_WAY);
        open.clear();
        open.push(from);
        if let Some(first) = turns.get_mut(start + self.place(from)) {
            *first = 0;
        }
        while let Some(at) = open.pop() {
            let so_far = turns.get(start + self.place(at)).copied().unwrap_or(NO_WAY);
            for way in WAYS {
                let to = at.step(way);
                let Some(cost) = self.cost(at, to, light) else { continue };
                let place = start + self.place(to);
                if let Some(known) = turns.get_mut(place).filter(|known| **known > so_far.saturating_add(cost)) {
                    *known = so_far.saturating_add(cost);
                    open.push(to);
                }
            }
        }
    }

    /// Whether one sees from one location into another: some shortest way has no border that stops sight.
    pub fn sees(&self, from: Square, to: Square) -> bool {
        if self.plain || from == to {
            return true;
        }
        let (across, along) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        if across >= 128 {
            return false;
        }
        let side = if to.x >= from.x { Step::East } else { Step::West };
        let ahead = if to.y >= from.y { Step::North } else { Step::South };
        let mut reached: u128 = 1;
        let mut start = from;
        for row in 0..=along {
            let mut at = start;
            for column in 0..across {
                let next = at.step(side);
                if reached & 1 << column != 0 && !self.hides(at, next) {
                    reached |= 1 << (column + 1);
                }
                at = next;
            }
            if row == along {
                break;
            }
            let mut at = start;
            for column in 0..=across {
                if self.hides(at, at.step(ahead)) {
                    reached &= !(1 << column);
                }
                at = at.step(side);
            }
            start = start.step(ahead);
        }
        reached & 1 << across != 0
    }
}
