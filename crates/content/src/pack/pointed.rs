//! Where in an entry a fault lies that a rulebook has found: rulebooks know the entry and say what is wrong with it, and it
//! is told at the key or the name of which they speak. Where that could be several, it stays at the entry's id.

use std::ops::RangeInclusive;

use crate::node::{Kind, Node};
use crate::{Place, Placed};

/// A value of an entry, under its key.
struct Part<'a> {
    key: &'a Placed<String>,
    value: &'a Node,
    /// Whether it is one of a list.
    listed: bool,
    /// The texts that stand beside it in its table, such as the name of an attack.
    beside: Vec<&'a str>,
}

/// The place of a name that no table has: of what reads so or begins so (`moonlight 3`), under a key that is called like
/// the table, if there are several.
pub(super) fn of_name(entry: &Node, table: &str, name: &str) -> Option<Place> {
    let mut named = parts(entry);
    named.retain(|part| part.text().is_some_and(|text| text == name || text.split(' ').next() == Some(name)));
    if named.iter().any(|part| part.key.value.starts_with(table)) {
        named.retain(|part| part.key.value.starts_with(table));
    }
    named.first().map(|part| part.value.place.clone())
}

/// The place of what a fault speaks of: a text that it quotes, or else the value of a key that it names.
pub(super) fn of_fault(entry: &Node, what: &str) -> Option<Place> {
    let all = parts(entry);
    let quoted = |part: &&Part<'_>| part.text().is_some_and(|text| what.contains(&format!("`{text}`")));
    let words: Vec<&str> = words(what).collect();
    let blamed = |part: &&Part<'_>| part.is_blamed(what, &words);
    // Of several attacks with the same key it is the one whose name is said.
    let named = |part: &&Part<'_>| part.beside.iter().any(|text| what.contains(*text));
    only(all.iter().filter(quoted))
        .or_else(|| only(all.iter().filter(blamed)))
        .or_else(|| only(all.iter().filter(blamed).filter(named)))
}

/// The place of the only one there is.
fn only<'a, 'n: 'a>(mut parts: impl Iterator<Item = &'a Part<'n>>) -> Option<Place> {
    let first = parts.next()?;
    parts.next().is_none().then(|| first.value.place.clone())
}

/// All that an entry holds.
fn parts(entry: &Node) -> Vec<Part<'_>> {
    let mut all = Vec::new();
    gather(entry, None, &mut all);
    all
}

fn gather<'a>(node: &'a Node, key: Option<&'a Placed<String>>, all: &mut Vec<Part<'a>>) {
    match &node.kind {
        Kind::Table(table) => {
            let texts = table.entries.iter().filter_map(|(_, value)| text(value)).filter(|text| !text.is_empty());
            let beside: Vec<&str> = texts.collect();
            for (key, value) in &table.entries {
                all.push(Part { key, value, listed: false, beside: beside.clone() });
                gather(value, Some(key), all);
            }
        }
        Kind::List(items) => {
            for value in items {
                all.extend(key.map(|key| Part { key, value, listed: true, beside: Vec::new() }));
                gather(value, key, all);
            }
        }
        _ => {}
    }
}

impl<'a> Part<'a> {
    fn text(&self) -> Option<&'a str> {
        text(self.value)
    }

    /// Whether a fault of these words says how the value would be right: it names the key with the range that the value is
    /// out of (`reach is 1 to 200`), or with the value, or quotes the key.
    fn is_blamed(&self, what: &str, words: &[&str]) -> bool {
        let is_key = |place: &usize| words[*place].eq_ignore_ascii_case(&self.key.value);
        let mut places = (0..words.len()).filter(is_key);
        let is_wrong = |place: usize| match (range(&words[place + 1..]), &self.value.kind) {
            (Some(range), Kind::Int(value)) => !range.contains(value),
            (Some(_), _) => false,
            (None, _) => self.is_said(what, words),
        };
        !self.listed && places.any(is_wrong)
    }

    /// Whether the value is said, or the key quoted.
    fn is_said(&self, what: &str, words: &[&str]) -> bool {
        let said = match &self.value.kind {
            Kind::Int(value) => words.contains(&value.to_string().as_str()),
            Kind::Text(text) => !text.is_empty() && what.contains(text.as_str()),
            _ => false,
        };
        said || what.contains(&format!("`{}`", self.key.value))
    }
}

fn text(node: &Node) -> Option<&str> {
    if let Kind::Text(text) = &node.kind { Some(text) } else { None }
}

/// The range that stands behind a key: `is 1 to 200`.
fn range(words: &[&str]) -> Option<RangeInclusive<i64>> {
    let words: Vec<&str> = words.iter().copied().skip_while(|word| ["is", "of"].contains(word)).take(3).collect();
    let [least, "to", most] = words[..] else { return None };
    Some(least.parse().ok()?..=most.parse().ok()?)
}

/// The words of a sentence: what letters, digits and hyphens make up.
fn words(what: &str) -> impl Iterator<Item = &str> {
    what.split(|letter: char| !letter.is_alphanumeric() && !"-_".contains(letter)).filter(|word| !word.is_empty())
}
