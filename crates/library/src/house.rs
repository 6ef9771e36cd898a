//! What scripts need of the house: the shelf, files, and fights ready to begin.

use std::fmt;

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader};

use crate::built_in::{built_in_packs, built_in_scripts, built_in_text, ready_made_named};
use crate::files::Reader;
use crate::open::set_up;
use crate::shelf::rulebook;

/// The house as scripts see it: all rulebooks, the files of a reader, and what is embedded.
pub struct House<'a> {
    reader: Reader<'a>,
}

impl<'a> House<'a> {
    /// The house with files from this reader.
    pub fn new(reader: Reader<'a>) -> Self {
        House { reader }
    }
}

impl fmt::Debug for House<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

impl Loader for House<'_> {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        rulebook(id).ok()
    }

    fn file(&self, path: &str) -> Option<Source> {
        let text = (self.reader)(path).ok().flatten().or_else(|| built_in_text(path).map(str::to_owned));
        text.map(|text| Source::new(path, text)).or_else(|| ready_made_named(path).ok().map(|one| one.source()))
    }

    fn texts(&self, rulebook: &str) -> Vec<Source> {
        let scripts = built_in_scripts(rulebook).map(|(path, text)| Source::new(path, text));
        built_in_packs(rulebook).into_iter().chain(scripts).collect()
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        set_up(encounter, self.reader)
    }
}
