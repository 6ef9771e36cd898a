//! What rules work with while they work. Empty of meaning between questions; kept so that simulations allocate nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quintain_field::{Flood, Pathfinder, Square, SquareSet};

use crate::rules::initiative::Placed;

/// Room to work in.
#[derive(Debug)]
pub struct Scratch {
    /// Finds ways for those who only look: options and tactics.
    looking: Mutex<Pathfinder>,
    /// The tests of initiative.
    pub(crate) placed: Vec<Placed>,
    /// Finds ways.
    pub paths: Pathfinder,
    /// Finds distances where all steps are alike.
    pub flood: Flood,
    /// A way that has been found.
    pub way: Vec<Square>,
    /// The squares of an area.
    pub area: SquareSet,
    /// The area that somebody is trying to get out of.
    pub escaping: Option<crate::rules::areas::Area>,
    /// Only those are struck by the area at hand.
    pub only: Option<crate::book::Quarry>,
    /// A strike has landed.
    pub landed: bool,
    /// A reaction has undone the attack at hand.
    pub undone: bool,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch {
            looking: Mutex::new(Pathfinder::new()),
            placed: Vec::new(),
            paths: Pathfinder::new(),
            flood: Flood::new(),
            way: Vec::new(),
            area: SquareSet::new(1, 1),
            escaping: None,
            only: None,
            landed: false,
            undone: false,
        }
    }
}

impl Scratch {
    /// The room for looking around. Nobody holds it while asking for it again.
    pub(crate) fn looking(&self) -> MutexGuard<'_, Pathfinder> {
        self.looking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
