//! What never changes while a fight lasts: the packs with their names resolved, the house rules, the map.

use std::sync::Arc;

use quintain_engine::{Minded, Side};
use quintain_field::{EachBody, EachPair, Footprint, Map, OpenSteps, Span, Square, Strides, Walls};

use crate::arm::{Arm, ArmId};
use crate::book::{ArmorEntry, Book, CreatureEntry, Rider};
use crate::house::House;
use crate::kinds::Part;

/// A creature or person as the packs describe it, with names resolved to places in the setting's lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The pack's id.
    pub id: String,
    /// How it is minded.
    pub minded: Minded,
    /// Attributes and skills, by [`crate::kinds::Score`].
    pub scores: [i16; 14],
    /// Tests Perseverance at 0 hit points; a creature that does not dies.
    pub perseveres: bool,
    /// Metres of flight and Maneuvers a turn, of its own wings.
    pub flight: Option<(i16, u8)>,
    /// Arms, each with a hand.
    pub arms: u8,
    /// Parts that a called shot may be aimed at.
    pub parts: Vec<Part>,
    /// The CR's first digit; 0 for none.
    pub cr_rank: u8,
    /// Its natural attacks.
    pub natural: Vec<ArmId>,
    /// Natural attacks made together as one action.
    pub together: Vec<Vec<ArmId>>,
    /// Weapons it carries.
    pub weapons: Vec<ArmId>,
    /// Armour and shields it wears, by their place in the setting's list.
    pub wears: Vec<u8>,
    /// The pack's own words.
    pub entry: CreatureEntry,
}

/// The map with what its terrain means.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The squares.
    pub map: Map,
    difficult: [bool; 256],
    wet: [bool; 256],
    deep: [bool; 256],
    sheer: [bool; 256],
    lava: [bool; 256],
    plain: bool,
    flat: bool,
    bare: bool,
    open: bool,
    known: Arc<Known>,
}

/// What has been found out about a ground, for all fights on it.
#[derive(Debug, Default)]
struct Known {
    /// The cover that it gives between two of its squares.
    covers: EachPair,
    /// The steps that somebody can walk.
    walks: EachBody<Strides>,
}

/// How far a step on foot may lead up, and down, in metres.
const RISES: std::ops::RangeInclusive<i16> = -2..=1;

impl Ground {
    /// What a map means.
    pub fn new(map: Map) -> Self {
        let [mut difficult, mut wet, mut deep, mut sheer, mut lava] = [[false; 256]; 5];
        for (terrain, kind) in map.legend().kinds() {
            let place = usize::from(terrain.0);
            let says = |words: &[&str]| words.iter().any(|word| kind.name.contains(word));
            difficult[place] = says(&["difficult", "heavy", "rough", "mud", "lava"]);
            wet[place] = says(&["water"]);
            deep[place] = says(&["deep water"]);
            sheer[place] = says(&["sheer"]);
            lava[place] = says(&["lava"]);
        }
        let level = |square: Square| map.ground(square).whole_metres() == 0;
        let flat = map.bounds().squares().all(level);
        let plain = map.bounds().squares().all(|square| {
            let place = map.terrain(square).map_or(0, |terrain| usize::from(terrain.0));
            !difficult[place] && !wet[place] && level(square)
        });
        let hides = |square: Square| map.blocks_sight(square) || map.cover(square) > quintain_field::Cover::None;
        let bare = map.edges().next().is_none() && map.bounds().squares().all(|square| level(square) && !hides(square));
        let open = map.edges().next().is_none() && map.bounds().squares().all(|square| !map.blocks_movement(square));
        Ground { map, difficult, wet, deep, sheer, lava, plain, flat, bare, open, known: Arc::default() }
    }

    /// What the ground says of two of its squares, once it has been found out.
    #[inline]
    pub fn between(&self, squares: (Square, Square), find: impl FnOnce() -> u8) -> u8 {
        self.known.covers.get(&self.map, squares, find)
    }

