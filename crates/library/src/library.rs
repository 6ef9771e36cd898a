//! A library: rulebooks, and the files that come with each.

use std::sync::{Arc, OnceLock};

use quintain_content::Problems;
use quintain_engine::{AnyBook, AnyRulebook};

use crate::built_in::{BUILT_IN, File, book_of};

/// A rulebook's own packs, once they have been read.
pub(crate) type Read = OnceLock<Result<Arc<dyn AnyBook>, Problems>>;

/// Rulebooks on a shelf, with their packs, ready-made encounters and examples.
///
/// The usual one is [`Library::built_in`]. A rulebook from a crate of its own is put beside the others by
/// [`Library::with`]:
///
/// ```
/// use quintain_library::{Library, files};
/// # let RULEBOOK = quintain_thalassa::RULEBOOK;
///
/// let file = ("encounters/thalassa/yard.toml", "rulebook = \"thalassa\"\n[[combatant]]\nis = \"rat\"\nside = \"rats\"\n\
///              [[combatant]]\nis = \"cat\"\nside = \"cats\"\n");
/// let pack = ("packs/thalassa/beasts.toml", "rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\n\
///              sta = 1\ntek = 3\n[[creature]]\nid = \"cat\"\nname = \"Cat\"\nsta = 2\ntek = 5\n");
/// let library = Library::new().with(RULEBOOK, &[pack, file]);
/// let opened = library.open("yard", &files::none)?;
/// assert_eq!(opened.fight.sides(), ["rats", "cats"]);
/// # Ok::<(), quintain_content::Problems>(())
/// ```
#[derive(Debug, Default)]
pub struct Library {
    pub(crate) shelf: Vec<&'static dyn AnyRulebook>,
    /// A place for each rulebook on the shelf.
    pub(crate) books: Vec<Read>,
    pub(crate) files: Vec<File>,
}

impl Library {
    /// An empty one.
    pub fn new() -> Self {
        Library::default()
    }

    /// The project's own rulebooks: those of its five that are built in.
    pub fn built_in() -> Self {
        let shelf: Vec<&'static dyn AnyRulebook> = vec![
            #[cfg(feature = "thalassa")]
            quintain_thalassa::RULEBOOK,
            #[cfg(feature = "oakhearth")]
            quintain_oakhearth::RULEBOOK,
            #[cfg(feature = "uchma")]
            quintain_uchma::RULEBOOK,
            #[cfg(feature = "gu")]
            quintain_gu::RULEBOOK,
            #[cfg(feature = "heimr")]
            quintain_heimr::RULEBOOK,
        ];
        shelf.into_iter().fold(Library::new(), |library, rulebook| library.with(rulebook, BUILT_IN))
    }

    /// Puts a rulebook at the end of the shelf, with those of the files that stand in its folders. It takes the place of
    /// one with the same id, and of that one's files.
    #[must_use]
    pub fn with(mut self, rulebook: &'static dyn AnyRulebook, files: &[File]) -> Self {
        let id = rulebook.id();
        match self.shelf.iter().position(|known| known.id() == id) {
            Some(place) => {
                self.shelf[place] = rulebook;
                self.books[place] = Read::new();
                self.files.retain(|(path, _)| book_of(path) != Some(id));
            }
            None => {
                self.shelf.push(rulebook);
                self.books.push(Read::new());
            }
        }
        self.files.extend(files.iter().filter(|(path, _)| book_of(path) == Some(id)));
        self.files.sort_unstable();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    const YARD: File = (
        "encounters/thalassa/yard.toml",
        "rulebook = \"thalassa\"\n[[combatant]]\nis = \"rat\"\nside = \"a\"\n[[combatant]]\nis = \"rat\"\nname = \"Other\"\nside = \"b\"\n",
    );
    const RATS: File = (
        "packs/thalassa/rats.toml",
        "rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\nsta = 1\ntek = 3\n",
    );

    #[test]
    fn a_library_holds_what_it_was_given_and_nothing_else() {
        let library = Library::new().with(quintain_thalassa::RULEBOOK, &[YARD, RATS]);
        assert_eq!(library.shelf().len(), 1);
        assert_eq!(library.ready_made().map(|one| one.name).collect::<Vec<_>>(), ["thalassa/yard"]);
        assert_eq!(library.open("yard", &files::none).unwrap().fight.sides(), ["a", "b"]);
        assert!(library.open("cyclops", &files::none).is_err());
        assert!(library.rulebook("gu").is_err());
    }

    #[test]
    fn files_of_another_rulebook_are_left_alone() {
        let library = Library::new().with(quintain_gu::RULEBOOK, &[YARD, RATS]);
        assert_eq!((library.ready_made().count(), library.packs("thalassa").len()), (0, 0));
    }

    #[test]
    fn a_rulebook_with_a_known_id_takes_the_place_of_the_other() {
        let library = Library::built_in().with(quintain_thalassa::RULEBOOK, &[YARD, RATS]);
        assert_eq!(library.shelf().iter().map(|book| book.id()).next(), Some("thalassa"));
        assert_eq!(library.shelf().len(), 5);
        let own: Vec<_> = library.ready_made().filter(|one| one.book() == "thalassa").map(|one| one.short()).collect();
        assert_eq!(own, ["yard"]);
    }
}
