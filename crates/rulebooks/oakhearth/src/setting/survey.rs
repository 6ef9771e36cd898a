//! What a map is like as a whole: found out once, and again when a door has been opened or shut.

use quintain_field::{Cover, Map, Square, SquareSet};

use super::Setting;

/// How much light there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Light {
    /// Nothing is concealed.
    Bright,
    /// Concealed in part.
    Dim,
    /// Concealed wholly.
    Dark,
}

impl Light {
    /// By nature, from the name of a Space's terrain.
    pub fn named(terrain: &str) -> Light {
        match terrain {
            name if name.contains("dark") => Light::Dark,
            name if name.contains("dim") || name.contains("shadow") => Light::Dim,
            _ => Light::Bright,
        }
    }

    pub(crate) fn better(self) -> Light {
        if self == Light::Dark { Light::Dim } else { Light::Bright }
    }
}

/// Tenths of a metre that a Space measures: 5 feet.
const SPACE: i16 = 15;

/// The terrain in which one is under water.
const DEEP: &str = "deep water";

/// Whether terrain of this name is hard to cross.
fn hard(name: &str) -> bool {
    ["difficult", "heavy", "rubble", "rough", "water"].iter().any(|word| name.contains(word))
}

impl Setting {
    /// Looks at the whole map.
    pub fn survey(&mut self, map: &Map) {
        let all = || map.bounds().squares();
        let plain = |name: &str| !hard(name) && name != DEEP;
        self.clear = clear(map);
        self.unblocked = all().all(|square| !map.blocks_movement(square));
        self.even = all().all(|square| map.terrain_name(square).is_none_or(plain));
        self.flat = all().map(|square| map.ground(square)).max() == all().map(|square| map.ground(square)).min();
        self.levels = all().map(|square| map.ground(square).tenths().div_euclid(SPACE)).collect();
        self.hard = ground(map, |name| name != DEEP && hard(name));
        self.deep = ground(map, |name| name == DEEP);
        self.dim = ground(map, |name| Light::named(name) == Light::Dim);
        self.dark = ground(map, |name| Light::named(name) == Light::Dark);
        self.bright = self.dim.is_empty() && self.dark.is_empty();
    }
}

/// The Spaces of a map whose terrain is of some kind.
fn ground(map: &Map, kind: impl Fn(&str) -> bool) -> SquareSet {
    let mut all = SquareSet::for_map(map);
    for square in map.bounds().squares().filter(|square| map.terrain_name(*square).is_some_and(&kind)) {
        all.insert(square);
    }
    all
}

/// Whether nothing on a map stands in the way of sight.
fn clear(map: &Map) -> bool {
    let flat = |square: Square| {
        !map.blocks_sight(square)
            && map.cover(square) == Cover::None
            && map.ground(square) == map.ground(Square::new(0, 0))
    };
    map.bounds().squares().all(flat) && map.edges().next().is_none()
}
