//! What the one whose turn it is has done with it.

use quintain_engine::{Few, Who};
use quintain_field::Step;

/// The most enemies that a body on its way can touch at once, and as many again.
const MOST_TOUCHED: usize = 32;

/// What the Combat Action of this turn was begun as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Begun {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Activating Gu: so many activations are made, less those that have come on top.
    Activations(i8),
    /// Attacks with several weapons: how many there are in all, and which are made, a bit for each in hand.
    Weapons {
        /// How many attacks there are in all.
        of: u8,
        /// Which weapons have struck, a bit for each place in hand.
        made: u16,
    },
    /// Punches: so many are left.
    Punches(u8),
    /// Bites, where a bite is several: so many are left.
    Bites(u8),
    /// Natural attacks made together: the place in the template's list and which are made.
    Together {
        /// The place in the template's list.
        which: u8,
        /// Which have been made, a bit for each.
        made: u16,
    },
    /// Something that is done.
    Done,
}

impl Begun {
    /// The same after one more activation.
    pub fn after_activation(self) -> Self {
        match self {
            Begun::Activations(made) => Begun::Activations(made.saturating_add(1)),
            _ => Begun::Activations(1),
        }
    }
}

/// What the one whose turn it is has done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Whose turn.
    pub who: Who,
    /// Metres walked.
    pub spent: i16,
    /// Steps through lava that the last metre still pays for.
    pub paid: u8,
    /// Has given up walking for Maneuvers.
    pub flying: bool,
    /// Maneuvers made.
    pub maneuvers: u8,
    /// The flying source chosen: its place among those there are.
    pub source: u8,
    /// Has tried to evade.
    pub evaded: bool,
    /// Has sprinted.
    pub sprinting: bool,
    /// The direction of the last steps, without anything between.
    pub heading: Option<Step>,
    /// How many metres it has gone in that direction.
    pub straight: i16,
    /// The rest of the movement is lost.
    pub halted: bool,
    /// The Combat Action.
    pub begun: Begun,
    /// Whose Combat Action that is: for the time of a held action the holder's.
    pub acts: Who,
    /// The bonus action is used.
    pub bonus: bool,
    /// Enemies whose square it has been let into on this passage: those that it could still touch, the last first met.
    pub passing: Few<Who, MOST_TOUCHED>,
    /// Took heat damage to its hit points from being ablaze.
    pub scorched: bool,
    /// The turn is over for it.
    pub ended: bool,
    /// How many choices have been made; nobody goes on without end.
    pub choices: u16,
    /// The Gu that was activated first, by its place among those owned.
    pub first: Option<u8>,
    /// The bonus action that a path's attainment gives is used.
    pub attained: bool,
    /// The target of the last strike of the Combat Action.
    pub struck: Option<Who>,
    /// A Gu that flies to somebody and has not arrived: whose, and its place among those owned.
    pub on_its_way: Option<(Who, u8)>,
}

impl Turn {
    /// A fresh turn.
    pub fn of(who: Who) -> Self {
        Turn {
            who,
            spent: 0,
            paid: 0,
            flying: false,
            maneuvers: 0,
            source: 0,
            evaded: false,
            sprinting: false,
            heading: None,
            straight: 0,
            halted: false,
            begun: Begun::Nothing,
            acts: who,
            bonus: false,
            passing: Few::new(),
            scorched: false,
            ended: false,
            choices: 0,
            first: None,
            attained: false,
            struck: None,
            on_its_way: None,
        }
    }
}
