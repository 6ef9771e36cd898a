//! Who can be got at: what a declaration may name, what comes about, where a blow lands and what impairs it there.

use super::measure::{body, feet_between, is_hidden, line_between, near_and_seen, sees_between, sees_within, within};
use super::walker::allowance;
use super::{COVER, NONE, RANGE, REACH, TIMING};
use crate::arm::{ArmId, Blast, Reaching};
use crate::combatant::Combatant;
use crate::condition::{Condition, Conditions, Effect, GONE};
use crate::declaration::Move;
use crate::fight::{Fight, Stage};
use crate::ground::Ground;
use crate::house::ReachTiming;
use crate::rules::modifiers::Reason;
use crate::rules::{creatures, gifts, incantations, order, scars};
use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Cover, Square, cover_along};

/// What bars somebody from getting at another whatever the distance: the GM's marks, not being there, and magic that keeps
/// the two apart.
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
    if hands && incantations::parted(fight, at, by) {
        return Err(Refusal::new(&incantations::SEPARATE, "the two are parted"));
    }
    let comes_down = || gifts::stoops(fight, at) && order::phase_of(fight, at) == order::phase_of(fight, by);
    if hands && creatures::stays_aloft(fight, at) && !gifts::flies(fight, by) && !comes_down() {
        let rule = if gifts::has_wings(fight, at) { &gifts::WINGS } else { &creatures::ALOFT };
        return Err(Refusal::new(rule, "it stays aloft"));
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

/// Whether a combatant may declare an act on another that it has to see within so many feet: from where it stands, or
/// from where the move that it has declared leads.
pub fn may_see(fight: &Fight, by: Who, at: Who, feet: u16) -> bool {
    let from_there = || match (fight.ground(), fight.one(by).plan.before, fight.one(at).at) {
        (Some(ground), Move::To(square), Some(there)) => near_and_seen(fight, ground, (by, square), (at, there), feet),
        // What is seen at the end of such a walk shows only when it is made.
        (Some(ground), Move::Close(to), _) if to == at => {
            nearest(fight, ground, by, at).is_some_and(|near| near <= feet)
        }
        _ => false,
    };
    sees_within(fight, by, at, feet) || !is_hidden(fight, by, at) && from_there()
}

/// `reach.timing`: whether an act on another within so many feet comes about: at the start of the phase or after its
/// moves the two must be near enough and see each other.
pub fn comes_about(fight: &Fight, by: Who, at: Who, feet: u16, hands: bool) -> bool {
    let lands = |ground: &Ground, one, other| near_and_seen(fight, ground, one, other, feet);
    may_reach(fight, by, at, hands).is_ok() && (fight.ground().is_none() || footing(fight, by, at, lands).is_some())
}

/// Where the two stand for an act of this phase that needs `lands`: after the moves if it holds there, else at the start.
pub(super) fn footing(
    fight: &Fight,
    by: Who,
    at: Who,
    lands: impl Fn(&Ground, (Who, Square), (Who, Square)) -> bool,
) -> Option<(Square, Square)> {
    let ground = fight.ground()?;
    let stood = |who: Who| fight.scratch.stood(who);
    let start = stood(by).zip(stood(at)).filter(|_| fight.house().reach_timing == ReachTiming::StartOrEnd);
    let now = fight.one(by).at.zip(whereabouts(fight, at));
    now.into_iter().chain(start).find(|(from, to)| lands(ground, (by, *from), (at, *to)))
}

/// Where a combatant stands, or stood as the phase began if it has left the field in it.
pub(super) fn whereabouts(fight: &Fight, who: Who) -> Option<Square> {
    fight.one(who).at.or_else(|| fight.scratch.stood(who))
}

/// Whether a blast reaches the place that its target has run away from in this phase.
pub fn bursts_behind(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    fight.ground().is_some() && fight.was_there(at) && stances(fight, by, at, arm).is_some()
}

/// Whether a blow with this is struck hand to hand. What is thrown stabs those beside the thrower, unless only a throw
/// gets at them properly.
#[inline]
pub fn hand_to_hand(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match fight.arm(arm).reaching {
        Reaching::Melee => true,
        Reaching::Missile => false,
        Reaching::Thrown => fight.ground().is_some() && stabs(fight, by, at),
    }
}

/// Whether what could be thrown is not.
fn stabs(fight: &Fight, by: Who, at: Who) -> bool {
    within(fight, by, at, 5) && !creatures::better_shot(fight, at)
}

/// `map.reach`, `map.range`, `reach.timing`: whether this blow can land now, at the start of the phase or after its
/// moves.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_strike(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    may_get_at(fight, by, at, arm)?;
    if fight.ground().is_none() { Ok(()) } else { may_land(fight, by, at, arm) }
}

