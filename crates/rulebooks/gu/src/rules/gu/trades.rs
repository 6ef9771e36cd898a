//! Other ways to pay: activations traded for an attack of a Gu, the bonus action of an attainment.

use quintain_engine::{Event, Refusal, Table, Who};

use super::talents;
use crate::book::Power;
use crate::combatant::GuState;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::rules::activating::{self, LIMIT, Target};
use crate::rules::killer_moves;
use crate::rules::melee::{self, Blow, With};
use crate::rules::standing::entry;
use crate::rules::turns;

/// The attack that a Gu gives in trade.
pub fn blow(fight: &Fight, who: Who, slot: u8, at: Who) -> Option<Blow> {
    let owned = activating::owned(fight, who, slot).filter(|owned| owned.state == GuState::Sustained)?;
    entry(fight, owned.gu).powers.contains(&Power::Trades).then_some(())?;
    let (_, arm) = fight.setting.gu_arms.iter().find(|(gu, _)| *gu == owned.gu)?;
    Some(Blow::plain(With::Arm(*arm), at))
}

/// Whether somebody may trade the activations that are left for the attack of this Gu now.
///
/// # Errors
/// The refusal.
pub fn may_trade(fight: &Fight, who: Who, slot: u8, at: Who) -> Result<(), Refusal> {
    let Some(blow) = blow(fight, who, slot, at) else {
        return Err(Refusal::new(&LIMIT, "it is no attack to trade for"));
    };
    let left = derived::activations_left(fight, who);
    if fight.turn.begun != Begun::Activations(1) || left == 0 || fight.turn.first != Some(slot) {
        return Err(Refusal::new(&LIMIT, "it has to be the first and only Gu activated this turn, with some to trade"));
    }
    melee::could_strike(fight, who, &blow)
}

/// Trades them.
pub(crate) fn trade<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let Some(blow) = blow(fight, who, slot, at) else { return Ok(()) };
    fight.turn.begun = Begun::Done;
    table.tell(|| {
        let name = super::name_of(fight, who, slot);
        let text = format!("{} trades its other activations for {name} at {}", fight.label(who), fight.label(at));
        Event::new(&LIMIT, text).by(who).to(at).act()
    });
    melee::strike(fight, table, who, blow)
}

/// Whether somebody may activate one Gu with the bonus action of its attainment now.
///
/// # Errors
/// The refusal.
pub fn may_attain(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    let path = activating::owned(fight, who, slot).map(|owned| entry(fight, owned.gu).path);
    if !path.is_some_and(|path| talents::may_attain(fight, who, path)) {
        return Err(Refusal::new(&turns::BONUS_ACTION, "it has no attainment in that path, or has used it"));
    }
    let is_move = activating::owned(fight, who, slot).is_some_and(|owned| killer_moves::is_move(fight, owned));
    if is_move {
        return Err(Refusal::new(&turns::COMBAT_ACTION, "a killer move is a Combat Action of its own"));
    }
    activating::could_activate(fight, who, slot, at)
}

/// Activates it.
pub(crate) fn attain<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    fight.turn.attained = true;
    table.tell(|| {
        let text = format!("{} uses the bonus action of its attainment", fight.label(who));
        Event::new(&turns::BONUS_ACTION, text).by(who)
    });
    activating::activate(fight, table, who, slot, at)
}
