//! Heimr: the combat chapter as rules the engine can run.

pub mod book;
mod check;
pub mod content;
