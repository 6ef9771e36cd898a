//! The optional battle map: what 40 feet, reach, sight and cover mean where squares matter. Without a map there are no
//! positions, and everyone present can be got at unless the GM says otherwise.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Cover, Footprint, Map, Parity, Pathfinder, Span, Spot, Square, SquareSet, Walk, cover_along, sees};

use crate::arm::{ArmId, Blast, Reaching};
use crate::book::{Special, Tag, Use};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Deed, Move};
use crate::fight::{Fight, Ground};
use crate::house::ReachTiming;
use crate::rules::blast::Caught;
use crate::rules::{creatures, gear, incantations, modifiers, scars};

quintain_engine::section! {
    "The battle map";
    MODE = Engine "map.mode": "Squares matter where an encounter has a map.", house "map.mode";
    NONE = Engine "map.none": "Without a map anyone may be attacked, hand to hand as well, unless the GM marks a pair out of reach, out of sight or in cover.";
    SQUARE = Engine "map.square": "A square is 5 feet; a move is as many steps as fit into it.", house "map.feet-per-square";
    DIAGONAL = Engine "map.diagonal": "A diagonal step costs one square, and no step cuts a wall's corner.", house "map.diagonal";
    TERRAIN = Engine "map.terrain": "Difficult ground costs two steps a square; walls and closed doors block.";
    OCCUPANCY = Engine "map.occupancy": "One may pass allies but not able opponents, and nobody ends where somebody stands; the fallen do not block.";
    REACH = Engine "map.reach": "Hand to hand reaches the next square; long spears two.";
    RANGE = Engine "map.range": "Shots reach as far as one sees, impaired beyond 80 feet; throws 80 feet, impaired beyond 40.";
    COVER = Engine "map.cover": "A line through cover impairs the attack; a wall stops it.";
    BLAST = Engine "map.blast": "The area of a blast is measured after the phase's moves.";
    SIMULTANEOUS = Engine "map.simultaneous-moves": "Movers of a phase set out together from where they stood; of two who want one square the nimbler gets it.";
    RETREAT = Engine "map.retreat": "A retreat on a map leads to an exit that can be reached by path.";
    CRAWL = Engine "map.crawl": "Crawling and hamstrung ones move one square a turn.";
    TIMING = Engine "reach.timing": "A target must be in reach at the start of the phase or after its moves.", house "reach.timing";
    SPLIT = Choice "move.split": "A move is made wholly before or wholly after the action.", house "move.split";
}

fn body(fight: &Fight, who: Who, at: Square) -> Span {
    let (width, depth) = fight.template(who).size;
    Footprint::new(width, depth).at(at)
}

fn feet_between(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square)) -> u16 {
    let squares =
        quintain_field::body_distance(body(fight, one.0, one.1), body(fight, other.0, other.1), ground.diagonal);
    u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(ground.feet)
}

fn sees_between(fight: &Fight, map: &Map, one: (Who, Square), other: (Who, Square)) -> bool {
    let (from, to) = body(fight, one.0, one.1).nearest_pair(body(fight, other.0, other.1));
    from == to || sees(map, Spot::standing(from), Spot::standing(to))
}

/// Whether two stand within so many feet of each other; always true without a map.
pub fn within(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)) <= feet,
        (Some(_), _, _) => false,
        (None, _, _) => true,
    }
}

/// How many feet apart two stand; 0 without a map.
pub fn feet_apart(fight: &Fight, one: Who, other: Who) -> u16 {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)),
        _ => 0,
    }
}

/// How many feet part two; 0 without a map.
pub fn feet(fight: &Fight, one: Who, other: Who) -> u16 {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)),
        _ => 0,
    }
}

/// Whether one sees the other within so many feet.
pub fn sees_within(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    let barred = fight.one(other).under_by(Effect::OutOfSight, one) || fight.one(other).is(Condition::Hidden);
    if barred {
        return false;
    }
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => {
            feet_between(fight, ground, (one, a), (other, b)) <= feet
                && sees_between(fight, &ground.map, (one, a), (other, b))
        }
        (Some(_), _, _) => false,
        (None, _, _) => true,
    }
}

