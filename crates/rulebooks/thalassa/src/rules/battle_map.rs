//! The optional battle map: what 40 feet, reach, sight and cover mean where squares matter. Without a map there are no
//! positions, and everyone present can be got at unless the GM says otherwise.

use std::cell::RefCell;

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{
    Cover, Diagonal, Footprint, Parity, Pathfinder, Roam, Route, Span, Spot, Square, SquareSet, Step, Walk, Walls,
    cover_along, sees,
};

use crate::arm::{ArmId, Blast, Reaching};
use crate::book::{Special, Tag, Use};
use crate::condition::{Ability, Condition, Effect};
use crate::declaration::{Deed, Move};
use crate::fight::Fight;
use crate::ground::{Going, Ground};
use crate::house::ReachTiming;
use crate::rules::blast::Caught;
use crate::rules::modifiers::Reason;
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
    fight.template(who).footprint().at(at)
}

fn feet_between(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square)) -> u16 {
    let squares =
        quintain_field::body_distance(body(fight, one.0, one.1), body(fight, other.0, other.1), ground.diagonal);
    u16::try_from(squares).unwrap_or(u16::MAX).saturating_mul(ground.feet)
}

fn sees_between(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square)) -> bool {
    let (from, to) = body(fight, one.0, one.1).nearest_pair(body(fight, other.0, other.1));
    from == to || ground.is_bare(from, to) || sees(&ground.map, Spot::standing(from), Spot::standing(to))
}

/// Whether two stand within so many feet of each other, at least in neighbouring squares; always true without a map.
pub fn within(fight: &Fight, one: Who, other: Who, feet: u16) -> bool {
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => feet_between(fight, ground, (one, a), (other, b)) <= feet.max(ground.feet),
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
    if is_hidden(fight, one, other) {
        return false;
    }
    match (fight.ground(), fight.one(one).at, fight.one(other).at) {
        (Some(ground), Some(a), Some(b)) => near_and_seen(fight, ground, (one, a), (other, b), feet),
        (Some(_), _, _) => false,
        (None, _, _) => true,
    }
}

fn is_hidden(fight: &Fight, from: Who, other: Who) -> bool {
    fight.one(other).under_by(Effect::OutOfSight, from) || fight.one(other).is(Condition::Hidden)
}

fn near_and_seen(fight: &Fight, ground: &Ground, one: (Who, Square), other: (Who, Square), feet: u16) -> bool {
    feet_between(fight, ground, one, other) <= feet.max(ground.feet) && sees_between(fight, ground, one, other)
}

/// What bars somebody from getting at another whatever the distance: the GM's marks, and not being there.
///
/// # Errors
/// The refusal.
pub fn may_reach(fight: &Fight, by: Who, at: Who, hands: bool) -> Result<(), Refusal> {
    let target = fight.one(at);
    if is_hidden(fight, by, at) {
        return Err(Refusal::new(&NONE, "out of sight"));
    }
    if !fight.present(at) {
        return Err(Refusal::new(&NONE, "it is out of the fight"));
    }
    if hands && (target.under_by(Effect::OutOfReach, by) || fight.one(by).under_by(Effect::OutOfReach, at)) {
        return Err(Refusal::new(&NONE, "out of reach"));
    }
    if hands && target.is(Condition::Aloft) && !fight.template(by).is(Tag::Flies) {
        return Err(Refusal::new(&creatures::ALOFT, "it stays aloft"));
    }
    Ok(())
}

/// Whether somebody may declare an act on another within so many feet, if both use their moves.
///
/// # Errors
/// The refusal.
pub fn may_aim(fight: &Fight, by: Who, at: Who, feet: u16, hands: bool) -> Result<(), Refusal> {
    may_reach(fight, by, at, hands)?;
    match fight.ground() {
        Some(ground) if nearest(fight, ground, by, at).is_none_or(|near| near > feet.max(ground.feet)) => {
            Err(Refusal::new(if hands { &REACH } else { &RANGE }, "too far away"))
        }
        _ => Ok(()),
    }
}

/// `reach.timing`: whether an act on another within so many feet comes about: at the start of the phase or after its
/// moves the two must be near enough and see each other.
pub fn comes_about(fight: &Fight, by: Who, at: Who, feet: u16, hands: bool) -> bool {
    let lands = |ground: &Ground, one, other| near_and_seen(fight, ground, one, other, feet);
    may_reach(fight, by, at, hands).is_ok() && (fight.ground().is_none() || footing(fight, by, at, lands).is_some())
}

/// Where the two stand for an act of this phase that needs `lands`: after the moves if it holds there, else at the start.
fn footing(
    fight: &Fight,
    by: Who,
    at: Who,
    lands: impl Fn(&Ground, (Who, Square), (Who, Square)) -> bool,
) -> Option<(Square, Square)> {
    let ground = fight.ground()?;
    let stood = |who: Who| fight.scratch.stood(who);
    let start = stood(by).zip(stood(at)).filter(|_| fight.house().reach_timing == ReachTiming::StartOrEnd);
    let now = fight.one(by).at.zip(fight.one(at).at);
    now.into_iter().chain(start).find(|(from, to)| lands(ground, (by, *from), (at, *to)))
}

