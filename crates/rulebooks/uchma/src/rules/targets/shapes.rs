//! The creatures that the shapes of areas take in: cones, rings, lines.

use quintain_engine::Who;
use quintain_field::{Aim as Towards, Square, SquareSet, Step, cone};

use super::{Reached, reach, within};
use crate::book::Formula;
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::distance;
use crate::rules::{adjacency, cover, movement};

pub(super) fn in_cone(fight: &Fight, who: Who, rows: i16, step: Step) -> Reached {
    let (body, height) = (fight.body(who), distance::height(fight, who));
    // It reaches as far up and down as it is long.
    let level = |target: Who| i32::from(height.apart(distance::height(fight, target))) <= 10 * i32::from(rows);
    fight.rooms.area.lend(|area| {
        mark_cone(fight, who, rows, step, area);
        within(fight, |target| {
            let own = fight.body(target);
            let inside = area.touches(own) && !body.overlaps(own) && level(target);
            target != who && inside && cover::sees(fight, who, target)
        })
    })
}

/// The squares of a cone, whatever stands in between.
pub(super) fn mark_cone(fight: &Fight, who: Who, rows: i16, step: Step, area: &mut SquareSet) {
    let map = &fight.setting.map;
    area.reset(map);
    cone(map, edge(fight, who, step), Towards::Step(step), rows.max(0) as u32, distance::rule(fight), area);
}

/// The square of a body that lies farthest in a direction.
fn edge(fight: &Fight, who: Who, step: Step) -> Square {
    let body = fight.body(who);
    let far = |from: i16, by: i16| from.saturating_add(by.saturating_mul(200));
    let corner = body.south_west();
    body.nearest_pair(Square::new(far(corner.x, step.dx()), far(corner.y, step.dy())).into()).0
}

/// Columns and rows from one square to another.
pub fn apart(from: Square, to: Square) -> (i32, i32) {
    (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
}

/// Where something lies, 0 to 3999 clockwise from north; whole numbers, so that it is the same on every machine.
fn clockwise_from_north((dx, dy): (i32, i32)) -> i32 {
    let all = (dx.abs() + dy.abs()).max(1);
    match (dx >= 0, dy >= 0) {
        (true, true) => 1000 * dx / all,
        (true, false) => 1000 + 1000 * -dy / all,
        (false, false) => 2000 + 1000 * -dx / all,
        (false, true) => 3000 + 1000 * dy / all,
    }
}

pub(super) fn front(fight: &Fight, who: Who, step: Step) -> [Square; 3] {
    let at = edge(fight, who, step);
    [step, step.turned(1), step.turned(-1)].map(|step| at.step(step))
}

/// Three neighbouring squares: the one in front and the two beside it that touch the user, too.
pub(super) fn in_front(fight: &Fight, who: Who, step: Step) -> Reached {
    let squares = front(fight, who, step);
    within(fight, |target| {
        target != who
            && squares.iter().any(|square| fight.body(target).contains(*square))
            && adjacency::adjacent(fight, who, target)
            && cover::sees(fight, who, target)
    })
}

/// One after the other round the user, until the circle is closed or something stands in the way.
pub(super) fn ring(
    fight: &Fight,
    who: Who,
    range: Formula,
    ability: AbilityId,
    (first, clockwise): (Who, bool),
) -> Reached {
    let far = reach(fight, who, ability, range);
    let angle = |target: Who| {
        let (from, to) = fight.body(who).nearest_pair(fight.body(target));
        clockwise_from_north(apart(from, to))
    };
    let begin = angle(first);
    let from_first = |target: Who| {
        let turned = (angle(target) - begin).rem_euclid(4000);
        if clockwise || turned == 0 { turned } else { 4000 - turned }
    };
    let mut found = within(fight, |target| {
        target != who && distance::between(fight, who, target) <= far && cover::sees(fight, who, target)
    });
    found.sort_by_key(|target| (*target != first, from_first(*target), *target));
    let stop = found.iter().skip(1).position(|target| adjacency::adjacent(fight, who, *target));
    if let Some(stop) = stop {
        found.truncate(stop + 2);
    }
    found
}

/// A creature and the next one straight behind it, neither flying over it nor passing below.
pub(super) fn through(fight: &Fight, who: Who, range: Formula, ability: AbilityId, target: Who) -> Reached {
    let far = reach(fight, who, ability, range);
    let mut found: Reached = [target].into_iter().collect();
    let (from, to) = fight.body(who).nearest_pair(fight.body(target));
    let (dx, dy) = apart(from, to);
    let beyond = Square::new(
        (i32::from(to.x) + dx.clamp(-200, 200) * 8).clamp(-30_000, 30_000) as i16,
        (i32::from(to.y) + dy.clamp(-200, 200) * 8).clamp(-30_000, 30_000) as i16,
    );
    let level = |other: Who| movement::on_one_level(fight, other, target);
    let behind = quintain_field::squares_between(to, beyond)
        .take(usize::from(far.unsigned_abs()) * 2)
        .find_map(|square| {
            fight.everyone().find(|other| {
                let there = fight.present(*other) && fight.body(*other).contains(square);
                *other != who && *other != target && there && level(*other)
            })
        })
        .filter(|other| distance::between(fight, who, *other) <= far);
    found.extend(behind);
    found
}
