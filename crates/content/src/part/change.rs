//! Combatants, sides and entries, added or changed by their names.

use super::{flat, leave_out, put, table_of};
use crate::combatant::called;
use crate::inherit::merge;
use crate::node::{Kind, Node, TableNode};
use crate::problem::name_help;
use crate::{Placed, Problem, Problems};

/// Adds the entries of a list, or changes those that a table names.
pub(super) fn lay(whole: &mut TableNode, key: &Placed<String>, node: &Node, problems: &mut Problems) {
    if !whole.entries.iter().any(|(known, there)| known.value == key.value && matches!(there.kind, Kind::List(_))) {
        let empty = Node { place: node.place.clone(), kind: Kind::List(Vec::new()) };
        put(whole, key, empty);
    }
    let there = whole.entries.iter_mut().find(|(known, _)| known.value == key.value);
    let Some((_, Node { kind: Kind::List(there), .. })) = there else { return };
    match &node.kind {
        Kind::List(own) => there.extend(own.iter().cloned()),
        Kind::Table(changes) => {
            for (name, change) in &changes.entries {
                one(key, there, name, change, problems);
            }
        }
        // The reader tells what is wrong with it.
        _ => put(whole, key, node.clone()),
    }
}

fn one(table: &str, there: &mut Vec<Node>, name: &Placed<String>, change: &Node, problems: &mut Problems) {
    let Some(own) = table_of(&format!("{table}.{}", name.value), change, problems) else { return };
    if let Some(place) = find(table, there, name) {
        let Some(Node { kind: Kind::Table(known), .. }) = there.get_mut(place) else { return };
        return apply(table, known, own, change, problems);
    }
    let text = Node { place: name.place.clone(), kind: Kind::Text(name.value.clone()) };
    let mut added = change.clone();
    let Kind::Table(keys) = &mut added.kind else { return };
    match table {
        "combatant" if own.get("is").is_none() => return problems.push(nobody(name, there)),
        "combatant" | "side" => {
            if own.get("name").is_none() {
                keys.entries.insert(0, (Placed::new("name".into(), name.place.clone()), text));
            }
        }
        _ => {
            // An entry that no part has is one of the packs, changed for this fight.
            if own.get("like").is_none() {
                keys.entries.insert(0, (Placed::new("like".into(), name.place.clone()), text.clone()));
            }
            keys.entries.insert(0, (Placed::new("id".into(), name.place.clone()), text));
        }
    }
    there.push(added);
}

fn nobody(name: &Placed<String>, there: &[Node]) -> Problem {
    let known = all_names(there);
    let help = name_help("name", name, known.iter().map(String::as_str));
    let to_add = "to add somebody, say `is` and `side`";
    let problem = Problem::at(&name.place, format!("no combatant is called `{}`", name.value.escape_debug()));
    problem.help(help.map_or_else(|| to_add.to_owned(), |help| format!("{help}; {to_add}")))
}

/// Lays a change over an entry.
fn apply(table: &str, known: &mut TableNode, own: &TableNode, change: &Node, problems: &mut Problems) {
    if let Some(without) = own.get("without") {
        leave_out::from_entry(known, without, problems);
    }
    if matches!(table, "combatant" | "side") {
        for (key, value) in own.entries.iter().filter(|(key, _)| key.value != "without") {
            match key.value.as_str() {
                "set" => flat::lay(known, key, value),
                _ => put(known, key, value.clone()),
            }
        }
        return;
    }
    let below = Node { place: change.place.clone(), kind: Kind::Table(known.clone()) };
    let mut merged = change.clone();
    if let Kind::Table(keys) = &mut merged.kind {
        keys.entries.retain(|(key, _)| key.value != "without");
    }
    merge(&mut merged, &below);
    if let Kind::Table(merged) = merged.kind {
        *known = merged;
    }
}

/// The place of the entry of this name. A combatant that is one of several, `Wolf 2`, is parted from the others first.
pub(super) fn find(table: &str, there: &mut Vec<Node>, name: &str) -> Option<usize> {
    if table != "combatant" {
        let key = if table == "side" { "name" } else { "id" };
        return there.iter().position(|entry| text_in(entry, key).is_some_and(|known| same(known, name)));
    }
    if let Some(place) = there.iter().position(|entry| name_of(entry).is_some_and(|known| same(&known, name))) {
        return Some(place);
    }
    let numbered = |entry: &Node| {
        let count = count_of(entry)?;
        let base = name_of(entry)?;
        (1..=count).find(|number| same(&format!("{base} {number}"), name))
    };
    let (place, number) = there.iter().enumerate().find_map(|(place, entry)| Some((place, numbered(entry)?)))?;
    let parted = parted(there.get(place)?);
    there.splice(place..=place, parted);
    Some(place + number - 1)
}

/// One entry for each that an entry counts.
fn parted(entry: &Node) -> Vec<Node> {
    let (Some(count), Some(base), Kind::Table(table)) = (count_of(entry), name_of(entry), &entry.kind) else {
        return vec![entry.clone()];
    };
    let name_place = table.get("name").map_or(&entry.place, |name| &name.place);
    let one = |number: usize| {
        let mut table = table.clone();
        table.entries.retain(|(key, _)| key.value != "count");
        let name = Node { place: name_place.clone(), kind: Kind::Text(format!("{base} {number}")) };
        put(&mut table, &Placed::new("name".into(), name_place.clone()), name);
        if let Some((_, at)) = table.entries.iter_mut().find(|(key, _)| key.value == "at")
            && let Kind::List(squares) = &at.kind
            && let Some(square) = squares.get(number - 1).or(squares.first()).cloned()
        {
            *at = square;
        }
        Node { place: entry.place.clone(), kind: Kind::Table(table) }
    };
    (1..=count).map(one).collect()
}

/// The names of all combatants, those that are counted included.
pub(super) fn all_names(there: &[Node]) -> Vec<String> {
    let names = there.iter().filter_map(|entry| {
        let name = name_of(entry)?;
        let numbered: Vec<String> = (1..=count_of(entry).unwrap_or(0)).map(|n| format!("{name} {n}")).collect();
        Some(std::iter::once(name).chain(numbered))
    });
    names.flatten().collect()
}

fn count_of(entry: &Node) -> Option<usize> {
    let Kind::Table(table) = &entry.kind else { return None };
    let Kind::Int(count) = table.get("count")?.kind else { return None };
    usize::try_from(count).ok().filter(|count| *count <= crate::MOST_OF_A_KIND as usize)
}

/// What a combatant is called: its name, otherwise what it is, as words.
fn name_of(entry: &Node) -> Option<String> {
    text_in(entry, "name").map(str::to_owned).or_else(|| text_in(entry, "is").map(called))
}

fn text_in<'n>(entry: &'n Node, key: &str) -> Option<&'n str> {
    let Kind::Table(table) = &entry.kind else { return None };
    if let Kind::Text(text) = &table.get(key)?.kind { Some(text) } else { None }
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
