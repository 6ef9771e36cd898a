//! What a combatant perceives of the others and of the ground, for those at the table who may not know everything.

use quintain_engine::{Clarity, Perceived, Who};
use quintain_field::Square;

use crate::fight::Fight;
use crate::rules::cover::{self, Cover};
use crate::rules::gu;

/// `stealth.concealment-gu`, `cover.full`: nothing of those that Gu conceal, unless a divination says where they are,
/// nor of those behind full cover. The blinded hear where the others are.
pub(crate) fn perceives(fight: &Fight, who: Who, other: Who) -> Perceived {
    if !fight.present(other) {
        return Perceived::Seen;
    }
    let covered = cover::between(fight, who, other) == Cover::Full;
    match (gu::perceives(fight, who, other), covered) {
        (true, false) => Perceived::Seen,
        _ if gu::locates(fight, who, other) => Perceived::Felt,
        (false, false) if gu::is_blinded(fight, who) => Perceived::Felt,
        _ => Perceived::Not,
    }
}

/// Whether the ground is bare, all have eyes, and nothing conceals anybody.
pub(crate) fn hides_nothing(fight: &Fight) -> bool {
    fight.ground().is_bare() && fight.everyone().all(|who| gu::is_in_plain_sight(fight, who))
}

/// How clearly a square is seen.
pub(crate) fn clarity(fight: &Fight, who: Who, square: Square) -> Clarity {
    if gu::sees_square(fight, who, square) { Clarity::Clear } else { Clarity::Hidden }
}
