//! An attack on its way, which Reactions may still change.

use arrayvec::ArrayVec;
use quintain_engine::Who;

/// An attack between its declaration and its damage.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// Who attacks.
    pub by: Who,
    /// Who is attacked; a bodyguard may take the place.
    pub at: Who,
    /// Hand to hand.
    pub melee: bool,
    /// Added to the AC for this attack only.
    pub ac: i16,
    /// DIS that Reactions have brought.
    pub dis: u8,
    /// Help that has come since it was declared.
    pub help: i16,
    /// Taken off the damage.
    pub less: i16,
    /// Who takes an equal share of the damage; nothing reduces theirs.
    pub sharers: ArrayVec<Who, 4>,
    /// Temp HP that somebody gets when it is over.
    pub after: ArrayVec<(Who, i16), 4>,
    /// Half of the damage only.
    pub halved: bool,
    /// Further targets of the same attack for whom the new target stands in.
    pub guards: u8,
    /// The target's shield takes the damage.
    pub shielded: bool,
}

impl Blow {
    /// An attack that nobody has answered yet.
    pub fn new(by: Who, at: Who, melee: bool) -> Blow {
        Blow {
            by,
            at,
            melee,
            ac: 0,
            dis: 0,
            help: 0,
            less: 0,
            sharers: ArrayVec::new(),
            after: ArrayVec::new(),
            halved: false,
            guards: 0,
            shielded: false,
        }
    }
}
