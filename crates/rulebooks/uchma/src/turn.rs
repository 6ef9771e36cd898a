//! The course of a fight, from one resting point to the next: this file is the chapter from top to bottom.

use quintain_engine::{Event, Progress, Table, Who};

use crate::ask::{self, Act, Ask, Deed};
use crate::book::{Event as Happening, Status};
use crate::fight::{Fight, Stage, Turn};
use crate::lasting::Clock;
use crate::rules::deeds::carry_out;
use crate::rules::features::{self, affected};
use crate::rules::{
    actions, durations, forms, ground, happenings, kept, movement, order, phases, reactions, statuses, summoning,
};

/// The most things done on one turn: more than any rule allows, so that no answer can keep a turn going for ever.
const MOST_DEEDS: usize = 200;

/// Runs the rules to the next resting point: the end of a turn or of a phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    // What a run has left behind that halted at a question.
    fight.scratch.fallen.clear();
    match fight.stage {
        Stage::Turns => {
            order::roll_newcomers(fight, table)?;
            match order::next(fight) {
                Some(who) => turn(fight, table, who)?,
                None => fight.stage = Stage::EndPhase,
            }
        }
        _ => between_turns(fight, table)?,
    }
    Ok(match fight.stage {
        Stage::Over(outcome) => Progress::Over(outcome),
        _ => Progress::Resting,
    })
}

/// What comes before the first turn and after the last of a round.
#[inline(never)]
fn between_turns<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    match fight.stage {
        Stage::Start => phases::begin(fight, table),
        Stage::RoundStart => phases::start(fight, table),
        Stage::EndPhase => phases::end(fight, table),
        Stage::Turns | Stage::Over(_) => Ok(()),
    }
}

/// One turn: what is due at its start, what its creature does, what is due at its end.
#[inline]
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.next.is_empty() {
        fight.next.retain(|early| *early != who);
    }
    fight.turn = Some(Turn::of(who));
    let mut one = fight.one_mut(who);
    one.acted = true;
    one.odd = false;
    drop(one);
    table.tell(|| {
        let speed = movement::current_speed(fight, who);
        let text = format!("the turn of {}, speed {speed}", fight.label(who));
        let event = Event::new(&order::NEXT, text).by(who).heading();
        let event = event.and(&order::BY_SPEED).and(&order::TIE_FOES).and(&order::ONE_TURN).and(&phases::ACTION);
        let event = if order::before_an_equal(fight, who) { event.and(&order::TIE_ALLIES) } else { event };
        let event = if fight.one(who).pc { event } else { event.and(&phases::NPC_TOO) };
        let minion = fight.one(who).called.is_some();
        let event =
            if minion { event.and(&summoning::CONTROL).and(&summoning::ORDER).and(&summoning::BOND) } else { event };
        let flyer = fight.template(who).flies.is_some() && fight.one(who).altitude == 0;
        let event = if flyer { event.and(&order::FLYER).and(&movement::FLY_HALF) } else { event };
        let weighs = [Status::Fatigued, Status::Immobilized, Status::Slowed, Status::Stunned, Status::Quickened];
        let weighs = weighs.into_iter().filter(|status| affected(fight, who, *status));
        weighs.fold(event, |event, status| event.and(statuses::rule_of(status)))
    });
    start(fight, table, who)?;
    if fight.able(who) && !fight.is_cut_short(who) {
        act(fight, table, who)?;
    }
    end(fight, table, who)?;
    summoning::keep_the_fast(fight);
    fight.turn = None;
    reactions::event(fight, table, who)
}

/// T1: round effects that it owns, hit effects on it, ground, what is kept up.
#[inline]
fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).prepared.is_some() {
        actions::lapse_own(fight, table, who);
    }
    match fight.is_plain() && features::is_bare(fight, who) {
        // Nothing can be due.
        true => Ok(()),
        false => begun(fight, table, who),
    }
}

/// What is due at the start of a turn.
#[inline(never)]
fn begun<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.is_plain() {
        durations::turn_start(fight, table, who)?;
        ground::tick(fight, table, |_, zone| zone.owner == who);
        forms::turn_start(fight, table, who)?;
        summoning::turn_start(fight, table, who)?;
        kept::turn_start(fight, table, who)?;
    }
    if fight.present(who) {
        ground::turn_start(fight, table, who)?;
        happenings::happens(fight, table, who, Happening::TurnStart)?;
    }
    kept::lend(fight, table, who)?;
    if fight.able(who) {
        kept::upkeep(fight, table, who)?;
    }
    Ok(())
}

/// T3 and T4: one thing after the other, until nothing more is wanted or possible.
fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    for _ in 0..MOST_DEEDS {
        let deed = match ask::act(fight, table, Ask::Turn { who })? {
            Some(Act::Deed(deed)) => deed,
            _ => Deed::Done,
        };
        if !fight.able(who) || fight.is_cut_short(who) {
            // `death.unconscious-inactive`: an edict has taken it out while it was asked.
            return Ok(());
        }
        if matches!(deed, Deed::Done) || fight.turn.is_none() {
            table.tell(|| {
                let event = Event::new(&phases::OPTIONAL, format!("{} is done", fight.label(who))).by(who);
                event.and(&phases::EXECUTE).closing()
            });
            return Ok(());
        }
        match deed {
            // By far the commonest.
            Deed::Use { ability, aim } => actions::use_ability(fight, table, who, ability, aim)?,
            deed => carry_out(fight, table, who, deed)?,
        }
        kept::silence(fight, table)?;
        reactions::event(fight, table, who)?;
        if fight.turn.is_none() || fight.is_cut_short(who) || !fight.able(who) {
            return Ok(());
        }
    }
    table.tell(|| {
        let text = format!("{} has done {MOST_DEEDS} things: its turn ends", fight.label(who));
        Event::new(&phases::EXECUTE, text).by(who)
    });
    Ok(())
}

/// T5: what is due at the end of a turn.
#[inline]
fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.is_plain() || !features::is_bare(fight, who) {
        return ended(fight, table, who);
    }
    // Nothing can be due.
    let mut one = fight.one_mut(who);
    if one.is_there() {
        one.orders = None;
    }
    Ok(())
}

/// What is due at the end of a turn.
#[inline(never)]
fn ended<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.present(who) {
        if !features::is_bare(fight, who) {
            ground::turn_end(fight, table, who)?;
            happenings::happens(fight, table, who, Happening::TurnEnd)?;
        }
        happenings::turn_end(fight, table, who)?;
    }
    if fight.is_plain() {
        return Ok(());
    }
    if fight.present(who) && affected(fight, who, Status::Diseased) {
        statuses::spread_disease(fight, table, who)?;
    }
    durations::end_of(fight, table, Clock::ThisTurn)?;
    ground::end_of(fight, Clock::ThisTurn);
    Ok(())
}
