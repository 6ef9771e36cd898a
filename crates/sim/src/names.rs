//! The names that stand in files: of sides, combatants and outcomes.

use quintain_engine::{AnyFight, FightResult, Outcome};

/// The names of a fight.
pub(crate) struct Names {
    pub(crate) sides: Vec<String>,
    /// Everyone who takes part from the beginning: the name and the place of the side.
    pub(crate) roster: Vec<(String, usize)>,
}

impl Names {
    pub(crate) fn of(fight: &dyn AnyFight) -> Names {
        let roster = fight.roster().into_iter().map(|(name, side)| (name, side.index())).collect();
        Names { sides: fight.sides(), roster }
    }

    /// A side, by its place.
    pub(crate) fn side(&self, place: usize) -> &str {
        self.sides.get(place).map_or("?", String::as_str)
    }

    /// How a fight ended: a side's name, `mutual`, `ended`, `stalemate` or `undecided`.
    pub(crate) fn outcome(&self, result: &FightResult) -> &str {
        match result.outcome {
            Some(Outcome::Won(side)) => self.side(side.index()),
            Some(Outcome::Mutual) => "mutual",
            Some(Outcome::Ended) => "ended",
            None if result.stalemate => "stalemate",
            None => "undecided",
        }
    }
}
