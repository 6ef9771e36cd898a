//! Packs: files of a rulebook's own entries (creatures, weapons, …), read together.

mod pointed;

use serde::de::DeserializeOwned;

use crate::fields::{Fields, tables as table_nodes, text, texts_of, wrong};
use crate::inherit::{RawEntry, RawTable, merge, take};
use crate::node::{self, Kind, Node};
use crate::value::unflatten;
use crate::{Inline, Place, Placed, Problem, Problems, Source, Value, de};

/// One entry of a pack, read and checked.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    /// Its name in files, such as `sea-cyclops`.
    pub id: String,
    /// What it says.
    pub value: T,
    /// Where its `id` is written.
    pub place: Place,
    /// Whether it stands in the encounter and not in a pack.
    pub inline: bool,
}

/// What a pack says of itself.
#[derive(Clone, Debug)]
pub struct PackInfo {
    /// Its path.
    pub path: String,
    /// A short name.
    pub title: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// Where its content comes from: book and licence.
    pub source: Option<String>,
}

/// The packs of one rulebook, and the entries that an encounter brings along.
///
/// Read once with [`Packs::read`], then take out each table with [`Packs::table`], then ask [`Packs::finish`]
/// whether all was right. In between nothing fails, so that all problems are found at once.
///
/// Every entry has an `id`, in kebab-case, once per table over all packs. With `like` it has all keys of another
/// entry of its table that it does not give itself: tables are merged key by key, lists and values are replaced. In a list
/// of tables with names, a table changes by name: `attack.club = { die = 12 }`. `without = ["armor", "skill.hide"]` leaves
/// out what would be inherited; a table left out and given anew is replaced as a whole.
/// An encounter's own entry takes the place of a pack's entry of the same id, and may be `like` it; what a pack's
/// entry inherits never depends on the encounter.
#[derive(Clone, Debug)]
pub struct Packs {
    tables: Vec<(String, RawTable)>,
    infos: Vec<PackInfo>,
    problems: Problems,
}

/// The keys of a pack, besides the rulebook's tables.
pub(crate) const KEYS: [&str; 4] = ["rulebook", "title", "about", "source"];

impl Packs {
    /// Reads packs. `tables` are the names of the rulebook's entry tables (`creature`, `weapon`, …).
    pub fn read(rulebook: &str, tables: &[&str], sources: &[Source], inline: Option<&Inline>) -> Packs {
        let tables = tables.iter().map(|name| ((*name).to_owned(), RawTable::default())).collect();
        let mut packs = Packs { tables, infos: Vec::new(), problems: Problems::new() };
        for source in sources {
            match node::read(source, 0..source.text.len()) {
                Ok(node) => packs.add(rulebook, source, &node),
                Err(problems) => packs.problems.extend(problems),
            }
        }
        for (name, raw) in &mut packs.tables {
            for table in inline.iter().flat_map(|inline| &inline.tables).filter(|table| table.name == *name) {
                for node in &table.entries {
                    add(name, raw, node, true, &mut packs.problems);
                }
            }
        }
        packs
    }

    fn add(&mut self, rulebook: &str, source: &Source, node: &Node) {
        let names: Vec<&str> = self.tables.iter().map(|(name, _)| name.as_str()).collect();
        let Some(mut fields) = Fields::open("a pack", node, &mut self.problems) else { return };
        fields.only(&KEYS, &names);
        fields.require("rulebook", &format!("rulebook = \"{rulebook}\""));
        if let Some(other) = fields.text("rulebook").filter(|other| other.value != rulebook) {
            let what = format!("this pack is for the rulebook `{other}`, not for `{rulebook}`");
            self.problems.push(Problem::at(&other.place, what).help("take the pack out, or choose the other rulebook"));
            return;
        }
        let mut words = |key| fields.text(key).map(|text| text.value);
        let (title, about, credit) = (words("title"), words("about"), words("source"));
        self.infos.push(PackInfo { path: source.path.to_string(), title, about, source: credit });
        let Kind::Table(keys) = &node.kind else { return };
        for (name, raw) in &mut self.tables {
            let Some(list) = keys.get(name) else { continue };
            for node in table_nodes(name, list, &mut self.problems) {
                add(name, raw, node, false, &mut self.problems);
            }
        }
    }

    /// All entries of a table, read as `T`: in the order of the packs, then of the encounter. What is wrong with an
    /// entry is kept for [`Packs::finish`], and the entry is left out.
    ///
    /// Keys that `T` does not have are problems, with or without `deny_unknown_fields`. For that, and for exact
    /// places, use neither `#[serde(flatten)]` nor untagged enums in `T`. `T` has no `id`; it is in the entry.
    pub fn table<T: DeserializeOwned>(&mut self, table: &str) -> Vec<Entry<T>> {
        let Some((_, raw)) = self.tables.iter().find(|(name, _)| name == table) else { return Vec::new() };
        let mut found = Vec::with_capacity(raw.entries.len());
        for (index, entry) in raw.entries.iter().enumerate() {
            if !raw.counts(entry) {
                continue;
            }
            let Some(node) = raw.resolve(table, index, &mut self.problems) else { continue };
            let name = format!("the {table} `{}`", entry.id);
            if let Some(value) = de::from_node::<T>(&name, &node, &mut self.problems) {
                let place = entry.id.place.clone();
                found.push(Entry { id: entry.id.value.clone(), value, place, inline: entry.inline });
            }
        }
        found
    }