/// Whether a blow with this is struck hand to hand. What is thrown stabs those beside the thrower, unless only a throw
/// gets at them properly.
#[inline]
pub fn hand_to_hand(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match fight.arm(arm).reaching {
        Reaching::Melee => true,
        Reaching::Missile => false,
        Reaching::Thrown => fight.ground().is_some() && within(fight, by, at, 5) && !creatures::better_shot(fight, at),
    }
}

/// `map.reach`, `map.range`, `reach.timing`: whether this blow can land now, at the start of the phase or after its
/// moves.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_strike(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    may_get_at(fight, by, at, arm)?;
    if fight.ground().is_none() || stances(fight, by, at, arm).is_some() {
        return Ok(());
    }
    Err(Refusal::new(
        if fight.arm(arm).reaching == Reaching::Melee { &REACH } else { &RANGE },
        "out of reach or out of sight",
    ))
}

/// Where the two stand as a blow lands: after the moves of the phase if it can land there, else at its start.
fn stances(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Square, Square)> {
    footing(fight, by, at, |ground, one, other| can_land(fight, ground, one, other, arm))
}

/// `reach.timing`: whether a blow lands only because of where the two stood as the phase began.
pub fn lands_from_the_start(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    let now = fight.one(by).at.zip(fight.one(at).at);
    stances(fight, by, at, arm).is_some_and(|stances| Some(stances) != now)
}

/// What the GM's word and incantations bar, with or without a map.
#[inline]
fn may_get_at(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    let unmarked = fight.one(at).is_unmarked() && fight.one(by).effects.is_empty();
    if unmarked { Ok(()) } else { is_barred(fight, by, at, arm) }
}

/// What keeps one from getting at another in spite of the marks on them.
fn is_barred(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    if !fight.scratch.was_there(at) || fight.one(at).is(Condition::Escaped) {
        return Err(Refusal::new(&super::retreat::PASS, "it has got away"));
    }
    let hands = fight.arm(arm).reaching == Reaching::Melee;
    may_reach(fight, by, at, hands)?;
    if hands && fight.one(at).under_by(Effect::PartedFrom, by) {
        return Err(Refusal::new(&incantations::SEPARATE, "the two are parted"));
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
    feet <= far && sees_between(fight, ground, by, at)
}

/// Says that a declared act found nobody, and by which rule.
pub(crate) fn tell_out_of_reach<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    by: Who,
    at: Who,
    rule: &'static quintain_engine::Rule,
) {
    table.tell(|| {
        let text = format!("{} cannot get at {}", fight.label(by), fight.label(at));
        let gone = fight.one(at).is(Condition::Escaped);
        let event = Event::new(if gone { &super::retreat::PASS } else { rule }, text).by(by).to(at);
        if fight.ground().is_some() { event.and(&TIMING) } else { event }
    });
}

/// `map.cover`, `map.range`: what impairs a blow because of where the two stand.
pub fn weakness(fight: &Fight, by: Who, at: Who, arm: ArmId, hand_to_hand: bool) -> Option<Reason> {
    let ground = fight.ground()?;
    let (origin, from, to) = bursts_at(fight, by, at, arm).or_else(|| {
        let stances = stances(fight, by, at, arm).or_else(|| fight.one(by).at.zip(fight.one(at).at));
        stances.map(|(from, to)| (by, from, to))
    })?;
    let (near, far) = body(fight, origin, from).nearest_pair(body(fight, at, to));
    let covered = || cover_along(&ground.map, Spot::standing(near), Spot::standing(far)) > Cover::None;
    if near != far && !ground.is_bare(near, far) && covered() {
        return Some(Reason::Cover);
    }
    let feet = feet_between(fight, ground, (origin, from), (at, to));
    if modifiers::spoilt_by_scars(fight, by, feet) {
        return Some(Reason::OneEye);
    }
    (!hand_to_hand && feet > fight.arm(arm).sure).then_some(Reason::LongShot)
}

/// For those whom an explosion reaches beside its target: where it comes from, and where they stand.
fn bursts_at(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Who, Square, Square)> {
    let target = fight.one(by).plan.deed.target().filter(|target| *target != at)?;
    let explodes = matches!(fight.arm(arm).blast, Some(Blast::Radius(_)));
    fight.one(target).at.zip(fight.one(at).at).filter(|_| explodes).map(|(from, to)| (target, from, to))
}

