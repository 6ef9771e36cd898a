//! Heimr: the combat chapter as rules the engine can run.
//!
//! Start with `turn`: the fight from top to bottom. Every section of the chapter is a file under `rules`; every decision
//! of the book stands in `ask`, what is legal in `options`, what an encounter may switch in `house`.

pub mod book;
mod check;
pub mod content;