/// Whether one can lay hands on the other where they stand now.
pub fn in_reach_now(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    within(fight, one, other, feet) && !fight.one(other).under_by(Effect::OutOfReach, one)
}

/// Whether a blow with this is struck hand to hand.
pub fn hand_to_hand(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match fight.arm(arm).reaching {
        Reaching::Melee => true,
        Reaching::Missile => false,
        Reaching::Thrown => fight.ground().is_some() && within(fight, by, at, 5),
    }
}

/// `map.reach`, `map.range`, `reach.timing`: whether this blow can land now, at the start of the phase or after its
/// moves.
///
/// # Errors
/// The refusal.
pub fn may_strike(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    if !fight.one(at).effects.is_empty() || fight.one(at).conditions != crate::condition::Conditions::default() {
        may_get_at(fight, by, at, arm)?;
    }
    if fight.template(at).has(&Special::OutOfReachAloft) && fight.one(at).is(Condition::Aloft) {
        from_the_ground(fight, by, at, arm, &creatures::ALOFT)?;
    }
    let Some(ground) = fight.ground() else { return Ok(()) };
    let now = fight.one(by).at.zip(fight.one(at).at);
    let before = fight.scratch.stood.get(by.index()).copied().flatten();
    let before = before.zip(fight.scratch.stood.get(at.index()).copied().flatten());
    let before = before.filter(|_| fight.house().reach_timing == ReachTiming::StartOrEnd);
    let lands = |(from, to)| can_land(fight, ground, (by, from), (at, to), arm);
    if now.is_some_and(lands) || before.is_some_and(lands) {
        return Ok(());
    }
    Err(Refusal::new(&REACH, "out of reach or out of sight"))
}

/// What the GM's word and incantations bar, with or without a map.
fn may_get_at(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    let target = fight.one(at);
    if target.is(Condition::Hidden) || target.under_by(Effect::OutOfSight, by) {
        return Err(Refusal::new(&NONE, "out of sight"));
    }
    if !fight.scratch.was_there(at) || target.is(Condition::Escaped) {
        return Err(Refusal::new(&super::retreat::PASS, "it has got away"));
    }
    if target.is(Condition::Petrified) || target.is(Condition::Neutral) {
        return Err(Refusal::new(&NONE, "it is out of the fight"));
    }
    let hands = fight.arm(arm).reaching == Reaching::Melee;
    if hands && (target.under_by(Effect::OutOfReach, by) || fight.one(by).under_by(Effect::OutOfReach, at)) {
        return Err(Refusal::new(&NONE, "out of reach"));
    }
    if hands && target.under_by(Effect::PartedFrom, by) {
        return Err(Refusal::new(&incantations::SEPARATE, "the two are parted"));
    }
    Ok(())
}

fn from_the_ground(
    fight: &Fight,
    by: Who,
    at: Who,
    arm: ArmId,
    rule: &'static quintain_engine::Rule,
) -> Result<(), Refusal> {
    let _ = at;
    let flies = fight.template(by).is(Tag::Flies);
    if fight.arm(arm).reaching == Reaching::Melee && !flies {
        return Err(Refusal::new(rule, "it stays aloft"));
    }
    Ok(())
}

fn can_land(fight: &Fight, ground: &Ground, by: (Who, Square), at: (Who, Square), arm: ArmId) -> bool {
    let entry = fight.arm(arm);
    let feet = feet_between(fight, ground, by, at);
    let far = match entry.reaching {
        Reaching::Melee => entry.reach.max(ground.feet),
        Reaching::Missile | Reaching::Thrown => entry.far.max(entry.reach),
    };
    feet <= far && sees_between(fight, &ground.map, by, at)
}

/// Says that a declared blow found nobody.
pub(crate) fn tell_out_of_reach<T: Table<Fight>>(fight: &Fight, table: &mut T, by: Who, at: Who) {
    table.tell(|| {
        let text = format!("{} cannot get at {}", fight.label(by), fight.label(at));
        let rule = if fight.ground().is_some() { &REACH } else { &NONE };
        let gone = fight.one(at).is(Condition::Escaped);
        let event = Event::new(if gone { &super::retreat::PASS } else { rule }, text).by(by).to(at);
        if fight.ground().is_some() { event.and(&TIMING) } else { event }
    });
}

