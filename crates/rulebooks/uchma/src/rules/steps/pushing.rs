//! Creatures that are moved against their will.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Height, Obstacle, Pushed, Shove, Square, Step, push as shove};

use super::{carry, forced};
use crate::book::{Feature, Status, Topic};
use crate::fight::Fight;
use crate::rules::effects::caused;
use crate::rules::features::{self, affected};
use crate::rules::{distance, falling, ground, movement, reactions, statuses};

/// Whether somebody can be moved against its will.
pub fn movable(fight: &Fight, whom: Who) -> bool {
    !affected(fight, whom, Status::Surefooted)
        && !features::any(fight, whom, Topic::Body, |feature| feature == Feature::Unmovable)
}

/// Pushes, pulls or drags somebody in a direction, as far as nothing is in the way. Says how many metres.
///
/// # Errors
/// Halts with the table.
pub(crate) fn push<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    direction: Step,
    metres: i16,
) -> Result<i16, T::Halt> {
    if !fight.present(whom) || metres <= 0 {
        return Ok(0);
    }
    if !movable(fight, whom) {
        table.tell(|| {
            caused(fight, Event::new(&statuses::SUREFOOTED, format!("{} cannot be moved", fight.label(whom))).to(whom))
        });
        return Ok(0);
    }
    let from = fight.one(whom).at;
    let pushed = pushed(fight, whom, direction, metres);
    let height = distance::height(fight, whom);
    let (aloft, rode) = (fight.one(whom).altitude > 0, fight.one(whom).rides.is_some());
    let (mut fallen, mut here) = (0, from);
    while here != pushed.end && fight.present(whom) {
        let next = here.step(direction);
        let before = reactions::before_step(fight, whom);
        fight.one_mut(whom).at = next;
        fight.one_mut(whom).rides = None;
        if aloft {
            let level = fight.setting.map.ground(next);
            fight.one_mut(whom).altitude = (height.tenths() - level.tenths()).max(0) / 10;
        }
        carry(fight, whom);
        forced(fight, table, whom, &before)?;
        if fight.present(whom) {
            ground::entered(fight, table, whom, here)?;
        }
        here = next;
    }
    if !aloft {
        fallen = pushed.drops.iter().map(|drop| drop.by.whole_metres()).sum();
    }
    tell_push(fight, table, whom, pushed.moved as i16, pushed.obstacle);
    if fight.present(whom) {
        falling::fall(fight, table, whom, fallen)?;
    }
    if rode && pushed.moved > 0 && fight.present(whom) {
        falling::unseated(fight, table, whom)?;
    }
    Ok(pushed.moved as i16)
}

/// How far somebody comes on the map as it lies, and what stops it.
fn pushed(fight: &Fight, whom: Who, direction: Step, metres: i16) -> Pushed {
    let how = Shove {
        body: fight.footprint(whom),
        rule: distance::rule(fight),
        highest_step: Height::from_metres(fight.one(whom).altitude.saturating_add(1)),
        // Aloft there is no edge to fall over.
        stops_at_drop: fight.one(whom).altitude == 0,
        ..Shove::new(direction, metres as u32)
    };
    let stands = |square: Square| {
        fight.everyone().find(|other| {
            *other != whom
                && fight.present(*other)
                && fight.body(*other).contains(square)
                && movement::on_one_level(fight, whom, *other)
                && fight.one(*other).rides != Some(whom)
                && fight.one(whom).rides != Some(*other)
        })
    };
    shove(&fight.setting.map, fight.one(whom).at, &how, |square| stands(square).map(|other| other.0))
}

fn tell_push<T: Table<Fight>>(fight: &Fight, table: &mut T, whom: Who, metres: i16, obstacle: Option<Obstacle>) {
    table.tell(|| {
        let stopped = match obstacle {
            Some(Obstacle::Token(other)) => format!(", stopped by {}", fight.label(Who(other))),
            Some(Obstacle::Drop) => ", over an edge".to_owned(),
            Some(_) => ", stopped by what stands there".to_owned(),
            None => String::new(),
        };
        let text = match metres {
            0 => format!("{} is not moved from {}{stopped}", fight.label(whom), fight.one(whom).at),
            _ => format!("{} is moved {metres} m to {}{stopped}", fight.label(whom), fight.one(whom).at),
        };
        caused(fight, Event::new(&movement::FORCED, text).to(whom).and(&crate::rules::actions::MOVE_TRIGGER))
    });
}
