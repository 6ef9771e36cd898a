//! The grid: locations, their borders, and what keeps a combatant from crossing one.

use quintain_engine::kit::refuse_if;
use quintain_engine::{Refusal, Who};
use quintain_field::{Door, Square, Step};

use crate::content::{BindPart, Feature};
use crate::rules::{actions, defence, effects, ranged, stumble};
use crate::state::{Border, Fight, WAYS};

quintain_engine::section! {
    "Using the grid";
    SIZE = Engine "grid.size": "The grid has at least 3 by 3 squares, named as on a chessboard.";
    LOCATION = Engine "grid.location": "A square is a location of no fixed size that holds any number of characters.";
    MARKER = Engine "grid.marker": "Everybody has a marker in the location where they are.";
    FREE = Engine "grid.free-inside": "Inside a location everybody moves freely.";
    BORDER = Engine "grid.border": "From one location to another one crosses the border between them.";
    FOUR = OffMap "grid.combat-borders": "In combat a location has at most four borders; out of combat there may be others.";
    BARRIERS = Engine "grid.barriers": "Doors, walls and rivers are borders, never inside a location.";
    DATA = Engine "grid.border-data": "A border may be a door, a wall, a climb or water, and may stop sight; a location has height, light and cover.",
        ruling "Assumed data, drawn by the map's edges and heights.";
}

/// Fewest columns and rows.
pub(crate) const LEAST_SIDE: u16 = 3;

/// The locations next to one, in the order up, right, down, left.
pub(crate) fn neighbours(fight: &Fight, at: Square) -> impl Iterator<Item = (Step, Square)> + '_ {
    WAYS.into_iter().map(move |way| (way, at.step(way))).filter(|(_, to)| fight.ground.map.contains(*to))
}

/// Said of a location that is no neighbour.
pub(crate) const NO_BORDER: &str = "no border leads there";

pub(crate) fn is_open(fight: &Fight, who: Who, from: Square, to: Square) -> Result<(), Refusal> {
    match fight.border(from, to) {
        Border::Open | Border::Door(Door::Open) => Ok(()),
        Border::Wall | Border::Door(_) if fight.has(who, Feature::PassesWalls) => Ok(()),
        Border::Edge => Err(Refusal::new(&BORDER, "the grid ends there")),
        Border::Wall => Err(Refusal::new(&BARRIERS, "a wall stands there")),
        Border::Door(Door::Closed) => Err(Refusal::new(&BARRIERS, "the door is shut")),
        Border::Door(Door::Locked) => Err(Refusal::new(&BARRIERS, "the door is locked")),
        Border::Climb { .. } if fight.has(who, Feature::Flies) || fight.has(who, Feature::ClimbsFreely) => Ok(()),
        Border::Climb { .. } => Err(Refusal::new(&DATA, "it has to be climbed")),
        Border::Water(_) if fight.has(who, Feature::Flies) => Ok(()),
        Border::Water(_) => Err(Refusal::new(&DATA, "it has to be swum")),
    }
}

/// Whether a combatant can leave a location this way at all: effects bar it.
pub(crate) fn may_go(fight: &Fight, who: Who, from: Square, way: Step) -> Result<(), Refusal> {
    let one = fight.one(who);
    refuse_if(effects::is_held(fight, who), &effects::BIND, "bound to its place")?;
    refuse_if(effects::is_bound(fight, who, BindPart::Leg), &effects::BIND, "a leg is stuck")?;
    refuse_if(effects::is_bound(fight, who, BindPart::Arm), &effects::BIND, "an arm is stuck")?;
    refuse_if(stumble::is_barred(one, way), &stumble::BLOCKED, "stumbling: this direction is barred")?;
    let to = from.step(way);
    if effects::fears(fight, who).any(|source| nearer(fight, who, source, from, to)) {
        return Err(Refusal::new(&effects::FEAR, "fear keeps it from coming closer"));
    }
    if fight.has(who, Feature::Slow) && (one.stepped || fight.turn.weary || from != one.at) {
        return Err(Refusal::new(&actions::MOVE, "it moves only every second turn"));
    }
    Ok(())
}

fn nearer(fight: &Fight, who: Who, source: Who, from: Square, to: Square) -> bool {
    if !fight.present(source) {
        return false;
    }
    let goal = fight.one(source).at;
    let distance = |from: Square| ranged::distance_for(fight, who, from, goal);
    distance(to) < distance(from)
}

/// Whether feet are free to walk: not prone, feet not bound.
pub(crate) fn on_feet(fight: &Fight, who: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).prone, &defence::PRONE, "prone: only crawling is possible")?;
    if effects::is_bound(fight, who, BindPart::Feet) {
        return Err(Refusal::new(&effects::BIND, "the feet are bound: only jumping and crawling are possible"));
    }
    Ok(())
}
