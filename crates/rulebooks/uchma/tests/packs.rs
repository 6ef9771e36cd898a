//! The packs of the book read without a problem.

#![allow(clippy::unwrap_used)]

use quintain_content::Source;
use quintain_uchma::book::Book;

fn sources() -> Vec<Source> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../packs/uchma");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn all_packs_are_sound() {
    let book = Book::read(&sources(), None);
    assert!(book.is_ok(), "{:#?}", book.err());
}
