//! Creatures: monsters, minions, players' characters.

use quintain_engine::Temper;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::AbilityEntry;
use super::formula::Formula;
use super::words::{Kind, Words};

/// What a summoned creature takes over from its summoner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Inherits {
    /// Nothing.
    #[default]
    Nothing,
    /// The level; P and C are its own.
    Level,
    /// Level, P and C.
    Aptitudes,
}

/// The four resistances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Resistances {
    /// Parry.
    pub parry: Formula,
    /// Warding.
    pub warding: Formula,
    /// Constitution.
    pub constitution: Formula,
    /// Evasion.
    pub evasion: Formula,
}

/// A weapon set: what the main hand and the off hand hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SetEntry {
    /// The main hand; both hands for a two-handed weapon.
    pub main: Option<String>,
    /// The off hand.
    pub off: Option<String>,
}

/// A creature. Formulas that use P, C or L are worked out with its own, or with its summoner's where it `inherits`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// A player's character: falls unconscious, may take special actions, wears and wields what it is given.
    #[serde(default)]
    pub pc: bool,
    /// How it is minded where tactics play it.
    pub temper: Option<Temper>,
    /// Level.
    #[serde(default)]
    pub level: i16,
    /// Maximum health.
    pub health: i16,
    /// Energy.
    #[serde(default)]
    pub energy: i16,
    /// Walking speed in metres; a character's comes from the armour, a flyer's is half its flying speed if not said.
    pub speed: Option<i16>,
    /// Flying speed.
    pub flies: Option<i16>,
    /// Begins on the ground although it flies.
    #[serde(default)]
    pub grounded: bool,
    /// P; it may grow with the level.
    #[serde(default)]
    pub potency: Formula,
    /// C; it may grow with the level.
    #[serde(default)]
    pub control: Formula,
    /// What it takes over from its summoner; a level of its own is added to that.
    #[serde(default)]
    pub inherits: Inherits,
    /// The whole modifier of its precision rolls, level and weapon included. Characters have none: theirs is worked out.
    pub precision: Option<Formula>,
    /// Resistances; those of characters are without what they wear and wield.
    pub resistances: Resistances,
    /// Physical armour of its own.
    #[serde(default)]
    pub physical_armor: Formula,
    /// Magical armour of its own.
    #[serde(default)]
    pub magical_armor: Formula,
    /// Width and depth in squares.
    #[serde(default = "one_by_one")]
    pub size: (u8, u8),
    /// What it is.
    #[serde(default)]
    pub kinds: Words<Kind>,
    /// Its own abilities, the basic weapon attack first.
    #[serde(default)]
    pub own: Vec<AbilityEntry>,
    /// Abilities of the packs by id: techniques, path and branch abilities, shared ones.
    #[serde(default)]
    pub abilities: Vec<String>,
    /// Armour worn.
    pub armor: Option<String>,
    /// Weapon sets, the one in hand first.
    #[serde(default)]
    pub weapons: Vec<SetEntry>,
    /// Items in quick-access slots.
    #[serde(default)]
    pub items: Vec<String>,
    /// How many quick-access slots.
    #[serde(default = "two")]
    pub slots: u8,
    /// Points in skills that a fight asks for: Healing, Riding.
    #[serde(default)]
    pub skills: Skills,
    /// The element that envelops it, for druids.
    pub element: Option<super::words::Element>,
    /// The pet that comes along.
    pub pet: Option<String>,
    /// Its natural weapons count as melee weapons for flanking. Off for creatures that only shoot.
    #[serde(default = "yes")]
    pub flanks: bool,
}

/// Skills that a fight asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Skills {
    /// Healing, for first aid.
    pub healing: i16,
    /// Riding.
    pub riding: i16,
}

fn one_by_one() -> (u8, u8) {
    (1, 1)
}

fn two() -> u8 {
    2
}

fn yes() -> bool {
    true
}
