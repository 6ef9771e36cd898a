//! Tables whose nested and dotted keys mean the same: `[house]` and `set`.

use super::put;
use crate::Placed;
use crate::node::{Kind, Node, TableNode};

/// Lays a table of plain values over the one that is there, key by key.
pub(super) fn lay(whole: &mut TableNode, key: &Placed<String>, node: &Node) {
    let there = whole.entries.iter_mut().find_map(|(known, there)| match &mut there.kind {
        Kind::Table(table) if known.value == key.value => Some(table),
        _ => None,
    });
    let (Some(there), Kind::Table(own)) = (there, &node.kind) else { return put(whole, key, node.clone()) };
    let mut all = leaves(there);
    for (key, value) in leaves(own) {
        take_away(&mut all, &key.value);
        all.push((key, value));
    }
    there.entries = all;
}

/// Takes a dotted key away, with all below it; says whether it was there.
pub(super) fn remove(table: &mut TableNode, key: &str) -> bool {
    let mut all = leaves(table);
    let before = all.len();
    take_away(&mut all, key);
    let found = all.len() < before;
    if found {
        table.entries = all;
    }
    found
}

/// The dotted keys of a table.
pub(super) fn keys(table: &TableNode) -> Vec<String> {
    leaves(table).into_iter().map(|(key, _)| key.value).collect()
}

fn take_away(all: &mut Vec<(Placed<String>, Node)>, key: &str) {
    let below = |known: &str| known.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    all.retain(|(known, _)| !below(&known.value));
}

/// The table with dotted keys only. Twice the same key stays so: the reader tells.
fn leaves(table: &TableNode) -> Vec<(Placed<String>, Node)> {
    let mut all = Vec::new();
    gather("", table, &mut all);
    all
}

fn gather(before: &str, table: &TableNode, all: &mut Vec<(Placed<String>, Node)>) {
    for (key, node) in &table.entries {
        let name = if before.is_empty() { key.value.clone() } else { format!("{before}.{}", key.value) };
        match &node.kind {
            Kind::Table(inner) => gather(&name, inner, all),
            _ => all.push((Placed::new(name, key.place.clone()), node.clone())),
        }
    }
}
