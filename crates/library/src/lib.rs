//! The rulebooks on one shelf, and the files that go with them.
//!
//! A [`Library`] holds rulebooks with their packs, ready-made encounters and examples, and knows how an encounter in a file
//! becomes a fight. The crate `quintain-books` makes one of the project's own rulebooks, and is the one place that names them
//! all; a rulebook from elsewhere joins them by [`Library::with`]. A program has one library ([`library()`]): what it has
//! [installed](Library::install) first. The free functions ask that one.
//!
//! No files are read here: callers hand a [`Reader`]; [`files::read`] is the one for ordinary files.
//!
//! ```no_run
//! let library = quintain_books::library();
//! let opened = library.open("thalassa/cyclops", &quintain_library::files::read)?;
//! println!("{} against each other", opened.fight.sides().join(" and "));
//! # Ok::<(), quintain_content::Problems>(())
//! ```

mod books;
mod contest;
mod day;
mod entries;
mod examples;
pub mod files;
mod house;
mod kind;
mod library;
mod open;
mod party;
mod program;
mod ready_made;
mod schemas;
mod shelf;
mod shell;

pub use contest::OwnTactics;
pub use day::{OpenedDay, Stage};
pub use entries::{Entry, entries};
pub use examples::Shown;
pub use files::Reader;
pub use house::House;
pub use kind::{FileKind, kind_of};
pub use library::Library;
pub use open::{Opened, tactics_at};
pub use party::{Change, Changed, Line, OpenedParty, rest_at};
pub use program::{
    InUse, built_in_packs, built_in_text, example_of, library, library_or, open, open_day, open_party, open_source,
    open_stored, open_with_party, ready_made, ready_made_named, rulebook, rulebook_at, schemas, set_up, shelf,
    source_at,
};
pub use ready_made::{File, ReadyMade, ReadyParty};
pub use shelf::rule_at;
pub use shell::quoted;
