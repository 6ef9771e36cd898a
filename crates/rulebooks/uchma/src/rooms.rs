//! Room that searches of a fight work in, and what the last of them found; no part of the state.

use quintain_engine::{Memo, Revision, Spare, Who};
use quintain_field::{Diagonal, Layers, Map, Pathfinder, Square, SquareSet, Walk, distance};

/// All room of a fight. It holds nothing between searches.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    /// For ways.
    pub(crate) search: Spare<Search>,
    /// The squares of an area.
    pub(crate) area: Spare<SquareSet>,
    /// A way that is looked at and not gone.
    pub(crate) route: Spare<Vec<Square>>,
    /// What each square costs somebody in a state of the fight: a question has hundreds of squares, which one search
    /// reaches.
    pub(crate) costs: Memo<(Revision, u64, Who), Vec<(Square, i16)>>,
    /// The fight has been reset to another, so that more of them follow.
    pub(crate) reset: bool,
}

/// What searches for ways need.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) paths: Pathfinder,
    pub(crate) layers: Layers,
    pub(crate) taken: SquareSet,
    pub(crate) wanted: SquareSet,
    /// There is room for a search of the whole map.
    pub(crate) made: bool,
}

impl Search {
    /// Makes room, once, by a search of the whole map: the first that goes far may come hundreds of fights later, and it
    /// would be the one that allocates.
    pub(crate) fn make_room(&mut self, map: &Map, from: Square) {
        if std::mem::replace(&mut self.made, true) {
            return;
        }
        let span = map.bounds();
        let ends = [span.south_west(), span.north_east()].into_iter();
        let far = ends.max_by_key(|end| distance(from, *end, Diagonal::Equal));
        let walk = Walk::new(Diagonal::Equal, u32::from(u16::MAX));
        self.paths.path_to(map, from, &walk, |_, _| Some(1), |square| Some(square) == far);
    }
}

impl Clone for Rooms {
    fn clone(&self) -> Self {
        Rooms::default()
    }

    fn clone_from(&mut self, source: &Self) {
        self.search.clone_from(&source.search);
        self.area.clone_from(&source.area);
        self.route.clone_from(&source.route);
        self.reset = true;
    }
}
