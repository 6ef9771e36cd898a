//! Ambushes.

use quintain_engine::{Blank, Event, Side, Table, Who};

use crate::book::{Feature, Topic};
use crate::fight::{Fight, Stage};
use crate::lasting::{Clock, Lasting, What};
use crate::rules::features;

quintain_engine::section! {
    "Ambushes";
    WHO = Gm "ambush.who": "The ambushed side is at a disadvantage.", ruling "As the encounter says; in the middle of a round it counts for the next one.", house "ambush";
    DURATION = Engine "ambush.duration": "It is so for the next round only.";
    SPEED = Engine "ambush.speed": "-2 speed, but not below 1.", ruling "The floor never raises a speed; other effects may still bring it to 0.";
    PRECISION = Engine "ambush.precision": "-1 to all precision rolls.";
    RESIST = Engine "ambush.resist": "-1 to all four resistances.";
    ORDER = Engine "ambush.order": "The lower speed counts for the order of turns.";
}

/// A side is ambushed for the round under way.
pub(crate) fn surprise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, side: Side) {
    for who in fight.everyone() {
        if fight.one(who).side == side && fight.present(who) {
            surprise_one(fight, table, who);
        }
    }
}

/// One creature is ambushed for the round under way.
pub(crate) fn surprise_one<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).ambushed() {
        return;
    }
    if features::any(fight, who, Topic::Rest, |feature| feature == Feature::Watchful) {
        table.tell(|| Event::new(&WHO, format!("{} cannot be ambushed", fight.label(who))).to(who));
        return;
    }
    put(fight, who);
    table.tell(|| {
        let text = format!("{} is ambushed in this round", fight.label(who));
        Event::new(&WHO, text).to(who).and(&DURATION).and(&SPEED).and(&PRECISION).and(&RESIST).and(&ORDER)
    });
}

/// Puts the mark on somebody: for the round under way, or in the middle of one for the round after it.
pub(crate) fn put(fight: &mut Fight, who: Who) {
    let order = fight.stamp();
    let rounds_to_come = u16::from(matches!(fight.stage, Stage::Turns | Stage::EndPhase));
    let (what, left, clock) = (What::Ambushed, rounds_to_come, Clock::ThisRound);
    let ambushed = Lasting { what, stacks: 1, left, clock, order, ..Lasting::BLANK };
    fight.lay_on(who, ambushed);
}

/// A warning ends the ambush for somebody.
pub(crate) fn over<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if !fight.one(whom).lasting.iter().any(|lasting| lasting.what == What::Ambushed) {
        return;
    }
    fight.one_mut(whom).lasting.retain(|lasting| lasting.what != What::Ambushed);
    table.tell(|| Event::new(&DURATION, format!("{} is ambushed no longer", fight.label(whom))).to(whom));
}
