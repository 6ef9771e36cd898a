//! Thálassa from outside, but for the battery and what a fight allocates. One program:
//! each file by itself would compile and link all it uses anew.
#![allow(clippy::unwrap_used, reason = "a helper of tests may unwrap as a test does")]

mod crowd;
mod duels;
mod ground;
mod labels;
mod problems;
mod story;
mod whole;
