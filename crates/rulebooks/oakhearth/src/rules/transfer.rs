//! Things that pass from one creature to another or are thrown: each takes 1 AP of one of the two.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Span, Square};

use crate::ask::{Act, Ask};
use crate::combatant::Hand;
use crate::fight::{Fight, Thing};
use crate::refusing::refuse_if;
use crate::rules::objects::{self, LIST, TRANSFER, has_room, interact};
use crate::rules::sight;

/// Everything that somebody has about it: items, weapons, its shield.
pub fn belongings(fight: &Fight, who: Who) -> impl Iterator<Item = Thing> + '_ {
    let one = fight.one(who);
    let weapons = one.carried.iter().filter(|weapon| !fight.weapon(**weapon).natural());
    let shield = one.shield.map(|(shield, hp)| Thing::Shield(shield, hp));
    one.items.iter().map(|item| Thing::Item(*item)).chain(weapons.map(|weapon| Thing::Weapon(*weapon))).chain(shield)
}

/// # Errors
/// Why somebody does not have a thing.
fn has(fight: &Fight, who: Who, thing: Thing) -> Result<(), Refusal> {
    match belongings(fight, who).any(|known| known == thing) {
        true => Ok(()),
        false => Err(Refusal::new(&LIST, "nobody there carries it")),
    }
}

/// Whether a creature lets another take or hand it things: a friend that can act, or one that cannot help it.
fn lets(fight: &Fight, other: Who, who: Who) -> bool {
    other != who && (!fight.able(other) || fight.one(other).side == fight.one(who).side)
}

/// # Errors
/// Why a thing cannot pass from one to the other.
fn may_pass(fight: &Fight, from: Who, to: Who, thing: Thing, willing: bool) -> Result<(), Refusal> {
    has(fight, from, thing)?;
    if !willing || fight.distance(from, to) > 1 {
        return Err(Refusal::new(&TRANSFER, "both must be willing or helpless, and within 1 Space"));
    }
    sight::reachable(fight, from, to, &TRANSFER)?;
    refuse_if(!has_room(fight, to, thing), &TRANSFER, "there is no hand or place free for it")
}

/// # Errors
/// Why a thing cannot be handed over.
pub fn may_give(fight: &Fight, who: Who, thing: Thing, to: Who) -> Result<(), Refusal> {
    // What takes a hand to hold is handed only to those who can close it.
    let holds = fight.able(to) || matches!(thing, Thing::Item(_)) && fight.present(to);
    may_pass(fight, who, to, thing, holds && lets(fight, to, who))
}

/// # Errors
/// Why a thing cannot be taken from somebody.
pub fn may_take(fight: &Fight, who: Who, thing: Thing, from: Who) -> Result<(), Refusal> {
    may_pass(fight, from, who, thing, lets(fight, from, who))
}

/// A thing passes from one to the other: `who` of the two does it and pays, the other pays nothing.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pass<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    thing: Thing,
    (from, to): (Who, Who),
) -> Result<(), T::Halt> {
    let gives = who == from;
    let what = |fight: &Fight| match (crate::rules::options::thing_text(fight, thing), gives) {
        (name, true) => format!("hands {name} to {}", fight.label(to)),
        (name, false) => format!("takes {name} from {}", fight.label(from)),
    };
    // A Reaction may come between them.
    let done = interact(fight, table, who, what)?;
    let may = if gives { may_give(fight, who, thing, to) } else { may_take(fight, who, thing, from) };
    if !done || may.is_err() {
        return Ok(());
    }
    objects::lose(fight, from, thing);
    objects::receive(fight, to, thing);
    table.tell(|| {
        let what = crate::rules::options::thing_text(fight, thing);
        let free = fight.label(if gives { to } else { from });
        let text = format!("{} has {what} now, and {free} has paid nothing for it", fight.label(to));
        Event::new(&TRANSFER, text).by(from).to(to)
    });
    Ok(())
}

/// How far an item is thrown.
const LOB: i16 = 5;

/// The Spaces to which one can throw an item: seen, not solid, within 5.
pub fn lobs(fight: &Fight, who: Who) -> Vec<Square> {
    let Some(at) = fight.one(who).at else { return Vec::new() };
    let around = Span::from(at).grown(LOB as u16).clipped_to(fight.map.bounds());
    let all = around.into_iter().flat_map(Span::squares);
    let open = |square: &Square| !fight.map.blocks_movement(*square) && sight::sees_space(fight, who, *square);
    all.filter(open).collect()
}

/// # Errors
/// Why a thing cannot be thrown: whatever takes a hand to hold must be in it.
pub fn may_lob(fight: &Fight, who: Who, thing: Thing) -> Result<(), Refusal> {
    has(fight, who, thing)?;
    let one = fight.one(who);
    let ready = match thing {
        Thing::Item(_) => true,
        Thing::Weapon(weapon) => one.hands.contains(&Hand::Weapon(weapon)),
        Thing::Shield(..) => one.hands.contains(&Hand::Shield),
    };
    if ready { Ok(()) } else { Err(Refusal::new(&LIST, "it is in no hand")) }
}

/// Throws a thing; it lies where it comes down.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lob<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, thing: Thing) -> Result<(), T::Halt> {
    let Some(Act::Square(to)) = table.choose(fight, Ask::LobTo { who })? else { return Ok(()) };
    let name = |fight: &Fight| crate::rules::options::thing_text(fight, thing);
    if !interact(fight, table, who, |fight| format!("throws {}", name(fight)))? || may_lob(fight, who, thing).is_err() {
        return Ok(());
    }
    if let Some(hand) = fight.one(who).each_hand().find(|hand| objects::held(fight, who, *hand) == Some(thing)) {
        objects::clear(fight, who, hand.into());
    }
    objects::lose(fight, who, thing);
    fight.floor.push((thing, to));
    table.tell(|| Event::new(&LIST, format!("{} comes down at {to}", name(fight))).by(who));
    Ok(())
}
