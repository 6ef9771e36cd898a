//! Dying, with tokens of both kinds.

use quintain_engine::{Event, EventId, Rule, Table, Who};

use super::percentile::{Trial, test};
use super::{gu, status, unconscious};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::{Happening, Score};
use crate::underway::Test;

quintain_engine::section! {
    "Dying";
    UNCONSCIOUS = Engine "dying.unconscious": "Whoever is Dying is unconscious.", ruling "Regaining hit points ends it.", house "dying.healing-wakes";
    ROLL = Engine "dying.roll": "At the end of each own turn a Perseverance test gives a Perseverance token or, failed, a Predicament token.", ruling "Whoever falls on its own turn rolls at the end of that turn.";
    DOUBLE = Engine "dying.double": "A critical gives 2 Perseverance tokens, a fumble 2 Predicament tokens.";
    RECOVER = Engine "dying.recover": "With 3 Perseverance tokens Dying becomes Final Stand and those tokens are gone; Predicament tokens stay.";
    DEATH = Engine "dying.death": "With 5 Predicament tokens, ever, the creature dies.", house "dying.damage-token";
}

/// A Perseverance test, with the Gu that answer to it.
pub(crate) fn perseverance<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static Rule,
) -> Result<Test, T::Halt> {
    let collapses = std::ptr::eq(rule, &raw const super::damage::ZERO_TEST);
    let tests = if collapses { Happening::Collapsing } else { Happening::Persevering };
    let modifier = gu::answers::persevering(fight, table, who, tests)?;
    test(fight, table, Trial::of(who, Score::Perseverance, rule).with(rule, "Gu", modifier))
}

/// Somebody begins to die.
pub(crate) fn begin<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    fight.one_mut(whom).conditions.give(Condition::Dying);
    table.tell(|| Event::new(rule, format!("{} is dying", fight.label(whom))).to(whom).and(&UNCONSCIOUS));
    unconscious::falls(fight, table, whom)
}

/// Struck while Dying: nothing but instant death, or tokens where the house says so.
pub(crate) fn struck<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    cause: EventId,
) -> Result<(), T::Halt> {
    let tokens = fight.house().damage_token;
    if tokens == 0 {
        return Ok(());
    }
    predicament(fight, table, whom, tokens, cause)
}

/// The test at the end of a turn.
pub(crate) fn roll<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let result = perseverance(fight, table, who, &ROLL)?;
    let tokens = if result.critical || result.fumble { 2 } else { 1 };
    if !result.succeeded() {
        return predicament(fight, table, who, tokens, result.event);
    }
    let before = fight.one(who).perseverance_tokens;
    let after = before + tokens;
    fight.one_mut(who).perseverance_tokens = after;
    table.tell(|| {
        let text = format!("{} gains {tokens} Perseverance", fight.label(who));
        let event = Event::new(&ROLL, text).by(who).because(result.event);
        let event = if result.critical { event.and(&DOUBLE) } else { event };
        event.change(who, "perseverance-tokens", before.into(), after.into())
    });
    if after >= 3 {
        let mut one = fight.one_mut(who);
        one.perseverance_tokens = 0;
        one.conditions.take(Condition::Dying);
        one.conditions.take(Condition::Unconscious);
        drop(one);
        table.tell(|| Event::new(&RECOVER, format!("{} is back for a Final Stand", fight.label(who))).by(who));
        status::give(fight, table, who, Condition::FinalStand, &RECOVER)?;
    }
    Ok(())
}

fn predicament<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    tokens: u8,
    cause: EventId,
) -> Result<(), T::Halt> {
    let before = fight.one(who).predicament_tokens;
    let after = before.saturating_add(tokens);
    fight.one_mut(who).predicament_tokens = after;
    table.tell(|| {
        let text = format!("{} gains {tokens} Predicament", fight.label(who));
        let event = Event::new(&ROLL, text).by(who).because(cause);
        let event = if tokens > 1 { event.and(&DOUBLE) } else { event };
        event.change(who, "predicament-tokens", before.into(), after.into())
    });
    if after >= 5 { super::death::die(fight, table, who, &DEATH, Some(cause)) } else { Ok(()) }
}

/// Hit points came back.
pub(crate) fn healed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    let one = fight.one(whom);
    let wakes = !one.is(Condition::Dying) || fight.house().healing_wakes;
    if !wakes || !(one.is(Condition::Dying) || one.is(Condition::Unconscious)) {
        return;
    }
    let mut one = fight.one_mut(whom);
    one.conditions.take(Condition::Dying);
    one.conditions.take(Condition::Unconscious);
    one.perseverance_tokens = 0;
    drop(one);
    table.tell(|| Event::new(&UNCONSCIOUS, format!("{} comes to", fight.label(whom))).to(whom));
}
