//! Places: squares on a map, ranks without one.

use quintain_engine::kit::prelude::*;
use quintain_field::sees;

use crate::Fight;

section! {
    "Places";
    PACE = Choice "place.pace": "On a map one goes up to its pace in squares; difficult ground takes two, and nobody goes through anybody.";
    RANKS = Choice "place.ranks": "Without a map each side has a front and a rear rank, and to go is to step into the other.";
    REACH = Engine "place.reach": "A weapon strikes as far as it reaches; without a map that is 1 square, and 1 more for each of the two who stands behind a front.";
    SIGHT = Engine "place.sight": "What cannot be seen cannot be reached.";
}

pub static REAR: Kind = Kind::new("rear", "REAR", Mood::Plain, 9, &RANKS, "Stands in the rear rank of its side.");
pub static WAY: Topic = topic("way", &PACE, Decider::Actor, Weight::Decision, "Where one goes");
pub static GO: Verb = verb("go", "GO", Group::Move, &PACE, "Goes to a square.");
pub static STEP: Verb = verb("step", "STEP", Group::Move, &RANKS, "Steps into the other rank.");
pub static STAY: Verb = verb("stay", "STAY", Group::Wait, &PACE, "Stays.");

/// How far one is from another, in squares.
pub fn apart(fight: &Fight, one: Who, other: Who) -> u32 {
    let behind = |who| fight.is(who, &REAR) && fight.friends_of(who).any(|friend| !fight.is(friend, &REAR));
    let friends = fight[one].side == fight[other].side;
    let ranks = || if friends { 1 } else { 1 + u32::from(behind(one)) + u32::from(behind(other)) };
    fight.apart(one, other).unwrap_or_else(ranks)
}

/// `place.reach` and `place.sight`
pub fn may_reach(fight: &Fight, one: Who, other: Who, reach: u16) -> Result<(), Refusal> {
    let sight = match (&fight.setting.map, fight[one].at, fight[other].at) {
        (Some(map), Some(from), Some(to)) => sees(map, from, to),
        _ => true,
    };
    match apart(fight, one, other) {
        far if far > reach.into() => {
            Err(Refusal::new(&REACH, format!("{} is {far} squares away", fight.called(other))))
        }
        _ if !sight => Err(Refusal::new(&SIGHT, "out of sight")),
        _ => Ok(()),
    }
}

/// `place.pace`
pub fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) {
    fight[who].at = Some(to);
    table.tell(|| Event::new(&PACE, format!("{} goes to {to}", fight.called(who))).act().by(who));
}

/// `place.ranks`
pub fn step<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if !fight[who].conditions.take(&REAR) {
        fight[who].conditions.give(&REAR, 0, None, None);
    }
    let rank = if fight.is(who, &REAR) { "rear" } else { "front" };
    table.tell(|| Event::new(&RANKS, format!("{} steps to the {rank}", fight.called(who))).act().by(who));
}
