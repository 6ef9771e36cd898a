//! Going from square to square: Moves, charges, movement by abilities, and being pushed.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Deed};
use crate::book::{Status, Topic};
use crate::fight::{Fight, Gait};
use crate::house::{Distance, ForcedTriggers};
use crate::rules::effects::caused;
use crate::rules::features::{self, affected};
use crate::rules::{cover, distance, falling, ground, movement, reactions, ways};

mod pushing;
mod stretches;

pub use crate::fight::Pace;
pub use pushing::movable;
pub(crate) use pushing::push;
pub(crate) use stretches::tell as tell_stretch;
use stretches::{come_to, set_out};

/// How somebody goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journey {
    /// By which gait.
    pub gait: Gait,
    /// By running, or in a charge: what waits for that comes.
    pub rushing: bool,
    /// Metres of its own; nothing where the Move of the turn pays.
    pub own: Option<i16>,
    /// Over ledges, not climbing down.
    pub falls: bool,
}

/// Metres that are left for a journey.
fn left(fight: &Fight, who: Who, journey: &Journey) -> i16 {
    match journey.own {
        Some(metres) => metres,
        None => {
            let run = fight.turn.as_ref().is_some_and(|turn| turn.running);
            movement::left(fight, who, journey.gait, run)
        }
    }
}

/// A Move, or part of one, to a square; the rest of the turn decides what may follow.
///
/// # Errors
/// Halts with the table.
pub(crate) fn go<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    run: bool,
) -> Result<(), T::Halt> {
    let gait = movement::gait_now(fight, who);
    begin(fight, who, gait, run);
    let journey = Journey { gait, rushing: run, own: None, falls: false };
    let lies = fight.one(who).prone;
    let pace = match (run, gait) {
        (run, Gait::Walk) if lies => Pace::Crawl { run },
        (true, gait) => Pace::Run(gait),
        (false, Gait::Walk) => Pace::Walk,
        (false, Gait::Fly) => Pace::Fly,
    };
    let outer = set_out(fight, table, who, pace);
    travel(fight, table, who, to, journey)?;
    come_to(fight, table, outer);
    Ok(())
}

/// The squares of a Move that may be chosen, to be shown beforehand.
pub fn shown(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let (Ask::Turn { who }, Act::Deed(deed)) = (*ask, *act) else { return Vec::new() };
    way(fight, who, deed)
}

/// The squares of a Move, the start first; nothing for anything else.
pub fn way(fight: &Fight, who: Who, deed: Deed) -> Vec<Square> {
    let Deed::Move { to, run } = deed else { return Vec::new() };
    let gait = movement::gait_now(fight, who);
    let running = run || fight.turn.as_ref().is_some_and(|turn| turn.running);
    let mut route = Vec::new();
    ways::to_square(fight, who, gait, movement::left(fight, who, gait, running), to, &mut route);
    route.insert(0, fight.one(who).at);
    route
}

/// The Move of a turn begins or goes on by this gait.
fn begin(fight: &mut Fight, who: Who, gait: Gait, run: bool) {
    let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) else { return };
    turn.moving = true;
    turn.running |= run;
    if turn.gait.is_some_and(|used| used != gait) {
        // The other half of a run has a speed of its own.
        turn.second = true;
        turn.spent = 0;
    }
    turn.gait = Some(gait);
}

/// Goes the cheapest way, step by step, as far as it is still possible. Says whether it arrived.
///
/// # Errors
/// Halts with the table.
pub(crate) fn travel<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    mut journey: Journey,
) -> Result<bool, T::Halt> {
    let metres = left(fight, who, &journey);
    let smooth = nothing_comes_between(fight, who) && movement::may_stop(fight, who, to);
    if smooth && let Some(way) = ways::straight_on(fight, who, journey.gait, to).filter(|way| way.steps() <= metres) {
        arrive(fight, who, (way.end(), way.steps(), way.diagonals()), &mut journey);
        return Ok(true);
    }
    let mut route = std::mem::take(&mut fight.scratch.route);
    ways::to_square(fight, who, journey.gait, metres, to, &mut route);
    if smooth && route.last() == Some(&to) {
        let (mut here, mut diagonals) = (fight.one(who).at, 0);
        for next in route.iter().copied() {
            diagonals += i16::from(here.x != next.x && here.y != next.y);
            here = next;
        }
        arrive(fight, who, (to, route.len() as i16, diagonals), &mut journey);
        fight.scratch.route = route;
        return Ok(true);
    }
    let (mut done, mut free) = (Ok(true), fight.one(who).at);
    for square in route.iter().copied() {
        done = step(fight, table, who, square, &mut journey);
        if !matches!(done, Ok(true)) {
            break;
        }
        if movement::may_stop(fight, who, square) {
            free = square;
        }
    }
    fight.scratch.route = route;
    done?;
    make_way(fight, table, who, free);
    Ok(fight.one(who).at == to)
}

