//! The shelf: all rulebooks, and how one is found by its name.

use std::sync::LazyLock;

use quintain_content::{Placed, Problem};
use quintain_engine::{AnyRulebook, Rule, rule_named};

/// Taken from the rulebooks as the program runs: a constant would have each of them built again here.
static SHELF: LazyLock<[&dyn AnyRulebook; 5]> = LazyLock::new(|| {
    [
        quintain_thalassa::RULEBOOK,
        quintain_oakhearth::RULEBOOK,
        quintain_uchma::RULEBOOK,
        quintain_gu::RULEBOOK,
        quintain_heimr::RULEBOOK,
    ]
});

/// All rulebooks, in the order in which lists show them.
pub fn shelf() -> &'static [&'static dyn AnyRulebook] {
    &*SHELF
}

/// The rulebook of this id or name, whatever the case.
///
/// # Errors
/// Names the nearest rulebook, or all of them.
pub fn rulebook(word: &str) -> Result<&'static dyn AnyRulebook, Problem> {
    rulebook_at(&Placed::nowhere(word.to_owned()))
}

/// The same for a word that stands in a file, so that the problem points there.
///
/// # Errors
/// Names the nearest rulebook, or all of them.
pub fn rulebook_at(word: &Placed<String>) -> Result<&'static dyn AnyRulebook, Problem> {
    let wanted = word.trim().to_lowercase();
    let fits = |book: &&&dyn AnyRulebook| book.id() == wanted || book.name().to_lowercase() == wanted;
    let found = shelf().iter().find(fits).copied();
    found.ok_or_else(|| Problem::no_such("rulebook", word, shelf().iter().map(|book| book.id())))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rulebook_is_found_by_id_and_by_name() {
        for book in shelf() {
            assert_eq!(rulebook(book.id()).unwrap().id(), book.id());
            assert_eq!(rulebook(&book.name().to_uppercase()).unwrap().id(), book.id());
        }
    }

    #[test]
    fn a_wrong_name_is_told_the_right_one() {
        let Some(book) = shelf().first() else { return };
        let slip = format!("{}x", book.id());
        let problem = rulebook(&slip).err().unwrap().to_string();
        assert_eq!(problem, format!("no rulebook is called `{slip}`; the nearest name is `{}`", book.id()));
    }

    #[test]
    fn ids_on_the_shelf_are_unique() {
        let mut ids: Vec<&str> = shelf().iter().map(|book| book.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), shelf().len());
    }
}
