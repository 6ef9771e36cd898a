//! Death.

use quintain_engine::{Event, EventId, Rule, Table, Who};

use super::grapple;
use crate::condition::{Condition, Conditions};
use crate::fight::Fight;

quintain_engine::section! {
    "Instant death";
    INSTANT = Engine "death.instant": "Twice the maximum hit points in damage from a single source kills outright, with no test.", ruling "Damage after all reductions counts, not capped by what hit points are left.";
}

/// Somebody dies, or an object breaks.
pub(crate) fn die<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static Rule,
    cause: Option<EventId>,
) -> Result<(), T::Halt> {
    if fight.one(who).is(Condition::Dead) {
        return Ok(());
    }
    let mut one = fight.one_mut(who);
    let kept = Conditions::of(&[Condition::Prone, Condition::Submerged]);
    let lies = one.conditions.any(kept);
    one.conditions = Conditions::default();
    if lies {
        one.conditions.give(Condition::Prone);
    }
    one.conditions.give(Condition::Dead);
    one.hp.now = 0;
    one.bleeding = 0;
    one.reactions = 0;
    one.held = None;
    one.lasting.clear();
    one.airborne = false;
    one.height = 0;
    drop(one);
    table.tell(|| {
        let event = Event::new(rule, format!("{} dies", fight.label(who))).by(who);
        if let Some(cause) = cause { event.because(cause) } else { event }
    });
    super::standing::owner_out(fight, who);
    grapple::ends_with(fight, table, who)
}
