//! The stretch of a way that somebody has gone and that has not been told yet.

use quintain_engine::{Rule, Who};
use quintain_field::Square;

use super::Gait;

/// At what pace somebody goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// On foot.
    Walk,
    /// On all fours, perhaps for two Moves.
    Crawl {
        /// For two.
        run: bool,
    },
    /// On wings.
    Fly,
    /// For two Moves.
    Run(Gait),
    /// Straight at somebody.
    Charge,
}

/// A stretch that somebody has gone and that has not been told yet.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub(crate) who: Who,
    pub(crate) pace: Pace,
    pub(crate) from: Square,
    /// Some of the way has been told.
    pub(crate) on: bool,
    /// What squares have cost that are dearer than others.
    pub(crate) dear: Vec<(Square, i16, &'static Rule)>,
}
