//! Topics: every kind of question of a rulebook, declared once.

use serde_json::{Value, json};

use crate::question::Weight;
use crate::rule::Rule;

/// Whose decision a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decider {
    /// The combatant who acts, about its own act.
    Actor,
    /// The target of an act, or a combatant who reacts to it.
    Defender,
    /// Another combatant of the same side, or a whole side.
    Side,
    /// The game master, as judge.
    Gm,
}

impl Decider {
    /// The words used in listings.
    pub fn words(self) -> &'static str {
        match self {
            Decider::Actor => "the player who acts",
            Decider::Defender => "the player who answers it",
            Decider::Side => "the side",
            Decider::Gm => "the game master",
        }
    }
}

/// One kind of question of a rulebook.
#[derive(Debug)]
pub struct Topic {
    /// The name by which standing answers and programs know it, unique in its rulebook: `defence`.
    pub key: &'static str,
    /// The rule that asks.
    pub rule: &'static Rule,
    /// Whose decision it is.
    pub decider: Decider,
    /// How much it presses: a decision, a detail or a formality. A decision for no hero weighs as a choice.
    pub weight: Weight,
    /// What is decided, for lists: `Which defence is rolled against an attack`.
    pub about: &'static str,
}

impl Topic {
    /// How much a question of this kind presses, for a player's combatant or for another.
    pub fn weight_for(&self, players: bool) -> Weight {
        match self.weight {
            Weight::Decision => Weight::of_choice(players),
            other => other,
        }
    }

    /// How it comes to the person whose decision it is, for lists.
    pub fn comes(&self) -> &'static str {
        match self.weight {
            Weight::Decision | Weight::Choice => "always asked",
            Weight::Detail => "asked where it can change something",
            Weight::Formality => "proposed; stands unless somebody speaks",
        }
    }

    /// For bots and tools.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.key,
            "about": self.about,
            "decider": self.decider.words(),
            "comes": self.comes(),
            "rule": self.rule.id,
        })
    }

    /// The first of these that is asked by this rule, given by its id.
    pub fn asked_by(topics: &[&'static Topic], rule: &str) -> Option<&'static Topic> {
        topics.iter().copied().find(|topic| topic.rule.id == rule)
    }
}
