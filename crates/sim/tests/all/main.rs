//! The crate from outside. One program: each file by itself would compile and link all it
//! uses anew.
#![allow(clippy::unwrap_used, reason = "a helper of tests may unwrap as a test does")]

mod audits;
mod bots;
mod left_and_used;
mod moments;
mod search;
mod statistics;
mod telling;
mod tempers;
