//! Powers that a Gu lays on others: how they come, how they hold, and how one gets out of them.

use std::sync::Arc;

use quintain_engine::{Event, Refusal, Table, Throw, Who};

use super::blasts;
use crate::book::{EscapeBy, Kind, Poison, Power, Saves};
use crate::combatant::{GuState, Owned};
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::kinds::{DamageType, Score};
use crate::lasting::{Lasting, Until, What};
use crate::rules::activating::{self, EFFECT, LIMIT, Target};
use crate::rules::damage::{self, Harm};
use crate::rules::effects::{self, Source};
use crate::rules::percentile::{Opposed, Trial, opposed, test};
use crate::rules::standing::{any_power, each_power, entry};
use crate::rules::{dodge, reactions, reduction, status, turns, wording};

/// Whether the mind of somebody is guarded against a Gu of no higher rank than the guard's; what has no mind by nature is out
/// of reach for any.
pub(crate) fn keeps_off<T: Table<Fight>>(fight: &Fight, table: &mut T, at: Who, from: Source) -> bool {
    if !entry(fight, from.gu).mind {
        return false;
    }
    let mut guarded = false;
    each_power(fight, at, Kind::GuardsMind, |power, working, _| {
        let holds = working.rank >= from.rank || fight.setting.book.is_talent(working.gu);
        guarded |= matches!(power, Power::GuardsMind) && holds;
    });
    if guarded {
        table.tell(|| {
            let text = format!("the mind of {} is guarded against {}", fight.label(at), entry(fight, from.gu).name);
            Event::new(&reduction::IMMUNE, text).to(at)
        });
    }
    guarded
}

/// Whether a Gu still reaches its target: R-27, a target that dodges it has moved before it takes effect.
fn still_reaches<T: Table<Fight>>(fight: &Fight, table: &mut T, at: Who, from: Source) -> bool {
    let range = activating::range_of(fight, from.who, from.gu, from.rank);
    let reaches = fight.distance(from.who, at) <= range.into();
    if !reaches {
        table.tell(|| {
            let text = format!("{} is out of range of {} now", fight.label(at), entry(fight, from.gu).name);
            Event::new(&dodge::OTHER_TRIGGER, text).by(from.who).to(at)
        });
    }
    reaches
}

/// How long what is laid on somebody lasts.
fn until(fight: &Fight, from: Source, turns: Option<u16>) -> Until {
    let known = entry(fight, from.gu);
    match (turns, from.slot) {
        (Some(turns), _) => Until::OwnTurns(turns),
        (None, Some(slot)) if known.has(crate::book::Keyword::Sustained) => Until::Sustained(slot),
        _ => match known.lasts {
            Some(crate::book::Lasts::Turns(turns)) => Until::OwnTurns(turns),
            Some(crate::book::Lasts::UntilNextTurn) => Until::StartOf(from.who),
            _ => Until::Ended,
        },
    }
}

/// Lays the powers of a Gu on somebody. Those of the same Gu of two users, or of two that one user sustains, do not add up, but
/// each lasts for itself.
pub(crate) fn lay<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    at: Who,
    turns: Option<u16>,
) -> Result<(), T::Halt> {
    let what = What::Effect(from.gu);
    let lasting = Lasting { what, size: 0, rank: from.rank, by: from.who, until: until(fight, from, turns) };
    let sustained_beside = |until: Until| matches!(until, Until::Sustained(slot) if from.slot != Some(slot));
    let mut one = fight.one_mut(at);
    one.lasting.retain(|known| known.what != what || known.by != from.who || sustained_beside(known.until));
    drop(one);
    status::put(fight, table, at, lasting);
    table.tell(|| {
        let text = format!("{} is at work on {}", entry(fight, from.gu).name, fight.label(at));
        Event::new(&EFFECT, text).by(from.who).to(at)
    });
    inflict(fight, table, from, at)
}

/// The conditions that the powers of a Gu inflict.
pub(crate) fn inflict<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source, at: Who) -> Result<(), T::Halt> {
    let book = Arc::clone(&fight.setting.book);
    let powers = book.gus[usize::from(from.gu)].value.powers.iter();
    for condition in powers.flat_map(|power| if let Power::Inflicts(all) = power { all.as_slice() } else { &[] }) {
        match condition {
            Condition::Burning => status::burn(fight, table, at, from.rank, &EFFECT)?,
            Condition::Ablaze => status::set_ablaze(fight, table, at, from.rank, &EFFECT)?,
            condition => status::give(fight, table, at, *condition, &EFFECT)?,
        }
    }
    Ok(())
}

/// What a Gu inflicted ends with it, unless another Gu inflicts the same.
pub(crate) fn lift(fight: &mut Fight, at: Who, gu: u16) {
    for condition in Condition::ALL {
        let inflicts = |power: &Power| matches!(power, Power::Inflicts(all) if all.contains(&condition));
        let by_this = entry(fight, gu).powers.iter().any(inflicts);
        if by_this && !any_power(fight, at, Kind::Inflicts, inflicts) {
            fight.one_mut(at).conditions.take(condition);
        }
    }
}

