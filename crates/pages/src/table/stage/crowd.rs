//! How tokens that stand close share their squares, and the line on which their names are written.

use std::collections::HashMap;

use quintain_draw::{Place, Room};
use quintain_engine::CombatantView;
use quintain_field::Square;

use super::place_of;
use crate::cast::Cast;

/// How tokens leave each other room.
pub(crate) struct Crowd {
    /// How those who stand in one square share it.
    pub(super) rooms: HashMap<usize, Room>,
    /// How far from each, in squares from middle to middle, the nearest stands whose name is on the same line.
    pub(super) elbows: HashMap<usize, f32>,
}

impl Crowd {
    pub(crate) fn of(cast: &Cast<'_>) -> Self {
        Crowd { rooms: rooms(cast), elbows: elbows(cast) }
    }
}

fn rooms(cast: &Cast<'_>) -> HashMap<usize, Room> {
    let mut squares: HashMap<(Square, (u8, u8)), Vec<usize>> = HashMap::new();
    for (place, one) in cast.view.combatants.iter().enumerate().filter(|(_, one)| one.fighting) {
        if let Some(at) = one.at.filter(|_| mount(cast, one).is_none()) {
            squares.entry((at, one.footprint)).or_default().push(place);
        }
    }
    let shared = squares.into_values().filter(|all| all.len() > 1);
    let of = |all: Vec<usize>| {
        let many = u8::try_from(all.len()).unwrap_or(u8::MAX);
        all.into_iter().zip(0_u8..).map(move |(place, slot)| (place, Room::Shared(slot, many)))
    };
    shared.flat_map(of).collect()
}

fn elbows(cast: &Cast<'_>) -> HashMap<usize, f32> {
    let spot = |(who, one)| {
        let Place { square, footprint } = place_of(one)?;
        Some((square.y, f32::from(square.x) + f32::from(footprint.width()) / 2.0, who))
    };
    let mut lines: Vec<(i16, f32, usize)> = cast.view.combatants.iter().enumerate().filter_map(spot).collect();
    lines.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut nearest: HashMap<usize, f32> = HashMap::new();
    // Those who share a square have the same neighbours.
    let groups: Vec<_> = lines.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).collect();
    for pair in groups.windows(2) {
        let [here, next] = pair else { continue };
        if here[0].0 != next[0].0 {
            continue;
        }
        for (.., who) in here.iter().chain(*next) {
            let apart = nearest.entry(*who).or_insert(f32::MAX);
            *apart = apart.min(next[0].1 - here[0].1);
        }
    }
    nearest
}

/// The mount of a rider, where both stand in the same place.
pub(super) fn mount<'a>(cast: &'a Cast<'_>, one: &CombatantView) -> Option<&'a CombatantView> {
    let mount = cast.view.combatants.get(one.rides?.index())?;
    let (own, its) = (place_of(one)?, place_of(mount)?);
    let together = own.footprint.at(own.square).overlaps(its.footprint.at(its.square));
    Some(mount).filter(|mount| mount.fighting && together)
}
