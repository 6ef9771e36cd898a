//! Races, and the characters and creatures of a fight.

use std::collections::BTreeMap;

use quintain_engine::Temper;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::Feature;

/// The six attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Attributes {
    /// Strength.
    #[serde(rename = "str")]
    pub strength: i16,
    /// Dexterity.
    pub dex: i16,
    /// Stamina.
    pub sta: i16,
    /// Intelligence.
    pub int: i16,
    /// Empathy.
    pub emp: i16,
    /// Social.
    pub soc: i16,
}

/// What training adds to an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Trained {
    /// To consistency.
    pub c: i16,
    /// To potential.
    pub p: i16,
}

/// A race.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RaceEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Hit points as its card has them; the house rule `hp_scale` multiplies them.
    pub card: i16,
    /// Willpower.
    pub wp: i16,
    /// What all of its people can do.
    #[serde(default)]
    pub powers: Vec<String>,
}

/// A character or a creature.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// A player's character.
    #[serde(default)]
    pub pc: bool,
    /// How it is minded where tactics play it.
    pub temper: Option<Temper>,
    /// Its race, which gives it hit points, willpower and powers.
    pub race: Option<String>,
    /// Hit points of its body, beside those of race, armour and powers; never scaled.
    #[serde(default)]
    pub hp: i16,
    /// The same as a card has them: the house rule `hp_scale` multiplies them.
    #[serde(default)]
    pub card: i16,
    /// Willpower, beside that of its race.
    #[serde(default)]
    pub wp: i16,
    /// Its attributes.
    #[serde(default)]
    pub attributes: Attributes,
    /// What training adds, by the id of the ability.
    #[serde(default)]
    pub trained: BTreeMap<String, Trained>,
    /// Its weapons. Those that its hands can hold are wielded at the start, the first ones first.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Its shield.
    pub shield: Option<String>,
    /// The armour that it wears.
    pub armor: Option<String>,
    /// What it carries besides.
    #[serde(default)]
    pub items: Vec<String>,
    /// What it can do.
    #[serde(default)]
    pub powers: Vec<String>,
    /// What is always so.
    #[serde(default)]
    pub gives: Vec<Feature>,
}
