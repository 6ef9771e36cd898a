//! The turn that is under way.

use quintain_engine::{Few, Who};

use super::Gait;
use crate::content::AbilityId;

/// A turn under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who acts.
    pub who: Who,
    /// Whose turn it is: of a bard while an ally takes the action that it has lent.
    pub whose: Who,
    /// The action is used.
    pub action: bool,
    /// A rapid action is used.
    pub rapid: bool,
    /// A prepared action has been set up.
    pub set_up: bool,
    /// An action came before the Move.
    pub acted_first: bool,
    /// A full-turn action was used.
    pub full: bool,
    /// Movement spent.
    pub spent: i16,
    /// Something of the Move has been done.
    pub moving: bool,
    /// The Move came to its end because something else was done.
    pub moved: bool,
    /// The Move goes on as a run.
    pub running: bool,
    /// What the Move uses.
    pub gait: Option<Gait>,
    /// The second half of a run goes by another gait than the first; `spent` counts for it alone.
    pub second: bool,
    /// The Move was given up to steady the aim.
    pub steadied: bool,
    /// Weapons were swapped this turn.
    pub swapped: bool,
    /// Modifications chosen for the next ability.
    pub mods: Few<AbilityId, { Turn::MOST_MODS }>,
    /// The action that is left must do no damage.
    pub harmless: bool,
    /// The turn has ended by itself.
    pub over: bool,
}

impl Turn {
    /// The most modifications of one ability.
    pub const MOST_MODS: usize = 8;

    /// Whether nothing has been done on it, unless it was to move.
    #[inline]
    pub fn is_fresh(&self) -> bool {
        let acted = self.action | self.rapid | self.set_up | self.full | self.acted_first;
        let barred = self.running | self.harmless | self.over;
        !(acted | barred) && self.mods.is_empty()
    }

    /// A turn that has just begun.
    pub fn of(who: Who) -> Turn {
        Turn {
            who,
            whose: who,
            action: false,
            rapid: false,
            set_up: false,
            acted_first: false,
            full: false,
            spent: 0,
            moving: false,
            moved: false,
            running: false,
            gait: None,
            second: false,
            steadied: false,
            swapped: false,
            mods: Few::new(),
            harmless: false,
            over: false,
        }
    }
}
