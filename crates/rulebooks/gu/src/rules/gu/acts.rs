//! What Gu and killer moves let their user do with a Combat Action as long as they are at work.

use quintain_engine::{Event, Refusal, Table, Who};

use super::GuAct;
use crate::combatant::{GuState, Owned};
use crate::fight::{Begun, Fight};
use crate::rules::activating::{self, Target};
use crate::rules::effects::{self, Source};
use crate::rules::standing::entry;
use crate::rules::turns;

/// A Gu at work that lets its owner do something.
fn wielded(fight: &Fight, who: Who, slot: u8) -> Option<Owned> {
    let owned = activating::owned(fight, who, slot)?;
    let works = matches!(owned.state, GuState::Sustained | GuState::Carved);
    (works && !entry(fight, owned.gu).acts.is_empty()).then_some(owned)
}

/// Whether somebody may do what a Gu lets it do now.
///
/// # Errors
/// The refusal.
pub fn may_wield(fight: &Fight, who: Who, slot: u8, at: Target) -> Result<(), Refusal> {
    turns::may_begin(fight, who)?;
    let Some(owned) = wielded(fight, who, slot) else {
        return Err(Refusal::new(&turns::ACTION_LIST, "no Gu at work lets it do that"));
    };
    let wanted = activating::wanted_of(&entry(fight, owned.gu).acts);
    activating::could_target(fight, who, owned, wanted, at)
}

/// Everything that a Gu lets its owner do now.
pub fn each(fight: &Fight, who: Who, slot: u8, mut found: impl FnMut(Target, GuAct)) {
    let Some(owned) = wielded(fight, who, slot) else { return };
    activating::targets_of(fight, who, owned, activating::wanted_of(&entry(fight, owned.gu).acts), |at| {
        let act = GuAct::Wield { slot, at };
        if may_wield(fight, who, slot, at).is_ok() {
            found(at, act);
        }
    });
}

/// Does it.
pub(crate) fn wield<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(owned) = wielded(fight, who, slot) else { return Ok(()) };
    fight.turn.begun = Begun::Done;
    table.tell(|| {
        let name = &entry(fight, owned.gu).name;
        let text = format!("{} uses {name}{}", fight.label(who), activating::target_text(fight, at));
        Event::new(&turns::ACTION_LIST, text).by(who).act()
    });
    let from = Source::owned(who, slot, owned);
    let book = std::sync::Arc::clone(&fight.setting.book);
    let Some(known) = book.gus.get(usize::from(owned.gu)).map(|known| &known.value) else { return Ok(()) };
    for (nth, effect) in known.acts.iter().enumerate() {
        if fight.present(who) {
            effects::carry_out(fight, table, from, (effect, known.does.len() + nth), at)?;
        }
    }
    Ok(())
}