/// `map.cover`, `map.range`: what impairs a blow because of where the two stand.
pub fn weakness(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> Option<&'static str> {
    let ground = fight.ground()?;
    let (from, to) = (fight.one(by).at?, fight.one(at).at?);
    let (near, far) = body(fight, by, from).nearest_pair(body(fight, at, to));
    if near != far && cover_along(&ground.map, Spot::standing(near), Spot::standing(far)) > Cover::None {
        return Some("through cover");
    }
    let feet = feet_between(fight, ground, (by, from), (at, to));
    if modifiers::spoilt_by_scars(fight, by, feet) {
        return Some("one eye for a long shot");
    }
    (!hand_to_hand && feet > fight.arm(arm).sure).then_some("a long shot")
}

/// Steps that a move allows.
pub fn allowance(fight: &Fight, who: Who) -> u32 {
    let Some(ground) = fight.ground() else { return 0 };
    let one = fight.one(who);
    if one.is(Condition::Bound) {
        return 0;
    }
    if one.is(Condition::Critical) || one.is(Condition::Hamstrung) {
        return 1;
    }
    let feet = fight.template(who).speed;
    let feet = if scars::hampers(fight, who, "leg") { feet.min(20) } else { feet };
    u32::from(feet / ground.feet)
}

/// Whether somebody may make a second move.
pub fn may_move_twice(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.is(Condition::Hamstrung) {
        return Err(Refusal::new(&scars::HAMSTRUNG, "hamstrung"));
    }
    if scars::hampers(fight, who, "leg") {
        return Err(Refusal::new(&scars::HANDICAP, "a maimed leg"));
    }
    if one.is(Condition::Bound) {
        return Err(Refusal::new(&gear::BOUND, "bound"));
    }
    Ok(())
}

/// Somebody about to walk, with what stands in the way: gathered once, asked for every square.
struct Walker<'a> {
    fight: &'a Fight,
    ground: &'a Ground,
    who: Who,
    free: bool,
    parted: bool,
    opposed: arrayvec::ArrayVec<Span, 64>,
    standing: arrayvec::ArrayVec<Span, 64>,
}

impl<'a> Walker<'a> {
    fn new(fight: &'a Fight, ground: &'a Ground, who: Who) -> Self {
        let template = fight.template(who);
        let free = template.is(Tag::Flies) || template.is(Tag::Sea) || gear::carries(fight, who, Use::Boots);
        let parted = fight.one(who).effects.iter().any(|known| known.effect == Effect::PartedFrom);
        let mut walker = Walker {
            fight,
            ground,
            who,
            free,
            parted,
            opposed: arrayvec::ArrayVec::new(),
            standing: arrayvec::ArrayVec::new(),
        };
        for other in fight.everyone().filter(|other| *other != who) {
            let Some(at) = fight.one(other).at else { continue };
            let lies = fight.one(other).is(Condition::Critical) || !fight.present(other);
            if !lies {
                let _ = walker.standing.try_push(body(fight, other, at));
            }
            if fight.foes(who, other) && fight.fighting(other) {
                let _ = walker.opposed.try_push(body(fight, other, at));
            }
        }
        walker
    }

    fn walk(&self, budget: u32) -> Walk {
        let (width, depth) = self.fight.template(self.who).size;
        let mut walk = Walk::new(self.ground.diagonal, budget);
        walk.body = Footprint::new(width, depth);
        walk
    }

    /// `map.terrain`, `map.occupancy`: what stepping into a square costs.
    fn cost(&self, to: Square) -> Option<u32> {
        let blocked = self.opposed.iter().any(|span| span.contains(to));
        if blocked || (self.parted && too_near(self.fight, self.ground, self.who, Span::from(to))) {
            return None;
        }
        Some(if !self.free && self.ground.is_difficult(to) { 2 } else { 1 })
    }

