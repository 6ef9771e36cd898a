//! What the surroundings do in the start phase of a round: data of an encounter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An effect of the environment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HazardEntry {
    /// Its name.
    pub name: String,
    /// The ability whose steps it does to everybody in its area; a roll is made with 1d10 alone.
    pub does: String,
    /// The squares, such as `["C3", "D3"]`; everywhere if not said.
    #[serde(default)]
    pub area: Vec<String>,
    /// The first round.
    #[serde(default = "one")]
    pub from: u32,
    /// The last round; to the end of the fight if not said.
    pub to: Option<u32>,
    /// Every so many rounds.
    #[serde(default = "one")]
    pub every: u32,
    /// Reaches so many metres up.
    #[serde(default)]
    pub height: i16,
}

fn one() -> u32 {
    1
}
