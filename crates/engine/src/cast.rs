//! The handles by which rules, questions and events speak of those who fight.

use serde::{Deserialize, Serialize};

/// One combatant: its place in the fight's list, which never changes while the fight lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Who(pub u16);

impl Who {
    /// The place in the fight's list.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One side: its place in the fight's list of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

impl Side {
    /// The place in the fight's list of sides.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The game master, as judge.
    Gm,
    /// Who answers for this combatant: its player, the GM, or tactics.
    Of(Who),
}

/// Who may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Audience {
    /// Everyone at the table.
    #[default]
    All,
    /// Those who answer for a combatant of this side, and the GM.
    Side(Side),
    /// Who answers for this combatant, and the GM.
    Of(Who),
    /// The GM alone.
    Gm,
}
