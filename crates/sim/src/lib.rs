//! Thousands of unattended fights at once, and what they say.
//!
//! [`simulate`] plays the fights of a [`Study`] on several threads and returns a [`Report`]; [`simulate_to_csv`] also
//! writes a line for each fight. A [`Knob`] turns a value of an encounter, [`compare`] plays two encounters on common
//! random numbers, [`tune`] finds the value that meets a [`Target`]. A [`Day`] is several fights in a row that
//! one party goes through. [`audit`] finds where tactics lose. In a [`Driven`] fight some sides are played by search or by a [`Program`]. From a [`Moment`] of a
//! recorded fight it goes on again and again, as it was or otherwise. A [`Series`] is played by one process or, [`Stint`] by
//! stint, by several. All sums are whole
//! numbers and merging is commutative, so a report says the same for any number of threads and machines.

mod audit;
mod blame;
mod chunks;
mod compare;
mod conformance;
mod csv_lines;
mod day;
mod driven;
#[cfg(test)]
mod fake;
mod figures;
mod fired;
mod histogram;
mod interval;
mod knob;
mod ladder;
mod matter;
mod moment;
mod names;
mod ordered;
mod page;
#[cfg(feature = "parquet")]
mod parquet_rows;
#[cfg(feature = "parquet")]
mod parquet_telling;
mod program;
mod report;
mod run;
mod search;
mod series;
mod stint;
mod study;
mod sweep;
mod tally;
mod telling;
mod threads;
mod trace;
mod tune;
mod typical;

pub use audit::{AuditReport, AuditedKind, Moment as AuditedMoment, Scrutiny, audit};
pub use blame::{Blame, Cause, Scales, Swing, blame, moved_by};
pub use compare::{Comparison, Difference, compare};
pub use conformance::{Asked, Checked, conformance, every_question};
pub use csv_lines::simulate_to_csv;
pub use day::{Day, DayPlan, DayReport, FightOfDay, HeroOfDay, Stage, THE_DAY, ValueOfDay, day_report};
pub use driven::{Driven, Driver};
pub use figures::write_figures;
pub use fired::{Fired, fired};
pub use histogram::Histogram;
pub use knob::Knob;
pub use ladder::{Rung, rung};
pub use matter::{Nudge, NudgeHere, nudges, nudges_at};
pub use moment::{Moment, NoMoment, Otherwise, limit_from};
pub use page::{page, tenths_of_a_percent};
#[cfg(feature = "parquet")]
pub use parquet_rows::simulate_to_parquet;
#[cfg(feature = "parquet")]
pub use parquet_telling::telling_to_parquet;
pub use program::{Manner, NoProgram, Program};
pub use report::{CombatantReport, JoinedReport, Report, RoundsReport, SideReport};
pub use run::simulate;
pub use search::Search;
pub use series::{Matchup, Series, Told};
pub use stint::{Stint, Unfit};
pub use study::Study;
pub use sweep::{Point, sweep_page};
pub use telling::{
    DamageSource, FirstOut, Lasting, Left, Moved, Spent, Telling, TellingRule, Use, telling, telling_with_moves,
};
pub use trace::{Course, trace};
pub use tune::{Target, Tried, most_runs, tune};
