//! Flight: Take Flight, Fly, Dive, Evade, Land.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Footprint, Square, Walls, distance};

use super::activating::{self, Target};
use super::damage::{self, Harm};
use super::movement::{self, Pace, Stepped};
use super::percentile::{Trial, test};
use super::stretch;
use super::{falling, gu, melee, standing, status};
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::house::LandHeight;
use crate::kinds::{DamageType, Score};
use crate::lasting::{Lasting, Until, What};
use crate::underway::Gait;

quintain_engine::section! {
    "Maneuvers and flight";
    NEEDS_SPEED = Engine "fly.maneuver-needs-speed": "Only whoever has a flying speed makes Maneuvers.";
    NEEDS_AIRBORNE = Engine "fly.maneuver-needs-airborne": "Every Maneuver but Take Flight is made in the air.";
    DODGE_SKILL = Engine "fly.dodge-skill": "In the air every Dodge test is made with Flying.";
    DODGE_DISTANCE = Engine "fly.dodge-distance": "In the air a dodge goes by half the flying speed.";
    TAKE_FLIGHT = Choice "fly.take-flight": "Take Flight: from the ground one rises half the flying speed, rounded down, and is in the air.", ruling "Deep water is no ground, but for those who live in it.";
    FLY = Choice "fly.fly": "Fly: up to the flying speed in one straight line, in any direction of space.", ruling "The flyer may stop early.", house "fly.exact";
    DIVE_ALTITUDE = Engine "fly.dive-altitude": "A Dive needs at least 5 m of air below.";
    DIVE_TEST = Engine "fly.dive-test": "A Dive takes a Flying test.";
    DIVE_MOVE = Choice "fly.dive-success-move": "A Dive that succeeds goes down up to three times and forward up to once the flying speed.";
    DIVE_STRIKE = Choice "fly.dive-strike": "At the end of a Dive one melee attack or one touch Gu, or neither; it takes no Combat Action.", ruling "A single attack; a touch Gu costs essence but no activation.";
    DIVE_FINISH = Choice "fly.dive-finish": "After that the diver tries to land or rises 1 m.";
    DIVE_FAIL_DROP = Engine "fly.dive-fail-drop": "A Dive that fails drops the diver straight down by the flying speed; it stays in the air.";
    DIVE_FAIL_GROUND = Engine "fly.dive-fail-ground": "If the drop reaches the ground the diver is on it and takes 4 force damage for each metre dropped.";
    EVADE_TEST = Engine "fly.evade-test": "Evade takes a Flying test; a success makes attacks harder by the Flying skill, rounded down to tens, until the start of the next turn.";
    EVADE_ONCE = Engine "fly.evade-once": "Evade is tried once a turn.";
    LAND = Choice "fly.land": "Land: down to solid ground, and no longer in the air.", ruling "The ground is no further below than the flying speed.", house "fly.land-height";
    LAND_TEST = Engine "fly.land-test": "Landing after a Dive or on difficult terrain takes a Flying test; a failure is a landing on one's face.";
}

/// Maneuvers left this turn.
pub fn left(fight: &Fight, who: Who) -> u8 {
    derived::flight(fight, who).map_or(0, |flight| flight.maneuvers.saturating_sub(fight.turn.maneuvers))
}

/// Metres of a Maneuver.
pub fn speed(fight: &Fight, who: Who) -> i16 {
    derived::flight(fight, who).map_or(0, |flight| flight.speed)
}

/// Whether somebody may make a Maneuver at all now.
///
/// # Errors
/// The refusal.
pub fn may_maneuver(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if derived::flight(fight, who).is_none() {
        return Err(Refusal::new(&NEEDS_SPEED, "it has no flying speed"));
    }
    if one.is(Condition::FinalStand) {
        return Err(Refusal::new(&super::final_stand::LIMITS, "it cannot move in Final Stand"));
    }
    if fight.is_restrained(who) || super::gu::is_rooted(fight, who) {
        return Err(Refusal::new(&status::RESTRAINED_MOVEMENT, "it is held fast"));
    }
    if fight.held_by(who).next().is_some() {
        return Err(Refusal::new(&super::grapple::DRAG, "it holds somebody"));
    }
    if fight.turn.halted {
        return Err(Refusal::new(&movement::THROUGH_FAIL, "its movement has ended"));
    }
    if !fight.turn.flying && fight.turn.spent > 0 {
        return Err(Refusal::new(&movement::FLY_INSTEAD, "it has walked this turn"));
    }
    if left(fight, who) == 0 {
        return Err(Refusal::new(&movement::FLY_INSTEAD, "no Maneuver is left this turn"));
    }
    Ok(())
}

