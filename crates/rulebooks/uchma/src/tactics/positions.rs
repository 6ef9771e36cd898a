//! Where tactics go: into reach, at a run, or out of it.

use arrayvec::ArrayVec;
use quintain_engine::Who;
use quintain_field::Square;

use super::{attack_of, harm, nearest_foe, ordinary_attack};
use crate::ask::Deed;
use crate::fight::{Fight, Gait};
use crate::options;
use crate::rules::distance::{self, Ruler};
use crate::rules::makeup::SHOT;
use crate::rules::{actions, adjacency, cover, movement, ways};

/// How far ahead a way is looked for.
const FAR: i16 = 400;

/// The most steps of a way that are gone at once.
const FURTHEST: usize = 128;

/// Metres that the Move has left.
pub(super) fn left(fight: &Fight, who: Who, run: bool) -> i16 {
    movement::left(fight, who, movement::gait_now(fight, who), run)
}

/// The creature that one goes for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prey {
    /// The nearest foe.
    foe: Who,
    /// Metres to it.
    near: i16,
    /// How far the ordinary attack reaches.
    reach: i16,
    /// It wants distance.
    apart: bool,
}

/// The creature that one goes for with its ordinary attack.
pub(super) fn prey(fight: &Fight, who: Who, ruthless: bool) -> Option<Prey> {
    let (_, reach, apart) = attack_of(fight, who)?;
    let (foe, near) = nearest_foe(fight, who, ruthless)?;
    Some(Prey { foe, near, reach, apart })
}

/// Whether an attack of this reach can be made from a square on a foe that counts.
pub(super) fn strikes_from(fight: &Fight, who: Who, at: Square, (reach, apart): (i16, bool), ruthless: bool) -> bool {
    let ruler = Ruler::on(fight, who, at);
    let (mut any, mut close) = (false, false);
    for (foe, its) in fight.foes_there(who).filter(|(_, its)| ruthless || !its.unconscious) {
        let metres = ruler.to(foe, its);
        close |= metres <= 1;
        any |= metres <= reach && (reach <= 1 || quintain_field::sees(&fight.setting.map, at, its.at));
    }
    any && !(apart && close)
}

/// A square within this Move from which the ordinary attack reaches somebody; a lower or higher place for flyers.
pub(super) fn approach(fight: &Fight, who: Who, prey: Prey, ruthless: bool) -> Option<Deed> {
    let Prey { foe, near, reach, apart } = prey;
    if let Some(dive) = dive(fight, who, prey) {
        return Some(dive);
    }
    let reached = |apart| near <= reach && strikes_from(fight, who, fight.one(who).at, (reach, apart), ruthless);
    if reached(apart) {
        // Whatever keeps it from attacking, another square does not help.
        return None;
    }
    let (metres, gait) = (left(fight, who, false), movement::gait_now(fight, who));
    if near - reach > metres {
        // Not even the straight way is short enough.
        return None;
    }
    if let Some(to) = straight_on(fight, who, gait, (foe, reach), ruthless).filter(|_| !apart) {
        return Some(Deed::Move { to, run: false });
    }
    let counts = |foe: Who| fight.foes(who, foe) && (ruthless || !fight.one(foe).unconscious);
    let pick = |apart: bool| {
        if let Some(found) = ways::nearest_in_reach(fight, who, metres, (reach, apart), counts) {
            return found;
        }
        let mut found = None;
        options::reach(fight, who, gait, metres, |square, _| {
            if strikes_from(fight, who, square, (reach, apart), ruthless) {
                found = Some(square);
            }
            found.is_none()
        });
        found
    };
    let to = pick(apart).or_else(|| (apart && !reached(false)).then(|| pick(false)).flatten())?;
    Some(Deed::Move { to, run: false })
}

/// The square straight on towards the nearest foe from which it is in reach: no other place is nearer.
fn straight_on(fight: &Fight, who: Who, gait: Gait, (foe, reach): (Who, i16), ruthless: bool) -> Option<Square> {
    let way = ways::straight_to(fight, who, gait, foe, reach)?;
    // A creature next to it is seen.
    let strikes = |square: &Square| reach <= 1 || strikes_from(fight, who, *square, (reach, false), ruthless);
    (way.steps() <= left(fight, who, false)).then(|| way.end()).filter(strikes)
}

/// A flyer above its prey comes down to where it can strike.
fn dive(fight: &Fight, who: Who, Prey { foe, reach, .. }: Prey) -> Option<Deed> {
    let altitude = fight.one(who).altitude;
    if altitude <= 1 {
        return None;
    }
    let (own, its) = (distance::height(fight, who), distance::height(fight, foe));
    let above = i32::from(own.tenths()) - i32::from(its.tenths());
    if above <= 10 * i32::from(reach) {
        return None;
    }
    let to = (altitude - (above / 10) as i16 + reach.min(1)).clamp(1, altitude - 1);
    let to = to.max(altitude - left(fight, who, false));
    let deed = Deed::Altitude { to, run: false };
    (to < altitude && options::may(fight, who, deed).is_ok()).then_some(deed)
}

