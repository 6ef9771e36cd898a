//! Delaying: a later place in the order, for good.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Table, Who};

use crate::content::DelayWrap;
use crate::rules::{basics, daze};
use crate::state::{Act, Ask, Fight, Out};

quintain_engine::section! {
    "Delaying";
    WHEN = Choice "delay.when": "One may delay only at the start of one's turn, before anything else.",
        ruling "Once a round, and not while dazed. What happens at the start of a turn waits for the real one; only a readied action runs out.";
    TARGET = Choice "delay.target": "One names somebody else, and whether to act right before or right after.";
    REPOSITION = Engine "delay.reposition": "The place in the order changes at once, to exactly there.",
        ruling "Later moves of the one named are not followed. A place that has been passed already means acting in the next round.",
        house "delay.wrap";
    PERMANENT = Engine "delay.permanent": "The new place stays in all later rounds.";
    LATER = Engine "delay.turn-later": "At the moment of delaying nothing is done; the whole turn comes with the new place.",
        ruling "Effects are counted at the real turn, so delaying never shortens one.";
}

pub(crate) fn may(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).delayed, &WHEN, "it has delayed in this round already")?;
    refuse_if(daze::is_dazed(fight, who), &daze::NO_ACTIONS, "dazed")?;
    Ok(())
}

/// Whether a combatant may delay to before or after another.
pub(crate) fn may_name(fight: &Fight, who: Who, whom: Who, after: bool) -> Result<(), Refusal> {
    refuse_if(who == whom || !fight.order.contains(&whom), &TARGET, "somebody else in the order has to be named")?;
    refuse_if(is_gone(fight, whom), &TARGET, "it is out of the fight")?;
    if fight.house().delay_wrap == DelayWrap::Forbid {
        let place = fight.order.iter().position(|other| *other == whom).unwrap_or(0) + usize::from(after);
        refuse_if(place < fight.next, &REPOSITION, "this place has been passed in this round")?;
    }
    Ok(())
}

/// Whether somebody has been taken out of the fight by hand: unlike the dead it leaves nothing to act before or after.
fn is_gone(fight: &Fight, who: Who) -> bool {
    fight.one(who).out == Some(Out::Gone)
}

/// Whether a combatant has the choice: it may delay, and there is a combatant to name.
pub(crate) fn is_open(fight: &Fight, who: Who) -> bool {
    may(fight, who).is_ok() && fight.order.iter().any(|whom| *whom != who && !is_gone(fight, *whom))
}

/// Before something begun in an earlier turn goes on: whether its owner delays. True if it has.
pub(crate) fn delays<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    if !is_open(fight, who) {
        return Ok(false);
    }
    let Some(Act::Delay { whom, after }) = table.choose(fight, Ask::Slot { who })? else { return Ok(false) };
    Ok(delay(fight, table, who, whom, after))
}

/// Moves a slot to before or after another's. True if it was moved.
pub(crate) fn delay<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who, after: bool) -> bool {
    if may(fight, who).is_err() || may_name(fight, who, whom, after).is_err() || !fight.order.contains(&who) {
        return false;
    }
    let passed = shift(fight, who, whom, after);
    fight.one_mut(who).delayed = true;
    table.tell(|| {
        let side = if after { "after" } else { "before" };
        let text = format!("{} delays until {side} {}", fight.label(who), fight.label(whom));
        let text = if passed { format!("{text}, in the next round") } else { text };
        Event::new(&REPOSITION, text)
            .and(&WHEN)
            .and(&TARGET)
            .and(&PERMANENT)
            .and(&LATER)
            .and(&basics::ORDER_SOURCE)
            .to(whom)
            .by(who)
            .act()
    });
    true
}

pub(crate) fn remove(fight: &mut Fight, who: Who) {
    let Some(place) = fight.order.iter().position(|other| *other == who) else { return };
    fight.order.remove(place);
    if place < fight.next {
        fight.next -= 1;
    }
}

/// Moves a slot to directly before or after another. True if the round has passed the new place.
fn shift(fight: &mut Fight, who: Who, whom: Who, after: bool) -> bool {
    remove(fight, who);
    let place = fight.order.iter().position(|other| *other == whom).map_or(0, |place| place + usize::from(after));
    let passed = place < fight.next;
    fight.order.insert(place, who);
    if passed {
        fight.next += 1;
    }
    passed
}

/// The slot of one who carries out a readied action moves to directly before that of the one who set it off.
pub(crate) fn shift_before(fight: &mut Fight, who: Who, whom: Who) {
    if who != whom && fight.order.contains(&who) && fight.order.contains(&whom) {
        shift(fight, who, whom, false);
    }
}
