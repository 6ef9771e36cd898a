//! Talents of people and traits of creatures: powers that are always at work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gu::{GuEntry, Keyword};
use super::power::Power;
use super::ranked::Ranked;

/// A talent or trait.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TalentEntry {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: Option<String>,
    /// What it does.
    pub powers: Vec<Power>,
}

impl TalentEntry {
    /// The same as something that works like a carved Gu.
    pub fn as_gu(&self) -> GuEntry {
        GuEntry {
            name: self.name.clone(),
            rank: Ranked::flat(1),
            hp: Ranked::flat(1),
            keywords: vec![Keyword::Dao],
            powers: self.powers.clone(),
            ..GuEntry::default()
        }
    }
}
