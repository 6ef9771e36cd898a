//! Stamina: what gives heroes SP back in the middle of a fight.

use quintain_engine::{Event, Table, Who, section};

use crate::ask::Extra;
use crate::book::{Boon, Feature, Regains};
use crate::combatant::Borne;
use crate::fight::Fight;
use crate::rules::{maneuvers, marks};
use crate::setting::Table as Kept;

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

/// A maneuver, added to something, taken in answer or used by itself: where no SP went into it, it gives some theirs back.
pub(crate) fn on_maneuver<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: u16, sp: i8) {
    if sp == 0 && fight.ability(ability).table == Kept::Maneuver {
        regain(fight, table, who, Regains::Maneuvers);
    }
}

/// What is added to an attack may be a maneuver that gives SP back.
pub(crate) fn on_extra<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, extra: Extra) {
    if let Some(ability) = maneuvers::ability(extra) {
        on_maneuver(fight, table, who, ability, maneuvers::price(fight, extra).sp);
    }
}

/// A Heavy or critical hit by any Attack: some get SP back who deal it and have spent none on it, and who take it.
pub(crate) fn on_heavy<T: Table<Fight>>(fight: &mut Fight, table: &mut T, (who, at): (Who, Who), spent: bool) {
    if !spent {
        regain(fight, table, who, Regains::HeavyHits);
    }
    regain(fight, table, at, Regains::HeavyHits);
}

/// Somebody falls: those who have marked it get SP back.
pub(crate) fn on_fall<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    for place in 0..fight.one(whom).boons.len() {
        if let Some(Borne { boon: Boon::Marked(_), by, .. }) = fight.one(whom).boons.get(place).copied() {
            regain(fight, table, by, Regains::FirstHit);
        }
    }
}

/// A hit: the first of a round on one's mark, and one on somebody flanked or under a condition, give some their SP back.
pub(crate) fn on_hit<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) {
    if marks::has_marked(fight, who, at) {
        let round = fight.round;
        if std::mem::replace(&mut fight.one_mut(who).hit_in, round) != round {
            regain(fight, table, who, Regains::FirstHit);
        }
    }
    if !fight.one(at).statuses.is_empty() || crate::rules::flanking::flanked(fight, at) {
        regain(fight, table, who, Regains::Openings);
    }
}
