//! The ways of unattended seats: on foot, over what is in the way, through the air, into the water, with a victim.

use quintain_engine::Who;
use quintain_field::{Diagonal, Span, Square, Step, body_distance};
use smallvec::SmallVec;

use super::nearest_foe;
use crate::ask::Act;
use crate::combatant::GuState;
use crate::condition::Condition;
use crate::deeds::Cover;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::options::may;
use crate::rules::{activating, cover, grapple, ground, gu, jumping, maneuvers, melee, movement, ways};

/// On foot towards the nearest foe, until a strike reaches and nothing hides it.
pub(super) fn approach(fight: &Fight, who: Who) -> Option<Act> {
    if movement::may_move(fight, who).is_err() {
        return None;
    }
    let reach = wanted_reach(fight, who);
    let foe = nearest_foe(fight, who)?;
    if fight.distance(who, foe) > u32::from(reach) {
        return nearer(fight, who, foe, reach);
    }
    let idle = fight.turn.begun == Begun::Nothing && !fight.ground().is_bare();
    if !idle || aims_from(fight, who, fight.one(who).at, reach).is_some() {
        return None;
    }
    to_aim(fight, who, reach).or_else(|| nearer(fight, who, foe, 1))
}

/// The reachable square from which least hides a foe, the nearest of them.
fn to_aim(fight: &Fight, who: Who, reach: u16) -> Option<Act> {
    let mut best = None;
    ways::each_reachable(fight, who, false, |square, cost| {
        let Some(cover) = aims_from(fight, who, square, reach) else { return };
        if best.is_none_or(|known| (cover, cost, square) < known) {
            best = Some((cover, cost, square));
        }
    });
    best.map(|(.., square)| Act::Move(square))
}

/// After one's own attacks: to where fewer foes can come and strike before one acts again, but not too far to come back.
/// Those who strike by hand themselves stay.
pub(super) fn withdraw(fight: &Fight, who: Who) -> Option<Act> {
    let (one, body) = (fight.one(who), fight.body(who));
    if one.airborne || movement::may_walk(fight, who).is_err() {
        return None;
    }
    let reach = wanted_reach(fight, who);
    if reach <= 2 {
        return None;
    }
    let mut foes: SmallVec<[Pursuer; 16]> = SmallVec::new();
    for foe in super::foes(fight, who) {
        let foe = Pursuer::of(fight, foe);
        if foe.away(body) <= foe.strikes {
            return None;
        }
        foes.push(foe);
    }
    let here = foes.iter().filter(|foe| foe.comes_to(body)).count();
    let left = u32::from(movement::left(fight, who).unsigned_abs());
    let escapes = |foe: &Pursuer| foe.comes_to(body) && foe.away(body) + left > foe.comes;
    if !foes.iter().any(escapes) {
        return None;
    }
    let returns = u32::from(reach) + u32::from(derived::movement(fight, who).unsigned_abs()) / 2;
    let mut best = (here, 0, one.at);
    ways::each_reachable(fight, who, false, |square, cost| {
        let body = fight.body_at(who, square);
        // Squares to which more can come than to the best one need not be counted to the end.
        let come = foes.iter().filter(|foe| foe.comes_to(body)).take(best.0 + 1).count();
        let known = (come, cost, square);
        if known < best && foes.iter().any(|foe| foe.away(body) <= returns) {
            best = known;
        }
    });
    (best.0 < here).then_some(Act::Move(best.2))
}

/// A foe who may come after one.
struct Pursuer {
    body: Span,
    /// How far it strikes by hand, in metres.
    strikes: u32,
    /// How far off it can strike by hand in its next turn.
    comes: u32,
}

impl Pursuer {
    fn of(fight: &Fight, foe: Who) -> Self {
        let strikes = u32::from(melee::melee_reach(fight, foe));
        let comes = strikes + u32::from(derived::movement(fight, foe).unsigned_abs());
        Pursuer { body: fight.body(foe), strikes, comes }
    }

    fn away(&self, from: Span) -> u32 {
        body_distance(from, self.body, Diagonal::Equal)
    }

    fn comes_to(&self, body: Span) -> bool {
        self.away(body) <= self.comes
    }
}

/// How much hides the best target within reach of one who stands there; `None` where all are hidden or too far.
fn aims_from(fight: &Fight, who: Who, square: Square, reach: u16) -> Option<Cover> {
    let body = fight.body_at(who, square);
    let near = |foe: &Who| body_distance(body, fight.body(*foe), Diagonal::Equal) <= reach.into();
    let cover = |foe: Who| cover::between_from(fight, (who, square), foe);
    super::foes(fight, who).filter(near).map(cover).min().filter(|cover| *cover < Cover::Full)
}

