//! Talents of people and traits of creatures: powers that are always at work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gu::{GuEntry, Keyword, MoveEntry};
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
        let plain = MoveEntry {
            name: self.name.clone(),
            rank: 1,
            keywords: vec![Keyword::Dao],
            parts: Vec::new(),
            range: Ranked::default(),
            hp: None,
            does: Vec::new(),
            acts: Vec::new(),
            powers: self.powers.clone(),
            near: None,
        };
        plain.as_gu()
    }
}
