//! Plain moves: planned together from where all stood, and told with what they met.

use super::walker::{Walker, allowance, crawls};
use super::ways::{nearest_free, start_after, steps_to};
use super::{CRAWL, DIAGONAL, MODE, OCCUPANCY, SIMULTANEOUS, SPLIT, SQUARE, TERRAIN};
use crate::ask::{Act, Ask};
use crate::book::{Special, Use};
use crate::condition::Ability;
use crate::declaration::{Deed, Move};
use crate::fight::Fight;
use crate::rules::wording::cite;
use crate::rules::{gear, gifts, hazards};
use crate::underway::{Paths, Plan, Walked};
use quintain_engine::{Event, Table, Who};
use quintain_field::{Parity, Pathfinder, Square, Step, Walls};

impl Walked {
    /// One step more; answers how long the next diagonal is.
    pub(super) fn step(&mut self, walker: &Walker<'_>, from: Square, to: Square, parity: Parity) -> Parity {
        let (cost, parity) = walker.step_cost(from, to, parity);
        self.cost += cost;
        self.diagonal |= from.x != to.x && from.y != to.y;
        self.rough |= walker.going.is_some_and(|going| walker.steps(going, to) > 1);
        self.others |= !walker.may_stop(to);
        parity
    }
}

/// The move that somebody makes now, if it is a plain one, and how many steps it may take.
pub(super) fn plain_move(fight: &Fight, who: Who, before: bool) -> Option<(Square, u32)> {
    let plan = &fight.one(who).plan;
    let steps = allowance(fight, who);
    if before {
        return match (plan.before, plan.deed) {
            (_, Deed::SecondMove(Move::To(square))) => Some((square, steps * 2)),
            (Move::To(square), _) => Some((square, steps)),
            _ => None,
        };
    }
    let able = fight.fighting(who) && fight.present(who);
    let spent = fight.scratch.spent(who);
    match plan.after {
        Move::To(square) if able => Some((square, steps.saturating_sub(spent))),
        _ => None,
    }
}

/// R24: two who claim one square: the higher TEK gets it, then a hero, then the roster; the other stops short.
pub(super) fn plain_moves<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    paths: &mut Paths,
    before: bool,
) -> Result<(), T::Halt> {
    let Paths { finder, plans, ways, .. } = paths;
    plans.clear();
    ways.clear();
    for who in fight.scratch.actors.iter().copied() {
        let Some(((to, steps), from)) = plain_move(fight, who, before).zip(fight.one(who).at) else { continue };
        let start = ways.len();
        way_to(fight, finder, who, (from, to), steps, ways);
        plans.push(Plan { who, from, to, way: (start, ways.len()) });
    }
    plans.sort_unstable_by_key(|plan| claim(fight, plan.who));
    for plan in plans.iter() {
        fight.one_mut(plan.who).at = None;
    }
    for plan in plans.iter() {
        let way = one_move(fight, plan.who, ways.get(plan.way.0..plan.way.1).unwrap_or_default());
        let way = hazards::tread(fight, table, plan.who, way)?;
        let (end, walked) = walk_along(fight, finder, *plan, way);
        fight.one_mut(plan.who).at = Some(end);
        if before {
            fight.scratch.spend(plan.who, walked.cost);
        }
        tell_move(fight, table, plan.who, (plan.from, end), walked, end != plan.to);
    }
    Ok(())
}

/// R24: who gets a square that several claim: the least of these.
pub(super) fn claim(fight: &Fight, who: Who) -> (std::cmp::Reverse<i16>, bool, Who) {
    let one = fight.one(who);
    (std::cmp::Reverse(one.score(Ability::Tek).now), !one.hero, who)
}

/// Adds the way to a square, the start included; only the start if there is no way within these steps.
pub(super) fn way_to(
    fight: &Fight,
    finder: &mut Pathfinder,
    who: Who,
    (from, to): (Square, Square),
    steps: u32,
    ways: &mut Vec<Square>,
) {
    let Some(ground) = fight.ground() else { return };
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(steps);
    let ahead = walk.ahead(walker.footprint.at(to), 0, 1);
    match walker.way(finder, from, &walk, (ahead, |square| square == to)) {
        Some(route) => ways.extend_from_slice(route.squares),
        None => ways.push(from),
    }
}

/// The squares of a move that may be chosen, to be shown beforehand: as if all others stood still.
pub fn shown(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let Some((who, from, to, steps)) = chosen(fight, ask, act) else { return Vec::new() };
    let mut way = Vec::new();
    way_to(fight, &mut Pathfinder::new(), who, (from, to), steps, &mut way);
    way
}

/// What such a move takes and leaves of the way that there is for it, in feet.
pub fn walk(fight: &Fight, ask: &Ask, act: &Act) -> Option<(u32, u32)> {
    let (who, from, to, steps) = chosen(fight, ask, act)?;
    let cost = steps_to(fight, who, (from, to), steps)?;
    let feet = u32::from(fight.ground()?.feet);
    Some((cost * feet, (steps - cost) * feet))
}

/// Who moves where in this choice: from which square to which, within how many steps.
fn chosen(fight: &Fight, ask: &Ask, act: &Act) -> Option<(Who, Square, Square, u32)> {
    match (*ask, *act) {
        (Ask::Declare { who }, Act::Move(Move::To(to))) => Some((who, fight.one(who).at?, to, allowance(fight, who))),
        (Ask::Declare { who }, Act::Deed(Deed::SecondMove(Move::To(to)))) => {
            Some((who, fight.one(who).at?, to, allowance(fight, who) * 2))
        }
        (Ask::MoveAfter { who, .. }, Act::Move(Move::To(to))) => {
            let (from, steps) = start_after(fight, who)?;
            Some((who, from, to, steps))
        }
        _ => None,
    }
}

