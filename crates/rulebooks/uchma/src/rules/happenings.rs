//! What waits for something to happen: to somebody's rolls, turns and death.

use quintain_engine::{Table, Who};

use crate::book::{Event as Happens, Topic};
use crate::content::{WeaponId, ability_of};
use crate::fight::Fight;
use crate::rules::death::Slayer;
use crate::rules::effects::{self, Job};
use crate::rules::{features, kept, targets};

/// What waits for somebody's own rolls: humility, praise.
///
/// # Errors
/// Halts with the table.
pub(crate) fn after_own_roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    hit: bool,
) -> Result<(), T::Halt> {
    let wanted = if hit { Happens::RollSucceeds } else { Happens::RollFails };
    for (does, source) in features::awaiting(fight, by, |event| event == wanted) {
        let Some(does) = ability_of(does) else { continue };
        if hit {
            let round = fight.round;
            if std::mem::replace(&mut fight.one_mut(by).praised, round) == round {
                continue;
            }
        }
        effects::on_one(fight, table, &Job::new(fight, source.owner, does).with(source.with), by)?;
    }
    Ok(())
}

/// Whatever waits for an event of somebody's.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn happens<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whose: Who,
    event: Happens,
) -> Result<(), T::Halt> {
    match features::none(fight, whose, Topic::Events) {
        true => Ok(()),
        false => set_off(fight, table, whose, event, None),
    }
}

/// The same of what is done with a weapon, or with none.
fn set_off<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whose: Who,
    event: Happens,
    weapon: Option<WeaponId>,
) -> Result<(), T::Halt> {
    for (does, source) in features::awaiting(fight, whose, |known| known == event) {
        let Some(does) = ability_of(does).filter(|_| source.counts_with(weapon)) else { continue };
        if targets::needs_of_user(fight, whose, does).is_err() {
            continue;
        }
        features::spend(fight, whose, &source);
        let job = Job { spot: fight.one(whose).at, ..Job::new(fight, source.owner, does).with(source.with) };
        effects::on_one(fight, table, &job, whose)?;
    }
    Ok(())
}

/// W-death: what waits for the death of somebody, and for a kill.
///
/// # Errors
/// Halts with the table.
pub(crate) fn on_death<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    by: Option<Slayer>,
) -> Result<(), T::Halt> {
    happens(fight, table, whom, Happens::Dies)?;
    match by.filter(|by| by.who != whom && fight.present(by.who)) {
        Some(by) => set_off(fight, table, by.who, Happens::Kills, by.weapon),
        None => Ok(()),
    }
}

/// What is due at the end of somebody's turn: whether a hold goes on, and who is still heard.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.one_mut(who).orders = None;
    if fight.is_plain() {
        return Ok(());
    }
    kept::pinned_roll(fight, table, who)?;
    kept::silence(fight, table)
}
