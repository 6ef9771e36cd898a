//! Checks of packs that need to know the book: ranges, and names that must exist.

use quintain_content::Packs;

use crate::book::Book;

/// Reports whatever is wrong with the content of `book`.
pub fn check(book: &Book, packs: &mut Packs) {
    let _ = (book, packs);
}