/// `risk.failure`: where the second move is lost, the first still leads as far along the way as it goes.
pub(super) fn one_move<'a>(fight: &Fight, who: Who, way: &'a [Square]) -> &'a [Square] {
    let plan = &fight.one(who).plan;
    let Some(ground) = fight.ground().filter(|_| plan.lost && matches!(plan.deed, Deed::SecondMove(_))) else {
        return way;
    };
    let walker = Walker::new(fight, ground, who);
    let (mut walked, mut parity, mut end) = (Walked::default(), Parity::Short, 0);
    for (place, (from, to)) in way.iter().zip(way.iter().skip(1)).enumerate() {
        parity = walked.step(&walker, *from, *to, parity);
        if walked.cost <= allowance(fight, who) {
            end = place + 1;
        }
    }
    way.get(..=end).unwrap_or(way)
}

/// Along a way to its last square that is free now, and what that was like.
pub(super) fn walk_along(fight: &Fight, finder: &mut Pathfinder, plan: Plan, way: &[Square]) -> (Square, Walked) {
    let Some(ground) = fight.ground() else { return (plan.from, Walked::default()) };
    let walker = Walker::new(fight, ground, plan.who);
    let last = way.iter().rposition(|square| walker.may_stop(*square));
    let way = way.get(..=last.unwrap_or(0)).unwrap_or_default();
    let (mut walked, mut parity) = (Walked::default(), Parity::Short);
    for (from, to) in way.iter().zip(way.iter().skip(1)) {
        parity = walked.step(&walker, *from, *to, parity);
    }
    let end = way.last().copied().unwrap_or(plan.from);
    walked.others |= end != plan.to;
    let end = if last.is_none() { nearest_free(fight, finder, plan.who, plan.from).unwrap_or(plan.from) } else { end };
    (end, walked)
}

pub(super) fn tell_move<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    who: Who,
    (from, to): (Square, Square),
    walked: Walked,
    short: bool,
) {
    if from == to && !short {
        return;
    }
    table.tell(|| {
        let name = fight.label(who);
        let text = match short {
            true if from == to => format!("{name} gets no farther than {from}"),
            true => format!("{name} moves from {from} to {to} (stopped short)"),
            false => format!("{name} moves from {from} to {to}"),
        };
        let mut event =
            Event::new(&crate::rules::actions::MOVE_40, text).by(who).and(&SIMULTANEOUS).and(&SQUARE).and(&MODE).act();
        let own = if crawls(fight, who) { &CRAWL } else { &crate::rules::retreat::NOT_MOVING_AWAY };
        event = event.and(own);
        let (land, people) = detours(fight, who, (from, to), walked);
        let rough = fight.ground().is_some_and(|ground| ground.is_difficult(to));
        let shod = rough && gear::carries(fight, who, Use::Boots);
        let slant = walked.diagonal || (from.x != to.x && from.y != to.y);
        let rules = [
            (slant, &DIAGONAL),
            (walked.rough || land, &TERRAIN),
            (walked.others || people, &OCCUPANCY),
            (shod, &gear::BOOTS),
            (gear::is_ridden_or_led(fight, who), &gear::CARRIED),
            (gifts::has_wings(fight, who), &gifts::WINGS),
        ];
        event = cite(event, rules);
        let splits = fight.scratch.spent(who) > 0;
        if splits && fight.one(who).plan.after != Move::AsNeeded { event.and(&SPLIT) } else { event }
    });
}

/// Whether a way was longer than it might have been because of the land, and because of those who stood in the way.
pub(super) fn detours(fight: &Fight, who: Who, (from, to): (Square, Square), walked: Walked) -> (bool, bool) {
    let Some(ground) = fight.ground().filter(|_| !crawls(fight, who)) else { return (false, false) };
    let walker = Walker::new(fight, ground, who);
    let straight = quintain_field::distance(from, to, ground.diagonal);
    let cost = fight.scratch.ways.lend(|finder| walker.cost_alone(finder, from, to)).unwrap_or(straight);
    (cost > straight, walked.cost > cost)
}

/// `creature.charge`: who ran 20 feet or more in a straight line.
pub(super) fn charges(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.template(who).has(&Special::Charge) && ran_straight(fight, who) {
            fight.scratch.charging.push(who);
        }
    }
}

pub(super) fn ran_straight(fight: &Fight, who: Who) -> bool {
    let from = fight.scratch.stood(who);
    let Some(((mut at, to), ground)) = from.zip(fight.one(who).at).zip(fight.ground()) else { return false };
    let (dx, dy) = (to.x - at.x, to.y - at.y);
    let far = u16::try_from(dx.abs().max(dy.abs())).unwrap_or(0).saturating_mul(ground.feet);
    if far < 20 || !(dx == 0 || dy == 0 || dx.abs() == dy.abs()) {
        return false;
    }
    let walker = Walker::new(fight, ground, who);
    let Some(step) = Step::nearest(dx.into(), dy.into()) else { return false };
    while at != to {
        let open = ground.map.body_step_open(walker.footprint, at, step, Walls::KeepCorners);
        at = at.step(step);
        if !open || !walker.may_enter(at) {
            return false;
        }
    }
    true
}
