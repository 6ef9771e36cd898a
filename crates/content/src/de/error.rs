//! The errors of reading an entry: first what serde says, then what a person is told.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::node::{Kind, Node, quoted};
use crate::problem::{listed, name_help};
use crate::{Place, Placed, Problem};

/// What went wrong.
#[derive(Debug)]
pub(crate) enum Error {
    /// A value is not what is wanted.
    Wrong { wanted: String, found: Option<String> },
    /// A name that is none of those possible.
    Name { name: String, known: &'static [&'static str], key: bool },
    /// A key that must be there is not.
    Missing(String),
    /// What a rulebook's own type says.
    Said(String),
    /// Any of these with its place.
    Settled(Box<Settled>),
}

/// A problem with its place, and the innermost key that holds it.
#[derive(Debug)]
pub(crate) struct Settled {
    pub problem: Problem,
    /// The place of the key that can be taken out to read on.
    pub key: Option<Place>,
    /// The key that is missing, if that is the problem.
    pub missing: Option<String>,
}

impl Error {
    pub fn wanted(wanted: &str) -> Self {
        Error::Wrong { wanted: wanted.to_owned(), found: None }
    }

    pub fn wanted_one_of(variants: &[&str]) -> Self {
        Error::Wrong { wanted: format!("one of {}", listed(variants)), found: None }
    }

    /// The error as a problem of a node.
    pub fn settle(self, name: &str, node: &Node) -> Settled {
        let (problem, missing) = match self {
            Error::Settled(settled) => return *settled,
            Error::Wrong { wanted, found } => (wrong(name, node, &wanted, found), None),
            Error::Name { name: word, known, key } => (no_such(name, node, &word, known, key), None),
            Error::Missing(field) => (Problem::at(&node.place, format!("{name} needs `{field}`")), Some(field)),
            Error::Said(said) => (Problem::at(&node.place, format!("{name}: {said}")), None),
        };
        Settled { problem, key: None, missing }
    }

    /// The same with its place, if it has none yet.
    pub fn settled(self, name: &str, node: &Node) -> Self {
        Error::Settled(Box::new(self.settle(name, node)))
    }

    /// The same, placed at a key.
    pub fn settled_at_key(self, name: &str, key: &Place) -> Self {
        let node = Node { place: key.clone(), kind: Kind::Bool(false) };
        self.settled(name, &node)
    }

    /// The same, held by a key if none holds it yet.
    pub fn within(self, key: &Placed<String>) -> Self {
        match self {
            // A key that is missing in an inner table is put right by taking out the key of that table.
            Error::Settled(mut settled) => {
                settled.key.get_or_insert_with(|| key.place.clone());
                Error::Settled(settled)
            }
            other => other,
        }
    }
}

/// A value of the wrong kind. If serde had put the table aside before it looked into it, the error comes out at the
/// table; then the value is looked for inside, and taken when there is just one such.
fn wrong(name: &str, node: &Node, wanted: &str, found: Option<String>) -> Problem {
    let here = node.describe();
    let found = found.unwrap_or_else(|| here.clone());
    let mut inside = Vec::new();
    if found != here {
        values(node, &mut |key, value| {
            if value.describe() == found {
                inside.push((key.map(|key| format!("`{}`", key.value)), value.place.clone()));
            }
        });
    }
    match inside.as_slice() {
        [(key, place)] => {
            let name = key.as_deref().unwrap_or(name);
            Problem::at(place, format!("{name} must be {wanted}, not {found}"))
        }
        _ if found != here && matches!(node.kind, Kind::Table(_) | Kind::List(_)) => {
            Problem::at(&node.place, format!("something in {name} must be {wanted}, not {found}"))
        }
        _ => Problem::at(&node.place, format!("{name} must be {wanted}, not {found}")),
    }
}

/// A name that is none of those possible, looked for inside in the same way.
fn no_such(name: &str, node: &Node, word: &str, known: &[&str], is_key: bool) -> Problem {
    let mut inside = Vec::new();
    keys(node, &mut |key| {
        if is_key && key.value == word {
            inside.push(key.place.clone());
        }
    });
    values(node, &mut |_, value| {
        if !is_key && matches!(&value.kind, Kind::Text(text) if text == word) {
            inside.push(value.place.clone());
        }
    });
    let place = match inside.as_slice() {
        [only] => only,
        _ => &node.place,
    };
    let (what, noun) = match is_key {
        true => (format!("{name} has no key `{}`", word.escape_debug()), "key"),
        false => (format!("{name} cannot be {}", quoted(word)), "name"),
    };
    Problem { help: name_help(noun, word, known.iter().copied()), ..Problem::at(place, what) }
}

/// Visits every value inside a node, with its key.
fn values<'a>(node: &'a Node, visit: &mut impl FnMut(Option<&'a Placed<String>>, &'a Node)) {
    match &node.kind {
        Kind::Table(table) => {
            for (key, inner) in &table.entries {
                visit(Some(key), inner);
                values(inner, visit);
            }
        }
        Kind::List(items) => {
            for item in items {
                visit(None, item);
                values(item, visit);
            }
        }
        _ => {}
    }
}

/// Visits every key inside a node.
fn keys<'a>(node: &'a Node, visit: &mut impl FnMut(&'a Placed<String>)) {
    values(node, &mut |key, _| {
        if let Some(key) = key {
            visit(key);
        }
    });
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::Said(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Error::Wrong { wanted: plain(&wanted.to_string()), found: describe(found) }
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::invalid_type(found, wanted)
    }

    fn invalid_length(length: usize, wanted: &dyn Expected) -> Self {
        Error::Said(format!("a list of {length} cannot be {}", plain(&wanted.to_string())))
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        Error::Name { name: variant.to_owned(), known, key: false }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Error::Name { name: field.to_owned(), known, key: true }
    }

    fn duplicate_field(field: &'static str) -> Self {
        Error::Said(format!("`{field}` is set twice"))
    }

    fn missing_field(field: &'static str) -> Self {
        Error::Missing(field.to_owned())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Settled(settled) => settled.problem.fmt(f),
            other => write!(f, "{other:?}"),
        }
    }
}

impl std::error::Error for Error {}

/// What was found, in the words of [`Node::describe`]; `None` where serde does not say.
fn describe(found: Unexpected<'_>) -> Option<String> {
    match found {
        Unexpected::Bool(value) => Some(format!("{value}")),
        Unexpected::Signed(number) => Some(format!("the number {number}")),
        Unexpected::Unsigned(number) => Some(format!("the number {number}")),
        Unexpected::Float(number) => Some(format!("the number {number}")),
        Unexpected::Str(text) => Some(format!("the text {}", quoted(text))),
        Unexpected::Seq => Some("a list".to_owned()),
        Unexpected::Map => Some("a table".to_owned()),
        _ => None,
    }
}

/// What is wanted, in the words of this crate.
fn plain(wanted: &str) -> String {
    let range = match wanted {
        "u8" => Some((0, i64::from(u8::MAX))),
        "u16" => Some((0, i64::from(u16::MAX))),
        "i8" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "i16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        _ => None,
    };
    if let Some((least, most)) = range {
        return format!("a whole number from {least} to {most}");
    }
    if let Some(length) = wanted.strip_prefix("a tuple of size ") {
        return format!("a list of {length}");
    }
    match wanted {
        "i32" | "i64" | "i128" | "isize" => "a whole number".to_owned(),
        "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" | "a borrowed string" | "str" | "string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "a character" => "a text of one letter".to_owned(),
        other if other.starts_with("struct ") => "a table".to_owned(),
        other => other.to_owned(),
    }
}
