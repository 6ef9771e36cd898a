//! Whose turn it is, and how long things last: the shapes that rulebooks need, as plain data inside their fights.
//!
//! - [`Slots`]: a fixed list, with slots that move and turns that are inserted while it is walked.
//! - [`Alternation`]: sides take turns; the larger one acts in groups.
//! - [`Lasting`]: what ends after so many turns or rounds.
//!
//! All of them can be cloned into one another without allocation, compared, and hashed into a digest.

mod alternation;
mod lasting;
mod slots;
mod who_set;

pub use alternation::{Activation, Alternation, MOST_SIDES};
pub use lasting::{Lasting, Moment};
pub use slots::{Beside, Slots};
pub use who_set::WhoSet;
