//! Items in quick-access slots.

use quintain_engine::{Event, Table, Who};

use super::SLOTS;
use crate::ask::{self, Act, Aimed, Ask};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::objection::Objection;
use crate::rules::{forms, picked, prone, special_actions, targets, uses};
use crate::spots::Spots;

/// Whether somebody may use the item in a slot on somebody.
///
/// # Errors
/// The refusal.
pub fn may_use_item(fight: &Fight, who: Who, slot: u8, at: Who) -> Result<(), Objection> {
    let Some((item, uses)) = fight.one(who).items.get(usize::from(slot)).copied() else {
        return Err(Objection::new(&SLOTS, "there is nothing in that slot"));
    };
    if uses == 0 {
        return Err(Objection::new(&SLOTS, "it is used up"));
    }
    if fight.one(who).before.is_some() {
        return Err(Objection::new(&forms::ABILITIES, "not in another form"));
    }
    let prone = fight.one(who).prone && fight.house().prone_item == crate::house::ProneItem::No;
    if prone {
        return Err(Objection::new(&prone::LIMITED, "it lies prone"));
    }
    let used = fight.setting.content.items[usize::from(item)].used;
    targets::needs_of_user(fight, who, used)?;
    match fight.ability(used).entry.aim {
        crate::book::Aim::One { .. } => targets::may_pick(fight, who, used, at),
        _ if at == who => Ok(()),
        _ => Err(Objection::new(&SLOTS, "it is for oneself")),
    }
}

/// `sa.use-item`.
///
/// # Errors
/// Halts with the table.
pub(crate) fn use_item<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let mut one = fight.one_mut(who);
    let Some((item, uses)) = one.items.get_mut(usize::from(slot)) else { return Ok(()) };
    *uses = uses.saturating_sub(1);
    let (item, left) = (*item, *uses);
    drop(one);
    if left == 0 {
        fight.one_mut(who).items.remove(usize::from(slot));
    }
    let used = fight.setting.content.items[usize::from(item)].used;
    table.tell(|| {
        let name = &fight.setting.content.items[usize::from(item)].name;
        let text = format!("{} uses {name} on {}", fight.label(who), fight.label(at));
        let event = Event::new(&SLOTS, text).by(who).to(at).with(name.clone()).act();
        event.and(&special_actions::USE_ITEM)
    });
    if matches!(fight.ability(used).entry.aim, crate::book::Aim::Ground { .. }) {
        return use_on_square(fight, table, who, used);
    }
    let aim = if at == who { Aimed::Oneself } else { Aimed::One(at) };
    uses::perform(fight, table, who, used, aim, &[], &[at])
}

/// An item that is used on a square: its user says on which.
fn use_on_square<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, used: AbilityId) -> Result<(), T::Halt> {
    if picked::offer(fight, Spots::Use { who, ability: used })
        && let Some(Act::Square(to)) = ask::act(fight, table, Ask::Place { who, ability: used })?
    {
        uses::perform(fight, table, who, used, Aimed::At(to), &[], &[])?;
    }
    Ok(())
}
