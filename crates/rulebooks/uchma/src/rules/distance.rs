//! Map and distance.

use quintain_engine::Who;
use quintain_field::{Diagonal, Height, Span, Square, SquareSize, body_distance_in_space};

use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::house::Distance;
use crate::rules::adjacency;

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
    Ruler::of(fight, one).to(other, fight.one(other))
}

/// Metres from somebody standing elsewhere to another.
#[inline]
pub fn from_square(fight: &Fight, one: Who, at: Square, other: Who) -> i16 {
    Ruler::on(fight, one, at).to(other, fight.one(other))
}

/// Measures from somebody to others; what is the same for all of them is looked up once.
#[derive(Clone, Copy, Debug)]
pub struct Ruler<'a> {
    fight: &'a Fight,
    who: Who,
    at: Square,
    altitude: i16,
    /// To others of one square on the same level columns and rows alone count: by far the commonest case.
    plain: bool,
}

impl<'a> Ruler<'a> {
    /// From where it is.
    #[inline]
    pub fn of(fight: &'a Fight, who: Who) -> Self {
        Ruler::on(fight, who, fight.one(who).at)
    }

    /// From a square where it might stand.
    #[inline]
    pub fn on(fight: &'a Fight, who: Who, at: Square) -> Self {
        let (one, setting) = (fight.one(who), &*fight.setting);
        let plain = one.makeup.single && setting.flat && setting.house.distance == Distance::Game;
        Ruler { fight, who, at, altitude: one.altitude, plain }
    }

    /// The same from another square.
    #[inline]
    pub fn moved(self, at: Square) -> Self {
        Ruler { at, ..self }
    }

    /// Metres where columns and rows alone count.
    #[inline]
    pub fn on_the_flat(&self, its: &Combatant) -> Option<i16> {
        let along = |own: i16, its: i16| (i32::from(own) - i32::from(its)).abs();
        let apart = along(self.at.x, its.at.x).max(along(self.at.y, its.at.y)) as i16;
        (self.plain && its.makeup.single && its.altitude == self.altitude).then_some(apart)
    }

    /// Metres to another.
    #[inline]
    pub fn to(&self, other: Who, its: &Combatant) -> i16 {
        self.measure(other, its).0
    }

    /// Metres to another, and whether columns and rows alone count.
    #[inline]
    pub fn measure(&self, other: Who, its: &Combatant) -> (i16, bool) {
        match self.on_the_flat(its) {
            Some(metres) => (metres, true),
            None => (in_space(self.fight, self.who, self.at, other), false),
        }
    }

    /// Whether another is adjacent to where it is.
    #[inline]
    pub fn touches(&self, other: Who, its: &Combatant) -> bool {
        let beside = |own: i16, its: i16| (i32::from(own) - i32::from(its) + 1) as u32 <= 2;
        match self.plain && its.makeup.single && its.altitude == self.altitude {
            true => beside(self.at.x, its.at.x) && beside(self.at.y, its.at.y),
            false => adjacency::adjacent_in_space(self.fight, self.who, other),
        }
    }
}

fn in_space(fight: &Fight, one: Who, at: Square, other: Who) -> i16 {
    let up = fight.setting.map.ground(at).up(Height::from_metres(fight.one(one).altitude));
    let body = if at == fight.one(one).at { fight.body(one) } else { fight.footprint(one).at(at) };
    let ends = ((body, up), (fight.body(other), height(fight, other)));
    body_distance_in_space(ends.0, ends.1, rule(fight), SquareSize::METRE) as i16
}

/// Metres between two squares of the ground.
pub fn of_squares(fight: &Fight, one: Square, other: Square) -> i16 {
    let there = |square: Square| (Span::from(square), fight.setting.map.ground(square));
    body_distance_in_space(there(one), there(other), rule(fight), SquareSize::METRE) as i16
}

/// Metres from somebody to a square of the ground.
pub fn to_square(fight: &Fight, who: Who, square: Square) -> i16 {
    of_body(fight, (fight.body(who), height(fight, who)), square)
}

/// Metres from a body, so high above the map's zero, to a square of the ground.
pub fn of_body(fight: &Fight, body: (Span, Height), square: Square) -> i16 {
    let there = (Span::from(square), fight.setting.map.ground(square));
    body_distance_in_space(body, there, rule(fight), SquareSize::METRE) as i16
}
