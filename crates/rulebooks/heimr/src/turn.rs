//! The course of a fight, from one resting point to the next: this file is the chapter from top to bottom.

use quintain_engine::{Event, Progress, Table, Who};
use quintain_field::Step;

use crate::content::Effect;
use crate::rules::powers::lasting;
use crate::rules::{
    abilities, actions, armour, armoury, basics, characters, daze, defence, delaying, effects, fatigue, grid, health,
    initiative, magic, readied, surgery, willpower,
};
use crate::state::{Act, Ask, Combatant, Deed, Fight, Happened, Lasting, Stage, Turn};

/// The most things done in one turn: more than any rule allows, so that no answer can keep a turn going for ever.
const MOST_DEEDS: usize = 60;

/// Runs the rules to the next resting point: the end of a turn or of a round.
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

fn start<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    table.tell(|| beginning(fight));
    lasting::companies(fight);
    initiative::roll_all(fight, table)?;
    for place in 0..fight.order.len() {
        let none_yet = |who: &Who| fight.one(*who).standing.is_none();
        if let Some(who) = fight.order.get(place).copied().filter(none_yet) {
            defence::roll_ahead(fight, table, who)?;
        }
    }
    if fight.outcome.is_none() {
        fight.stage = Stage::Slot;
    }
    basics::start_round(fight, table);
    basics::check(fight, table)
}

/// What everybody brings along: the rules that have made it so are cited.
fn beginning(fight: &Fight) -> Event {
    let (width, depth) = (fight.ground.map.width(), fight.ground.map.depth());
    let text = format!("The fight begins: {} combatants on a grid of {width} by {depth} locations", fight.cast.len());
    let public = format!("The fight begins on a grid of {width} by {depth} locations");
    let event = Event::new(&grid::SIZE, text)
        .publicly(public)
        .heading()
        .and(&grid::FREE)
        .and(&grid::MARKER)
        .and(&characters::HAS);
    let event = event.and(&characters::SET).and(&abilities::OPEN).and(&fatigue::BASE);
    let weighs = |one: &Combatant| one.shield.is_some_and(|held| fight.shield(held.shield).entry.stamina != 0);
    let event = if fight.cast.iter().any(weighs) { event.and(&armoury::TOWER) } else { event };
    let event = if fight.cast.iter().any(|one| one.armor.is_some()) { event.and(&armour::HP) } else { event };
    let injured = fight.everyone().any(|who| armour::is_injured(fight, who));
    if injured { event.and(&health::INJURED).and(&health::LEVELS) } else { event }
}

/// The next slot of the order, or the end of the round.
fn slot<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    while !fight.late.is_empty() {
        let who = fight.late.remove(0);
        if fight.present(who) && !fight.order.contains(&who) {
            lasting::companies(fight);
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
    // A slot that has been moved behind those to come gives no second turn in the same round.
    if fight.one(who).acted {
        return Ok(());
    }
    readied::expires(fight, table, who);
    let one = fight.one(who);
    if one.unconscious || !one.is_present() {
        return passed_over(fight, table, who);
    }
    turn(fight, table, who)?;
    fight.turn = Turn::default();
    fight.acting = None;
    basics::check(fight, table)
}

/// The slot of somebody unconscious or vanished, who takes no turn. Its two seconds go by all the same: what lasts so
/// many turns has one less, and what lasts until the next turn is over.
fn passed_over<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).out.is_some() {
        return Ok(());
    }
    fight.one_mut(who).acted = true;
    defence::restore(fight, table, who);
    effects::turn_begins(fight, table, who);
    lasting::turn_begins(fight, who);
    effects::turn_ends(fight, table, who);
    lasting::turn_ends(fight, table, who)?;
    magic::turn_ends(fight, table, who);
    readied::run(fight, table)?;
    basics::check(fight, table)
}

