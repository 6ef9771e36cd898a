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

/// A piece of armour.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// What it adds, 1 to 3.
    pub armor: i16,
    /// How it is worn.
    pub worn: Worn,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Use {
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
}

/// A piece of gear.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    /// Its name.
    pub name: String,
    /// What it does.
    pub does: Use,
    /// Price in electrum.
    pub price: Option<u16>,
    /// Inventory slots.
    #[serde(default = "one")]
    pub slots: u8,
    /// Used up by one use.
    #[serde(default)]
    pub once: bool,
}
