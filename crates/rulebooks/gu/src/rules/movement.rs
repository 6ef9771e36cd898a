//! Movement on the ground: what a step costs, whose squares one may pass, and what a step provokes.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Footprint, Square, Step, Walls, distance};
use smallvec::SmallVec;

use super::activating::EFFECT;
use super::percentile::{Trial, test};
use super::stretch;
use super::{falling, ground, gu, opportunity, reactions, ways};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::{Score, Size};
use crate::underway::Gait;

quintain_engine::section! {
    "Movement";
    ALLOWANCE = Engine "move.allowance": "On its turn a creature moves up to its movement value in metres.", ruling "When the value changes in mid-turn, what is left is the new value less what was spent.";
    SQUARE_COST = Engine "move.square-cost": "A metre is a step to any of the eight neighbours.";
    FLY_INSTEAD = Choice "move.fly-instead": "A creature with a flying speed may give up walking this turn for Maneuvers.", ruling "Only before any walking, and there is no walking afterwards.";
    ONE_FLIGHT_SOURCE = Choice "move.one-flight-source": "Of several sources of flight one is chosen for speed and Maneuvers; they never add up.";
    THROUGH_HOSTILE = Engine "move.through-hostile": "Entering the square of a Small or larger enemy takes a Dodge test.", ruling "One test for each enemy and passage; whoever could not reach a legal square behind may not enter.";
    NO_SHARED_SQUARE = Engine "move.no-shared-square": "No turn ends in another creature's square, unless that one is Tiny.";
    THROUGH_FAIL = Engine "move.through-fail": "A failed test leaves the creature where it was and ends its movement for the turn.";
}

/// Metres left to walk this turn.
pub fn left(fight: &Fight, who: Who) -> i16 {
    if fight.turn.halted || fight.turn.flying {
        return 0;
    }
    (derived::movement(fight, who) - fight.turn.spent).max(0)
}

/// Whether somebody may walk at all now.
///
/// # Errors
/// The refusal.
pub fn may_walk(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.one(who).climbing {
        return Err(Refusal::new(&ground::CLIMB_HALF, "it hangs on a wall").cure("it climbs on or climbs down"));
    }
    may_move(fight, who)
}

/// Whether somebody may spend movement on the ground or on a wall now.
///
/// # Errors
/// The refusal.
pub fn may_move(fight: &Fight, who: Who) -> Result<(), Refusal> {
    is_free_to_walk(fight, who)?;
    has_movement(fight, who)
}

/// Whether a combatant may spend movement where it is, as for standing up: those that it holds are no hindrance to
/// that.
///
/// # Errors
/// The refusal.
pub fn may_spend(fight: &Fight, who: Who) -> Result<(), Refusal> {
    is_loose(fight, who)?;
    has_movement(fight, who)
}

/// Whether there is movement on the ground left in this turn.
fn has_movement(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.turn.flying {
        return Err(Refusal::new(&FLY_INSTEAD, "it has chosen to fly this turn"));
    }
    if fight.one(who).airborne {
        return Err(Refusal::new(&FLY_INSTEAD, "it is in the air"));
    }
    if fight.turn.halted {
        return Err(Refusal::new(&THROUGH_FAIL, "its movement has ended"));
    }
    if left(fight, who) < 1 && !wades_on(fight, who) {
        return Err(Refusal::new(&ALLOWANCE, "no movement is left"));
    }
    Ok(())
}

/// Whether nothing holds somebody where it is, whatever it has done in its turn.
///
/// # Errors
/// The refusal.
fn is_free_to_walk(fight: &Fight, who: Who) -> Result<(), Refusal> {
    is_loose(fight, who)?;
    if fight.held_by(who).next().is_some() {
        return Err(Refusal::new(&super::grapple::DRAG, "it holds somebody: it can only drag"));
    }
    Ok(())
}

