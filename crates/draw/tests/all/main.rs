//! The crate from outside. One program: each file by itself would compile and link all it
//! uses anew.

mod any_map;
mod contrast;
mod encounters;
mod outline;
