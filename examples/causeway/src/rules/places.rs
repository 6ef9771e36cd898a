//! Places: squares on a map, ranks without one.

use quintain_engine::kit::prelude::*;

use crate::game::{Act, Fight};

section! {
    "Places";
    PACE = Choice "place.pace": "On a map a combatant goes up to its pace in squares; difficult ground counts 2, and nobody goes through anybody.";
    RANKS = Choice "place.ranks": "Without a map each side has a front and a rear rank, and to go is to step into the other one.";
    REACH = Engine "place.reach": "A blow or a power comes as far as it reaches; without a map foes are 1 square apart, and 1 more for each of the two that stands behind a front.";
    SIGHT = Engine "place.sight": "What a combatant cannot see, it cannot reach.";
}

pub static ASK_WAY: Topic = topic("way", &PACE, Decider::Actor, Weight::Decision, "Where a combatant goes");
pub static TO_GO: Verb = verb("go", "GO", Group::Move, &PACE, "Goes to a square.");
pub static TO_STEP: Verb = verb("step", "STEP", Group::Move, &RANKS, "Steps into the other rank.");
pub static TO_STAY: Verb = verb("stay", "STAY", Group::Wait, &PACE, "Stays where it is.");
pub static REAR: Condition = Condition::new("rear", "REAR", Mood::Plain, &RANKS, "Stands in the rear rank.");

/// Where a combatant can go: `place.pace`, `place.ranks`.
pub fn ways(fight: &Fight, who: Who) -> Vec<Act> {
    if fight.setting.map.is_none() {
        return vec![Act::Stay, Act::Step];
    }
    let cost = |map: &Map, to| if map.terrain_name(to) == Some("difficult") { 2 } else { 1 };
    let squares = fight.reach(who, fight.entry(who).pace.into(), cost).into_iter();
    [Act::Stay].into_iter().chain(squares.map(|to| Act::Go { to })).collect()
}

/// How far a combatant is from another, in squares: `place.reach`.
pub fn apart(fight: &Fight, one: Who, other: Who) -> u32 {
    let friends = fight[one].side == fight[other].side;
    let behind = |who| u32::from(is_behind(fight, who));
    let ranks = || if friends { 1 } else { 1 + behind(one) + behind(other) };
    fight.distance(one, other).unwrap_or_else(ranks)
}

/// A rear counts only while a friend stands in front of it.
fn is_behind(fight: &Fight, who: Who) -> bool {
    fight.is(who, &REAR) && fight.friends_of(who).any(|friend| !fight.is(friend, &REAR))
}

/// `place.reach` and `place.sight`
pub fn may_reach(fight: &Fight, one: Who, other: Who, reach: u16) -> Result<(), Refusal> {
    match apart(fight, one, other) {
        away if away > reach.into() => Err(Refusal::new(&REACH, format!("{away} squares away"))),
        _ if !fight.sees(one, other) => Err(Refusal::new(&SIGHT, "out of sight")),
        _ => Ok(()),
    }
}

/// `place.pace`
pub fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) {
    fight[who].at = Some(to);
    table.tell(|| Event::new(&PACE, format!("{} goes to {to}", fight.name(who))).act().by(who));
}

/// `place.ranks`
pub fn step<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let to_rear = !fight[who].conditions.take(&REAR);
    if to_rear {
        fight[who].conditions.give(&REAR);
    }
    let rank = if to_rear { "rear" } else { "front" };
    table.tell(|| Event::new(&RANKS, format!("{} steps to the {rank}", fight.name(who))).act().by(who));
}
