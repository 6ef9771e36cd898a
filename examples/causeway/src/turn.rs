//! The fight from top to bottom, to the next resting point, which is the end of a turn; and the rules of rounds.

use std::cmp::Reverse;

use quintain_engine::kit::prelude::*;

use crate::game::{Act, Ask, Fight};
use crate::rules::{blows, places, powers, wounds};

section! {
    "Rounds";
    ORDER = Engine "round.order": "As the fight begins everybody throws a d6. In every round the higher throw goes first, and of equal throws a hero.";
    TURN = Choice "round.turn": "In a turn a combatant first goes or stays, and then does one thing.";
    OVER = Engine "round.over": "The fight is over when nobody who still fights has a foe.";
}

pub static ASK_DEED: Topic = topic("deed", &TURN, Decider::Actor, Weight::Decision, "What a combatant does");

/// One turn, or what comes between turns.
pub fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.round == 0 {
        return order(fight, table);
    }
    match fight.order.next_turn() {
        None => fight.begin_round(table, &TURN),
        Some(who) if fight.fighting(who) => turn(fight, table, who)?,
        Some(_) => {}
    }
    wounds::look_about(fight, table)?;
    fight.conclude(table, &OVER);
    Ok(())
}

/// `round.order`
fn order<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let mut thrown: Vec<(Who, u16)> = Vec::new();
    for who in fight.everyone() {
        let face = table.die(fight, Throw::die(6, &ORDER, "order").by(who))?;
        thrown.push((who, face));
        table.tell(|| Event::new(&ORDER, format!("{} throws {face}", fight.name(who))).by(who).dice(6, &[face]));
    }
    thrown.sort_by_key(|(who, face)| (Reverse(*face), !fight[*who].hero));
    fight.order = Slots::new(thrown.into_iter().map(|(who, _)| who));
    fight.begin_round(table, &TURN);
    Ok(())
}

/// `round.turn`
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.begin_turn(who);
    wounds::burn(fight, table, who);
    for ask in [Ask::Go(who), Ask::Do(who)] {
        let act = if fight.fighting(who) { table.choose(fight, ask)? } else { None };
        match act {
            // While the question was open, the game master may have taken the combatant out.
            _ if !fight.fighting(who) => {}
            Some(Act::Go { to }) => places::go(fight, table, who, to),
            Some(Act::Step) => places::step(fight, table, who),
            Some(Act::Strike { at }) => blows::strike(fight, table, who, at)?,
            Some(Act::Use { power, on }) => powers::wield(fight, table, who, power, on)?,
            Some(Act::Guard) => blows::guarding(fight, table, who),
            _ => {}
        }
    }
    fight.end_turn(who);
    Ok(())
}
