//! Forced movement in a straight line, and what stands in its way.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Obstacle, Shove, Step, push as push_along};

use crate::book::Damage;
use crate::fight::Fight;
use crate::rules::damage::{self, Harm, hurt};
use crate::rules::moving;

quintain_engine::section! {
    "Collisions";
    WHEN = Engine "collide.when": "A thrown or pushed creature that meets something solid or somebody before its way is done collides.",
        ruling "The edge of the map stops it without harm.";
    STOP = Engine "collide.stop": "It stops in the last free Space before the obstacle.";
    DAMAGE = Engine "collide.damage": "It takes 1 Bludgeoning damage for each Space that it could not travel.";
    CREATURE = Engine "collide.creature": "Where the obstacle is a creature, both take half of that.",
        ruling "Rounded up; the same for pushed creatures.", house "shared-rounding";
    SOURCE = Engine "collide.source": "A collision is no Attack: nothing is rolled, no degrees count, resistances do.";
}

/// How somebody is moved against its will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Which way.
    pub step: Step,
    /// How far.
    pub spaces: i16,
    /// Who does it.
    pub by: Option<Who>,
    /// Thrown through the air: ledges do not stop it before its way is done.
    pub thrown: bool,
    /// Somebody in the way who is passed, as a target that was missed.
    pub passes: Option<Who>,
}

/// Moves somebody by force, with collisions. Says whom it ran into.
///
/// # Errors
/// Halts with the table.
pub fn push<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    forced: Forced,
) -> Result<Option<Who>, T::Halt> {
    let Some(start) = fight.one(whom).at else { return Ok(None) };
    if forced.spaces <= 0 {
        return Ok(None);
    }
    let mut shove = Shove::new(forced.step, forced.spaces as u32);
    shove.body = fight.footprint(whom);
    shove.stops_at_drop = false;
    let pushed = push_along(&fight.map, start, &shove, |square| {
        let other = fight.standing_on(square).filter(|other| *other != whom && Some(*other) != forced.passes);
        other.map(|other| other.0).or(fight.walled(square).then_some(u16::MAX))
    });
    let short = pushed.short_by as i16;
    table.tell(|| {
        let how = if forced.thrown { "is thrown" } else { "is pushed" };
        let text = format!("{} {how} {} Spaces to {}", fight.label(whom), pushed.moved, pushed.end);
        let event = Event::new(&STOP, text).to(whom);
        forced.by.map_or(event.clone(), |by| event.by(by))
    });
    if pushed.end != start {
        moving::displaced(fight, table, whom, pushed.end, forced.thrown)?;
    }
    let met = match pushed.obstacle {
        Some(Obstacle::Token(token)) if token != u16::MAX => Some(Who(token)),
        Some(Obstacle::MapEdge) | None => return Ok(None),
        _ => None,
    };
    if short > 0 {
        collide(fight, table, whom, met, short)?;
    }
    Ok(met)
}

/// Somebody runs into a wall, or into somebody else: the harm of the Spaces not travelled.
///
/// # Errors
/// Halts with the table.
pub fn collide<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    met: Option<Who>,
    short: i16,
) -> Result<(), T::Halt> {
    let part = met.map_or(short, |_| damage::shared(fight, short, 2));
    table.tell(|| {
        let what = met.map_or("something solid".to_owned(), |met| fight.label(met).to_owned());
        let text = format!("{} collides with {what}, {short} Spaces short", fight.label(whom));
        let event = Event::new(&WHEN, text).and(&DAMAGE).and(&SOURCE).to(whom);
        if met.is_some() { event.and(&CREATURE).and(&damage::SHARED) } else { event }
    });
    for hit in std::iter::once(whom).chain(met) {
        let harm = Harm::new(part, Damage::Bludgeoning, &DAMAGE);
        hurt(fight, table, hit, harm)?;
    }
    Ok(())
}
