//! The battery that every rulebook must pass.
//!
//! A rulebook's own test file opens its [`Battery`] and calls the checks; each says in plain words what is wrong, with
//! what is needed to see it again: the encounter, the seed, the answers. It knows no rulebook, so that a rulebook may
//! use it in its tests.

mod battery;
mod bout;
mod edicts;
mod fights;
mod odds;
mod questions;
mod records;
mod registry;
mod views;

pub use battery::{Arena, Battery};
pub use bout::Bout;
pub use edicts::edicts_keep_it_sound;
pub use fights::{batches_do_not_matter, fights_end, hall_and_desk_agree};
pub use odds::odds_sum_to_one;
pub use questions::questions_are_sound;
pub use records::{prefixes_stop_alike, records_may_be_cut_anywhere, replays_alike, undo_and_again};
pub use registry::registry_is_sound;

/// What a check says: nothing, or what is wrong and how to see it again.
pub type Check = Result<(), String>;

/// Fails with the words unless the claim holds.
pub(crate) fn claim(holds: bool, words: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(words()) }
}
