//! What somebody picks a square for.

use quintain_engine::Who;

use crate::content::AbilityId;

/// What somebody picks a square for: it says which squares these are, at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spots {
    /// To go there by an ability of its own, within so many metres.
    Go {
        /// Who goes.
        who: Who,
        /// How far at most.
        metres: i16,
    },
    /// To leap beside a target.
    Leap {
        /// Who leaps.
        who: Who,
        /// The target.
        whom: Who,
    },
    /// To use an item on it.
    Use {
        /// Who uses it.
        who: Who,
        /// What the item does.
        ability: AbilityId,
    },
    /// To call a creature beside somebody.
    Call {
        /// The kind of creature, by its place among the templates.
        template: u16,
        /// The creature that it lies beside.
        beside: Who,
    },
}
