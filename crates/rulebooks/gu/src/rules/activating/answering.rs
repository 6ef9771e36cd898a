//! Gu as reactions: which of them answer to what, and how.

use quintain_engine::{Event, Refusal, Table, Who};

use super::{LIMIT, Target, Wanted, activate, allowed, is_ready, may_target, owned, wanted};
use crate::ask::{self, Ask};
use crate::book::{GuEntry, Keyword, Power};
use crate::combatant::Owned;
use crate::fight::Fight;
use crate::rules::gu::{self, GuAsk, answers, laid};
use crate::rules::reactions::{self, Happening, Trigger};
use crate::rules::standing::{self, entry};
use crate::rules::{dodge, killer_moves};

/// Whether somebody may answer to this with a Gu.
///
/// # Errors
/// The refusal.
pub fn may_answer(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> Result<(), Refusal> {
    let no_answer = || Refusal::new(&reactions::SHIELD, "it does not answer to that");
    if !owned(fight, who, slot).is_some_and(|owned| standing::answers(fight, owned.gu, trigger.what)) {
        return Err(no_answer());
    }
    if answers::ripostes(fight, who, slot, trigger) {
        return Ok(());
    }
    let owned = is_ready(fight, who, slot)?;
    let known = entry(fight, owned.gu);
    if killer_moves::is_move(fight, owned) {
        return Err(Refusal::new(&reactions::SHIELD, "a killer move is no reaction"));
    }
    if fight.template(who).entry.rank == 0 && fight.one(who).wild_used {
        return Err(Refusal::new(&LIMIT, "its wild Gu have done something this turn"));
    }
    if known.dodges.is_some() {
        dodge::may_dodge(fight, who, trigger)?;
    }
    let guards = known.only_as_reaction.is_empty() && guards_against(known, who, trigger);
    let named = answers::names(fight, who, slot, trigger);
    let reaches = || match wanted(known) {
        Wanted::Foe => may_target(fight, who, owned, Target::Who(trigger.by)).is_ok(),
        Wanted::Room => gu::leads_anywhere(fight, who, slot),
        _ => true,
    };
    if (guards && wanted(known) == Wanted::Nothing) || (named && reaches()) { Ok(()) } else { Err(no_answer()) }
}

/// Whether a guard answers to this: a shield to what strikes its owner, a Defensive Gu to what strikes or does anything.
fn guards_against(known: &GuEntry, who: Who, trigger: &Trigger) -> bool {
    let defensive = known.has(Keyword::Defensive);
    if !defensive && !known.has(Keyword::Shield) {
        return false;
    }
    match trigger.what {
        Happening::Hit | Happening::Caught => defensive || (known.has(Keyword::Shield) && trigger.at == Some(who)),
        Happening::Effect => defensive && !trigger.area,
        // An enemy has come beside it: a guard may go up before the blow.
        Happening::Arrived => true,
        _ => false,
    }
}

/// What a Gu is aimed at that answers to something, where its user has no choice.
pub fn answered_at(fight: &Fight, who: Who, owned: Owned, trigger: &Trigger) -> Target {
    match wanted(entry(fight, owned.gu)) {
        Wanted::Foe => Target::Who(trigger.by),
        Wanted::Anyone => Target::Who(trigger.at.unwrap_or(who)),
        _ if trigger.what == Happening::Killed => trigger.at.map_or(Target::None, Target::Who),
        _ => Target::None,
    }
}

/// A Gu as a reaction.
pub(crate) fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    trigger: &Trigger,
) -> Result<(), T::Halt> {
    table.tell(|| {
        let name = owned(fight, who, slot).map_or("", |owned| entry(fight, owned.gu).name.as_str());
        Event::new(&reactions::SHIELD, format!("{} answers with {name}", fight.label(who))).by(who).answer()
    });
    if answers::ripostes(fight, who, slot, trigger) {
        return answers::riposte(fight, table, who, slot, trigger.by);
    }
    let Some(answering) = owned(fight, who, slot) else { return Ok(()) };
    if !allowed(fight, table, who, slot)? {
        return Ok(());
    }
    if fight.template(who).entry.rank == 0 {
        fight.one_mut(who).wild_used = true;
    }
    let at = match wanted(entry(fight, answering.gu)) {
        Wanted::Room => match ask::act(fight, table, Ask::Gu(GuAsk::Where { who, slot }))? {
            Some(ask::Act::Square(square)) => Target::Square(square),
            _ => Target::None,
        },
        _ => answered_at(fight, who, answering, trigger),
    };
    let (avoids, seals) = (entry(fight, answering.gu).avoids, entry(fight, answering.gu).seals);
    activate(fight, table, who, slot, at)?;
    fight.scratch.undone = avoids;
    if seals {
        laid::seal(fight, table, trigger)?;
    }
    let shocks = |power: &Power| matches!(power, Power::Thorns { .. });
    if avoids && entry(fight, answering.gu).powers.iter().any(shocks) {
        gu::thorns_of(fight, table, who, trigger.by, (answering.gu, answering.rank))?;
    }
    Ok(())
}
