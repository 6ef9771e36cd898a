//! What is asked, what can be done, and the fight.

use quintain_engine::kit::{self, prelude::*};

use crate::book::Power;

/// A question: where a combatant goes, what it does, whether it parries so much harm.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Go(Who),
    Do(Who),
    Parry(Who, i16),
}

/// What an option stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    Go { to: Square },
    Step,
    Stay,
    Strike { at: Who },
    Use { power: Power, on: Who },
    Guard,
    Parry,
    Take,
}

/// The game.
#[derive(Debug)]
pub struct Causeway;

/// Its fight.
pub type Fight = kit::Fight<Causeway>;
