//! Views: a fight as it can be shown, and the values that scripts and edicts reach by path.

use std::fmt;

use quintain_field::Square;
use serde::Serialize;

use crate::cast::Who;
use crate::glossary::ConditionKind;
use crate::ground::Scale;
use crate::intent::Intent;
use crate::lights::LightView;

/// One value of a fight.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Words.
    Text(String),
    /// Nothing.
    None,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Flag(true) => f.write_str("yes"),
            Value::Flag(false) => f.write_str("no"),
            Value::Text(text) => f.write_str(text),
            Value::None => f.write_str("none"),
        }
    }
}

impl Value {
    /// Whether a person who writes `words` means this value.
    pub fn is(&self, words: &str) -> bool {
        let words = words.trim().trim_matches('"');
        match self {
            Value::Flag(flag) => match words.to_ascii_lowercase().as_str() {
                "yes" | "true" => *flag,
                "no" | "false" => !*flag,
                _ => false,
            },
            Value::Number(n) => words.parse::<i64>().is_ok_and(|wanted| wanted == *n),
            Value::Text(text) => text.to_lowercase() == words.to_lowercase(),
            Value::None => matches!(words.to_ascii_lowercase().as_str(), "none" | "nothing" | "-"),
        }
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Value::Number(n)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<Option<Square>> for Value {
    fn from(square: Option<Square>) -> Self {
        square.map_or(Value::None, |square| Value::Text(square.to_string()))
    }
}

/// One named value, with its maximum where it has one.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct Stat {
    /// The name by which paths reach it: kebab-case, short.
    pub key: &'static str,
    /// The value.
    pub value: Value,
    /// The most it can be restored to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
}

impl Stat {
    /// A value without a maximum.
    pub fn new(key: &'static str, value: impl Into<Value>) -> Self {
        Stat { key, value: value.into(), max: None }
    }

    /// A value with its maximum.
    pub fn of(key: &'static str, value: i64, max: i64) -> Self {
        Stat { key, value: Value::Number(value), max: Some(max) }
    }
}

/// A condition on a combatant.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct Condition {
    /// Its name, as the rulebook gives it.
    pub name: String,
    /// What it does or how long it lasts, in a few words; may be empty.
    pub detail: String,
    /// How strong it is, where the book counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    /// Whose doing it is: a combatant's name, or what brought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When it ends, in the book's words: `the end of Althea's turn`, `3 turns`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// How many hits it still lasts, or still takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<i64>,
    /// What kind of condition it is, by its key; one of [`crate::Rulebook::conditions`].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "kind_key")]
    pub kind: Option<&'static ConditionKind>,
}

/// A kind is written by its key: [`ConditionKind::to_json`] says the rest, once for the rulebook.
fn kind_key<S: serde::Serializer>(kind: &Option<&'static ConditionKind>, to: S) -> Result<S::Ok, S::Error> {
    match kind {
        Some(kind) => to.serialize_str(kind.key),
        None => to.serialize_none(),
    }
}

impl Condition {
    /// A condition with what it does in a few words, which may be none.
    pub fn new(name: impl Into<String>, detail: impl Into<String>) -> Self {
        let (name, detail) = (name.into(), detail.into());
        Condition { name, detail, size: None, source: None, until: None, hits: None, kind: None }
    }

    /// The same, of this kind.
    pub fn of(mut self, kind: &'static ConditionKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The same, so strong.
    pub fn size(mut self, size: i64) -> Self {
        self.size = Some(size);
        self
    }

    /// The same, with whose doing it is.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The same, with its end.
    pub fn until(mut self, until: impl Into<String>) -> Self {
        self.until = Some(until.into());
        self
    }

    /// The same, with the hits it still lasts.
    pub fn hits(mut self, hits: i64) -> Self {
        self.hits = Some(hits);
        self
    }
}

/// One combatant as it can be shown.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct CombatantView {
    /// Its name.
    pub name: String,
    /// The side's name.
    pub side: String,
    /// What it is: the pack entry.
    pub is: String,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Square>,
    /// Width and depth in squares.
    pub footprint: (u8, u8),
    /// Metres above the ground under it; 0 for a combatant on its feet.
    pub altitude: i32,
    /// Still takes part in the fight.
    pub fighting: bool,
    /// Whom it rides or is carried by, in whose squares it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rides: Option<Who>,
    /// Its values. The first that has a maximum is what it lives by.
    pub stats: Vec<Stat>,
    /// Its conditions.
    pub conditions: Vec<Condition>,
}

/// Whether these are the first words of a name, or all of them, whatever the case.
pub fn begins_with(name: &str, words: &str) -> bool {
    let (name, words) = (name.to_lowercase(), words.trim().to_lowercase());
    let behind = name.strip_prefix(&words).filter(|_| !words.is_empty());
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '(']))
}

/// Where a place of the turn order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Its time has passed in this round.
    Past,
    /// It is under way.
    Now,
    /// It is still to come.
    Later,
}

/// A place of the round's turn order: one creature's turn, a phase, the members of a side who have not acted.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct Slot {
    /// What it is, in the rulebook's words: `phase 2`, `speed 8`, `heroes`; may be empty.
    pub label: String,
    /// Where it stands.
    pub when: When,
    /// Who acts in it, by their names.
    pub who: Vec<String>,
}