/// Steps that a move allows.
pub fn allowance(fight: &Fight, who: Who) -> u32 {
    let Some(ground) = fight.ground() else { return 0 };
    if fight.one(who).is(Condition::Bound) {
        return 0;
    }
    if crawls(fight, who) {
        return 1;
    }
    let feet = fight.template(who).speed;
    let feet = if scars::hampers(fight, who, "leg") { feet.min(20) } else { feet };
    u32::from(feet / ground.feet)
}

/// `map.crawl`: whether somebody can only drag themselves from one square to the next.
fn crawls(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.is(Condition::Critical) || one.is(Condition::Hamstrung)
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
    footprint: Footprint,
    going: Option<&'a Going>,
    /// Flies over difficult ground, or is shod for it, or can only crawl one square anyway.
    free: bool,
    swims: bool,
    parted: bool,
    opposed: arrayvec::ArrayVec<Span, 64>,
    standing: arrayvec::ArrayVec<Span, 64>,
    /// There are more than these.
    crowded: bool,
}

impl<'a> Walker<'a> {
    fn new(fight: &'a Fight, ground: &'a Ground, who: Who) -> Self {
        let template = fight.template(who);
        let free = template.is(Tag::Flies) || gear::carries(fight, who, Use::Boots) || crawls(fight, who);
        let swims = template.is(Tag::Sea);
        let parted = fight.one(who).effects.iter().any(|known| known.effect == Effect::PartedFrom);
        let (opposed, standing) = (arrayvec::ArrayVec::new(), arrayvec::ArrayVec::new());
        let footprint = template.footprint();
        let going = ground.going(footprint);
        let mut walker =
            Walker { fight, ground, who, footprint, going, free, swims, parted, opposed, standing, crowded: false };
        for other in fight.everyone().filter(|other| *other != who && fight.fighting(*other)) {
            let Some(at) = fight.one(other).at else { continue };
            let span = body(fight, other, at);
            if !leaves(fight, who, other) {
                walker.crowded |= walker.standing.try_push(span).is_err();
            }
            if fight.foes(who, other) {
                walker.crowded |= walker.opposed.try_push(span).is_err();
            }
        }
        walker
    }

    fn walk(&self, budget: u32) -> Walk {
        let mut walk = Walk::new(self.ground.diagonal, budget);
        walk.body = self.footprint;
        walk
    }

    /// The cheapest way from a square to one for which `goal` says true.
    fn way<'f>(
        &self,
        finder: &'f mut Pathfinder,
        from: Square,
        walk: &Walk,
        goal: impl FnMut(Square) -> bool,
    ) -> Option<Route<'f>> {
        let going = self.going?;
        let hinders = |to: Square| !self.free && going.is_rough(to, self.swims);
        let cost = |_, to| self.may_enter(to).then(|| if hinders(to) { 2 } else { 1 });
        finder.path_over(&going.strides, from, walk, cost, goal)
    }

    /// Whether nobody keeps it from standing here for a moment, with its south-west square.
    fn may_enter(&self, at: Square) -> bool {
        let own = self.footprint.at(at);
        let opposed = self.opposed.iter().any(|span| span.overlaps(own)) || self.crowded && self.meets(own, true);
        !(opposed || self.parted && too_near(self.fight, self.ground, self.who, own))
    }

    /// `map.terrain`, `map.occupancy`: what stepping into a square costs.
    fn cost(&self, to: Square) -> Option<u32> {
        let blocked =
            self.opposed.iter().any(|span| span.contains(to)) || self.crowded && self.meets(Span::from(to), true);
        if blocked || (self.parted && too_near(self.fight, self.ground, self.who, Span::from(to))) {
            return None;
        }
        Some(if self.hinders(to) { 2 } else { 1 })
    }

    /// Whether the ground is difficult for this walker; water is not for those who are at home in it.
    fn hinders(&self, to: Square) -> bool {
        !self.free && self.ground.is_difficult(to) && !(self.swims && self.ground.is_wet(to))
    }

    /// What a step costs the whole body, and how long the diagonal after it is.
    fn step_cost(&self, from: Square, to: Square, parity: Parity) -> (u32, Parity) {
        let squares = self.footprint.at(to).squares();
        let dearest = squares.map(|square| self.cost(square).unwrap_or(1)).max().unwrap_or(1);
        let diagonal = from.x != to.x && from.y != to.y;
        match self.ground.diagonal {
            Diagonal::Alternate if diagonal => (dearest * parity.length(), parity.turned()),
            _ => (dearest, parity),
        }
    }

    /// Whether it may stop with its south-west square here: nobody able stands there.
    fn may_stop(&self, at: Square) -> bool {
        let own = body(self.fight, self.who, at);
        let near = self.parted && too_near(self.fight, self.ground, self.who, own);
        let taken = self.standing.iter().any(|span| span.overlaps(own));
        !(near || taken || self.crowded && self.meets(own, false))
    }

    /// Whether anybody able, or only any such foe, stands there: the long way, for crowds.
    fn meets(&self, there: Span, foes: bool) -> bool {
        self.fight.everyone().any(|other| {
            let stands = other != self.who && self.fight.fighting(other) && (!foes || self.fight.foes(self.who, other));
            stands && self.fight.one(other).at.is_some_and(|at| body(self.fight, other, at).overlaps(there))
        })
    }
}

