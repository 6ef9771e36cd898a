//! What conditions forbid: the frightened, the charmed, and those that magic makes invisible.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::Square;

use super::{CHARMED, FRIGHTENED, INVISIBLE, remove};
use crate::ask::Deed;
use crate::book::Condition;
use crate::combatant::Status;
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::concentration;

/// The creatures that one is Frightened of.
fn fears(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.one(who).of(Condition::Frightened).filter_map(|status| status.by).filter(|by| fight.present(*by))
}

/// Whether a Space is closer to what somebody is Frightened of than where it is.
pub fn nears_fear(fight: &Fight, who: Who, to: Square) -> bool {
    fears(fight, who).any(|by| fight.distance_from(who, to, by) < fight.distance(who, by))
}

/// Whether somebody who flies so much higher or lower comes closer to what it is Frightened of.
fn sinks_to_fear(fight: &Fight, who: Who, by: i16) -> bool {
    let one = fight.one(who);
    let far = |fear: Who| one.at.map_or(0, |at| fight.distance_above(who, at, one.height + by, fear));
    fears(fight, who).any(|fear| far(fear) < fight.distance(who, fear))
}

/// Whether somebody who is Frightened has anywhere to flee to.
pub fn can_flee(fight: &Fight, who: Who) -> bool {
    let budget = crate::rules::moving::within_reach(fight, who, crate::rules::action_points::available(fight, who));
    if budget <= 0 || fears(fight, who).next().is_none() {
        return false;
    }
    crate::rules::moving::with_room(fight, |finder, reach| {
        crate::rules::moving::reach(fight, who, budget, finder, reach);
        reach.iter().any(|(square, _)| flees(fight, who, *square))
    })
}

/// Whether a Space is farther from all that somebody is Frightened of.
pub fn flees(fight: &Fight, who: Who, to: Square) -> bool {
    fears(fight, who).all(|by| fight.distance_from(who, to, by) > fight.distance(who, by))
}

/// # Errors
/// Why a deed is out of the question for fear.
pub fn dares(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    if !fight.one(who).under(Condition::Frightened) {
        return Ok(());
    }
    let no = |why: &'static str| Err(Refusal::new(&FRIGHTENED, why));
    match deed {
        Deed::Stand | Deed::MoveForFree => Ok(()),
        Deed::Move(to) | Deed::Jump(to) if nears_fear(fight, who, to) => no("that is closer to what frightens it"),
        Deed::Climb(by) if sinks_to_fear(fight, who, by.into()) => no("that is closer to what frightens it"),
        Deed::Move(_) | Deed::Jump(_) | Deed::Climb(_) => Ok(()),
        Deed::Dodge(_) | Deed::End if can_flee(fight, who) => no("it must flee as long as it can"),
        Deed::Dodge(_) | Deed::End => Ok(()),
        _ => no("it is frightened"),
    }
}

/// Whether a creature is charmed by another, which it does no harm.
pub fn charmed_by(fight: &Fight, who: Who, whom: Who) -> bool {
    let one = fight.one(who);
    one.under(Condition::Charmed) && one.of(Condition::Charmed).any(|status| status.by == Some(whom))
}

/// # Errors
/// A Charmed creature takes no hold of its charmer and does not push it about.
pub fn spares(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    refuse_if(charmed_by(fight, who, at), &CHARMED, "it is charmed by the target")
}

/// A creature that does anything but move, dodge or hide is invisible by magic no longer.
pub fn shows_itself<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let magic = |status: &Status| status.condition == Condition::Invisible && status.from.is_some();
    let Some(place) = fight.one(who).statuses.iter().position(magic) else { return };
    if let Some(status) = remove(fight, who, place) {
        table.tell(|| Event::new(&INVISIBLE, format!("{} shows itself", fight.label(who))).to(who));
        concentration::idle(fight, table, &status);
        crate::rules::hide::look(fight, table);
    }
}

/// Whether a deed keeps magic from ending that makes invisible.
pub fn stealthy(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Move(_)
            | Deed::Jump(_)
            | Deed::Climb(_)
            | Deed::MoveForFree
            | Deed::Stride(_)
            | Deed::Dodge(_)
            | Deed::Hide
            | Deed::Hold
            | Deed::Sustain
            | Deed::End
    )
}
