//! Moving somebody against their will, in a straight line.

use smallvec::SmallVec;

use crate::distance::{Diagonal, distance};
use crate::edge::Edge;
use crate::footprint::Footprint;
use crate::height::Height;
use crate::map::Map;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;

/// How somebody is pushed, dragged or thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shove {
    /// The squares they fill.
    pub body: Footprint,
    /// The direction. Straight away from somebody: [`Span::step_towards`].
    pub step: Step,
    /// How far, in squares by the rule of distance.
    pub distance: u32,
    /// The rule of distance.
    pub rule: Diagonal,
    /// What the map's walls mean.
    pub walls: Walls,
    /// How much higher the next ground may be before it stops them. The ground of a body is the highest below it.
    pub highest_step: Height,
    /// How much lower the next ground must be to count as a drop.
    pub least_drop: Height,
    /// Whether they go no further after a drop.
    pub stops_at_drop: bool,
}

impl Shove {
    /// One square large, by the rule that diagonals cost 1; corners are kept, ground more than 1 m higher stops them,
    /// ground more than 1 m lower is a drop, and a drop ends the way.
    #[must_use]
    pub const fn new(step: Step, distance: u32) -> Self {
        Self {
            body: Footprint::ONE,
            step,
            distance,
            rule: Diagonal::Equal,
            walls: Walls::KeepCorners,
            highest_step: Height::from_metres(1),
            least_drop: Height::from_tenths(11),
            stops_at_drop: true,
        }
    }
}

/// What ends a forced movement early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The end of the map.
    MapEdge,
    /// A square that blocks movement.
    Square(Square),
    /// An edge that blocks movement, between these squares.
    Edge(Square, Square, Edge),
    /// A wall that stands out into the way: a corner that cannot be cut, or one that a large body would straddle.
    Corner,
    /// Ground that rises so much.
    Rise(Height),
    /// Somebody.
    Token(u16),
    /// The drop they have gone down.
    Drop,
}

/// Ground that falls away under somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DropOff {
    /// Where they come down; for a large body its south-west square.
    pub at: Square,
    /// How far.
    pub by: Height,
}

/// The most drops on one way that are told apart.
pub const MOST_DROPS: usize = 16;

/// How a forced movement went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// Where they are at the end; for a large body its south-west square.
    pub end: Square,
    /// Squares moved, by the rule of distance.
    pub moved: u32,
    /// Squares they could not be moved, by the rule of distance; 0 when nothing stopped them.
    pub short_by: u32,
    /// What stopped them, if anything did.
    pub obstacle: Option<Obstacle>,
    /// The drops on the way, in order; the first [`MOST_DROPS`] of them.
    pub drops: SmallVec<[DropOff; MOST_DROPS]>,
}

/// Moves somebody from `start` along a straight line until the distance is used up or something is in the way.
///
/// `token_in` says who stands in a square and would stop them (not they themselves, and none they may pass). Of
/// several obstacles to one step the map comes first: its end, squares, edges, corners, rises, and then tokens.
/// Allocates nothing.
#[must_use]
pub fn push(map: &Map, start: Square, shove: &Shove, mut token_in: impl FnMut(Square) -> Option<u16>) -> Pushed {
    let mut at = start;
    let mut drops = SmallVec::new();
    let obstacle = loop {
        let next = at.step(shove.step);
        if next == at || distance(start, next, shove.rule) > shove.distance {
            break None;
        }
        if let Some(obstacle) = wall_ahead(map, at, shove) {
            break Some(obstacle);
        }
        let (here, there) = (shove.body.at(at), shove.body.at(next));
        let rise = highest_ground(map, there).down(highest_ground(map, here));
        if rise > shove.highest_step {
            break Some(Obstacle::Rise(rise));
        }
        if let Some(token) = there.squares().find_map(&mut token_in) {
            break Some(Obstacle::Token(token));
        }
        at = next;
        let by = Height::ZERO.down(rise);
        if by > Height::ZERO && by >= shove.least_drop {
            if drops.len() < MOST_DROPS {
                drops.push(DropOff { at, by });
            }
            if shove.stops_at_drop {
                break (distance(start, at, shove.rule) < shove.distance).then_some(Obstacle::Drop);
            }
        }
    };
    let moved = distance(start, at, shove.rule);
    let short_by = if obstacle.is_some() { shove.distance - moved.min(shove.distance) } else { 0 };
    Pushed { end: at, moved, short_by, obstacle, drops }
}

