//! The Move Action, and going from Space to Space.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who, section};
use quintain_field::{Diagonal, Pathfinder, Square, Walk};

use crate::ask::{Act, Ask, Deed, Moment};
use crate::book::{Condition, Feature};
use crate::fight::{Fight, Leaving};
use crate::house::{ForcedProvokes, MoveRounding};
use crate::rules::crowd::Crowd;
use crate::rules::strides::{self, Found};
use crate::rules::{action_points, conditions, hide, numbers, reactions, zones};

section! {
    "Move Action";
    CLIMB = Engine "move.climb": "Whoever goes up a face of 2 Spaces or more pays for each of them, and 1 more for each without a way of climbing.",
        ruling "A single Space up is a step like any other.";
    ACTION = Choice "move.action": "For 1 AP one gains movement as far as one's Movement.", ruling "The cost is not printed: 1 AP.";
    SPLIT = Choice "move.split": "Movement may be spent in pieces between other Actions of the turn.";
    AGAIN = Engine "move.again": "A second Move gives half, a third a quarter.", ruling "Rounded down, at least 1.", house "move-rounding";
    MAX_THREE = Engine "move.max-three": "There is no fourth Move in a round.";
    FROM_BASE = Engine "move.from-base": "Half and quarter are of the full Movement.";
    LEFTOVER = Engine "move.leftover-lost": "Movement that is left is lost at the end of the turn.";
}

/// What the next Move gives; nothing when there is none left.
pub fn next_move(fight: &Fight, who: Who, moves: u8) -> Option<i16> {
    let speed = numbers::speed(fight, who);
    let by = match moves {
        0 => 1,
        1 => 2,
        2 => 4,
        _ => return None,
    };
    if speed == 0 || by == 1 {
        return Some(speed);
    }
    Some(match fight.house().move_rounding {
        MoveRounding::DownMin1 => (speed / by).max(1),
        MoveRounding::Down => speed / by,
        MoveRounding::Up => (speed + by - 1) / by,
    })
}

/// Movement that is at hand, with what so many AP would buy.
pub fn within_reach(fight: &Fight, who: Who, ap: i8) -> i16 {
    let one = fight.one(who);
    if numbers::speed(fight, who) == 0 {
        return 0;
    }
    let more = (0..ap.max(0) as u8).map_while(|more| next_move(fight, who, one.moves + more));
    one.movement + more.sum::<i16>()
}

/// # Errors
/// Why no further Move Action can be taken.
pub fn may_move(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.one(who).moves >= 3 {
        return Err(Refusal::new(&MAX_THREE, "it has moved three times in this round"));
    }
    if numbers::speed(fight, who) == 0 {
        return Err(Refusal::new(&ACTION, "its Movement is 0"));
    }
    action_points::may_pay(fight, who, 1)
}

/// Takes a Move Action: movement to be spent.
pub(crate) fn take_move<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let moves = fight.one(who).moves;
    let gain = next_move(fight, who, moves).unwrap_or(0);
    action_points::pay(fight, table, who, 1, &ACTION);
    gain_move(fight, table, who, gain);
}

/// Notes a Move Action that has been paid.
pub(crate) fn gain_move<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, gain: i16) {
    let one = fight.one_mut(who);
    one.moves = one.moves.saturating_add(1);
    one.movement += gain;
    table.tell(|| {
        let moves = fight.one(who).moves;
        let event = Event::new(&ACTION, format!("{} may move {gain} Spaces", fight.label(who))).by(who);
        if moves > 1 { event.and(&AGAIN).and(&FROM_BASE).and(&super::dice::ROUND_DOWN) } else { event }
    });
}

/// What a step into a Space costs, or nothing where there is no way.
pub fn price(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let other = fight.everyone().find(|other| {
        *other != who && fight.present(*other) && fight.body(*other).is_some_and(|body| body.contains(to))
    });
    let from = fight.one(who).at.unwrap_or(to);
    Stride::of(fight, who).price(fight, from, to, other)
}

/// How somebody walks now: what is the same at every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    who: Who,
    burden: i16,
    blind: bool,
    flies: bool,
    light: bool,
    swims: bool,
    climbs: bool,
}

