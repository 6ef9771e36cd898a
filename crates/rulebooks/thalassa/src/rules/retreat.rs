//! Retreat: running away from the fight.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::condition::{Ability, Condition};
use crate::declaration::Move;
use crate::fight::Fight;
use crate::house::{RetreatNpc, RetreatVoids};
use crate::rules::saves::{Saved, highest_pass, save, save_score, save_told};
use crate::rules::{battle_map, creatures, scars};

quintain_engine::section! {
    "Retreat";
    DECLARE = Choice "retreat.declare": "Running away is the action with the move included: the whole turn.";
    ALWAYS_SAVE = Engine "retreat.always-save": "It always needs a TEK save of each who runs.";
    DESTINATION = Gm "retreat.destination": "It needs a safe place to run to.", ruling "On a map: an exit that can be reached; without a map there is one, unless the GM says `cornered`.";
    TIMING = Engine "retreat.timing": "The save is rolled with the phase's saves, before any damage die.";
    PASS = Engine "retreat.pass": "Who passes is out of the fight, alive, and attacks on them in that phase are void.", house "retreat.voids-attacks";
    FAIL = Engine "retreat.fail": "Who fails has spent the turn where they stand and may try again.";
    NOT_MOVING_AWAY = Engine "retreat.not-moving-away": "Stepping out of reach while staying in the fight is no retreat and provokes nothing.";
    EVERYONE = Engine "retreat.everyone": "Opponents need the save as well.", house "retreat.npc-save";
}

/// `retreat.declare`, `retreat.destination`: whether running away may be declared.
///
/// # Errors
/// The refusal.
pub fn may_retreat(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.is(Condition::Hamstrung) {
        return Err(Refusal::new(&scars::HAMSTRUNG, "hamstrung: it can barely move"));
    }
    if one.is(Condition::Bound) {
        return Err(Refusal::new(&super::gear::BOUND, "bound: it cannot move"));
    }
    if matches!(one.plan.before, Move::To(_) | Move::Close(_)) {
        return Err(Refusal::new(&DECLARE, "the move is part of running away"));
    }
    if one.is(Condition::Cornered) || !battle_map::can_reach_exit(fight, who) {
        return Err(Refusal::new(&DESTINATION, "there is no safe place that can be reached"));
    }
    Ok(())
}

/// `retreat.always-save`, `retreat.pass`, `retreat.fail`.
pub(crate) fn run<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let opponent = fight.is_opponent(who);
    let free = opponent && fight.house().retreat_npc == RetreatNpc::No;
    let cause = table.tell(|| {
        let event = Event::new(&DECLARE, format!("{} runs for it", fight.label(who))).by(who).act();
        if opponent { event.and(&EVERYONE) } else { event }
    });
    let passed = free || flight_save(fight, table, who)?.passed;
    if passed && fight.house().retreat_voids == RetreatVoids::Yes {
        escape(fight, who);
    }
    fight.plan_mut(who).dared = Some(passed);
    table.tell(|| {
        let (rule, text) = if passed { (&PASS, "gets away") } else { (&FAIL, "does not get away") };
        let event = Event::new(rule, format!("{} {text}", fight.label(who))).by(who).and(&TIMING).and(&DECLARE);
        let event = event.because(cause);
        let event = if passed { event.and(&DESTINATION) } else { event };
        let event = if fight.ground().is_some() { event.and(&battle_map::RETREAT) } else { event };
        if opponent { event.and(&EVERYONE) } else { event }
    });
    Ok(())
}

fn flight_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<Saved, T::Halt> {
    const WHAT: &str = "TEK save to get away";
    if let Some(saved) = super::prayer::favoured_save(fight, table, who, Ability::Tek, &ALWAYS_SAVE, WHAT)? {
        return Ok(saved);
    }
    let tek = |one: Who| save_score(fight, one, Ability::Tek);
    match creatures::mount_that_runs(fight, who) {
        Some(mount) if tek(mount) > tek(who) => {
            let score = tek(mount);
            table.tell(|| {
                let text = format!("{} rides {}: TEK {score} counts", fight.label(who), fight.label(mount));
                Event::new(&creatures::RIDER, text).by(who).to(mount)
            });
            save_told(fight, table, who, (Ability::Tek, score, highest_pass(score)), (&ALWAYS_SAVE, None), WHAT)
        }
        _ => save(fight, table, who, Ability::Tek, &ALWAYS_SAVE, WHAT),
    }
}

/// Leaves the field, and its mount with it.
pub(crate) fn escape(fight: &mut Fight, who: Who) {
    for gone in creatures::mount_that_runs(fight, who).into_iter().chain([who]) {
        let one = fight.one_mut(gone);
        one.conditions.give(Condition::Escaped);
        one.at = None;
    }
}
