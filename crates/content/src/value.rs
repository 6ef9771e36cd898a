//! Plain values, for `set` and `[house]`, whose keys only the rulebook knows.

use std::collections::BTreeMap;
use std::fmt;

use crate::node::{DEEPEST, Kind, Node, TableNode};
use crate::{Place, Placed, Problem, Problems};

/// A plain value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A number with a fraction; never infinite, never "not a number".
    Float(f64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(String),
    /// A list, each with its place.
    List(Vec<Placed<Value>>),
}

impl Value {
    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The number, whole or not.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Int(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// Yes or no, if it is that.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Placed<Value>]> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    /// As it is written in TOML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Float(number) => write!(f, "{number:?}"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(list) => {
                f.write_str("[")?;
                for (nth, item) in list.iter().enumerate() {
                    if nth > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// The table as dotted keys with plain values: `order.start = 1` and `"order.start" = 1` are the same. A key that is
/// given in both ways is a problem, and so is a table inside a list.
pub(crate) fn flatten(table: &TableNode, problems: &mut Problems) -> Vec<(Placed<String>, Placed<Value>)> {
    let mut flat = Flat { pairs: Vec::new(), known: BTreeMap::new() };
    add("", table, &mut flat, problems);
    flat.pairs
}

struct Flat {
    pairs: Vec<(Placed<String>, Placed<Value>)>,
    known: BTreeMap<String, Place>,
}

fn add(before: &str, table: &TableNode, flat: &mut Flat, problems: &mut Problems) {
    for (key, node) in &table.entries {
        let name = if before.is_empty() { key.value.clone() } else { format!("{before}.{}", key.value) };
        if let Kind::Table(inner) = &node.kind {
            add(&name, inner, flat, problems);
        } else if let Some(first) = flat.known.get(&name) {
            let what = format!("`{}` is set twice", name.escape_debug());
            problems.push(Problem::at(&key.place, what).help(format!("the first time is at {first}")));
        } else if let Some(value) = plain(node, problems) {
            flat.known.insert(name.clone(), key.place.clone());
            flat.pairs.push((Placed::new(name, key.place.clone()), value));
        }
    }
}

fn plain(node: &Node, problems: &mut Problems) -> Option<Placed<Value>> {
    let value = match &node.kind {
        Kind::Int(number) => Value::Int(*number),
        Kind::Float(number) => Value::Float(*number),
        Kind::Bool(value) => Value::Bool(*value),
        Kind::Text(text) => Value::Text(text.clone()),
        Kind::List(items) => Value::List(items.iter().filter_map(|item| plain(item, problems)).collect()),
        Kind::Table(_) => {
            problems.push(Problem::at(&node.place, "a table cannot stand in a list here").help("use plain values"));
            return None;
        }
    };
    Some(Placed::new(value, node.place.clone()))
}

/// The opposite of [`flatten`]: tables again, all beginning at a place of the caller's.
pub(crate) fn unflatten(flat: &[(Placed<String>, Placed<Value>)], place: &Place) -> Node {
    let mut whole = TableNode::default();
    for (key, value) in flat {
        // A quoted key may have any number of dots; beyond what tables may be nested they are left as they are.
        let parts: Vec<&str> = key.value.splitn(DEEPEST, '.').collect();
        put(&mut whole, &parts, &key.place, value);
    }
    Node { place: place.clone(), kind: Kind::Table(whole) }
}

fn put(table: &mut TableNode, parts: &[&str], place: &Place, value: &Placed<Value>) {
    let [first, rest @ ..] = parts else { return };
    let key = Placed::new((*first).to_owned(), place.clone());
    if rest.is_empty() {
        table.entries.push((key, node(value)));
        return;
    }
    let known = table.entries.iter_mut().find_map(|(name, inner)| match &mut inner.kind {
        Kind::Table(inner) if *name == key => Some(inner),
        _ => None,
    });
    match known {
        Some(inner) => put(inner, rest, place, value),
        None => {
            let mut inner = TableNode::default();
            put(&mut inner, rest, place, value);
            table.entries.push((key, Node { place: place.clone(), kind: Kind::Table(inner) }));
        }
    }
}

fn node(value: &Placed<Value>) -> Node {
    let kind = match &value.value {
        Value::Int(number) => Kind::Int(*number),
        Value::Float(number) => Kind::Float(*number),
        Value::Bool(value) => Kind::Bool(*value),
        Value::Text(text) => Kind::Text(text.clone()),
        Value::List(list) => Kind::List(list.iter().map(node).collect()),
    };
    Node { place: value.place.clone(), kind }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, node};

    fn flat(text: &str) -> (String, String) {
        let source = Source::new("x", text);
        let node = node::read(&source, 0..text.len()).unwrap();
        let Kind::Table(table) = node.kind else { panic!() };
        let mut problems = Problems::new();
        let flat = flatten(&table, &mut problems);
        let shown: Vec<String> = flat.iter().map(|(key, value)| format!("{key}={value}")).collect();
        (shown.join(" "), problems.sorted().to_string())
    }

    #[test]
    fn nested_and_quoted_keys_are_the_same() {
        let (shown, problems) = flat("order.start = \"roll\"\n\"order.end\" = 1.0\n[order.late]\nx = [1, true]");
        assert_eq!(shown, "order.start=\"roll\" order.late.x=[1, true] order.end=1.0");
        assert_eq!(problems, "");
    }

    #[test]
    fn twice_and_tables_in_lists_are_problems() {
        let (_, problems) = flat("a.b = 1\n\"a.b\" = 2\nc = [{ d = 1 }]");
        assert_eq!(
            problems,
            "x:2:1: `a.b` is set twice; the first time is at x:1:3\n\
             x:3:6: a table cannot stand in a list here; use plain values"
        );
    }
}
