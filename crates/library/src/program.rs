//! The library of the program, which the program begins by installing.
//!
//! The command and the web table speak of one library only, as they have one standard output; the functions here save
//! them from handing it around.

use std::fmt;
use std::sync::OnceLock;

use quintain_content::{Encounter, Party, Placed, Problem, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Header};
use serde_json::Value;

use crate::day::OpenedDay;
use crate::examples::Shown;
use crate::files::Reader;
use crate::library::Library;
use crate::open::Opened;
use crate::party::OpenedParty;
use crate::ready_made::ReadyMade;

static LIBRARY: OnceLock<Library> = OnceLock::new();
static NOTHING: Library = Library::new();

/// The library of the program: an empty one until it has installed its own.
pub fn library() -> &'static Library {
    LIBRARY.get().unwrap_or(&NOTHING)
}

/// The library of the program, made and installed by this call where it has none yet.
pub fn library_or(make: fn() -> Library) -> &'static Library {
    LIBRARY.get_or_init(make)
}

/// The program has a library already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InUse;

impl fmt::Display for InUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another library is installed already; install yours before anything else")
    }
}

impl std::error::Error for InUse {}

impl Library {
    /// Makes this the library of the program.
    ///
    /// # Errors
    /// When the program has one already.
    pub fn install(self) -> Result<(), InUse> {
        LIBRARY.set(self).map_err(|_| InUse)
    }
}

/// [`Library::shelf`] of the program's library.
pub fn shelf() -> &'static [&'static dyn AnyRulebook] {
    library().shelf()
}

/// [`Library::rulebook`] of the program's library.
///
/// # Errors
/// Names the nearest rulebook, or all of them.
pub fn rulebook(word: &str) -> Result<&'static dyn AnyRulebook, Problem> {
    library().rulebook(word)
}

/// [`Library::rulebook_at`] of the program's library.
///
/// # Errors
/// Names the nearest rulebook, or all of them.
pub fn rulebook_at(word: &Placed<String>) -> Result<&'static dyn AnyRulebook, Problem> {
    library().rulebook_at(word)
}

/// [`Library::packs`] of the program's library.
pub fn built_in_packs(book: &str) -> Vec<Source> {
    library().packs(book)
}

/// [`Library::text`] of the program's library.
pub fn built_in_text(path: &str) -> Option<&'static str> {
    library().text(path)
}

/// [`Library::ready_made`] of the program's library.
pub fn ready_made() -> impl Iterator<Item = ReadyMade> {
    library().ready_made()
}

/// [`Library::ready_made_named`] of the program's library.
///
/// # Errors
/// Names the nearest one, or those that share the name.
pub fn ready_made_named(word: &str) -> Result<ReadyMade, Problem> {
    library().ready_made_named(word)
}

/// [`Library::example_of`] of the program's library.
pub fn example_of(book: &str, rule: &str) -> Option<Shown> {
    library().example_of(book, rule)
}

/// [`Library::schemas`] of the program's library.
pub fn schemas() -> Vec<(String, Value)> {
    library().schemas()
}

/// [`Library::open`] of the program's library.
///
/// # Errors
/// All that is wrong with the encounter and its packs.
pub fn open(path: &str, reader: Reader<'_>) -> Result<Opened, Problems> {
    library().open(path, reader)
}

/// [`Library::open_party`] of the program's library.
///
/// # Errors
/// All that is wrong with the party.
pub fn open_party(path: &str, reader: Reader<'_>) -> Result<OpenedParty, Problems> {
    library().open_party(path, reader)
}

/// [`Library::open_with_party`] of the program's library.
///
/// # Errors
/// All that is wrong with the encounter, or why the party has no place in it.
pub fn open_with_party(encounter: Source, party: &Party, reader: Reader<'_>) -> Result<Opened, Problems> {
    library().open_with_party(encounter, party, reader)
}

/// [`Library::open_day`] of the program's library.
///
/// # Errors
/// All that is wrong with the day, its party and its encounters.
pub fn open_day(source: &Source, reader: Reader<'_>) -> Result<OpenedDay, Problems> {
    library().open_day(source, reader)
}

/// [`Library::open_source`] of the program's library.
///
/// # Errors
/// All that is wrong with the encounter and its packs.
pub fn open_source(source: Source, reader: Reader<'_>) -> Result<Opened, Problems> {
    library().open_source(source, reader)
}

/// [`Library::open_stored`] of the program's library.
///
/// # Errors
/// All that is wrong with the encounter and its packs.
pub fn open_stored(header: &Header) -> Result<Opened, Problems> {
    library().open_stored(header)
}

/// [`Library::set_up`] of the program's library.
///
/// # Errors
/// All that is wrong with the encounter and its packs.
pub fn set_up(encounter: &Encounter, reader: Reader<'_>) -> Result<Box<dyn AnyFight>, Problems> {
    library().set_up(encounter, reader)
}

/// [`Library::source_at`] of the program's library.
///
/// # Errors
/// When there is no such thing, or it cannot be read.
pub fn source_at(path: &str, reader: Reader<'_>) -> Result<Source, Problem> {
    library().source_at(path, reader)
}