/// While declarations are made: whether a friend has said that they will be elsewhere by the same instant.
fn leaves(fight: &Fight, who: Who, other: Who) -> bool {
    let plan = &fight.one(other).plan;
    let phase = |one: Who| super::order::phase_of(fight, one);
    fight.stage == crate::fight::Stage::RoundTop
        && plan.made
        && matches!(plan.before, Move::To(_))
        && fight.one(who).side == fight.one(other).side
        && phase(who) == phase(other)
}

/// The squares to which somebody can move and stop in, with what it costs, cheapest first.
pub fn reachable(fight: &Fight, who: Who, moves: u32) -> Vec<(Square, u32)> {
    let steps = allowance(fight, who) * moves;
    fight.one(who).at.map_or_else(Vec::new, |at| reachable_from(fight, who, at, steps))
}

fn reachable_from(fight: &Fight, who: Who, at: Square, steps: u32) -> Vec<(Square, u32)> {
    let Some(ground) = fight.ground() else { return Vec::new() };
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(steps);
    let mut finder = Pathfinder::new();
    let reach = finder.reach(&ground.map, at, &walk, |_, to| walker.cost(to));
    reach
        .iter()
        .filter(|arrival| arrival.square != at && walker.may_stop(arrival.square))
        .map(|a| (a.square, a.cost))
        .collect()
}

/// The squares to which somebody can move after the action: with the house rule that splits moves, what the move
/// before it has left over.
pub fn reachable_after(fight: &Fight, who: Who) -> Vec<(Square, u32)> {
    let steps = allowance(fight, who);
    match fight.one(who).plan.before {
        Move::To(first) => {
            let spent =
                reachable(fight, who, 1).into_iter().find(|(square, _)| *square == first).map_or(steps, |way| way.1);
            reachable_from(fight, who, first, steps.saturating_sub(spent))
        }
        _ => reachable(fight, who, 1),
    }
}

/// The squares near enough for one move in which somebody cannot stop because of those who stand there.
pub fn taken(fight: &Fight, who: Who) -> Vec<(Square, Who)> {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return Vec::new() };
    let steps = u16::try_from(allowance(fight, who)).unwrap_or(u16::MAX);
    let in_the_way = |square: Square| {
        let own = body(fight, who, square);
        let stands = |other: &Who| {
            let there = fight.one(*other).at.filter(|_| *other != who && fight.fighting(*other));
            there.is_some_and(|there| body(fight, *other, there).overlaps(own)) && !leaves(fight, who, *other)
        };
        let other = fight.everyone().find(stands).filter(|_| ground.map.has_room(own));
        other.map(|other| (square, other))
    };
    Span::from(at).grown(steps).squares().filter_map(in_the_way).collect()
}

/// `map.retreat`: whether an exit can be reached, at any distance. Without a map there is always a way out.
pub fn can_reach_exit(fight: &Fight, who: Who) -> bool {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return fight.ground().is_none() };
    let walker = Walker::new(fight, ground, who);
    let Some(going) = walker.going else { return false };
    let mut here = at;
    // Straight on as long as nobody stands in the way.
    while let Some(steps) = going.steps_out(here) {
        let nearer = |to: &Square| going.steps_out(*to).is_some_and(|left| left < steps) && walker.may_enter(*to);
        match going.strides.steps_from(here).map(|(_, to)| to).find(nearer) {
            Some(to) => here = to,
            None => return steps == 0 || gets_to(&walker, (here, here), |to| going.steps_out(to) == Some(0)),
        }
    }
    false
}

thread_local! {
    /// Kept warm for whoever looks for a way without a fight to change.
    static ROAM: RefCell<Roam> = RefCell::default();
    static FINDER: RefCell<Pathfinder> = RefCell::default();
}

fn with_finder<A>(ask: impl FnOnce(&mut Pathfinder) -> A) -> A {
    FINDER.with_borrow_mut(ask)
}

/// Whether a blow that is declared now could land if both sides move: what a declaration may name.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_declare(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    may_get_at(fight, by, at, arm)?;
    let Some(ground) = fight.ground() else { return Ok(()) };
    let entry = fight.arm(arm);
    let (far, rule) = match entry.reaching {
        Reaching::Melee => (entry.reach.max(ground.feet), &REACH),
        Reaching::Missile | Reaching::Thrown => (entry.far, &RANGE),
    };
    match nearest(fight, ground, by, at) {
        Some(near) if near <= far => Ok(()),
        Some(_) => Err(Refusal::new(rule, "too far away")),
        None => Err(Refusal::new(rule, "not on the map")),
    }
}

