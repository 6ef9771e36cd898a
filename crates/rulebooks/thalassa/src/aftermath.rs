//! What a fight leaves of a combatant for the next, by the rules of the book.

use quintain_content::Value;
use quintain_engine::{Aftermath, Left, Who};

use crate::condition::{Condition, Conditions, DEAD, Effect, LASTING};
use crate::fight::Fight;
use crate::rules::{between, critical, gear, gifts, magic, rounds, scars};

/// Conditions that go on when the fight is over.
const LASTS: Conditions = Conditions::of(&[
    Condition::Dead,
    Condition::Destroyed,
    Condition::Critical,
    Condition::Aided,
    Condition::Weakened,
    Condition::Petrified,
    Condition::Mortal,
    Condition::Deprived,
    Condition::Doomed,
    Condition::Deaf,
    Condition::Hamstrung,
    Condition::Infected,
    Condition::Slandered,
    Condition::Withdrawn,
]);

/// Who is in one of these can do nothing in the next fight, unless somebody helps first.
const HELPLESS: Conditions =
    Conditions::of(&[Condition::Critical, Condition::Mortal, Condition::Petrified, Condition::Withdrawn]);

/// Everything that goes on, and what does not.
pub(crate) fn of(fight: &Fight, who: Who) -> Aftermath {
    let one = fight.one(who);
    let left = if one.conditions.any(DEAD) {
        Left::Dead
    } else if one.conditions.any(HELPLESS) || one.speechless() {
        Left::Helpless
    } else {
        Left::Able
    };
    let mut aftermath = Aftermath::of(left);
    scores(fight, who, &mut aftermath);
    kit(fight, who, &mut aftermath);
    marks(fight, who, &mut aftermath);
    aftermath
}

fn scores(fight: &Fight, who: Who, left: &mut Aftermath) {
    let one = fight.one(who);
    let [kra, tek, thu] = one.scores;
    for (key, max, score) in
        [("sta", "max-sta", one.sta), ("kra", "max-kra", kra), ("tek", "max-tek", tek), ("thu", "max-thu", thu)]
    {
        left.number(key, score.now, &between::LOST);
        left.number(max, score.max, &between::LOST);
    }
    for (key, number, rule) in [
        ("fatigue", i64::from(one.fatigue), &between::NIGHT),
        ("thu-spent", i64::from(one.spent), &magic::RECOVER),
        ("heads", i64::from(one.heads), &between::LOST),
    ] {
        // Heads are counted in those that have several.
        if number > 0 || key != "heads" || fight.setting.counts_heads(one) {
            left.number(key, number, rule);
        }
    }
    let dying = one.is(Condition::Critical) || one.is(Condition::Mortal);
    // A combatant that lies there without a clock of its own begins the next fight with a fresh one.
    let rounds = match (dying && !one.is(Condition::Aided) && !one.is(Condition::Dead), one.dies_in_round) {
        (false, _) => 0,
        (true, 0) => rounds::HOUR,
        (true, due) => due.saturating_sub(fight.round).max(1),
    };
    left.number("rounds-to-live", rounds, &critical::CLOCK);
    for (key, now) in [("hero", one.hero), ("leader", one.leader), ("detachment", one.detachment)] {
        left.keep(key, Value::Bool(now), &between::MARKS);
    }
}

/// Lists of what is carried take the place of what the kind and the encounter give, so each is written, empty or not.
fn kit(fight: &Fight, who: Who, left: &mut Aftermath) {
    let (one, kind, setting) = (fight.one(who), fight.template(who), &fight.setting);
    let carried = one.arms.iter().filter(|arm| !fight.arm(**arm).natural && **arm != crate::arm::UNARMED);
    let weapons: Vec<&str> = carried.map(|arm| fight.arm(*arm).id.as_str()).collect();
    let worn: Vec<&str> = one.worn.iter().map(|piece| setting.armors[usize::from(*piece)].id.as_str()).collect();
    let items: Vec<&str> = one.items.iter().map(|item| setting.book.items[usize::from(*item)].id.as_str()).collect();
    let known = |scroll: bool| {
        let fits = one.spells.iter().filter(move |known| known.scroll == scroll);
        let id = |place: u8| setting.book.incantations[usize::from(place)].id.as_str();
        fits.map(move |known| id(known.incantation)).collect::<Vec<_>>()
    };
    let lists = [
        ("weapons", weapons),
        ("wears", worn),
        ("items", items),
        ("scrolls", known(true)),
        ("memorised", known(false)),
    ];
    for (key, now) in lists {
        left.words(key, now, &between::KIT);
    }
    left.number("natural-armor", one.natural_armor, &between::MARKS);
    for lost in kind.weapons.iter().filter(|arm| !one.arms.contains(arm)) {
        left.leave_open(format!("{}, dropped, taken or used up", fight.arm(*lost).name), &between::KIT);
    }
}

fn marks(fight: &Fight, who: Who, left: &mut Aftermath) {
    let one = fight.one(who);
    let mut lasting: Vec<&str> = Vec::new();
    for condition in one.conditions.each() {
        if LASTS.has(condition) {
            lasting.push(condition.name());
        } else {
            left.end(condition.name(), &between::PASSES);
        }
    }
    for at_work in &one.effects {
        let (name, lasts) = (at_work.effect.name(), at_work.last_round == LASTING);
        let permanent =
            matches!(at_work.effect, Effect::Attracted | Effect::Befriended | Effect::Lover | Effect::PartedFrom);
        match at_work.effect {
            Effect::Daimon | Effect::Sleepless if lasts => lasting.push(name),
            Effect::Spent(_) => left.end(name, &gifts::CADUCEUS),
            _ if lasts && permanent => {
                let other = fight.label(at_work.by);
                left.leave_open(format!("{name}: {other}"), &between::MARKS);
            }
            _ => left.end(name, &between::PASSES),
        }
    }
    lasting.dedup();
    left.words("conditions", lasting, &between::MARKS);
    left.words("scars", one.scars.iter().map(|scar| scars::words_of(*scar)), &scars::WHEN);
    if one.prayer.is_some() {
        left.end("concentrating", &between::PASSES);
    }
    if gear::is_packed_full(fight, who) {
        left.leave_open("a full pack keeps STA at 0", &gear::REST);
    }
}
