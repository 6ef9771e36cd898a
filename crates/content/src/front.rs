//! The head of a script: an encounter, or the path of one.

use std::ops::Range;

use crate::encounter::beside;
use crate::fields::Fields;
use crate::node::Kind;
use crate::{Encounter, Placed, Problems, Source, node};

/// The front matter of a case in a script.
#[derive(Clone, Debug)]
pub enum FrontMatter {
    /// The encounter itself.
    Encounter(Box<Encounter>),
    /// `encounter = "path"`: the encounter is in a file of its own; only `seed` and `shows` may stand beside it.
    Path {
        /// The path beside the script's own, always with `/`.
        path: Placed<String>,
        /// The seed of the dice.
        seed: Option<u64>,
        /// The rules that are shown.
        shows: Vec<Placed<String>>,
    },
}

impl FrontMatter {
    /// The game that the head is for, which says what tables it may hold; `None` when the head is the path of an
    /// encounter.
    ///
    /// # Errors
    /// When the head is not TOML, or has neither `rulebook` nor `encounter`.
    pub fn peek_rulebook(source: &Source, within: Range<usize>) -> Result<Option<Placed<String>>, Problems> {
        match &node::read(source, within.clone())?.kind {
            Kind::Table(table) if table.get("encounter").is_some() => Ok(None),
            _ => Encounter::peek_rulebook(source, within).map(Some),
        }
    }

    /// Reads the part of a script between its `---` lines; places are those of the script. `tables` are the
    /// entry tables that the rulebook knows.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse_within(source: &Source, within: Range<usize>, tables: &[&str]) -> Result<FrontMatter, Problems> {
        let node = node::read(source, within)?;
        let mut problems = Problems::new();
        if let Some(mut fields) = Fields::open("the head", &node, &mut problems)
            && fields.node("encounter").is_some()
        {
            fields.only(&["encounter", "seed", "shows"], &[]);
            let path = fields.text("encounter").map(|path| path.map(|path| beside(&source.path, &path)));
            let seed = fields.int("seed", 0, i64::MAX).and_then(|seed| u64::try_from(seed.value).ok());
            let shows = fields.texts("shows").unwrap_or_default();
            return match path {
                Some(path) => problems.or(FrontMatter::Path { path, seed, shows }),
                None => Err(problems.sorted()),
            };
        }
        Encounter::from_node(source, &node, tables).map(|encounter| FrontMatter::Encounter(Box::new(encounter)))
    }
}

#[cfg(test)]
mod tests;