    /// An entry with some keys set otherwise, such as a combatant's `is` and `set`: read as if it were one more entry
    /// that is like the first, with the dotted keys of `set` in it. `None`, with problems, when there is no such entry
    /// or when the values do not fit.
    pub fn variant<T: DeserializeOwned>(
        &mut self,
        table: &str,
        is: &Placed<String>,
        set: &[(Placed<String>, Placed<Value>)],
    ) -> Option<T> {
        if !self.must_have(table, is) {
            return None;
        }
        let (_, raw) = self.tables.iter().find(|(name, _)| name == table)?;
        let index = raw.find(is)?;
        // What is wrong with the entry itself is told by the reading of the table.
        let base = raw.resolve(table, index, &mut Problems::new())?;
        let mut node = unflatten(set, &is.place);
        merge(&mut node, &base);
        de::from_node(&format!("the {table} `{is}`"), &node, &mut self.problems)
    }

    /// The ids of a table, also of entries with problems.
    pub fn ids(&self, table: &str) -> Vec<&str> {
        let Some((_, raw)) = self.tables.iter().find(|(name, _)| name == table) else { return Vec::new() };
        raw.entries.iter().filter(|entry| raw.counts(entry)).map(|entry| entry.id.value.as_str()).collect()
    }

    /// Reports a name that must be an entry of a table and is none: ``no weapon is called `xifos`; …`` If its place is the id of
    /// an entry, it is told where the name stands in that entry.
    pub fn must_have(&mut self, table: &str, id: &Placed<String>) -> bool {
        let known = self.tables.iter().any(|(name, raw)| name == table && raw.has(id));
        if !known {
            let place = self.within(&id.place, |entry| pointed::of_name(entry, table, &id.value));
            let id = Placed::new(id.value.clone(), place);
            let problem = Problem::no_such(table, &id, self.ids(table));
            self.problems.push(problem);
        }
        known
    }

    /// What each pack says of itself.
    pub fn infos(&self) -> &[PackInfo] {
        &self.infos
    }

    /// Adds a problem that the rulebook found. One at the id of an entry is told at the key or the name in the entry of which it
    /// speaks, where that is one alone.
    pub fn report(&mut self, mut problem: Problem) {
        problem.place = problem.place.map(|place| self.within(&place, |entry| pointed::of_fault(entry, &problem.what)));
        self.problems.push(problem);
    }

    /// A place in the entry whose id stands here; the same place where there is none, or it is in a file from which that entry
    /// inherits.
    fn within(&self, place: &Place, find: impl Fn(&Node) -> Option<Place>) -> Place {
        let entry = self.tables.iter().find_map(|(table, raw)| {
            let index = raw.entries.iter().position(|entry| entry.id.place == *place)?;
            raw.resolve(table, index, &mut Problems::new())
        });
        let found = entry.and_then(|entry| find(&entry)).filter(|found| found.path == place.path);
        found.unwrap_or_else(|| place.clone())
    }

    /// Whether all was right so far.
    ///
    /// # Errors
    /// All problems, in the order of the files.
    pub fn finish(self) -> Result<(), Problems> {
        self.problems.or(())
    }
}

/// Adds an entry to its table; an id that is taken already is a problem.
fn add(table: &str, raw: &mut RawTable, node: &Node, inline: bool, problems: &mut Problems) {
    let Some(entry) = entry(table, node, inline, problems) else { return };
    let id = entry.id.clone();
    if let Err(first) = raw.add(entry) {
        let what = format!("there are two entries `{id}` in the table `{table}`");
        problems.push(Problem::at(&id.place, what).help(format!("the first is at {}", first.id.place)));
    }
}

/// An entry's `id` and `like`, and the rest of it.
fn entry(table: &str, node: &Node, inline: bool, problems: &mut Problems) -> Option<RawEntry> {
    let mut node = node.clone();
    let Kind::Table(keys) = &mut node.kind else { return None };
    let id = take(keys, "id");
    let like = take(keys, "like").and_then(|(_, value)| text("like", &value, problems));
    let without =
        take(keys, "without").and_then(|(_, value)| texts_of("without", &value, problems)).unwrap_or_default();
    if let (None, Some(first)) = (&like, without.first()) {
        let what = format!("a {table} leaves out what it inherits, but this one is like no other");
        problems.push(Problem::at(&first.place, what).help("say which with `like`, or take `without` away"));
    }
    let Some((_, id)) = id else {
        let what = format!("a {table} needs an `id`");
        problems.push(Problem::at(&node.place, what).help("for example `id = \"sea-cyclops\"`"));
        return None;
    };
    let Kind::Text(name) = &id.kind else { return wrong("id", "a text", &id, problems) };
    if !is_id(name) {
        let what = format!("the id `{}` is not in kebab-case", name.escape_debug());
        let help = match kebab(name) {
            Some(right) => format!("write `{right}`"),
            None => "use small letters a to z, digits, and single hyphens between them".to_owned(),
        };
        problems.push(Problem::at(&id.place, what).help(help));
        return None;
    }
    let id = Placed::new(name.clone(), id.place);
    Some(RawEntry { id, like, without, node, inline })
}

/// Whether a name is an id: small letters a to z, digits, and single hyphens between them.
pub fn is_id(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    name.split('-').all(part)
}

/// The id that a name would be, if its letters allow.
fn kebab(name: &str) -> Option<String> {
    let spaced: String = name.chars().map(|c| if matches!(c, '_' | '-' | '.') { ' ' } else { c }).collect();
    let joined = spaced.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
    is_id(&joined).then_some(joined)
}

#[cfg(test)]
mod tests;
