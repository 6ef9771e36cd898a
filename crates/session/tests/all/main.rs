//! The crate from outside. One program: each file by itself would compile and link all it
//! uses anew.

mod common;
mod ground;
mod random;
mod secrets;
