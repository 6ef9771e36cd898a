//! The crate from outside. One program: each file by itself would compile and link all it
//! uses anew.
#![allow(clippy::unwrap_used, reason = "a helper of tests may unwrap as a test does")]

mod accessibility;
mod after;
mod at_home;
mod at_the_bench;
mod backup;
mod bench;
mod browser;
mod campaign;
mod campaigning;
mod common;
mod contrast;
mod day;
mod dead_ends;
mod layout;
mod looking_back;
mod pages;
mod pictures;
mod secrets;
mod see_as;
mod table;
mod weight;
mod windows;
mod workbench;
mod workshop;
