//! Final Stand.

use quintain_engine::{Event, EventId, Refusal, Table, Who};

use super::{dying, gu, status};
use crate::condition::Condition;
use crate::fight::Fight;

quintain_engine::section! {
    "Final Stand";
    LIMITS = Engine "fs.limits": "In Final Stand there is no movement and no action or reaction but activating Gu or holding such an action.", ruling "Bonus actions, letting go of what is sustained and detonating on the own turn stay allowed.", house "fs.killer-moves";
    DAMAGED = Engine "fs.damaged": "Any damage to hit points in Final Stand leads to Dying and unconsciousness, without a test.";
    HEALED = Engine "fs.healed": "Regaining any hit points ends Final Stand.";
}

/// Whether somebody may do more than activate Gu: not in Final Stand, nor while a poison paralyses it.
///
/// # Errors
/// The refusal.
pub fn may_do_more(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.one(who).is(Condition::FinalStand) {
        return Err(Refusal::new(&LIMITS, "in Final Stand it can only activate Gu"));
    }
    if gu::is_paralysed(fight, who) {
        return Err(Refusal::new(&status::POISONED_FREE_FORM, "paralysed by poison it can only activate Gu"));
    }
    Ok(())
}

/// Struck in Final Stand.
pub(crate) fn struck<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    cause: EventId,
) -> Result<(), T::Halt> {
    fight.one_mut(whom).conditions.take(Condition::FinalStand);
    table.tell(|| {
        let text = format!("the Final Stand of {} is broken", fight.label(whom));
        Event::new(&DAMAGED, text).to(whom).because(cause)
    });
    dying::begin(fight, table, whom, &DAMAGED)
}

/// Hit points came back.
pub(crate) fn healed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if fight.one_mut(whom).conditions.take(Condition::FinalStand) {
        table.tell(|| Event::new(&HEALED, format!("{} is out of its Final Stand", fight.label(whom))).to(whom));
    }
}
