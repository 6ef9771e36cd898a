//! The course of a fight, from one resting point to the next: this file is the chapter from top to bottom.

use quintain_engine::{Event, Progress, Table, Who};

use crate::ask::{self, Act, Ask};
use crate::combatant::Out;
use crate::deed::Deed;
use crate::fight::{Fight, Stage, Turn};
use crate::rules::powers::lasting;
use crate::rules::readied::{self, Happened};
use crate::rules::{
    abilities, actions, basics, characters, daze, defence, delaying, effects, fatigue, grid, health, initiative, magic,
    willpower,
};

/// The most things done in one turn: more than any rule allows, so that no answer can keep a turn going for ever.
const MOST_DEEDS: usize = 60;

/// Runs the rules to the next resting point: the end of a turn or of a round.
///
/// # Errors
/// Halts with the table.
pub(crate) fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    match fight.stage {
        Stage::Start => start(fight, table)?,
        Stage::Slot => slot(fight, table)?,
        Stage::Over(_) => {}
    }
    Ok(match fight.stage {
        Stage::Over(outcome) => Progress::Over(outcome),
        _ => Progress::Resting,
    })
}

/// Initiative, and everybody's first defence.
fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    table.tell(|| {
        let (width, depth) = (fight.ground.map.width(), fight.ground.map.depth());
        let text = format!("{} on a grid of {width} by {depth} locations", fight.cast.len());
        let event = Event::new(&grid::SIZE, text).and(&grid::FREE).and(&grid::MARKER).and(&characters::HAS);
        event.and(&characters::SET).and(&abilities::OPEN)
    });
    initiative::roll_all(fight, table)?;
    for place in 0..fight.order.len() {
        if let Some(who) = fight.order.get(place).copied() {
            defence::roll_ahead(fight, table, who)?;
        }
    }
    if fight.outcome.is_none() {
        fight.stage = Stage::Slot;
    }
    basics::start_round(fight, table);
    basics::check(fight, table)
}

/// The next slot of the order, or the end of the round.
fn slot<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while let Some(who) = fight.late.pop() {
        if fight.present(who) && !fight.order.contains(&who) {
            initiative::late(fight, table, who)?;
            defence::roll_ahead(fight, table, who)?;
        }
    }
    let Some(who) = fight.order.get(fight.next).copied() else {
        basics::end_round(fight, table)?;
        if fight.outcome.is_none() {
            basics::start_round(fight, table);
        }
        return Ok(());
    };
    fight.next += 1;
    readied::expires(fight, table, who);
    let one = fight.one(who);
    if one.unconscious || !fight.present(who) || matches!(one.out, Some(Out::Dead { .. })) {
        return Ok(());
    }
    match opening(fight, table, who)? {
        Opening::Delayed => {}
        Opening::Acts(first) => turn(fight, table, who, first)?,
    }
    basics::check(fight, table)
}

/// How a slot begins.
enum Opening {
    /// Its owner delays.
    Delayed,
    /// Its owner has its turn, and has said what it does first, if anything.
    Acts(Option<Deed>),
}

/// S1: the owner of the slot delays, or says what it does first. What is due at the start of a turn waits for that.
fn opening<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<Opening, T::Halt> {
    if !delaying::is_open(fight, who) {
        return Ok(Opening::Acts(None));
    }
    if fight.one(who).upcoming.is_some() {
        let delays = delaying::delays(fight, table, who)?;
        return Ok(if delays { Opening::Delayed } else { Opening::Acts(None) });
    }
    fight.turn = Turn { who: Some(who), fresh: true, ..Turn::default() };
    fight.acting = Some(who);
    let opening = match ask::act(fight, table, Ask::Turn { who })? {
        Some(Act::Delay { whom, after }) if delaying::delay(fight, table, who, whom, after) => Opening::Delayed,
        Some(Act::Deed(deed)) => Opening::Acts(Some(deed)),
        _ => Opening::Acts(None),
    };
    fight.turn = Turn::default();
    fight.acting = None;
    Ok(opening)
}

/// One turn: what is due at its start, what its owner does, what is due at its end.
fn turn<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    first: Option<Deed>,
) -> Result<(), T::Halt> {
    fight.turn = Turn { who: Some(who), ..Turn::default() };
    fight.acting = Some(who);
    table.tell(|| {
        let text = format!("the turn of {}", fight.label(who));
        Event::new(&basics::ALTERNATION, text).and(&basics::ORDER_SOURCE).and(&willpower::WHAT).by(who)
    });
    begins(fight, table, who)?;
    if is_able(fight, who) {
        actions::goes_on(fight, table, who)?;
    }
    act(fight, table, who, first)?;
    ends(fight, table, who)?;
    fight.turn = Turn::default();
    fight.acting = None;
    Ok(())
}

fn is_able(fight: &Fight, who: Who) -> bool {
    fight.present(who)
        && !fight.one(who).unconscious
        && !daze::is_dazed(fight, who)
        && !fight.turn.ended
        && fight.outcome.is_none()
}

/// S2: counts begin anew, an odd daze may end, this turn counts for what lasts.
fn begins<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    defence::restore(fight, table, who);
    effects::turn_begins(fight, table, who);
    lasting::turn_begins(fight, who);
    let one = fight.one_mut(who);
    one.entered = None;
    one.acted = true;
    let stepped = std::mem::take(&mut one.stepped);
    fight.turn.weary = stepped;
    if daze::is_dazed(fight, who) {
        table.tell(|| Event::new(&daze::NO_ACTIONS, format!("{} is dazed and does nothing", fight.label(who))).by(who));
    }
    basics::check(fight, table)
}

/// S3: one action after another until the turn is ended.
fn act<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    mut first: Option<Deed>,
) -> Result<(), T::Halt> {
    for _ in 0..MOST_DEEDS {
        if !is_able(fight, who) {
            return Ok(());
        }
        let deed = match first.take() {
            Some(first) => first,
            None => match ask::act(fight, table, Ask::Turn { who })? {
                Some(Act::Deed(deed)) => deed,
                _ => Deed::End,
            },
        };
        // An edict may have changed what is legal.
        if !is_able(fight, who) || actions::may(fight, who, deed).is_err() {
            continue;
        }
        if actions::perform(fight, table, who, deed)? {
            actions::spend(fight, table, who, deed);
        }
        basics::check(fight, table)?;
    }
    Ok(())
}

/// S5: effects are counted, the next defence is rolled.
fn ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    effects::turn_ends(fight, table, who);
    lasting::turn_ends(fight, table, who)?;
    magic::turn_ends(fight, table, who);
    if fight.present(who) {
        fatigue::recover(fight, table, who);
        health::cured(fight, table, who);
    }
    defence::roll_ahead(fight, table, who)?;
    readied::note(fight, Happened::EndedTurn(who));
    readied::run(fight, table)?;
    Ok(())
}
