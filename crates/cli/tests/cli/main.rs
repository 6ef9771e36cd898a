//! The command as people meet it: what is typed, what comes out, and with which exit code.

// Helpers of tests may unwrap as tests do; the lint only knows functions marked as tests.
#![allow(clippy::unwrap_used)]

mod content;
mod drivers;
mod fights;
mod figures;
mod kept;
mod moments;
mod party;
mod play;
mod quintain;
mod usage;
