//! Parts from which a fight is put together: whole encounters, and what changes them by name.

mod change;
mod flat;
mod leave_out;

use std::ops::Range;

pub(crate) use self::leave_out::key_from_entry;
use crate::encounter::KEYS;
use crate::fields::{texts_of, wrong};
use crate::node::{self, Kind, Node, TableNode};
use crate::problem::nearest;
use crate::{Encounter, Placed, Problem, Problems, Source};

/// The keys of a part that are not an encounter's own.
pub(crate) const PART_KEYS: [&str; 3] = ["use", "encounter", "without"];

/// A part of what a fight starts from: an encounter, or some of it, or changes of another's.
///
/// Laid over another part, its tables change those of the other key by key; entries of the tables `combatant`, `side` and
/// of the rulebook are added (`[[combatant]]`) or changed by name (`[combatant.Althea]`); `packs` are added; every other
/// value takes the place of the other's. `without` takes away what is named, before the rest is laid.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where it was read.
    pub source: Source,
    node: Node,
}

impl Part {
    /// Reads a stretch of a text as a part; places are those of the whole text.
    ///
    /// # Errors
    /// When it is not TOML.
    pub fn read(source: &Source, within: Range<usize>) -> Result<Part, Problems> {
        let node = node::read(source, within.clone()).map_err(|mut problems| {
            // TOML takes only one of the two forms at a time.
            let text = source.text.get(within).unwrap_or_default();
            let both = text.contains("[[combatant]]") && text.contains("[combatant.");
            for problem in problems.0.iter_mut().filter(|problem| both && problem.what.contains("duplicate key")) {
                problem.help =
                    Some("beside `[combatant.NAME]` somebody is added as `[combatant.NAME]`, too".to_owned());
            }
            problems
        })?;
        Ok(Part { source: source.clone(), node })
    }

    /// The parts that it builds upon, by their names: `use = ["the yard", "two guards"]`.
    ///
    /// # Errors
    /// When they are not names.
    pub fn uses(&self) -> Result<Vec<Placed<String>>, Problems> {
        let mut problems = Problems::new();
        let uses = self.get("use").and_then(|node| texts_of("use", node, &mut problems)).unwrap_or_default();
        problems.or(uses)
    }

    /// The encounter that it changes: `encounter = "cyclops"`.
    ///
    /// # Errors
    /// When it is no text.
    pub fn encounter(&self) -> Result<Option<Placed<String>>, Problems> {
        self.text("encounter")
    }

    /// The game it is for, if it says so.
    ///
    /// # Errors
    /// When it is no text.
    pub fn rulebook(&self) -> Result<Option<Placed<String>>, Problems> {
        self.text("rulebook")
    }

    /// The same without one of its keys.
    #[must_use]
    pub fn without(mut self, key: &str) -> Part {
        if let Kind::Table(table) = &mut self.node.kind {
            table.entries.retain(|(known, _)| known.value != key);
        }
        self
    }

    fn get(&self, key: &str) -> Option<&Node> {
        if let Kind::Table(table) = &self.node.kind { table.get(key) } else { None }
    }

    fn text(&self, key: &str) -> Result<Option<Placed<String>>, Problems> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let mut problems = Problems::new();
        let text = crate::fields::text(key, node, &mut problems);
        problems.or(text)
    }
}

impl Encounter {
    /// Lays parts one over the other, the first at the bottom, and reads what comes of it. `tables` are the entry tables
    /// that the rulebook knows.
    ///
    /// # Errors
    /// All that is wrong with it, each in the part where it stands.
    pub fn put_together(parts: &[Part], tables: &[&str]) -> Result<Encounter, Problems> {
        let Some(last) = parts.last() else { return Err(Problem::general("nobody fights here").into()) };
        let mut problems = Problems::new();
        let mut whole = TableNode::default();
        for part in parts {
            lay(&mut whole, part, tables, &mut problems);
        }
        if !problems.is_empty() {
            return Err(problems.sorted());
        }
        let node = Node { place: last.node.place.clone(), kind: Kind::Table(whole) };
        let sources: Vec<Source> = parts.iter().map(|part| part.source.clone()).collect();
        Encounter::from_node(&sources, &node, tables)
    }
}

