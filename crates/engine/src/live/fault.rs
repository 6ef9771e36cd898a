//! Why a live fight does not take what it is given.

use std::fmt;

use crate::question::NotTaken;

/// Why a live fight did not take what it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Somebody else is asked.
    NotAsked {
        /// Who was named.
        who: String,
        /// Who is asked, and what.
        asked: Vec<String>,
    },
    /// The answer is not legal.
    NotTaken {
        /// Who was named.
        who: String,
        /// Why not.
        why: NotTaken,
    },
    /// Only what the seat does not perceive stands against the answer.
    Unseen,
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotAsked { who, asked } if asked.is_empty() => write!(f, "nobody is asked anything, {who} neither"),
            Fault::NotAsked { who, asked } => write!(f, "{who} is not asked now; {}", asked.join("; ")),
            Fault::NotTaken { who, why } => write!(f, "{who}: {why}"),
            Fault::Unseen => f.write_str("something that you do not see stands against that"),
            Fault::Other(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Fault {}