fn aloft(fight: &Fight, who: Who) -> Result<(), Refusal> {
    may_maneuver(fight, who)?;
    if fight.one(who).airborne { Ok(()) } else { Err(Refusal::new(&NEEDS_AIRBORNE, "it is on the ground")) }
}

/// Whether somebody may take flight now.
///
/// # Errors
/// The refusal.
pub fn may_take_flight(fight: &Fight, who: Who) -> Result<(), Refusal> {
    may_maneuver(fight, who)?;
    if fight.one(who).airborne {
        return Err(Refusal::new(&TAKE_FLIGHT, "it is in the air already"));
    }
    if fight.one(who).climbing {
        return Err(Refusal::new(&TAKE_FLIGHT, "it hangs on a wall").cure("it climbs down first"));
    }
    if has_no_ground(fight, who) {
        return Err(Refusal::new(&TAKE_FLIGHT, "it swims and has no solid ground to rise from"));
    }
    Ok(())
}

/// Whether there is nothing but deep water below somebody who does not live in it.
fn has_no_ground(fight: &Fight, who: Who) -> bool {
    fight.ground().is_deep(fight.one(who).at) && !fight.template(who).entry.aquatic
}

/// Whether somebody may fly over this square now.
///
/// # Errors
/// The refusal.
pub fn may_fly(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    aloft(fight, who)?;
    let speed = speed(fight, who);
    if distance(fight.one(who).at, to, Diagonal::Equal) > speed.unsigned_abs().into() {
        return Err(Refusal::new(&FLY, format!("it flies {speed} m in a Maneuver")));
    }
    if !fight.ground().map.has_room(fight.body_at(who, to)) {
        return Err(Refusal::new(&FLY, "there is no room"));
    }
    if !rises_over(fight, who, to, speed) {
        return Err(Refusal::new(&FLY, "the ground there is too high"));
    }
    Ok(())
}

/// Whether somebody who may rise by so many metres gets above the ground of a square.
pub fn rises_over(fight: &Fight, who: Who, to: Square, metres: i16) -> bool {
    fight.level(who) + metres > fight.ground_below(who, to)
}

/// The heights above the ground at which so many metres through the air may end over a square: lowest and highest.
pub fn heights(fight: &Fight, who: Who, to: Square, metres: i16) -> (i16, i16) {
    let own = fight.level(who) - fight.ground_below(who, to);
    ((own - metres).max(1), (own + metres).max(1))
}

/// Whether a dive may end over a square: on ground that is no higher than the diver.
pub fn dives_over(fight: &Fight, who: Who, to: Square) -> bool {
    fight.level(who) >= fight.ground_below(who, to)
}

/// Whether somebody may dive now.
///
/// # Errors
/// The refusal.
pub fn may_dive(fight: &Fight, who: Who) -> Result<(), Refusal> {
    aloft(fight, who)?;
    if fight.one(who).height < 5 {
        return Err(Refusal::new(&DIVE_ALTITUDE, "it is less than 5 m above the ground"));
    }
    Ok(())
}

/// Whether somebody may try to evade now.
///
/// # Errors
/// The refusal.
pub fn may_evade(fight: &Fight, who: Who) -> Result<(), Refusal> {
    aloft(fight, who)?;
    if fight.turn.evaded {
        return Err(Refusal::new(&EVADE_ONCE, "it has tried this turn"));
    }
    Ok(())
}

/// Whether somebody may land now, as a Maneuver of its own.
///
/// # Errors
/// The refusal.
pub fn may_land(fight: &Fight, who: Who) -> Result<(), Refusal> {
    aloft(fight, who)?;
    can_land(fight, who)
}