    /// Whether it may stop with its south-west square here.
    fn may_stop(&self, at: Square) -> bool {
        let own = body(self.fight, self.who, at);
        let near = self.parted && too_near(self.fight, self.ground, self.who, own);
        !near && !self.standing.iter().any(|span| span.overlaps(own))
    }
}

/// The squares to which somebody can move and stop in, with what it costs, cheapest first.
pub fn reachable(fight: &Fight, who: Who, moves: u32) -> Vec<(Square, u32)> {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return Vec::new() };
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(allowance(fight, who) * moves);
    let mut finder = Pathfinder::new();
    let reach = finder.reach(&ground.map, at, &walk, |_, to| walker.cost(to));
    reach.iter().filter(|arrival| arrival.square != at && walker.may_stop(arrival.square)).map(|a| (a.square, a.cost)).collect()
}

/// `map.retreat`: whether an exit can be reached, at any distance. Without a map there is always a way out.
pub fn can_reach_exit(fight: &Fight, who: Who) -> bool {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return fight.ground().is_none() };
    let walker = Walker::new(fight, ground, who);
    let mut finder = Pathfinder::new();
    let walk = walker.walk(u32::from(u16::MAX));
    finder.path_to(&ground.map, at, &walk, |_, to| walker.cost(to), |square| {
        body(fight, who, square).squares().any(|square| ground.map.is_exit(square))
    }).is_some()
}

/// Whether a blow that is declared now could land if both sides move: what a declaration may name.
///
/// # Errors
/// The refusal.
pub fn may_declare(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    may_get_at(fight, by, at, arm)?;
    if fight.template(at).has(&Special::OutOfReachAloft) && fight.one(at).is(Condition::Aloft) {
        from_the_ground(fight, by, at, arm, &creatures::ALOFT)?;
    }
    let Some(ground) = fight.ground() else { return Ok(()) };
    let (Some(a), Some(b)) = (fight.one(by).at, fight.one(at).at) else {
        return Err(Refusal::new(&REACH, "not on the map"));
    };
    let (from, own) = match fight.one(by).plan.before {
        Move::To(square) => (square, 0),
        Move::Stay => (a, 0),
        _ => (a, allowance(fight, by)),
    };
    let entry = fight.arm(arm);
    let far = if entry.reaching == Reaching::Melee { entry.reach.max(ground.feet) } else { entry.far };
    let theirs = if fight.fighting(at) { allowance(fight, at) } else { 0 };
    let moved = u16::try_from(own + theirs).unwrap_or(u16::MAX).saturating_mul(ground.feet);
    if feet_between(fight, ground, (by, from), (at, b)) > far.saturating_add(moved) {
        return Err(Refusal::new(if entry.reaching == Reaching::Melee { &REACH } else { &RANGE }, "too far away"));
    }
    Ok(())
}

/// P3: all moves before the actions. Plain moves are planned from the starting positions; those who close with
/// somebody follow, step by step, so that two who close with each other both stop where they first are in reach.
pub(crate) fn moves_before<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if fight.ground().is_none() {
        return;
    }
    let mut finder = std::mem::take(&mut fight.scratch.finder);
    plain_moves(fight, table, &mut finder, true);
    closing_moves(fight, table, &mut finder);
    fight.scratch.finder = finder;
    wade(fight);
    charges(fight);
}

/// `creature.charge`: who ran 20 feet or more in a straight line.
fn charges(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if !fight.template(who).has(&Special::Charge) {
            continue;
        }
        let from = fight.scratch.stood.get(who.index()).copied().flatten();
        let Some(((from, to), ground)) = from.zip(fight.one(who).at).zip(fight.ground()) else { continue };
        let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
        let straight = dx == 0 || dy == 0 || dx == dy;
        if straight && u16::try_from(dx.max(dy)).unwrap_or(0).saturating_mul(ground.feet) >= 20 {
            fight.scratch.charging.push(who);
        }
    }
}

/// P9: moves after the actions, of those still able to move.
pub(crate) fn moves_after<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if fight.ground().is_none() {
        return;
    }
    let mut finder = std::mem::take(&mut fight.scratch.finder);
    plain_moves(fight, table, &mut finder, false);
    fight.scratch.finder = finder;
    wade(fight);
}

