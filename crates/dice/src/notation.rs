//! The limits of dice notation, and its mistakes told to a person.

use std::fmt;

/// The longest expression, in characters, as written and as printed.
pub const MAX_LENGTH: usize = 500;
/// How deep brackets, functions and signs may be nested.
pub const MAX_NESTING: usize = 32;
/// The most dice an expression may name.
pub const MAX_DICE: u32 = 1_000;
/// The greatest number that may be written.
pub const MAX_NUMBER: u32 = 1_000_000_000;

/// A mistake in dice notation: where it is, what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    column: usize,
    problem: String,
    remedy: String,
}

impl NotationError {
    /// A mistake at a character counted from 0.
    pub(crate) fn at(place: usize, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { column: place + 1, problem: problem.into(), remedy: remedy.into() }
    }

    /// The character the mistake stands at, counted from 1; one past the end when something is missing there.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// What would be right.
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}; {}", self.column, self.problem, self.remedy)
    }
}

impl std::error::Error for NotationError {}
