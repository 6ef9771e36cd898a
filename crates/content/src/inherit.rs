//! Entries that are like other entries: `like = "hoplite"`, `without = ["shield"]`.

use std::collections::BTreeMap;

use crate::node::{Kind, Node, TableNode};
use crate::part::key_from_entry;
use crate::{Placed, Problem, Problems};

/// The longest chain of entries that are each like the next.
const LONGEST: usize = 16;

/// An entry as it is written, without its `id`, `like` and `without`.
#[derive(Clone, Debug)]
pub(crate) struct RawEntry {
    pub id: Placed<String>,
    pub like: Option<Placed<String>>,
    /// What it does not inherit: `armor`, `skill.hide`, `attack.club`.
    pub without: Vec<Placed<String>>,
    pub node: Node,
    /// Whether it stands in an encounter and not in a pack.
    pub inline: bool,
}

/// All entries of one table, those of the packs first, then those of the encounter; each id once in both.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawTable {
    pub entries: Vec<RawEntry>,
    by_id: BTreeMap<String, Homes>,
}

/// Where an id is found: in a pack, in the encounter, or in both.
#[derive(Clone, Copy, Debug, Default)]
struct Homes {
    pack: Option<usize>,
    inline: Option<usize>,
}

impl RawTable {
    /// Adds an entry, unless its id is taken in the same home: then the entry that has it comes back.
    pub fn add(&mut self, entry: RawEntry) -> Result<(), &RawEntry> {
        let homes = self.by_id.entry(entry.id.value.clone()).or_default();
        let home = if entry.inline { &mut homes.inline } else { &mut homes.pack };
        match *home {
            Some(first) => Err(&self.entries[first]),
            None => {
                *home = Some(self.entries.len());
                self.entries.push(entry);
                Ok(())
            }
        }
    }

    /// Whether an id is known.
    pub fn has(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// The entry of an id that counts.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).and_then(|homes| homes.inline.or(homes.pack))
    }

    /// Whether an entry counts, or an entry of the encounter has taken its place.
    pub fn counts(&self, entry: &RawEntry) -> bool {
        entry.inline || self.by_id.get(&entry.id.value).is_none_or(|homes| homes.inline.is_none())
    }

    /// The entry that another is like. What stands in a pack sees only packs; what stands in an encounter sees the
    /// encounter first, and may be like the very entry whose place it takes.
    fn parent(&self, child: &RawEntry, like: &str) -> Option<usize> {
        let homes = self.by_id.get(like)?;
        let sees_encounter = child.inline && (child.id.value != like || homes.pack.is_none());
        homes.inline.filter(|_| sees_encounter).or(homes.pack)
    }

    /// An entry with all that it inherits. `None`, with a problem, if it inherits from nothing or from itself; only
    /// the entry that has the wrong `like` is reported.
    pub fn resolve(&self, table: &str, index: usize, problems: &mut Problems) -> Option<Node> {
        let mut chain = vec![index];
        let mut last = self.entries.get(index)?;
        while let Some(like) = &last.like {
            let Some(parent) = self.parent(last, &like.value) else {
                if chain.len() == 1 {
                    let known = self.entries.iter().filter(|entry| last.inline || !entry.inline);
                    let known = known.filter(|entry| entry.id != last.id).map(|entry| entry.id.value.as_str());
                    problems.push(Problem::no_such(table, like, known));
                }
                return None;
            };
            if let Some(start) = chain.iter().position(|&seen| seen == parent) {
                // Told once, by the first entry of the ring in the order of the files.
                if start == 0 && chain.iter().all(|&seen| seen >= index) {
                    problems.push(self.ring(table, &chain, last));
                }
                return None;
            }
            if chain.len() == LONGEST {
                let what = format!(
                    "more than {LONGEST} entries are each like the next, from `{}` on",
                    chain_name(self, index)
                );
                let first = self.entries.get(index).and_then(|entry| entry.like.as_ref()).unwrap_or(like);
                problems.push(Problem::at(&first.place, what).help("use fewer steps"));
                return None;
            }
            chain.push(parent);
            last = self.entries.get(parent)?;
        }
        let mut merged: Option<Node> = None;
        for place in chain.into_iter().rev() {
            let entry = self.entries.get(place)?;
            let mut node = entry.node.clone();
            if let Some(mut parent) = merged {
                // What an entry further down leaves out wrongly is told by the reading of that entry.
                let mut others = Problems::new();
                leave_out(&mut parent, &entry.without, if place == index { problems } else { &mut others });
                merge(&mut node, &parent);
            }
            merged = Some(node);
        }
        merged
    }