/// The same on a map: they must stand so that it can land.
fn may_land(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    if stances(fight, by, at, arm).is_some() {
        return Ok(());
    }
    let near = footing(fight, by, at, |ground, one, other| {
        feet_between(fight, ground, one, other) <= farthest(fight, ground, arm)
    });
    Err(match (near, fight.arm(arm).reaching) {
        (Some(_), _) => Refusal::new(&COVER, "a wall or the ground lies between"),
        (None, Reaching::Melee) => Refusal::new(&REACH, "out of reach"),
        (None, _) => Refusal::new(&RANGE, "too far away"),
    })
}

/// The feet within which this can land at all.
fn farthest(fight: &Fight, ground: &Ground, arm: ArmId) -> u16 {
    let entry = fight.arm(arm);
    match entry.reaching {
        Reaching::Melee => entry.reach.max(ground.feet),
        Reaching::Missile | Reaching::Thrown => entry.far.max(entry.reach),
    }
}

/// Where the two stand as a blow lands: after the moves of the phase if it can land there, else at its start.
pub(super) fn stances(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Square, Square)> {
    footing(fight, by, at, |ground, one, other| can_land(fight, ground, one, other, arm))
}

/// `reach.timing`: whether a blow lands only because of where the two stood as the phase began.
pub fn lands_from_the_start(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    let now = fight.one(by).at.zip(fight.one(at).at);
    stances(fight, by, at, arm).is_some_and(|stances| Some(stances) != now)
}

/// What the GM's word and incantations bar, with or without a map.
#[inline]
pub(super) fn may_get_at(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    let barred = may_be_barred(fight.one(at)) || !fight.one(by).effects.is_empty();
    if barred { is_barred(fight, by, at, arm) } else { Ok(()) }
}

/// Whether something on somebody may keep others from getting at it.
#[inline]
pub fn may_be_barred(target: &Combatant) -> bool {
    target.conditions.any(BARRING) || !target.effects.is_empty()
}

/// A combatant in one of these may be out of everybody's reach.
const BARRING: Conditions = GONE.with(&[Condition::Hidden, Condition::Aloft]);

/// What keeps one from getting at another in spite of the marks on them.
pub(super) fn is_barred(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    if !fight.was_there(at) || fight.one(at).is(Condition::Escaped) {
        return Err(Refusal::new(&crate::rules::retreat::PASS, "it has got away"));
    }
    let hands = fight.arm(arm).reaching == Reaching::Melee;
    may_reach(fight, by, at, hands)
}

pub(super) fn can_land(fight: &Fight, ground: &Ground, by: (Who, Square), at: (Who, Square), arm: ArmId) -> bool {
    feet_between(fight, ground, by, at) <= farthest(fight, ground, arm) && sees_between(fight, ground, by, at)
}

pub(super) fn can_land_now(fight: &Fight, by: Who, at: Who, arm: ArmId) -> bool {
    match (fight.ground(), fight.one(by).at, fight.one(at).at) {
        (Some(ground), Some(a), Some(b)) => can_land(fight, ground, (by, a), (at, b), arm),
        _ => false,
    }
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
        let event = Event::new(if gone { &crate::rules::retreat::PASS } else { rule }, text).by(by).to(at).act();
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
    let (own, target) = (body(fight, origin, from), body(fight, at, to));
    let (near, far) = line_between(ground, own, target).unwrap_or_else(|| own.nearest_pair(target));
    if near != far && cover_along(&ground.map, near, far) > Cover::None {
        return Some(Reason::Cover);
    }
    let feet = feet_between(fight, ground, (origin, from), (at, to));
    if feet > 40 && scars::hampers(fight, by, "eye") {
        return Some(Reason::OneEye);
    }
    (!hand_to_hand && feet > fight.arm(arm).sure).then_some(Reason::LongShot)
}