/// Whether nobody and nothing holds somebody.
fn is_loose(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    if one.is(Condition::FinalStand) {
        return Err(Refusal::new(&super::final_stand::LIMITS, "it cannot move in Final Stand"));
    }
    if one.held_by.is_some() || one.is(Condition::Restrained) {
        return Err(Refusal::new(&super::status::RESTRAINED_MOVEMENT, "it is restrained"));
    }
    Ok(())
}

/// Metres that somebody could walk in a turn that begins as it is now; 0 where it could not walk at all.
pub fn of_a_turn(fight: &Fight, who: Who) -> i16 {
    let walks = is_free_to_walk(fight, who).is_ok() && !fight.one(who).airborne;
    if walks { derived::unsprinted(fight, who) } else { 0 }
}

/// Whether somebody in lava has steps left that are paid for.
pub fn wades_on(fight: &Fight, who: Who) -> bool {
    fight.turn.paid > 0 && fight.is_active(who) && ground::stride(fight, who, fight.one(who).at).is_some()
}

/// Why somebody cannot walk to a square now; what it may not do on foot is not looked at again.
pub fn refuses(fight: &Fight, who: Who, to: Square) -> Refusal {
    if let Err(refusal) = may_walk(fight, who) {
        return refusal;
    }
    if to == fight.one(who).at {
        return Refusal::new(&ALLOWANCE, "it stands there already");
    }
    if !fight.ground().map.has_room(fight.body_at(who, to)) {
        return Refusal::new(&ALLOWANCE, "a wall or the edge of the map leaves no room there");
    }
    if let Some(user) = fight.kept_out_by(who, (to, 0)) {
        return Refusal::new(&EFFECT, format!("the sphere of {} keeps it out", fight.label(user)));
    }
    if !fight.is_free_for(who, to, 0) {
        return Refusal::new(&NO_SHARED_SQUARE, "somebody stands there");
    }
    let (away, left) = (distance(fight.one(who).at, to, Diagonal::Equal), left(fight, who));
    if away > u32::from(left.unsigned_abs()) {
        let refusal = Refusal::new(&ALLOWANCE, format!("{away} m away, {left} m of movement are left"));
        let sprint = crate::fight::Begun::Nothing == fight.turn.begun && !fight.turn.sprinting;
        let tripled = 3 * derived::movement(fight, who) - fight.turn.spent;
        let reaches = sprint && away <= u32::from(tripled.unsigned_abs());
        return if reaches { refusal.cure("a sprint would reach it") } else { refusal };
    }
    match ways::reachable(fight, who, true).iter().any(|(square, _)| *square == to) {
        true => Refusal::new(&THROUGH_HOSTILE, "enemies stand in the way").cure("push through to it"),
        false => Refusal::new(&ALLOWANCE, format!("no way of {left} m leads there")),
    }
}

/// What a step from here costs somebody: 2 m from difficult ground; twice that of a crawl where the house says so.
pub fn price(fight: &Fight, who: Who, from: Square) -> i16 {
    let slow = ground::is_slow(fight, who, from);
    let crawl = if fight.one(who).is(Condition::Prone) { fight.house().crawl_cost as i16 } else { 1 };
    let base = if slow { 2 } else { 1 };
    base * crawl
}

/// What a step from here takes of the turn's movement, where so many steps through lava are paid for, and how many more
/// are then.
fn bill(fight: &Fight, who: Who, from: Square, paid: u8) -> (i16, u8) {
    match (ground::stride(fight, who, from), paid) {
        (None, paid) => (price(fight, who, from), paid),
        (Some(_), paid) if paid > 0 => (0, paid - 1),
        (Some(metres), _) => (1, metres.saturating_sub(1)),
    }
}

/// What a way takes of the turn's movement, if nothing stops it.
pub fn bill_for(fight: &Fight, who: Who, way: &[Square]) -> i16 {
    let steps = way.split_last().map_or(&[][..], |(_, steps)| steps);
    let (mut sum, mut paid) = (0, fight.turn.paid);
    for from in steps {
        let (cost, more) = bill(fight, who, *from, paid);
        (sum, paid) = (sum + cost, more);
    }
    sum
}

