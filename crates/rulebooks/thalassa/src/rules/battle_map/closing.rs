//! Closing with somebody: step by step, until the two are in reach.

use super::measure::{body, sees_between, sees_within};
use super::moving::{claim, tell_move};
use super::reach::can_land_now;
use super::walker::{Walker, allowance};
use super::ways::{free_near, gets_to};
use crate::arm::{Arm, ArmId, Reaching};
use crate::condition::Effect;
use crate::declaration::{Deed, Move};
use crate::fight::Fight;
use crate::rules::{creatures, gear, hazards};
use crate::throng::Throng;
use crate::underway::{Closer, Paths, Steps, Walked};
use quintain_engine::{Table, Who};
use quintain_field::{Parity, Pathfinder, Square};

/// The target that a combatant closes with, and within how many feet.
pub(super) fn closes_with(fight: &Fight, who: Who) -> Option<(Who, u16)> {
    let ground = fight.ground()?;
    if fight.one(who).under(Effect::Bewitched) {
        return fight.one(who).effect(Effect::Bewitched).map(|at_work| (at_work.by, ground.feet));
    }
    let plan = &fight.one(who).plan;
    let (target, feet) = match (plan.before, plan.deed) {
        (_, Deed::SecondMove(Move::Close(target))) => (target, ground.feet),
        (_, Deed::SecondMove(Move::To(_))) => return None,
        (Move::Close(target), Deed::Attack { arm, off, at, .. }) if target == at => {
            (target, least(fight, (arm, off), |entry| entry.reach))
        }
        (Move::Close(target), _) => (target, ground.feet),
        (Move::AsNeeded, deed) if plan.after == Move::AsNeeded => needs(fight, who, deed)?,
        _ => return None,
    };
    Some((target, feet.max(ground.feet)))
}

/// A weapon in the other hand. A part of a body that strikes beside another may be meant for somebody else.
fn held(fight: &Fight, off: Option<ArmId>) -> Option<ArmId> {
    off.filter(|off| !fight.arm(*off).natural)
}

/// The feet within which both weapons of one attack are.
fn least(fight: &Fight, (arm, off): (ArmId, Option<ArmId>), feet: impl Fn(&Arm) -> u16) -> u16 {
    let main = feet(fight.arm(arm));
    held(fight, off).map_or(main, |off| main.min(feet(fight.arm(off))))
}

/// The target of an action, and how near it must be.
pub(super) fn needs(fight: &Fight, who: Who, deed: Deed) -> Option<(Who, u16)> {
    match deed {
        Deed::Attack { arm, off, at, .. } => {
            if can_land_now(fight, who, at, arm) && held(fight, off).is_none_or(|off| can_land_now(fight, who, at, off))
            {
                return None;
            }
            let within = |entry: &Arm| match entry.reaching {
                Reaching::Melee => entry.reach,
                Reaching::Missile | Reaching::Thrown => entry.sure.max(entry.reach),
            };
            Some((at, least(fight, (arm, off), within)))
        }
        Deed::Aid(at) | Deed::Contest { at, .. } | Deed::Snatch(at) | Deed::CarryOff(at) | Deed::Sear(at) => {
            Some((at, 5))
        }
        Deed::Use { item, at } => gear::range(fight, who, item).map(|feet| (at, feet)),
        Deed::Gaze(at) => creatures::gaze_feet(fight, who).map(|feet| (at, feet)),
        _ => None,
    }
}

/// Everyone who closes with somebody takes a step in turn, until all are in reach or out of steps.
pub(super) fn closing_moves<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    paths: &mut Paths,
) -> Result<(), T::Halt> {
    let Paths { finder, closers, throng, .. } = paths;
    closers.clear();
    closers.extend(fight.everyone().filter_map(|who| closer(fight, who)));
    if closers.is_empty() {
        return Ok(());
    }
    gather(fight, throng);
    closers.sort_unstable_by_key(|closer| claim(fight, closer.who));
    let mut going = true;
    while going {
        going = false;
        for closer in closers.iter_mut() {
            if closer.left > 0 && !sees_within(fight, closer.who, closer.target, closer.feet) {
                going |= one_step(fight, table, (finder, throng), closer)?;
            }
        }
    }
    for closer in closers.iter_mut() {
        settle(fight, (finder, throng), closer);
        fight.scratch.spend(closer.who, closer.walked.cost);
        if let Some(at) = fight.one(closer.who).at {
            tell_move(fight, table, closer.who, (closer.from, at), closer.walked, false);
        }
    }
    Ok(())
}

