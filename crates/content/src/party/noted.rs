//! What a chapter of a party's history notes: what has become of a value, or what can only be said in words.

use std::fmt;

use toml_edit::{InlineTable, Value};

use crate::Problems;
use crate::fields::{Fields, text};
use crate::node::{Kind, Node};

/// A line of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Whose it is; empty where it is nobody's in particular.
    pub who: String,
    /// The key of a value, or words.
    pub what: String,
    /// What the value was, and what it is since then.
    pub became: Option<(String, String)>,
    /// The id of the rule that says so; empty where none does.
    pub rule: String,
}

impl fmt::Display for Noted {
    /// `Althea: sta 2 → 0 (attack.to-sta)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.who.is_empty() {
            write!(f, "{}: ", self.who)?;
        }
        f.write_str(&self.what)?;
        if let Some((was, is)) = &self.became {
            write!(f, " {was} → {is}")?;
        }
        if self.rule.is_empty() { Ok(()) } else { write!(f, " ({})", self.rule) }
    }
}

impl Noted {
    /// What stands under `told`: a list of these, or one alone.
    pub(super) fn all(node: &Node, problems: &mut Problems) -> Vec<Noted> {
        match &node.kind {
            Kind::List(items) => items.iter().filter_map(|item| Noted::read(item, problems)).collect(),
            _ => Noted::read(node, problems).into_iter().collect(),
        }
    }

    fn read(node: &Node, problems: &mut Problems) -> Option<Noted> {
        let Kind::Table(_) = &node.kind else {
            return text("told", node, problems).map(|line| Noted::of_words(&line.value));
        };
        let mut fields = Fields::open("a line of the history", node, problems)?;
        fields.only(&["who", "what", "was", "is", "rule"], &[]);
        fields.require("what", "what = \"sta\"");
        let mut word = |key: &str| fields.text(key).map(|word| word.value);
        Some(Noted {
            who: word("who").unwrap_or_default(),
            what: word("what")?,
            became: word("was").zip(word("is")),
            rule: word("rule").unwrap_or_default(),
        })
    }

    /// A line as files had it before lines had keys, in the words of their `Display`; by hand anything may be written.
    fn of_words(line: &str) -> Noted {
        let is_rule = |id: &str| !id.contains(' ') && (id.contains('.') || id == "left");
        let cited = line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")).filter(|(_, id)| is_rule(id));
        let (said, rule) = cited.unwrap_or((line, ""));
        let (who, said) = said.split_once(": ").unwrap_or(("", said));
        let value = || {
            let (key, values) = said.split_once(' ')?;
            Some((key, values.split_once(" → ")?))
        };
        let (what, became) = match value() {
            Some((key, (was, is))) => (key, Some((was.to_owned(), is.to_owned()))),
            None => (said, None),
        };
        Noted { who: who.to_owned(), what: what.to_owned(), became, rule: rule.to_owned() }
    }

    /// As it is written into the file.
    pub(super) fn written(&self) -> Value {
        let mut table = InlineTable::new();
        let (was, is) = self.became.as_ref().map_or(("", ""), |(was, is)| (was.as_str(), is.as_str()));
        let (who, what, rule) = (self.who.as_str(), self.what.as_str(), self.rule.as_str());
        for (key, word) in [("who", who), ("what", what), ("was", was), ("is", is), ("rule", rule)] {
            if !word.is_empty() {
                table.insert(key, word.into());
            }
        }
        Value::InlineTable(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_earlier_files_are_read_as_what_they_tell() {
        for line in [
            "Althea: sta 2 → 0 (attack.to-sta)",
            "Shi: gu-left none → [\"a\", \"b\"]",
            "Althea: left able → dead (left)",
            "Althea: the xiphos lies there (carry.dropped)",
            "It rained (all day)",
        ] {
            assert_eq!(Noted::of_words(line).to_string(), line);
        }
        let line = Noted::of_words("Althea: sta 2 → 0 (attack.to-sta)");
        assert_eq!((line.who.as_str(), line.what.as_str(), line.rule.as_str()), ("Althea", "sta", "attack.to-sta"));
        assert_eq!(line.became, Some(("2".to_owned(), "0".to_owned())));
        assert_eq!(Noted::of_words("It rained (all day)").rule, "");
    }
}
