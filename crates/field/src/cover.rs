//! How much of somebody is hidden.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::reading::ParseError;

/// A grade of cover; more cover is greater. What a grade is worth is for the rulebook to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// Nothing in the way.
    #[default]
    None,
    /// About a quarter hidden.
    Quarter,
    /// About half hidden.
    Half,
    /// Hardly anything to be seen.
    Full,
}

impl Cover {
    /// All grades, least first.
    pub const ALL: [Self; 4] = [Self::None, Self::Quarter, Self::Half, Self::Full];

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Quarter => "quarter",
            Self::Half => "half",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Cover {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL
            .into_iter()
            .find(|grade| grade.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseError::new("grade of cover", text, "write none, quarter, half or full"))
    }
}