/// Which enemy that lets nobody pass for nothing is in the way of a body at this square and height above its ground, of
/// those who have not been passed.
pub fn in_the_way(fight: &Fight, who: Who, (to, height): (Square, i16)) -> Option<Who> {
    let body = fight.body_at(who, to);
    if fight.is_alone(who, body) {
        return None;
    }
    let meets = |other: Who| {
        let level = fight.ground_below(who, to) + height;
        let top = level + i16::from(fight.size(who).side());
        fight.level(other) < top && level < fight.level(other) + i16::from(fight.size(other).side())
    };
    let passed = |other: Who| fight.is_active(who) && fight.turn.passing.contains(&other);
    fight.everyone().find(|other| {
        fight.one(*other).touches(body)
            && *other != who
            && fight.foes(who, *other)
            && fight.present(*other)
            && fight.size(*other) != Size::Tiny
            && fight.one(*other).held_by != Some(who)
            && meets(*other)
            && !passed(*other)
    })
}

/// What the walls and heights say to a step on foot: at most 1 m up; down any height, which may be a fall.
pub fn step_is_open(fight: &Fight, who: Who, from: Square, step: Step) -> bool {
    let ground = fight.ground();
    let body = Footprint::square(fight.size(who).side());
    if !ground.map.with_strides(body, Walls::CutCorners, |strides| strides.opens(from, step)) {
        return false;
    }
    ground.is_plain() || fight.ground_below(who, from.step(step)) - fight.ground_below(who, from) <= 1
}

/// Whether somebody beside another gets to it by a single step, as far as walls, windows and doors go.
pub fn is_a_step_away(fight: &Fight, who: Who, other: Who) -> bool {
    let (own, there, ground) = (fight.body(who), fight.body(other), fight.ground());
    let opens = |from: Square, step: Step| {
        there.contains(from.step(step)) && ground.map.step_open(from, step, Walls::CutCorners)
    };
    ground.is_open() || own.overlaps(there) || own.squares().any(|from| Step::ALL.iter().any(|step| opens(from, *step)))
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It is there.
    Went,
    /// It stays where it was and goes no further.
    Stopped,
}

/// How somebody moves, for what a step provokes and costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Leaving by a dodge: attacks of opportunity are made with disadvantage.
    pub dodging: bool,
    /// Dropping: nobody on the way is slipped past.
    pub dropping: bool,
    /// Metres of the turn's movement that the step takes.
    pub cost: i16,
}

impl Pace {
    /// A step that is paid for otherwise, or not at all.
    pub const FREE: Pace = Pace { dodging: false, dropping: false, cost: 0 };
    /// A step of a dodge.
    pub const DODGE: Pace = Pace { dodging: true, ..Pace::FREE };
    /// A metre of a drop.
    pub const DROP: Pace = Pace { dropping: true, ..Pace::FREE };

    /// A step of a walk.
    pub fn walking(cost: i16) -> Self {
        Pace { cost, ..Pace::FREE }
    }
}

