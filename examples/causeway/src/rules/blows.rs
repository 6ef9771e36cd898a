//! Blows: the throw, the guard, the parry and the harm.

use quintain_engine::kit::prelude::*;

use super::places;
use crate::game::{Act, Ask, Fight};

section! {
    "Blows";
    ROLL = Engine "blow.roll": "A blow is 2d6 + skill; it hits if that is at least the target's guard.";
    HARM = Engine "blow.harm": "A hit does the weapon's die, less the target's armour, and at least 1.";
    PARRY = Choice "blow.parry": "Once a round, a combatant that is hit from 1 square away may parry: the harm is halved, rounded down.";
    GUARDING = Choice "blow.guarding": "Instead of a blow a combatant may guard: 2 more guard until its next turn.";
}

pub static ASK_PARRY: Topic = topic("parry", &PARRY, Decider::Defender, Weight::Detail, "Whether to parry");
pub static TO_STRIKE: Verb = verb("strike", "STRIKE", Group::Attack, &ROLL, "Strikes a foe within reach.");
pub static TO_GUARD: Verb = verb("guard", "GUARD", Group::Guard, &GUARDING, "Has 2 more guard until the next turn.");
pub static TO_PARRY: Verb = verb("parry", "PARRY", Group::Answer, &PARRY, "Halves the harm.");
pub static TO_TAKE: Verb = verb("take", "TAKE", Group::Answer, &PARRY, "Takes the harm and keeps the parry.");
pub static GUARDED: Condition = Condition::new("guarded", "GUARD", Mood::Good, &GUARDING, "Has 2 more guard.");
pub static PARRIED: Condition = Condition::new("parried", "PARRIED", Mood::Plain, &PARRY, "Has parried this round.");

/// What a blow at the target must come to.
pub fn guard<R: Reckoning>(fight: &Fight, target: Who) -> R {
    let mut guard = R::default();
    guard.own("guard", fight.entry(target).guard).of(|| fight.name(target));
    if fight.is(target, &GUARDED) {
        guard.add(&GUARDING, "guarding", 2).until("its next turn begins");
    }
    guard
}

/// `blow.roll`, and what follows from it.
pub fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    let faces = table.roll(fight, Throw::dice(2, 6, &ROLL, "blow").by(by).at(at).read_as(Read::Sum))?;
    let (thrown, skill) = (faces.iter().sum::<u16>() as i16, fight.entry(by).skill);
    let hits = thrown + skill >= guard(fight, at);
    let cause = table.tell(|| {
        let (weapon, how) = (&fight.entry(by).weapon, if hits { "hits" } else { "misses" });
        let text = format!("{} {how} {} with the {weapon}", fight.name(by), fight.name(at));
        let event = Event::new(&ROLL, text).act().by(by).to(at).with(weapon).dice(6, &faces);
        let event = event.term("2d6", thrown.into(), "").term("skill", skill.into(), "").total((thrown + skill).into());
        event.held_against("guard", &guard::<Breakdown>(fight, at))
    });
    if !hits {
        return Ok(());
    }
    let sides = fight.entry(by).die;
    let face = table.die(fight, Throw::die(sides, &HARM, "harm").by(by).at(at))?;
    let whole = harm(fight, at, face, false);
    let parried = parries(fight, table, by, at, whole)?;
    let why: Breakdown = harm(fight, at, face, parried);
    let told = |text| Event::new(&HARM, text).dice(sides, &[face]).reckoned(&why).because(cause);
    fight.harm(table, Some(by), at, why.total(), told);
    Ok(())
}

/// `blow.harm`
fn harm<R: Reckoning>(fight: &Fight, target: Who, face: u16, parried: bool) -> R {
    let mut harm = R::default();
    harm.own("die", face as i16).add(&HARM, "armour", -fight.entry(target).armour).at_least(&HARM, 1);
    if parried {
        harm.becomes(&PARRY, "parried", harm.total() / 2);
    }
    harm
}

/// `blow.parry`
fn parries<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who, harm: i16) -> Result<bool, T::Halt> {
    let may = !fight.is(at, &PARRIED) && places::apart(fight, by, at) <= 1;
    let parries = may && table.choose(fight, Ask::Parry(at, harm))? == Some(Act::Parry);
    if parries {
        fight[at].conditions.give(&PARRIED).lasting(Lasting::this_round());
        table.tell(|| Event::new(&PARRY, format!("{} parries", fight.name(at))).answer().by(at).to(by));
    }
    Ok(parries)
}

/// `blow.guarding`
pub fn guarding<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight[who].conditions.give(&GUARDED).by(who).lasting(Lasting::until_turn_of(who));
    table.tell(|| Event::new(&GUARDING, format!("{} guards", fight.name(who))).act().by(who));
}
