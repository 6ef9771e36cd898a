//! Weapons, armour and gear.

use super::{eighty, five, melee, one};
use crate::arm::{Blast, Reaching, Rider};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A weapon.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name in options and messages.
    pub name: String,
    /// Sides of its die.
    pub die: u8,
    /// How it reaches.
    #[serde(default = "melee")]
    pub reaching: Reaching,
    /// Melee reach in feet.
    #[serde(default = "five")]
    pub reach: u16,
    /// Beyond these feet a shot or throw is impaired.
    #[serde(default = "eighty")]
    pub sure: u16,
    /// Beyond these feet it cannot be made; nothing for as far as one sees.
    pub far: Option<u16>,
    /// Hands that it needs.
    #[serde(default = "one")]
    pub hands: u8,
    /// Bulky: two slots, both hands.
    #[serde(default)]
    pub bulky: bool,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Price in electrum.
    pub price: Option<u16>,
    /// Cuts.
    #[serde(default)]
    pub edged: bool,
    /// Burns.
    #[serde(default)]
    pub fire: bool,
    /// Magical.
    #[serde(default)]
    pub magical: bool,
    /// Used up by one use.
    #[serde(default)]
    pub once: bool,
    /// Attacks with it are always enhanced.
    #[serde(default)]
    pub enhanced: bool,
    /// Brings health as well as death: as an action it restores one target's STA.
    #[serde(default)]
    pub heals: bool,
    /// Near the sea an attack with it is a blast.
    #[serde(default)]
    pub blast_by_the_sea: bool,
    /// Sets the ground alight where its blast goes off, for one round.
    #[serde(default)]
    pub kindles: bool,
    /// The area, for the blast quality.
    pub blast: Option<Blast>,
    /// What it does beyond its die.
    #[serde(default)]
    pub riders: Vec<Rider>,
}

/// How armour is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Worn {
    /// One at a time.
    Suit,
    /// In a hand.
    Shield,
    /// Beside a suit.
    Beside,
}

/// What a piece of armour does beyond its Armor: the gifts of the gods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Only enhanced attacks get through it.
    Impenetrable,
    /// Weapons that are not magical do nothing to its wearer.
    ProofAgainstCommonWeapons,
    /// Its wearer and all that the wearer carries are unseen.
    Conceals,
    /// Its wearer flies 80 feet, and stays aloft.
    Wings,
    /// Its wearer loses 1d6 KRA a round.
    Poisoned,
}

/// A piece of armour.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    pub name: String,
    /// What it adds, 0 to 3.
    #[serde(default)]
    pub armor: i16,
    /// How it is worn.
    pub worn: Worn,
    /// It protects from these kinds of creature only, by their ids; from all where none is named.
    #[serde(default)]
    pub against: Vec<String>,
    /// What it does beyond its Armor.
    #[serde(default)]
    pub powers: Vec<Power>,
    /// Bulky.
    #[serde(default)]
    pub bulky: bool,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Price in electrum.
    pub price: Option<u16>,
}

/// What gear does; each use is the action of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Use {
    /// Nothing in a fight: it fills slots, or is ridden or drawn along.
    #[default]
    Nothing,
    /// Thrown within 20 feet: TEK save or bound.
    Net,
    /// Ties a helpless foe.
    Rope,
    /// Played: no Seirên's song bewitches anyone who hears it this round.
    Lyre,
    /// Blown: a bewitched or sleeping ally saves anew.
    Horn,
    /// Faces a gaze by reflection: attacks impaired, no save. Needs no action.
    Mirror,
    /// Ignores difficult ground. Needs no action.
    Boots,
    /// Set before the fight: the first foe in its square saves TEK, or takes d6 and is held. Needs no action.
    Trap,
    /// Poured over 10 feet of ground: TEK save to cross or stop there.
    Grease,
    /// The same, and it burns once it is lit.
    Tar,
    /// Held up: every foe in sight saves THU or flees.
    Aegis,
    /// Restores one target's STA, once in a fight.
    Staff,
    /// Shot: its target loves the shooter, or hates a combatant that the shooter names.
    Arrow,
}

/// A piece of gear.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    pub name: String,
    /// What it does.
    #[serde(default)]
    pub does: Use,
    /// Slots that it adds to its owner's.
    #[serde(default)]
    pub carries: u8,
    /// Feet of its owner's move: ridden, or held back by it.
    pub speed: Option<u16>,
    /// Hands that it keeps full until something is drawn.
    #[serde(default)]
    pub hands: u8,
    /// Price in electrum.
    pub price: Option<u16>,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Used up by one use.
    #[serde(default)]
    pub once: bool,
}
