//! Reading a table key by key, with a problem for each key that is wrong, missing or unknown.

use crate::node::{Kind, Node, TableNode};
use crate::problem::name_help;
use crate::{Place, Placed, Problem, Problems};

/// A table being read, and where to report.
pub(crate) struct Fields<'a> {
    /// What the table is, for messages: `a combatant`, `the map`.
    pub what: &'static str,
    pub place: &'a Place,
    pub table: &'a TableNode,
    pub problems: &'a mut Problems,
}

impl<'a> Fields<'a> {
    /// Opens a node that must be a table; anything else is a problem.
    pub fn open(what: &'static str, node: &'a Node, problems: &'a mut Problems) -> Option<Self> {
        match &node.kind {
            Kind::Table(table) => Some(Self { what, place: &node.place, table, problems }),
            _ => {
                problems.push(Problem::at(&node.place, format!("{what} must be a table, not {}", node.describe())));
                None
            }
        }
    }

    /// Reports every key that is not known.
    pub fn only(&mut self, known: &[&str], more: &[&str]) {
        for (key, _) in &self.table.entries {
            if !known.contains(&key.value.as_str()) && !more.contains(&key.value.as_str()) {
                let names = known.iter().chain(more).copied();
                self.problems.push(unknown_key(self.what, key, names));
            }
        }
    }

    /// The node of a key.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        self.table.get(key)
    }

    /// Reports a key that must be there and is not.
    pub fn require(&mut self, key: &str, example: &str) {
        if self.table.get(key).is_none() {
            let what = format!("{} needs `{key}`", self.what);
            self.problems.push(Problem::at(self.place, what).help(format!("for example `{example}`")));
        }
    }

    /// A text that is not blank.
    pub fn text(&mut self, key: &str) -> Option<Placed<String>> {
        text(key, self.table.get(key)?, self.problems)
    }

    /// A whole number from `least` to `most`.
    pub fn int(&mut self, key: &str, least: i64, most: i64) -> Option<Placed<i64>> {
        int(key, self.table.get(key)?, least, most, self.problems)
    }

    /// Yes or no.
    pub fn flag(&mut self, key: &str) -> Option<Placed<bool>> {
        let node = self.table.get(key)?;
        match node.kind {
            Kind::Bool(value) => Some(Placed::new(value, node.place.clone())),
            _ => wrong(key, "true or false", node, self.problems),
        }
    }

    /// A list of texts; one text alone counts as a list of one.
    pub fn texts(&mut self, key: &str) -> Option<Vec<Placed<String>>> {
        texts_of(key, self.table.get(key)?, self.problems)
    }

    /// A table.
    pub fn table(&mut self, key: &str) -> Option<&'a TableNode> {
        let node = self.table.get(key)?;
        match &node.kind {
            Kind::Table(table) => Some(table),
            _ => wrong(key, "a table", node, self.problems),
        }
    }
}

/// A list of tables, `[[key]]`; what is not a table is a problem and left out.
pub(crate) fn tables<'a>(key: &str, node: &'a Node, problems: &mut Problems) -> Vec<&'a Node> {
    let Kind::List(items) = &node.kind else {
        let what = format!("`{key}` must be a list of tables, not {}", node.describe());
        problems.push(Problem::at(&node.place, what).help(format!("write `[[{key}]]` before each")));
        return Vec::new();
    };
    let mut found = Vec::with_capacity(items.len());
    for item in items {
        match item.kind {
            Kind::Table(_) => found.push(item),
            _ => drop(wrong::<()>(key, "a list of tables", item, problems)),
        }
    }
    found
}

/// A list of texts; one text alone counts as a list of one.
pub(crate) fn texts_of(key: &str, node: &Node, problems: &mut Problems) -> Option<Vec<Placed<String>>> {
    match &node.kind {
        Kind::Text(_) => Some(text(key, node, problems).into_iter().collect()),
        Kind::List(items) => Some(items.iter().filter_map(|item| text(key, item, problems)).collect()),
        _ => wrong(key, "a list of texts", node, problems),
    }
}

/// A text that is not blank.
pub(crate) fn text(key: &str, node: &Node, problems: &mut Problems) -> Option<Placed<String>> {
    match &node.kind {
        Kind::Text(text) if text.trim().is_empty() => {
            problems
                .push(Problem::at(&node.place, format!("`{key}` is blank")).help("write something or leave it out"));
            None
        }
        Kind::Text(text) => Some(Placed::new(text.clone(), node.place.clone())),
        _ => wrong(key, "a text", node, problems),
    }
}

/// A whole number from `least` to `most`.
pub(crate) fn int(key: &str, node: &Node, least: i64, most: i64, problems: &mut Problems) -> Option<Placed<i64>> {
    let wanted = match (least, most) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (_, i64::MAX) => format!("a whole number, {least} or more"),
        _ => format!("a whole number from {least} to {most}"),
    };
    match node.kind {
        Kind::Int(number) if (least..=most).contains(&number) => Some(Placed::new(number, node.place.clone())),
        _ => wrong(key, &wanted, node, problems),
    }
}

/// Reports a value of the wrong kind.
pub(crate) fn wrong<T>(key: &str, wanted: &str, node: &Node, problems: &mut Problems) -> Option<T> {
    problems.push(Problem::at(&node.place, format!("`{key}` must be {wanted}, not {}", node.describe())));
    None
}

/// A key that is not known in a table.
pub(crate) fn unknown_key<'k>(what: &str, key: &Placed<String>, known: impl Iterator<Item = &'k str>) -> Problem {
    let problem = Problem::at(&key.place, format!("{what} has no key `{}`", key.value.escape_debug()));
    match name_help("key", &key.value, known) {
        Some(help) => problem.help(help),
        None => problem,
    }
}
