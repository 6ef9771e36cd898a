//! Campaigns: the roster of a party, what a fight or a hand changes of what heroes carry, rests, and the way to the next fight.

mod carry;
mod day;
mod outing;
mod rest;
mod roster;

pub use self::carry::{amended, apart, typed_in};
pub use self::day::{MOST_STEPS, PARTY, Row, day_text};
pub use self::outing::{Outing, sides_of};
pub use self::rest::{Rest, Resting};
pub use self::roster::{Member, Roster};

/// The most heroes of a party.
pub const MOST_HEROES: usize = 40;

/// The most letters of a name.
pub const LONGEST_NAME: usize = 60;

/// The most bytes of a party's file.
pub const MOST_BYTES: usize = 1024 * 1024;
