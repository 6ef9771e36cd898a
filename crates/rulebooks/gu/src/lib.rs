//! Master of Gu: the combat chapter as rules the engine can run.

pub mod condition;
pub mod few;
pub mod kinds;
