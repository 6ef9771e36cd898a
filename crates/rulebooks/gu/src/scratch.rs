//! What rules work with while they work. Empty of meaning between questions; kept so that simulations allocate nothing.

use quintain_field::{Flood, Pathfinder, Square, SquareSet};

/// Room to work in.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// Finds ways.
    pub paths: Pathfinder,
    /// Finds distances where all steps are alike.
    pub flood: Flood,
    /// Squares that are taken.
    pub blocked: SquareSet,
    /// A way that has been found.
    pub way: Vec<Square>,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { paths: Pathfinder::new(), flood: Flood::new(), blocked: SquareSet::new(1, 1), way: Vec::new() }
    }
}