/// Whether a way of somebody's can neither be broken off nor set anything off: each step costs 1, nobody has prepared
/// anything, and no ground is changed. Then it need not be looked at square by square.
fn nothing_comes_between(fight: &Fight, who: Who) -> bool {
    !fight.waiting
        && ways::is_smooth(fight, who)
        && fight.house().distance == Distance::Game
        && features::none(fight, who, Topic::Steps)
        && can_go_on(fight, who)
}

/// All of so many steps at once, some of them diagonal, over ground of one height.
fn arrive(fight: &mut Fight, who: Who, (to, steps, diagonals): (Square, i16, i16), journey: &mut Journey) {
    pay(fight, who, steps, journey);
    let mut one = fight.one_mut(who);
    one.at = to;
    one.odd ^= diagonals % 2 == 1;
    drop(one);
    carry(fight, who);
}

/// `move.occupied`: one whose way breaks off on somebody else's square goes back to the last free one.
fn make_way<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, free: Square) {
    let at = fight.one(who).at;
    if !fight.present(who) || at == free || movement::may_stop(fight, who, at) {
        return;
    }
    stretches::tell(fight, table);
    put(fight, who, free);
    stretches::start_anew(fight, who);
    table.tell(|| {
        let text = format!("{} cannot stay at {at} and falls back to {free}", fight.label(who));
        Event::new(&movement::OCCUPIED, text).by(who)
    });
}

/// `move.occupied`: one who comes down, or grows, where others are or where it has no room goes to the nearest square that
/// is free.
///
/// # Errors
/// Halts with the table.
pub(crate) fn make_way_below<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let at = fight.one(who).at;
    if !fight.present(who) || fight.one(who).rides.is_some() || movement::may_stop(fight, who, at) {
        return Ok(());
    }
    let free = fight.setting.map.bounds().squares().filter(|square| movement::may_stop(fight, who, *square));
    let Some(free) = free.min_by_key(|square| quintain_field::distance(at, *square, distance::rule(fight))) else {
        return Ok(());
    };
    table.tell(|| {
        let text = format!("{} has no room at {at} and makes way to {free}", fight.label(who));
        Event::new(&movement::OCCUPIED, text).by(who)
    });
    thrown_to(fight, table, who, free)
}

/// The price of one step for the whole body, or nothing where there is no way.
fn price_of(fight: &Fight, who: Who, journey: &Journey, to: Square) -> Option<i16> {
    let from = fight.one(who).at;
    if !ways::open(fight, who, from, from.step_to(to)?) {
        return None;
    }
    let price = match journey.falls {
        true => falling::price(fight, who, to),
        false => ways::price(fight, who, journey.gait, from, to)?,
    };
    Some(price * movement::step_length(fight, fight.one(who).odd, from, to))
}

