//! Forced movement in a straight line, and what stands in its way.

use quintain_engine::{Event, Rule, Table, Who};
use quintain_field::{Obstacle, Pushed, Shove, Square, Step, push as push_along};

use crate::book::Damage;
use crate::fight::{Came, Fight, Gait, Leaving, Stretch};
use crate::rules::damage::{self, Harm, hurt};
use crate::rules::{moving, riding, shove};
use crate::words::spaces;

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
    /// Thrown through the air: the ground that it passes does nothing to it.
    pub thrown: bool,
    /// The rule by which it is moved.
    pub rule: &'static Rule,
    /// What it was aimed at.
    pub aimed: Aimed,
    /// Spaces that it would have to travel beyond where its way ends: they count if it comes to nothing before.
    pub beyond: i16,
}

/// What a forced move was aimed at, and how that went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aimed {
    /// At nobody.
    Nobody,
    /// At somebody who was hit: however high it stands, the move ends at it.
    Hit(Who),
    /// At somebody who was missed: it is passed, and so is everybody behind it.
    Missed,
}

/// What stood in the way of a forced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// A creature.
    Body(Who),
    /// Something solid.
    Wall,
}

/// Moves somebody by force, with collisions. Says what it ran into.
///
/// # Errors
/// Halts with the table.
pub fn push<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    forced: Forced,
) -> Result<Option<Met>, T::Halt> {
    let Some(start) = sets_out(fight, whom, forced.step) else { return Ok(None) };
    if forced.spaces <= 0 {
        return Ok(None);
    }
    let pushed = along(fight, whom, start, forced);
    let short = pushed.short_by as i16 + forced.beyond;
    let end = landing(fight, whom, start, pushed.end, forced);
    if !driven(fight, table, whom, end, forced)? {
        return Ok(None);
    }
    let met = match pushed.obstacle {
        Some(Obstacle::Token(token)) if token != u16::MAX => Met::Body(Who(token)),
        Some(Obstacle::MapEdge) | None => return Ok(None),
        _ => Met::Wall,
    };
    if short > 0 {
        let shoved = forced.rule.id == shove::PUSH.id;
        collide(fight, table, whom, met, short, shoved.then_some(&shove::COLLISION))?;
    }
    Ok(Some(met))
}

/// Where a forced move is counted from: a rider is driven off its mount, which is not in its way.
fn sets_out(fight: &Fight, whom: Who, step: Step) -> Option<Square> {
    let start = fight.one(whom).at?;
    let Some(mount) = riding::mount(fight, whom).and_then(|mount| fight.body(mount)) else { return Some(start) };
    std::iter::successors(Some(start), |at| Some(at.step(step)).filter(|next| mount.contains(*next))).last()
}

/// How far somebody would be moved, and what would stop it.
fn along(fight: &Fight, whom: Who, start: Square, forced: Forced) -> Pushed {
    let high = fight.altitude(whom);
    let mut shove = Shove::new(forced.step, forced.spaces as u32);
    shove.body = fight.footprint(whom);
    shove.stops_at_drop = false;
    push_along(&fight.map, start, &shove, |square| {
        let mut there = fight.standing_at(square);
        let meets = |other: &Who| forced.aimed == Aimed::Hit(*other) || in_the_way(fight, whom, *other, high);
        let other = there.find(|other| *other != whom && !riding::together(fight, whom, *other) && meets(other));
        let other = other.filter(|_| forced.aimed != Aimed::Missed);
        other.map(|other| other.0).or(fight.walled(square).then_some(u16::MAX))
    })
}

/// The Space in which a forced move would end.
pub fn end_of(fight: &Fight, whom: Who, forced: Forced) -> Option<Square> {
    let start = sets_out(fight, whom, forced.step)?;
    Some(if forced.spaces > 0 { along(fight, whom, start, forced).end } else { start })
}