/// Who stands in water is in it.
pub(crate) fn wade(fight: &mut Fight) {
    for who in fight.everyone() {
        let Some(at) = fight.one(who).at else { continue };
        let Some(ground) = fight.ground() else { return };
        let mut under = body(fight, who, at).squares();
        let wet = under.any(|square| ground.map.terrain_name(square).is_some_and(|name| name.contains("water")));
        let conditions = &mut fight.one_mut(who).conditions;
        if wet { conditions.give(Condition::InWater) } else { conditions.take(Condition::InWater) }
    }
}

/// The move that somebody makes now, if it is a plain one, and how many moves' worth of steps it has.
fn plain_move(fight: &Fight, who: Who, before: bool) -> Option<(Square, u32)> {
    let plan = &fight.one(who).plan;
    if before {
        return match (plan.before, plan.deed) {
            (_, Deed::SecondMove(Move::To(square))) => Some((square, 2)),
            (Move::To(square), _) => Some((square, 1)),
            _ => None,
        };
    }
    let able = fight.fighting(who) || fight.one(who).is(Condition::Critical);
    match plan.after {
        Move::To(square) if able && fight.present(who) => Some((square, 1)),
        _ => None,
    }
}

/// The most steps of one turn: two moves of eighty feet over squares of five.
type Steps = arrayvec::ArrayVec<Square, 40>;

/// R24: two who claim one square: the higher TEK gets it, then a hero, then the roster; the other stops short.
fn plain_moves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, finder: &mut Pathfinder, before: bool) {
    let mut planned: arrayvec::ArrayVec<(Who, Square, Square, Steps), 64> = arrayvec::ArrayVec::new();
    for who in fight.scratch.actors.iter().copied() {
        let Some(((to, moves), from)) = plain_move(fight, who, before).zip(fight.one(who).at) else { continue };
        let mut steps = steps_towards(fight, finder, who, from, to, moves);
        if moves > 1 && fight.one(who).plan.lost {
            only_one_move(fight, who, &mut steps);
        }
        let _ = planned.try_push((who, from, to, steps));
    }
    planned.sort_unstable_by_key(|(who, ..)| {
        let one = fight.one(*who);
        (std::cmp::Reverse(one.score(Ability::Tek).now), !one.hero, *who)
    });
    for (who, ..) in &planned {
        fight.one_mut(*who).at = None;
    }
    for (who, from, to, steps) in &planned {
        let Some(ground) = fight.ground() else { return };
        let walker = Walker::new(fight, ground, *who);
        let end = steps.iter().rev().copied().find(|square| walker.may_stop(*square)).unwrap_or(*from);
        fight.one_mut(*who).at = Some(end);
        tell_move(fight, table, *who, *from, end, end != *to);
    }
}

/// `risk.failure`: where the second move is lost, the first still leads as far along the way as it goes.
fn only_one_move(fight: &Fight, who: Who, steps: &mut Steps) {
    let near = reachable(fight, who, 1);
    let last = steps.iter().rposition(|square| near.iter().any(|(reached, _)| reached == square));
    steps.truncate(last.unwrap_or(0) + 1);
}

/// The way towards a square, the start included, as far as the steps go; only the start if there is no way.
fn steps_towards(fight: &Fight, finder: &mut Pathfinder, who: Who, from: Square, to: Square, moves: u32) -> Steps {
    let Some(ground) = fight.ground() else { return Steps::new() };
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(allowance(fight, who) * moves);
    match finder.path_to(&ground.map, from, &walk, |_, to| walker.cost(to), |square| square == to) {
        Some(route) => route.squares.iter().copied().take(40).collect(),
        None => std::iter::once(from).collect(),
    }
}

fn tell_move<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, from: Square, to: Square, short: bool) {
    if from == to && !short {
        return;
    }
    table.tell(|| {
        let how = if short { " (stopped short)" } else { "" };
        let text = format!("{} moves from {from} to {to}{how}", fight.label(who));
        let event = Event::new(&super::actions::MOVE_40, text).by(who).and(&SIMULTANEOUS).and(&SQUARE).and(&DIAGONAL);
        let event = event.and(&OCCUPANCY).and(&TERRAIN).and(&MODE);
        if fight.one(who).is(Condition::Critical) || fight.one(who).is(Condition::Hamstrung) {
            event.and(&CRAWL)
        } else {
            event.and(&super::retreat::NOT_MOVING_AWAY)
        }
    });
}

