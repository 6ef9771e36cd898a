//! What creatures hold, wear and carry: weapons with their properties, shields, armour, items.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::{Area, Check, Step};
use super::words::{Damage, Group, Style};

/// What sets a weapon apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Property {
    /// Strikes only those who are Grappled.
    AgainstGrappled,
    /// Holds its target instead of hurting it.
    Capture,
    /// +1 to hit a target in heavy armour.
    Bonk,
    /// ADV with it in the first round.
    Concealable,
    /// Its weight is counted in its damage already.
    Heavy,
    /// 1 more damage on a Heavy Hit.
    Impact,
    /// Takes that many AP and a free hand to load again after each shot.
    Loading(u8),
    /// Reaches 1 Space farther.
    Reach,
    /// A shot from hiding makes no noise.
    Silent,
    /// Below this Might: 1 damage less, and DIS.
    Strength(i8),
    /// May be thrown: normal and long range in Spaces.
    Thrown(u8, u8),
    /// Takes both hands to attack with.
    TwoHanded,
    /// DIS against targets within 1 Space.
    Unwieldy,
    /// +2 to hit in two hands.
    Versatile,
}

/// A weapon, or a part of the body that serves as one.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WeaponEntry {
    /// Its name in options and messages.
    pub name: String,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// Who knows how to use it.
    pub group: Group,
    /// Its families.
    #[serde(default)]
    pub styles: Vec<Style>,
    /// Base damage.
    pub damage: i8,
    /// What the damage is made of; with several the attacker has its pick, the first by default.
    pub kinds: Vec<Damage>,
    /// What sets it apart.
    #[serde(default)]
    pub properties: Vec<Property>,
    /// Reach in Spaces, hand to hand; nothing means 1, and 1 more with `reach`.
    pub reach: Option<u8>,
    /// Normal and long range in Spaces, for shooting.
    pub range: Option<(u8, u8)>,
    /// What it costs, as printed.
    pub price: Option<String>,
}

/// How a shield is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShieldWeight {
    /// Its arm counts as free.
    Light,
    /// It takes a hand.
    Medium,
    /// It takes a hand.
    Heavy,
}

/// A shield.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShieldEntry {
    /// Its name.
    pub name: String,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// Added to AC.
    pub ac: i8,
    /// How much it takes before it breaks.
    pub hp: i8,
    /// How it is held.
    pub weight: ShieldWeight,
    /// The Might that it asks for: each point short takes 1 Speed, and any takes 1 AC.
    pub might: Option<i8>,
    /// Half cover against ranged attacks, DIS on Dexterity Checks.
    #[serde(default)]
    pub tower: bool,
}

/// A suit of armour.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmorEntry {
    /// Its name.
    pub name: String,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// Added to AC.
    pub ac: i8,
    /// Protection Bonus.
    #[serde(default)]
    pub pb: i8,
    /// Heavy, not light.
    #[serde(default)]
    pub heavy: bool,
    /// DIS on Stealth.
    #[serde(default)]
    pub loud: bool,
    /// Taken from Speed.
    #[serde(default)]
    pub slower: i8,
    /// The Might that it asks for.
    pub might: Option<i8>,
}

/// How an item is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Use {
    /// Drunk, or given to a creature within 1 Space.
    Drink,
    /// Thrown to a Space within that many Spaces.
    Throw(u8),
    /// Thrown as far as Might and this many Spaces.
    ThrowByMight(u8),
    /// Passed on, thrown, dropped; nothing else.
    Carry,
}

/// An item.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemEntry {
    /// Its name.
    pub name: String,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// How it is used.
    pub used: Use,
    /// Goes off at the end of the user's next turn, not at once.
    #[serde(default)]
    pub delayed: bool,
    /// The ground that it takes in.
    pub area: Option<Area>,
    /// What is rolled.
    #[serde(default)]
    pub check: Check,
    /// A Save DC of its own.
    pub dc: Option<u8>,
    /// What it does.
    #[serde(default)]
    pub does: Vec<Step>,
}
