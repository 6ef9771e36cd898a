//! Triggers of readied actions: what may set one off, what has happened or is about to, and whether the two fit.

use quintain_engine::Who;
use quintain_field::Square;

use crate::rules::movement;
use crate::state::{Deed, Fight, Happened, Trigger, Wanted, What, Whose};

/// Whether something that a combatant is about to do is what another waits for.
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

/// Whether something that has happened is what a combatant waits for. An intention that was not seen is known by the act.
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

pub(super) fn places_of(fight: &Fight, happened: Happened) -> [Option<Square>; 2] {
    match happened {
        Happened::Entered(_, at) | Happened::Left(_, at) => [Some(at), None],
        Happened::Attacked { by, whom } => [Some(fight.one(by).at), Some(fight.one(whom).at)],
        other => [Some(fight.one(other.subject()).at), None],
    }
}