/// One step with its windows. Says whether the journey may go on.
///
/// # Errors
/// Halts with the table.
pub(crate) fn step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    journey: &mut Journey,
) -> Result<bool, T::Halt> {
    reactions::attempt(fight, table, who, to)?;
    if !can_go_on(fight, who) {
        return Ok(false);
    }
    let Some(price) = price_of(fight, who, journey, to) else { return Ok(false) };
    let left = left(fight, who, journey);
    if price > left {
        stretches::tell(fight, table);
        table.tell(|| {
            let text = format!("{} cannot pay {price} m for {to}: {left} m are left", fight.label(who));
            Event::new(&movement::LEFTOVER, text).by(who).and(&movement::MID_CHANGE)
        });
        return Ok(false);
    }
    let from = fight.one(who).at;
    if price > 1 {
        stretches::note_price(fight, who, to, price, journey.gait);
    }
    pay(fight, who, price, journey);
    let before = reactions::before_step(fight, who);
    let lay = fight.one(who).prone;
    place(fight, who, to, journey.gait);
    ground::trail(fight, table, who, from)?;
    reactions::moved(fight, table, who, &before, journey.rushing)?;
    if fight.present(who) {
        ground::entered(fight, table, who, from)?;
    }
    Ok(can_go_on(fight, who) && fight.one(who).prone == lay)
}

fn pay(fight: &mut Fight, who: Who, price: i16, journey: &mut Journey) {
    match &mut journey.own {
        Some(metres) => *metres -= price,
        None => {
            if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
                turn.spent += price;
            }
        }
    }
}

/// Puts somebody into a square, off its mount if it rides; aloft it keeps its height above the map's zero.
fn place(fight: &mut Fight, who: Who, to: Square, gait: Gait) {
    let from = fight.one(who).at;
    let height = distance::height(fight, who);
    let level = fight.setting.map.ground(to);
    let diagonal = from.x != to.x && from.y != to.y;
    let mut one = fight.one_mut(who);
    one.at = to;
    one.rides = None;
    one.odd ^= diagonal;
    if gait == Gait::Fly {
        one.altitude = (height.tenths() - level.tenths()).max(0) / 10;
    }
    drop(one);
    carry(fight, who);
}

/// `Q-47`: a rider comes along, and so does what lies around a creature.
#[inline]
pub(crate) fn carry(fight: &mut Fight, mount: Who) {
    ground::carry(fight, mount);
    let (at, altitude) = (fight.one(mount).at, fight.one(mount).altitude);
    for rider in fight.everyone() {
        if fight.one(rider).rides == Some(mount) {
            let mut one = fight.one_mut(rider);
            one.at = at;
            one.altitude = altitude;
        }
    }
}

/// Whether somebody on the way may take another step.
fn can_go_on(fight: &Fight, who: Who) -> bool {
    fight.able(who) && !fight.is_cut_short(who) && !affected(fight, who, Status::Immobilized)
}

/// `fly.ascend-cost`, `fly.descend-cost`: rises or sinks as far as can be paid.
///
/// # Errors
/// Halts with the table.
pub(crate) fn altitude<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: i16,
    run: bool,
) -> Result<(), T::Halt> {
    begin(fight, who, Gait::Fly, run);
    let mut journey = Journey { gait: Gait::Fly, rushing: run, own: None, falls: false };
    let (from, lay) = (fight.one(who).altitude, fight.one(who).prone);
    while fight.one(who).altitude != to && can_go_on(fight, who) {
        let up = fight.one(who).altitude < to;
        let price = if up { 2 } else { 1 };
        if price > left(fight, who, &journey) {
            break;
        }
        pay(fight, who, price, &mut journey);
        let before = reactions::before_step(fight, who);
        let height = fight.one(who).altitude;
        let next = height + if up { 1 } else { -1 };
        fight.one_mut(who).altitude = next;
        carry(fight, who);
        reactions::moved(fight, table, who, &before, run)?;
        if fight.one(who).altitude == next {
            ground::descended(fight, table, who, height)?;
        }
        if fight.one(who).altitude != next {
            // It has been brought down on the way: that has been told, with what lies below.
            return Ok(());
        }
        if fight.one(who).prone != lay {
            break;
        }
    }
    let now = fight.one(who).altitude;
    table.tell(|| {
        let (does, rule) = if now > from { ("rises", &movement::ASCEND) } else { ("sinks", &movement::DESCEND) };
        let event = Event::new(rule, format!("{} {does} to {now} m", fight.label(who))).by(who);
        let event = event.and(&movement::FLY_DIRECTIONS).change(who, "altitude", from.into(), now.into()).act();
        if now == 0 { event.and(&movement::ALOFT) } else { event }
    });
    Ok(())
}

