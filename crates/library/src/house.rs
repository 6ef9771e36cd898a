//! What scripts need of the house: the shelf, files, and fights ready to begin.

use std::fmt;

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader};

use crate::files::Reader;
use crate::library::Library;
use crate::program::library;

/// The house as scripts see it: all rulebooks of a library, the files of a reader, and what is embedded.
pub struct House<'a> {
    library: &'a Library,
    reader: Reader<'a>,
}

impl<'a> House<'a> {
    /// The house of the program's library, with files from this reader.
    pub fn new(reader: Reader<'a>) -> Self {
        House::of(library(), reader)
    }

    /// The house of a library, with files from this reader.
    pub fn of(library: &'a Library, reader: Reader<'a>) -> Self {
        House { library, reader }
    }
}

impl fmt::Debug for House<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

impl Loader for House<'_> {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        self.library.rulebook(id).ok()
    }

    fn file(&self, path: &str) -> Option<Source> {
        let text = (self.reader)(path).ok().flatten().or_else(|| self.library.text(path).map(str::to_owned));
        text.map(|text| Source::new(path, text))
            .or_else(|| self.library.ready_made_named(path).ok().map(|one| one.source()))
    }

    fn texts(&self, rulebook: &str) -> Vec<Source> {
        let scripts = self.library.scripts(rulebook).map(|(path, text)| Source::new(path, text));
        self.library.packs(rulebook).into_iter().chain(scripts).collect()
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        self.library.set_up(encounter, self.reader)
    }
}
