//! Where a map has anything at all that could stop a line or give cover, counted so that any rectangle is looked at at
//! once.

use crate::cover::Cover;
use crate::edge::Edge;
use crate::map::Map;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;

/// How many squares south-west of each corner of the map have anything: terrain, another height than the first square,
/// or something on an edge.
#[derive(Debug)]
pub(crate) struct Clutter {
    /// Corners of a row.
    wide: usize,
    counts: Box<[u32]>,
}

impl Clutter {
    pub(crate) fn of(map: &Map) -> Self {
        let (wide, deep) = (usize::from(map.width()) + 1, usize::from(map.depth()) + 1);
        let mut counts = vec![0; wide * deep];
        let count = |counts: &[u32], at: usize| counts.get(at).copied().unwrap_or(0);
        for (place, square) in map.bounds().squares().enumerate() {
            let corner = place / (wide - 1) * wide + place % (wide - 1) + wide + 1;
            let beside = count(&counts, corner - 1) + count(&counts, corner - wide);
            let both = count(&counts, corner - wide - 1);
            if let Some(slot) = counts.get_mut(corner) {
                *slot = beside - both + u32::from(!is_bare(map, square));
            }
        }
        Self { wide, counts: counts.into() }
    }

    /// Whether in the rectangle between two squares of the map there is nothing at all.
    pub(crate) fn is_clear(&self, one: Square, other: Square) -> bool {
        let span = Span::between(one, other);
        let (low, high) = (span.south_west(), span.north_east().offset(1, 1));
        // Squares of the map have no negative coordinates.
        let before = |x: i16, y: i16| {
            let at = usize::from(y.unsigned_abs()) * self.wide + usize::from(x.unsigned_abs());
            self.counts.get(at).copied().unwrap_or(0)
        };
        before(high.x, high.y) + before(low.x, low.y) == before(high.x, low.y) + before(low.x, high.y)
    }
}

fn is_bare(map: &Map, square: Square) -> bool {
    let bare_edge = |edge: Edge| edge.cover() == Cover::None && !edge.blocks_sight();
    let sides = Step::STRAIGHT.map(|step| map.edge(square, square.step(step)));
    let level = map.ground(square) == map.ground(Square::new(0, 0));
    let open = map.cover(square) == Cover::None && !map.blocks_sight(square);
    level && open && sides.into_iter().flatten().all(bare_edge)
}
