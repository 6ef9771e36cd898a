//! Creatures that can be stood in: a creature inside is slowed, and eaten at.

use quintain_engine::{Event, Table, Who};

use crate::book::{Condition, Damage, Feature};
use crate::combatant::{Clock, Status};
use crate::fight::Fight;
use crate::rules::conditions;
use crate::rules::damage::{Harm, hurt};

quintain_engine::section! {
    "Engulfing";
    SHARE = Engine "engulf.space": "Some creatures share their Space: others may stand in them, and they may flow over others.";
    INSIDE = Engine "engulf.inside": "An enemy inside is Slowed 1 as long as it stays, and is hurt at the start of its turn.";
}

/// What a creature does to those inside it, if others can stand in it.
pub fn bite(fight: &Fight, who: Who) -> Option<(i16, Damage)> {
    fight.template(who).feature(|feature| match feature {
        Feature::Engulfs { amount, kind } => Some((i16::from(*amount), *kind)),
        _ => None,
    })
}

/// `engulf.space`: whether two may be in one Space.
pub fn shares(fight: &Fight, one: Who, other: Who) -> bool {
    fight.watch.engulfs && (bite(fight, one).is_some() || bite(fight, other).is_some())
}

/// The enemy inside which somebody is.
fn around(fight: &Fight, who: Who) -> Option<Who> {
    if !fight.watch.engulfs {
        return None;
    }
    let (own, height) = (fight.body(who)?, fight.one(who).height);
    let inside =
        |other: Who| fight.body(other).is_some_and(|around| around.overlaps(own) && fight.meets(who, height, other));
    fight.enemies(who).find(|other| bite(fight, *other).is_some() && inside(*other))
}

/// A creature inside is Slowed, one that has come out is no longer.
pub(crate) fn sort_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if !fight.watch.engulfs {
        return;
    }
    for who in fight.everyone() {
        if !fight.present(who) {
            continue;
        }
        let around = around(fight, who);
        let of_slime = |status: &Status| {
            status.condition == Condition::Slowed
                && status.clock == Clock::Never
                && status.from.is_none()
                && status.by.is_some_and(|by| bite(fight, by).is_some())
        };
        let known = fight.one(who).statuses.iter().position(of_slime);
        match (around, known) {
            (Some(by), None) => {
                let status = Status { by: Some(by), ..Status::lasting(Condition::Slowed) };
                conditions::give(fight, table, who, status, &INSIDE);
                table.tell(|| {
                    let text = format!("{} is inside {}", fight.label(who), fight.label(by));
                    Event::new(&SHARE, text).by(by).to(who)
                });
            }
            (None, Some(place)) => {
                conditions::remove(fight, who, place);
                table.tell(|| Event::new(&INSIDE, format!("{} is out of it", fight.label(who))).to(who));
            }
            _ => {}
        }
    }
}

/// The start of a turn inside an enemy.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(by) = around(fight, who) else { return Ok(()) };
    if let Some((amount, kind)) = bite(fight, by) {
        let harm = Harm { by: Some(by), ..Harm::new(amount, kind, &INSIDE) };
        hurt(fight, table, who, harm)?;
    }
    Ok(())
}
