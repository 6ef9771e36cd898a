//! Packs and encounters: reading, inheriting and checking them, with problems that name their place.
//!
//! This crate knows no rulebook and reads no files. Content comes in as a [`Source`] (a path and a text) and goes
//! out as checked values, or as [`Problems`]: all that is wrong, each with its file, line and column, and, where
//! there is one, the nearest right name.
//!
//! - [`Encounter`]: what a fight starts from (map, sides, combatants, house rules); [`Part`]s are laid one over the
//!   other to make one, as at the head of a script's case.
//! - [`Party`]: heroes who go from fight to fight, with what they carry along.
//! - [`Day`]: fights in a row, with rests between them.
//! - [`Packs`]: a rulebook's own entries (creatures, weapons, …) over many files, with inheritance.
//! - [`schema`]: JSON Schema of both.

mod carry;
mod combatant;
mod day;
mod de;
mod encounter;
mod fields;
mod inherit;
mod inline;
mod light;
mod map;
mod node;
mod pack;
mod part;
mod party;
mod placed;
mod problem;
pub mod schema;
mod side;
mod sight;
mod source;
#[cfg(feature = "uvtt")]
pub mod uvtt;
mod value;
mod words;

pub use carry::Carried;
pub use combatant::{Combatant, CombatantSpec, MOST_COMBATANTS, MOST_OF_A_KIND, shared_squares};
pub use day::{Day, Does, Step, is_day};
pub use encounter::Encounter;
pub use inline::{Inline, InlineTable};
pub use light::LightSpec;
pub use map::{LegendSpec, MapSpec};
pub use pack::{Entry, PackInfo, Packs, is_id};
pub use part::Part;
pub use party::{Chapter, HEROES, Hero, HeroChange, Noted, Party, is_party};
pub use placed::Placed;
pub use problem::{Problem, ProblemKind, Problems, name_help, nearest};
pub use side::SideSpec;
pub use sight::SightSpec;
pub use source::{Place, Source};
pub use value::Value;
pub use words::{Word, Words};
