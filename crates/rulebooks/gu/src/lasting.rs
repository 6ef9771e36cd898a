//! What is at work on a combatant for a time.

use quintain_engine::Who;

use crate::book::Poison;
use crate::condition::Condition;
use quintain_engine::Blank;

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    /// Counted down at the end of each of the bearer's own turns.
    OwnTurns(u16),
    /// Until the start of that one's next turn.
    StartOf(Who),
    /// As long as the one who caused it sustains the Gu at this place.
    Sustained(u8),
    /// Until damage reaches the bearer's hit points.
    Hurt,
    /// Until something ends it.
    Ended,
}

/// What is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// A condition that ends by itself.
    Condition(Condition),
    /// Attacks are made with this penalty: the Evade Maneuver.
    Evading(i16),
    /// The powers of a Gu, by its place in the book.
    Effect(u16),
    /// Dodges and parries worse after a flurry of punches.
    Flurried,
    /// A poison, and the Gu it comes from, by its place in the book; `size` is what it has slowed so far.
    Poison(Poison, Option<u16>),
}

/// Something at work on a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    pub what: What,
    /// How strong.
    pub size: i16,
    /// The rank of the Gu it comes from; 0 for none.
    pub rank: u8,
    /// Who caused it.
    pub by: Who,
    /// When it ends.
    pub until: Until,
}

impl Blank for Lasting {
    const BLANK: Self = Lasting { what: What::Evading(0), size: 0, rank: 0, by: Who(0), until: Until::Ended };
}
