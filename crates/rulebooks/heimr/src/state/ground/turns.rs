//! How many turns of travel lie between two locations.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quintain_field::{Door, EachSquare, Square};

use super::{Border, Doors, Ground};
use crate::state::WAYS;

/// Turns between two locations that are worked out beforehand, for all doors as they may stand, up to so many.
const MOST_AT_ONCE: usize = 400_000;

/// Turns between two locations that are kept once somebody has asked, up to so many.
const MOST_KEPT: usize = 16_000_000;

/// Locations to ask from, for all doors as they may stand, up to so many.
const MOST_STARTS: usize = 65_536;

/// A way that nobody can go.
const NO_WAY: u16 = u16::MAX;

/// The turns of travel from each location to all others, in the order of the map's squares.
type FromEach = EachSquare<Box<[u16]>>;

/// Turns of travel between all locations, for the first ways in which the doors may stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    heavy: Vec<FromEach>,
    light: Vec<FromEach>,
}

/// What a search for distances needs.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    turns: Vec<u16>,
    /// Locations that are still to be left, those with the fewest turns first.
    open: BinaryHeap<Reverse<(u16, Square)>>,
}

impl Ground {
    /// Makes room for distances, with so many turns of climbing for a level: for every way in which the doors may stand, or
    /// for the doors as the map has them, or for none where the map is very large. Those of small maps are worked out now,
    /// others when somebody asks.
    pub(crate) fn measure(&mut self, climb_turns: u8) {
        self.climb_turns = climb_turns;
        let (size, all) = (self.size(), 1_usize.checked_shl(self.doors() as u32).unwrap_or(usize::MAX));
        let fits = |states: &usize| states.saturating_mul(size) <= MOST_STARTS;
        let states = [all, 1].into_iter().find(fits).filter(|_| !self.plain).unwrap_or(0);
        let most = MOST_KEPT / (2 * size * states).max(1);
        let each = || (0..states).map(|_| EachSquare::new(size, most)).collect();
        self.turns = Turns { heavy: each(), light: each() };
        if states * size * size <= MOST_AT_ONCE {
            let mut ways = Ways::default();
            for doors in (0..states as u64).map(Doors) {
                for from in self.map.bounds().squares() {
                    self.known(from, false, doors, &mut ways);
                    self.known(from, true, doors, &mut ways);
                }
            }
        }
    }

    /// The turns of travel from one location to another; the light ones spend nothing on heights.
    pub(crate) fn turns(&self, (from, to): (Square, Square), light: bool, doors: Doors, ways: &mut Ways) -> u16 {
        let Some(goal) = self.place(to) else { return NO_WAY };
        let turns = match self.known(from, light, doors, ways) {
            Some(known) => known,
            None => {
                self.spread(from, Some(to), light, doors, ways);
                &ways.turns
            }
        };
        turns.get(goal).copied().unwrap_or(NO_WAY)
    }

    /// The turns of travel from one location to all others, where there is room to keep them.
    fn known(&self, from: Square, light: bool, doors: Doors, ways: &mut Ways) -> Option<&[u16]> {
        let states = if light { &self.turns.light } else { &self.turns.heavy };
        let rows = states.get(usize::try_from(doors.0).ok()?)?;
        let turns = rows.get(self.place(from)?, || {
            self.spread(from, None, light, doors, ways);
            ways.turns.as_slice().into()
        })?;
        Some(turns)
    }

    /// What crossing a border takes: a turn, and the turns of a climb or of opening a door.
    fn cost(&self, from: Square, to: Square, light: bool, doors: Doors) -> Option<u16> {
        let up = (self.level(to) - self.level(from)).max(0) as u16 * u16::from(self.climb_turns);
        let up = if light { 0 } else { up };
        match self.border(from, to, doors) {
            Border::Open | Border::Door(Door::Open) | Border::Water(_) => Some(1 + up),
            Border::Door(Door::Closed) => Some(2 + up),
            Border::Climb { .. } if light || self.level(to) < self.level(from) => Some(1),
            Border::Climb { turns, .. } => Some(1 + u16::from(turns)),
            Border::Wall | Border::Door(Door::Locked) | Border::Edge => None,
        }
    }

    /// Works out the turns of travel from one location to all others, or to those that are no farther than `to`.
    fn spread(&self, from: Square, to: Option<Square>, light: bool, doors: Doors, ways: &mut Ways) {
        let Ways { turns, open } = ways;
        turns.clear();
        turns.resize(self.size(), NO_WAY);
        open.clear();
        if let Some(first) = self.place(from).and_then(|place| turns.get_mut(place)) {
            *first = 0;
            open.push(Reverse((0, from)));
        }
        while let Some(Reverse((so_far, at))) = open.pop() {
            if to == Some(at) {
                return;
            }
            if self.place(at).and_then(|place| turns.get(place)).is_some_and(|known| *known < so_far) {
                continue;
            }
            for way in WAYS {
                let next = at.step(way);
                let Some(cost) = self.cost(at, next, light, doors) else { continue };
                let Some(place) = self.place(next) else { continue };
                let reached = so_far.saturating_add(cost);
                if let Some(known) = turns.get_mut(place).filter(|known| **known > reached) {
                    *known = reached;
                    open.push(Reverse((reached, next)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quintain_field::{Legend, Map};

    use super::*;

    /// Heights, walls with gaps, a door: the turns that are kept, those of a search that stops at its goal, and those by going
    /// over all borders until nothing changes any more are the same.
    #[test]
    fn turns_are_those_of_the_shortest_ways() {
        let rows = ["..#..2.", ".##..21", "...+.3.", "##.#..#", ".......", "1#1####", "......."];
        let mut ground = Ground::new(Map::from_rows(&rows, Legend::standard()).unwrap());
        assert_eq!(ground.doors(), 1);
        ground.measure(2);
        let mut swung = Doors::default();
        swung.swing(0);
        let squares = || ground.map.bounds().squares();
        let mut ways = Ways::default();
        for doors in [Doors::default(), swung] {
            for (light, from) in [true, false].into_iter().flat_map(|light| squares().map(move |from| (light, from))) {
                let mut relaxed = vec![NO_WAY; ground.size()];
                relaxed[ground.place(from).unwrap()] = 0;
                for _ in squares() {
                    for (at, way) in squares().flat_map(|at| WAYS.map(|way| (at, way))) {
                        let Some(cost) = ground.cost(at, at.step(way), light, doors) else { continue };
                        let reached = relaxed[ground.place(at).unwrap()].saturating_add(cost);
                        let known = &mut relaxed[ground.place(at.step(way)).unwrap()];
                        *known = reached.min(*known);
                    }
                }
                for (to, turns) in squares().zip(relaxed) {
                    assert_eq!(ground.turns((from, to), light, doors, &mut ways), turns, "{from} to {to}");
                    ground.spread(from, Some(to), light, doors, &mut ways);
                    assert_eq!(ways.turns[ground.place(to).unwrap()], turns, "a search from {from} to {to}");
                }
            }
        }
    }
}
