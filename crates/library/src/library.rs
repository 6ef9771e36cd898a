//! A library: rulebooks, and the files that come with each.

use std::sync::{Arc, OnceLock};

use quintain_content::Problems;
use quintain_engine::{AnyBook, AnyRulebook};

use crate::ready_made::{File, book_of};

/// A rulebook's own packs, once they have been read.
pub(crate) type Read = OnceLock<Result<Arc<dyn AnyBook>, Problems>>;

/// Rulebooks on a shelf, with their packs, ready-made encounters and examples.
///
/// The crate `quintain-books` makes the usual one. A rulebook from a crate of its own is put beside the others by
/// [`Library::with`]:
///
/// ```
/// use quintain_library::{Library, files};
/// # let RULEBOOK = quintain_books::built_in().shelf()[0];
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
    pub const fn new() -> Self {
        Library { shelf: Vec::new(), books: Vec::new(), files: Vec::new() }
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
