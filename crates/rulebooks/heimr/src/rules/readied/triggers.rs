//! Triggers of readied actions: what may set one off, what has happened or is about to, and whether the two fit.

use quintain_engine::Who;
use quintain_field::Square;

use crate::deed::Deed;
use crate::fight::Fight;
use crate::rules::movement;

/// What sets a readied action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Somebody enters a location.
    Enters,
    /// Somebody leaves a location.
    Leaves,
    /// Somebody attacks the one who readies.
    AttacksMe,
    /// Somebody attacks somebody else.
    Attacks,
    /// Somebody ends its turn.
    EndsTurn,
    /// Somebody draws, drops or picks up something.
    Handles,
    /// Somebody uses a skill.
    UsesSkill,
    /// Somebody is injured or falls.
    IsHurt,
    /// Somebody leaves a cluster.
    LeavesCluster,
    /// Somebody intends to attack the one who readies.
    WantsMe,
    /// Somebody intends to attack somebody else.
    Wants,
    /// Somebody intends to move.
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
    /// All of them.
    pub const ALL: &'static [What] = &[
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

    /// In words.
    pub fn words(self) -> &'static str {
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
    pub fn is_intent(self) -> bool {
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
    pub fn has_place(self) -> bool {
        matches!(self, What::Enters | What::Leaves | What::WantsToEnter | What::WantsToLeave)
    }
}

/// Whose doing sets it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// Any foe.
    Foe,
    /// Anyone.
    Anyone,
    /// This one.
    One(Who),
}

/// A trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trigger {
    /// What.
    pub what: What,
    /// By whom.
    pub whose: Whose,
    /// Against whom, for attacks on others.
    pub victim: Whose,
    /// Where; anywhere if not said.
    pub place: Option<Square>,
}

/// Something that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happened {
    /// Somebody has come into a location.
    Entered(Who, Square),
    /// Somebody has gone out of a location.
    Left(Who, Square),
    /// An attack roll with all that followed.
    Attacked {
        /// Who attacked.
        by: Who,
        /// Whom.
        whom: Who,
    },
    /// Somebody has ended its turn.
    EndedTurn(Who),
    /// Somebody has dropped something.
    Dropped(Who),
    /// Somebody has drawn or picked up something.
    Took(Who),
    /// Somebody has used a skill.
    UsedSkill(Who),
    /// Somebody has been injured.
    Injured(Who),
    /// Somebody has fallen.
    Fell(Who),
    /// Somebody has left its cluster.
    LeftCluster(Who),
}

impl Happened {
    /// Whom it is about.
    pub fn subject(self) -> Who {
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
pub enum Wanted {
    /// An attack on somebody.
    Attack(Who),
    /// A skill.
    Skill,
    /// A movement, a step, something with a thing, the end of the turn.
    Deed(Deed),
}

/// Whether something that somebody is about to do is what another waits for.
pub(super) fn is_wanted(fight: &Fight, who: Who, trigger: &Trigger, by: Who, wanted: Wanted) -> bool {
    let here = |at: Square| trigger.place.is_none_or(|place| place == at);
    let from = fight.one(by).at;
    let fits = match (trigger.what, wanted) {
        (What::WantsMe, Wanted::Attack(whom)) => whom == who,
        (What::Wants, Wanted::Attack(whom)) => is_victim(fight, who, trigger.victim, whom),
        (What::WantsSkill, Wanted::Skill) => true,
        (What::WantsToMove, Wanted::Deed(deed)) => movement::is_movement(deed),
        (What::WantsToEnter, Wanted::Deed(deed)) => movement::route_of(fight, by, deed).into_iter().any(here),
        (What::WantsToLeave, Wanted::Deed(deed)) => !movement::route_of(fight, by, deed).is_empty() && here(from),
        (What::WantsToLeaveCluster, Wanted::Deed(deed)) => {
            let parts = matches!(deed, Deed::StepOut | Deed::StepInto { .. });
            fight.one(by).cluster != 0 && (parts || movement::is_movement(deed))
        }
        (What::WantsToHandle, Wanted::Deed(deed)) => {
            matches!(deed, Deed::Draw(_) | Deed::Load(_) | Deed::Drop(_) | Deed::PickUp(_))
        }
        (What::WantsToEndTurn, Wanted::Deed(deed)) => deed == Deed::End,
        _ => false,
    };
    fits && is_whose(fight, who, trigger.whose, by)
}

fn is_whose(fight: &Fight, who: Who, whose: Whose, subject: Who) -> bool {
    who != subject
        && match whose {
            Whose::Foe => fight.foes(who, subject),
            Whose::Anyone => true,
            Whose::One(one) => one == subject,
        }
}

fn is_victim(fight: &Fight, who: Who, victim: Whose, whom: Who) -> bool {
    match victim {
        Whose::Foe => fight.foes(who, whom),
        Whose::Anyone => true,
        Whose::One(one) => one == whom,
    }
}

/// Whether something that has happened is what somebody waits for. An intention that was not seen is known by the act.
pub(super) fn is_met(fight: &Fight, who: Who, trigger: &Trigger, happened: Happened) -> bool {
    let here = |at: Square| trigger.place.is_none_or(|place| place == at);
    let fits = match (trigger.what, happened) {
        (What::Enters | What::WantsToEnter, Happened::Entered(_, at))
        | (What::Leaves | What::WantsToLeave, Happened::Left(_, at)) => here(at),
        (What::WantsToMove, Happened::Entered(..)) => true,
        (What::AttacksMe | What::WantsMe, Happened::Attacked { whom, .. }) => whom == who,
        (What::Attacks | What::Wants, Happened::Attacked { whom, .. }) => is_victim(fight, who, trigger.victim, whom),
        (What::EndsTurn | What::WantsToEndTurn, Happened::EndedTurn(_))
        | (What::Handles | What::WantsToHandle, Happened::Dropped(_) | Happened::Took(_))
        | (What::UsesSkill | What::WantsSkill, Happened::UsedSkill(_))
        | (What::IsHurt, Happened::Injured(_) | Happened::Fell(_))
        | (What::LeavesCluster | What::WantsToLeaveCluster, Happened::LeftCluster(_)) => true,
        _ => false,
    };
    fits && is_whose(fight, who, trigger.whose, happened.subject())
}

/// Where something has happened.
pub(super) fn places_of(fight: &Fight, happened: Happened) -> [Option<Square>; 2] {
    match happened {
        Happened::Entered(_, at) | Happened::Left(_, at) => [Some(at), None],
        Happened::Attacked { by, whom } => [Some(fight.one(by).at), Some(fight.one(whom).at)],
        other => [Some(fight.one(other.subject()).at), None],
    }
}