/// One turn: what is due at its start, what its owner does, what is due at its end. Or its owner delays: then all of
/// that waits for the new place.
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut fresh = delaying::is_open(fight, who);
    if fresh && fight.one(who).upcoming.is_some() {
        if delaying::delays(fight, table, who)? {
            return Ok(());
        }
        fresh = false;
    }
    fight.turn = Turn { who: Some(who), fresh, ..Turn::default() };
    fight.acting = Some(who);
    table.tell(|| {
        let text = format!("The turn of {}", fight.label(who));
        Event::new(&basics::ALTERNATION, text)
            .and(&basics::ORDER_SOURCE)
            .and(&basics::ACTIONS)
            .and(&willpower::WHAT)
            .by(who)
            .heading()
    });
    let before = Before::of(fight.one(who));
    begins(fight, table, who)?;
    if is_able(fight, who) {
        actions::goes_on(fight, table, who)?;
    }
    if act(fight, table, who)? {
        put_off(fight, table, who, before);
        return Ok(());
    }
    ends(fight, table, who)
}

/// What the start of a turn changes, to be put back where its owner delays.
struct Before {
    counts: (u8, u8, u8, u8),
    guard: bool,
    ongoing: bool,
    entered: Option<Step>,
    acted: bool,
    stepped: bool,
    daze: Option<Lasting>,
}

impl Before {
    fn of(one: &Combatant) -> Before {
        let odd = |lasting: &&Lasting| lasting.effect == Effect::Daze && lasting.turns <= 0;
        Before {
            counts: (one.dodges, one.blocks, one.parried, one.blind),
            guard: one.guard,
            ongoing: one.ongoing,
            entered: one.entered,
            acted: one.acted,
            stepped: one.stepped,
            daze: one.effects.iter().find(odd).copied(),
        }
    }

    fn restore(self, one: &mut Combatant) {
        (one.dodges, one.blocks, one.parried, one.blind) = self.counts;
        one.guard = self.guard;
        one.ongoing = self.ongoing;
        one.entered = self.entered;
        one.acted = self.acted;
        one.stepped = self.stepped;
        one.effects.iter_mut().for_each(|lasting| lasting.counted = false);
        one.boons.iter_mut().for_each(|boon| boon.counted = false);
        if let Some(daze) = self.daze {
            one.effects.push(daze);
        }
    }
}

/// `delay.turn-later`: what the start of the turn has brought comes with the real one, and the log says so.
fn put_off<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, before: Before) {
    let (dodges, blocks, parried, _) = before.counts;
    let comes = [
        (dodges > 0 || blocks > 0 || parried > 0, "has its turn later: the defences it has used stay used"),
        (before.daze.is_some(), "has its turn later: it cannot defend until then"),
    ];
    before.restore(fight.one_mut(who));
    for (_, words) in comes.into_iter().filter(|(is, _)| *is) {
        table.tell(|| fight.event(&delaying::LATER, who, words).upkeep());
    }
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
    surgery::bears(fight, table, who)?;
    if daze::is_dazed(fight, who) {
        table.tell(|| Event::new(&daze::NO_ACTIONS, format!("{} is dazed and does nothing", fight.label(who))).by(who));
    }
    basics::check(fight, table)
}

/// S3: one action after another until the turn is ended. True if its owner delays instead.
fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    for _ in 0..MOST_DEEDS {
        if !is_able(fight, who) {
            return Ok(false);
        }
        let deed = match table.choose(fight, Ask::Turn { who })? {
            Some(Act::Delay { whom, after }) => {
                if fight.turn.fresh && delaying::delay(fight, table, who, whom, after) {
                    return Ok(true);
                }
                continue;
            }
            Some(Act::Deed(deed)) => deed,
            _ => Deed::End,
        };
        fight.turn.fresh = false;
        // An edict may have changed what is legal.
        if !is_able(fight, who) || actions::may(fight, who, deed).is_err() {
            continue;
        }
        fight.turn.deed = Some(deed);
        if actions::perform(fight, table, who, deed)? {
            actions::spend(fight, table, who, deed);
        }
        fight.turn.deed = None;
        lasting::companies(fight);
        basics::check(fight, table)?;
    }
    Ok(false)
}

/// S5: effects are counted, the next defence is rolled.
fn ends<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    effects::turn_ends(fight, table, who);
    lasting::turn_ends(fight, table, who)?;
    magic::turn_ends(fight, table, who);
    fight.one_mut(who).entered = None;
    if fight.present(who) {
        fatigue::recover(fight, table, who);
        health::cured(fight, table, who);
    }
    defence::roll_ahead(fight, table, who)?;
    readied::note(fight, Happened::EndedTurn(who));
    readied::run(fight, table)?;
    Ok(())
}