/// With whom somebody closes, and within how many feet.
fn closes_with(fight: &Fight, who: Who) -> Option<(Who, u16)> {
    let ground = fight.ground()?;
    let plan = &fight.one(who).plan;
    let (target, feet) = match (plan.before, plan.deed) {
        (Move::Close(target), Deed::Attack { arm, at, .. }) if target == at => (target, fight.arm(arm).reach),
        (Move::Close(target), _) => (target, ground.feet),
        (Move::AsNeeded, Deed::Attack { arm, at, .. }) if plan.after == Move::AsNeeded => {
            if can_land_now(fight, who, at, arm) {
                return None;
            }
            let entry = fight.arm(arm);
            (at, if entry.reaching == Reaching::Melee { entry.reach } else { entry.sure.max(entry.reach) })
        }
        (Move::AsNeeded, Deed::Aid(at) | Deed::Contest { at, .. } | Deed::Snatch(at) | Deed::Sear(at)) => (at, 5),
        _ => return bewitched_towards(fight, who),
    };
    Some((target, feet.max(ground.feet)))
}

fn bewitched_towards(fight: &Fight, who: Who) -> Option<(Who, u16)> {
    let ground = fight.ground()?;
    fight.one(who).effect(Effect::Bewitched).map(|at_work| (at_work.by, ground.feet))
}

fn can_land_now(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match (fight.ground(), fight.one(by).at, fight.one(at).at) {
        (Some(ground), Some(a), Some(b)) => can_land(fight, ground, (by, a), (at, b), arm),
        _ => false,
    }
}

fn close_enough(fight: &Fight, who: Who, target: Who, feet: u16) -> bool {
    within(fight, who, target, feet) && sees_within(fight, who, target, feet)
}

/// Somebody on the way into reach of another.
struct Closer {
    who: Who,
    target: Who,
    feet: u16,
    left: u32,
    from: Square,
    parity: Parity,
    /// The way ahead, nearest square last, and where the target stood when it was found.
    way: Steps,
    found_for: Option<Square>,
}

/// Everyone who closes with somebody takes a step in turn, until all are in reach or out of steps.
fn closing_moves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, finder: &mut Pathfinder) {
    let mut closers: arrayvec::ArrayVec<Closer, 64> = arrayvec::ArrayVec::new();
    for who in fight.everyone() {
        let acts = fight.scratch.actors.contains(&who) || fight.one(who).under(Effect::Bewitched);
        let able = fight.fighting(who) && acts;
        if let (true, Some((target, feet)), Some(from)) = (able, closes_with(fight, who), fight.one(who).at) {
            let plan = &fight.one(who).plan;
            let moves = if matches!(plan.deed, Deed::SecondMove(_)) && !plan.lost { 2 } else { 1 };
            let left = allowance(fight, who) * moves;
            let (parity, way) = (Parity::Short, Steps::new());
            let _ = closers.try_push(Closer { who, target, feet, left, from, parity, way, found_for: None });
        }
    }
    let mut going = true;
    while going {
        going = false;
        for closer in &mut closers {
            if closer.left > 0 && !close_enough(fight, closer.who, closer.target, closer.feet) {
                going |= one_step(fight, finder, closer);
            }
        }
    }
    for Closer { who, from, .. } in closers {
        if let Some(at) = fight.one(who).at {
            settle(fight, who, from);
            let at = fight.one(who).at.unwrap_or(at);
            tell_move(fight, table, who, from, at, false);
        }
    }
}

