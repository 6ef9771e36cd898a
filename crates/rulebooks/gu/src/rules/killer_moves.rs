//! Killer moves: several Gu at once, for the sum of their essence and at a price in soul.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who};

use super::activating::{self, Target};
use super::gu::forms;
use super::standing::entry;
use super::{damage, final_stand, turns};
use crate::combatant::{GuState, MOST_GU, Owned};
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight};

quintain_engine::section! {
    "Activate a killer move";
    REQUIREMENTS = Engine "killer.requirements": "All Gu of a killer move must be at hand and the essence for all of them.", ruling "Alive, not suppressed, not sustained; each costs by its own rank. Essence first, then the soul, then the effect.";
    OVERLOAD = Engine "killer.overload": "Each activation in it above the Activations attribute costs 1 soul.";
    EFFECT = Engine "killer.effect": "Then it takes effect.";
    SUSTAINED_TOLL = Engine "killer.sustained-toll": "While one sustains a killer move every activation of a Gu costs 1 soul.", ruling "Each of its Gu counts as one sustained, and its whole essence is paid each turn. Another killer move is as many activations as it has Gu, and each move that is sustained takes its toll.";
}

/// The killer move that stands behind an entry, by its place; `None` for an ordinary Gu.
pub fn behind(fight: &Fight, gu: u16) -> Option<usize> {
    let book = &fight.setting.book;
    usize::from(gu).checked_sub(book.gus.len() - book.moves.len())
}

/// Whether a place among those owned is a killer move.
pub fn is_move(fight: &Fight, owned: Owned) -> bool {
    behind(fight, owned.gu).is_some()
}

/// The Gu of a killer move, by their places in the book.
fn parts(fight: &Fight, gu: u16) -> &[u16] {
    behind(fight, gu).and_then(|place| fight.setting.book.parts.get(place)).map_or(&[], Vec::as_slice)
}

/// Portions of essence for all its Gu together.
pub fn costs(fight: &Fight, who: Who, gu: u16) -> i16 {
    let of = |part: &u16| {
        let owned = fight.one(who).gu.iter().find(|owned| owned.gu == *part);
        owned.map_or(0, |owned| activating::costs(fight, who, *owned))
    };
    parts(fight, gu).iter().map(of).fold(0, i16::saturating_add)
}

/// Soul that a killer move costs somebody in all: what overloads it, and the toll of those that it sustains.
pub fn soul_price(fight: &Fight, who: Who, gu: u16) -> i16 {
    overload(fight, who, gu) + toll_of(fight, who, parts(fight, gu).len())
}

/// A point of soul for each activation above somebody's Activations.
fn overload(fight: &Fight, who: Who, gu: u16) -> i16 {
    (parts(fight, gu).len() as i16 - i16::from(derived::activations(fight, who))).max(0)
}

/// Whether somebody may make this killer move now.
///
/// # Errors
/// The refusal.
pub fn may_perform(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    let owned = is_ready(fight, who, slot)?;
    activating::may_target(fight, who, owned, at)
}

/// Whether somebody may make this killer move now, whatever it would be aimed at.
///
/// # Errors
/// The refusal.
pub fn is_ready(fight: &Fight, who: Who, slot: u8) -> Result<Owned, Refusal> {
    if !(fight.one(who).is(Condition::FinalStand) && fight.house().final_stand_moves) {
        final_stand::may_do_more(fight, who)?;
    }
    turns::may_begin_any(fight, who)?;
    let Some(owned) = activating::owned(fight, who, slot) else {
        return Err(Refusal::new(&REQUIREMENTS, "it knows no such killer move"));
    };
    if owned.state != GuState::Idle {
        return Err(Refusal::new(&REQUIREMENTS, "it is being sustained"));
    }
    forms::may_begin(fight, who, owned.gu)?;
    let all = parts(fight, owned.gu);
    for part in all {
        let wanted = all.iter().filter(|other| *other == part).count();
        let free = |owned: &Owned| matches!(owned.state, GuState::Idle | GuState::Carved);
        let ready = |owned: &&Owned| owned.gu == *part && free(owned) && !owned.stopped;
        if fight.one(who).gu.iter().filter(ready).count() < wanted {
            return Err(Refusal::new(&REQUIREMENTS, "not all its Gu are there and idle"));
        }
    }
    if costs(fight, who, owned.gu) > fight.one(who).essence.now {
        return Err(Refusal::new(&REQUIREMENTS, "the essence does not suffice for all its Gu"));
    }
    Ok(owned)
}

/// Makes a killer move: essence, overload, effect.
pub(crate) fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, who, slot) else { return Ok(()) };
    fight.turn.begun = Begun::Done;
    let costs = costs(fight, who, owned.gu);
    let before = fight.one(who).essence.now;
    fight.one_mut(who).essence.lose(costs);
    let (count, over) = (parts(fight, owned.gu).len(), overload(fight, who, owned.gu));
    table.tell(|| {
        let name = &entry(fight, owned.gu).name;
        let text = format!("{} makes the killer move {name}: {count} activations for {costs} PE", fight.label(who));
        let event = Event::new(&REQUIREMENTS, text).by(who).with(name.clone()).act();
        event.change(who, "essence", before.into(), i64::from(before) - i64::from(costs))
    });
    damage::soul(fight, table, who, over, (&OVERLOAD, None))?;
    toll(fight, table, who, count)?;
    if !fight.present(who) {
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} of {} takes effect", entry(fight, owned.gu).name, fight.label(who));
        Event::new(&EFFECT, text).by(who)
    });
    if super::standing::is_sustained(entry(fight, owned.gu)) {
        occupy(fight, who, slot, owned.gu);
    }
    activating::work(fight, table, who, slot, at)
}

/// The Gu of a sustained killer move are busy as long as it lasts.
fn occupy(fight: &mut Fight, who: Who, slot: u8, gu: u16) {
    for part in 0..parts(fight, gu).len() {
        let part = parts(fight, gu)[part];
        let free = |owned: &Owned| owned.gu == part && owned.state == GuState::Idle;
        let place = fight.one(who).gu.iter().position(free);
        if let Some(place) = place {
            fight.one_mut(who).gu[place].state = GuState::InMove(slot);
        }
    }
}

/// Its Gu are free again; says which they were.
pub(crate) fn release(fight: &mut Fight, who: Who, slot: u8) -> ArrayVec<u8, MOST_GU> {
    let busy = |owned: &Owned| owned.state == GuState::InMove(slot);
    let parts: ArrayVec<u8, MOST_GU> =
        (0..).zip(&fight.one(who).gu).filter(|(_, owned)| busy(owned)).map(|(part, _)| part).collect();
    for part in &parts {
        fight.change_gu(who, *part, |owned| (owned.state, owned.stopped) = (GuState::Idle, true));
    }
    parts
}

/// Soul that so many activations cost somebody now: a point for each of them and each killer move that it sustains.
pub fn toll_of(fight: &Fight, who: Who, activations: usize) -> i16 {
    let sustained = |owned: &&Owned| owned.state == GuState::Sustained && is_move(fight, **owned);
    (fight.one(who).gu.iter().filter(sustained).count() * activations) as i16
}

/// The price of so many activations while killer moves are sustained.
pub(crate) fn toll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    activations: usize,
) -> Result<(), T::Halt> {
    let amount = toll_of(fight, who, activations);
    damage::soul(fight, table, who, amount, (&SUSTAINED_TOLL, None)).map(|_| ())
}
