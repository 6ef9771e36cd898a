//! Plain values that rules hold while a phase is under way: what has been wrought, who walks where.

use quintain_engine::{Revision, Rule, Who};
use quintain_field::{Parity, Pathfinder, Square};

use crate::book::Spell;
use crate::declaration::Also;
use crate::throng::Throng;

/// An incantation or a boon that has been paid for and will take effect in this phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrought {
    pub by: Who,
    pub at: Who,
    /// What it does.
    pub does: Spell,
    /// What else it concerns.
    pub also: Also,
    /// The damage, for those that do some.
    pub amount: i16,
    /// The last round in which it works.
    pub last_round: u32,
    /// By which rule: the incantation's, or the god's.
    pub rule: &'static Rule,
}

/// A plain move under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) who: Who,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Its way among the squares of all ways, the start included.
    pub(crate) way: (usize, usize),
}

/// What a move has been like.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walked {
    /// What it cost.
    pub(crate) cost: u32,
    /// Over difficult ground.
    pub(crate) rough: bool,
    /// With a diagonal step.
    pub(crate) diagonal: bool,
    /// Through somebody's square, or not as far as was meant because somebody stands there.
    pub(crate) others: bool,
}

/// One who closes with somebody.
#[derive(Clone, Debug)]
pub(crate) struct Closer {
    pub(crate) who: Who,
    pub(crate) from: Square,
    pub(crate) target: Who,
    pub(crate) feet: u16,
    /// Steps that are left.
    pub(crate) left: u32,
    pub(crate) parity: Parity,
    pub(crate) walked: Walked,
    /// The way ahead, nearest square last, and where the target stood when it was found.
    pub(crate) way: Steps,
    pub(crate) found_for: Option<Square>,
}

/// The next steps of a way.
pub(crate) type Steps = arrayvec::ArrayVec<Square, 40>;

/// What working out moves needs; kept so that simulations allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    pub(crate) finder: Pathfinder,
    pub(crate) plans: Vec<Plan>,
    /// The squares of all ways, one after the other.
    pub(crate) ways: Vec<Square>,
    pub(crate) closers: Vec<Closer>,
    pub(crate) throng: Throng,
}

/// Squares that somebody can get to, with what that costs.
pub(crate) type Reached = Vec<(Square, u32)>;

/// From where somebody would walk how far, and in which state of the fight.
pub(crate) type Reaching = (Revision, u64, Who, Square, u32);
