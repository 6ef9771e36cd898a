//! The Move Action, and going from Space to Space.

mod steps;
pub(crate) mod stretch;
mod walking;
mod ways;

use quintain_engine::{Event, Refusal, Table, Who, section};
use quintain_field::Square;

use crate::ask::Moment;
use crate::book::Condition;
use crate::fight::{Came, Fight, Leaving};
use crate::house::MoveRounding;
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::{action_points, conditions, hide, numbers, reactions, zones};

use crate::story::Told;
use crate::those::Those;
use crate::words::spaces;
pub(crate) use steps::Stride;
pub use steps::price;
pub use walking::walk;
pub(crate) use walking::{go, leave, stopped, stride};
pub use ways::{Lookup, cost_to, costs, falls, falls_on, reach, shown, struck_from, towards, with_room};

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
    gain(fight, numbers::speed(fight, who), moves)
}

/// What a Move gives at such a Speed after so many others.
fn gain(fight: &Fight, speed: i16, moves: u8) -> Option<i16> {
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

/// AP that a Move takes.
pub const AP: u8 = 1;

/// How many Moves must be taken for so many Spaces of movement, and what is left of it afterwards.
pub fn moves_for(fight: &Fight, who: Who, spaces: i16) -> Option<(u8, i16)> {
    let one = fight.one(who);
    let (mut taken, mut left) = (0, one.movement - spaces);
    while left < 0 {
        left += next_move(fight, who, one.moves.saturating_add(taken)).filter(|gain| *gain > 0)?;
        taken += 1;
    }
    Some((taken, left))
}

/// Movement that is at hand, with what so many AP would buy.
pub fn within_reach(fight: &Fight, who: Who, ap: i8) -> i16 {
    let one = fight.one(who);
    let speed = numbers::speed(fight, who);
    if speed == 0 {
        return 0;
    }
    let more = (0..ap.max(0) as u8).map_while(|more| gain(fight, speed, one.moves + more));
    one.movement + more.sum::<i16>()
}

/// # Errors
/// Why no further Move Action can be taken.
pub fn may_move(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).moves >= 3, &MAX_THREE, "it has moved three times in this round")?;
    refuse_if(numbers::speed(fight, who) == 0, &ACTION, "its Movement is 0")?;
    action_points::may_pay(fight, who, AP)
}

/// Takes a Move Action: movement to be spent.
pub(crate) fn take_move<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    stretch::told(fight, table);
    let moves = fight.one(who).moves;
    let gain = next_move(fight, who, moves).unwrap_or(0);
    let again = moves > 0;
    let mut one = fight.one_mut(who);
    one.moves = one.moves.saturating_add(1);
    one.movement += gain;
    drop(one);
    action_points::pay_to(fight, table, who, AP, &ACTION, action_points::For::Move { gain, again });
}

/// The movement that one, two and three Moves of a whole turn come to, as far as AP last, and how many AP each takes.
pub fn of_a_turn(fight: &Fight, who: Who) -> Vec<(u8, i16)> {
    let speed = numbers::speed(fight, who);
    let affordable = fight.one(who).max_ap.max(0).unsigned_abs() / AP;
    let mut total = 0;
    let gains = (0..affordable).map_while(|moves| gain(fight, speed, moves)).take_while(|gain| *gain > 0);
    gains
        .zip(1..)
        .map(|(gain, moves)| {
            total += gain;
            (moves * AP, total)
        })
        .collect()
}

/// A creature that has struck at one that was leaving its reach may have a way to go after it.
fn chased<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, struck: &Those) -> Result<(), T::Halt> {
    for foe in struck.iter() {
        if fight.able(who) && reactions::can_answer(fight, foe, Moment::Left, who, who) {
            reactions::answer(fight, table, foe, Moment::Left, who)?;
        }
    }
    Ok(())
}

/// A creature has come to where it is from elsewhere: others that have waited for that may act, however it came about.
/// So it is for its rider.
///
/// # Errors
/// Halts with the table.
pub(crate) fn arrived<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    came: Option<Came>,
) -> Result<(), T::Halt> {
    if !fight.any(Mark::Holding) {
        return Ok(());
    }
    let rider = super::riding::rider(fight, who).map(|rider| (rider, came.map(|came| Came { own: false, ..came })));
    for (who, came) in std::iter::once((who, came)).chain(rider) {
        if fight.present(who) {
            let before = std::mem::replace(&mut fight.came, came);
            reactions::window(fight, table, Moment::Moved, who, who, None)?;
            fight.came = before;
        }
    }
    Ok(())
}

/// Where somebody is, for when it has gone elsewhere.
pub(crate) fn here(fight: &Fight, who: Who, own: bool) -> Option<Came> {
    let one = fight.one(who);
    one.at.map(|from| Came { from, height: one.height, own })
}

