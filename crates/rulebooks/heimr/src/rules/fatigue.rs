//! Fatigue: what effort costs, and how a breather gives it back.

use quintain_engine::{Breakdown, Event, Reckoning, Table, Who};

use crate::content::{Attribute, Feature};
use crate::rules::characters::attribute;
use crate::rules::{actions, armoury};
use crate::state::Fight;

quintain_engine::section! {
    "Fatigue";
    BASE = Engine "fatigue.base": "Base fatigue is 4 less Stamina, and at least 1.";
    RANGE = Engine "fatigue.range": "Fatigue is a whole number from 1 to 20; a fight begins at the base.";
    REQUIREMENT = Engine "fatigue.requirement": "What the dice give in a roll of the body must reach fatigue, potential left out, or the action fails.";
    FAILED_ATTACK = Engine "fatigue.failed-attack": "An attack that fails by tiredness need not be defended against: no defence is used.";
    FAILED_DEFENCE = Engine "fatigue.failed-defence": "A defence that fails by tiredness fails whatever its score.";
    RISE = Engine "fatigue.rise": "A d6 lower than fatigue, in a roll made in effort, raises it by 1, to 20 at most.";
    ORDER = Engine "fatigue.order": "Dice are held against fatigue as it was before the roll; then it rises.";
    PHYSICAL = Engine "fatigue.physical-only": "Rolls that rest on no attribute of the body neither ask for anything nor tire.";
    BREATHER = Engine "fatigue.breather": "Who gets its breath back is at base fatigue again.",
        ruling "Two breathers in a row are assumed, with neither effort nor an attack between them; a defence rolled ahead is no effort before it meets an attack.", house "fatigue.breather-turns";
    EXHAUSTED = Engine "fatigue.exhausted": "Above fatigue 6 one neither runs nor charges.",
        ruling "The page breaks off; this is assumed.";
    INITIATIVE = Engine "fatigue.initiative-exempt": "Initiative is rolled before any effort: it asks for nothing and does not tire.", house "init.fatigue";
}

pub(crate) const MOST: i16 = 20;

/// Above this one neither runs nor charges.
pub(crate) const EXHAUSTION: i16 = 6;

pub(crate) fn base<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let stamina: R = attribute(fight, who, Attribute::Sta);
    let mut parts = R::default();
    parts.add(&BASE, "everybody", 4);
    parts.add(&BASE, "Stamina", -stamina.total());
    parts.at_least(&BASE, 1).at_most(&RANGE, MOST);
    parts
}

/// Whether tiredness does nothing to it.
pub(crate) fn is_ignored(fight: &Fight, who: Who) -> bool {
    fight.has(who, Feature::IgnoresFatigue)
}

/// Whether dice that gave this are too few.
pub(crate) fn fails(fight: &Fight, who: Who, raw: i16) -> bool {
    raw < fight.one(who).fatigue && !is_ignored(fight, who)
}

pub(crate) fn tell_failed<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, raw: i16) {
    let fatigue = fight.one(who).fatigue;
    table.tell(|| {
        let event = Event::new(&REQUIREMENT, format!("{} is too tired for it", fight.label(who))).by(who);
        fight.caused(event.total(raw.into()).against("fatigue", fatigue.into()))
    });
}

/// A d6 below fatigue raises it.
pub(crate) fn rise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, d6: i16) {
    fight.one_mut(who).strained = true;
    let before = fight.one(who).fatigue;
    if d6 >= before || before >= MOST || is_ignored(fight, who) {
        return;
    }
    fight.one_mut(who).fatigue = before + 1;
    table.tell(|| {
        let event = fight.event(&RISE, who, format_args!("tires: fatigue {}", before + 1)).and(&ORDER).and(&RANGE);
        fight.caused(event.change(who, "fatigue", before.into(), (before + 1).into()))
    });
}

/// One breather more; the last of them in a row gives everything back.
pub(crate) fn breathe<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let wanted = fight.house().breather_turns;
    fight.turn.breathed |= fight.turn.who == Some(who);
    let one = fight.one_mut(who);
    one.breathers = if one.strained { 1 } else { one.breathers + 1 };
    one.strained = false;
    let so_far = one.breathers;
    table.tell(|| {
        let text = format!("{} takes a breather ({so_far} of {wanted})", fight.label(who));
        actions::act_of(fight, who, Event::new(&BREATHER, text).and(&actions::BREATHER))
    });
}

/// At the end of a turn: one that has breathed long enough undisturbed is at base fatigue again; a turn of anything else
/// breaks the row.
pub(crate) fn recover<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one(who);
    if one.strained || !fight.turn.breathed {
        fight.one_mut(who).breathers = 0;
        return;
    }
    if one.breathers < fight.house().breather_turns {
        return;
    }
    let (before, after): (i16, i16) = (one.fatigue, base(fight, who));
    let one = fight.one_mut(who);
    one.breathers = 0;
    one.fatigue = after;
    table.tell(|| {
        let event = Event::new(&BREATHER, format!("{} has its breath back", fight.label(who))).and(&BASE).upkeep();
        let stamina: Breakdown = attribute(fight, who, Attribute::Sta);
        let burden = stamina.rules().filter(|rule| **rule == armoury::TOWER);
        let event = burden.fold(event, Event::citing);
        event.by(who).change(who, "fatigue", before.into(), after.into())
    });
}