/// Something at work on somebody has run its time.
pub(crate) fn ended(fight: &mut Fight, at: Who, lasting: Lasting) {
    match lasting.what {
        What::Effect(gu) => lift(fight, at, gu),
        What::Poison(..) => {
            let more = fight.one(at).lasting.iter().any(|known| matches!(known.what, What::Poison(..)));
            if !more {
                fight.one_mut(at).conditions.take(Condition::Poisoned);
            }
        }
        _ => {}
    }
}

/// Everything that hangs on a Gu which is no longer sustained ends.
pub(crate) fn source_gone(fight: &mut Fight, who: Who, slot: u8) {
    super::summons::vanish(fight, who, slot);
    fight.zones_mut().retain(|zone| zone.by != who || zone.slot != Some(slot));
    for other in fight.everyone() {
        let hangs = |known: &Lasting| known.by == who && known.until == Until::Sustained(slot);
        while let Some(place) = fight.one(other).lasting.iter().position(hangs) {
            let lasting = fight.one(other).lasting[place];
            fight.one_mut(other).lasting.remove(place);
            ended(fight, other, lasting);
        }
    }
}

/// `lay`: the powers come on so many chosen creatures within range.
pub(crate) fn lay_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    (most, unless, against): (i16, Option<Saves>, Option<Score>),
    at: Target,
) -> Result<(), T::Halt> {
    for nth in 0..most.max(1) {
        let at = if nth == 0 { at } else { blasts::next_target(fight, table, from, at)? };
        let Target::Who(at) = at else { return Ok(()) };
        if !fight.present(at) || !still_reaches(fight, table, at, from) || keeps_off(fight, table, at, from) {
            continue;
        }
        if effects::is_saved(fight, table, at, from, unless)? {
            continue;
        }
        if let Some(score) = against {
            let mine = Trial::of(from.who, score, &EFFECT).against(at);
            let theirs = Trial::of(at, score, &EFFECT).out_of_hold(from.who);
            if opposed(fight, table, mine, theirs)? != Opposed::Won {
                continue;
            }
        }
        lay(fight, table, from, at, None)?;
    }
    Ok(())
}

/// Whether somebody may try to get out of the hold of a Gu on its turn now.
///
/// # Errors
/// The refusal.
pub fn may_escape(fight: &Fight, who: Who, gu: u16) -> Result<(), Refusal> {
    let held = fight.one(who).lasting.iter().any(|known| known.what == What::Effect(gu));
    let Some(escape) = entry(fight, gu).escape.filter(|_| held) else {
        return Err(Refusal::new(&LIMIT, "nothing of the kind holds it"));
    };
    match escape.by {
        EscapeBy::CombatAction => turns::may_begin(fight, who),
        EscapeBy::BonusAction => turns::may_bonus(fight, who),
        EscapeBy::EndOfTurn => Err(Refusal::new(&LIMIT, "the test comes at the end of the turn")),
    }
}

/// Tries to get out of the hold of a Gu.
pub(crate) fn escape<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, gu: u16) -> Result<(), T::Halt> {
    let Some(escape) = entry(fight, gu).escape else { return Ok(()) };
    let Some(lasting) = fight.one(who).lasting.iter().copied().find(|known| known.what == What::Effect(gu)) else {
        return Ok(());
    };
    match escape.by {
        EscapeBy::CombatAction => fight.turn.begun = Begun::Done,
        EscapeBy::BonusAction => fight.turn.bonus = true,
        EscapeBy::EndOfTurn => {}
    }
    if !matches!(escape.by, EscapeBy::EndOfTurn) {
        table.tell(|| {
            let text = format!("{} tries to get out of {}", fight.label(who), entry(fight, gu).name);
            Event::new(&EFFECT, text).by(who).act()
        });
    }
    let place = entry(fight, gu).place(lasting.rank);
    let share = derived::share_of_strength(fight, lasting.by, escape.percent_strength);
    let modifier = escape.test.modifier.at(place) + share.min(40) as i16;
    let trial = Trial::of(who, escape.test.test, &EFFECT).with(&EFFECT, "against the Gu", modifier);
    if !test(fight, table, trial)?.succeeded() {
        return Ok(());
    }
    fight.one_mut(who).lasting.retain(|known| *known != lasting);
    lift(fight, who, gu);
    table.tell(|| {
        let text = format!("{} gets out of {}", fight.label(who), entry(fight, gu).name);
        Event::new(&EFFECT, text).by(who)
    });
    Ok(())
}

