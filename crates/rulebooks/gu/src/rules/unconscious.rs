//! Unconsciousness, as the ruling R-58 has it: no acts, nothing sustained, nothing held, flat on the ground.

use quintain_engine::{Event, Rule, Table, Who};

use super::{falling, grapple};
use crate::condition::Condition;
use crate::fight::Fight;

/// Somebody faints.
pub(crate) fn faint<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    if super::gu::is_immune(fight, who, Condition::Unconscious) {
        return Ok(());
    }
    if super::gu::answers::undone(fight, table, who)? {
        return Ok(());
    }
    table.tell(|| Event::new(rule, format!("{} falls unconscious", fight.label(who))).to(who));
    falls(fight, table, who)
}

/// What falling unconscious does, whatever the reason.
pub(crate) fn falls<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut one = fight.one_mut(who);
    one.conditions.give(Condition::Unconscious);
    if !one.airborne {
        one.conditions.give(Condition::Prone);
    }
    one.in_hand.clear();
    one.two_handed = false;
    one.held = None;
    drop(one);
    super::standing::owner_out(fight, who);
    grapple::ends_with(fight, table, who)?;
    let one = fight.one(who);
    if one.airborne || one.climbing {
        falling::fall(fight, table, who)?;
        fight.one_mut(who).conditions.give(Condition::Prone);
    }
    Ok(())
}
