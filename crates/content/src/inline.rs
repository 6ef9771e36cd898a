//! A rulebook's own entries written inside an encounter, kept as they stand until the rulebook reads them.

use crate::Problems;
use crate::fields::tables;
use crate::node::Node;

/// The rulebook's own entry tables (`[[creature]]`, `[[weapon]]`, …) inside an encounter: the same content as a pack.
/// [`crate::Packs::read`] takes them.
#[derive(Clone, Debug, Default)]
pub struct Inline {
    /// The tables in the order of the file.
    pub tables: Vec<InlineTable>,
}

/// One kind of entry given inside an encounter.
#[derive(Clone, Debug)]
pub struct InlineTable {
    /// `creature`
    pub name: String,
    pub(crate) entries: Vec<Node>,
}

impl Inline {
    /// Whether the encounter has entries of its own.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    pub(crate) fn add(&mut self, name: &str, node: &Node, problems: &mut Problems) {
        let entries = tables(name, node, problems).into_iter().cloned().collect();
        self.tables.push(InlineTable { name: name.to_owned(), entries });
    }
}