/// What follows from standing in a new Space: ground, grips, being seen.
///
/// # Errors
/// Halts with the table.
pub(crate) fn settled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Square) -> Result<(), T::Halt> {
    zones::entered(fight, table, who, at)?;
    super::riding::sort_out(fight, table, who);
    carried_onto(fight, table, who)?;
    super::grapple::sort_out(fight, table);
    super::engulfing::sort_out(fight, table);
    hide::look(fight, table);
    Ok(())
}

/// Somebody is driven through a Space without coming to rest there; on the ground, what lies there acts on it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn passed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    grounded: bool,
) -> Result<(), T::Halt> {
    if let Some(at) = fight.one(who).at.filter(|_| grounded && !fight.zones.is_empty()) {
        zones::entered(fight, table, who, at)?;
    }
    super::riding::sort_out(fight, table, who);
    if grounded {
        carried_onto(fight, table, who)?;
    }
    super::grapple::sort_out(fight, table);
    Ok(())
}

/// What lies where a mount has come to acts on its rider as well.
fn carried_onto<T: Table<Fight>>(fight: &mut Fight, table: &mut T, mount: Who) -> Result<(), T::Halt> {
    if fight.zones.is_empty() {
        return Ok(());
    }
    match super::riding::rider(fight, mount).and_then(|rider| Some((rider, fight.one(rider).at?))) {
        Some((rider, at)) => zones::entered(fight, table, rider, at),
        None => Ok(()),
    }
}

/// Somebody is put somewhere against its will or by magic.
///
/// # Errors
/// Halts with the table.
pub fn displaced<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let came = here(fight, who, false);
    if fight.one(who).at != Some(to) {
        let height = fight.one(who).height;
        leave(fight, table, who, Leaving { to, height, forced: true })?;
    }
    if !fight.present(who) || fight.one(who).at != came.map(|came| came.from) {
        return Ok(());
    }
    let high = fight.altitude(who);
    fight.one_mut(who).at = Some(to);
    stretch::from_here(fight, who);
    if let Some(came) = came { brought(fight, table, who, came, high) } else { Ok(()) }
}

/// Somebody has been brought to where it is from elsewhere, where it was so high: it falls, and what is there acts on it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn brought<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    came: Came,
    high: i16,
) -> Result<(), T::Halt> {
    let Some(at) = fight.one(who).at.filter(|_| fight.present(who)) else { return Ok(()) };
    fight.one_mut(who).turn.run = (0, 0, 0);
    super::falling::off_a_ledge(fight, table, who, high, true)?;
    settled(fight, table, who, at)?;
    arrived(fight, table, who, Some(came))
}

/// Somebody is elsewhere at once, with no way between: nobody is provoked, nothing is fallen.
///
/// # Errors
/// Halts with the table.
pub fn appear<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let came = here(fight, who, false);
    fight.one_mut(who).at = Some(to);
    fight.one_mut(who).turn.run = (0, 0, 0);
    stretch::from_here(fight, who);
    settled(fight, table, who, to)?;
    arrived(fight, table, who, came)
}

/// # Errors
/// Why somebody cannot get up.
pub fn may_stand(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(!fight.one(who).under(Condition::Prone), &ACTION, "it is on its feet")?;
    if numbers::speed(fight, who) == 0 || within_reach(fight, who, action_points::available(fight, who)) < STAND {
        return Err(Refusal::new(&ACTION, "standing up takes 2 Spaces of movement"));
    }
    Ok(())
}

/// Spaces of movement that standing up takes.
pub const STAND: i16 = 2;

/// Stands up, for 2 Spaces of movement; that provokes.
///
/// # Errors
/// Halts with the table.
pub(crate) fn stand<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    while fight.one(who).movement < STAND && may_move(fight, who).is_ok() {
        take_move(fight, table, who);
    }
    table.tell(|| Event::new(&ACTION, format!("{} stands up", fight.label(who))).by(who).act_of(fight));
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
    refuse_if(fight.template(who).entry.fly.is_none(), &ACTION, "it cannot fly")?;
    let height = fight.one(who).height + by;
    refuse_if(fight.one(who).has(Condition::Prone) || height < 0, &ACTION, "there is no way")?;
    if fight.one(who).at.is_some_and(|at| !fight.room_above(who, at, height)) {
        return Err(Refusal::new(&ACTION, "somebody is in the way there"));
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
    let (came, high) = (here(fight, who, true), fight.one(who).height + by);
    let at = fight.one(who).at;
    if let Some(to) = at {
        leave(fight, table, who, Leaving { to, height: high, forced: false })?;
    }
    if stopped(fight, who, at) || may_climb(fight, who, by).is_err() {
        return Ok(());
    }
    let mut one = fight.one_mut(who);
    one.movement -= by.abs();
    one.height = high;
    drop(one);
    table.tell(|| {
        Event::new(&ACTION, format!("{} is {} above the ground", fight.label(who), spaces(high))).by(who).act_of(fight)
    });
    super::riding::sort_out(fight, table, who);
    super::grapple::sort_out(fight, table);
    super::engulfing::sort_out(fight, table);
    hide::look(fight, table);
    arrived(fight, table, who, came)
}
