//! Weapons, shields, armour and items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::{Class, Element, Hands, Per};

/// What a shot needs before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Loading {
    /// Nothing.
    #[default]
    None,
    /// An arrow drawn: free, and may be done together with something else.
    Arrow,
    /// A bolt loaded: a standard action.
    Bolt,
    /// A dart loaded: free, and may be done together with something else.
    Dart,
}

/// A weapon, or a part of the body that serves as one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// What kind of weapon it is.
    pub class: Class,
    /// The greatest distance it reaches; melee if not said.
    pub range: Option<u8>,
    /// Hit points that a hit costs.
    #[serde(default)]
    pub damage: i16,
    /// Added to potential when attacking and parrying.
    #[serde(default)]
    pub bonus: i16,
    /// Which hands hold it.
    pub hands: Hands,
    /// The abilities that it can be used with.
    pub abilities: Vec<String>,
    /// How much Break it withstands; nothing if it cannot be broken.
    pub toughness: Option<u8>,
    /// What a shot needs before it.
    #[serde(default)]
    pub loading: Loading,
    /// It leaves the hand when it is used.
    #[serde(default)]
    pub thrown: bool,
    /// Skills used with it cost so much more willpower.
    #[serde(default)]
    pub surcharge: i16,
    /// So many skills used with its hits cost no willpower.
    #[serde(default)]
    pub free: u8,
    /// So often a hit may call Stumble, at no cost, on somebody in its bearer's cluster.
    #[serde(default)]
    pub close: u8,
    /// The automaton that it carries: a hit may call it, once.
    pub carries: Option<String>,
    /// What hurts about it.
    pub element: Option<Element>,
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShieldEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Added to potential when blocking.
    #[serde(default)]
    pub bonus: i16,
    /// Added to Stamina while it is carried.
    #[serde(default)]
    pub stamina: i16,
    /// Taken from the consistency of its bearer's attacks.
    #[serde(default)]
    pub penalty: i16,
    /// The abilities that it can be used with.
    pub abilities: Vec<String>,
    /// How much Break it withstands.
    pub toughness: Option<u8>,
    /// Worn on the arm: the hand stays free for a weapon, and it is too small to bash with.
    #[serde(default)]
    pub buckler: bool,
    /// So many bashes cost no willpower.
    #[serde(default)]
    pub free: u8,
}

/// A suit of armour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Hit points as its card has them; the house rule `hp_scale` multiplies them.
    pub card: i16,
    /// Too heavy for skills of mobility.
    #[serde(default)]
    pub heavy: bool,
    /// How often a stumble is ignored.
    #[serde(default)]
    pub stumbles: u8,
    /// When that comes back.
    pub per: Option<Per>,
}

/// What an item gives a mage who gathers power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Component {
    /// How much power.
    pub power: u16,
    /// It is not used up.
    #[serde(default)]
    pub keeps: bool,
}

/// A potion, a tool, a component.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// What using it does.
    pub power: Option<String>,
    /// How often it can be used.
    #[serde(default = "once")]
    pub uses: u8,
    /// What it gives a mage who gathers power.
    pub component: Option<Component>,
    /// How much Break it withstands.
    pub toughness: Option<u8>,
}

fn once() -> u8 {
    1
}
