//! Stamina: what gives heroes SP back in the middle of a fight.

use quintain_engine::{Event, Table, Who, section};

use crate::book::{Feature, Regains};
use crate::fight::Fight;

section! {
    "Stamina";
    REGAIN = Engine "stamina.regain": "Half of the SP, at least 1, comes back by the deed that a class is known for; all of it at the end of the fight.";
}

/// A deed that gives some creatures SP back.
pub(crate) fn regain<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Regains) {
    let one = fight.one(who);
    if one.sp >= one.max_sp || !fight.template(who).has(&Feature::Regains(by)) {
        return;
    }
    let before = one.sp;
    let mut one = fight.one_mut(who);
    one.sp = (before + (one.max_sp / 2).max(1)).min(one.max_sp);
    let after = one.sp;
    drop(one);
    table.tell(|| {
        let event = Event::new(&REGAIN, format!("{} gets SP back", fight.label(who))).by(who);
        event.change(who, "sp", before.into(), after.into())
    });
}

/// A hit: the first of a round, and one on somebody flanked or under a condition, give some their SP back.
pub(crate) fn on_hit<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    let first = fight.one(who).hit_in != fight.round;
    fight.one_mut(who).hit_in = fight.round;
    if first {
        regain(fight, table, who, Regains::FirstHit);
    }
    if !fight.one(at).statuses.is_empty() || crate::rules::flanking::flanked(fight, at) {
        regain(fight, table, who, Regains::Openings);
    }
}
