//! Rounds: when they are counted, how long they are, and what ends with them.

use quintain_engine::{Event, Table, Throw, Who};

use crate::cast::Trait;
use crate::combatant::Combatant;
use crate::condition::{AtWork, Condition, Effect, LASTING};
use crate::declaration::Deed;
use crate::fight::Fight;
use crate::rules::{creatures, death, gear, gifts, hazards, incantations};

quintain_engine::section! {
    "Rounds";
    NO_STRICT_TIME = OffMap "round.no-strict-time": "Outside a fight no rounds are counted.";
    WHEN_USED = Gm "round.when-used": "Rounds run while the GM has an encounter open, opponents or not.",
        ruling "An encounter with one side only runs until the GM ends it.";
    LENGTH = Engine "round.length": "A round is ten seconds: six to the minute, 360 to the hour.";
    MADE_OF_TURNS = Engine "round.made-of-turns": "Everyone able to act has exactly one turn a round, and rounds have no limit.",
        ruling "Whoever is asleep is not able to, until roused. One that changes sides in the middle of a round acts with the new side, or in the last phase if that side has acted.";
    NO_CARRY_OVER = Engine "round.no-carry-over": "Movement or an action not used is lost with the turn.";
}

/// Rounds in an hour.
pub const HOUR: u32 = 360;

/// What the end of a round brings: first what burns, while wards still hold and before anybody has rested; then effects run out, clocks run down, heads grow.
///
/// # Errors
/// Halts with the table.
pub fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    fight.look_around();
    let rests = |one: &Combatant| matches!(one.plan.deed, Deed::Rest);
    if !fight.hazards.is_empty() {
        hazards::round_end(fight, table)?;
    }
    let rest = || !fight.cast.only_strikes() && fight.cast.iter().any(rests);
    let due = fight.cast.some(Trait::Stirred) || fight.cast.some(Trait::Cursed) || rest();
    if due {
        for who in fight.everyone() {
            if fight.one(who).is_calm() && !rests(fight.one(who)) {
                gifts::burn(fight, table, who)?;
            } else {
                run_on(fight, table, who)?;
            }
        }
    }
    death::replacements(fight, table)
}

/// What the end of a round brings to a combatant that something has happened to.
#[inline(never)]
fn run_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.one(who).effects.is_empty() {
        creatures::shake_off_song(fight, table, who)?;
        run_out(fight, table, who);
    }
    run_down(fight, table, who);
    if fight.one(who).cut > 0 || fight.one(who).stumps > 0 {
        creatures::regrow(fight, table, who);
    }
    gear::rested(fight, table, who);
    gifts::burn(fight, table, who)?;
    let one = fight.one(who);
    if one.pooled != 0 || one.seared || one.is(Condition::Prone) {
        let one = fight.one_mut(who);
        (one.pooled, one.seared) = (0, false);
        one.conditions.take(Condition::Prone);
    }
    Ok(())
}

/// `round.length`, R36: an effect of N turns lasts for the rest of its round and the N rounds after it.
fn run_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let round = fight.round;
    let ends = |at_work: &AtWork| at_work.last_round <= round;
    while let Some(place) = fight.one(who).effects.iter().position(ends) {
        let at_work = fight.one_mut(who).effects.remove(place);
        table.tell(|| Event::new(&LENGTH, end_told(fight.label(who), at_work.effect)).by(who).upkeep());
        incantations::end(fight, who, at_work);
    }
}

/// That an effect has run out, in words: what a god gives is had, the rest is what one is.
fn end_told(name: &str, effect: Effect) -> String {
    let had = effect == Effect::Daimon || effect.is_boon() && effect != Effect::Veiled;
    match effect {
        Effect::Consecrated(ability) => format!("{name}'s {} is no longer consecrated", ability.name()),
        _ if had => format!("{name} no longer has the {}", effect.name()),
        _ => format!("{name} is no longer {}", effect.name()),
    }
}

/// A combatant that was left untreated for an hour dies.
fn run_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let due = fight.one(who).dies_in_round;
    if due == 0 || fight.round < due || fight.one(who).is(Condition::Dead) {
        return;
    }
    fight.one_mut(who).dies_in_round = 0;
    table.tell(|| {
        Event::new(&super::critical::CLOCK, format!("{} dies untreated", fight.label(who)))
            .by(who)
            .and(&LENGTH)
            .upkeep()
    });
    death::die(fight, table, who, &super::critical::CLOCK, None);
}

/// How long an effect of `turns` turns, wrought now, lasts.
pub fn last_round(fight: &Fight, turns: u32) -> u32 {
    fight.round.saturating_add(turns).min(LASTING - 1)
}

/// So many turns, in words.
pub fn turns_told(turns: u32) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}

/// Rolls how many turns something lasts.
pub(crate) fn roll_turns<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    (count, sides): (u8, u8),
    rule: &'static quintain_engine::Rule,
) -> Result<u32, T::Halt> {
    let (mut total, mut faces) = (0, Vec::new());
    for _ in 0..count {
        let face = table.die(fight, Throw::die(sides.into(), rule, "turns that it lasts").by(by))?;
        total += u32::from(face);
        if table.hears() {
            faces.push(face);
        }
    }
    table.tell(|| Event::new(rule, format!("it lasts {}", turns_told(total))).by(by).dice(sides.into(), &faces));
    Ok(total)
}
