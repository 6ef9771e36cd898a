//! The glossary: what the values and conditions of a rulebook are, each declared once, so that pages and programs can name,
//! sort, shorten and draw them without knowing the game.

use std::hash::{Hash, Hasher};

use serde_json::{Value, json};

use crate::face::AnyRulebook;
use crate::rule::Rule;

/// What kind of value a statistic is; pages draw it accordingly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatKind {
    /// Goes down and up below a maximum, as hit points do: a bar.
    Pool,
    /// So many are left of something in this turn or round: pips.
    Count,
    /// A figure that rolls are made with or against.
    Score,
    /// Yes or no.
    Flag,
    /// Words: what is held, worn, known.
    Words,
}

impl StatKind {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            StatKind::Pool => "pool",
            StatKind::Count => "count",
            StatKind::Score => "score",
            StatKind::Flag => "flag",
            StatKind::Words => "words",
        }
    }
}

/// Where on a sheet a statistic stands; sheets show the groups in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatGroup {
    /// What a combatant lives by: hit points and the like.
    Life,
    /// What acts are paid with.
    Means,
    /// What is left to do in this turn or round.
    Turn,
    /// What keeps harm off.
    Defence,
    /// What it is able to do: attributes, skills, bonuses.
    Ability,
    /// What it carries.
    Gear,
    /// How and where it is: prone, hidden, its height.
    State,
    /// What only matters to game masters and examples.
    Background,
}

impl StatGroup {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            StatGroup::Life => "life",
            StatGroup::Means => "means",
            StatGroup::Turn => "turn",
            StatGroup::Defence => "defence",
            StatGroup::Ability => "ability",
            StatGroup::Gear => "gear",
            StatGroup::State => "state",
            StatGroup::Background => "background",
        }
    }
}

/// What a value of a combatant is. The order of the declarations within a group is that of the sheet.
#[derive(Clone, Copy, Debug)]
pub struct StatInfo {
    /// The key of the value in the view.
    pub key: &'static str,
    /// The name for people: `hit points`.
    pub label: &'static str,
    /// The same in at most 8 letters: `HP`.
    pub short: &'static str,
    /// Where it stands.
    pub group: StatGroup,
    /// What kind of value it is.
    pub kind: StatKind,
    /// What it means, in one sentence.
    pub gloss: &'static str,
}

impl StatInfo {
    /// For bots and tools.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.key,
            "label": self.label,
            "short": self.short,
            "group": self.group.word(),
            "kind": self.kind.word(),
            "gloss": self.gloss,
        })
    }
}

/// Whether a condition is good or bad for the combatant that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mood {
    /// It harms or hinders.
    Bad,
    /// It helps.
    Good,
    /// It is neither by itself.
    Plain,
}

impl Mood {
    /// The word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Mood::Bad => "bad",
            Mood::Good => "good",
            Mood::Plain => "plain",
        }
    }
}

/// A kind of condition: one with a name of its own, or a family such as all that a spell leaves behind.
#[derive(Debug)]
pub struct ConditionKind {
    /// The name by which programs know it, unique in its rulebook, in kebab-case.
    pub key: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The same in at most 8 letters.
    pub short: &'static str,
    /// Whether it is good or bad.
    pub mood: Mood,
    /// How much it matters to see it at a glance: badges show those with the lowest number first.
    pub order: u8,
    /// The rule that says what it does.
    pub rule: &'static Rule,
    /// What it does, in one sentence.
    pub gloss: &'static str,
}

impl PartialEq for ConditionKind {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Hash for ConditionKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl ConditionKind {
    /// For bots and tools.
    pub fn to_json(&self) -> Value {
        json!({
            "key": self.key,
            "label": self.label,
            "short": self.short,
            "mood": self.mood.word(),
            "order": self.order,
            "rule": self.rule.id,
            "gloss": self.gloss,
        })
    }
}

/// All that programs need to know of a game: its verbs, values, conditions and kinds of question.
pub fn glossary(book: &dyn AnyRulebook) -> Value {
    json!({
        "id": book.id(),
        "name": book.name(),
        "revision": book.revision(),
        "verbs": book.verbs().iter().map(|verb| verb.to_json()).collect::<Vec<_>>(),
        "stats": book.stats().iter().map(StatInfo::to_json).collect::<Vec<_>>(),
        "conditions": book.conditions().iter().map(|kind| kind.to_json()).collect::<Vec<_>>(),
        "topics": book.topics().iter().map(|topic| topic.to_json()).collect::<Vec<_>>(),
    })
}
