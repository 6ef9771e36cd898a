//! Facts: what a record holds beyond its encounter, one line each.

use serde::{Deserialize, Serialize};

use crate::standing::Standing;

/// One thing that came from outside the rules.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// Dice were thrown.
    Dice {
        /// The rule that asked for them.
        rule: String,
        /// Whose they were.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        who: Option<String>,
        /// Sides of each.
        sides: u16,
        /// The faces, in the order of the throw.
        faces: Vec<u16>,
    },
    /// A question was answered.
    Answer {
        /// The seat that answered: a combatant's name or `gm`.
        to: String,
        /// The rule that asked.
        rule: String,
        /// The answer, in the words of its options.
        words: String,
        /// True where tactics or the default answered, not a person.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        auto: bool,
    },
    /// The GM changed something by hand.
    Edict {
        /// The edict, as [`crate::Edict::parse`] reads it.
        words: String,
    },
    /// A seat said what it answers to a kind of question until it says otherwise.
    Standing(Standing),
    /// The fight came to a resting point in this state.
    Rest {
        /// [`crate::digest`] of the state, in hexadecimal.
        digest: String,
    },
    /// Undo: only the first `keep` facts stand.
    Cut {
        /// How many facts stand.
        keep: usize,
    },
    /// A die was replaced: `facts[fact].faces[die]` shows `face` now. Of the facts, the first `keep` stand; the
    /// resting points behind the die do not.
    Replace {
        /// The place of the throw among the facts.
        fact: usize,
        /// The place of the die in its throw.
        die: usize,
        /// What it shows now.
        face: u16,
        /// How many facts stand.
        keep: usize,
        /// True where this takes back the last replaced die; what had stood behind it follows.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        undo: bool,
    },
}

impl Fact {
    /// Whether it is the edict that ends the fight.
    pub fn ends_the_fight(&self) -> bool {
        matches!(self, Fact::Edict { words } if words.split_whitespace().next() == Some("end"))
    }

    /// The standing answer that it sets or takes back.
    pub(crate) fn standing(&self) -> Option<&Standing> {
        if let Fact::Standing(said) = self { Some(said) } else { None }
    }

    /// Whether somebody decided this: undo goes back to here.
    pub fn is_decision(&self) -> bool {
        matches!(self, Fact::Answer { auto: false, .. } | Fact::Edict { .. } | Fact::Standing(_))
    }
}
