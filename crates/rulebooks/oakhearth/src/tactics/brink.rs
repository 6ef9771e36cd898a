//! Shoving enemies to where they fall, and Actions held for those who come.

use quintain_engine::Who;
use quintain_field::{Span, Square, Step};

use crate::ask::{Deed, With};
use crate::combatant::{Kind, Signal};
use crate::fight::Fight;
use crate::rules::{grapple, numbers, options, penalty, shove, weapons};

/// How deep somebody falls who is pushed this way by so many Spaces; 0 where it stands fast or lands no lower.
pub fn drop(fight: &Fight, at: Who, step: Step, far: u8) -> i16 {
    if fight.setting.flat {
        return 0;
    }
    let Some(from) = fight.one(at).at.filter(|_| fight.one(at).height == 0) else { return 0 };
    let way = |spaces: u8| (0..spaces).fold(from, |square: Square, _| square.step(step));
    let open = |square: Square| {
        fight.map.contains(square) && !fight.map.blocks_movement(square) && fight.standing_on(square).is_none()
    };
    let clear = (1..=far).all(|spaces| open(way(spaces)) && fight.level(way(spaces)) <= fight.level(from));
    if clear && fight.template(at).entry.fly.is_none() { fight.level(from) - fight.level(way(far)) } else { 0 }
}

/// What a drop on the way to a Space is held against it, in the measure of going nearer.
pub fn fall(fight: &Fight, who: Who, to: Square) -> i16 {
    let Some(from) = fight.one(who).at.filter(|_| !fight.setting.flat) else { return 0 };
    let flies = fight.template(who).entry.fly.is_some();
    let deep = fight.level(from) - fight.level(to);
    if flies || deep <= i16::from(fight.one(who).attributes[1]).max(1) { 0 } else { 25 * deep }
}

/// The direction of a shove that lets its target fall deepest, or does it other harm, and how much; straight on where
/// none does any.
pub fn way(fight: &Fight, who: Who, at: Who) -> Option<(Step, i16)> {
    let all = shove::ways(fight, who, at, false).into_iter();
    let weighed = all.map(|step| (step, harm(fight, who, at, step)));
    weighed.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// The harm of being driven into somebody, where both are enemies.
const INTO_ANOTHER: i16 = 2;

/// What a push by one Space does: a fall and what follows it, or the harm of running into something.
fn harm(fight: &Fight, who: Who, at: Who, step: Step) -> i16 {
    let deep = drop(fight, at, step, 1);
    if deep > 0 {
        return deep + 1;
    }
    let Some(next) = fight.one(at).at.map(|from| from.step(step)).filter(|next| fight.map.contains(*next)) else {
        return 0;
    };
    match fight.standing_on(next).filter(|other| *other != at) {
        Some(other) if fight.foes(who, other) => INTO_ANOTHER,
        Some(_) => 0,
        None if fight.map.blocks_movement(next) => 1,
        None => 0,
    }
}

/// Whether somebody is better pushed off its feet than away: where the push itself does no harm.
pub fn down(fight: &Fight, who: Who, at: Who) -> bool {
    falls(fight, who, at) && way(fight, who, at).is_some_and(|(_, harm)| harm == 0)
}

/// Whether somebody is on its feet and not in one's grip.
fn falls(fight: &Fight, who: Who, at: Who) -> bool {
    !fight.one(at).has(crate::book::Condition::Prone) && !grapple::holds(fight, who, at)
}

/// How far a shove or a throw goes: as far as it can, or to where it lets its target fall deepest.
pub fn far(fight: &Fight, at: Who, step: Step, most: u8) -> u8 {
    let deepest = (1..=most).max_by_key(|far| (drop(fight, at, step, *far), std::cmp::Reverse(*far)));
    deepest.filter(|far| drop(fight, at, step, *far) > 0).unwrap_or(most)
}

/// A shove over an edge, where it promises more than a blow does, in thousandths of a Hit Point.
pub fn shove_off(fight: &Fight, who: Who, blow: i32) -> Option<Deed> {
    if penalty::due(fight, who, Kind::Skill(crate::book::Skill::Athletics)) > 0 {
        return None;
    }
    let mut best: Option<(i32, Deed)> = None;
    for at in fight.opponents_beside(who) {
        let own = numbers::skill_bonus(fight, who, crate::book::Skill::Athletics);
        let other = numbers::skill_bonus(fight, at, numbers::physical_skill(fight, at));
        let wins = i32::from((10 + own - other).clamp(1, 19)) * 50;
        let known = best.map_or(blow.max(0), |(known, _)| known);
        // Where all lies equally high, nobody is harmed more than by being driven into an enemy.
        if fight.setting.flat && wins * i32::from(INTO_ANOTHER) <= known || on_its_own(fight, who, at) {
            continue;
        }
        let Some((_, harm)) = way(fight, who, at) else { continue };
        let beside = |ally: &Who| fight.able(*ally) && fight.distance(*ally, at) <= 1;
        let friends = match harm {
            0 if falls(fight, who, at) => fight.allies(who).filter(beside).count() as i32,
            _ => 0,
        };
        if harm == 0 && friends == 0 {
            continue;
        }
        let worth = (wins * i32::from(harm)).max(wins * friends.min(2) * 4 / 10);
        let deed = Deed::Shove(at);
        if worth > known && options::may(fight, who, deed).is_ok() {
            best = Some((worth, deed));
        }
    }
    best.map(|(_, deed)| deed)
}

/// Whether somebody stands where there is nothing to be pushed over or into, and nobody but one is next to it.
fn on_its_own(fight: &Fight, who: Who, at: Who) -> bool {
    let open = fight.setting.flat && fight.setting.unblocked;
    let Some(around) = fight.body(at).filter(|_| open).map(|body| body.grown(1)) else { return false };
    let beside = |other: Who| {
        let one = fight.one(other);
        let there = if one.single() { one.at.map(Span::from) } else { fight.body(other) };
        other != who && other != at && one.present() && there.is_some_and(|body| body.overlaps(around))
    };
    !fight.everyone().any(beside)
}

/// A blow held for the nearest enemy that can be struck only when it comes: the target and the means.
pub fn held(fight: &Fight, who: Who) -> Option<Deed> {
    let foe = super::nearest(fight, who).filter(|foe| fight.distance(who, *foe) <= 14)?;
    let melee = |with: &With| {
        let weapon = fight.weapon(weapons::used(fight, who, *with));
        weapon.range.is_none() && weapon.thrown.is_none() && !matches!(with, With::Drawn(_) | With::Body)
    };
    let with = options::arms(fight, who).find(melee)?;
    let deed = Deed::Attack { at: foe, with };
    let waits = fight.one(who).held.is_empty() && options::holdable(fight, who, deed);
    waits.then_some(deed)
}

/// What sets off what is held: the target of a blow comes near, a friend casts the same spell.
pub fn signal(fight: &Fight, who: Who, deed: Deed) -> Option<Signal> {
    match deed {
        Deed::Attack { at, .. } => Some(Signal::Nears(at)),
        Deed::Cast { ability, .. } => super::magic::partner(fight, who, ability).map(Signal::Casts),
        _ => None,
    }
}
