//! The cheapest ways over open ground by layers: all squares one step away, then two, and so on.

use super::{Arena, SIDE};

const SQUARES: usize = (SIDE as usize) * (SIDE as usize);

/// Straight steps before diagonal ones.
const STEPS: [(i16, i16); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// What is known of a square.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The search that reached it.
    run: u32,
    cost: u16,
    diagonals: u16,
    before: u16,
}

/// A search; kept, so that it allocates nothing.
pub struct Search {
    run: u32,
    nodes: [Node; SQUARES],
    layer: Vec<u16>,
    next: Vec<u16>,
    goal: Option<u16>,
}

impl Default for Search {
    fn default() -> Self {
        let nodes = [Node::default(); SQUARES];
        Search { run: 0, nodes, layer: Vec::new(), next: Vec::new(), goal: None }
    }
}

fn place((x, y): (i16, i16)) -> Option<u16> {
    ((0..SIDE).contains(&x) && (0..SIDE).contains(&y)).then(|| (y * SIDE + x) as u16)
}

fn square(place: u16) -> (i16, i16) {
    (place as i16 % SIDE, place as i16 / SIDE)
}

impl Search {
    /// Searches until `goal` says yes: the cheapest square, of equals the one with fewest diagonals, then the first.
    pub fn run(&mut self, arena: &Arena, who: usize, metres: i16, goal: impl Fn(&Arena, (i16, i16)) -> bool) {
        self.run += 1;
        self.goal = None;
        self.layer.clear();
        let Some(start) = place(arena.cast[who].at) else { return };
        self.nodes[usize::from(start)] = Node { run: self.run, cost: 0, diagonals: 0, before: start };
        self.layer.push(start);
        let mut blocked = [false; SQUARES];
        for foe in arena.foes(who) {
            if let Some(place) = place(arena.cast[foe].at) {
                blocked[usize::from(place)] = true;
            }
        }
        let mut cost = 0;
        while !self.layer.is_empty() {
            let nodes = &self.nodes;
            self.layer.sort_unstable_by_key(|place| (nodes[usize::from(*place)].diagonals, *place));
            self.goal = self.layer.iter().copied().find(|place| *place != start && goal(arena, square(*place)));
            if self.goal.is_some() || cost == metres {
                return;
            }
            cost += 1;
            self.spread(&blocked, cost as u16);
            std::mem::swap(&mut self.layer, &mut self.next);
        }
    }

    fn spread(&mut self, blocked: &[bool; SQUARES], cost: u16) {
        self.next.clear();
        for from in self.layer.iter().copied() {
            let (x, y) = square(from);
            let diagonals = self.nodes[usize::from(from)].diagonals;
            for (nth, (dx, dy)) in STEPS.iter().enumerate() {
                let Some(to) = place((x + dx, y + dy)).filter(|to| !blocked[usize::from(*to)]) else { continue };
                let diagonals = diagonals + u16::from(nth >= 4);
                let node = &mut self.nodes[usize::from(to)];
                if node.run != self.run {
                    *node = Node { run: self.run, cost, diagonals, before: from };
                    self.next.push(to);
                } else if node.cost == cost && diagonals < node.diagonals {
                    (node.diagonals, node.before) = (diagonals, from);
                }
            }
        }
    }

    /// The goal with its cost.
    pub fn found(&self) -> Option<((i16, i16), i16)> {
        self.goal.map(|goal| (square(goal), self.nodes[usize::from(goal)].cost as i16))
    }

    /// The last square of the way that so many metres pay for and where nobody stands.
    pub fn last_free_within(&self, arena: &Arena, metres: i16) -> Option<((i16, i16), i16)> {
        let mut here = self.goal?;
        loop {
            let node = self.nodes[usize::from(here)];
            if node.cost == 0 {
                return None;
            }
            if node.cost as i16 <= metres && arena.free(square(here)) {
                return Some((square(here), node.cost as i16));
            }
            here = node.before;
        }
    }
}