/// Steps over a ledge and falls.
///
/// # Errors
/// Halts with the table.
pub(crate) fn jump_down<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
) -> Result<(), T::Halt> {
    let Some(metres) = falling::ledge(fight, who, to) else { return Ok(()) };
    begin(fight, who, Gait::Walk, false);
    let rushing = fight.turn.as_ref().is_some_and(|turn| turn.running);
    let mut journey = Journey { gait: Gait::Walk, rushing, own: None, falls: true };
    table.tell(|| {
        let text = format!("{} steps over the ledge to {to}, {metres} m down", fight.label(who));
        Event::new(&falling::THRESHOLD, text).by(who).and(&movement::UP_TO_SPEED).act()
    });
    step(fight, table, who, to, &mut journey)?;
    if fight.one(who).at != to {
        return Ok(());
    }
    falling::fall(fight, table, who, metres)
}

/// What an altitude change costs.
pub fn altitude_price(from: i16, to: i16) -> i16 {
    if to > from { 2 * (to - from) } else { from - to }
}

/// Charges straight at somebody with so many metres of movement. Says whether it came into range.
///
/// # Errors
/// Halts with the table.
pub(crate) fn charge<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (at, reach): (Who, i16),
    metres: i16,
) -> Result<bool, T::Halt> {
    let Some(way) = ways::of_charge(fight, who, at, reach) else { return Ok(false) };
    let gait = movement::gait_now(fight, who);
    let mut journey = Journey { gait, rushing: true, own: Some(metres), falls: false };
    table.tell(|| {
        let text = format!("{} charges at {} with {metres} m", fight.label(who), fight.label(at));
        caused(fight, Event::new(&movement::UP_TO_SPEED, text).by(who).to(at))
    });
    let outer = set_out(fight, table, who, Pace::Charge);
    for square in way.squares() {
        if !step(fight, table, who, square, &mut journey)? {
            break;
        }
    }
    come_to(fight, table, outer);
    let met = || distance::between(fight, who, at) <= reach && cover::sees(fight, who, at);
    Ok(features::goes_on(fight, who) && fight.present(at) && met())
}

/// Somebody moves by its own ability with so many metres, outside its Move.
///
/// # Errors
/// Halts with the table.
pub(crate) fn roam<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    metres: i16,
) -> Result<bool, T::Halt> {
    let odd = fight.one(who).odd;
    let own_turn = fight.turn.as_ref().is_some_and(|turn| turn.who == who);
    if !own_turn {
        // `dist.simulation.counter`: outside a turn the count is a fresh one.
        fight.one_mut(who).odd = false;
    }
    let gait = movement::gait_now(fight, who);
    let outer = set_out(fight, table, who, if gait == Gait::Fly { Pace::Fly } else { Pace::Walk });
    let arrived = travel(fight, table, who, to, Journey { gait, rushing: false, own: Some(metres), falls: false })?;
    come_to(fight, table, outer);
    if !own_turn {
        fight.one_mut(who).odd = odd;
    }
    Ok(arrived)
}

/// Puts somebody elsewhere at once, without passing what lies between: a leap or a return.
pub(crate) fn put(fight: &mut Fight, who: Who, to: Square) {
    fight.one_mut(who).at = to;
    carry(fight, who);
}

/// Somebody is thrown to a square: it comes to whatever lies there, and by house rule sets off what waits for movers.
///
/// # Errors
/// Halts with the table.
pub(crate) fn thrown_to<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    to: Square,
) -> Result<(), T::Halt> {
    let (before, from) = (reactions::before_step(fight, whom), fight.one(whom).at);
    put(fight, whom, to);
    if from == to || !fight.present(whom) {
        return Ok(());
    }
    forced(fight, table, whom, &before)?;
    if fight.present(whom) { ground::entered(fight, table, whom, from) } else { Ok(()) }
}

/// `Q-19`: being moved by others sets prepared actions off only where the house says so.
fn forced<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    before: &reactions::Before,
) -> Result<(), T::Halt> {
    match fight.house().forced_triggers {
        ForcedTriggers::Yes => reactions::moved(fight, table, whom, before, false),
        ForcedTriggers::No => Ok(()),
    }
}
