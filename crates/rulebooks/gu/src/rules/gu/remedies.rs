//! Remedies: closing wounds, curing, and leaves and saps that a bonus action applies.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::book::Effect;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::activating::{self, EFFECT, LIMIT};
use crate::rules::effects::Source;
use crate::rules::standing::entry;
use crate::rules::{cover, damage, status, turns};

/// Stacks of bleeding less.
pub(crate) fn staunch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who, stacks: u16) {
    let before = fight.one(at).bleeding;
    status::staunch(fight, at, stacks);
    let after = fight.one(at).bleeding;
    table.tell(|| {
        let text = format!("{} bleeds less: {before} → {after}", fight.label(at));
        Event::new(&EFFECT, text).by(by).to(at).change(at, "bleeding", before.into(), after.into())
    });
}

/// Conditions end; poisons of Gu of a higher rank stay.
pub(crate) fn cure<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source, at: Who, conditions: &[Condition]) {
    for condition in conditions.iter().copied() {
        if condition == Condition::Unconscious && fight.one(at).is(Condition::Dying) {
            continue;
        }
        if condition == Condition::Poisoned {
            let mut one = fight.one_mut(at);
            one.lasting.retain(|known| !matches!(known.what, What::Poison(..)) || known.rank > from.rank);
            if one.lasting.iter().any(|known| matches!(known.what, What::Poison(..))) {
                continue;
            }
        }
        if fight.one_mut(at).conditions.take(condition) {
            fight.one_mut(at).lasting.retain(|known| known.what != What::Condition(condition));
            table.tell(|| {
                let text = format!("{} is no longer {}", fight.label(at), condition.name());
                Event::new(&EFFECT, text).by(from.who).to(at)
            });
        }
    }
}

/// A remedy comes into the user's hands.
pub(crate) fn make<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source) {
    let Some(slot) = from.slot else { return };
    fight.change_gu(from.who, slot, |owned| owned.store = owned.store.saturating_add(1));
    table.tell(|| {
        let text = format!("{} has a remedy of {}", fight.label(from.who), entry(fight, from.gu).name);
        Event::new(&EFFECT, text).by(from.who)
    });
}

/// What a remedy of a Gu does: hit points, whether it ends bleeding, whether it is for others, too.
pub fn of(fight: &Fight, gu: u16) -> Option<(i16, bool, bool)> {
    entry(fight, gu).does.iter().find_map(|effect| match effect {
        Effect::Remedy { heals, staunches, to_others } => Some((*heals, *staunches, *to_others)),
        _ => None,
    })
}

/// Whether somebody may apply a remedy to somebody now.
///
/// # Errors
/// The refusal.
pub fn may_apply(fight: &Fight, who: Who, slot: u8, at: Who) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    let owned = activating::owned(fight, who, slot);
    let Some((owned, (_, _, to_others))) = owned.and_then(|owned| Some((owned, of(fight, owned.gu)?))) else {
        return Err(Refusal::new(&LIMIT, "there is no such remedy"));
    };
    if owned.store <= 0 {
        return Err(Refusal::new(&LIMIT, "none of it is left"));
    }
    if at != who && (!to_others || fight.distance(who, at) > 1 || !fight.present(at)) {
        return Err(Refusal::new(&cover::TOUCH_RANGE, "it has to be applied to somebody within 1 m"));
    }
    if cover::is_out_of_touch(fight, who, at) {
        return Err(Refusal::new(&cover::FULL, "something solid is between them"));
    }
    Ok(())
}

/// Applies a remedy.
pub(crate) fn apply<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    let applied = fight.change_gu(who, slot, |owned| {
        owned.store -= 1;
        owned.gu
    });
    let Some(gu) = applied else { return Ok(()) };
    fight.turn.bonus = true;
    let Some((heals, staunches, _)) = of(fight, gu) else { return Ok(()) };
    table.tell(|| {
        let text = format!("{} applies {} to {}", fight.label(who), entry(fight, gu).name, fight.label(at));
        Event::new(&turns::BONUS_SCOPE, text).by(who).to(at).and(&turns::BONUS_ACTION).act()
    });
    if staunches {
        staunch(fight, table, who, at, u16::MAX);
    }
    damage::heal(fight, table, at, heals, &EFFECT).map(|_| ())
}