/// The ground of a body: the highest of its squares.
fn highest_ground(map: &Map, body: Span) -> Height {
    body.squares().map(|square| map.ground(square)).max().unwrap_or_default()
}

/// What of the map is in the way of the next step.
fn wall_ahead(map: &Map, at: Square, shove: &Shove) -> Option<Obstacle> {
    let there = shove.body.at(at.step(shove.step));
    if !map.bounds().holds(there) {
        return Some(Obstacle::MapEdge);
    }
    if map.body_step_open(shove.body, at, shove.step, shove.walls) {
        return None;
    }
    if let Some(square) = there.squares().find(|square| map.blocks_movement(*square)) {
        return Some(Obstacle::Square(square));
    }
    let edge_ahead = |square: Square| {
        let beyond = square.step(shove.step);
        let edge = map.edge(square, beyond)?;
        edge.blocks_movement().then_some(Obstacle::Edge(square, beyond, edge))
    };
    Some(shove.body.at(at).squares().find_map(edge_ahead).unwrap_or(Obstacle::Corner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Legend;

    fn sq(name: &str) -> Square {
        name.parse().expect(name)
    }

    fn nobody(_: Square) -> Option<u16> {
        None
    }

    #[test]
    fn one_is_pushed_until_something_is_in_the_way() {
        let mut map = Map::from_rows(&[".....#", "......", "......"], Legend::standard()).unwrap();
        map.draw_edges(&["door C2-D2"]).unwrap();
        let east = |start, distance| push(&map, sq(start), &Shove::new(Step::East, distance), nobody);
        assert_eq!(
            east("A3", 3),
            Pushed { end: sq("D3"), moved: 3, short_by: 0, obstacle: None, drops: SmallVec::new() }
        );
        assert_eq!(east("C3", 6).obstacle, Some(Obstacle::Square(sq("F3"))));
        assert_eq!((east("C3", 6).moved, east("C3", 6).short_by), (2, 4));
        let door = Edge::Door(crate::Door::Closed);
        assert_eq!(east("B2", 2).obstacle, Some(Obstacle::Edge(sq("C2"), sq("D2"), door)));
        assert_eq!(east("E1", 2).obstacle, Some(Obstacle::MapEdge));
        let guard = |square| (square == sq("C1")).then_some(9);
        let pushed = push(&map, sq("A1"), &Shove::new(Step::East, 4), guard);
        assert_eq!((pushed.end, pushed.obstacle), (sq("B1"), Some(Obstacle::Token(9))));
        let corner = push(&map, sq("E3"), &Shove::new(Step::SouthEast, 1), nobody);
        assert_eq!(corner.obstacle, Some(Obstacle::Corner));
    }

    #[test]
    fn a_large_body_is_stopped_by_what_any_square_meets() {
        let mut map = Map::open(6, 3).unwrap();
        let mut shove = Shove::new(Step::East, 9);
        shove.body = Footprint::square(2);
        map.draw_edges(&["wall D2-E2"]).unwrap();
        let pushed = push(&map, sq("A1"), &shove, nobody);
        assert_eq!((pushed.end, pushed.obstacle), (sq("C1"), Some(Obstacle::Edge(sq("D2"), sq("E2"), Edge::Wall))));
        map.draw_edges(&["open D2-E2", "wall D1-D2"]).unwrap();
        let pushed = push(&map, sq("A1"), &shove, nobody);
        assert_eq!((pushed.end, pushed.obstacle), (sq("B1"), Some(Obstacle::Corner)));
    }

    #[test]
    fn drops_are_reported() {
        let map = Map::from_rows(&["55.3.v."], Legend::standard()).unwrap();
        let mut shove = Shove::new(Step::East, 6);
        let pushed = push(&map, sq("A1"), &shove, nobody);
        let first = DropOff { at: sq("C1"), by: Height::from_metres(5) };
        assert_eq!((pushed.end, pushed.obstacle, pushed.short_by), (sq("C1"), Some(Obstacle::Drop), 4));
        assert_eq!(*pushed.drops, [first]);
        shove.stops_at_drop = false;
        let pushed = push(&map, sq("A1"), &shove, nobody);
        assert_eq!(pushed.obstacle, Some(Obstacle::Rise(Height::from_metres(3))));
        shove.highest_step = Height::from_metres(9);
        let pushed = push(&map, sq("A1"), &shove, nobody);
        let down: Vec<i16> = pushed.drops.iter().map(|drop| drop.by.whole_metres()).collect();
        assert_eq!((pushed.end, down), (sq("G1"), vec![5, 3, 2]));
    }
}
