//! Between fights (from the Rules chapter): what stays lost, what passes, and what each rest restores.

use quintain_engine::{Event, EventId, RestKind, Rule, Table, Who};

use crate::condition::{Ability, Condition, Effect};
use crate::fight::Fight;
use crate::rules::{critical, death, gear, incantations, magic, scars};

quintain_engine::section! {
    "Between fights";
    LOST = OffMap "between.lost": "STA, KRA, TEK and THU that are lost stay lost until a rest or magic restores them.";
    KIT = OffMap "between.kit": "What was used up, dropped for good or broken is carried no longer; ammunition is not counted.";
    MARKS = OffMap "between.marks": "Scars, sickness, doom and what magic makes permanent go on when the fight is over.";
    PASSES = OffMap "between.passes": "Order, posture, places and whatever is counted in turns end with the fight.";
    QUICK = OffMap "rest.quick": "A few moments and a drink of water restore all STA, and the THU that magic took.",
        ruling "Whoever has had first aid is no longer critically damaged after it.";
    HOURS = OffMap "rest.hours": "A few hours of rest end being walloped, besides what a quick rest does.";
    NIGHT = OffMap "rest.night": "A full night in safety takes all Fatigue away, besides what a few hours do.";
    WEEK = OffMap "rest.week": "A week with a healer restores KRA, TEK and THU, and mends what scars left to be mended.";
    AID = OffMap "rest.aid": "Outside a fight those who can act give first aid to the dying before anybody rests.";
    DEPRIVED = OffMap "rest.deprived": "Whoever is deprived, sleepless or packed full recovers neither STA nor scores.";
    HOUR = OffMap "rest.hour": "Whoever is dying and gets no help does not outlive a rest of hours.";
}

/// The rests of the book, the shortest first.
pub(crate) static RESTS: [&RestKind; 4] = [
    &RestKind {
        key: "quick-rest",
        name: "Quick rest",
        about: "A few moments and a drink of water: all STA, and the THU that magic took.",
        rule: &QUICK,
    },
    &RestKind {
        key: "hours",
        name: "A few hours",
        about: "A few hours of rest: a quick rest, and whoever was walloped gets over it.",
        rule: &HOURS,
    },
    &RestKind {
        key: "night",
        name: "A full night",
        about: "A night in safety: a few hours' rest, and no Fatigue any more.",
        rule: &NIGHT,
    },
    &RestKind {
        key: "week",
        name: "A week with a healer",
        about: "A week with a healer: a night's rest, full KRA, TEK and THU, and scars that wait to be mended.",
        rule: &WEEK,
    },
];

/// Lets everyone rest together.
///
/// # Errors
/// Halts with the table.
pub(crate) fn rest<T: Table<Fight>>(fight: &mut Fight, table: &mut T, kind: &'static RestKind) -> Result<(), T::Halt> {
    let long = RESTS.iter().position(|known| *known == kind).unwrap_or(0);
    scars::settle_due(fight, table)?;
    aid_the_dying(fight, table);
    for who in fight.everyone() {
        if death::is_beyond_harm(fight, who) {
            continue;
        }
        let cause = table.tell(|| Event::new(kind.rule, format!("{} rests: {}", fight.label(who), kind.name)).by(who));
        if long > 0 && dies_of_it(fight, table, who, cause, long) {
            continue;
        }
        if long > 0 {
            scars::mend(fight, table, who, long == 3)?;
        }
        stabilise(fight, table, who, cause);
        restore(fight, table, who, long, cause);
    }
    fight.look_around();
    Ok(())
}

/// `rest.aid`: the first who can act helps all who are dying.
fn aid_the_dying<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    let able = |who: &Who| fight.one(*who).is_able() && fight.one(*who).is_present();
    let Some(helper) = fight.everyone().find(able) else { return };
    for whom in fight.everyone() {
        critical::aid(fight, table, helper, whom);
    }
}

/// `rest.hour`: a clock that still runs outruns a rest of hours; the mortally wounded live to be healed where the rest is
/// long enough for that.
fn dies_of_it<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cause: EventId, long: usize) -> bool {
    let one = fight.one(who);
    let healed = long == 3 && one.is(Condition::Mortal);
    if one.dies_in_round == 0 || healed {
        return false;
    }
    death::die(fight, table, who, &HOUR, Some(cause));
    true
}

/// `crit.stabilise`: aid and rest together end critical damage.
fn stabilise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cause: EventId) {
    let one = fight.one(who);
    if !(one.is(Condition::Critical) && one.is(Condition::Aided)) {
        return;
    }
    let one = fight.one_mut(who);
    one.conditions.take(Condition::Critical);
    one.conditions.take(Condition::Aided);
    table.tell(|| Event::new(&critical::STABILISE, format!("{} is stable", fight.label(who))).by(who).because(cause));
}

/// STA and the THU of magic after any rest, Fatigue after a night, the scores after a week.
fn restore<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, long: usize, cause: EventId) {
    if long >= 2 {
        let fatigue = std::mem::take(&mut fight.one_mut(who).fatigue);
        changed(fight, table, (who, "fatigue"), (fatigue.into(), 0), &NIGHT, cause);
        incantations::end_effects(fight, who, |known| known.effect == Effect::Daimon);
    }
    let one = fight.one(who);
    if one.is(Condition::Deprived) || one.under(Effect::Sleepless) || gear::is_packed_full(fight, who) {
        table.tell(|| Event::new(&DEPRIVED, format!("{} recovers nothing", fight.label(who))).by(who).because(cause));
        return;
    }
    let sta = fight.one(who).sta;
    fight.one_mut(who).sta.now = sta.max.max(sta.now);
    changed(fight, table, (who, "sta"), (sta.now, sta.max.max(sta.now)), &QUICK, cause);
    let thu = fight.one(who).score(Ability::Thu).now;
    magic::recover(fight, who);
    changed(fight, table, (who, "thu"), (thu, fight.one(who).score(Ability::Thu).now), &magic::RECOVER, cause);
    if long < 3 {
        return;
    }
    for ability in [Ability::Kra, Ability::Tek, Ability::Thu] {
        let before = fight.one(who).score(ability);
        fight.one_mut(who).score_mut(ability).now = before.max.max(before.now);
        changed(fight, table, (who, ability.key()), (before.now, before.max.max(before.now)), &WEEK, cause);
    }
    fight.one_mut(who).spent = 0;
}

/// Tells of a value that has changed.
fn changed<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    (who, key): (Who, &'static str),
    (before, after): (i16, i16),
    rule: &'static Rule,
    cause: EventId,
) {
    if before == after {
        return;
    }
    table.tell(|| {
        let text = format!("{}: {} {before} → {after}", fight.label(who), key.to_uppercase());
        Event::new(rule, text).by(who).because(cause).change(who, key, before.into(), after.into())
    });
}