/// Moves a creature to where its way ends, Space by Space: others that have waited for it may act on the way. Says
/// whether it has come there.
fn driven<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    end: Square,
    forced: Forced,
) -> Result<bool, T::Halt> {
    let Some(from) = fight.one(whom).at else { return Ok(false) };
    let (high, aloft) = (fight.altitude(whom), fight.one(whom).height);
    let gait = if forced.thrown { Gait::Thrown(forced.by, forced.rule) } else { Gait::Pushed(forced.by, forced.rule) };
    moving::stretch::told(fight, table);
    let outer = fight.stretch.replace(Stretch { who: whom, from, gait });
    let mut at = from;
    while at != end {
        let came = moving::here(fight, whom, false);
        let next = at.step(forced.step);
        let height = if aloft > 0 { aloft } else { (high - fight.level(next)).max(0) };
        moving::leave(fight, table, whom, Leaving { to: next, height, forced: true })?;
        if !fight.present(whom) || fight.one(whom).at != Some(at) {
            break;
        }
        at = next;
        let mut one = fight.one_mut(whom);
        one.at = Some(at);
        one.height = height;
        one.turn.run = (0, 0, 0);
        drop(one);
        if at == end {
            break;
        }
        moving::passed(fight, table, whom, !forced.thrown && height == aloft)?;
        moving::arrived(fight, table, whom, came)?;
        if !fight.present(whom) || fight.one(whom).at != Some(at) {
            break;
        }
    }
    moving::stretch::told(fight, table);
    fight.stretch = outer;
    moving::stretch::from_here(fight, whom);
    if !fight.present(whom) || fight.one(whom).at != Some(at) {
        return Ok(false);
    }
    fight.one_mut(whom).height = aloft;
    if at != from {
        let last = Came { from: at.step(forced.step.turned(4)), height: aloft, own: false };
        moving::brought(fight, table, whom, last, high)?;
    }
    Ok(at == end && fight.present(whom))
}

/// Whether a creature stands so high that one that comes at this height runs into it, and neither falls onto it nor
/// passes below.
fn in_the_way(fight: &Fight, whom: Who, other: Who, high: i16) -> bool {
    if fight.one(whom).height > 0 {
        return fight.meets(whom, fight.one(whom).height, other);
    }
    let (feet, tall) = (fight.altitude(other), |who: Who| i16::from(fight.size(who).across()));
    high < feet + tall(other) && (fight.one(other).height <= 0 || feet < high + tall(whom))
}

/// Where a flight past others ends: in the last Space that is free.
fn landing(fight: &Fight, whom: Who, start: Square, end: Square, forced: Forced) -> Square {
    if forced.aimed != Aimed::Missed {
        return end;
    }
    let mut at = end;
    while at != start && !fight.room(whom, at) {
        at = at.step(forced.step.turned(4));
    }
    at
}

/// Somebody runs into a wall, or into somebody else: the harm of the Spaces not travelled.
///
/// # Errors
/// Halts with the table.
pub fn collide<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    met: Met,
    short: i16,
    also: Option<&'static Rule>,
) -> Result<(), T::Halt> {
    let (met, part) = match met {
        Met::Body(met) => (Some(met), damage::shared(fight, short, 2)),
        Met::Wall => (None, short),
    };
    table.tell(|| {
        let what = met.map_or("something solid".to_owned(), |met| fight.label(met).to_owned());
        let text = format!("{} collides with {what}, {} short", fight.label(whom), spaces(short));
        let event = Event::new(&WHEN, text).and(&STOP).and(&DAMAGE).and(&SOURCE).to(whom);
        let event = if let Some(rule) = also { event.and(rule) } else { event };
        if met.is_some() { event.and(&CREATURE).and(&damage::SHARED) } else { event }
    });
    for hit in std::iter::once(whom).chain(met) {
        let harm = Harm::new(part, Damage::Bludgeoning, &DAMAGE);
        hurt(fight, table, hit, harm)?;
    }
    Ok(())
}
