//! Abilities: what dice challenges are rolled on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::{Attribute, Grip};

use super::words::Words;

/// What the rules themselves roll an ability for. Each must be taken by one ability of the packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Dodging, and keeping one's feet on bad ground.
    Dodge,
    /// Punches, kicks, grabs, shoves, touches.
    Brawl,
    /// Hiding an intention; putting fear into somebody.
    Persuade,
    /// Seeing an intention coming; standing up to fear.
    Discern,
    /// Looking round.
    Notice,
    /// Climbing.
    Climb,
    /// Swimming.
    Swim,
    /// Throwing an automaton.
    Throw,
}

impl Role {
    /// All of them.
    pub const ALL: &'static [Role] =
        &[Role::Dodge, Role::Brawl, Role::Persuade, Role::Discern, Role::Notice, Role::Climb, Role::Swim, Role::Throw];
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AbilityEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// One attribute, or two.
    pub of: Vec<Attribute>,
    /// Its base consistency.
    #[serde(default)]
    pub c: i16,
    /// How hands must be; nothing where it needs no weapon.
    #[serde(default)]
    pub grips: Words<Grip>,
    /// What the rules roll it for.
    pub role: Option<Role>,
    /// Whether weapons used with it can parry.
    #[serde(default = "yes")]
    pub parries: bool,
}

fn yes() -> bool {
    true
}