/// Poisons somebody, with a Gu of this rank or without one. R-37: the same poison of the same source again only begins its
/// time anew; what creatures have by nature is the same where it does the same.
pub(crate) fn poison<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (by, gu): (Who, Option<(u16, u8)>),
    at: Who,
    poison: Poison,
) -> Result<(), T::Halt> {
    status::give(fight, table, at, Condition::Poisoned, &status::POISONED_FREE_FORM)?;
    if !fight.one(at).is(Condition::Poisoned) {
        return Ok(());
    }
    let rank = gu.map_or(0, |(_, rank)| rank);
    let what = What::Poison(poison, gu.map(|(gu, _)| gu));
    let again = fight.one(at).lasting.iter().copied().find(|known| known.what == what);
    let further = fight.one(at).lasting.iter().any(|known| matches!(known.what, What::Poison(..)));
    if again.is_none() && further && super::answers::undone(fight, table, at)? {
        return Ok(());
    }
    let mut one = fight.one_mut(at);
    one.lasting.retain(|known| known.what != what);
    drop(one);
    let (size, rank) = again.map_or((0, rank), |known| (known.size, rank.max(known.rank)));
    status::put(fight, table, at, Lasting { what, size, rank, by, until: Until::OwnTurns(poison.turns) });
    table.tell(|| {
        let text = format!("{} is poisoned for {}", fight.label(at), wording::counted(poison.turns, "turn"));
        let event = Event::new(&status::POISONED_FREE_FORM, text).by(by).to(at);
        if again.is_some() { event.and(&status::POISONED_UNIQUE) } else { event }
    });
    super::answers::poisoned(fight, table, by, at)
}

/// What poisons do at the start of a turn.
pub(crate) fn poisons_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let all = fight.one(who).lasting;
    for lasting in all.iter() {
        let What::Poison(poison, _) = lasting.what else { continue };
        if poison.damage == 0 || !fight.present(who) {
            continue;
        }
        let cause = table.tell(|| {
            let text = format!("poison works in {}", fight.label(who));
            Event::new(&status::POISONED_FREE_FORM, text).to(who)
        });
        let harm = Harm::new(&status::POISONED_FREE_FORM, cause).of(DamageType::Poison, poison.damage.into()).direct();
        let harm = if lasting.rank > 0 { harm.ranked(lasting.rank) } else { harm };
        damage::harm(fight, table, who, harm)?;
    }
    Ok(())
}

/// What poisons do at the end of a turn.
pub(crate) fn poisons_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    for place in 0..fight.one(who).lasting.len() {
        let lasting = fight.one(who).lasting[place];
        let What::Poison(poison, _) = lasting.what else { continue };
        if poison.slows > 0 {
            fight.one_mut(who).lasting[place].size = lasting.size + poison.slows;
            table.tell(|| {
                let text = format!("poison slows {} by {} m", fight.label(who), poison.slows);
                Event::new(&status::POISONED_FREE_FORM, text).to(who)
            });
        }
    }
}

/// A die of 100 tells about somebody.
pub(crate) fn assess<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    modifier: i16,
    at: Target,
) -> Result<(), T::Halt> {
    let Target::Who(at) = at else { return Ok(()) };
    if !still_reaches(fight, table, at, from) {
        return Ok(());
    }
    let die = Throw::die(100, &EFFECT, "assessment").by(from.who).at(at);
    let total = table.die(fight, die)? as i16 + modifier;
    table.tell(|| {
        let one = fight.one(at);
        let mut words = vec![format!("{} looks like {}", fight.label(at), fight.template(at).entry.name)];
        if total <= 80 {
            words.push(format!("{} of {} hit points", one.hp.now, one.hp.max));
        }
        if total <= 60 {
            words.push(format!("{} of {} essence", one.essence.now, one.essence.max));
        }
        if total <= 40 {
            let lives =
                |owned: &&Owned| usize::from(owned.gu) < fight.setting.book.gu_count() && owned.state != GuState::Dead;
            let ranks: Vec<String> = one.gu.iter().filter(lives).map(|owned| owned.rank.to_string()).collect();
            words.push(match ranks.as_slice() {
                [] => "no Gu".to_owned(),
                [rank] => format!("1 Gu of rank {rank}"),
                _ => format!("{} Gu of ranks {}", ranks.len(), ranks.join(", ")),
            });
        }
        Event::new(&EFFECT, words.join("; ")).by(from.who).to(at).total(total.into())
    });
    if total <= 9 { lay(fight, table, from, at, None) } else { Ok(()) }
}

/// The Gu or weapon with which somebody attacks is taken away. A Gu that is sealed is sustained no more.
pub(crate) fn seal<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    trigger: &reactions::Trigger,
) -> Result<(), T::Halt> {
    let by = trigger.by;
    let Some(gu) = trigger.behind(fight) else {
        let Some(arm) = trigger.arm else { return Ok(()) };
        fight.lose_weapon(by, arm);
        table.tell(|| Event::new(&EFFECT, format!("{} of {} is sealed", fight.arm(arm).name, fight.label(by))).to(by));
        return Ok(());
    };
    let attacks = |owned: &Owned| owned.gu == gu && owned.state != GuState::Dead;
    if let Some(slot) = fight.one(by).gu.iter().position(attacks) {
        super::standing::stop(fight, table, by, slot as u8)?;
        fight.one_mut(by).gu[slot].state = GuState::Sealed;
    }
    table.tell(|| Event::new(&EFFECT, format!("{} of {} is sealed", entry(fight, gu).name, fight.label(by))).to(by));
    Ok(())
}
