//! Master of Gu from outside, but for the battery and what a fight allocates. One program:
//! each file by itself would compile and link all it uses anew.
#![allow(clippy::unwrap_used, reason = "a helper of tests may unwrap as a test does")]

mod common;
mod crowd;
mod every_gu;
mod ground;
mod labels;
mod rest;
mod story;
mod tactics;
mod whole;
