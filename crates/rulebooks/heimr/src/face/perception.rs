//! What a combatant perceives of the others and of the locations, for those at the table who may not know everything.

use quintain_engine::{Clarity, Perceived, Who};
use quintain_field::Square;

use crate::rules::{environment, ranged};
use crate::state::{Fight, Hiding, Light};

/// Ruling C-26, `env.cover`, `env.dark`: nothing behind borders that stop sight; in other locations only where those are who
/// are wholly covered, or in pitch darkness.
pub(crate) fn perceives(fight: &Fight, who: Who, other: Who) -> Perceived {
    let (own, at) = (fight.one(who).at, fight.one(other).at);
    match () {
        () if !fight.present(other) || own == at => Perceived::Seen,
        () if !ranged::sees(fight, who, at) => Perceived::Not,
        () if environment::is_hidden(fight, who, other) || fight.light(at) == Light::Pitch => Perceived::Felt,
        () => Perceived::Seen,
    }
}

/// Whether all locations are alike and lie open, in some light.
pub(crate) fn hides_nothing(fight: &Fight) -> bool {
    fight.ground.is_plain() && fight.everyone().all(|who| stands_open(fight, who))
}

/// Whether nothing hides a combatant where it stands.
fn stands_open(fight: &Fight, who: Who) -> bool {
    let at = fight.one(who).at;
    fight.light(at) != Light::Pitch && fight.ground.hiding(at) != Hiding::Full
}

/// How clearly a location is seen.
pub(crate) fn clarity(fight: &Fight, who: Who, square: Square) -> Clarity {
    let near = fight.one(who).at == square;
    match fight.light(square) {
        _ if near => Clarity::Clear,
        _ if !ranged::sees(fight, who, square) => Clarity::Hidden,
        Light::Pitch => Clarity::Dark,
        Light::Dark | Light::Dim => Clarity::Dim,
        Light::Bright => Clarity::Clear,
    }
}
