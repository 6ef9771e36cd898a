//! What can be worn, wielded and used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::AbilityEntry;

/// How a weapon is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// In one hand, the main one.
    Heavy,
    /// In one hand, either one.
    Light,
    /// In both hands.
    TwoHanded,
    /// In the off hand only.
    OffHand,
}

/// A weapon or what the off hand holds.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name in options and messages.
    pub name: String,
    /// How it is held.
    pub hold: Hold,
    /// Added to precision rolls: of the main hand, or by what the off hand holds.
    #[serde(default)]
    pub precision: i16,
    /// Its range in the table: 1 or 2 make it a melee weapon if it shoots nothing.
    #[serde(default = "one")]
    pub range: i16,
    /// Added to Parry while it is wielded.
    #[serde(default)]
    pub parry: i16,
    /// Added to Warding.
    #[serde(default)]
    pub warding: i16,
    /// Added to physical armour.
    #[serde(default)]
    pub physical_armor: i16,
    /// Added to magical armour.
    #[serde(default)]
    pub magical_armor: i16,
    /// Added to Stealth.
    #[serde(default)]
    pub stealth: i16,
    /// May be thrown.
    #[serde(default)]
    pub throwable: bool,
    /// Taken in hand freely on one's own turn; what was held falls down.
    #[serde(default)]
    pub sidearm: bool,
    /// Breaks when its precision die shows this or less.
    #[serde(default)]
    pub breaks_at: u8,
    /// How many shots or spare ones come with it.
    #[serde(default)]
    pub ammunition: u8,
    /// Its abilities. The first that is not passive is its basic weapon attack.
    #[serde(default)]
    pub own: Vec<AbilityEntry>,
}

impl WeaponEntry {
    /// Whether it may break, or has so many shots or spare ones and no more.
    pub fn is_used_up(&self) -> bool {
        self.breaks_at > 0 || self.ammunition > 0
    }
}

/// A suit of armour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// Physical armour.
    #[serde(default)]
    pub physical: i16,
    /// Magical armour.
    #[serde(default)]
    pub magical: i16,
    /// Walking speed in it.
    pub speed: i16,
    /// Added to Stealth.
    #[serde(default)]
    pub stealth: i16,
}

/// What lies ready in a quick-access slot.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// What using it does.
    pub used: AbilityEntry,
    /// How often it can be used.
    #[serde(default = "once")]
    pub uses: u8,
}

fn one() -> i16 {
    1
}

fn once() -> u8 {
    1
}
