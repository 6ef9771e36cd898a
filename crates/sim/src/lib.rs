//! Thousands of unattended fights at once, and what they say.
//!
//! [`simulate`] plays the fights of a [`Study`] on several threads and returns a [`Report`]; [`simulate_to_csv`] also
//! writes a line for each fight. A [`Knob`] turns a value of an encounter, [`compare`] plays two encounters on common
//! random numbers, [`tune`] finds the value that meets a [`Target`]. All sums are whole numbers and merging is commutative, so a report says the same
//! for any number of threads.

mod compare;
mod csv_lines;
#[cfg(test)]
mod fake;
mod histogram;
mod knob;
mod page;
mod report;
mod run;
mod study;
mod tally;
mod tune;

pub use compare::{Comparison, Difference, compare};
pub use csv_lines::simulate_to_csv;
pub use histogram::Histogram;
pub use knob::Knob;
pub use page::page;
pub use report::{CombatantReport, JoinedReport, Report, RoundsReport, SideReport};
pub use run::simulate;
pub use study::Study;
pub use tune::{Target, Tried, tune};