/// One step: attacks of opportunity before it, then the square, then what the square does.
pub(crate) fn step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: (Square, i16),
    pace: Pace,
) -> Result<Stepped, T::Halt> {
    let (square, height) = to;
    if !pace.dropping && gu::soaks::keeps_out(fight, table, who, to) {
        return Ok(Stepped::Stopped);
    }
    let slips = fight.is_active(who) && !pace.dodging && !pace.dropping;
    while let Some(other) = in_the_way(fight, who, to).filter(|_| slips) {
        if !slips_past(fight, table, who, other)? {
            return Ok(Stepped::Stopped);
        }
    }
    let was = spot(fight, who);
    opportunity::leaving(fight, table, who, (square, height), pace.dodging)?;
    // A blow on the way may carry it elsewhere.
    if spot(fight, who) != was || !can_go_on(fight, who) || is_lamed(fight, who, pace) {
        return Ok(Stepped::Stopped);
    }
    fight.turn.spent += pace.cost;
    place(fight, who, square, height);
    if !stretch::stepped(fight, who, was.0) {
        table.tell(|| {
            let text = format!("{} goes from {} to {square}", fight.label(who), was.0);
            Event::new(&SQUARE_COST, text).by(who)
        });
    }
    let held: SmallVec<[Who; 8]> = fight.held_by(who).collect();
    for one in held.iter().copied() {
        place(fight, one, square, height);
    }
    gu::zones::lay_trail(fight, who, was.0);
    arrived(fight, table, who, was)?;
    for one in held.iter().copied() {
        arrived(fight, table, one, was)?;
    }
    reactions::moved(fight, table, who, was)?;
    for one in held {
        reactions::brought(fight, table, one, was.0)?;
    }
    let there = (fight.one(who).at, fight.one(who).height) == to;
    Ok(if there && can_go_on(fight, who) { Stepped::Went } else { Stepped::Stopped })
}

/// Where somebody is: its square, and its height above the map's zero.
pub(crate) fn spot(fight: &Fight, who: Who) -> (Square, i16) {
    (fight.one(who).at, fight.level(who))
}

/// A combatant that has come from there to where it is now, by its own steps or by what others do to it, is out of deep
/// water, and what lies here strikes.
pub(crate) fn arrived<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    was: (Square, i16),
) -> Result<(), T::Halt> {
    ground::entered(fight, table, who);
    gu::zones::entered(fight, table, who, was)
}

/// what has struck somebody on the way has left it too little movement for this step.
fn is_lamed(fight: &Fight, who: Who, pace: Pace) -> bool {
    pace.cost > 0 && left(fight, who) < pace.cost || !fight.one(who).airborne && derived::movement(fight, who) == 0
}

/// Puts somebody somewhere, without anything happening.
pub(crate) fn place(fight: &mut Fight, who: Who, square: Square, height: i16) {
    let mut one = fight.one_mut(who);
    one.at = square;
    one.height = height;
}

/// Whether somebody who has begun to move can go on.
pub fn can_go_on(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let stopped = one.conditions.any(crate::condition::HELPLESS) || one.is(Condition::FinalStand);
    !stopped && !fight.is_restrained(who) && !gu::is_rooted(fight, who)
}

/// `move.through-hostile`.
fn slips_past<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, other: Who) -> Result<bool, T::Halt> {
    stretch::interrupt(fight, table);
    let trial = Trial::of(who, Score::Dodge, &THROUGH_HOSTILE).against(other);
    let through = test(fight, table, trial)?.succeeded();
    if through {
        if fight.turn.passing.is_full() {
            // That one is far behind by now.
            fight.turn.passing.remove(0);
        }
        return Ok(fight.turn.passing.push(other));
    }
    fight.turn.halted = true;
    table.tell(|| {
        let text = format!("{} does not get past {}; its movement is over", fight.label(who), fight.label(other));
        Event::new(&THROUGH_FAIL, text).by(who).to(other)
    });
    Ok(false)
}

/// Walks to a square by the cheapest way, step by step, as far as nothing stops it.
pub(crate) fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    through: bool,
) -> Result<(), T::Halt> {
    let budget = left(fight, who);
    if !ways::find(fight, who, budget, through, to) {
        return Ok(());
    }
    let way = fight.scratch.lend_way();
    let came = walk_along(fight, table, who, &way);
    fight.scratch.take_back(way);
    came?;
    fight.turn.passing.clear();
    Ok(())
}