/// The least feet that can lie between two if both use their moves; what somebody has declared of theirs is known.
fn nearest(fight: &Fight, ground: &Ground, by: Who, at: Who) -> Option<u16> {
    let (here, there) = (fight.one(by).at?, fight.one(at).at?);
    let (from, own) = match fight.one(by).plan.before {
        Move::To(square) => (square, 0),
        Move::Stay => (here, 0),
        _ => (here, allowance(fight, by)),
    };
    let moves = fight.fighting(at) || fight.one(at).is(Condition::Critical);
    let theirs = if moves { allowance(fight, at) } else { 0 };
    let moved = u16::try_from(own + theirs).unwrap_or(u16::MAX).saturating_mul(ground.feet);
    Some(feet_between(fight, ground, (by, from), (at, there)).saturating_sub(moved))
}

/// P3: all moves before the actions. Plain moves are planned from the starting positions; those who close with
/// somebody follow, step by step, so that two who close with each other both stop where they first are in reach.
pub(crate) fn moves_before<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if fight.ground().is_none() {
        return;
    }
    let mut paths = std::mem::take(&mut fight.scratch.paths);
    plain_moves(fight, table, &mut paths, true);
    closing_moves(fight, table, &mut paths);
    fight.scratch.paths = paths;
    wade(fight);
    charges(fight);
}

/// `creature.charge`: who ran 20 feet or more in a straight line.
fn charges(fight: &mut Fight) {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        if fight.template(who).has(&Special::Charge) && ran_straight(fight, who) {
            fight.scratch.charging.push(who);
        }
    }
}

fn ran_straight(fight: &Fight, who: Who) -> bool {
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
        let free = walker.footprint.at(at).squares().all(|square| walker.cost(square).is_some());
        if !open || !free {
            return false;
        }
    }
    true
}

/// P9: moves after the actions, of those still able to move.
pub(crate) fn moves_after<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if fight.ground().is_none() {
        return;
    }
    let mut paths = std::mem::take(&mut fight.scratch.paths);
    plain_moves(fight, table, &mut paths, false);
    fight.scratch.paths = paths;
    wade(fight);
}

/// `map.mode`: where an encounter leaves its squares aside, everybody should know.
pub(crate) fn tell_without<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    if fight.house().map_mode == crate::house::MapMode::None {
        table.tell(|| Event::new(&MODE, "no squares are counted: anyone can be got at").and(&NONE));
    }
}

/// Who stands in water is in it.
pub(crate) fn wade(fight: &mut Fight) {
    if fight.ground().is_none() {
        return;
    }
    for who in fight.everyone() {
        let Some(at) = fight.one(who).at else { continue };
        let Some(ground) = fight.ground() else { return };
        let mut under = body(fight, who, at).squares();
        let wet = under.any(|square| ground.is_wet(square));
        if wet == fight.one(who).is(Condition::InWater) {
            continue;
        }
        let conditions = &mut fight.one_mut(who).conditions;
        if wet { conditions.give(Condition::InWater) } else { conditions.take(Condition::InWater) }
    }
}

/// What working out moves needs; kept so that simulations allocate nothing.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    finder: Pathfinder,
    plans: Vec<Plan>,
    /// The squares of all ways, one after the other.
    ways: Vec<Square>,
    closers: Vec<Closer>,
}

/// A plain move under way.
#[derive(Clone, Copy, Debug)]
struct Plan {
    who: Who,
    from: Square,
    to: Square,
    /// Its way among the squares of all ways, the start included.
    way: (usize, usize),
}

/// One who closes with somebody.
#[derive(Clone, Debug)]
struct Closer {
    who: Who,
    from: Square,
    target: Who,
    feet: u16,
    /// Steps that are left.
    left: u32,
    parity: Parity,
    walked: Walked,
    /// The way ahead, nearest square last, and where the target stood when it was found.
    way: Steps,
    found_for: Option<Square>,
}

/// The next steps of a way.
type Steps = arrayvec::ArrayVec<Square, 40>;

/// What a move has been like.
#[derive(Clone, Copy, Debug, Default)]
struct Walked {
    /// What it cost.
    cost: u32,
    /// Over difficult ground.
    rough: bool,
    /// With a diagonal step.
    diagonal: bool,
    /// Through somebody's square, or not as far as was meant because somebody stands there.
    others: bool,
}

/// The move that somebody makes now, if it is a plain one, and how many steps it may take.
fn plain_move(fight: &Fight, who: Who, before: bool) -> Option<(Square, u32)> {
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
fn plain_moves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, paths: &mut Paths, before: bool) {
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
        let (end, walked) = walk_along(fight, *plan, way);
        fight.one_mut(plan.who).at = Some(end);
        if before {
            fight.scratch.spend(plan.who, walked.cost);
        }
        tell_move(fight, table, plan.who, (plan.from, end), walked, end != plan.to);
    }
}

