//! Ground that magic has changed: what it does to whoever enters it, starts or ends a turn there.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::book::{Condition, Damage, Ground};
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::damage::{Harm, hurt};
use crate::rules::{conditions, dice, spells};

/// Extra cost of a Space because of magic.
pub fn difficult(fight: &Fight, square: Square) -> bool {
    fight.zoned(square, &Ground::Difficult)
}

/// Whether fog hides two from each other: one of them stands in it, and they are not next to each other.
pub fn fogged(fight: &Fight, one: Who, other: Who) -> bool {
    let in_fog = |who: Who| fight.one(who).at.is_some_and(|at| fight.zoned(at, &Ground::Fog));
    (in_fog(one) || in_fog(other)) && fight.distance(one, other) > 1
}

/// Whether no sound leaves this creature's mouth.
pub fn silenced(fight: &Fight, who: Who) -> bool {
    fight.one(who).at.is_some_and(|at| fight.zoned(at, &Ground::Silence))
}

/// When changed ground is felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Entering,
    Starting,
    Ending,
}

/// Somebody has come onto a Space.
///
/// # Errors
/// Halts with the table.
pub fn entered<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, square: Square) -> Result<(), T::Halt> {
    felt(fight, table, who, square, When::Entering)
}

/// The start of somebody's turn.
///
/// # Errors
/// Halts with the table.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at else { return Ok(()) };
    felt(fight, table, who, at, When::Starting)
}

/// The end of somebody's turn.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at else { return Ok(()) };
    felt(fight, table, who, at, When::Ending)
}

fn felt<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    square: Square,
    when: When,
) -> Result<(), T::Halt> {
    if fight.zones.is_empty() || !fight.present(who) {
        return Ok(());
    }
    for place in 0..fight.zones.len() {
        let mut number = 0;
        while let Some(zone) = fight.zones.get(place) {
            let (by, dc) = (zone.by, zone.dc);
            let ground = zone.ground.get(number).copied().filter(|_| zone.squares.contains(&square));
            let Some(ground) = ground else { break };
            number += 1;
            match ground {
                Ground::Hurts { amount, kind, save } if when != When::Ending => {
                    let held = match save {
                        Some(save) => dice::save(fight, table, who, save, dc, &spells::ZONE, Some(by))?.success,
                        None => false,
                    };
                    if !held {
                        burn(fight, table, who, by, (amount.into(), kind))?;
                    }
                }
                Ground::Hampers { condition, save } if when != When::Starting => {
                    hamper(fight, table, who, by, (condition, save, dc))?;
                }
                _ => {}
            }
            if !fight.present(who) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn burn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    (amount, kind): (i16, Damage),
) -> Result<(), T::Halt> {
    let mut harm = Harm::new(amount, kind, &spells::ZONE);
    harm.by = Some(by);
    hurt(fight, table, who, harm)?;
    Ok(())
}

/// A condition of the ground: nothing for those who have it already.
pub fn hamper<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    (condition, save, dc): (Condition, crate::book::Save, i16),
) -> Result<(), T::Halt> {
    if fight.one(who).has(condition) || fight.template(who).immune(condition) {
        return Ok(());
    }
    if !dice::save(fight, table, who, save, dc, &spells::ZONE, Some(by))?.success {
        let status = Status { by: Some(by), ..Status::lasting(condition) };
        conditions::give(fight, table, who, status, &spells::ZONE);
    }
    Ok(())
}

/// Those who stand where changed ground appears feel it at once.
///
/// # Errors
/// Halts with the table.
pub fn appeared<T: Table<Fight>>(fight: &mut Fight, table: &mut T, squares: &[Square]) -> Result<(), T::Halt> {
    table.tell(|| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        Event::new(&spells::ZONE, format!("the ground changes at {}", names.join(" ")))
    });
    for who in super::areas::inside(fight, squares) {
        let Some(at) = fight.one(who).at else { continue };
        for place in 0..fight.zones.len() {
            let Some(zone) = fight.zones.get(place).filter(|zone| zone.squares.contains(&at)) else { continue };
            let (by, dc) = (zone.by, zone.dc);
            let hampers = zone.ground.iter().find_map(|ground| match ground {
                Ground::Hampers { condition, save } => Some((*condition, *save, dc)),
                _ => None,
            });
            if let Some(what) = hampers {
                hamper(fight, table, who, by, what)?;
            }
        }
    }
    Ok(())
}