/// One step of the cheapest way into reach; false when there is none that can be paid.
fn one_step(fight: &mut Fight, finder: &mut Pathfinder, closer: &mut Closer) -> bool {
    let target_at = fight.one(closer.target).at;
    if closer.found_for != target_at || closer.way.is_empty() {
        closer.way = way_into_reach(fight, finder, closer);
        closer.found_for = target_at;
    }
    let paid = closer.way.pop().and_then(|to| pay_step(fight, closer, to).map(|cost| (to, cost)));
    match paid {
        Some((to, cost)) if cost <= closer.left => {
            fight.one_mut(closer.who).at = Some(to);
            closer.left -= cost;
            true
        }
        _ => {
            closer.left = 0;
            false
        }
    }
}

/// `map.diagonal`: what a step costs, turning the parity of diagonals where they alternate.
fn pay_step(fight: &Fight, closer: &mut Closer, to: Square) -> Option<u32> {
    let (ground, from) = fight.ground().zip(fight.one(closer.who).at)?;
    let cost = Walker::new(fight, ground, closer.who).cost(to)?;
    let diagonal = from.x != to.x && from.y != to.y;
    if !diagonal || ground.diagonal != quintain_field::Diagonal::Alternate {
        return Some(cost);
    }
    let length = closer.parity.length();
    closer.parity = closer.parity.turned();
    Some(cost * length)
}

/// The cheapest way to a free square in reach of the target, nearest square last; empty if there is none.
fn way_into_reach(fight: &Fight, finder: &mut Pathfinder, closer: &Closer) -> Steps {
    let Closer { who, target, feet, .. } = *closer;
    let places = fight.one(who).at.zip(fight.one(target).at);
    let Some((ground, (from, to))) = fight.ground().zip(places) else { return Steps::new() };
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(u32::from(u16::MAX));
    let near = walk.within(u32::from(feet / ground.feet), body(fight, target, to));
    let goal = |square: Square| {
        near(square) && walker.may_stop(square) && sees_between(fight, &ground.map, (who, square), (target, to))
    };
    let Some(route) = finder.path_to(&ground.map, from, &walk, |_, to| walker.cost(to), goal) else {
        return Steps::new();
    };
    let mut way: Steps = route.squares.iter().skip(1).take(40).copied().collect();
    way.reverse();
    way
}

/// Nobody ends where somebody stands: one who did goes back to the nearest free square.
fn settle(fight: &mut Fight, who: Who, from: Square) {
    let Some((ground, at)) = fight.ground().zip(fight.one(who).at) else { return };
    let walker = Walker::new(fight, ground, who);
    if walker.may_stop(at) {
        return;
    }
    let walk = walker.walk(allowance(fight, who));
    let mut finder = Pathfinder::new();
    let free = finder
        .reach(&ground.map, at, &walk, |_, to| walker.cost(to))
        .iter()
        .map(|arrival| arrival.square)
        .find(|square| walker.may_stop(*square));
    fight.one_mut(who).at = Some(free.unwrap_or(from));
}

/// `map.blast`: everyone in the area of a blast, as they stand now.
pub fn in_area(fight: &Fight, by: Who, at: Who, arm: ArmId, blast: Blast) -> Caught {
    let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else {
        return Caught::new();
    };
    let mut set = SquareSet::for_map(&ground.map);
    let squares = |feet: u16| u32::from((feet / ground.feet).max(1));
    let (near, far) = body(fight, by, from).nearest_pair(body(fight, at, to));
    match blast {
        Blast::Radius(feet) => quintain_field::radius(&ground.map, body(fight, at, to), squares(feet), ground.diagonal, &mut set),
        Blast::Cone(feet) => {
            quintain_field::cone(&ground.map, near, quintain_field::Aim::At(far), squares(feet), ground.diagonal, &mut set);
        }
        Blast::Line(feet) => {
            let length = squares(feet);
            let strip = quintain_field::Strip { origin: near, aim: quintain_field::Aim::At(far), length, width: 1 };
            quintain_field::strip(&ground.map, strip, ground.diagonal, &mut set);
        }
        Blast::Engaged | Blast::Unknown => {
            let reach = u32::from((fight.arm(arm).reach / ground.feet).max(1));
            quintain_field::radius(&ground.map, body(fight, by, from), reach, ground.diagonal, &mut set);
        }
    }
    let foes_only = blast == Blast::Engaged;
    let caught = fight.everyone().filter(|who| {
        let there = fight.one(*who).at.is_some_and(|at| set.touches(body(fight, *who, at)));
        there && *who != by && fight.present(*who) && (!foes_only || fight.foes(by, *who))
    });
    caught.take(64).collect()
}