/// R24: who gets a square that several claim: the least of these.
fn claim(fight: &Fight, who: Who) -> (std::cmp::Reverse<i16>, bool, Who) {
    let one = fight.one(who);
    (std::cmp::Reverse(one.score(Ability::Tek).now), !one.hero, who)
}

/// Adds the way to a square, the start included; only the start if there is no way within these steps.
fn way_to(
    fight: &Fight,
    finder: &mut Pathfinder,
    who: Who,
    (from, to): (Square, Square),
    steps: u32,
    ways: &mut Vec<Square>,
) {
    let Some(ground) = fight.ground() else { return };
    let walker = Walker::new(fight, ground, who);
    match walker.way(finder, from, &walker.walk(steps), |square| square == to) {
        Some(route) => ways.extend_from_slice(route.squares),
        None => ways.push(from),
    }
}

/// `risk.failure`: where the second move is lost, the first still leads as far along the way as it goes.
fn one_move<'a>(fight: &Fight, who: Who, way: &'a [Square]) -> &'a [Square] {
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
fn walk_along(fight: &Fight, plan: Plan, way: &[Square]) -> (Square, Walked) {
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
    let end = if last.is_none() { nearest_free(fight, plan.who, plan.from).unwrap_or(plan.from) } else { end };
    (end, walked)
}

impl Walked {
    /// One step more; answers how long the next diagonal is.
    fn step(&mut self, walker: &Walker<'_>, from: Square, to: Square, parity: Parity) -> Parity {
        let (cost, parity) = walker.step_cost(from, to, parity);
        self.cost += cost;
        self.diagonal |= from.x != to.x && from.y != to.y;
        self.rough |= walker.footprint.at(to).squares().any(|square| walker.hinders(square));
        self.others |= !walker.may_stop(to);
        parity
    }
}

fn tell_move<T: Table<Fight>>(
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
        let how = if short { " (stopped short)" } else { "" };
        let text = format!("{} moves from {from} to {to}{how}", fight.label(who));
        let mut event = Event::new(&super::actions::MOVE_40, text).by(who).and(&SIMULTANEOUS).and(&SQUARE).and(&MODE);
        let own = if crawls(fight, who) { &CRAWL } else { &super::retreat::NOT_MOVING_AWAY };
        event = event.and(own);
        let (land, people) = detours(fight, who, (from, to), walked);
        let rough = fight.ground().is_some_and(|ground| ground.is_difficult(to));
        let shod = rough && gear::carries(fight, who, Use::Boots);
        let slant = walked.diagonal || (from.x != to.x && from.y != to.y);
        let found = [
            (slant, &DIAGONAL),
            (walked.rough || land, &TERRAIN),
            (walked.others || people, &OCCUPANCY),
            (shod, &gear::BOOTS),
        ];
        for (_, rule) in found.into_iter().filter(|(found, _)| *found) {
            event = event.and(rule);
        }
        let splits = fight.scratch.spent(who) > 0;
        if splits && fight.one(who).plan.after != Move::AsNeeded { event.and(&SPLIT) } else { event }
    });
}

/// Whether a way was longer than it might have been because of the land, and because of those who stood in the way.
fn detours(fight: &Fight, who: Who, (from, to): (Square, Square), walked: Walked) -> (bool, bool) {
    let Some(ground) = fight.ground().filter(|_| !crawls(fight, who)) else { return (false, false) };
    let walker = Walker::new(fight, ground, who);
    let straight = quintain_field::distance(from, to, ground.diagonal);
    let alone = |_, to| Some(if walker.hinders(to) { 2 } else { 1 });
    let mut finder = Pathfinder::new();
    let way = finder.path_to(&ground.map, from, &walker.walk(u32::from(u16::MAX)), alone, |square| square == to);
    let cost = way.map_or(straight, |route| route.end.cost);
    (cost > straight, walked.cost > cost)
}

/// With whom somebody closes, and within how many feet.
fn closes_with(fight: &Fight, who: Who) -> Option<(Who, u16)> {
    let ground = fight.ground()?;
    if fight.one(who).under(Effect::Bewitched) {
        return fight.one(who).effect(Effect::Bewitched).map(|at_work| (at_work.by, ground.feet));
    }
    let plan = &fight.one(who).plan;
    let (target, feet) = match (plan.before, plan.deed) {
        (_, Deed::SecondMove(Move::Close(target))) => (target, ground.feet),
        (_, Deed::SecondMove(Move::To(_))) => return None,
        (Move::Close(target), Deed::Attack { arm, at, .. }) if target == at => (target, fight.arm(arm).reach),
        (Move::Close(target), _) => (target, ground.feet),
        (Move::AsNeeded, deed) if plan.after == Move::AsNeeded => needs(fight, who, deed)?,
        _ => return None,
    };
    Some((target, feet.max(ground.feet)))
}