/// A flyer that stands on the ground, with nobody beside it, takes off.
pub(super) fn take_off(fight: &Fight, who: Who) -> Option<Deed> {
    fight.template(who).flies?;
    let flies = movement::base_speed(fight, who, Gait::Fly) > movement::base_speed(fight, who, Gait::Walk);
    let fresh = fight.turn.as_ref().is_some_and(|turn| !turn.moving && !turn.action && !turn.rapid && !turn.set_up);
    if !flies || !fresh || fight.one(who).altitude > 0 || adjacency::foe_beside(fight, who) {
        return None;
    }
    let up = Deed::Altitude { to: 1, run: false };
    options::may(fight, who, up).is_ok().then_some(up)
}

/// The way to an exit within a run, where the house lets creatures flee; nothing more is done on one.
pub(super) fn flee(fight: &Fight, who: Who) -> Option<Deed> {
    let broken_off = fight.turn.as_ref().is_none_or(|turn| turn.running);
    if fight.house().fleeing == crate::house::Fleeing::Off || broken_off {
        return None;
    }
    let exit = |square: Square| fight.setting.map.is_exit(square);
    if exit(fight.one(who).at) {
        return (!adjacency::foe_beside(fight, who)).then_some(Deed::Done);
    }
    let run = actions::may_move(fight, who, true).is_ok();
    if !run {
        actions::may_move(fight, who, false).ok()?;
    }
    let (near, far, mut found) = (left(fight, who, false), left(fight, who, run), None);
    options::reach(fight, who, movement::gait_now(fight, who), far, |square, cost| {
        if exit(square) {
            found = Some(Deed::Move { to: square, run: cost > near });
        }
        found.is_none()
    });
    found
}

/// As near as a run, or what is left of a Move, leads towards the nearest foe.
pub(super) fn hurry(fight: &Fight, who: Who, prey: Prey) -> Option<Deed> {
    if prey.near <= 1 && prey.reach <= 1 {
        return None;
    }
    let here = fight.one(who).at;
    if prey.near <= prey.reach && strikes_from(fight, who, here, (prey.reach, false), false) {
        // Whatever keeps it from a blow, another square does not help.
        return None;
    }
    let stepped = fight.turn.as_ref().is_some_and(|turn| turn.moving);
    let run = actions::may_move(fight, who, true).is_ok();
    let (near, far) = (left(fight, who, false), left(fight, who, run));
    let (to, cost) = along(fight, who, prey, far)?;
    // Harm that has just been left is not gone back to.
    let back = stepped && harm::awaits(fight, who, to);
    (!back).then_some(Deed::Move { to, run: cost > near })
}

/// Where one goes whose action is over and who has nobody in reach: nearer, so as to strike next time.
pub(super) fn draw_near(fight: &Fight, who: Who, ruthless: bool) -> Option<Deed> {
    let acted = fight.turn.as_ref().is_some_and(|turn| turn.action && !turn.moving);
    if !acted || adjacency::foe_beside(fight, who) || actions::may_move(fight, who, false).is_err() {
        return None;
    }
    let prey = prey(fight, who, ruthless).filter(|prey| !prey.apart && prey.near > prey.reach)?;
    let (to, _) = along(fight, who, prey, left(fight, who, false))?;
    (!harm::awaits(fight, who, to)).then_some(Deed::Move { to, run: false })
}

/// The last square on the way to somebody that so many metres pay for.
fn along(fight: &Fight, who: Who, Prey { foe, reach, .. }: Prey, metres: i16) -> Option<(Square, i16)> {
    let gait = movement::gait_now(fight, who);
    let sees = |square| reach <= 1 || quintain_field::sees(&fight.setting.map, square, fight.one(foe).at);
    if let Some(way) = ways::straight_to(fight, who, gait, foe, reach.max(1))
        && sees(way.end())
    {
        return furthest(fight, who, gait, (way.steps(), |steps| way.after(steps)), metres);
    }
    // A cliff that no run is long enough for is no way.
    let most = 2 * movement::speed(fight, who, gait).max(movement::base_speed(fight, who, gait));
    fight.rooms.route.lend(|route| {
        let goal = |square| {
            let near = distance::from_square(fight, who, square, foe) <= reach.max(1);
            near && sees(square) && movement::may_stop(fight, who, square)
        };
        let by_rows = ways::into_reach(fight, who, FAR, (foe, reach.max(1)), route);
        let goal = (reach.max(1), fight.body(foe), goal);
        match by_rows.unwrap_or_else(|| ways::cheapest(fight, who, gait, (FAR, most), route, goal)) {
            true => {
                let after = |steps: i16| route[usize::from(steps.unsigned_abs()) - 1];
                furthest(fight, who, gait, (route.len() as i16, after), metres)
            }
            false => None,
        }
    })
}

