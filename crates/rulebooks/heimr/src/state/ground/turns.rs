//! How many turns of travel lie between two locations.

use quintain_field::{Arrival, Diagonal, Door, EachSquare, Pathfinder, Square, Walk, Walls};

use super::{Border, Doors, Ground};

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

/// Any way, however long: what a border asks is all that counts.
const ANY: Walk = Walk { walls: Walls::Ignored, ..Walk::new(Diagonal::Equal, u32::MAX) };

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
            let mut finder = Pathfinder::new();
            for doors in (0..states as u64).map(Doors) {
                for from in self.map.bounds().squares() {
                    self.known(from, false, doors, &mut finder);
                    self.known(from, true, doors, &mut finder);
                }
            }
        }
    }

    /// The turns of travel from one location to another; the light ones spend nothing on heights.
    pub(crate) fn turns(
        &self,
        (from, to): (Square, Square),
        light: bool,
        doors: Doors,
        finder: &mut Pathfinder,
    ) -> u16 {
        if let Some(known) = self.known(from, light, doors, finder) {
            return self.place(to).and_then(|goal| known.get(goal)).copied().unwrap_or(NO_WAY);
        }
        let cost = |from, to| self.cost(from, to, light, doors);
        finder.path_to(&self.map, from, &ANY, cost, |at| at == to).map_or(NO_WAY, |route| turns_of(route.end))
    }

    /// The turns of travel from one location to all others, where there is room to keep them.
    fn known(&self, from: Square, light: bool, doors: Doors, finder: &mut Pathfinder) -> Option<&[u16]> {
        let states = if light { &self.turns.light } else { &self.turns.heavy };
        let rows = states.get(usize::try_from(doors.0).ok()?)?;
        let turns = rows.get(self.place(from)?, || self.spread(from, light, doors, finder))?;
        Some(turns)
    }

    /// What crossing a border takes: a turn, and the turns of a climb or of opening a door.
    fn cost(&self, from: Square, to: Square, light: bool, doors: Doors) -> Option<u32> {
        let up = u32::from((self.level(to) - self.level(from)).max(0).unsigned_abs()) * u32::from(self.climb_turns);
        let up = if light { 0 } else { up };
        match self.border(from, to, doors) {
            Border::Open | Border::Door(Door::Open) | Border::Water(_) => Some(1 + up),
            Border::Door(Door::Closed) => Some(2 + up),
            Border::Climb { .. } if light || self.level(to) < self.level(from) => Some(1),
            Border::Climb { turns, .. } => Some(1 + u32::from(turns)),
            Border::Wall | Border::Door(Door::Locked) | Border::Edge => None,
        }
    }

    /// Works out the turns of travel from one location to all others.
    fn spread(&self, from: Square, light: bool, doors: Doors, finder: &mut Pathfinder) -> Box<[u16]> {
        let mut turns = vec![NO_WAY; self.size()];
        let cost = |from, to| self.cost(from, to, light, doors);
        for arrival in finder.reach(&self.map, from, &ANY, cost).iter() {
            if let Some(known) = self.place(arrival.square).and_then(|place| turns.get_mut(place)) {
                *known = turns_of(arrival);
            }
        }
        turns.into()
    }
}

fn turns_of(arrival: Arrival) -> u16 {
    u16::try_from(arrival.cost).unwrap_or(NO_WAY)
}

#[cfg(test)]
mod tests {
    use quintain_field::{Legend, Map};

    use super::*;
    use crate::state::WAYS;

    /// Heights, walls with gaps, a door: the turns that are kept, those of a search that stops at its goal, and those by going
    /// over all borders until nothing changes any more are the same.
    #[test]
    fn turns_are_those_of_the_shortest_ways() {
        let rows = ["..#..2.", ".##..21", "...+.3.", "##.#..#", ".......", "1#1####", "......."];
        let mut ground = Ground::new(Map::from_rows(&rows, Legend::standard()).unwrap());
        assert_eq!(ground.doors(), 1);
        ground.measure(2);
        let unkept = Ground { turns: Turns::default(), ..ground.clone() };
        let mut swung = Doors::default();
        swung.swing(0);
        let squares = || ground.map.bounds().squares();
        let mut finder = Pathfinder::new();
        for doors in [Doors::default(), swung] {
            for (light, from) in [true, false].into_iter().flat_map(|light| squares().map(move |from| (light, from))) {
                let mut relaxed = vec![u32::MAX; ground.size()];
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
                    let turns = u16::try_from(turns).unwrap_or(NO_WAY);
                    assert_eq!(ground.turns((from, to), light, doors, &mut finder), turns, "{from} to {to}");
                    assert_eq!(
                        unkept.turns((from, to), light, doors, &mut finder),
                        turns,
                        "a search from {from} to {to}"
                    );
                }
            }
        }
    }
}
