//! The ground of a fight: locations with light, cover and height, borders, doors, and how many turns every way takes.

mod turns;

use std::borrow::Cow;

use quintain_field::{Cover, Door, Edge, Map, Site, Square, Step};

use crate::state::WAYS;
use turns::Turns;

/// How much light a location has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Light {
    #[default]
    Bright,
    /// Dusk, a forest.
    Dim,
    Dark,
    Pitch,
}

impl Light {
    /// All of it, in words.
    pub(crate) const ALL: [(Light, &'static str); 4] =
        [(Light::Bright, "bright"), (Light::Dim, "dim"), (Light::Dark, "dark"), (Light::Pitch, "pitch dark")];
}

/// How much a location hides of those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hiding {
    #[default]
    None,
    Light,
    Half,
    Heavy,
    Full,
}

impl Hiding {
    /// All of it, in words.
    pub(crate) const ALL: [(Hiding, &'static str); 5] = [
        (Hiding::None, "no cover"),
        (Hiding::Light, "light cover"),
        (Hiding::Half, "half cover"),
        (Hiding::Heavy, "heavy cover"),
        (Hiding::Full, "full cover"),
    ];
}

/// What a border asks: so many turns of climbing, against a number if there is one; a number to be swum against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Border {
    Open,
    Wall,
    Door(Door),
    Climb { turns: u8, against: Option<i16> },
    Water(i16),
    Edge,
}

/// Which doors stand otherwise than on the map: a bit for each, in the order in which the map has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Doors(u64);

/// The most doors of a map that can be moved.
pub(crate) const MOST_DOORS: usize = u64::BITS as usize;

impl Doors {
    /// Moves a door: shut if it was open, open if it was shut.
    pub(crate) fn swing(&mut self, door: u8) {
        self.0 ^= 1 << door;
    }

    fn has_swung(self, door: u8) -> bool {
        self.0 & 1 << door != 0
    }
}

/// What lies between a location and the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    /// What never changes, and whether nobody sees across.
    Fixed(Border, bool),
    /// A door that can be moved, by its place among the doors.
    Door(u8),
}

/// The map with what it means.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) map: Map,
    light: [Light; 256],
    treacherous: [bool; 256],
    /// All locations are alike and every border is open.
    plain: bool,
    /// The four borders of every location, in the order of the map and of [`WAYS`].
    between: Vec<[Between; 4]>,
    /// Whether each door that can be moved is open on the map.
    open: Vec<bool>,
    climb_turns: u8,
    turns: Turns,
}

/// Requirement of a border of water where none is given.
const WATER: i16 = 5;

impl Ground {
    pub(crate) fn new(map: Map) -> Ground {
        let (mut light, mut treacherous) = ([Light::Bright; 256], [false; 256]);
        for (terrain, kind) in map.legend().kinds() {
            let place = usize::from(terrain.0);
            let says =
                |words: &[&str]| kind.name.split(|part: char| !part.is_alphabetic()).any(|word| words.contains(&word));
            light[place] = match () {
                () if says(&["pitch"]) => Light::Pitch,
                () if says(&["dark", "darkness"]) => Light::Dark,
                () if says(&["dim"]) => Light::Dim,
                () => Light::Bright,
            };
            treacherous[place] = says(&["slippery", "crowded", "ice", "icy", "mud", "muddy"]);
        }
        let (between, open) = borders(&map);
        let mut ground =
            Ground { map, light, treacherous, plain: false, between, open, climb_turns: 1, turns: Turns::default() };
        ground.plain = ground.is_plain_now();
        ground
    }

    /// Makes what stands or lies at a place look like nothing: a door that was there is wall, and keeps its number.
    pub(crate) fn bury(&mut self, site: Site) {
        self.map.bury(site);
        for (from, between) in self.map.bounds().squares().zip(&mut self.between) {
            for (way, lies) in WAYS.into_iter().zip(between) {
                let (border, hides) = drawn(&self.map, from, from.step(way));
                if !matches!(border, Border::Door(Door::Open | Door::Closed)) {
                    *lies = Between::Fixed(border, hides);
                }
            }
        }
        self.plain = self.is_plain_now();
        // Ways are looked for from now on: what was known of them may be wrong.
        self.turns = Turns::default();
    }

