//! What a creature perceives of the others and of the ground, for those at the table who may not know everything.

use quintain_engine::{Clarity, Perceived, Who};
use quintain_field::Square;

use crate::fight::Fight;
use crate::rules::{cover, targets};

/// `los.blocked`, `sound.blocked`: with one's own senses, or with those of a magical eye that one has called.
pub(crate) fn perceives(fight: &Fight, who: Who, other: Who) -> Perceived {
    match () {
        // `summon.bond`: those who have called a creature always know where it is.
        () if !fight.present(other) || fight.one(other).is_called_by(who) => Perceived::Seen,
        () if cover::sees(fight, who, other)
            || targets::through_an_eye(fight, who, other, crate::book::Sense::Sight) =>
        {
            Perceived::Seen
        }
        () if cover::hears(fight, who, other) => Perceived::Felt,
        () => Perceived::Not,
    }
}

/// Whether nothing lies on the map and on nobody's eyes.
pub(crate) fn hides_nothing(fight: &Fight) -> bool {
    fight.everyone().all(|who| cover::nothing_hides(fight, who))
}

/// How clearly a square is seen.
pub(crate) fn clarity(fight: &Fight, who: Who, square: Square) -> Clarity {
    if cover::sees_square(fight, who, square) { Clarity::Clear } else { Clarity::Hidden }
}
