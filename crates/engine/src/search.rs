//! Search: a side that tries its answers in play-outs before it gives them.
//!
//! From each open question the fight is played out on copies, once for each answer on the same dice. The rulebook's own
//! answer stands unless another is clearly better (`weigh.rs`). What kinds of answers have been worth trying is remembered
//! throughout a fight, and play-outs that one question did not need are laid by for closer ones (`lore.rs`). Of the play-outs
//! behind the answer that is given those are kept that take the way that the fight takes: they stand at the side's next
//! question already (`kept.rs`). A copy goes on from the last resting point: what was thrown and answered since lies on a
//! tape, so nothing is written out in words (`trial.rs`). What options move is found out in the same way (`offers.rs`), and
//! where tactics lose (`audit.rs`). Nobody looks ahead: the dice of play-outs are others than those of the fight, and what
//! other sides have answered sealed is guessed, not read.

mod audit;
mod kept;
mod lore;
mod offers;
mod seeking;
mod tape;
mod trial;
mod weigh;

pub use audit::{Audited, Auditing, Better, Decided, Judged};
pub(crate) use lore::Lore;
pub use offers::{Heed, Moved, Moves, Offer};
pub use seeking::{Seeker, Sought};
pub(crate) use seeking::{Start, seek};
pub(crate) use tape::Entry;
pub(crate) use trial::Trial;
pub(crate) use weigh::{Arm, Outset, Worth, weigh};