/// Lays a part over what is there.
fn lay(whole: &mut TableNode, part: &Part, tables: &[&str], problems: &mut Problems) {
    let Kind::Table(own) = &part.node.kind else { return };
    if let Some(node) = own.get("without") {
        let named = |key: &str| is_named(key, tables);
        leave_out::from_whole(whole, node, &named, problems);
    }
    for (key, node) in &own.entries {
        match key.value.as_str() {
            key if PART_KEYS.contains(&key) => {}
            "rulebook" => rulebook(whole, key, node, problems),
            "house" => flat::lay(whole, key, node),
            "map" => map(whole, key, node),
            "packs" => add(whole, key, node),
            name if is_named(name, tables) => change::lay(whole, key, node, problems),
            name => match nearest(name, PART_KEYS).filter(|_| !KEYS.contains(&name)) {
                Some(near) => {
                    let what = format!("a head has no key `{}`", name.escape_debug());
                    problems.push(Problem::at(&key.place, what).help(format!("the nearest key is `{near}`")));
                }
                None => put(whole, key, node.clone()),
            },
        }
    }
}

/// Whether a table's entries have names by which they can be changed.
fn is_named(key: &str, tables: &[&str]) -> bool {
    matches!(key, "combatant" | "side") || (tables.contains(&key) && !KEYS.contains(&key))
}

/// Puts a value in the place of the one that is there.
fn put(table: &mut TableNode, key: &Placed<String>, node: Node) {
    match table.entries.iter_mut().find(|(known, _)| known.value == key.value) {
        Some((known, there)) => (*known, *there) = (key.clone(), node),
        None => table.entries.push((key.clone(), node)),
    }
}

fn rulebook(whole: &mut TableNode, key: &Placed<String>, node: &Node, problems: &mut Problems) {
    let words = |node: &Node| if let Kind::Text(text) = &node.kind { Some(text.clone()) } else { None };
    match (whole.get("rulebook").and_then(words), words(node)) {
        (Some(there), Some(own)) if there != own => {
            let what = format!("this is for the rulebook `{own}`, but what it is laid over is for `{there}`");
            problems.push(Problem::at(&node.place, what).help("use only parts of one game"));
        }
        _ => put(whole, key, node.clone()),
    }
}

/// Changes the map key by key. A size takes the place of rows, and rows that of a size.
fn map(whole: &mut TableNode, key: &Placed<String>, node: &Node) {
    let there = whole.entries.iter_mut().find_map(|(known, there)| match &mut there.kind {
        Kind::Table(table) if known.value == key.value => Some(table),
        _ => None,
    });
    let (Some(there), Kind::Table(own)) = (there, &node.kind) else { return put(whole, key, node.clone()) };
    for (one, other) in [("size", "rows"), ("rows", "size")] {
        if own.get(one).is_some() && own.get(other).is_none() {
            there.entries.retain(|(key, _)| key.value != other);
        }
    }
    for (key, value) in &own.entries {
        let mut value = value.clone();
        if let Some(below) = there.get(&key.value) {
            crate::inherit::merge(&mut value, below);
        }
        put(there, key, value);
    }
}

/// Adds to a list.
fn add(whole: &mut TableNode, key: &Placed<String>, node: &Node) {
    let there = whole.entries.iter_mut().find(|(known, _)| known.value == key.value);
    match (there.map(|(_, there)| &mut there.kind), &node.kind) {
        (Some(Kind::List(there)), Kind::List(own)) => there.extend(own.iter().cloned()),
        (Some(Kind::List(there)), Kind::Text(_)) => there.push(node.clone()),
        _ => put(whole, key, node.clone()),
    }
}

/// A table that must be one.
fn table_of<'n>(key: &str, node: &'n Node, problems: &mut Problems) -> Option<&'n TableNode> {
    match &node.kind {
        Kind::Table(table) => Some(table),
        _ => wrong(key, "a table", node, problems),
    }
}

#[cfg(test)]
mod tests;
