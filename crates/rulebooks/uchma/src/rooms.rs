//! Room that searches of a fight work in, and what the last of them found; no part of the state.

use quintain_engine::{Memo, Spare, Who};
use quintain_field::{Layers, Pathfinder, Square, SquareSet};

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
    pub(crate) costs: Memo<(u64, Who), Vec<(Square, i16)>>,
}

/// What searches for ways need.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) paths: Pathfinder,
    pub(crate) layers: Layers,
    pub(crate) taken: SquareSet,
    pub(crate) wanted: SquareSet,
}

impl Clone for Rooms {
    fn clone(&self) -> Self {
        Rooms::default()
    }

    fn clone_from(&mut self, source: &Self) {
        self.search.clone_from(&source.search);
        self.area.clone_from(&source.area);
        self.route.clone_from(&source.route);
    }
}