impl Stride {
    /// As it walks now.
    pub(crate) fn of(fight: &Fight, who: Who) -> Stride {
        let flies = fight.one(who).height > 0;
        Stride {
            who,
            burden: burden(fight, who),
            blind: fight.one(who).has(Condition::Blinded),
            flies,
            light: flies || fight.template(who).has(&Feature::LightFooted),
            swims: fight.template(who).entry.swim.is_some(),
            climbs: fight.template(who).entry.climb.is_some(),
        }
    }

    /// What a step costs into a Space where `other` stands.
    fn price(self, fight: &Fight, from: Square, to: Square, other: Option<Who>) -> Option<i16> {
        if fight.map.blocks_movement(to) || fight.walled(to) {
            return None;
        }
        let mut price = self.entry() + self.rise(fight, from, to);
        if let Some(other) = other {
            price += self.past(fight, other)?;
        }
        price += i16::from(self.minds_ground() && (fight.difficult(to) || zones::difficult(fight, to)));
        Some(price + i16::from(self.minds_water() && fight.deep(to)))
    }

    /// What a face between two Spaces costs more, for those who do not fly.
    fn rise(self, fight: &Fight, from: Square, to: Square) -> i16 {
        if fight.setting.flat || self.flies {
            return 0;
        }
        match fight.level(to) - fight.level(from) {
            high @ 2.. => (high - 1) * self.entry() + if self.climbs { 0 } else { high },
            _ => 0,
        }
    }

    /// What every step costs, wherever it goes. To the blind all ground is hard to cross.
    pub(crate) fn entry(self) -> i16 {
        1 + self.burden + i16::from(self.blind && !self.light)
    }

    /// What a step into the Space of somebody else costs more, or nothing where it does not let one pass.
    pub(crate) fn past(self, fight: &Fight, other: Who) -> Option<i16> {
        let held = fight.one(other).statuses.iter().any(|status| status.by == Some(self.who) && grip(status.condition));
        let free = held || fight.may_share(self.who, other);
        match free || !fight.foes(self.who, other) || super::passing::open(fight, self.who, other) {
            true => Some(i16::from(!free)),
            false => None,
        }
    }

    /// Whether ground that is hard to cross makes a difference.
    pub(crate) fn minds_ground(self) -> bool {
        !self.light && !self.blind
    }

    /// Whether deep water makes a difference.
    pub(crate) fn minds_water(self) -> bool {
        !self.swims && !self.flies
    }
}

fn grip(condition: Condition) -> bool {
    matches!(condition, Condition::Grappled | Condition::Restrained)
}

/// What every step costs more: Slowed, crawling, somebody dragged along.
fn burden(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let drags = super::grapple::held_by(fight, who).next().is_some();
    one.amount(Condition::Slowed) + i16::from(one.has(Condition::Prone)) + i16::from(drags)
}

/// How somebody walks with so much movement.
fn gait(fight: &Fight, who: Who, budget: i16) -> Walk {
    Walk { body: fight.footprint(who), ..Walk::new(Diagonal::Equal, budget.max(0) as u32) }
}

/// All Spaces that somebody can come to with so much movement, with what each costs.
pub fn reach(
    fight: &Fight,
    who: Who,
    budget: i16,
    finder: &mut quintain_field::Pathfinder,
    into: &mut Vec<(Square, i16)>,
) {
    into.clear();
    let Some(at) = fight.one(who).at else { return };
    let all = |found: Found<'_>| into.extend(found.iter().filter(|(square, _)| *square != at));
    if strides::flooded(fight, who, budget, all).is_some() {
        return;
    }
    let stride = Stride::of(fight, who);
    Crowd::around(fight, who, |crowd| {
        let cost = |from: Square, to: Square| stride.price(fight, from, to, crowd.at(to)).map(|price| price as u32);
        let found = finder.reach(&fight.map, at, &gait(fight, who, budget), cost);
        for arrival in found.iter() {
            if arrival.square != at && fits(fight, who, arrival.square, crowd) {
                into.push((arrival.square, arrival.cost as i16));
            }
        }
    });
}

