//! Who may answer what an option does: by an attack of opportunity or with a held action.

use quintain_engine::Who;
use quintain_field::Square;
use smallvec::SmallVec;

use crate::area::Area;
use crate::fight::Fight;
use crate::rules::activating::{self, Target, Wanted};
use crate::rules::attack::Aim;
use crate::rules::effects::Source;
use crate::rules::reactions::{self, Happening, React, Trigger};
use crate::rules::standing::entry;
use crate::rules::{holding, opportunity};

/// Somewhere on a way: a square, and how high above its ground.
pub type Place = (Square, i16);

/// Those who hold an action and would be free to take it then.
fn holders<'a>(fight: &'a Fight, trigger: &'a Trigger) -> impl Iterator<Item = Who> + 'a {
    let ready = |who: &Who| *who != trigger.by && fight.one(*who).held.is_some() && fight.present(*who);
    let free = |who: &Who| reactions::is_in_time(fight, *who, trigger, React::Held).is_ok();
    fight.everyone().filter(ready).filter(free)
}

/// Whether a held action waits for something that happens where things are now.
fn is_awaited(fight: &Fight, trigger: &Trigger, aimed: Option<Area>) -> bool {
    let waits = |who: Who| holding::waits_for(fight, who, trigger, (fight.distance(who, trigger.by), aimed)).is_ok();
    holders(fight, trigger).any(waits)
}

/// Whether an attack would be answered before it is rolled.
pub(super) fn attack(fight: &Fight, aim: &Aim) -> bool {
    is_awaited(fight, &Trigger::attack(fight, Happening::Aimed, aim), None)
}

/// Whether the use of a Gu would be.
pub(super) fn gu(fight: &Fight, from: Source, at: Target) -> bool {
    match activating::wanted(entry(fight, from.gu)) {
        Wanted::Foe => at.who().is_some_and(|whom| attack(fight, &activating::aim_of(fight, from, whom))),
        _ => is_awaited(fight, &activating::effect_of(fight, from, at), activating::aimed_area(fight, from, at)),
    }
}

/// Whether somebody may answer to a way of somebody's, the first place of which is where it is now.
pub(super) fn way(fight: &Fight, mover: Who, way: &[Place]) -> bool {
    let leaves = |watcher: Who| {
        let away: SmallVec<[u32; 32]> = way.iter().map(|place| fight.distance_if(watcher, mover, *place)).collect();
        let parts = |reach: u32| away.windows(2).any(|step| step[0] <= reach && step[1] > reach);
        // How far it reaches is looked at last, and only for those who are near.
        let most = opportunity::watched_at_most(fight, watcher);
        away.windows(2).any(|step| step[0] <= most && step[1] > step[0])
            && opportunity::watched_metres(fight, watcher, mover).is_some_and(parts)
    };
    opportunity::watchers(fight, mover).any(leaves) || is_awaited_on(fight, (mover, false), way)
}

/// The enemies who may strike as somebody on its way leaves their reach, each with the square that it leaves then. The way
/// begins where it is.
pub fn strikers_on(fight: &Fight, mover: Who, way: &[Place]) -> Vec<(Square, Who)> {
    let foes = opportunity::watchers(fight, mover).filter(|who| fight.foes(*who, mover));
    let leaves = |who: Who| {
        let reach = opportunity::watched_metres(fight, who, mover)?;
        let far = |place: &Place| fight.distance_if(who, mover, *place);
        let step = way.windows(2).find(|step| far(&step[0]) <= reach && far(&step[1]) > reach)?;
        Some((step[0].0, who))
    };
    foes.filter_map(leaves).collect()
}

/// Whether somebody's held action waits for a mover to come to a place.
fn waits(fight: &Fight, who: Who, trigger: &Trigger, place: Place) -> bool {
    let away = fight.distance_if(who, trigger.by, place);
    holding::waits_for(fight, who, trigger, (away, None)).is_ok()
}

/// The enemies whose held action waits for what a way leads to, each with the first square that brings it.
pub fn waiting_on(fight: &Fight, mover: Who, way: &[Place]) -> Vec<(Square, Who)> {
    let trigger = Trigger { at: Some(mover), ..Trigger::of(Happening::Moved, mover) };
    let first = |who: Who| {
        let place = way.iter().skip(1).find(|place| waits(fight, who, &trigger, **place))?;
        Some((place.0, who))
    };
    holders(fight, &trigger).filter(|who| fight.foes(*who, mover)).filter_map(first).collect()
}

/// Whether somebody's held action waits for what a way leads to; `forced` where others carry it there.
pub(super) fn is_awaited_on(fight: &Fight, (mover, forced): (Who, bool), way: &[Place]) -> bool {
    let trigger = Trigger { at: Some(mover), forced, ..Trigger::of(Happening::Moved, mover) };
    holders(fight, &trigger).any(|who| way.iter().skip(1).any(|place| waits(fight, who, &trigger, *place)))
}

/// Whether somebody may answer to a move of which it is not known yet where it leads: those within whose reach it begins,
/// and those who wait for any move at all.
pub(super) fn setting_out(fight: &Fight, mover: Who) -> bool {
    let trigger = Trigger { at: Some(mover), ..Trigger::of(Happening::Moved, mover) };
    let watched = |watcher: Who| {
        let away = fight.distance(watcher, mover);
        away <= opportunity::watched_at_most(fight, watcher)
            && opportunity::watched_metres(fight, watcher, mover).is_some_and(|reach| away <= reach)
    };
    opportunity::watchers(fight, mover).any(watched)
        || holders(fight, &trigger).any(|who| holding::waits_for(fight, who, &trigger, (0, None)).is_ok())
}
