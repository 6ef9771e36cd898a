//! Where to go: to the nearest foe, into range, out of reach.

use quintain_engine::Who;
use quintain_field::{Door, Square};

use crate::rules::health::{self, Level};
use crate::rules::{actions, daze, defence, delaying, grid, ranged};
use crate::state::{Border, Deed, Fight, With};

/// Every so many rounds a side no longer waits for the other to come.
const GOES: u32 = 3;

/// The foe that is reached soonest, with its distance; the weaker defended of two.
pub(crate) fn nearest_foe(fight: &Fight, who: Who, ruthless: bool) -> Option<(Who, u16)> {
    let mut best: Option<(u16, i16, Who)> = None;
    for at in fight.everyone() {
        let other = fight.one(at);
        if !fight.foes(who, at) || !fight.present(at) || (other.unconscious && !ruthless) {
            continue;
        }
        let distance = ranged::distance(fight, who, at);
        let score = open_score(fight, at);
        if best.is_none_or(|(far, known, _)| (distance, score) < (far, known)) {
            best = Some((distance, score, at));
        }
    }
    best.map(|(distance, _, at)| (at, distance))
}

/// The score of a defence rolled ahead, for all to see.
fn open_score(fight: &Fight, who: Who) -> i16 {
    fight.one(who).standing.filter(|standing| !standing.failed).map_or(-20, |standing| standing.score)
}

/// Whether friends fight on who can: then one who is badly hurt may leave it to them.
pub(crate) fn is_backed(fight: &Fight, who: Who) -> bool {
    fight.everyone().any(|friend| {
        friend != who
            && !fight.foes(who, friend)
            && fight.present(friend)
            && !fight.one(friend).unconscious
            && !daze::is_dazed(fight, friend)
            && health::level(fight, friend) < Level::Mangled
    })
}

/// A foe two locations off that comes to strike hand to hand and has its turn still before it: one waits for it, and
/// strikes when it has come. Not where friends are fighting already.
pub(crate) fn worth_waiting_for(fight: &Fight, who: Who) -> Option<Who> {
    let one = fight.one(who);
    if one.cluster != 0 || one.prone || fight.everyone().any(|friend| is_engaged(fight, who, friend)) {
        return None;
    }
    let (near, distance) = nearest_foe(fight, who, false)?;
    let comes = distance == 2
        && defence::is_able(fight, near)
        && !daze::is_dazed(fight, near)
        && !super::weigh::is_shooter(fight, near)
        && !super::weigh::is_shooter(fight, who)
        && fight.order.iter().skip(fight.next).any(|later| *later == near);
    (comes && delaying::may(fight, who).is_ok() && delaying::may_name(fight, who, near, true).is_ok()).then_some(near)
}

/// Whether a friend is in a cluster with a combatant.
fn is_engaged(fight: &Fight, who: Who, friend: Who) -> bool {
    !fight.foes(who, friend) && fight.present(friend) && fight.one(friend).cluster != 0
}

/// Nearer to a foe: a charge if it is next door, a readied strike if it may come, else the way there.
pub(crate) fn towards(fight: &Fight, who: Who, near: Who, distance: u16, shooter: bool) -> Deed {
    let may = |deed: Deed| actions::may(fight, who, deed).is_ok();
    let there = fight.one(near).at;
    if distance == 0 {
        return if may(Deed::Guard) { Deed::Guard } else { Deed::End };
    }
    if !shooter {
        let mut best: Option<(i16, Deed)> = None;
        for at in fight.everyone() {
            let to = fight.one(at).at;
            if !fight.foes(who, at) || fight.one(at).unconscious || ranged::plain(fight.one(who).at, to) != 1 {
                continue;
            }
            let score = open_score(fight, at);
            let deed = Deed::Charge { to, at, with: With::Weapons };
            if best.is_none_or(|(known, _)| score < known) && defence::is_able(fight, who) && may(deed) {
                best = Some((score, deed));
            }
        }
        // Against those who must come close: let them, and meet them before their blow falls; now and then one side
        // has to go.
        let goes = (fight.round + u32::from(fight.one(who).side.0)).is_multiple_of(GOES);
        if !goes && lets_come(fight, who, near, distance) && may(Deed::Ready) {
            return Deed::Ready;
        }
        if let Some((_, charge)) = best {
            return charge;
        }
    }
    step(fight, who, there, distance > 2 && !shooter).unwrap_or(if may(Deed::Guard) { Deed::Guard } else { Deed::End })
}

/// Whether it is better to let a foe come: it strikes hand to hand, is able to, and nobody shoots or fights already.
fn lets_come(fight: &Fight, who: Who, near: Who, distance: u16) -> bool {
    let up = |other: Who| fight.present(other) && !fight.one(other).unconscious;
    distance <= 2
        && !daze::is_dazed(fight, near)
        && fight.everyone().filter(|other| up(*other)).all(|other| match fight.foes(who, other) {
            true => !super::weigh::is_shooter(fight, other),
            false => fight.one(other).cluster == 0,
        })
}

/// The best way towards a location that can be gone now.
fn step(fight: &Fight, who: Who, goal: Square, hurry: bool) -> Option<Deed> {
    let may = |deed: &Deed| actions::may(fight, who, *deed).is_ok();
    let here = fight.one(who).at;
    let far = |from: Square| ranged::distance_for(fight, who, from, goal);
    let mut best: Option<(u16, Deed)> = None;
    for (_, to) in grid::neighbours(fight, here) {
        let door = fight.border(here, to) == Border::Door(Door::Closed);
        let all = [
            Deed::JumpDown { to },
            Deed::Move { to },
            Deed::Crawl { to },
            Deed::Climb { to },
            Deed::Swim { to },
            Deed::Interact { to },
        ];
        let fits = |deed: &&Deed| (door || !matches!(deed, Deed::Interact { .. })) && may(deed);
        let Some(deed) = all.iter().find(fits) else { continue };
        if far(to) < far(here) && best.is_none_or(|(known, _)| far(to) < known) {
            best = Some((far(to), *deed));
        }
    }
    let (next, deed) = best?;
    if hurry && matches!(deed, Deed::Move { .. }) {
        for to in fight.ground.map.bounds().squares() {
            let run = Deed::Run { to, via: None };
            if ranged::plain(here, to) <= 2 && far(to) < next && far(to) > 1 && may(&run) {
                return Some(run);
            }
        }
    }
    Some(deed)
}

/// Out of the reach of a foe, if there is a way.
pub(crate) fn away(fight: &Fight, who: Who) -> Option<Deed> {
    let may = |deed: &Deed| actions::may(fight, who, *deed).is_ok();
    let here = fight.one(who).at;
    let danger = |at: Square| {
        let foes =
            fight.everyone().filter(|foe| fight.foes(who, *foe) && fight.present(*foe) && !fight.one(*foe).unconscious);
        foes.map(|foe| ranged::distance_for(fight, foe, fight.one(foe).at, at)).min().unwrap_or(0)
    };
    let mut best: Option<(u16, Deed)> = None;
    for to in fight.ground.map.bounds().squares().filter(|to| (1..=2).contains(&ranged::plain(here, *to))) {
        let all = [Deed::Run { to, via: None }, Deed::Move { to }, Deed::Crawl { to }];
        let Some(deed) = all.iter().find(|deed| may(deed)) else { continue };
        let safe = danger(to);
        if safe > danger(here) && best.is_none_or(|(known, _)| safe > known) {
            best = Some((safe, *deed));
        }
    }
    best.map(|(_, deed)| deed)
}