    /// Lends the steps that walls and heights leave to a body that walks.
    pub fn with_walks<R>(&self, body: Footprint, read: impl FnOnce(&Strides) -> R) -> R {
        let walls = Walls::CutCorners;
        let even = |from: Square, to: Square| {
            RISES.contains(&(self.level_below(body.at(to)) - self.level_below(body.at(from))))
        };
        let find = || Strides::of(&self.map, body, walls).only(even);
        match self.known.walks.get(body, find) {
            Some(strides) => read(strides),
            None => read(&find()),
        }
    }

    fn says(&self, which: &[bool; 256], square: Square) -> bool {
        self.map.terrain(square).is_some_and(|terrain| which[usize::from(terrain.0)])
    }

    /// Which single steps the walls leave open.
    pub fn steps(&self) -> &OpenSteps {
        self.map.rows(Walls::CutCorners)
    }

    /// Whether leaving a square costs 2 m, for everybody.
    pub fn is_difficult(&self, square: Square) -> bool {
        self.says(&self.difficult, square)
    }

    /// Whether a square is under water.
    pub fn is_water(&self, square: Square) -> bool {
        self.says(&self.wet, square)
    }

    /// Whether one can go under in a square.
    pub fn is_deep(&self, square: Square) -> bool {
        self.says(&self.deep, square)
    }

    /// Whether a square's side has no handholds.
    pub fn is_sheer(&self, square: Square) -> bool {
        self.says(&self.sheer, square)
    }

    /// Whether a square is covered with lava.
    pub fn is_lava(&self, square: Square) -> bool {
        self.says(&self.lava, square)
    }

    /// The ground's height in whole metres.
    #[inline]
    pub fn level(&self, square: Square) -> i16 {
        self.map.ground(square).whole_metres()
    }

    /// The ground's height below a body, in whole metres: that of its highest square.
    #[inline]
    pub fn level_below(&self, body: Span) -> i16 {
        match body.south_west() {
            _ if self.flat => 0,
            only if only == body.north_east() => self.level(only),
            _ => body.squares().map(|square| self.level(square)).max().unwrap_or(0),
        }
    }

    /// Whether nothing on it can hide anybody: level, no walls, nothing that gives cover.
    #[inline]
    pub fn is_bare(&self) -> bool {
        self.bare
    }

    /// Whether there is no wall on it, nor anything else that stops a step.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether all of it lies at the map's zero.
    #[inline]
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// Whether all steps are alike: no difficult ground, no water, no heights.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.plain
    }
}

/// Which sides are foes of which.
#[derive(Clone, Debug, Default)]
pub struct Hostility {
    sides: usize,
    /// A row for each side.
    foes: Vec<bool>,
}

impl Hostility {
    /// Of so many sides, as `are_foes` says.
    pub fn new(sides: usize, are_foes: impl Fn(usize, usize) -> bool) -> Self {
        let are_foes = &are_foes;
        let rows = (0..sides).flat_map(|one| (0..sides).map(move |other| are_foes(one, other)));
        Hostility { sides, foes: rows.collect() }
    }

    /// Whether one is hostile to the other.
    #[inline]
    pub fn between(&self, one: Side, other: Side) -> bool {
        self.foes.get(one.index() * self.sides + other.index()).copied().unwrap_or(false)
    }
}

/// What never changes while the fight lasts, unless the GM brings somebody new in.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs.
    pub book: Arc<Book>,
    /// Creatures that occur.
    pub templates: Vec<Template>,
    /// Everything that an attack can be made with.
    pub arms: Vec<Arm>,
    /// Attacks that Gu give: the Gu's place in the book, and the attack.
    pub gu_arms: Vec<(u16, ArmId)>,
    /// What hits of natural attacks do besides.
    pub riders: Vec<Vec<Rider>>,
    /// Names: those of the cast first, then those kept ready for creatures that are summoned.
    pub names: Vec<String>,
    /// The sides.
    pub sides: Vec<String>,
    /// Which sides are hostile to which.
    pub hostile: Hostility,
    /// House rules.
    pub house: House,
    /// The map.
    pub ground: Ground,
}

impl Setting {
    /// A piece of armour or a shield, by its place in the book.
    pub fn armor(&self, place: u8) -> &ArmorEntry {
        &self.book.armors[usize::from(place)].value
    }
}
