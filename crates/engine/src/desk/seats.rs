//! Who sits at a live table, and what is put to them.

use serde::{Deserialize, Serialize};

use crate::cast::{Seat, Side, Who};
use crate::question::Weight;
use crate::rulebook::Rulebook;

/// Which seats somebody sits at. The others are played by tactics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The GM judges; otherwise the rulebook's defaults stand.
    pub gm: bool,
    /// Every combatant that is a player's.
    pub players: bool,
    /// Further combatants, by name in lower case.
    pub named: Vec<String>,
    /// Everybody of these sides, those who join later among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    /// What those do who are no players' is put to people, too, instead of being left to tactics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub others: bool,
    /// Formalities are put to those who are there, instead of taking their default.
    pub formalities: bool,
}

impl Seats {
    /// Nobody sits at the table.
    pub fn nobody() -> Self {
        Seats::default()
    }

    /// Everybody does, and everything is asked.
    pub fn everybody() -> Self {
        Seats { gm: true, players: true, others: true, formalities: true, ..Seats::nobody() }
    }

    pub(super) fn filled<R: Rulebook>(&self, fight: &R, seat: Seat) -> bool {
        match seat {
            Seat::Gm => self.gm,
            Seat::Of(who) => {
                (self.players && fight.is_players(who)) || (self.gm && !fight.is_players(who)) || self.names(fight, who)
            }
        }
    }

    fn names<R: Rulebook>(&self, fight: &R, who: Who) -> bool {
        self.sides.contains(&fight.side(who))
            || (!self.named.is_empty() && self.named.contains(&fight.name(who).to_lowercase()))
    }

    pub(super) fn asked<R: Rulebook>(&self, fight: &R, ask: &R::Ask) -> bool {
        let seat = fight.seat(ask);
        let named = || matches!(seat, Seat::Of(who) if self.names(fight, who));
        let presses = match fight.weight(ask) {
            Weight::Decision => true,
            Weight::Choice => self.others || named(),
            Weight::Detail => self.others || named() || !matches!(seat, Seat::Of(who) if !fight.is_players(who)),
            Weight::Formality => false,
        };
        self.filled(fight, seat) && (presses || self.formalities)
    }
}
