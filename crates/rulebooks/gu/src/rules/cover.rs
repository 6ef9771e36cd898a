//! Cover, and what a touch needs.

use quintain_engine::{Table, Who};
use quintain_field::{Point, Spot, Square, cover_between, line_clear};

use super::attack::{self, Aim};
use super::gu;
use super::percentile::Sum;
use crate::fight::Fight;

quintain_engine::section! {
    "Cover and touch";
    FULL = Engine "cover.full": "Whoever is wholly hidden by cover has full cover and is no target.";
    FULL_PIERCING = Engine "cover.full-piercing": "A Gu that pierces may attack through full cover, with +20.";
    FULL_DIVINED = Engine "cover.full-divined": "A divination that shows the exact place takes that +20 away, for piercing Gu only.";
    PARTIAL = Engine "cover.partial": "Attacks at somebody partly hidden have +10.";
    PARTIAL_PIERCING = Engine "cover.partial-piercing": "A Gu that pierces does not suffer that +10.";
    JUDGE = Gm "cover.judge": "The map proposes the cover and the GM may overrule it.", ruling "From the middle of the attacker's square to the corners of the target's: none stopped is no cover, all stopped is full cover.";
    TOUCH_RANGE = Engine "touch.range": "A touch reaches 1 m.";
    TOUCH_REACTABLE = Engine "touch.reactable": "Touches can be reacted to.";
    TOUCH_NO_SHIELD = Engine "touch.no-shield": "Shield Gu do not stop a touch unless their own text says so.", ruling "A touch without an attack roll simply hits; dodging it is unopposed. Some shields make their user no target for touches.";
}

/// How much of a target is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// Nothing.
    None,
    /// A part.
    Partial,
    /// All.
    Full,
}

impl Cover {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Partial => "partial cover",
            Cover::Full => "full cover",
        }
    }
}

/// What the map and Gu say of one who attacks another.
pub fn between(fight: &Fight, by: Who, at: Who) -> Cover {
    let own = if fight.ground().is_bare() { Cover::None } else { by_map(fight, by, at) };
    own.max(gu::cover(fight, by, at))
}

/// What the map says. On the ground it always says the same of the same two squares.
fn by_map(fight: &Fight, by: Who, at: Who) -> Cover {
    let (from, to) = fight.body(by).nearest_pair(fight.body(at));
    let high = (fight.one(by).height, fight.one(at).height);
    match high {
        _ if from == to => Cover::None,
        (0, 0) => fight.scratch.sight(from, to, || by_lines(fight, (from, 0), (to, 0))),
        (one, other) => by_lines(fight, (from, one), (to, other)),
    }
}

/// Lines from the middle of the attacker's square to the corners of the target's, each with a height above the ground.
fn by_lines(fight: &Fight, (from, up): (Square, i16), (to, other_up): (Square, i16)) -> Cover {
    let map = &fight.ground().map;
    let eyes = |up: i16| Spot::EYES.up(quintain_field::Height::from_metres(up));
    let start = Spot { square: from, above: eyes(up) }.point(map);
    let high = Spot { square: to, above: eyes(other_up) }.height(map);
    let (mut stopped, mut hidden) = (0, false);
    for corner in Point::corners(to, high) {
        if !line_clear(map, start, corner, [from, to]) {
            stopped += 1;
        } else if cover_between(map, start, corner, [from, to]) > quintain_field::Cover::None {
            hidden = true;
        }
    }
    match stopped {
        4 => Cover::Full,
        0 if !hidden => Cover::None,
        _ => Cover::Partial,
    }
}

/// `cover.judge`.
pub(crate) fn judged<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<Cover, T::Halt> {
    let proposed = between(fight, by, at);
    attack::ask_cover(fight, table, by, at, proposed)
}

/// Adds what cover does to the chance to hit.
pub fn modify(fight: &Fight, aim: &Aim, cover: Cover, sum: &mut Sum) {
    match (cover, aim.piercing) {
        (Cover::None, _) => {}
        (Cover::Partial, false) => sum.add("partial cover", 10, &PARTIAL),
        (Cover::Partial, true) => sum.note("partial cover, pierced", 0, &PARTIAL_PIERCING),
        (Cover::Full, _) if gu::locates(fight, aim.by, aim.at) => {
            sum.note("full cover, place known", 0, &FULL_DIVINED);
        }
        (Cover::Full, _) => sum.add("full cover, pierced", 20, &FULL_PIERCING),
    }
}