/// How far so many metres lead along a way of so many steps: the last square where somebody may stop, with what leads
/// there.
fn furthest(
    fight: &Fight,
    who: Who,
    gait: Gait,
    (long, after): (i16, impl Fn(i16) -> Square),
    metres: i16,
) -> Option<(Square, i16)> {
    let may_stop = |square: Square| movement::may_stop(fight, who, square);
    let long = long.min(FURTHEST as i16);
    if ways::is_smooth(fight, who) && distance::rule(fight) == quintain_field::Diagonal::Equal {
        let steps = (1..=long.min(metres)).rev().find(|steps| may_stop(after(*steps)))?;
        return Some((after(steps), steps));
    }
    let (mut spent, mut odd, mut here) = (0, fight.one(who).odd, fight.one(who).at);
    let mut steps: ArrayVec<(Square, i16), FURTHEST> = ArrayVec::new();
    for next in (1..=long).map(after) {
        spent += step_price(fight, who, gait, (here, next), &mut odd)?;
        if spent > metres {
            break;
        }
        steps.push((next, spent));
        here = next;
    }
    steps.into_iter().rev().find(|(square, _)| may_stop(*square))
}

/// What a way costs somebody, step by step; nothing where there is none.
pub(super) fn price_of(fight: &Fight, who: Who, way: impl Iterator<Item = Square>) -> Option<i16> {
    let (gait, one) = (movement::gait_now(fight, who), fight.one(who));
    let (mut spent, mut odd, mut here) = (0, one.odd, one.at);
    for next in way {
        spent += step_price(fight, who, gait, (here, next), &mut odd)?;
        here = next;
    }
    Some(spent)
}

fn step_price(fight: &Fight, who: Who, gait: Gait, (from, to): (Square, Square), odd: &mut bool) -> Option<i16> {
    let length = movement::step_length(fight, *odd, from, to);
    *odd ^= from.x != to.x && from.y != to.y;
    // The way has been found to be free.
    let price = if ways::is_smooth(fight, who) { 1 } else { ways::price(fight, who, gait, from, to)? };
    Some(price * length)
}

/// Where one who shoots goes once the shot is off.
pub(super) fn after_a_shot(fight: &Fight, who: Who) -> Option<Deed> {
    let acted = fight.turn.as_ref().is_some_and(|turn| turn.action && !turn.moving);
    if !acted {
        return None;
    }
    let (_, reach, apart) = attack_of(fight, who)?;
    if !apart || reach < SHOT {
        return None;
    }
    actions::may_move(fight, who, false).ok()?;
    fall_back(fight, who, reach).or_else(|| take_cover(fight, who))
}

/// It goes out of the reach of those beside it.
fn fall_back(fight: &Fight, who: Who, reach: i16) -> Option<Deed> {
    if !adjacency::foe_beside(fight, who) {
        return None;
    }
    let foe_at = |square: Square| {
        let able = |foe: &Who| fight.able(*foe) && fight.foes(who, *foe);
        fight.everyone().filter(able).map(|foe| distance::from_square(fight, who, square, foe)).min().unwrap_or(0)
    };
    let mut best: Option<(i16, Square)> = None;
    options::reach(fight, who, movement::gait_now(fight, who), left(fight, who, false), |square, _| {
        let far = foe_at(square).min(reach);
        if best.is_none_or(|(known, _)| far > known) {
            best = Some((far, square));
        }
        true
    });
    let (far, to) = best?;
    (far > 1).then_some(Deed::Move { to, run: false })
}

/// It goes where shots at it meet the most cover.
fn take_cover(fight: &Fight, who: Who) -> Option<Deed> {
    if fight.setting.coverless || !fight.everyone().any(|foe| shoots_at(fight, foe, who)) {
        return None;
    }
    let mut best = (hidden(fight, who, fight.one(who).at), None);
    options::reach(fight, who, movement::gait_now(fight, who), left(fight, who, false), |square, _| {
        let cover = hidden(fight, who, square);
        if cover > best.0 {
            best = (cover, Some(square));
        }
        true
    });
    best.1.map(|to| Deed::Move { to, run: false })
}

/// Whether somebody is a foe who shoots.
fn shoots_at(fight: &Fight, foe: Who, who: Who) -> bool {
    let shot = |attack| fight.ability(attack).is(crate::book::Tag::Projectile);
    fight.able(foe) && fight.foes(who, foe) && ordinary_attack(fight, foe).is_some_and(shot)
}

/// What cover on a square adds against all who shoot, together.
fn hidden(fight: &Fight, who: Who, at: Square) -> i16 {
    let from = |foe: Who| cover::worth(cover::along(fight, fight.one(foe).at, at));
    fight.everyone().filter(|foe| shoots_at(fight, *foe, who)).map(from).sum()
}
