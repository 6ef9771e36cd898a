//! Whether walls leave a way for one step, and room to stand.

use crate::footprint::Footprint;
use crate::map::Map;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;

/// What the map's own walls mean to a step.
///
/// A diagonal step has two ways round: over the one or over the other square beside it. A way is open when neither of
/// its two edges nor the square between blocks movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Walls {
    /// Nothing: only the caller's cost function forbids. For ghosts and high flyers.
    Ignored,
    /// They stop, and a corner may be cut: a diagonal step needs one of its two ways open.
    CutCorners,
    /// They stop, and no corner may be cut: a diagonal step needs both ways open.
    #[default]
    KeepCorners,
}

impl Map {
    /// Whether the walls let somebody step from a square to the neighbour in this direction: it is on the map, does not
    /// block movement, and the way there is open. Who stands there, heights and cost are the caller's concern.
    #[must_use]
    pub fn step_open(&self, from: Square, step: Step, walls: Walls) -> bool {
        let to = from.step(step);
        match walls {
            Walls::Ignored => self.contains(to),
            Walls::CutCorners | Walls::KeepCorners => !self.blocks_movement(to) && self.way_open(from, step, walls),
        }
    }

    /// Whether a whole body may make that step: each of its squares may, and it has room where it arrives.
    #[must_use]
    pub fn body_step_open(&self, body: Footprint, from: Square, step: Step, walls: Walls) -> bool {
        if body == Footprint::ONE {
            return self.step_open(from, step, walls);
        }
        let there = body.at(from.step(step));
        self.bounds().holds(there)
            && (walls == Walls::Ignored
                || (body.at(from).squares().all(|square| self.step_open(square, step, walls)) && self.has_room(there)))
    }

    /// Whether the walls leave room for a body: all its squares are on the map and none blocks movement, nor does an
    /// edge between two of them.
    #[must_use]
    pub fn has_room(&self, body: Span) -> bool {
        if body.south_west() == body.north_east() {
            return !self.blocks_movement(body.south_west());
        }
        self.bounds().holds(body)
            && body.squares().all(|square| {
                let free_side = |step: Step| {
                    let other = square.step(step);
                    !body.contains(other) || self.side_open(square, other)
                };
                !self.blocks_movement(square) && free_side(Step::West) && free_side(Step::South)
            })
    }

    /// Whether the way of a step is open, whatever blocks its two ends. The same in both directions.
    pub(crate) fn way_open(&self, from: Square, step: Step, walls: Walls) -> bool {
        let to = from.step(step);
        if walls == Walls::Ignored {
            return self.contains(to);
        }
        if !step.is_diagonal() {
            return self.side_open(from, to);
        }
        let round = |by: Square| !self.blocks_movement(by) && self.side_open(from, by) && self.side_open(by, to);
        let (one, other) = (round(from.offset(step.dx(), 0)), round(from.offset(0, step.dy())));
        if walls == Walls::CutCorners { one || other } else { one && other }
    }

    fn side_open(&self, a: Square, b: Square) -> bool {
        self.edge(a, b).is_some_and(|edge| !edge.blocks_movement())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Edge;
    use crate::terrain::Legend;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn corners_are_cut_only_where_allowed() {
        let map = Map::from_rows(&["...", ".#.", "..."], Legend::standard()).unwrap();
        let (a2, b1) = (square("A2"), Step::SouthEast);
        assert!(!map.step_open(a2, b1, Walls::KeepCorners));
        assert!(map.step_open(a2, b1, Walls::CutCorners));
        assert!(!map.step_open(a2, Step::East, Walls::CutCorners));
        assert!(map.step_open(a2, Step::East, Walls::Ignored));
        assert!(!map.step_open(a2, Step::West, Walls::Ignored));
        let gap = Map::from_rows(&["#.", ".#"], Legend::standard()).unwrap();
        assert!(!gap.step_open(square("A1"), Step::NorthEast, Walls::CutCorners));
    }

    #[test]
    fn no_body_stands_astride_a_wall() {
        let mut map = Map::open(4, 4).unwrap();
        map.set_edge(square("C1"), square("C2"), Edge::Wall);
        let ogre = Footprint::square(2);
        assert!(map.has_room(ogre.at(square("A1"))));
        assert!(!map.has_room(ogre.at(square("B1"))));
        assert!(!map.body_step_open(ogre, square("A1"), Step::East, Walls::CutCorners));
        assert!(map.body_step_open(ogre, square("A1"), Step::North, Walls::KeepCorners));
        assert!(!map.body_step_open(ogre, square("C1"), Step::East, Walls::Ignored));
    }
}
