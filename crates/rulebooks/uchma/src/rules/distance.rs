//! Map and distance.

use quintain_engine::Who;
use quintain_field::{Diagonal, Height, Span, Square, SquareSize, body_distance_in_space};

use crate::fight::Fight;
use crate::house::Distance;

quintain_engine::section! {
    "Map and distance";
    GRID = Engine "map.grid": "Fights are played on squares of one metre.";
    TOKEN = Engine "map.token": "Everybody has a token of its size on the map.", ruling "One square, or what the entry says.";
    MEDIUM = OffMap "map.medium": "The map may be paper or a screen.";
    TWO_RULES = Gm "dist.two-rules": "Distances follow one of two rules, chosen for the encounter.", house "distance";
    GAME = Engine "dist.game": "By the game rule a diagonal counts as much as a straight step, upwards too.", house "distance";
    SIMULATION = Engine "dist.simulation": "By the simulation rule diagonals count 1 and 2 by turns.", house "distance";
    COUNTER = Engine "dist.simulation.counter": "The count of diagonals goes on through a whole turn.";
    ONE_RULE = Engine "dist.one-rule": "Moves, ranges, radii and adjacency of one encounter follow the same rule.";
}

/// The rule of the encounter.
pub fn rule(fight: &Fight) -> Diagonal {
    match fight.house().distance {
        Distance::Game => Diagonal::Equal,
        Distance::Simulation => Diagonal::Alternate,
    }
}

/// The rule of the registry that says how distances are counted.
pub fn rule_of(fight: &Fight) -> &'static quintain_engine::Rule {
    match fight.house().distance {
        Distance::Game => &GAME,
        Distance::Simulation => &SIMULATION,
    }
}

/// How high somebody is above the map's zero: its ground and its altitude.
pub fn height(fight: &Fight, who: Who) -> Height {
    let one = fight.one(who);
    fight.setting.map.ground(one.at).up(Height::from_metres(one.altitude))
}

/// Metres between two.
#[inline]
pub fn between(fight: &Fight, one: Who, other: Who) -> i16 {
    from_square(fight, one, fight.one(one).at, other)
}

/// The same for two of one square on one level under the game rule: by far the commonest case.
#[inline]
pub fn on_the_flat(fight: &Fight, (one, at): (Who, Square), (other, its): (Who, Square)) -> Option<i16> {
    let (one, other, setting) = (fight.one(one), fight.one(other), &*fight.setting);
    let small = one.makeup.single && other.makeup.single;
    let level = setting.flat && one.altitude == other.altitude;
    let apart = at.x.abs_diff(its.x).max(at.y.abs_diff(its.y)) as i16;
    (small && level && setting.house.distance == Distance::Game).then_some(apart)
}

/// Metres from somebody standing elsewhere to another.
#[inline]
pub fn from_square(fight: &Fight, one: Who, at: Square, other: Who) -> i16 {
    match on_the_flat(fight, (one, at), (other, fight.one(other).at)) {
        Some(metres) => metres,
        None => in_space(fight, one, at, other),
    }
}

fn in_space(fight: &Fight, one: Who, at: Square, other: Who) -> i16 {
    let up = fight.setting.map.ground(at).up(Height::from_metres(fight.one(one).altitude));
    let ends = ((fight.footprint(one).at(at), up), (fight.body(other), height(fight, other)));
    body_distance_in_space(ends.0, ends.1, rule(fight), SquareSize::METRE) as i16
}

/// Metres from somebody to a square of the ground.
pub fn to_square(fight: &Fight, who: Who, square: Square) -> i16 {
    let there = (Span::from(square), fight.setting.map.ground(square));
    body_distance_in_space((fight.body(who), height(fight, who)), there, rule(fight), SquareSize::METRE) as i16
}
