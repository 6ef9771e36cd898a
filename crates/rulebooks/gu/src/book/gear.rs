//! Weapons and armour.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kinds::{DamageType, Size};

/// Damage of one type: `{ type = "rending", plus = 8 }`, or with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DealsEntry {
    /// Which type.
    #[serde(rename = "type")]
    pub damage: DamageType,
    /// How many dice.
    #[serde(default)]
    pub dice: u8,
    /// Sides of each.
    #[serde(default)]
    pub sides: u8,
    /// A number on top.
    #[serde(default)]
    pub plus: i16,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name.
    pub name: String,
    /// What a hit deals, held in one hand.
    pub deals: Vec<DealsEntry>,
    /// What a hit deals when it is held in two hands; for weapons that may be held either way.
    #[serde(default)]
    pub two_handed: Vec<DealsEntry>,
    /// What it deals when thrown; left out for weapons that are not thrown.
    #[serde(default)]
    pub thrown: Vec<DealsEntry>,
    /// Metres it reaches.
    #[serde(default = "one")]
    pub reach: u16,
    /// Hands it takes.
    #[serde(default = "one_hand")]
    pub hands: u8,
    /// Shot, not swung: Ranged Attack, no Strength, disadvantage within 1 m.
    #[serde(default)]
    pub ranged: bool,
    /// Pierces what has no dao.
    #[serde(default)]
    pub piercing: bool,
    /// Damage that breaks it when a called shot strikes it.
    #[serde(default = "ten")]
    pub hp: i16,
    /// How large it is, for called shots at it.
    #[serde(default = "small")]
    pub size: Size,
}

/// Armour or a shield.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// What it takes off force and rending damage.
    pub dt: i16,
    /// Damage that breaks it.
    pub hp: i16,
    /// What it adds to Dodge tests.
    #[serde(default)]
    pub dodge: i16,
    /// Metres it takes off movement.
    #[serde(default)]
    pub movement: i16,
    /// Carried in a hand.
    #[serde(default)]
    pub in_hand: bool,
    /// How large it is, for called shots at it.
    #[serde(default)]
    pub size: Size,
}

fn small() -> Size {
    Size::Small
}

fn one() -> u16 {
    1
}

fn one_hand() -> u8 {
    1
}

fn ten() -> i16 {
    10
}