/// Whether somebody may step off an edge to this square, more than 2 m below.
///
/// # Errors
/// The refusal.
pub fn may_step_off(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    may_walk(fight, who)?;
    let from = fight.one(who).at;
    let open = from.step_to(to).is_some_and(|step| step_is_open(fight, who, from, step));
    if !open || fight.ground_below(who, from) - fight.ground_below(who, to) <= 2 {
        return Err(Refusal::new(&falling::THRESHOLD, "there is no edge to step off"));
    }
    if left(fight, who) < price(fight, who, from) {
        return Err(Refusal::new(&ALLOWANCE, "too little movement is left"));
    }
    if !fight.is_free_for(who, to, 0) {
        return Err(Refusal::new(&NO_SHARED_SQUARE, "there is no room for it"));
    }
    Ok(())
}

/// Steps off an edge, on purpose.
pub(crate) fn step_off<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let from = fight.one(who).at;
    walk_along(fight, table, who, &[from, to])
}

fn walk_along<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, way: &[Square]) -> Result<(), T::Halt> {
    let goal = way.last().copied().unwrap_or(fight.one(who).at);
    let outer = stretch::begin(fight, who, goal, Gait::Walk);
    let came = walk_each(fight, table, who, way);
    stretch::end(fight, table, outer);
    came?;
    out_of_others(fight, table, who)
}

/// Goes a way at one height, as far as nothing stops it; the steps are paid for otherwise.
pub(crate) fn follow<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    (way, height): (&[Square], i16),
    pace: Pace,
) -> Result<(), T::Halt> {
    for square in way.iter().skip(1) {
        if step(fight, table, who, (*square, height), pace)? == Stepped::Stopped {
            break;
        }
    }
    Ok(())
}

fn walk_each<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, way: &[Square]) -> Result<(), T::Halt> {
    for pair in way.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let (cost, paid) = bill(fight, who, from, fight.turn.paid);
        if fight.one(who).at != from || left(fight, who) < cost || !can_go_on(fight, who) {
            break;
        }
        let drop = fight.ground_below(who, from) - fight.ground_below(who, to);
        if step(fight, table, who, (to, 0), Pace::walking(cost))? == Stepped::Stopped {
            break;
        }
        fight.turn.paid = paid;
        note_heading(fight, from, to);
        if drop > 2 {
            stretch::interrupt(fight, table);
            falling::off(fight, table, who, spot(fight, who), drop)?;
        }
    }
    Ok(())
}

/// Remembers how far somebody has gone straight on, for long jumps and charges.
fn note_heading(fight: &mut Fight, from: Square, to: Square) {
    let heading = from.step_to(to);
    let straight = if heading == fight.turn.heading { fight.turn.straight } else { 0 };
    fight.turn.heading = heading;
    fight.turn.straight = straight + 1;
}

/// a combatant that is stranded in another's square is put into the nearest free one.
pub(crate) fn out_of_others<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if !fight.present(who) || one.held_by.is_some() || fight.is_free_for(who, one.at, one.height) {
        return Ok(());
    }
    let height = one.height;
    let Some(free) = nearest_free(fight, who, one.at, height) else { return Ok(()) };
    let was = spot(fight, who);
    place(fight, who, free, height);
    table.tell(|| {
        let text = format!("{} cannot stay in another's square and goes to {free}", fight.label(who));
        Event::new(&NO_SHARED_SQUARE, text).by(who)
    });
    arrived(fight, table, who, was)
}

/// The nearest square where somebody has room: of equally near ones the first in reading order from the bottom.
pub fn nearest_free(fight: &Fight, who: Who, from: Square, height: i16) -> Option<Square> {
    let bounds = fight.ground().map.bounds();
    (0..=bounds.width().max(bounds.depth()) as i16).find_map(|radius| {
        let ring = quintain_field::Span::from(from).grown(radius.unsigned_abs());
        ring.squares().find(|square| {
            distance(from, *square, Diagonal::Equal) == u32::from(radius.unsigned_abs())
                && fight.is_free_for(who, *square, height)
        })
    })
}
