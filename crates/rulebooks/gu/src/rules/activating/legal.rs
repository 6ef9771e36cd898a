//! Which Gu may be activated when, and what that costs.

use quintain_engine::{Refusal, Who};

use super::aiming::{Target, may_target};
use super::{LIMIT, OWN_TURN, REPEAT};
use crate::combatant::{GuState, Owned};
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::rules::gu::forms;
use crate::rules::standing::entry;
use crate::rules::{detonating, killer_moves, turns};

/// Portions of essence that an owned Gu costs its owner.
pub fn costs(fight: &Fight, who: Who, owned: Owned) -> i16 {
    if killer_moves::is_move(fight, owned) {
        return killer_moves::costs(fight, who, owned.gu);
    }
    let user = fight.template(who).entry.rank;
    if user == 0 {
        return 0;
    }
    entry(fight, owned.gu).costs(owned.rank, user).min(i32::from(i16::MAX)) as i16
}

/// One of the Gu that somebody owns.
pub fn owned(fight: &Fight, who: Who, slot: u8) -> Option<Owned> {
    fight.one(who).gu.get(usize::from(slot)).copied()
}

/// Whether a Gu could be activated at all: alive, idle, and paid for.
///
/// # Errors
/// The refusal.
pub fn is_ready(fight: &Fight, who: Who, slot: u8) -> Result<Owned, Refusal> {
    let Some(owned) = owned(fight, who, slot) else { return Err(Refusal::new(&LIMIT, "it owns no such Gu")) };
    match owned.state {
        GuState::Idle => {}
        GuState::Sustained | GuState::InMove(_) => return Err(Refusal::new(&REPEAT, "it is being sustained")),
        GuState::Carved => return Err(Refusal::new(&REPEAT, "it is carved into the body")),
        GuState::Sealed => return Err(Refusal::new(&detonating::SUPPRESSED, "it is suppressed")),
        GuState::HandedOver => return Err(Refusal::new(&turns::BONUS_SCOPE, "it is in the hands of another")),
        GuState::Dead => return Err(Refusal::new(&LIMIT, "it is dead")),
    }
    if owned.stopped {
        return Err(Refusal::new(&REPEAT, "it was stopped this turn"));
    }
    forms::may_begin(fight, who, owned.gu)?;
    if costs(fight, who, owned) > fight.one(who).essence.now {
        return Err(Refusal::new(&LIMIT, "the essence does not suffice for it"));
    }
    Ok(owned)
}

/// Whether somebody may hold the activation of a Gu, or a killer move, ready for later: what it costs is paid then.
///
/// # Errors
/// The refusal.
pub fn may_hold_ready(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    let Some(owned) = owned(fight, who, slot) else { return Err(Refusal::new(&LIMIT, "it owns no such Gu")) };
    if !killer_moves::is_move(fight, owned) {
        is_ready(fight, who, slot)?;
    }
    match entry(fight, owned.gu).only_as_reaction.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new(&OWN_TURN, "it answers to others' doings only")),
    }
}

/// Whether somebody may activate this Gu at this target as part of its turn.
///
/// # Errors
/// The refusal.
pub fn may_activate(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    may_activate_any(fight, who)?;
    could_activate(fight, who, slot, at)
}

/// Whether somebody may activate any Gu at all as part of its turn.
///
/// # Errors
/// The refusal.
pub fn may_activate_any(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.template(who).entry.rank == 0 {
        return may_activate_wild(fight, who);
    }
    match fight.turn.begun {
        Begun::Nothing | Begun::Activations(_) if derived::activations_left(fight, who) > 0 => Ok(()),
        Begun::Nothing => Err(Refusal::new(&LIMIT, "it has no activations this turn")),
        Begun::Activations(_) => Err(Refusal::new(&LIMIT, "all activations of this turn are used")),
        _ => Err(Refusal::new(&turns::COMBAT_ACTION, "the Combat Action of this turn is used")),
    }
}

/// Whether a beast's wild Gu may do something now: once between its turns, besides the Combat Action. Mortals have no
/// aperture and use no Gu.
fn may_activate_wild(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.template(who).perseveres {
        return Err(Refusal::new(&LIMIT, "without an aperture nobody uses Gu"));
    }
    if fight.one(who).wild_used {
        return Err(Refusal::new(&LIMIT, "its wild Gu have done something since its turn began"));
    }
    Ok(())
}

/// Whether a Gu could be activated at this target on its owner's turn, whatever that takes.
///
/// # Errors
/// The refusal.
pub fn could_activate(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    let owned = is_ready(fight, who, slot)?;
    let entry = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&turns::COMBAT_ACTION, "a killer move is a Combat Action of its own"));
    }
    if !entry.only_as_reaction.is_empty() {
        return Err(Refusal::new(&OWN_TURN, "it answers to others' doings only"));
    }
    may_target(fight, who, owned, at)
}