/// Whether a combatant closes with another in this phase. A bewitched one walks in the phase of its own turn.
pub(super) fn closer(fight: &Fight, who: Who) -> Option<Closer> {
    let turn = matches!(fight.stage, crate::fight::Stage::Phase(now) if crate::rules::order::phase_of(fight, who) == Some(now));
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
pub(super) fn one_step<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (finder, throng): (&mut Pathfinder, &mut Throng),
    closer: &mut Closer,
) -> Result<bool, T::Halt> {
    let Some((ground, from)) = fight.ground().zip(fight.one(closer.who).at) else { return Ok(false) };
    let walker = Walker::in_throng(fight, ground, closer.who, throng);
    let target_at = fight.one(closer.target).at;
    let open = closer.way.first().is_some_and(|end| walker.may_stop(*end));
    if closer.found_for != target_at || !open {
        closer.way = way_into_reach(&walker, finder, closer, from);
        closer.found_for = target_at;
    }
    let step = closer.way.pop().filter(|to| walker.step_cost(from, *to, closer.parity).0 <= closer.left);
    let Some(to) = step else {
        closer.left = 0;
        return Ok(false);
    };
    let before = closer.walked.cost;
    closer.parity = closer.walked.step(&walker, from, to, closer.parity);
    closer.left -= closer.walked.cost - before;
    fight.one_mut(closer.who).at = Some(to);
    throng.go(fight, closer.who, from, to);
    if !fight.hazards.is_empty() {
        if hazards::step_into(fight, table, closer.who, (from, to), true)? {
            closer.left = 0;
        }
        // A combatant that has fallen on the way no longer stands in anybody's.
        gather(fight, throng);
    }
    Ok(true)
}

/// The cheapest way to a free square in reach of the target, nearest square last; where there is none, into the throng.
pub(super) fn way_into_reach(walker: &Walker<'_>, finder: &mut Pathfinder, closer: &Closer, from: Square) -> Steps {
    let (fight, ground) = (walker.fight, walker.ground);
    let Some(to) = fight.one(closer.target).at else { return Steps::new() };
    let mut walk = walker.walk(u32::from(u16::MAX));
    walk.parity = closer.parity;
    let (reach, target) = (u32::from(closer.feet / ground.feet), body(fight, closer.target, to));
    let near = walk.within(reach, target);
    let ahead = walk.ahead(target, reach, 1);
    let reaches =
        |square: Square| near(square) && sees_between(fight, ground, (closer.who, square), (closer.target, to));
    let free = |square: Square| reaches(square) && walker.may_stop(square);
    let first_steps = |squares: &[Square]| {
        let mut way: Steps = squares.iter().skip(1).take(40).copied().collect();
        way.reverse();
        way
    };
    // Where all squares in reach are taken, no search can find a free one.
    let size = walker.footprint.at(to);
    let far = closer.feet / ground.feet + u16::try_from(size.width().max(size.depth())).unwrap_or(1);
    let any_free = || body(fight, closer.target, to).grown(far).squares().any(free);
    if any_free()
        && gets_to(walker, (from, to), free)
        && let Some(route) = walker.way(finder, from, &walk, (ahead, free))
    {
        return first_steps(route.squares);
    }
    if !gets_to(walker, (from, to), reaches) {
        return Steps::new();
    }
    let way = walker.way(finder, from, &walk, (ahead, reaches));
    way.map_or_else(Steps::new, |route| first_steps(route.squares))
}

/// Nobody ends where somebody stands: one who would stops at the nearest free square.
pub(super) fn settle(fight: &mut Fight, (finder, throng): (&mut Pathfinder, &mut Throng), closer: &mut Closer) {
    let Some((ground, at)) = fight.ground().zip(fight.one(closer.who).at) else { return };
    let walker = Walker::in_throng(fight, ground, closer.who, throng);
    if walker.may_stop(at) {
        return;
    }
    closer.walked.others = true;
    let free = free_near(&walker, finder, at).unwrap_or(closer.from);
    fight.one_mut(closer.who).at = Some(free);
    throng.go(fight, closer.who, at, free);
}

/// Counts who stands where, anew.
fn gather(fight: &Fight, throng: &mut Throng) {
    if let Some(ground) = fight.ground() {
        throng.gather(fight, ground);
    }
}
