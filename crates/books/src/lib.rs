//! The five rulebooks of the project in one library, with their packs, ready-made encounters and examples.
//!
//! Programs name this crate and nobody else does: everything between it and the engine works with whatever library the
//! program has, and is built beside the rules and not after them.
//!
//! ```
//! let cyclops = quintain_books::library().open("thalassa/cyclops", &quintain_library::files::none)?;
//! assert_eq!(cyclops.rulebook.id(), "thalassa");
//! # Ok::<(), quintain_content::Problems>(())
//! ```

use quintain_engine::AnyRulebook;
use quintain_library::{File, Library};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The rulebooks of the project, those of its five that are built in: a new library, to which others can be
/// [added](Library::with).
pub fn built_in() -> Library {
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
    shelf.into_iter().fold(Library::new(), |library, rulebook| library.with(rulebook, EMBEDDED))
}

/// The library of the program: the one that it has installed, otherwise [`built_in`], which is installed by this.
pub fn library() -> &'static Library {
    quintain_library::library_or(built_in)
}
