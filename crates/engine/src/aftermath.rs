//! What outlasts a fight: what each combatant takes along to the next one, what ends with this one, and what a rest between
//! two fights is called.

use std::fmt;

use quintain_content::{Placed, Value};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::rule::Rule;

/// What became of a combatant, as far as the next fight asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Left {
    /// It can take part in the next fight.
    #[default]
    Able,
    /// It lives, but cannot act until it gets help: unconscious, dying, paralysed.
    Helpless,
    /// Dead or destroyed: nothing that rests do brings it back.
    Dead,
}

impl Left {
    /// The word for it in files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Left::Able => "able",
            Left::Helpless => "helpless",
            Left::Dead => "dead",
        }
    }

    /// The one of this word.
    pub fn named(word: &str) -> Option<Left> {
        [Left::Able, Left::Helpless, Left::Dead].into_iter().find(|one| one.word() == word)
    }
}

/// A value that goes on to the next fight: a key and value of `set` in an encounter's `[[combatant]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The key in `set`: `sta`, `conditions`.
    pub key: &'static str,
    /// Its value, as an encounter takes it.
    pub value: Value,
    /// The rule that says that it lasts.
    pub rule: &'static Rule,
}

/// Something of a combatant that no value goes on for, with the rule that speaks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// What it is, as the sheet calls it: `bound`, `temporary health`.
    pub what: String,
    /// The rule that says what becomes of it.
    pub rule: &'static Rule,
}

/// What a fight leaves of one combatant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aftermath {
    /// What became of it.
    pub left: Left,
    /// What goes on to the next fight. Put into `set` of an encounter, a fresh fight shows the same values.
    pub kept: Vec<Kept>,
    /// What ends with the fight.
    pub ended: Vec<Ended>,
    /// What lasts by the rules and no encounter can hold, or what the book leaves to the game master: to be handed out.
    pub open: Vec<Ended>,
}

impl Aftermath {
    /// Nothing yet of one of whom this became.
    pub fn of(left: Left) -> Self {
        Aftermath { left, ..Aftermath::default() }
    }

    /// A number goes on.
    pub fn number(&mut self, key: &'static str, number: impl Into<i64>, rule: &'static Rule) {
        self.keep(key, Value::Int(number.into()), rule);
    }

    /// A value goes on.
    pub fn keep(&mut self, key: &'static str, value: Value, rule: &'static Rule) {
        self.kept.push(Kept { key, value, rule });
    }

    /// A list of words goes on.
    pub fn words<S: Into<String>>(
        &mut self,
        key: &'static str,
        words: impl IntoIterator<Item = S>,
        rule: &'static Rule,
    ) {
        let list = words.into_iter().map(|word| Placed::nowhere(Value::Text(word.into()))).collect();
        self.keep(key, Value::List(list), rule);
    }

    /// Something ends with the fight.
    pub fn end(&mut self, what: impl Into<String>, rule: &'static Rule) {
        self.ended.push(Ended { what: what.into(), rule });
    }

    /// Something is left to the game master.
    pub fn leave_open(&mut self, what: impl Into<String>, rule: &'static Rule) {
        self.open.push(Ended { what: what.into(), rule });
    }

    /// The value that goes on under this key.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.kept.iter().find(|kept| kept.key == key).map(|kept| &kept.value)
    }
}

impl Serialize for Aftermath {
    /// `{"left": "able", "kept": [{"key", "value", "rule"}, …], "ended": [{"what", "rule"}, …],
    /// "open": [{"what", "rule"}, …]}`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut whole = to.serialize_struct("Aftermath", 4)?;
        whole.serialize_field("left", self.left.word())?;
        whole.serialize_field("kept", &self.kept)?;
        whole.serialize_field("ended", &self.ended)?;
        whole.serialize_field("open", &self.open)?;
        whole.end()
    }
}

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut one = to.serialize_struct("Kept", 3)?;
        one.serialize_field("key", self.key)?;
        one.serialize_field("value", &json(&self.value))?;
        one.serialize_field("rule", self.rule.id)?;
        one.end()
    }
}

impl Serialize for Ended {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut one = to.serialize_struct("Ended", 2)?;
        one.serialize_field("what", &self.what)?;
        one.serialize_field("rule", self.rule.id)?;
        one.end()
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Bool(flag) => (*flag).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(items) => items.iter().map(|item| json(item)).collect(),
    }
}

/// A kind of rest that a book knows between fights.
#[derive(Debug)]
pub struct RestKind {
    /// The word by which it is chosen: `short-rest`.
    pub key: &'static str,
    /// What the book calls it.
    pub name: &'static str,
    /// What it does and takes, in one sentence.
    pub about: &'static str,
    /// The rule that says so.
    pub rule: &'static Rule,
}

impl PartialEq for RestKind {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for RestKind {}

impl fmt::Display for RestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Kind;

    static LASTS: Rule = Rule { id: "wound.lasts", kind: Kind::Engine, summary: "", ruling: None, house: None };

    #[test]
    fn an_aftermath_is_written_with_its_rules() {
        let mut aftermath = Aftermath::of(Left::Helpless);
        aftermath.number("sta", 3, &LASTS);
        aftermath.words("conditions", ["deaf"], &LASTS);
        aftermath.end("bound", &LASTS);
        let written = serde_json::to_value(&aftermath).unwrap();
        let kept = serde_json::json!([
            {"key": "sta", "value": 3, "rule": "wound.lasts"},
            {"key": "conditions", "value": ["deaf"], "rule": "wound.lasts"},
        ]);
        let ended = serde_json::json!([{"what": "bound", "rule": "wound.lasts"}]);
        assert_eq!(written, serde_json::json!({"left": "helpless", "kept": kept, "ended": ended, "open": []}));
    }

    #[test]
    fn what_is_left_is_known_by_its_word() {
        for one in [Left::Able, Left::Helpless, Left::Dead] {
            assert_eq!(Left::named(one.word()), Some(one));
        }
    }
}
