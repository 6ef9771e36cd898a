//! Whose turn it is, and how long things last: the shapes that rulebooks need, as plain data inside their fights.
//!
//! - [`LiveOrder`]: after each turn the highest of those who have not acted is next.
//! - [`Slots`]: a fixed list, with slots that move and turns that are inserted while it is walked.
//! - [`Alternation`]: sides take turns; the larger one acts in groups.
//! - [`Phases`]: everybody of a phase acts at once.
//! - [`Lasting`]: what ends after so many turns or rounds.
//!
//! All of them can be cloned into one another without allocation, compared, and hashed into a digest.

mod alternation;
mod lasting;
mod live_order;
mod phases;
mod slots;
mod who_set;

pub use alternation::{Activation, Alternation, MOST_SIDES};
pub use lasting::{Lasting, Moment};
pub use live_order::LiveOrder;
pub use phases::Phases;
pub use slots::{Beside, Slots};
pub use who_set::WhoSet;