/// Whether the ground below is such that somebody can land on it.
///
/// # Errors
/// The refusal.
pub fn can_land(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    let high = one.height;
    let limit = match fight.house().land_height {
        LandHeight::FlyingSpeed => speed(fight, who),
        LandHeight::Metres(metres) => metres,
        LandHeight::Unlimited => i16::MAX,
    };
    if high > limit {
        return Err(Refusal::new(&LAND, format!("the ground is {high} m below; {limit} m at most")));
    }
    if has_no_ground(fight, who) {
        return Err(Refusal::new(&LAND, "there is no solid ground below"));
    }
    if !fight.is_free_for(who, one.at, 0) {
        return Err(Refusal::new(&movement::NO_SHARED_SQUARE, "somebody is below"));
    }
    Ok(())
}

/// The first Maneuver of a turn gives up walking; of several sources of flight one is chosen.
pub(crate) fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.turn.flying {
        fight.turn.maneuvers += 1;
        return Ok(());
    }
    let sources = derived::flights(fight, who);
    let fastest = (0..sources.len()).rev().max_by_key(|place| sources[*place].speed).unwrap_or(0);
    fight.turn.source = fastest as u8;
    if sources.len() > 1
        && let Some(Act::Source(place)) = ask::act(fight, table, Ask::FlightSource { who })?
    {
        fight.turn.source = place;
    }
    fight.turn.flying = true;
    fight.turn.maneuvers += 1;
    table.tell(|| {
        let chosen = derived::flight(fight, who);
        let (speed, count) = chosen.map_or((0, 0), |flight| (flight.speed, flight.maneuvers));
        let text = format!("{} flies this turn: {count} Maneuvers of {speed} m", fight.label(who));
        let event = Event::new(&movement::FLY_INSTEAD, text).by(who);
        if sources.len() > 1 { event.and(&movement::ONE_FLIGHT_SOURCE) } else { event }
    });
    Ok(())
}

/// Take Flight.
pub(crate) fn take_flight<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let rise = speed(fight, who) / 2;
    let at = fight.one(who).at;
    fight.one_mut(who).conditions.take(Condition::Prone);
    fight.one_mut(who).airborne = true;
    table.tell(|| {
        Event::new(&TAKE_FLIGHT, format!("{} takes flight and rises {rise} m", fight.label(who))).by(who).act()
    });
    glide(fight, table, who, (at, rise), Pace::FREE)?;
    Ok(())
}

/// Fly, to a height above this square.
pub(crate) fn fly<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    height: i16,
) -> Result<(), T::Halt> {
    table.tell(|| Event::new(&FLY, format!("{} flies to {to}, {height} m up", fight.label(who))).by(who).act());
    glide(fight, table, who, (to, height), Pace::FREE)?;
    Ok(())
}

/// Moves through the air in a straight line, metre by metre, to a height above the ground of a square.
pub(crate) fn glide<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (to, height): (Square, i16),
    pace: Pace,
) -> Result<Stepped, T::Halt> {
    if pace.dodging {
        return glide_each(fight, table, who, (to, height), pace);
    }
    let outer = stretch::begin(fight, who, to, Gait::Fly);
    let came = glide_each(fight, table, who, (to, height), pace);
    stretch::end(fight, table, outer);
    came
}

fn glide_each<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (to, height): (Square, i16),
    pace: Pace,
) -> Result<Stepped, T::Halt> {
    let way = Beeline::of(fight, who, (to, height));
    let mut last = fight.one(who).at;
    for nth in 1..=way.length() {
        let (square, above) = way.place(fight, who, nth);
        if !is_open_to_flight(fight, who, last, square) || above < 0 {
            return Ok(Stepped::Stopped);
        }
        last = square;
        if movement::step(fight, table, who, (square, above), pace)? == Stepped::Stopped {
            return Ok(Stepped::Stopped);
        }
    }
    Ok(Stepped::Went)
}

/// A straight way through the air, metre by metre.
struct Beeline {
    from: Square,
    low: i16,
    by: [i16; 3],
}