/// Lends what the way to any Space costs somebody with so much movement; a Space where it cannot come to has no price.
/// The Space where it is has none to be relied upon.
pub fn costs<R>(
    fight: &Fight,
    who: Who,
    budget: i16,
    mut read: impl FnMut(&dyn Fn(Square) -> Option<i16>) -> R,
) -> Option<R> {
    let at = fight.one(who).at?;
    if let Some(done) = strides::flooded(fight, who, budget, |found| read(&|to| found.cost(to))) {
        return Some(done);
    }
    let stride = Stride::of(fight, who);
    let done = Crowd::around(fight, who, |crowd| {
        let cost = |from: Square, to: Square| stride.price(fight, from, to, crowd.at(to)).map(|price| price as u32);
        with_room(|finder, _| {
            let found = finder.reach(&fight.map, at, &gait(fight, who, budget), cost);
            let price = |to: Square| found.arrival(to).map(|arrival| arrival.cost as i16);
            read(&|to| price(to).filter(|_| fits(fight, who, to, crowd)))
        })
    });
    Some(done)
}

/// Whether somebody finds room at a Space among the others.
fn fits(fight: &Fight, who: Who, at: Square, crowd: &Crowd) -> bool {
    fight.footprint(who).at(at).squares().all(|square| {
        fight.map.contains(square)
            && !fight.map.blocks_movement(square)
            && !fight.walled(square)
            && crowd.at(square).is_none_or(|other| fight.may_share(who, other))
    })
}

/// What the way to a Space costs, within so much movement.
pub fn cost_to(fight: &Fight, who: Who, to: Square, budget: i16) -> Option<i16> {
    let at = fight.one(who).at?;
    if !fight.room(who, to) || to == at {
        return None;
    }
    if let Some(cost) = strides::flooded(fight, who, budget, |found| found.cost(to)) {
        return cost;
    }
    let stride = Stride::of(fight, who);
    Crowd::around(fight, who, |crowd| {
        let cost = |from: Square, to: Square| stride.price(fight, from, to, crowd.at(to)).map(|price| price as u32);
        with_room(|finder, _| {
            let route = finder.path_to(&fight.map, at, &gait(fight, who, budget), cost, |square| square == to)?;
            Some(route.end.cost as i16)
        })
    })
}

/// The Spaces of a walk that may be chosen, to be shown beforehand.
pub fn shown(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let (who, to, budget) = match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(Deed::Move(to))) => {
            (who, to, within_reach(fight, who, action_points::available(fight, who)))
        }
        (Ask::Goal { who, spaces }, Act::Square(to)) => (who, to, spaces),
        _ => return Vec::new(),
    };
    let Some(from) = fight.one(who).at else { return Vec::new() };
    let mut squares = vec![from];
    with_room(|finder, _| way(fight, who, to, budget, finder, &mut squares));
    if squares.len() > 1 { squares } else { Vec::new() }
}

/// What steps cost somebody among the others; nothing where they lead down deeper than `deepest`.
fn steps<'a>(
    fight: &'a Fight,
    who: Who,
    crowd: &'a Crowd,
    deepest: i16,
) -> impl Fn(Square, Square) -> Option<u32> + Copy + 'a {
    let stride = Stride::of(fight, who);
    move |from: Square, to: Square| {
        let open = deepest == i16::MAX || fight.level(from) - fight.level(to) <= deepest;
        if open { stride.price(fight, from, to, crowd.at(to)).map(|price| price as u32) } else { None }
    }
}

/// How deep somebody may step down without being hurt: any drop, where nothing lies lower or it flies.
fn harmless_drop(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    match fight.setting.flat || one.height > 0 || fight.template(who).entry.fly.is_some() {
        true => i16::MAX,
        false => i16::from(one.attributes[1]).max(1),
    }
}

/// Adds the steps of the way to a Space: the cheapest without a fall that hurts, the cheapest of all where there is none.
fn way(fight: &Fight, who: Who, to: Square, budget: i16, finder: &mut Pathfinder, into: &mut Vec<Square>) {
    let Some(from) = fight.one(who).at else { return };
    let gait = gait(fight, who, budget);
    Crowd::around(fight, who, |crowd| {
        for deepest in [harmless_drop(fight, who), i16::MAX] {
            let cost = steps(fight, who, crowd, deepest);
            if let Some(found) = finder.path_to(&fight.map, from, &gait, cost, |square| square == to) {
                into.extend(found.squares.iter().skip(1));
                return;
            }
        }
    });
}