/// Whether nothing hurts it because it stands in the water.
pub fn proof_in_water(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::InWater) && fight.template(who).has(&Special::InvulnerableInWater)
}

/// Pushes somebody one square straight away, if there is room.
pub(crate) fn shove(fight: &mut Fight, by: Who, at: Who) {
    away(fight, by, at, 1);
}

/// `incantation.24-separate-people`: how near to each other two who are parted cannot come, in feet.
const PARTED: u16 = 10;

/// `incantation.24-separate-people`: the two are pushed 10 feet apart; the first gives way where the second cannot.
pub(crate) fn push_apart(fight: &mut Fight, one: Who, other: Who) {
    if fight.ground().is_none() {
        return;
    }
    // Nobody needs more steps than there are squares in the distance.
    for _ in 0..PARTED {
        if !within(fight, one, other, PARTED - 1) {
            return;
        }
        let stood = fight.one(other).at;
        away(fight, one, other, 1);
        if fight.one(other).at == stood {
            away(fight, other, one, 1);
        }
    }
}

/// Whether somebody standing there would come too near to one from whom it is parted. Who is too near already may move.
fn too_near(fight: &Fight, ground: &Ground, who: Who, there: Span) -> bool {
    let parted = fight.one(who).effects.iter().filter(|known| known.effect == Effect::PartedFrom);
    parted.filter_map(|known| Some((known.by, fight.one(known.by).at?))).any(|(other, at)| {
        let feet = |span: Span| {
            let squares = quintain_field::body_distance(span, body(fight, other, at), ground.diagonal);
            u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(ground.feet)
        };
        let now = fight.one(who).at.map_or(u16::MAX, |from| feet(body(fight, who, from)));
        feet(there) < PARTED.min(now)
    })
}

/// `creature.snatch`: carried off.
pub(crate) fn carry_off(fight: &mut Fight, by: Who, at: Who, feet: u16) {
    let squares = fight.ground().map_or(0, |ground| feet / ground.feet);
    away(fight, by, at, squares);
}

fn away(fight: &mut Fight, by: Who, at: Who, squares: u16) {
    for _ in 0..squares {
        let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else { return };
        let Some(step) = body(fight, by, from).step_towards(body(fight, at, to)) else { return };
        let next = to.step(step);
        let walker = Walker::new(fight, ground, at);
        let free = ground.map.has_room(body(fight, at, next)) && walker.may_stop(next);
        if !free {
            return;
        }
        fight.one_mut(at).at = Some(next);
    }
}

/// Whether the sea is near: water on the map, or somebody in it.
pub fn by_the_sea(fight: &Fight) -> bool {
    let wet = fight.everyone().any(|who| fight.one(who).is(Condition::InWater) || fight.template(who).is(Tag::Sea));
    wet || fight.ground().is_some_and(|ground| {
        ground.map.bounds().squares().any(|square| ground.map.terrain_name(square).is_some_and(|n| n.contains("water")))
    })
}

/// A free square beside somebody, nearest first.
pub fn free_beside(fight: &Fight, who: Who, beside: Who) -> Option<Square> {
    let ground = fight.ground()?;
    let around = fight.one(beside).at.or_else(|| fight.everyone().find_map(|any| fight.one(any).at))?;
    let walker = Walker::new(fight, ground, who);
    let free = |square: &Square| ground.map.has_room(body(fight, who, *square)) && walker.may_stop(*square);
    (1..40u16).flat_map(|far| Span::from(around).grown(far).squares()).find(free)
}

/// Every free square of the map, in reading order.
pub fn free_squares(fight: &Fight, who: Who) -> Vec<Square> {
    let Some(ground) = fight.ground() else { return Vec::new() };
    let walker = Walker::new(fight, ground, who);
    let free = |square: &Square| ground.map.has_room(body(fight, who, *square)) && walker.may_stop(*square);
    ground.map.bounds().squares().filter(free).collect()
}