impl Beeline {
    /// From where somebody is to a height above the ground of a square.
    fn of(fight: &Fight, who: Who, (to, height): (Square, i16)) -> Self {
        let (from, low) = movement::spot(fight, who);
        let high = fight.ground_below(who, to) + height;
        Beeline { from, low, by: [to.x - from.x, to.y - from.y, high - low] }
    }

    /// Metres in all.
    fn length(&self) -> i16 {
        self.by.iter().map(|metres| metres.abs()).max().unwrap_or(0)
    }

    /// Where it leads after so many metres: the square, and how high above its ground.
    fn place(&self, fight: &Fight, who: Who, nth: i16) -> (Square, i16) {
        let [x, y, z] = self.by.map(|metres| part(metres, nth, self.length()));
        let square = self.from.offset(x, y);
        (square, self.low + z - fight.ground_below(who, square))
    }
}

/// Whether nothing solid bars the straight way of a flyer to a height above the ground of a square.
pub fn is_open_way(fight: &Fight, who: Who, to: (Square, i16)) -> bool {
    let way = Beeline::of(fight, who, to);
    let mut last = way.from;
    (1..=way.length()).all(|nth| {
        let (square, above) = way.place(fight, who, nth);
        let open = above >= 0 && is_open_to_flight(fight, who, last, square);
        last = square;
        open
    })
}

/// Whether a flyer gets from one square to the next, or straight up and down over one: solid sides of squares stop it as
/// solid squares do.
fn is_open_to_flight(fight: &Fight, who: Who, from: Square, to: Square) -> bool {
    let (map, body) = (&fight.ground().map, Footprint::square(fight.size(who).side()));
    match from.step_to(to) {
        Some(step) => map.body_step_open(body, from, step, Walls::CutCorners),
        None => map.has_room(fight.body_at(who, to)),
    }
}

/// The nth part of a way of `length` along one axis, rounded to the nearest.
pub(super) fn part(whole: i16, nth: i16, length: i16) -> i16 {
    let (whole, nth, length) = (i32::from(whole), i32::from(nth), i32::from(length));
    let doubled = 2 * whole * nth + if whole < 0 { -length } else { length };
    (doubled / (2 * length)) as i16
}

/// Dive.
pub(crate) fn dive<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let speed = speed(fight, who);
    let trial = Trial::of(who, Score::Flying, &DIVE_TEST);
    if !test(fight, table, trial)?.succeeded() {
        return fail_dive(fight, table, who);
    }
    let to = ask::square(fight, table, Ask::DiveTo { who })?.unwrap_or(fight.one(who).at);
    let (level, below) = (fight.level(who), fight.ground_below(who, to));
    let (least, most) = ((level - 3 * speed - below).max(0), (level - below).max(0));
    let height = ask::number(fight, table, Ask::Altitude { who, to, least, most })? as i16;
    table.tell(|| Event::new(&DIVE_MOVE, format!("{} dives to {to}, {height} m up", fight.label(who))).by(who).act());
    if glide(fight, table, who, (to, height.clamp(least, most)), Pace::FREE)? == Stepped::Stopped
        && !movement::can_go_on(fight, who)
    {
        return Ok(());
    }
    if !fight.is_active(who) && !fight.one(who).airborne {
        return Ok(());
    }
    strike(fight, table, who)?;
    if movement::can_go_on(fight, who) && fight.one(who).airborne { finish(fight, table, who) } else { Ok(()) }
}

