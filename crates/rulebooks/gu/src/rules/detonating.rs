//! Detonating one's own Gu.

use quintain_engine::{Event, Refusal, Role, Table, Who};

use super::activating;
use super::killer_moves;
use super::standing;
use crate::ask::{self, Act, Ask};
use crate::combatant::GuState;
use crate::fight::Fight;

quintain_engine::section! {
    "Detonate Gu worms";
    WHEN = Choice "detonate.when": "As a reaction, or for free at any time of one's own turn, one may destroy any Gu one owns, as many as one likes, at any distance.", ruling "Also one that was handed over; on one's own turn even between a hit and its damage.";
    CONSCIOUS = Engine "detonate.conscious": "Only while conscious.";
    SUPPRESSED = Gm "detonate.suppressed": "A Gu that is suppressed cannot be detonated.", ruling "Nothing is suppressed unless the GM says so.";
    EFFECT = Engine "detonate.effect": "The Gu dies at once and nothing else happens.", ruling "What it was doing ends; the vital Gu takes its owner with it.";
}

/// Whether somebody may detonate this Gu.
///
/// # Errors
/// The refusal.
pub fn may_detonate(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    if fight.one(who).conditions.any(crate::condition::SENSELESS) {
        return Err(Refusal::new(&CONSCIOUS, "it is unconscious"));
    }
    match activating::owned(fight, who, slot) {
        Some(owned) if killer_moves::is_move(fight, owned) => Err(Refusal::new(&WHEN, "a killer move is no Gu")),
        Some(owned) if owned.state == GuState::Sealed => Err(Refusal::new(&SUPPRESSED, "it is suppressed")),
        Some(owned) if matches!(owned.state, GuState::Dead | GuState::Carved) => {
            Err(Refusal::new(&WHEN, "there is no such Gu any more"))
        }
        Some(owned) if owned.lent.is_some() => Err(Refusal::new(&WHEN, "it belongs to another")),
        Some(_) => Ok(()),
        None => Err(Refusal::new(&WHEN, "it owns no such Gu")),
    }
}

/// Detonates a Gu, which plays this role in the story.
pub(crate) fn detonate<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    role: Role,
) -> Result<(), T::Halt> {
    let Some(owned) = activating::owned(fight, who, slot) else { return Ok(()) };
    if ask::yes(fight, table, Ask::Suppressed { who, slot })? {
        table.tell(|| {
            let name = &standing::entry(fight, owned.gu).name;
            let text = format!("{name} of {} is suppressed and does not go off", fight.label(who));
            Event { role, ..Event::new(&SUPPRESSED, text).by(who) }
        });
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} detonates {}", fight.label(who), standing::entry(fight, owned.gu).name);
        Event { role, ..Event::new(&WHEN, text).by(who).and(&CONSCIOUS) }
    });
    if let GuState::InMove(by) = owned.state {
        standing::stop(fight, table, who, by)?;
    }
    standing::gu_dies(fight, table, who, slot, &EFFECT)
}

/// A reaction: the Gu named, and as many others as its owner wants.
pub(crate) fn as_reaction<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
) -> Result<(), T::Halt> {
    detonate(fight, table, who, slot, Role::Part)?;
    if others(fight, who).next().is_none() {
        return Ok(());
    }
    let answer = table.ask(fight, Ask::DetonateMore { who })?;
    for act in answer.picks() {
        if let Act::Slot(slot) = act
            && may_detonate(fight, who, *slot).is_ok()
        {
            detonate(fight, table, who, *slot, Role::Part)?;
        }
    }
    Ok(())
}

/// The Gu that somebody could destroy now, by their places.
pub fn others(fight: &Fight, who: Who) -> impl Iterator<Item = u8> + '_ {
    (0..fight.one(who).gu.len() as u8).filter(move |slot| may_detonate(fight, who, *slot).is_ok())
}
