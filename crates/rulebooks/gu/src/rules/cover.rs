//! Cover, and what a touch needs.

use quintain_engine::{Table, Who};
use quintain_field::{Point, Spot, cover_between, line_clear};

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

/// What the map says: lines from the middle of the attacker's square to the corners of the target's.
pub fn between(fight: &Fight, by: Who, at: Who) -> Cover {
    if fight.ground().is_bare() {
        return gu::cover(fight, by, at);
    }
    let map = &fight.ground().map;
    let (from, to) = fight.body(by).nearest_pair(fight.body(at));
    if from == to {
        return gu::cover(fight, by, at);
    }
    let eyes = |who: Who| Spot::EYES.up(quintain_field::Height::from_metres(fight.one(who).height));
    let start = Spot { square: from, above: eyes(by) }.point(map);
    let high = Spot { square: to, above: eyes(at) }.height(map);
    let (mut stopped, mut hidden) = (0, false);
    for corner in Point::corners(to, high) {
        if !line_clear(map, start, corner, [from, to]) {
            stopped += 1;
        } else if cover_between(map, start, corner, [from, to]) > quintain_field::Cover::None {
            hidden = true;
        }
    }
    let own = match stopped {
        4 => Cover::Full,
        0 if !hidden => Cover::None,
        _ => Cover::Partial,
    };
    own.max(gu::cover(fight, by, at))
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