/// On foot, or over what is in the way, until no more than `reach` metres are left to a foe.
fn nearer(fight: &Fight, who: Who, foe: Who, reach: u16) -> Option<Act> {
    let target = fight.body(foe);
    let here = body_distance(fight.body(who), target, Diagonal::Equal);
    let best = ways::nearest(fight, who, (target, reach.into()));
    let walked = best.map_or(here, |(away, _)| away);
    if let Some(act) = over_the_ground(fight, who, foe, walked.min(here)) {
        return Some(act);
    }
    let (_, best) = best?;
    let away = body_distance(fight.body_at(who, best), target, Diagonal::Equal);
    (away < here).then_some(Act::Move(best))
}

/// A leap or a climb, where it leads nearer to a foe than any walk does, which is as near as `walked`.
fn over_the_ground(fight: &Fight, who: Who, foe: Who, walked: u32) -> Option<Act> {
    if fight.ground().is_plain() || fight.one(who).airborne {
        return None;
    }
    let here = fight.one(who).at;
    let near = |square: Square| {
        let flat = body_distance(fight.body_at(who, square), fight.body(foe), Diagonal::Equal);
        let steep = (fight.ground_below(who, square) - fight.level(foe)).unsigned_abs();
        ((flat, steep), square)
    };
    let safe = |square: &Square| fight.ground_below(who, here) - fight.ground_below(who, *square) <= 2;
    let along = |step: Step| {
        let far = jumping::reach(fight, who, step);
        (1..=far).map(move |far| here.offset(step.dx() * far, step.dy() * far))
    };
    let leaps = Step::ALL.into_iter().flat_map(along).filter(|square| fight.ground().map.contains(*square));
    let leap = leaps.filter(safe).map(near).filter(|((flat, _), _)| *flat < walked).min();
    // What a jump costs is looked at first: a refusal is put into words.
    if let Some((_, square)) = leap
        && movement::left(fight, who) >= jumping::cost(fight, who)
        && fight.ground_below(who, square) - fight.ground_below(who, here) <= jumping::height(fight, who)
        && may(fight, who, &Act::Jump(square)).is_ok()
    {
        return Some(Act::Jump(square));
    }
    let (now, _) = near(here);
    let climbs = here.neighbours().into_iter().filter(|square| ground::may_climb(fight, who, *square).is_ok());
    let (_, square) = climbs.map(near).filter(|(away, _)| *away < now && walked >= now.0).min()?;
    Some(Act::Climb(square))
}

/// A combatant that is on fire goes into deep water where there is some, and comes up again when it is out.
pub(super) fn into_the_water(fight: &Fight, who: Who) -> Option<Act> {
    let one = fight.one(who);
    let ground = fight.ground();
    if ground.is_plain() {
        return None;
    }
    let burns = one.is(Condition::Burning) || one.is(Condition::Ablaze);
    if one.is(Condition::Submerged) {
        return Some(Act::Surface).filter(|act| may(fight, who, act).is_ok());
    }
    if !burns {
        return None;
    }
    if ground.is_deep(one.at) {
        return Some(Act::Submerge).filter(|act| may(fight, who, act).is_ok());
    }
    let mut nearest = None;
    ways::each_reachable(fight, who, false, |square, cost| {
        let left = movement::left(fight, who) - cost as i16;
        if ground.is_deep(square) && left >= 2 && nearest.is_none_or(|known| (cost, square) < known) {
            nearest = Some((cost, square));
        }
    });
    nearest.map(|(_, square)| Act::Move(square))
}

/// A held creature that its holder is strong enough to throw flies at another foe, or off an edge; else it is dragged
/// away from those that would help it.
pub(super) fn with_a_victim(fight: &Fight, who: Who) -> Option<Act> {
    let whom = fight.held_by(who).next()?;
    let here = fight.one(who).at;
    let others = || super::foes(fight, who).filter(move |foe| *foe != whom);
    let throws = Step::ALL.into_iter().flat_map(|step| {
        let range = grapple::throw_range(fight, who, whom).min(12);
        (1..=range).map(move |far| here.offset(step.dx() * far, step.dy() * far))
    });
    let pays = |to: &Square| {
        let drop = fight.ground_below(who, here) - fight.ground_below(whom, *to);
        drop > 2 || others().any(|foe| fight.body(foe).contains(*to))
    };
    let inside = |to: &Square| fight.ground().map.contains(*to);
    let strong = derived::strength(fight, who) > fight.template(whom).entry.weight;
    let throw = throws.filter(|_| strong).filter(inside).filter(pays).map(|to| Act::Throw { whom, to });
    if let Some(act) = throw.into_iter().find(|act| may(fight, who, act).is_ok()) {
        return Some(act);
    }
    let crowd = |square: Square| {
        others().map(|foe| body_distance(fight.body_at(who, square), fight.body(foe), Diagonal::Equal)).min()
    };
    let now = crowd(here).filter(|away| *away <= 2)?;
    grapple::may_drag(fight, who).ok()?;
    let half = derived::movement(fight, who) / 2;
    let straight = Step::ALL.into_iter().flat_map(|step| (1..=half).map(move |far| (step, far)));
    let open = |(step, far): &(Step, i16)| {
        let square = |nth: i16| here.offset(step.dx() * nth, step.dy() * nth);
        let firm = (0..*far).all(|nth| movement::price(fight, who, square(nth)) == 1);
        let level = fight.ground_below(who, square(*far)) == fight.ground_below(who, here);
        firm && level && jumping::way_is_clear(fight, who, *step, *far) && fight.is_free_for(who, square(*far), 0)
    };
    let squares = straight.filter(open).map(|(step, far)| here.offset(step.dx() * far, step.dy() * far));
    let away = squares.filter_map(|square| Some((crowd(square)?, square)));
    let (farthest, square) = away.max_by_key(|(away, square)| (*away, std::cmp::Reverse(*square)))?;
    (farthest > now).then_some(Act::Drag(square))
}