/// How near to whom an action must be made.
fn needs(fight: &Fight, who: Who, deed: Deed) -> Option<(Who, u16)> {
    match deed {
        Deed::Attack { arm, at, .. } => {
            if can_land_now(fight, who, at, arm) {
                return None;
            }
            let entry = fight.arm(arm);
            Some((at, if entry.reaching == Reaching::Melee { entry.reach } else { entry.sure.max(entry.reach) }))
        }
        Deed::Aid(at) | Deed::Contest { at, .. } | Deed::Snatch(at) | Deed::CarryOff(at) | Deed::Sear(at) => {
            Some((at, 5))
        }
        Deed::Use { item, at } => gear::range(fight, who, item).map(|feet| (at, feet)),
        Deed::Gaze(at) => creatures::gaze_feet(fight, who).map(|feet| (at, feet)),
        _ => None,
    }
}

fn can_land_now(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match (fight.ground(), fight.one(by).at, fight.one(at).at) {
        (Some(ground), Some(a), Some(b)) => can_land(fight, ground, (by, a), (at, b), arm),
        _ => false,
    }
}

/// Everyone who closes with somebody takes a step in turn, until all are in reach or out of steps.
fn closing_moves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, paths: &mut Paths) {
    let Paths { finder, closers, .. } = paths;
    closers.clear();
    closers.extend(fight.everyone().filter_map(|who| closer(fight, who)));
    closers.sort_unstable_by_key(|closer| claim(fight, closer.who));
    let mut going = true;
    while going {
        going = false;
        for closer in closers.iter_mut() {
            if closer.left > 0 && !sees_within(fight, closer.who, closer.target, closer.feet) {
                going |= one_step(fight, finder, closer);
            }
        }
    }
    for closer in closers.iter_mut() {
        settle(fight, closer);
        fight.scratch.spend(closer.who, closer.walked.cost);
        if let Some(at) = fight.one(closer.who).at {
            tell_move(fight, table, closer.who, (closer.from, at), closer.walked, false);
        }
    }
}

/// Whether somebody closes with another in this phase. Whoever is bewitched walks in the phase of their own turn.
fn closer(fight: &Fight, who: Who) -> Option<Closer> {
    let turn =
        matches!(fight.stage, crate::fight::Stage::Phase(now) if super::order::phase_of(fight, who) == Some(now));
    let acts = fight.scratch.actors.contains(&who) || turn && fight.one(who).under(Effect::Bewitched);
    if !acts || !fight.fighting(who) {
        return None;
    }
    let (target, feet) = closes_with(fight, who)?;
    let from = fight.one(who).at?;
    let plan = &fight.one(who).plan;
    let moves = if matches!(plan.deed, Deed::SecondMove(_)) && !plan.lost { 2 } else { 1 };
    let spent = fight.scratch.spent(who);
    let left = (allowance(fight, who) * moves).saturating_sub(spent);
    let (parity, walked, way) = (Parity::Short, Walked::default(), Steps::new());
    Some(Closer { who, from, target, feet, left, parity, walked, way, found_for: None })
}

/// One step of the cheapest way into reach; false when there is none that can be paid. The way is found anew when the
/// target has moved on, or when somebody has come to stand at its end.
fn one_step(fight: &mut Fight, finder: &mut Pathfinder, closer: &mut Closer) -> bool {
    let Some((ground, from)) = fight.ground().zip(fight.one(closer.who).at) else { return false };
    let walker = Walker::new(fight, ground, closer.who);
    let target_at = fight.one(closer.target).at;
    let open = closer.way.first().is_some_and(|end| walker.may_stop(*end));
    if closer.found_for != target_at || !open {
        closer.way = way_into_reach(&walker, finder, closer, from);
        closer.found_for = target_at;
    }
    let step = closer.way.pop().filter(|to| walker.step_cost(from, *to, closer.parity).0 <= closer.left);
    let Some(to) = step else {
        closer.left = 0;
        return false;
    };
    let before = closer.walked.cost;
    closer.parity = closer.walked.step(&walker, from, to, closer.parity);
    closer.left -= closer.walked.cost - before;
    fight.one_mut(closer.who).at = Some(to);
    true
}

/// The cheapest way to a free square in reach of the target, nearest square last; where there is none, into the throng.
fn way_into_reach(walker: &Walker<'_>, finder: &mut Pathfinder, closer: &Closer, from: Square) -> Steps {
    let (fight, ground) = (walker.fight, walker.ground);
    let Some(to) = fight.one(closer.target).at else { return Steps::new() };
    let mut walk = walker.walk(u32::from(u16::MAX));
    walk.parity = closer.parity;
    let near = walk.within(u32::from(closer.feet / walker.ground.feet), body(fight, closer.target, to));
    let reaches =
        |square: Square| near(square) && sees_between(fight, ground, (closer.who, square), (closer.target, to));
    let free = |square: Square| reaches(square) && walker.may_stop(square);
    let ahead = |squares: &[Square]| {
        let mut way: Steps = squares.iter().skip(1).take(40).copied().collect();
        way.reverse();
        way
    };
    if gets_to(walker, (from, to), free)
        && let Some(route) = walker.way(finder, from, &walk, free)
    {
        return ahead(route.squares);
    }
    if !gets_to(walker, (from, to), reaches) {
        return Steps::new();
    }
    walker.way(finder, from, &walk, reaches).map_or_else(Steps::new, |route| ahead(route.squares))
}

