//! The rulebooks on one shelf, and the files that go with them.
//!
//! This is the one place that names all rulebooks. It also holds their packs and the ready-made encounters, embedded,
//! and knows how an encounter in a file becomes a fight. It reads no files by itself: callers hand it a [`Reader`];
//! [`files::read`] is the one for ordinary files.
//!
//! ```no_run
//! let opened = quintain_library::open("thalassa/cyclops", &quintain_library::files::read)?;
//! println!("{} against each other", opened.fight.sides().join(" and "));
//! # Ok::<(), quintain_content::Problems>(())
//! ```

mod books;
mod built_in;
mod examples;
pub mod files;
mod house;
mod kind;
mod open;
mod schemas;
mod shelf;

pub use books::built_in_book;
pub use built_in::{ReadyMade, built_in_packs, built_in_text, ready_made, ready_made_named};
pub use examples::{Shown, example_of};
pub use files::Reader;
pub use house::House;
pub use kind::{FileKind, kind_of};
pub use open::{Opened, open, open_source, open_stored, set_up, source_at, tactics_at};
pub use schemas::schemas;
pub use shelf::{rule_at, rulebook, rulebook_at, shelf};
