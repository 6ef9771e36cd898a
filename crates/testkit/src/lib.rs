//! The battery that every rulebook must pass.
//!
//! A rulebook's own test file opens its [`Battery`] and runs it; each check says in plain words what is wrong, with
//! what is needed to see it again: the encounter, the seed, the answers. It knows no rulebook, so that a rulebook may
//! use it in its tests.

mod aftermath;
mod allocations;
mod battery;
mod bench;
mod bout;
mod edicts;
mod examples;
mod fights;
mod looks;
mod moments;
mod odds;
mod offered;
mod questions;
mod readings;
mod records;
mod registry;
mod scenes;
mod trials;
mod views;
mod whole;

pub use battery::{Arena, Battery, packs_of};
pub use bench::{Ended, decisions, fights_by_hand, fights_by_the_rules, same_story, tell_decisions, tell_scaling};
pub use bout::Bout;
pub use looks::{at_every_ask, at_every_question, options_do_what_they_say};
pub use offered::{losses_are, where_offered};
pub use readings::throws_are_read_as_they_say;
pub use scenes::{Covering, areas_compared, asked, label, label_line, on_ground, option, scene, seeded, told_since};
pub use trials::{run, run_battery};
pub use whole::simulations_meet_the_odds;

/// What a check says: nothing, or what is wrong and how to see it again.
pub type Check = Result<(), String>;

/// Fails with the words unless the claim holds.
pub(crate) fn claim(holds: bool, words: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(words()) }
}
