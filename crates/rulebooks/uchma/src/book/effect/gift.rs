//! What abilities give to creatures for a while.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::feature::Feature;
use super::Lasts;

/// What something lies on that is given to a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Upon {
    /// On itself.
    #[default]
    Bearer,
    /// On the weapon in its main hand: it counts for what is done with that.
    Weapon,
    /// On the weapon in one of its hands that does physical damage.
    PhysicalWeapon,
}

/// Something given to a creature for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Grant {
    /// What.
    pub feature: Feature,
    /// How long.
    #[serde(rename = "for")]
    pub lasts: Lasts,
    /// What it lies on.
    #[serde(default)]
    pub upon: Upon,
}
