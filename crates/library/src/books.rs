//! The rulebooks with their own packs, read once for the whole program.

use std::sync::OnceLock;

use quintain_content::Problems;
use quintain_engine::{AnyBook, AnyRulebook};

use crate::built_in::built_in_packs;
use crate::shelf::shelf;

type Read = OnceLock<Result<Box<dyn AnyBook>, Problems>>;

/// One place for each rulebook on the shelf.
static BOOKS: OnceLock<Vec<Read>> = OnceLock::new();

/// A rulebook of the shelf with its own packs and no others.
///
/// # Errors
/// What is wrong with its packs. The house's tests see to it that this is nothing.
pub fn built_in_book(rulebook: &dyn AnyRulebook) -> Result<&'static dyn AnyBook, Problems> {
    let books = BOOKS.get_or_init(|| shelf().iter().map(|_| Read::new()).collect());
    let place = shelf().iter().position(|book| book.id() == rulebook.id());
    let Some(book) = place.and_then(|place| books.get(place)) else {
        let what = format!("the rulebook `{}` is not on the shelf", rulebook.id());
        return Err(quintain_content::Problem::general(what).into());
    };
    let read = book.get_or_init(|| rulebook.read(&built_in_packs(rulebook.id())));
    read.as_ref().map(|book| &**book).map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rulebook_reads_its_own_packs() {
        for rulebook in shelf() {
            let read = built_in_book(*rulebook);
            assert!(
                read.is_ok(),
                "{}:\n{}",
                rulebook.id(),
                read.err().map(|fault| fault.to_string()).unwrap_or_default()
            );
        }
    }
}
