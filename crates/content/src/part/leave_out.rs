//! Taking away what a part below has: `without = ["map", "Wolf 2", "house.morale"]`.

use super::{change, flat};
use crate::fields::texts_of;
use crate::node::{Kind, Node, TableNode};
use crate::problem::name_help;
use crate::{Placed, Problem, Problems};

/// Takes keys, combatants and entries out of all that is there.
pub(super) fn from_whole(whole: &mut TableNode, node: &Node, is_named: &dyn Fn(&str) -> bool, problems: &mut Problems) {
    for path in texts_of("without", node, problems).unwrap_or_default() {
        if !takes(whole, &path, is_named) {
            problems.push(nothing_called(&path, known_in(whole, is_named)));
        }
    }
}

/// Takes keys out of an entry. What it has only from the entry that it is like is left out there.
pub(super) fn from_entry(entry: &mut TableNode, node: &Node, problems: &mut Problems) {
    for path in texts_of("without", node, problems).unwrap_or_default() {
        if entry.get("like").is_none() {
            key_from_entry(entry, &path, problems);
        } else if !from_table(entry, &path) {
            let text = Node { place: path.place.clone(), kind: Kind::Text(path.value.clone()) };
            let list = Node { place: path.place.clone(), kind: Kind::List(vec![text]) };
            super::add(entry, &Placed::new("without".into(), path.place.clone()), &list);
        }
    }
}

/// Takes one key, `armor` or `skill.hide` or `attack.club`, out of an entry.
pub(crate) fn key_from_entry(entry: &mut TableNode, path: &Placed<String>, problems: &mut Problems) {
    if !from_table(entry, path) {
        let known = entry.entries.iter().map(|(key, _)| key.value.clone()).collect();
        problems.push(nothing_called(path, known));
    }
}

fn nothing_called(path: &Placed<String>, known: Vec<String>) -> Problem {
    let what = format!("there is no `{}` to leave out", path.value.escape_debug());
    let problem = Problem::at(&path.place, what);
    match name_help("name", path, known.iter().map(String::as_str)) {
        Some(help) => problem.help(help),
        None => problem,
    }
}

fn takes(whole: &mut TableNode, path: &str, is_named: &dyn Fn(&str) -> bool) -> bool {
    let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
    if whole.get(key).is_some() {
        let Some(rest) = rest else {
            whole.entries.retain(|(known, _)| known.value != key);
            return true;
        };
        let there = whole.entries.iter_mut().find(|(known, _)| known.value == key).map(|(_, there)| &mut there.kind);
        match there {
            Some(Kind::Table(table)) if key == "house" => return flat::remove(table, rest),
            Some(Kind::Table(table)) => return from_table(table, rest),
            Some(Kind::List(list)) if is_named(key) => return from_named(key, list, rest),
            _ => {}
        }
    }
    // A name alone is a combatant's, otherwise a side's or an entry's.
    let tables: Vec<String> =
        whole.entries.iter().map(|(key, _)| key.value.clone()).filter(|key| is_named(key)).collect();
    let first = tables.iter().position(|key| key == "combatant");
    let order = first.into_iter().chain((0..tables.len()).filter(|place| Some(*place) != first));
    for table in order.filter_map(|place| tables.get(place)) {
        let there = whole.entries.iter_mut().find(|(known, _)| known.value == *table).map(|(_, there)| &mut there.kind);
        if let Some(Kind::List(list)) = there
            && from_named(table, list, path)
        {
            return true;
        }
    }
    false
}

/// Takes an entry, or a key of one, out of a list of entries with names.
fn from_named(table: &str, list: &mut Vec<Node>, path: &str) -> bool {
    // A name may have points in it.
    let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
    let ends: Vec<usize> = ends.collect();
    for end in ends.into_iter().rev() {
        let Some(place) = change::find(table, list, &path[..end]) else { continue };
        let Some(rest) = path[end..].strip_prefix('.') else {
            list.remove(place);
            return true;
        };
        let Some(Node { kind: Kind::Table(entry), .. }) = list.get_mut(place) else { return false };
        return from_table(entry, rest);
    }
    false
}

/// Takes a key, or one below it, out of a table.
fn from_table(table: &mut TableNode, path: &str) -> bool {
    if table.get(path).is_some() {
        table.entries.retain(|(known, _)| known.value != path);
        return true;
    }
    let Some((key, rest)) = path.split_once('.') else { return false };
    let there = table.entries.iter_mut().find(|(known, _)| known.value == key).map(|(_, there)| &mut there.kind);
    match there {
        Some(Kind::Table(inner)) if key == "set" => flat::remove(inner, rest),
        Some(Kind::Table(inner)) => from_table(inner, rest),
        Some(Kind::List(list)) => {
            let before = list.len();
            list.retain(|item| !crate::inherit::is_called(item, rest));
            list.len() < before
        }
        _ => false,
    }
}

fn known_in(whole: &TableNode, is_named: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for (key, node) in &whole.entries {
        known.push(key.value.clone());
        match &node.kind {
            Kind::List(list) if key.value == "combatant" => known.extend(change::all_names(list)),
            Kind::Table(table) if !is_named(&key.value) => {
                known.extend(flat::keys(table).into_iter().map(|inner| format!("{}.{inner}", key.value)));
            }
            _ => {}
        }
    }
    known
}