/// Whether there is a way at all, looked for in one direction first: quicker to find out than the cheapest one is.
fn gets_to(walker: &Walker<'_>, way: (Square, Square), goal: impl Fn(Square) -> bool) -> bool {
    let Some(going) = walker.going else { return false };
    ROAM.with_borrow_mut(|roam| roam.gets_to(&going.strides, way, |to| walker.may_enter(to), goal))
}

/// Nobody ends where somebody stands: one who would stops at the nearest free square.
fn settle(fight: &mut Fight, closer: &mut Closer) {
    let Some((ground, at)) = fight.ground().zip(fight.one(closer.who).at) else { return };
    if Walker::new(fight, ground, closer.who).may_stop(at) {
        return;
    }
    closer.walked.others = true;
    let free = nearest_free(fight, closer.who, at);
    fight.one_mut(closer.who).at = Some(free.unwrap_or(closer.from));
}

/// The square nearest by path in which somebody may stop.
fn nearest_free(fight: &Fight, who: Who, at: Square) -> Option<Square> {
    let ground = fight.ground()?;
    let walker = Walker::new(fight, ground, who);
    let walk = walker.walk(u32::from(u16::MAX));
    with_finder(|finder| walker.way(finder, at, &walk, |square| walker.may_stop(square)).map(|route| route.end.square))
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
        Blast::Radius(feet) => {
            quintain_field::radius(&ground.map, body(fight, at, to), squares(feet), ground.diagonal, &mut set)
        }
        Blast::Cone(feet) => {
            quintain_field::cone(
                &ground.map,
                near,
                quintain_field::Aim::At(far),
                squares(feet),
                ground.diagonal,
                &mut set,
            );
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
    let company = fight.one(by).detachment;
    let caught = fight.everyone().filter(|who| {
        let there = fight.one(*who).at.is_some_and(|at| set.touches(body(fight, *who, at)));
        let meant = !foes_only || fight.foes(by, *who) && !(company && fight.one(*who).detachment);
        there && *who != by && fight.present(*who) && meant
    });
    caught.take(64).collect()
}

/// Whether nothing hurts it because it stands in the water.
pub fn proof_in_water(fight: &Fight, who: Who) -> bool {
    fight.one(who).is(Condition::InWater) && fight.template(who).has(&Special::InvulnerableInWater)
}

/// Pushes somebody one square straight away, if there is room.
pub(crate) fn shove(fight: &mut Fight, by: Who, at: Who) {
    let _ = push(fight, by, at);
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
        let near = fight.one(one).at.is_some() && fight.one(other).at.is_some() && feet(fight, one, other) < PARTED;
        if !near || !(push(fight, one, other) || push(fight, other, one)) {
            return;
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

/// `creature.snatch`: carried off 20 feet through the air, with the one who carries beside the victim.
pub(crate) fn carry_off(fight: &mut Fight, by: Who, at: Who, feet: u16) {
    let Some((from, ground)) = fight.one(at).at.zip(fight.ground()) else { return };
    let squares = (feet / ground.feet).max(1);
    let Some(step) = fight.one(by).at.and_then(|by_at| body(fight, by, by_at).step_towards(body(fight, at, from)))
    else {
        return;
    };
    let walker = Walker::new(fight, ground, at);
    let (mut end, mut next) = (None, from);
    for _ in 0..squares {
        if !ground.map.body_step_open(walker.footprint, next, step, Walls::KeepCorners) {
            break;
        }
        next = next.step(step);
        end = walker.may_stop(next).then_some(next).or(end);
    }
    let Some(end) = end else { return };
    fight.one_mut(at).at = Some(end);
    let beside = free_beside(fight, by, at);
    if let Some(square) = beside {
        fight.one_mut(by).at = Some(square);
    }
}

/// Pushes somebody one square away; false where a wall or somebody stands in the way.
fn push(fight: &mut Fight, by: Who, at: Who) -> bool {
    let (Some(ground), Some(from), Some(to)) = (fight.ground(), fight.one(by).at, fight.one(at).at) else {
        return false;
    };
    let Some(step) = body(fight, by, from).step_towards(body(fight, at, to)) else { return false };
    let walker = Walker::new(fight, ground, at);
    let next = to.step(step);
    let open = ground.map.body_step_open(walker.footprint, to, step, Walls::KeepCorners);
    if !open || !walker.may_stop(next) {
        return false;
    }
    fight.one_mut(at).at = Some(next);
    true
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
