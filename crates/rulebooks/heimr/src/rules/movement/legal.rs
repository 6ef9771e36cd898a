//! Who may go where: on foot, running, climbing, swimming, jumping, charging.

use crate::content::{BindPart, Effect, Feature};
use crate::rules::{actions, attacks, brawl, defence, effects, environment, fatigue, grid, powers, ranged, stumble};
use crate::state::{Border, Fight, Hold, With};
use quintain_engine::kit::refuse_if;
use quintain_engine::{Refusal, Who};
use quintain_field::{Door, Square};

use super::{
    climbed, is_light, may_cross, may_cross_from, move_length, no_neighbour, rise, route, run_length, run_route, way,
};

pub(crate) fn may_move(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    let most = move_length(fight);
    route(fight, who, to, most).map(|_| ()).ok_or_else(|| why_not(fight, who, to, most))
}

/// Said of a way that is too long.
pub(crate) const TOO_FAR: &str = "it is too far";

/// Why a location cannot be reached with so many borders: the distance, or what bars the straightest way.
fn why_not(fight: &Fight, who: Who, to: Square, most: usize) -> Refusal {
    let mut from = fight.one(who).at;
    if usize::from(ranged::plain(from, to)) <= most {
        while let Some((_, next)) =
            grid::neighbours(fight, from).find(|(_, next)| ranged::plain(*next, to) < ranged::plain(from, to))
        {
            if let Err(refusal) = may_cross_from(fight, who, from, next) {
                return refusal;
            }
            from = next;
        }
    }
    Refusal::new(&actions::MOVE, TOO_FAR)
}

pub(super) fn may_rush(fight: &Fight, who: Who) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    refuse_if(fight.has(who, Feature::NoRunning), &actions::RUN, "its kind neither runs nor charges")?;
    if fight.one(who).fatigue > fatigue::EXHAUSTION && !fatigue::is_ignored(fight, who) {
        return Err(Refusal::new(&fatigue::EXHAUSTED, "too tired to run or charge"));
    }
    Ok(())
}

pub(crate) fn may_run(fight: &Fight, who: Who, to: Square, via: Option<Square>) -> Result<(), Refusal> {
    may_rush(fight, who)?;
    run_route(fight, who, to, via).map(|_| ()).ok_or_else(|| why_not(fight, who, to, run_length(fight)))
}

pub(crate) fn may_crawl(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    if !fight.one(who).prone && !effects::is_bound(fight, who, BindPart::Feet) {
        return Err(Refusal::new(&actions::CRAWL, "only the prone crawl"));
    }
    may_cross(fight, who, to)
}

pub(crate) fn may_climb(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if !matches!(fight.border(from, to), Border::Open | Border::Door(Door::Open) | Border::Climb { .. }) {
        grid::is_open(fight, who, from, to)?;
    }
    if is_light(fight, who) || environment::climbing_turns(fight, from, to) == 0 {
        return Err(Refusal::new(&actions::CLIMB, "there is nothing to climb"));
    }
    refuse_if(climbed(fight, who, from, to), &actions::CLIMB, "it is up: move on")?;
    grid::may_go(fight, who, from, way)
}

pub(crate) fn may_swim(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if !matches!(fight.border(from, to), Border::Water(_)) || is_light(fight, who) {
        return Err(Refusal::new(&environment::WATER, "there is no water to cross"));
    }
    grid::may_go(fight, who, from, way)
}

pub(crate) fn may_jump_down(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    refuse_if(rise(fight, from, to) >= 0, &ranged::JUMP, "it does not lie lower")?;
    refuse_if(fight.one(who).prone, &defence::PRONE, "prone: only crawling is possible")?;
    if !matches!(fight.border(from, to), Border::Climb { .. }) {
        grid::is_open(fight, who, from, to)?;
    }
    grid::may_go(fight, who, from, way)
}

pub(crate) fn may_charge(fight: &Fight, who: Who, to: Square, at: Who, with: With) -> Result<(), Refusal> {
    may_rush(fight, who)?;
    attacks::may_harm(fight, who, at)?;
    refuse_if(fight.one(at).at != to, &actions::CHARGE, "the target is not there")?;
    may_cross(fight, who, to)?;
    if fight.one(who).suffers(Effect::Stumble) {
        return Err(Refusal::new(&stumble::NEEDS_ATTACKER, "stumbling: somebody must attack first"));
    }
    if with != With::Weapons {
        return brawl::may(fight, who, with);
    }
    if charges_with(fight, who).next().is_some() {
        return Ok(());
    }
    let hold = powers::melee_hold(fight, who)?;
    attacks::may_wield(fight, who, hold).map(|_| ())
}

pub(crate) fn charges_with(fight: &Fight, who: Who) -> impl Iterator<Item = Hold> + '_ {
    let fits =
        move |hold: &Hold| attacks::may_wield(fight, who, *hold).is_ok_and(|arm| fight.weapon(arm.weapon).is_melee());
    fight.one(who).holds().filter(fits)
}