/// The Space that so much movement brings somebody to on the cheapest way to another's side, falls that hurt avoided.
pub fn towards(fight: &Fight, who: Who, foe: Who, budget: i16) -> Option<Square> {
    let from = fight.one(who).at?;
    Crowd::around(fight, who, |crowd| {
        let cost = steps(fight, who, crowd, harmless_drop(fight, who));
        let there = |square: Square| fight.distance_from(who, square, foe) <= 1 && fits(fight, who, square, crowd);
        with_room(|finder, _| {
            let found = finder.path_to(&fight.map, from, &gait(fight, who, FAR), cost, there)?;
            let (mut here, mut spent, mut end) = (from, 0, None);
            for square in found.squares.iter().skip(1).copied() {
                spent += cost(here, square)?;
                if spent > budget.max(0) as u32 {
                    break;
                }
                here = square;
                end = Some(square).filter(|square| fits(fight, who, *square, crowd)).or(end);
            }
            end
        })
    })
}

/// As far as ways are searched for that take several turns.
const FAR: i16 = 200;

/// What a search across the map needs: the same for every search of a thread, so that none of them allocates.
type Room = (Pathfinder, Vec<(Square, i16)>);

thread_local! {
    static ROOM: RefCell<Room> = RefCell::new((Pathfinder::new(), Vec::new()));
}

/// Lends room for a search. Whoever searches within a search has room of its own.
pub fn with_room<R>(search: impl FnOnce(&mut Pathfinder, &mut Vec<(Square, i16)>) -> R) -> R {
    ROOM.with(|room| match room.try_borrow_mut() {
        Ok(mut room) => {
            let (finder, reach) = &mut *room;
            search(finder, reach)
        }
        Err(_) => search(&mut Pathfinder::new(), &mut Vec::new()),
    })
}

/// Walks to a Space, taking Move Actions as movement runs out; stops where it cannot go on.
///
/// # Errors
/// Halts with the table.
pub(crate) fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let budget = within_reach(fight, who, action_points::available(fight, who));
    travel(fight, table, who, to, budget, Pays::Movement)
}

/// Walks to a Space for nothing; safely, where nobody may strike on the way.
///
/// # Errors
/// Halts with the table.
pub fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    safe: bool,
) -> Result<(), T::Halt> {
    travel(fight, table, who, to, 200, if safe { Pays::NothingSafe } else { Pays::Nothing })
}

/// The Move that was held: so many Spaces, to a place that is chosen now; what is left of them is lost.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stride<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, spaces: i16) -> Result<(), T::Halt> {
    if let Some(crate::ask::Act::Square(to)) = table.choose(fight, crate::ask::Ask::Goal { who, spaces })?
        && cost_to(fight, who, to, spaces).is_some()
    {
        travel(fight, table, who, to, spaces, Pays::Nothing)?;
    }
    Ok(())
}

/// What pays for steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pays {
    Movement,
    Nothing,
    NothingSafe,
}

fn travel<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    budget: i16,
    pays: Pays,
) -> Result<(), T::Halt> {
    let Some(from) = fight.one(who).at else { return Ok(()) };
    let mut route = fight.scratch.routes.pop().unwrap_or_default();
    route.clear();
    if !strides::route(fight, who, to, budget, &mut route) {
        with_room(|finder, _| way(fight, who, to, budget, finder, &mut route));
    }
    table.tell(|| {
        let text = format!("{} moves from {from} to {to}", fight.label(who));
        Event::new(&ACTION, text).by(who).and(&SPLIT)
    });
    let mut done = Ok(true);
    for next in route.iter().copied() {
        done = step(fight, table, who, next, pays);
        if !matches!(done, Ok(true)) {
            break;
        }
    }
    fight.scratch.routes.push(route);
    done.map(|_| ())
}

