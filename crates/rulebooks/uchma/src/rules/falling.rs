//! Fall damage.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Height, Square};

use crate::book::DamageKind;
use crate::fight::{Fight, Gait};
use crate::house::FallProne;
use crate::objection::Objection;
use crate::rules::damage::{self, Packet};
use crate::rules::{actions, mounted, movement, prone, steps, ways};

quintain_engine::section! {
    "Fall damage";
    THRESHOLD = Engine "fall.threshold": "Only a fall of more than 5 metres hurts.",
        ruling "Whoever steps over a ledge on purpose, 2 metres or more, pays for the step and falls.";
    FORMULA = Engine "fall.formula": "10 damage for each metre beyond the fifth.";
    IGNORES = Engine "fall.armor-ignoring": "It ignores armour.", ruling "A fall does not fell by itself.", house "fall-prone";
}

/// `fall.formula`: what a fall of so many metres does.
pub fn damage_of(metres: i16) -> i16 {
    (10 * (metres - 5)).max(0)
}

/// How many metres somebody falls who steps over a ledge to a neighbouring square, if any part of it comes over one and
/// none has to climb. The ground of a body is the highest below it: a wide one may stand astride a ledge, and falls 0.
pub fn ledge(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let (one, body, map) = (fight.one(who), fight.footprint(who), &fight.setting.map);
    let step = one.at.step_to(to)?;
    if fight.setting.flat || one.altitude > 0 || !ways::open(fight, who, one.at, step) {
        return None;
    }
    let over = Height::from_metres(1);
    let falls = |at: Square| map.ground(at).down(map.ground(at.step(step)));
    let climbs = body.at(one.at).squares().any(|at| Height::ZERO.down(falls(at)) > over);
    if climbs || !body.at(one.at).squares().any(|at| falls(at) > over) {
        return None;
    }
    let ground = |at: Square| body.at(at).squares().map(|square| map.ground(square)).max();
    Some(ground(one.at)?.down(ground(to)?).whole_metres().max(0))
}

/// What the step over a ledge costs, its length left out: what its ground costs, and nothing for the way down.
pub fn price(fight: &Fight, who: Who, to: Square) -> i16 {
    let ground = fight.footprint(who).at(to).squares().map(|square| movement::terrain(fight, who, square)).max();
    let ground = ground.unwrap_or(1);
    if fight.one(who).prone { ground.max(movement::HEAVY_COST) } else { ground }
}

/// The metres of movement that the step over a ledge takes.
pub fn price_of_jump(fight: &Fight, who: Who, to: Square) -> i16 {
    price(fight, who, to) * movement::step_length(fight, fight.one(who).odd, fight.one(who).at, to)
}

/// Whether somebody may step over a ledge now.
///
/// # Errors
/// The rule that forbids it.
pub fn may_jump_down(fight: &Fight, who: Who, to: Square) -> Result<(), Objection> {
    let run = fight.turn.as_ref().is_some_and(|turn| turn.running);
    actions::may_move(fight, who, run)?;
    if ledge(fight, who, to).is_none() {
        return Err(Objection::about(&THRESHOLD, to, "no ledge leads down to {}"));
    }
    if !movement::may_stop(fight, who, to) {
        return Err(Objection::about(&movement::OCCUPIED, to, "there is no room at {}"));
    }
    let (price, left) = (price_of_jump(fight, who, to), movement::left(fight, who, Gait::Walk, run));
    match price <= left {
        true => Ok(()),
        false => Err(Objection::new(&movement::UP_TO_SPEED, "it costs {0}, and {1} is left").with([price, left])),
    }
}

/// A creature falls so many metres, with its rider, and lies or stands where it lands.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fall<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, metres: i16) -> Result<(), T::Halt> {
    // The fall may be the end of the mount, and with it of the ride.
    let riders = mounted::riders(fight, whom);
    land(fight, table, whom, metres)?;
    for rider in riders {
        land(fight, table, rider, metres)?;
    }
    Ok(())
}

/// What a fall does to one of those who fall.
fn land<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, metres: i16) -> Result<(), T::Halt> {
    if metres <= 0 || fight.one(whom).out.is_some() {
        return Ok(());
    }
    let hurt = damage_of(metres);
    let cause = table.tell(|| {
        let rule = if hurt > 0 { &FORMULA } else { &THRESHOLD };
        let event = Event::new(rule, format!("{} falls {metres} m", fight.label(whom))).to(whom).and(&THRESHOLD);
        if hurt > 0 { event.and(&IGNORES) } else { event }
    });
    if hurt > 0 {
        let mut packet = Packet::new(whom, hurt, DamageKind::ArmorIgnoring, "the fall");
        packet.cause = Some(cause);
        damage::deal(fight, table, packet)?;
        if fight.house().fall_prone == FallProne::Yes {
            prone::fell(fight, table, whom)?;
        }
    }
    Ok(())
}

/// `Q-47`: a rider that nobody carries any more falls from where it is, unless it has wings of its own.
///
/// # Errors
/// Halts with the table.
pub(crate) fn unseated<T: Table<Fight>>(fight: &mut Fight, table: &mut T, rider: Who) -> Result<(), T::Halt> {
    if movement::base_speed(fight, rider, Gait::Fly) == 0 {
        let metres = std::mem::take(&mut fight.one_mut(rider).altitude);
        fall(fight, table, rider, metres)?;
    }
    steps::make_way_below(fight, table, rider)
}
