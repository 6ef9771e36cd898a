//! What is readied: an action, what sets it off, and what others can notice.

use quintain_engine::Who;
use quintain_field::Square;

use crate::state::Deed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Readied {
    pub(crate) deed: Deed,
    /// It goes at the combatant that sets it off.
    pub(crate) at_trigger: bool,
    pub(crate) trigger: Trigger,
}

/// What sets a readied action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Hash)]
pub enum What {
    Enters,
    Leaves,
    AttacksMe,
    Attacks,
    EndsTurn,
    Handles,
    UsesSkill,
    IsHurt,
    LeavesCluster,
    WantsMe,
    Wants,
    WantsToMove,
    WantsSkill,
    WantsToEnter,
    WantsToLeave,
    WantsToHandle,
    WantsToEndTurn,
    WantsToLeaveCluster,
    Other,
}

impl What {
    /// All of them in their order, in words.
    pub(crate) const ALL: [(What, &'static str); 19] = [
        (What::Enters, "enters"),
        (What::Leaves, "leaves"),
        (What::AttacksMe, "attacks me"),
        (What::Attacks, "attacks somebody"),
        (What::EndsTurn, "ends its turn"),
        (What::Handles, "draws, drops or picks up"),
        (What::UsesSkill, "uses a skill"),
        (What::IsHurt, "is injured or falls"),
        (What::LeavesCluster, "leaves a cluster"),
        (What::WantsMe, "wants to attack me"),
        (What::Wants, "wants to attack somebody"),
        (What::WantsToMove, "wants to move"),
        (What::WantsSkill, "wants to use a skill"),
        (What::WantsToEnter, "wants to enter"),
        (What::WantsToLeave, "wants to leave"),
        (What::WantsToHandle, "wants to draw, drop or pick up"),
        (What::WantsToEndTurn, "wants to end its turn"),
        (What::WantsToLeaveCluster, "wants to leave a cluster"),
        (What::Other, "something else"),
    ];

    pub(crate) fn words(self) -> &'static str {
        What::ALL[self as usize].1
    }

    /// Whether it is an intention, not an event.
    pub(crate) fn is_intent(self) -> bool {
        (What::WantsMe..What::Other).contains(&self)
    }

    pub(crate) fn has_place(self) -> bool {
        matches!(self, What::Enters | What::Leaves | What::WantsToEnter | What::WantsToLeave)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    Foe,
    Anyone,
    One(Who),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Trigger {
    pub(crate) what: What,
    pub(crate) whose: Whose,
    /// Against whom, for attacks on others.
    pub(crate) victim: Whose,
    /// Where; anywhere if not said.
    pub(crate) place: Option<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Happened {
    Entered(Who, Square),
    Left(Who, Square),
    Attacked { by: Who, whom: Who },
    EndedTurn(Who),
    Dropped(Who),
    Took(Who),
    UsedSkill(Who),
    Injured(Who),
    Fell(Who),
    LeftCluster(Who),
}

impl Happened {
    pub(crate) fn subject(self) -> Who {
        match self {
            Happened::Attacked { by: who, .. }
            | Happened::Entered(who, _)
            | Happened::Left(who, _)
            | Happened::EndedTurn(who)
            | Happened::Dropped(who)
            | Happened::Took(who)
            | Happened::UsedSkill(who)
            | Happened::Injured(who)
            | Happened::Fell(who)
            | Happened::LeftCluster(who) => who,
        }
    }
}

/// Something that a combatant is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Attack(Who),
    Skill,
    Deed(Deed),
}
