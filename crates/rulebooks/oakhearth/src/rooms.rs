//! Room that searches across the map work in, kept with the fight so that they allocate nothing.

use quintain_engine::Spare;
use quintain_field::{Flood, Layers, Pathfinder, Square, SquareSet};

/// All room of a fight. It holds nothing between searches and is no part of the state.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    /// For searches Space by Space.
    pub(crate) search: Spare<Search>,
    /// For searches by whole rows of Spaces.
    pub(crate) rows: Spare<Rows>,
    /// Who stands where.
    pub(crate) crowd: Spare<Crowd>,
    /// Ways that are walked, one for each walk within a walk.
    pub(crate) routes: Vec<Vec<Square>>,
    /// The fight has been reset to another, so that more of them follow.
    pub(crate) reset: bool,
    /// Room for a search of the whole map Space by Space has been made.
    pub(crate) made: bool,
}

impl Clone for Rooms {
    fn clone(&self) -> Self {
        Rooms::default()
    }

    fn clone_from(&mut self, source: &Self) {
        self.search.clone_from(&source.search);
        self.rows.clone_from(&source.rows);
        self.crowd.clone_from(&source.crowd);
        self.reset = true;
    }
}

/// What a search Space by Space needs.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) finder: Pathfinder,
    /// Spaces that can be come to, with what the way to them costs.
    pub(crate) reach: Vec<(Square, i16)>,
}

/// What a search by rows needs.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) flood: Flood,
    pub(crate) layers: Layers,
    /// Nobody gets in there.
    pub(crate) blocked: SquareSet,
    /// Others stand there.
    pub(crate) taken: SquareSet,
    /// Others stand there who let one pass.
    pub(crate) friends: SquareSet,
    /// Hard to cross.
    pub(crate) hard: SquareSet,
    /// Others stand there, it is hard to cross, or nobody gets in: where a way would be more than its steps.
    pub(crate) rough: SquareSet,
    /// Where a way shall lead.
    pub(crate) goal: SquareSet,
}

/// Everybody who could be in the way of one, by the Spaces they stand on.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    pub(crate) width: usize,
    /// For each Space, one more than the place in the roster of the creature that stands there.
    pub(crate) cells: Vec<u16>,
}
