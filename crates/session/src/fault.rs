//! Why a table does not take what it is given.

use std::fmt;

/// Why a table did not take what it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The chair may not do that.
    NotYours(String),
    /// The question has been answered, or was taken back.
    Late,
    /// The fight does not take it, in words.
    NotTaken(String),
    /// The record does not fit the rules, in words.
    Broken(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotYours(what) => f.write_str(what),
            Fault::Late => f.write_str("too late: that question is not open any more"),
            Fault::NotTaken(what) | Fault::Broken(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Fault {}
