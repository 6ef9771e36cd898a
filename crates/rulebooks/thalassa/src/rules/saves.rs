//! Saves (from the Rules chapter): a d20 at or under a score.

use quintain_dice::Cuts;
use quintain_engine::{Event, EventId, Rule, Table, Throw, Who};

use crate::condition::{Ability, Effect};
use crate::fight::Fight;
use crate::rules::wording::cite;
use crate::rules::{actions, incantations};

quintain_engine::section! {
    "Saves";
    SAVE = Engine "save.roll-under": "A save is a d20 at or under the current score; there are no opposed rolls.";
    NATURAL = Engine "save.natural": "A 1 always passes and a 20 always fails, whatever the score.",
        ruling "At score 0 only a 1 passes.";
}

/// How a save went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// At or under the score.
    pub passed: bool,
    /// The event that tells it.
    pub event: EventId,
}

/// The score that counts for saves: the current one, with what raises it for saves only.
pub fn save_score(fight: &Fight, who: Who, ability: Ability) -> i16 {
    let one = fight.one(who);
    let now = one.score(ability).now + paid_just_now(fight, who, ability);
    if one.effects.is_empty() {
        return now;
    }
    let daimon = ability == Ability::Thu && one.under(Effect::Daimon);
    now + if daimon { 3 } else { 0 } + if one.under(Effect::Consecrated(ability)) { 3 } else { 0 }
}

/// `simul.snapshot`: what magic costs in an instant does not weaken the saves of the same instant.
fn paid_just_now(fight: &Fight, who: Who, ability: Ability) -> i16 {
    let own = fight.scratch.paid.iter().filter(|(by, _)| *by == who && ability == Ability::Thu);
    own.map(|(_, price)| *price).sum()
}

/// The highest face that passes.
pub fn highest_pass(score: i16) -> u16 {
    score.clamp(1, 19) as u16
}

/// Rolls a save for `rule`, named `what`.
///
/// # Errors
/// Halts with the table.
#[inline]
pub fn save<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: Ability,
    rule: &'static Rule,
    what: &'static str,
) -> Result<Saved, T::Halt> {
    let score = save_score(fight, who, ability);
    save_told(fight, table, who, (ability, score, highest_pass(score)), (rule, None), what)
}

/// The same, called for by an earlier event.
#[inline]
pub(crate) fn save_because<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: Ability,
    (rule, cause): (&'static Rule, EventId),
    what: &'static str,
) -> Result<Saved, T::Halt> {
    let score = save_score(fight, who, ability);
    save_told(fight, table, who, (ability, score, highest_pass(score)), (rule, Some(cause)), what)
}

/// Rolls a save on a score that need not be one's own, which passes up to the face `limit`, and tells it under what
/// called for it.
#[inline]
pub(crate) fn save_told<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (ability, score, limit): (Ability, i16, u16),
    (rule, cause): (&'static Rule, Option<EventId>),
    what: &'static str,
) -> Result<Saved, T::Halt> {
    let cuts = Cuts::new(&[limit + 1]).unwrap_or_default();
    let face = table.degree(fight, Throw::die(20, rule, what).by(who), &cuts)?;
    let passed = face <= limit;
    let event = table.tell(|| {
        let how = if passed { "passes" } else { "fails" };
        let text = format!("{} {how} a {what}", fight.label(who));
        let event = Event::new(rule, text).by(who).and(&SAVE).dice(20, &[face]);
        let event = event.total(face.into()).against(ability.name(), score.into());
        let event = raised(fight, event, who, ability);
        let event = if let Some(cause) = cause { event.because(cause) } else { event };
        let by_nature = face == 20 || (face == 1 && score < 1);
        if by_nature { event.and(&NATURAL) } else { event }
    });
    Ok(Saved { passed, event })
}

/// Names what raises the score of a save.
fn raised(fight: &Fight, event: Event, who: Who, ability: Ability) -> Event {
    let one = fight.one(who);
    let rules = [
        (paid_just_now(fight, who, ability) != 0, &actions::SIMUL_SNAPSHOT),
        (ability == Ability::Thu && one.under(Effect::Daimon), &incantations::DAIMON),
        (one.under(Effect::Consecrated(ability)), &incantations::CONSECRATION),
    ];
    cite(event, rules)
}
