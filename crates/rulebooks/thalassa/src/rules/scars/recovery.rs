//! Scars that mend: the deferred part of a row, and the GM's word on it.

use super::table::{brought, pending, place_name, row_name, rule_of};
use super::{WHEN, higher_sta, note, raise_max, roll};
use crate::ask::{self, Ask};
use crate::combatant::Scar;
use crate::condition::{Ability, Condition};
use crate::fight::Fight;
use crate::rules::death;
use quintain_engine::{Event, EventId, Refusal, Rule, Table, Throw, Who};

/// `scar.when`: what the GM has declared to be over; its dice are thrown now.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn settle_due<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        while let Some(place) = fight.one(who).scars.iter().position(|scar| scar.due) {
            settle(fight, table, who, place)?;
        }
    }
    Ok(())
}

/// `scar.when`: at the end of a fight the GM is asked for each deferred part whether it is over by the time the story
/// goes on. By default it is not.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_the_fight<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let nobody = fight.cast.iter().all(|one| one.scars.is_empty());
    if nobody { Ok(()) } else { ask_after_scars(fight, table) }
}

#[inline(never)]
fn ask_after_scars<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    settle_due(fight, table)?;
    for who in fight.everyone() {
        for place in 0..fight.one(who).scars.len() {
            let scar = fight.one(who).scars[place];
            let waits = !scar.settled && !death::is_beyond_harm(fight, who);
            if waits && ask::yes(fight, table, Ask::Recovered { who, row: scar.row })? {
                settle(fight, table, who, place)?;
            }
        }
    }
    Ok(())
}

/// What a rest of hours, or a long one with a healer, does for scars that wait for it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn mend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, healer: bool) -> Result<(), T::Halt> {
    for place in 0..fight.one(who).scars.len() {
        let scar = fight.one(who).scars[place];
        if !scar.settled && (scar.row == 3 || healer) {
            settle(fight, table, who, place)?;
        }
    }
    Ok(())
}

/// A scar as an encounter writes it down and takes it in again: `4 arm pending`.
pub(crate) fn words_of(scar: Scar) -> String {
    let place = Some(place_name(scar)).filter(|place| !place.is_empty());
    let waits = (!scar.settled).then_some("pending");
    let row = scar.row.to_string();
    std::iter::once(row.as_str()).chain(place).chain(waits).collect::<Vec<_>>().join(" ")
}

/// The scar that [`words_of`] wrote down.
pub(crate) fn scar_of(words: &str) -> Option<Scar> {
    let (row, rest) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
    let row = row.parse().ok().filter(|row| (1..=12).contains(row))?;
    let (place, waits) = match rest.strip_suffix("pending") {
        Some(place) => (place.trim(), true),
        None => (rest.trim(), false),
    };
    if waits && pending(row).is_empty() {
        return None;
    }
    let scar = |place| Scar { row, place, settled: !waits, due: false };
    (0..=6).map(scar).find(|scar| place_name(*scar).eq_ignore_ascii_case(place))
}

/// Puts a scar from an earlier fight on the sheet; what it brought stands among the conditions.
pub(crate) fn bear(fight: &mut Fight, who: Who, scar: Scar) {
    if !scar.settled {
        for condition in brought(scar.row) {
            fight.one_mut(who).conditions.give(*condition);
        }
    }
    note(fight, who, scar);
}

/// The deferred part of a scar: what it brought is over, and its dice are thrown.
pub(super) fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<(), T::Halt> {
    let scar = &mut fight.one_mut(who).scars[place];
    let row = scar.row;
    (scar.settled, scar.due) = (true, false);
    lift(fight, who, row);
    let rule = rule_of(row);
    let cause = table
        .tell(|| Event::new(rule, format!("{} has recovered: {}", fight.label(who), row_name(row))).by(who).and(&WHEN));
    match row {
        3 => {
            let more = table.die(fight, Throw::die(6, rule, "more maximum STA").by(who))? as i16;
            let total = fight.one(who).sta.max + more;
            new_max_sta(fight, table, who, total, rule, cause);
        }
        4 | 5 => higher_sta(fight, table, who, 2, rule, cause)?,
        7 => {
            let total = roll(fight, table, who, 3, rule, "new maximum TEK")?.sum() as i16;
            raise_max(fight, table, who, Ability::Tek, total, rule, cause);
        }
        11 => {
            let total = roll(fight, table, who, 2, rule, "new maximum STA")?.sum() as i16;
            new_max_sta(fight, table, who, total, rule, cause);
        }
        _ => {}
    }
    Ok(())
}

/// Takes away what a row brought, unless another scar still brings it.
pub(super) fn lift(fight: &mut Fight, who: Who, row: u8) {
    for condition in brought(row) {
        let other = fight.one(who).scars.iter().any(|scar| !scar.settled && brought(scar.row).contains(condition));
        if !other {
            fight.one_mut(who).conditions.take(*condition);
        }
    }
    let one = fight.one_mut(who);
    if !one.is(Condition::Mortal) && !one.is(Condition::Critical) {
        one.dies_in_round = 0;
    }
}

/// Rows 3 and 11: the maximum becomes this, whatever it was; the current score never exceeds it.
pub(super) fn new_max_sta<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    total: i16,
    rule: &'static Rule,
    cause: EventId,
) {
    let sta = &mut fight.one_mut(who).sta;
    let before = sta.max;
    sta.max = total;
    sta.now = sta.now.min(total);
    table.tell(|| {
        let text = format!("{}'s maximum STA becomes {total} instead of {before}", fight.label(who));
        Event::new(rule, text).by(who).because(cause).total(total.into())
    });
}

/// The GM's word that somebody bears a scar, from before the fight or by some other cause: no die is thrown for it.
pub(crate) fn give_by_edict(fight: &mut Fight, who: Who, row: u8) {
    for condition in brought(row) {
        fight.one_mut(who).conditions.give(*condition);
    }
    note(fight, who, Scar::fresh(row, pending(row).is_empty()));
}

/// The GM's word that a scar has mended or healed: its dice follow at the top of the next round, or at the fight's end.
/// A scar that waits for nothing is gone.
///
/// # Errors
/// The refusal.
pub(crate) fn take_by_edict(fight: &mut Fight, who: Who, row: u8) -> Result<String, Refusal> {
    let scars = &fight.one(who).scars;
    let waiting = scars.iter().position(|scar| scar.row == row && !scar.settled && !scar.due);
    let any = scars.iter().position(|scar| scar.row == row && scar.settled);
    let (name, words) = (fight.label(who).to_owned(), row_name(row));
    if let Some(place) = waiting {
        fight.one_mut(who).scars[place].due = true;
        return Ok(format!("{name} has recovered ({words}); the dice follow at the top of the next round"));
    }
    let Some(place) = any else {
        return Err(Refusal::new(&WHEN, format!("{name} has no scar {row} that waits for anything")));
    };
    fight.one_mut(who).scars.remove(place);
    lift(fight, who, row);
    Ok(format!("{name} no longer bears the {words}"))
}