/// `fly.dive-strike`.
fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    match ask::act(fight, table, Ask::DiveStrike { who })? {
        Some(Act::Strike(blow)) => {
            table.tell(|| Event::new(&DIVE_STRIKE, format!("{} strikes out of the dive", fight.label(who))).by(who));
            melee::strike(fight, table, who, melee::Blow { dive: true, ..blow })
        }
        Some(Act::Gu(gu::GuAct::Activate { slot, at })) => {
            table.tell(|| {
                let text = format!("{} touches out of the dive", fight.label(who));
                Event::new(&DIVE_STRIKE, text).by(who)
            });
            if activating::allowed(fight, table, who, slot)? {
                activating::activate(fight, table, who, slot, at)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Every Gu with the range of a touch that a diver could use now at somebody within its melee range.
pub fn touches(fight: &Fight, who: Who) -> Vec<(String, gu::GuAct)> {
    let reach = u32::from(melee::melee_reach(fight, who).max(1));
    let mut all = Vec::new();
    for slot in 0..fight.one(who).gu.len() as u8 {
        let Ok(owned) = activating::is_ready(fight, who, slot) else { continue };
        let known = standing::entry(fight, owned.gu);
        if !known.touch || !known.only_as_reaction.is_empty() {
            continue;
        }
        activating::targets(fight, who, slot, |at| {
            let near = matches!(at, Target::Who(one) if one != who && fight.distance(who, one) <= reach);
            if near && activating::may_target(fight, who, owned, at).is_ok() {
                let text = format!("activate {}{}", gu::name_of(fight, who, slot), activating::target_text(fight, at));
                all.push((text, gu::GuAct::Activate { slot, at }));
            }
        });
    }
    all
}

/// `fly.dive-finish`.
fn finish<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let lands = ask::act(fight, table, Ask::DiveFinish { who })? == Some(Act::Land);
    table.tell(|| {
        let how = if lands { "tries to land" } else { "rises 1 m" };
        Event::new(&DIVE_FINISH, format!("{} {how}", fight.label(who))).by(who)
    });
    if lands {
        return land(fight, table, who, true);
    }
    let one = fight.one(who);
    glide(fight, table, who, (one.at, one.height + 1), Pace::FREE)?;
    Ok(())
}

/// What a Dive that fails comes to, whatever has brought it about: a drop by the flying speed.
pub(crate) fn fail_dive<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    let (at, height) = (one.at, one.height);
    let drop = height.min(speed(fight, who));
    table.tell(|| Event::new(&DIVE_FAIL_DROP, format!("{} drops {drop} m", fight.label(who))).by(who));
    glide(fight, table, who, (at, height - drop), Pace::DROP)?;
    if fight.one(who).height > 0 || !fight.present(who) || !fight.one(who).airborne {
        return Ok(());
    }
    fight.one_mut(who).airborne = false;
    let cause = table.tell(|| {
        let text = format!("{} hits the ground after {drop} m", fight.label(who));
        Event::new(&DIVE_FAIL_GROUND, text).by(who)
    });
    let harm = Harm::new(&DIVE_FAIL_GROUND, cause).of(DamageType::Force, 4 * i32::from(drop));
    damage::harm(fight, table, who, harm)?;
    movement::out_of_others(fight, table, who)
}

/// Evade.
pub(crate) fn evade<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.turn.evaded = true;
    if !test(fight, table, Trial::of(who, Score::Flying, &EVADE_TEST))?.succeeded() {
        return Ok(());
    }
    let penalty = derived::score(fight, who, Score::Flying) / 10 * 10;
    let until = Until::StartOf(who);
    status::put(fight, table, who, Lasting { what: What::Evading(penalty), size: penalty, rank: 0, by: who, until });
    table.tell(|| {
        let text = format!("attacks at {} have +{penalty} until its next turn", fight.label(who));
        Event::new(&EVADE_TEST, text).by(who)
    });
    Ok(())
}

/// Land.
pub(crate) fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    after_dive: bool,
) -> Result<(), T::Halt> {
    let at = fight.one(who).at;
    glide(fight, table, who, (at, 0), Pace::FREE)?;
    if fight.one(who).height > 0 || !movement::can_go_on(fight, who) {
        return Ok(());
    }
    fight.one_mut(who).airborne = false;
    table.tell(|| Event::new(&LAND, format!("{} lands at {at}", fight.label(who))).by(who));
    let rough = super::ground::is_slow(fight, who, at);
    if after_dive || rough {
        let trial = Trial::of(who, Score::Flying, &LAND_TEST);
        if !test(fight, table, trial)?.succeeded() {
            status::give(fight, table, who, Condition::Prone, &LAND_TEST)?;
        }
    }
    movement::out_of_others(fight, table, who)
}

/// Flight may have ended in the air: a combatant with no flying speed any more falls at once.
pub(crate) fn keep_aloft<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if one.airborne && one.fallen == 0 && fight.present(who) && derived::flight(fight, who).is_none() {
        return falling::fall(fight, table, who);
    }
    Ok(())
}
