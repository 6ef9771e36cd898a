//! The rules, a file for each section of the chapter; those of rounds are in `turn.rs`.

pub mod blows;
pub mod places;
pub mod powers;
pub mod wounds;