fn wanted_reach(fight: &Fight, who: Who) -> u16 {
    melee::farthest(fight, who, |_| true).max(gu::wanted_range(fight, who)).max(1)
}

/// Through the air towards the nearest foe: up, then down on it.
pub(super) fn fly(fight: &Fight, who: Who) -> Option<Act> {
    maneuvers::may_maneuver(fight, who).ok()?;
    let low = fight.one(who).airborne && fight.one(who).height <= maneuvers::speed(fight, who);
    // A refusal is put into words; so high one does not ask.
    if low && sinks(fight, who) && may(fight, who, &Act::Land).is_ok() {
        return Some(Act::Land);
    }
    let foe = nearest_foe(fight, who)?;
    let reach = u32::from(wanted_reach(fight, who));
    if fight.distance(who, foe) <= reach {
        return None;
    }
    if !fight.one(who).airborne {
        let farther = derived::movement(fight, who) < maneuvers::speed(fight, who);
        return farther.then_some(Act::TakeFlight).filter(|act| may(fight, who, act).is_ok());
    }
    let speed = maneuvers::speed(fight, who);
    let target = fight.body(foe);
    let near = body_distance(fight.body(who), target, Diagonal::Equal) <= speed.unsigned_abs().into();
    if near && fight.turn.begun != Begun::Done && maneuvers::may_dive(fight, who).is_ok() {
        return Some(Act::Dive);
    }
    let here = fight.one(who).at;
    let away = |square: Square| body_distance(fight.body_at(who, square), target, Diagonal::Equal);
    let best = nearest_around(fight, who, (speed, fight.one(who).height.max(1)), |square| {
        (square != here).then(|| away(square))
    })?;
    let closer = away(best) < away(here);
    let level = fight.level(foe) != fight.level(who);
    (closer || level).then_some(Act::Fly(best)).filter(|act| may(fight, who, act).is_ok())
}

/// The free square within so many metres, at this height, to which nothing bars the straight way through the air and that is
/// least far from something; no distance, no choice.
fn nearest_around(
    fight: &Fight,
    who: Who,
    (metres, height): (i16, i16),
    away: impl Fn(Square) -> Option<u32>,
) -> Option<Square> {
    let mut best: Option<(u32, Square)> = None;
    for square in crate::options::each_around(fight, who, metres) {
        let Some(known) = away(square).map(|away| (away, square)) else { continue };
        // Whether it gets there is looked at last: most squares are farther than one known already.
        if best.is_none_or(|best| known < best)
            && fight.is_free_for(who, square, height)
            && maneuvers::is_open_way(fight, who, (square, height))
        {
            best = Some(known);
        }
    }
    best.map(|(_, square)| square)
}

/// A combatant that catches itself in the air does so towards the nearest foe, where that is nearer.
pub(super) fn catch_to(fight: &Fight, who: Who, metres: i16) -> Act {
    let Some(foe) = nearest_foe(fight, who) else { return Act::Nothing };
    let target = fight.body(foe);
    let away = |square: Square| body_distance(fight.body_at(who, square), target, Diagonal::Equal);
    let here = fight.one(who).at;
    let best = nearest_around(fight, who, (metres, fight.one(who).height), |square| Some(away(square)));
    best.filter(|square| away(*square) < away(here)).map_or(Act::Nothing, Act::Square)
}

/// Whether the Gu that carries somebody cannot be paid for any more when the next turn comes.
fn sinks(fight: &Fight, who: Who) -> bool {
    let slot = derived::flight(fight, who).and_then(|flight| flight.by);
    let owned = slot.and_then(|slot| activating::owned(fight, who, slot));
    owned.is_some_and(|owned| {
        owned.state == GuState::Sustained && activating::costs(fight, who, owned) > fight.one(who).essence.now
    })
}

/// A dive ends beside the nearest foe.
pub(super) fn dive_to(fight: &Fight, who: Who) -> Act {
    let speed = maneuvers::speed(fight, who);
    let Some(foe) = nearest_foe(fight, who) else { return Act::Square(fight.one(who).at) };
    let target = fight.body(foe);
    let away = |square: Square| body_distance(fight.body_at(who, square), target, Diagonal::Equal);
    let best = nearest_around(fight, who, (speed, 0), |square| Some(away(square)));
    Act::Square(best.unwrap_or(fight.one(who).at))
}