/// For those that an explosion reaches beside its target: where it comes from, and where they stand.
pub(super) fn bursts_at(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Option<(Who, Square, Square)> {
    let target = fight.one(by).plan.deed.target().filter(|target| *target != at)?;
    let explodes = matches!(fight.arm(arm).blast, Some(Blast::Radius(_)));
    fight.one(target).at.zip(fight.one(at).at).filter(|_| explodes).map(|(from, to)| (target, from, to))
}

/// Whether a blow that is declared now could land if both sides move: what a declaration may name.
///
/// # Errors
/// The refusal.
#[inline]
pub fn may_declare(fight: &Fight, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    may_get_at(fight, by, at, arm)?;
    match fight.ground() {
        Some(ground) => may_come_near(fight, ground, by, at, arm),
        None => Ok(()),
    }
}

/// The same on a map: both moves must bring them together.
fn may_come_near(fight: &Fight, ground: &Ground, by: Who, at: Who, arm: ArmId) -> Result<(), Refusal> {
    let rule = if fight.arm(arm).reaching == Reaching::Melee { &REACH } else { &RANGE };
    match nearest(fight, ground, by, at) {
        Some(near) if near <= farthest(fight, ground, arm) => Ok(()),
        Some(_) => Err(Refusal::new(rule, "too far away")),
        None => Err(Refusal::new(rule, "not on the map")),
    }
}

/// The least feet that can lie between two as the first one acts, if both use the moves that they make until then; what
/// the first has declared of theirs is known. `reach.timing`: whoever walks off may count from where they stood.
pub(super) fn nearest(fight: &Fight, ground: &Ground, by: Who, at: Who) -> Option<u16> {
    let (here, there) = (fight.one(by).at?, fight.one(at).at?);
    let left = |from: Square, steps: u32| {
        let moved = u16::try_from(steps).unwrap_or(u16::MAX).saturating_mul(ground.feet);
        feet_between(fight, ground, (by, from), (at, there)).saturating_sub(moved)
    };
    let theirs = if moves_by_then(fight, by, at) { allowance(fight, at) } else { 0 };
    Some(match fight.one(by).plan.before {
        Move::To(square) if fight.house().reach_timing == ReachTiming::StartOrEnd => {
            let earlier = order::phase_of(fight, at) < order::phase_of(fight, by);
            left(square, theirs).min(left(here, if earlier { theirs } else { 0 }))
        }
        Move::To(square) => left(square, theirs),
        Move::Stay => left(here, theirs),
        _ => left(here, allowance(fight, by) + theirs),
    })
}

/// How many feet part two, and how many of them their moves can cover by the instant at which the first acts.
pub fn gap(fight: &Fight, by: Who, at: Who) -> Option<(u16, u16)> {
    let ground = fight.ground()?;
    let apart = feet_between(fight, ground, (by, fight.one(by).at?), (at, fight.one(at).at?));
    Some((apart, apart.saturating_sub(nearest(fight, ground, by, at)?)))
}

/// `map.reach`, `reach.timing`: whether another may still move by the instant at which a combatant acts. One that acts
/// in a later phase of the round stands where it stood; one that has acted in an earlier one moves no more.
fn moves_by_then(fight: &Fight, by: Who, at: Who) -> bool {
    if !(fight.fighting(at) || fight.one(at).is(Condition::Critical)) {
        return false;
    }
    let now = if let Stage::Phase(now) = fight.stage { now } else { 0 };
    match (order::phase_of(fight, at), order::phase_of(fight, by)) {
        (Some(theirs), Some(own)) => (now..=own).contains(&theirs),
        _ => false,
    }
}
