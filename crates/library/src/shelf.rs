//! How a rulebook on the shelf, and a rule in it, is found by its name.

use quintain_content::{Placed, Problem};
use quintain_engine::{AnyRulebook, Rule, rule_named};

use crate::library::Library;

impl Library {
    /// All rulebooks, in the order in which lists show them.
    pub fn shelf(&self) -> &[&'static dyn AnyRulebook] {
        &self.shelf
    }

    /// The rulebook of this id or name, whatever the case.
    ///
    /// # Errors
    /// Names the nearest rulebook, or all of them.
    pub fn rulebook(&self, word: &str) -> Result<&'static dyn AnyRulebook, Problem> {
        self.rulebook_at(&Placed::nowhere(word.to_owned()))
    }

    /// The same for a word that stands in a file, so that the problem points there.
    ///
    /// # Errors
    /// Names the nearest rulebook, or all of them.
    pub fn rulebook_at(&self, word: &Placed<String>) -> Result<&'static dyn AnyRulebook, Problem> {
        let wanted = word.trim().to_lowercase();
        let fits = |book: &&&dyn AnyRulebook| book.id() == wanted || book.name().to_lowercase() == wanted;
        let found = self.shelf.iter().find(fits).copied();
        found.ok_or_else(|| Problem::no_such("rulebook", word, self.shelf.iter().map(|book| book.id())))
    }
}

/// The rule of this id, with or without its rulebook in front: `attack.armor`, `thalassa/attack.armor`.
///
/// # Errors
/// Names the nearest rule.
pub fn rule_at(book: &dyn AnyRulebook, id: &Placed<String>) -> Result<&'static Rule, Problem> {
    rule_named(book, id.trim()).ok_or_else(|| {
        let known = book.sections().iter().flat_map(|section| section.rules).map(|rule| rule.id);
        let bare = id.trim().strip_prefix(book.id()).and_then(|rest| rest.strip_prefix('/'));
        let word = id.clone().map(|whole| bare.map_or(whole.clone(), str::to_owned));
        Problem::no_such("rule", &word, known)
    })
}
