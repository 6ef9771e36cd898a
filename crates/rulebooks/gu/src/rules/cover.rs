//! Cover, and what a touch needs.

use quintain_engine::{Noted, Reckoning, Table, Who};
use quintain_field::{Map, Point, Spot, Square, cover_between, line_clear};

use super::attack::Aim;
use super::gu;
use crate::ask::{self, Act, Ask};
use crate::fight::Fight;

pub use crate::deeds::Cover;

quintain_engine::section! {
    "Cover and touch";
    FULL = Engine "cover.full": "Whoever is wholly hidden by cover has full cover and is no target.";
    FULL_PIERCING = Engine "cover.full-piercing": "A Gu that pierces may attack through full cover, with +20.";
    FULL_DIVINED = Engine "cover.full-divined": "A divination that shows the exact place takes that +20 away, for piercing Gu only.";
    PARTIAL = Engine "cover.partial": "Attacks at somebody partly hidden have +10.";
    PARTIAL_PIERCING = Engine "cover.partial-piercing": "A Gu that pierces does not suffer that +10.";
    JUDGE = Gm "cover.judge": "The map proposes the cover and the GM may overrule it.", ruling "From the middle of the attacker's square to the corners of the target's: none stopped is no cover, all stopped is full cover; of large creatures every square counts, and a wall on the side of the target's own square hides it like any other.";
    TOUCH_RANGE = Engine "touch.range": "A touch reaches 1 m.";
    TOUCH_REACTABLE = Engine "touch.reactable": "Touches can be reacted to.";
    TOUCH_NO_SHIELD = Engine "touch.no-shield": "Shield Gu do not stop a touch unless their own text says so.", ruling "A touch without an attack roll simply hits; dodging it is unopposed. Some shields make their user no target for touches.";
}

/// What the map and Gu say of one who attacks another.
pub fn between(fight: &Fight, by: Who, at: Who) -> Cover {
    between_from(fight, (by, fight.one(by).at), at)
}

/// The same, as it would be from another square.
pub fn between_from(fight: &Fight, (by, from): (Who, Square), at: Who) -> Cover {
    let own = if fight.ground().is_bare() { Cover::None } else { by_map(fight, (by, from), at) };
    own.max(gu::cover(fight, by, at))
}

/// Whether nobody's hand gets from one to the other: one of them is wholly hidden.
pub fn is_out_of_touch(fight: &Fight, who: Who, other: Who) -> bool {
    who != other && between(fight, who, other) == Cover::Full
}

/// What the map says: of all squares that the attacker fills, the one from which most of the target is to be seen counts.
fn by_map(fight: &Fight, (by, from): (Who, Square), at: Who) -> Cover {
    let (own, other) = (fight.body_at(by, from), fight.body(at));
    if own.overlaps(other) {
        return Cover::None;
    }
    own.squares().map(|from| from_square(fight, (by, from), at)).min().unwrap_or(Cover::None)
}

/// How much of a target is hidden from one square of the attacker: all of it where each of its squares is.
fn from_square(fight: &Fight, (by, from): (Who, Square), at: Who) -> Cover {
    let mut all = fight.body(at).squares().map(|to| between_squares(fight, (by, from), (at, to)));
    let Some(first) = all.next() else { return Cover::None };
    all.fold(first, |known, cover| if known == cover { known } else { Cover::Partial })
}

/// On the ground the map always says the same of the same two squares.
fn between_squares(fight: &Fight, (by, from): (Who, Square), (at, to): (Who, Square)) -> Cover {
    let find = |up, other_up| by_lines(fight, (from, up), (to, other_up));
    match (fight.one(by).height, fight.one(at).height) {
        (0, 0) => Cover::ALL[usize::from(fight.ground().between((from, to), || find(0, 0) as u8))],
        (up, other_up) => find(up, other_up),
    }
}

/// Lines from the middle of the attacker's square to the corners of the target's, each with a height above the ground.
fn by_lines(fight: &Fight, (from, up): (Square, i16), (to, other_up): (Square, i16)) -> Cover {
    let map = &fight.ground().map;
    let eyes = |up: i16| Spot::EYES.up(quintain_field::Height::from_metres(up));
    let start = Spot { square: from, above: eyes(up) }.point(map);
    let high = Spot { square: to, above: eyes(other_up) }.height(map);
    let (mut stopped, mut hidden) = (0, false);
    for (corner, place) in Point::corners(to, high).into_iter().zip(CORNERS) {
        let clear = line_clear(map, start, corner, [from, to]);
        if !clear && !is_seen_between_rocks(map, (from, start), (to, corner), place) {
            stopped += 1;
        } else if clear && cover_between(map, start, corner, [from, to]) > quintain_field::Cover::None {
            hidden = true;
        }
    }
    match stopped {
        4 => Cover::Full,
        0 if !hidden => Cover::None,
        _ => Cover::Partial,
    }
}

/// On which sides of a square its corners lie, in the order of [`Point::corners`]: to the west or east, south or north.
const CORNERS: [(i16, i16); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Two rocks that touch only at a corner of the target's square leave that corner to be seen.
fn is_seen_between_rocks(
    map: &Map,
    (from, start): (Square, Point),
    (to, corner): (Square, Point),
    (west_east, south_north): (i16, i16),
) -> bool {
    let before = to.offset(west_east, south_north);
    let beyond = (from.x - to.x).signum() == west_east && (from.y - to.y).signum() == south_north;
    let rocks = [to.offset(west_east, 0), to.offset(0, south_north)];
    beyond && rocks.into_iter().all(|rock| map.blocks_sight(rock)) && line_clear(map, start, corner, [from, before])
}

/// `cover.judge`.
pub(crate) fn judged<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<Cover, T::Halt> {
    let proposed = between(fight, by, at);
    Ok(match ask::act(fight, table, Ask::Cover { by, at, proposed })? {
        Some(Act::Cover(cover)) => cover,
        _ => proposed,
    })
}

/// Adds what cover does to the chance to hit.
pub fn modify(fight: &Fight, aim: &Aim, cover: Cover, sum: &mut Noted) {
    match (cover, aim.piercing) {
        (Cover::None, _) => sum,
        (Cover::Partial, false) => sum.add(&PARTIAL, "partial cover", 10),
        (Cover::Partial, true) => sum.waive(&PARTIAL_PIERCING, "partial cover, pierced", 0, ""),
        (Cover::Full, _) if gu::locates(fight, aim.by, aim.at) => {
            sum.waive(&FULL_DIVINED, "full cover, place known", 0, "")
        }
        (Cover::Full, _) => sum.add(&FULL_PIERCING, "full cover, pierced", 20),
    };
}
