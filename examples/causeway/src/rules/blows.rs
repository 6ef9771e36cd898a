//! Blows: the throw, the guard, the parry and the harm.

use quintain_engine::kit::prelude::*;

use super::{places, wounds};
use crate::{Act, Ask, Fight};

section! {
    "Blows";
    ROLL = Engine "blow.roll": "A blow is 2d6 and skill; it hits where that comes to the guard of the target.";
    HARM = Engine "blow.harm": "A hit does the weapon's die, less armour, and at least 1.";
    PARRY = Choice "blow.parry": "Once a round one who is hit from beside it may parry: the harm is halved, rounded down.";
    GUARDING = Choice "blow.guarding": "Instead of a blow one may guard: 2 more guard until its next turn.";
}

pub static ANSWER: Topic = topic("parry", &PARRY, Decider::Defender, Weight::Detail, "Whether to parry");
pub static STRIKE: Verb = verb("strike", "STRIKE", Group::Attack, &ROLL, "Strikes a foe within reach of the weapon.");
pub static GUARD: Verb = verb("guard", "GUARD", Group::Guard, &GUARDING, "2 more guard until the next turn.");
pub static WARD: Verb = verb("parry", "PARRY", Group::Answer, &PARRY, "Halves the harm.");
pub static TAKE: Verb = verb("take", "TAKE", Group::Answer, &PARRY, "Takes the harm and keeps the parry.");
pub static GUARDED: Kind = Kind::new("guarded", "GUARD", Mood::Good, 4, &GUARDING, "Has 2 more guard.");
pub static PARRIED: Kind = Kind::new("parried", "PARRIED", Mood::Plain, 8, &PARRY, "Has parried in this round.");

/// What a blow must come to.
pub fn guard<R: Reckoning>(fight: &Fight, whom: Who) -> R {
    let mut guard = R::default();
    guard.own("guard", fight.entry(whom).guard).of(|| fight.called(whom));
    if fight.is(whom, &GUARDED) {
        guard.add(&GUARDING, "guarding", 2).until("its next turn begins");
    }
    guard
}

/// `blow.roll`, and what follows from it.
pub fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    let faces = table.roll(fight, Throw::dice(2, 6, &ROLL, "blow").by(by).at(at))?;
    let (thrown, skill) = (faces.iter().sum::<u16>() as i16, fight.entry(by).skill);
    let hits = thrown + skill >= guard(fight, at);
    let cause = table.tell(|| {
        let (weapon, how) = (&fight.entry(by).weapon.name, if hits { "hits" } else { "misses" });
        let text = format!("{} {how} {} with the {weapon}", fight.called(by), fight.called(at));
        let event = Event::new(&ROLL, text).act().by(by).to(at).with(weapon).dice(6, &faces);
        let event = event.term("2d6", thrown.into(), "").term("skill", skill.into(), "").total((thrown + skill).into());
        event.held_against("guard", &guard::<Breakdown>(fight, at))
    });
    if !hits {
        return Ok(());
    }
    let sides = fight.entry(by).weapon.die;
    let face = table.die(fight, Throw::die(sides, &HARM, "harm").by(by).at(at))?;
    let harm = (face as i16 - fight.entry(at).armour).max(1);
    let harm = if parries(fight, table, by, at, harm)? { harm / 2 } else { harm };
    let lost = fight.take_life(Some(by), at, harm);
    let told = || Event::new(&HARM, "").dice(sides, &[face]).because(cause).harm(Some(by), at, lost as u32);
    wounds::hurt(fight, table, at, lost, told);
    Ok(())
}

/// `blow.parry`
fn parries<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who, harm: i16) -> Result<bool, T::Halt> {
    let may = !fight.is(at, &PARRIED) && places::apart(fight, by, at) <= 1;
    let does = may && table.choose(fight, Ask::Parry(at, harm))? == Some(Act::Parry);
    if does {
        fight[at].conditions.give(&PARRIED, 0, None, Some(Lasting::this_round()));
        table.tell(|| Event::new(&PARRY, format!("{} parries", fight.called(at))).answer().by(at).to(by));
    }
    Ok(does)
}

/// `blow.guarding`
pub fn guarding<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight[who].conditions.give(&GUARDED, 0, Some(who), Some(Lasting::until_turn_of(who)));
    table.tell(|| Event::new(&GUARDING, format!("{} guards", fight.called(who))).act().by(who));
}