    /// The map with these doors as they stand.
    pub(crate) fn map_with(&self, doors: Doors) -> Cow<'_, Map> {
        let mut map = Cow::Borrowed(&self.map);
        for (from, between) in self.map.bounds().squares().zip(&self.between) {
            for (way, lies) in WAYS.into_iter().zip(between) {
                let Between::Door(door) = *lies else { continue };
                let state = if self.is_open(door, doors) { Door::Open } else { Door::Closed };
                let to = from.step(way);
                if doors.has_swung(door) && !map.to_mut().set_square_door(to, state) {
                    map.to_mut().set_edge_door(from, to, state);
                }
            }
        }
        map
    }

    fn is_plain_now(&self) -> bool {
        let same = |square: Square| self.level(square) == 0 && !self.map.blocks_movement(square);
        self.map.bounds().squares().all(same) && self.map.edges().next().is_none() && self.open.is_empty()
    }

    /// Whether all locations are alike and every border is open.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    pub(crate) fn doors(&self) -> usize {
        self.open.len()
    }

    fn kind(&self, square: Square) -> usize {
        self.map.terrain(square).map_or(0, |terrain| usize::from(terrain.0))
    }

    pub(crate) fn light(&self, square: Square) -> Light {
        self.light[self.kind(square)]
    }

    /// Whether running over it wants good feet.
    pub(crate) fn is_treacherous(&self, square: Square) -> bool {
        self.treacherous[self.kind(square)]
    }

    /// What hides those in a location.
    pub(crate) fn hiding(&self, square: Square) -> Hiding {
        match self.map.cover(square) {
            Cover::None => Hiding::None,
            Cover::Quarter => Hiding::Light,
            Cover::Half => Hiding::Half,
            Cover::Full => Hiding::Full,
        }
    }

    pub(crate) fn level(&self, square: Square) -> i16 {
        self.map.ground(square).whole_metres()
    }

    fn lies_between(&self, from: Square, to: Square) -> Option<Between> {
        let way = WAYS.into_iter().position(|way| from.step(way) == to)?;
        self.between.get(self.place(from)?)?.get(way).copied()
    }

    pub(crate) fn border(&self, from: Square, to: Square, doors: Doors) -> Border {
        match self.lies_between(from, to) {
            None => Border::Edge,
            Some(Between::Fixed(border, _)) => border,
            Some(Between::Door(door)) if self.is_open(door, doors) => Border::Door(Door::Open),
            Some(Between::Door(_)) => Border::Door(Door::Closed),
        }
    }

    pub(crate) fn door(&self, from: Square, to: Square) -> Option<u8> {
        match self.lies_between(from, to) {
            Some(Between::Door(door)) => Some(door),
            _ => None,
        }
    }

    fn is_open(&self, door: u8, doors: Doors) -> bool {
        self.open.get(usize::from(door)).is_some_and(|open| *open != doors.has_swung(door))
    }

    /// Whether nobody sees across a border.
    fn hides(&self, from: Square, to: Square, doors: Doors) -> bool {
        match self.lies_between(from, to) {
            None => false,
            Some(Between::Fixed(_, hides)) => hides,
            Some(Between::Door(door)) => !self.is_open(door, doors),
        }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let (width, depth) = (i32::from(self.map.width()), i32::from(self.map.depth()));
        let (x, y) = (i32::from(square.x), i32::from(square.y));
        let inside = (0..width).contains(&x) && (0..depth).contains(&y);
        inside.then(|| (y * width + x) as usize)
    }

    fn size(&self) -> usize {
        usize::from(self.map.width()) * usize::from(self.map.depth())
    }
}

fn borders(map: &Map) -> (Vec<[Between; 4]>, Vec<bool>) {
    let mut hinges: Vec<(Square, Square)> = Vec::new();
    let mut open = Vec::new();
    let mut of = |from: Square, way: Step| {
        let to = from.step(way);
        match drawn(map, from, to) {
            // A door that fills a square is one door from all sides.
            (Border::Door(door @ (Door::Open | Door::Closed)), _) => {
                let hinge = if map.door(to).is_some() { (to, to) } else { (from.min(to), from.max(to)) };
                let known = hinges.iter().position(|known| *known == hinge);
                let door = known.unwrap_or_else(|| {
                    hinges.push(hinge);
                    open.push(door == Door::Open);
                    hinges.len() - 1
                });
                Between::Door(door.min(MOST_DOORS - 1) as u8)
            }
            (border, hides) => Between::Fixed(border, hides),
        }
    };
    let between = map.bounds().squares().map(|from| WAYS.map(|way| of(from, way))).collect();
    (between, open)
}

/// The border that the map draws between a location and the next one, and whether nobody sees across.
fn drawn(map: &Map, from: Square, to: Square) -> (Border, bool) {
    if !map.contains(to) {
        return (Border::Edge, false);
    }
    let edge = map.edge(from, to);
    let hides = map.blocks_sight(to) || edge.is_some_and(Edge::blocks_sight);
    let border = match edge {
        Some(Edge::Wall | Edge::Window(_)) => Border::Wall,
        _ if map.door(to).is_some() => map.door(to).map_or(Border::Wall, Border::Door),
        _ if map.blocks_movement(to) => Border::Wall,
        Some(Edge::Door(door)) => Border::Door(door),
        Some(Edge::Climb(number)) => {
            let number = i16::from(number);
            let against = (number >= 10).then_some(number / 10);
            Border::Climb { turns: (number % 10).max(1) as u8, against }
        }
        Some(Edge::Swim(number)) => Border::Water(if number > 1 { i16::from(number) } else { WATER }),
        _ => Border::Open,
    };
    (border, hides)
}

impl Ground {
    /// Whether one sees from one location into another: some shortest way has no border that stops sight.
    pub(crate) fn sees(&self, from: Square, to: Square, doors: Doors) -> bool {
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
                if reached & 1 << column != 0 && !self.hides(at, next, doors) {
                    reached |= 1 << (column + 1);
                }
                at = next;
            }
            if row == along {
                break;
            }
            let mut at = start;
            for column in 0..=across {
                if self.hides(at, at.step(ahead), doors) {
                    reached &= !(1 << column);
                }
                at = at.step(side);
            }
            start = start.step(ahead);
        }
        reached & 1 << across != 0
    }
}