/// Something that stays on the ground for a while, or goes about with somebody: fire, smoke, a wall of magic, an aura.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct Zone {
    /// What it is, in a word or two.
    pub label: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// Where it lies.
    pub squares: Vec<Square>,
}

/// A fight as it can be shown.
#[derive(Clone, Debug, PartialEq, Hash, Serialize)]
pub struct View {
    /// The rulebook's id.
    pub rulebook: &'static str,
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// What is going on: `declarations`, `phase 1 of 3`, `over`.
    pub moment: String,
    /// Who won, in words, once the fight is over.
    pub over: Option<String>,
    /// The round's turn order, in the shape that the rulebook has; empty where nobody knows it yet.
    pub order: Vec<Slot>,
    /// Values of the fight as a whole.
    pub stats: Vec<Stat>,
    /// Everyone, in roster order.
    pub combatants: Vec<CombatantView>,
    /// What somebody has declared or made ready and not done yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub intents: Vec<Intent>,
    /// What stays on the ground for a while, and auras.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// Light sources, those that do not burn among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<LightView>,
    /// What a square measures; nothing without a map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// The map, top row first; empty without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<String>,
}

/// Why a path leads nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct NoSuchValue {
    /// The path asked for.
    pub path: String,
    /// The names that would have been right at that place.
    pub known: Vec<String>,
}

impl fmt::Display for NoSuchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no value `{}`; known here: {}", self.path, self.known.join(", "))
    }
}

impl View {
    /// The combatant of this name, whatever the case of its letters.
    pub fn combatant(&self, name: &str) -> Option<&CombatantView> {
        self.combatants.iter().find(|combatant| combatant.name.to_lowercase() == name.to_lowercase())
    }

    /// The value at a path: `round`, `Althea.sta`, `Althea.sta.max`, `Bandit 2.at`.
    ///
    /// # Errors
    /// Says which names would have been right.
    pub fn value(&self, path: &str) -> Result<Value, NoSuchValue> {
        let path = path.trim();
        let none = |known: Vec<String>| NoSuchValue { path: path.into(), known };
        if let Some((place, key)) = self.parted(path) {
            let who = &self.combatants[place];
            return who.value(key).ok_or_else(|| none(who.keys()));
        }
        self.fight_value(path).ok_or_else(|| match path.contains('.') {
            true => none(self.combatants.iter().map(|combatant| combatant.name.clone()).collect()),
            false => none(self.fight_keys()),
        })
    }

    /// A path to a value of a combatant, parted into its place in the roster and the key.
    pub(crate) fn parted<'a>(&self, path: &'a str) -> Option<(usize, &'a str)> {
        // A name may itself have a point in it.
        path.match_indices('.').find_map(|(at, _)| {
            let named = path[..at].trim().to_lowercase();
            let place = self.combatants.iter().position(|one| one.name.to_lowercase() == named)?;
            Some((place, &path[at + 1..]))
        })
    }

    fn fight_value(&self, key: &str) -> Option<Value> {
        let key = key.to_lowercase();
        match key.as_str() {
            "round" => Some(Value::Number(self.round.into())),
            "moment" => Some(Value::Text(self.moment.clone())),
            "over" => Some(self.over.clone().map_or(Value::None, Value::Text)),
            _ => self.stats.iter().find(|stat| stat.key == key).map(|stat| stat.value.clone()),
        }
    }

    /// The keys of the values of the fight as a whole.
    pub fn fight_keys(&self) -> Vec<String> {
        let own = self.stats.iter().map(|stat| stat.key);
        ["round", "moment", "over"].into_iter().chain(own).map(String::from).collect()
    }
}

impl CombatantView {
    /// The value of this key, the same as that of a path behind the name.
    pub(crate) fn value(&self, key: &str) -> Option<Value> {
        match key.to_lowercase().as_str() {
            "at" => Some(self.at.into()),
            "side" => Some(Value::Text(self.side.clone())),
            "is" => Some(Value::Text(self.is.clone())),
            "fighting" => Some(Value::Flag(self.fighting)),
            lower => match lower.strip_suffix(".max") {
                Some(key) => self.stat(key)?.max.map(Value::Number),
                None => self.stat(lower).map(|stat| stat.value.clone()),
            },
        }
    }

    /// What it lives by: now and at most. `None` where that is unknown.
    pub fn life(&self) -> Option<(i64, i64)> {
        self.stats.iter().find_map(|stat| match (&stat.value, stat.max) {
            (Value::Number(now), Some(max)) => Some((*now, max)),
            _ => None,
        })
    }

    fn stat(&self, key: &str) -> Option<&Stat> {
        self.stats.iter().find(|stat| stat.key == key)
    }

    /// Whether it has this condition, whatever the case; a beginning up to a blank or bracket is enough (`bound`).
    pub fn has(&self, condition: &str) -> bool {
        self.conditions.iter().any(|known| begins_with(&known.name, condition))
    }

    /// The keys of all values that paths reach.
    pub fn keys(&self) -> Vec<String> {
        let own = self.stats.iter().flat_map(|stat| {
            let max = stat.max.map(|_| format!("{}.max", stat.key));
            std::iter::once(stat.key.to_owned()).chain(max)
        });
        ["at", "side", "is", "fighting"].into_iter().map(String::from).chain(own).collect()
    }
}
