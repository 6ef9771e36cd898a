//! What happens on the ground: what an option covers and whom it would strike, what waits on a way, how far somebody
//! comes, and what a square measures.

use quintain_field::{Diagonal, Square};
use serde::Serialize;

use crate::cast::Who;
use crate::rule::Rule;

/// What an option would cover if it were chosen, as everybody stands now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The squares, each once; empty where an option points at single creatures, or there is no map.
    pub squares: Vec<Square>,
    /// Whom it would strike, friend and foe, each once, in the order in which the rule strikes them. Some of them may
    /// still get away, dodge or be unhurt, and where the one who does it picks among them, all of those are named.
    pub hits: Vec<Who>,
}

impl Area {
    /// Whether it is no area at all.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty() && self.hits.is_empty()
    }
}

/// What an option does on the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnGround {
    /// The squares that somebody passes over, from where it stands; empty where nobody moves.
    pub way: Vec<Square>,
    /// What waits on that way, in its order.
    pub hazards: Vec<Hazard>,
    /// What it covers, and whom it would strike there.
    pub area: Area,
}

/// Something on a way that may answer or do harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The square of the way where it happens: the one left or the one entered.
    pub square: Square,
    /// Who answers; nobody where the ground does it.
    pub who: Option<Who>,
    /// By which rule.
    pub rule: &'static Rule,
    /// What may happen, as one sentence: `Wolf 2 may strike as Althea leaves B4`.
    pub text: String,
}

/// How far somebody could come in its next turn, and strike from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Where it could come to stand, by how much it spends on that: each band holds those before it.
    pub bands: Vec<ReachBand>,
    /// Where it could strike hand to hand from there or from where it stands, in squares beyond the widest band as
    /// well as within it.
    pub strikes: Vec<Square>,
}

/// The squares that are reached for a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachBand {
    /// The price in the book's words: `move`, `2 actions`, `run`.
    pub label: String,
    /// The squares, without the one where it stands.
    pub squares: Vec<Square>,
}

/// What a square of the map measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Scale {
    /// So many units a square.
    pub square: u16,
    /// The unit behind the number 1: `m`, `Space`.
    pub one: &'static str,
    /// The unit behind other numbers: `m`, `Spaces`.
    pub many: &'static str,
    /// How diagonals count.
    pub diagonal: Diagonal,
}