    fn ring(&self, table: &str, chain: &[usize], last: &RawEntry) -> Problem {
        let first = chain.first().and_then(|&index| self.entries.get(index)).unwrap_or(last);
        let place = first.like.as_ref().map_or(&first.id.place, |like| &like.place);
        let names: Vec<String> = chain.iter().skip(1).map(|&index| format!("`{}`", chain_name(self, index))).collect();
        let what = match names.as_slice() {
            [] => format!("the {table} `{}` is like itself", first.id),
            _ => format!("the {table} `{0}` is like itself, by way of {1}", first.id, names.join(" and ")),
        };
        Problem::at(place, what).help("take one `like` away")
    }
}

fn chain_name(table: &RawTable, index: usize) -> &str {
    table.entries.get(index).map_or("", |entry| entry.id.value.as_str())
}

fn leave_out(parent: &mut Node, without: &[Placed<String>], problems: &mut Problems) {
    let Kind::Table(table) = &mut parent.kind else { return };
    for path in without {
        key_from_entry(table, path, problems);
    }
}

/// Adds to a table what it does not have itself. Tables inside are merged in the same way, and a table of changes with a
/// list of tables that have names: `attack.club = { die = 12 }`. Other lists and plain values are not merged: the nearer
/// one stands.
pub(crate) fn merge(node: &mut Node, parent: &Node) {
    match (&mut node.kind, &parent.kind) {
        (Kind::Table(own), Kind::Table(inherited)) => {
            for (key, value) in &inherited.entries {
                match own.entries.iter_mut().find(|(known, _)| known.value == key.value) {
                    Some((_, mine)) => merge(mine, value),
                    None => own.entries.push((key.clone(), value.clone())),
                }
            }
        }
        (Kind::Table(own), Kind::List(inherited)) if have_names(inherited) => {
            let list = changed_by_name(own, inherited);
            node.kind = Kind::List(list);
        }
        _ => {}
    }
}

/// The list with what a table changes in those that it names, and with those that it adds.
fn changed_by_name(changes: &TableNode, inherited: &[Node]) -> Vec<Node> {
    let mut list = inherited.to_vec();
    for (name, change) in &changes.entries {
        let mut change = change.clone();
        match list.iter_mut().find(|item| is_called(item, &name.value)) {
            Some(item) => {
                merge(&mut change, item);
                *item = change;
            }
            None => {
                if let Kind::Table(table) = &mut change.kind
                    && table.get("name").is_none()
                {
                    let text = Node { place: name.place.clone(), kind: Kind::Text(name.value.clone()) };
                    table.entries.insert(0, (Placed::new("name".to_owned(), name.place.clone()), text));
                }
                list.push(change);
            }
        }
    }
    list
}

/// Whether these are tables that each have a name, at least one of them.
fn have_names(list: &[Node]) -> bool {
    !list.is_empty() && list.iter().all(|item| name(item).is_some())
}

/// Whether a table in a list has this name, whatever the case of its letters.
pub(crate) fn is_called(item: &Node, wanted: &str) -> bool {
    name(item).is_some_and(|name| name.to_lowercase() == wanted.to_lowercase())
}

fn name(item: &Node) -> Option<&str> {
    let Kind::Table(table) = &item.kind else { return None };
    if let Kind::Text(name) = &table.get("name")?.kind { Some(name) } else { None }
}

/// Takes a key out of a table.
pub(crate) fn take(table: &mut TableNode, key: &str) -> Option<(Placed<String>, Node)> {
    let at = table.entries.iter().position(|(name, _)| name.value == key)?;
    Some(table.entries.remove(at))
}
