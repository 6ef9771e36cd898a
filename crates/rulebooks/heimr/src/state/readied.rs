//! What is readied: an action, what sets it off, and what others can notice.

use quintain_engine::Who;
use quintain_field::Square;

use crate::state::Deed;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Readied {
    pub(crate) deed: Deed,
    /// It goes at whoever sets it off.
    pub(crate) at_trigger: bool,
    pub(crate) trigger: Trigger,
}

/// What sets a readied action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    Enters,
    Leaves,
    /// Somebody attacks the one who readies.
    AttacksMe,
    Attacks,
    EndsTurn,
    /// Somebody draws, drops or picks up something.
    Handles,
    UsesSkill,
    IsHurt,
    LeavesCluster,
    /// Somebody intends to attack the one who readies.
    WantsMe,
    /// Somebody intends to attack somebody else.
    Wants,
    WantsToMove,
    /// Somebody intends to use a skill.
    WantsSkill,
    /// Somebody intends to enter a location.
    WantsToEnter,
    /// Somebody intends to leave a location.
    WantsToLeave,
    /// Somebody intends to draw, drop or pick up something.
    WantsToHandle,
    /// Somebody intends to end its turn.
    WantsToEndTurn,
    /// Somebody intends to leave its cluster.
    WantsToLeaveCluster,
    /// What the player has put in words.
    Other,
}

impl What {
    pub(crate) const ALL: &'static [What] = &[
        What::Enters,
        What::Leaves,
        What::AttacksMe,
        What::Attacks,
        What::EndsTurn,
        What::Handles,
        What::UsesSkill,
        What::IsHurt,
        What::LeavesCluster,
        What::WantsMe,
        What::Wants,
        What::WantsToMove,
        What::WantsSkill,
        What::WantsToEnter,
        What::WantsToLeave,
        What::WantsToHandle,
        What::WantsToEndTurn,
        What::WantsToLeaveCluster,
        What::Other,
    ];

    pub(crate) fn words(self) -> &'static str {
        match self {
            What::Enters => "enters",
            What::Leaves => "leaves",
            What::AttacksMe => "attacks me",
            What::Attacks => "attacks somebody",
            What::EndsTurn => "ends its turn",
            What::Handles => "draws, drops or picks up",
            What::UsesSkill => "uses a skill",
            What::IsHurt => "is injured or falls",
            What::LeavesCluster => "leaves a cluster",
            What::WantsMe => "wants to attack me",
            What::Wants => "wants to attack somebody",
            What::WantsToMove => "wants to move",
            What::WantsSkill => "wants to use a skill",
            What::WantsToEnter => "wants to enter",
            What::WantsToLeave => "wants to leave",
            What::WantsToHandle => "wants to draw, drop or pick up",
            What::WantsToEndTurn => "wants to end its turn",
            What::WantsToLeaveCluster => "wants to leave a cluster",
            What::Other => "something else",
        }
    }

    /// Whether it is an intention, not an event.
    pub(crate) fn is_intent(self) -> bool {
        matches!(
            self,
            What::WantsMe
                | What::Wants
                | What::WantsToMove
                | What::WantsSkill
                | What::WantsToEnter
                | What::WantsToLeave
                | What::WantsToHandle
                | What::WantsToEndTurn
                | What::WantsToLeaveCluster
        )
    }

    /// Whether it happens in a location that may be said.
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
    /// Somebody has come into a location.
    Entered(Who, Square),
    /// Somebody has gone out of a location.
    Left(Who, Square),
    /// An attack roll with all that followed.
    Attacked {
        by: Who,
        whom: Who,
    },
    EndedTurn(Who),
    Dropped(Who),
    /// Somebody has drawn or picked up something.
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

/// Something that somebody is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Attack(Who),
    Skill,
    /// A movement, a step, something with a thing, the end of the turn.
    Deed(Deed),
}