/// One step with its windows. Says whether the walk may go on.
fn step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    next: Square,
    pays: Pays,
) -> Result<bool, T::Halt> {
    let first = price(fight, who, next);
    if pays == Pays::Movement && !first.is_some_and(|price| afford(fight, table, who, price)) {
        return Ok(false);
    }
    let before = fight.one(who).at;
    let mut struck = 0;
    if pays != Pays::NothingSafe {
        let height = fight.one(who).height;
        struck = leave(fight, table, who, Leaving { to: next, height, forced: false })?;
    }
    let moved_away = fight.one(who).at != before;
    if !fight.able(who) || moved_away || pays == Pays::Movement && numbers::speed(fight, who) == 0 {
        table.tell(|| Event::new(&reactions::AOO_TIMING, format!("{} does not get away", fight.label(who))).by(who));
        return Ok(false);
    }
    if pays == Pays::Movement {
        let Some(now) = price(fight, who, next).filter(|now| afford(fight, table, who, *now)) else {
            return Ok(false);
        };
        if first.is_some_and(|first| now > first) {
            // Slower than when it set out: whether it goes on is asked anew.
            return Ok(false);
        }
        fight.one_mut(who).movement -= now;
    }
    climbed(fight, table, who, next);
    if !wrest_along(fight, table, who, next)? {
        return Ok(false);
    }
    let dragged = drag(fight, who, next);
    note_run(fight, who, next);
    let high = fight.altitude(who);
    fight.one_mut(who).at = Some(next);
    super::falling::off_a_ledge(fight, table, who, high, false)?;
    settle(fight, table, who, next)?;
    for (other, high) in dragged {
        brought(fight, table, other, high)?;
    }
    fight.came = before;
    let done = reactions::window(fight, table, Moment::Moved, who, who, None);
    fight.came = None;
    done?;
    chased(fight, table, who, struck)?;
    Ok(fight.able(who) && fight.one(who).at == Some(next))
}

/// Whoever has struck at somebody that was leaving its reach, by bit of its place, may have a way to go after it.
fn chased<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, struck: u64) -> Result<(), T::Halt> {
    for foe in fight.everyone() {
        let chases = struck & reactions::bit(foe) != 0 && fight.able(who);
        if chases && !reactions::options(fight, foe, Moment::Left, who, who).is_empty() {
            reactions::answer(fight, table, foe, Moment::Left, who)?;
        }
    }
    Ok(())
}

/// Says so where a step leads up a face.
fn climbed<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, next: Square) {
    let up = fight.one(who).at.is_some_and(|from| Stride::of(fight, who).rise(fight, from, next) > 0);
    if up {
        table.tell(|| Event::new(&CLIMB, format!("{} climbs to {next}", fight.label(who))).by(who));
    }
}

/// Takes Move Actions until a step can be paid.
fn afford<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, price: i16) -> bool {
    while fight.one(who).movement < price {
        if may_move(fight, who).is_err() {
            return false;
        }
        take_move(fight, table, who);
    }
    true
}

/// Enemies whose reach a step leaves may strike first. Who did, by bit of their place.
///
/// # Errors
/// Halts with the table.
pub(crate) fn leave<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    next: Leaving,
) -> Result<u64, T::Halt> {
    let held = fight.cast.iter().any(|one| !one.held.is_empty());
    let longest = fight.setting.longest_reach;
    if !held && !fight.enemies(who).any(|foe| fight.one(foe).martial && fight.distance(foe, who) <= longest) {
        return Ok(0);
    }
    fight.leaving = Some(next);
    let done = reactions::window(fight, table, Moment::Provoked, who, who, None);
    fight.leaving = None;
    done
}

/// Whom one drags along others may hold as well: they must be beaten first. Says whether the step can be taken.
fn wrest_along<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, next: Square) -> Result<bool, T::Halt> {
    for other in fight.everyone() {
        let comes = super::grapple::holds(fight, who, other) && fight.distance_from(who, next, other) > 1;
        if comes && !super::grapple::wrest(fight, table, who, other, &[])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whom one grapples comes along into the Space that one leaves: who that is, and how high each was.
fn drag(fight: &mut Fight, who: Who, next: Square) -> ArrayVec<(Who, i16), 2> {
    let mut dragged = ArrayVec::new();
    let Some(from) = fight.one(who).at else { return dragged };
    for other in fight.everyone() {
        if super::grapple::holds(fight, who, other) && fight.distance_from(who, next, other) > 1 {
            let _ = dragged.try_push((other, fight.altitude(other)));
            fight.one_mut(other).at = Some(from);
        }
    }
    dragged
}

/// Counts the Spaces moved in one straight line.
fn note_run(fight: &mut Fight, who: Who, next: Square) {
    let Some(from) = fight.one(who).at else { return };
    let (dx, dy) = ((next.x - from.x) as i8, (next.y - from.y) as i8);
    let run = &mut fight.one_mut(who).turn.run;
    *run = if (run.1, run.2) == (dx, dy) { (run.0.saturating_add(1), dx, dy) } else { (1, dx, dy) };
}

/// What follows from standing in a new Space: ground, grips, being seen.
fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Square) -> Result<(), T::Halt> {
    zones::entered(fight, table, who, at)?;
    super::riding::sort_out(fight, table, who);
    super::grapple::sort_out(fight, table);
    super::engulfing::sort_out(fight, table);
    hide::look(fight, table);
    Ok(())
}

/// Somebody has come to a Space in a way of its own, without a fall: what follows from standing there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn settled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Square) -> Result<(), T::Halt> {
    settle(fight, table, who, at)
}

