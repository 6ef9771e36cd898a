//! What a creature perceives of the others and of the ground, for those at the table who may not know everything.

use quintain_engine::{Clarity, Perceived, Who};
use quintain_field::Square;

use crate::book::Condition;
use crate::fight::Fight;
use crate::rules::light::{self, Light};
use crate::rules::{hide, sight};

/// `hide.effect`: nothing of those who are Hidden from one. The Space of others is known although they are not seen, as
/// long as nothing solid stands between.
pub(crate) fn perceives(fight: &Fight, who: Who, other: Who) -> Perceived {
    let (own, body) = (fight.one(who).at, fight.one(other).at);
    match (own, body) {
        _ if hide::hidden_from(fight, other, who) => Perceived::Not,
        // Those who are on no map hide behind nothing.
        (_, None) => Perceived::Seen,
        _ if sight::sees(fight, who, other) => Perceived::Seen,
        (Some(own), Some(body)) if !fight.one(who).has(Condition::Unconscious) && sight::clear(fight, own, body) => {
            Perceived::Felt
        }
        _ => Perceived::Not,
    }
}

/// Whether it is bright everywhere, nothing solid stands on the ground, and nobody has anything on it or hides.
pub(crate) fn hides_nothing(fight: &Fight) -> bool {
    fight.everyone().all(|who| sight::plain(fight, who, who))
}

/// How clearly a Space is seen.
pub(crate) fn clarity(fight: &Fight, who: Who, square: Square) -> Clarity {
    let Some(at) = fight.one(who).at else { return Clarity::Hidden };
    let blind = fight.one(who).has(Condition::Blinded) || fight.one(who).has(Condition::Unconscious);
    match light::appears(fight, who, square) {
        _ if at == square => Clarity::Clear,
        _ if blind || !sight::clear(fight, at, square) => Clarity::Hidden,
        Light::Dark => Clarity::Dark,
        Light::Dim => Clarity::Dim,
        Light::Bright => Clarity::Clear,
    }
}
