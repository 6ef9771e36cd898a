//! Doors, locks and mechanisms of the map: who can open, shut and lock them, and what comes of it.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Door, Edge, Square};

use crate::ask::{Act, Ask};
use crate::book::Skill;
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::objects::{self, FREE, LIST, Opens};
use crate::rules::{dice, hide, sight};

pub use crate::deeds::{Portal, Turn};

/// The Difficulty of a lock or a mechanism of which the game master says nothing else.
pub const DIFFICULTY: i64 = 10;

/// All doors of the map, in its order.
pub fn all(fight: &Fight) -> impl Iterator<Item = (Portal, Door)> + '_ {
    let edges = fight.map.edges().filter_map(|(here, there, edge)| match edge {
        Edge::Door(door) => Some((Portal { here, there }, door)),
        _ => None,
    });
    let squares = fight.map.bounds().squares();
    let filling = squares.filter_map(|at| Some((Portal { here: at, there: at }, fight.map.door(at)?)));
    edges.chain(filling)
}

/// A door in words.
pub fn name(portal: Portal) -> String {
    match portal.here == portal.there {
        true => format!("the door at {}", portal.here),
        false => format!("the door {}-{}", portal.here, portal.there),
    }
}

/// How a door stands.
pub fn state(fight: &Fight, portal: Portal) -> Option<Door> {
    if portal.here == portal.there {
        return fight.map.door(portal.here);
    }
    if let Some(Edge::Door(door)) = fight.map.edge(portal.here, portal.there) { Some(door) } else { None }
}

/// Whether somebody stands at a door, with nothing solid between.
pub fn within_reach(fight: &Fight, who: Who, portal: Portal) -> bool {
    let sides = [portal.here, portal.there];
    fight.one(who).height <= 0 && sides.into_iter().any(|side| sight::touches(fight, who, side))
}

/// # Errors
/// Why somebody cannot do this with a door.
pub fn may_turn(fight: &Fight, who: Who, portal: Portal, turn: Turn) -> Result<(), Refusal> {
    let rule = if turn.is_a_lock() { &LIST } else { &FREE };
    let no = |why: &'static str| Err(Refusal::new(rule, why));
    let Some(state) = state(fight, portal) else { return no("there is no door") };
    refuse_if(!within_reach(fight, who, portal), rule, "the door must be within 1 Space")?;
    match (turn, state) {
        (Turn::Open, Door::Locked) => {
            return Err(Refusal::new(&LIST, "it is locked").cure(format!("unlock {} first", name(portal))));
        }
        (Turn::Lock, Door::Open) => return no("it stands open"),
        _ if state != turn.from() => return no("it stands so already"),
        _ => {}
    }
    if turn == Turn::Shut && portal.here == portal.there && fight.standing_on(portal.here).is_some() {
        return no("somebody stands in it");
    }
    if turn.is_a_lock() { Ok(()) } else { objects::may_handle(fight, who) }
}

/// Opens, shuts, locks or unlocks a door.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    portal: Portal,
    turn: Turn,
) -> Result<(), T::Halt> {
    let what = || format!("{} {}", turn.verb(), name(portal));
    let done = if turn.is_a_lock() {
        objects::interact(fight, table, who, |_| format!("tries to {}", what()))? && worked(fight, table, who)?
    } else {
        objects::handle(fight, table, who, |_| format!("is about to {}", what()), Opens::No)?
    };
    if !done || fight.one(who).at.is_none() || state(fight, portal).is_none() {
        return Ok(());
    }
    table.tell(|| {
        let how = match turn.state() {
            Door::Open => "stands open",
            Door::Closed => "is shut",
            Door::Locked => "is locked",
        };
        Event::new(if turn.is_a_lock() { &LIST } else { &FREE }, format!("{} {how}", name(portal))).by(who)
    });
    set(fight, portal, turn.state());
    hide::look(fight, table);
    Ok(())
}

/// The check at a lock or a mechanism: Sleight of Hand against what the game master says, 0 with the key.
///
/// # Errors
/// Halts with the table.
pub(crate) fn worked<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let dc = table.ask(fight, Ask::HowHard { who })?.number().unwrap_or(DIFFICULTY) as i16;
    if dc <= 0 {
        return Ok(true);
    }
    let pool = dice::skill_pool(fight, who, Skill::SleightOfHand);
    let made = dice::skill_check(fight, table, who, None, Skill::SleightOfHand, pool)?.total;
    let done = made >= dc;
    table.tell(|| {
        let how = if done { "gets it done" } else { "does not get it done" };
        let event = Event::new(&LIST, format!("{} {how}", fight.label(who))).by(who);
        event.total(made.into()).against("Difficulty", dc.into())
    });
    Ok(done)
}

/// Something on the map has been worked: the game master says what comes of it, where there is anything that could.
///
/// # Errors
/// Halts with the table.
pub(crate) fn what_comes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if all(fight).next().is_none() || !fight.able(who) {
        return Ok(());
    }
    if let Some(Act::Door(portal, turn)) = table.choose(fight, Ask::WhatComes { who })?
        && state(fight, portal).is_some_and(|state| state != turn.state())
    {
        table.tell(|| Event::new(&objects::NOT_LIMITED, format!("it {}s {}", turn.verb(), name(portal))).by(who));
        set(fight, portal, turn.state());
        hide::look(fight, table);
    }
    Ok(())
}

/// A door stands so from now on.
pub(crate) fn set(fight: &mut Fight, portal: Portal, door: Door) {
    let map = fight.map.change();
    match portal.here == portal.there {
        true => _ = map.set_square_door(portal.here, door),
        false => _ = map.set_edge_door(portal.here, portal.there, door),
    }
    fight.doors.retain(|(known, _)| *known != portal);
    fight.doors.push((portal, door));
    fight.setting.change().survey(&fight.map);
    fight.cast.touch();
}

/// The door at a place: `B3-C3`, `at B3`.
pub fn named(fight: &Fight, place: &str) -> Option<Portal> {
    let place = place.trim();
    let place = place.strip_prefix("at ").unwrap_or(place);
    let (one, other) = place.split_once('-').unwrap_or((place, place));
    let (one, other): (Square, Square) = (one.trim().parse().ok()?, other.trim().parse().ok()?);
    let same =
        |portal: Portal| (portal.here, portal.there) == (one, other) || (portal.here, portal.there) == (other, one);
    all(fight).map(|(portal, _)| portal).find(|portal| same(*portal))
}