/// Somebody is put somewhere against its will or by magic.
///
/// # Errors
/// Halts with the table.
pub fn displaced<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    thrown: bool,
) -> Result<(), T::Halt> {
    if !thrown && fight.house().forced_provokes == ForcedProvokes::On && fight.one(who).at != Some(to) {
        let height = fight.one(who).height;
        leave(fight, table, who, Leaving { to, height, forced: true })?;
    }
    if !fight.present(who) {
        return Ok(());
    }
    let before = fight.altitude(who);
    fight.one_mut(who).at = Some(to);
    fight.one_mut(who).turn.run = (0, 0, 0);
    super::falling::off_a_ledge(fight, table, who, before, true)?;
    settle(fight, table, who, to)
}

/// Somebody has been brought to where it is from a Space whose ground lay so high: it falls, and what is there acts on it.
///
/// # Errors
/// Halts with the table.
pub fn brought<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, high: i16) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at.filter(|_| fight.present(who)) else { return Ok(()) };
    fight.one_mut(who).turn.run = (0, 0, 0);
    super::falling::off_a_ledge(fight, table, who, high, true)?;
    settle(fight, table, who, at)
}

/// Somebody is elsewhere at once, with no way between: nobody is provoked, nothing is fallen.
///
/// # Errors
/// Halts with the table.
pub fn appear<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    fight.one_mut(who).at = Some(to);
    fight.one_mut(who).turn.run = (0, 0, 0);
    settle(fight, table, who, to)
}

/// # Errors
/// Why somebody cannot get up.
pub fn may_stand(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if !fight.one(who).under(Condition::Prone) {
        return Err(Refusal::new(&ACTION, "it is on its feet"));
    }
    if numbers::speed(fight, who) == 0 || within_reach(fight, who, action_points::available(fight, who)) < STAND {
        return Err(Refusal::new(&ACTION, "standing up takes 2 Spaces of movement"));
    }
    Ok(())
}

/// Spaces of movement that standing up takes.
const STAND: i16 = 2;

/// Stands up, for 2 Spaces of movement; that provokes.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stand<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    while fight.one(who).movement < STAND && may_move(fight, who).is_ok() {
        take_move(fight, table, who);
    }
    let able = reactions::provoke(fight, table, who, &reactions::AOO_STAND)?;
    if !able || numbers::speed(fight, who) == 0 || fight.one(who).movement < STAND {
        return Ok(());
    }
    fight.one_mut(who).movement -= STAND;
    conditions::lift(fight, table, who, Condition::Prone);
    Ok(())
}

/// # Errors
/// Why somebody cannot rise or sink so far.
pub fn may_climb(fight: &Fight, who: Who, by: i16) -> Result<(), Refusal> {
    if fight.template(who).entry.fly.is_none() {
        return Err(Refusal::new(&ACTION, "it cannot fly"));
    }
    if fight.one(who).has(Condition::Prone) || fight.one(who).height + by < 0 {
        return Err(Refusal::new(&ACTION, "there is no way"));
    }
    if within_reach(fight, who, action_points::available(fight, who)) < by.abs() {
        return Err(Refusal::new(&ACTION, "it has not enough movement"));
    }
    Ok(())
}

/// Flies up or down.
///
/// # Errors
/// Halts with the table.
pub(crate) fn climb<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: i16) -> Result<(), T::Halt> {
    while fight.one(who).movement < by.abs() && may_move(fight, who).is_ok() {
        take_move(fight, table, who);
    }
    if fight.one(who).movement < by.abs() {
        return Ok(());
    }
    let high = fight.one(who).height + by;
    if let Some(to) = fight.one(who).at {
        leave(fight, table, who, Leaving { to, height: high, forced: false })?;
    }
    if !fight.able(who) {
        return Ok(());
    }
    let one = fight.one_mut(who);
    one.movement -= by.abs();
    one.height = high;
    table.tell(|| Event::new(&ACTION, format!("{} is {high} Spaces up", fight.label(who))).by(who));
    super::riding::sort_out(fight, table, who);
    super::grapple::sort_out(fight, table);
    Ok(())
}
