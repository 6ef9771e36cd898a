//! Sigil of Uchma: the combat chapter as rules the engine can run.

pub mod book;
mod check;
pub mod combatant;
pub mod content;
pub mod fight;
pub mod house;
pub mod lasting;
