//! What a combatant perceives of the others and of the ground, for those at the table who may not know everything.

use quintain_engine::{Clarity, Perceived, Who};
use quintain_field::{Square, sees};

use crate::condition::Condition;
use crate::fight::Fight;
use crate::hazard::{Danger, Hazard};
use crate::rules::{battle_map, gifts, incantations};

/// Nothing of those that hide or are invisible; where there is a map, nothing of those that it hides.
pub(crate) fn perceives(fight: &Fight, who: Who, other: Who) -> Perceived {
    let gone = fight.ground().is_some() && fight.one(other).at.is_none();
    let shown =
        gone || !incantations::unseen(fight, who, other) && battle_map::sees_within(fight, who, other, u16::MAX);
    if shown { Perceived::Seen } else { Perceived::Not }
}

/// `gear.trap`: where foes have set traps that nobody has stepped into.
pub(crate) fn unknown_to(fight: &Fight, who: Who) -> Vec<Square> {
    let foes = |hazard: &&Hazard| fight.setting.hostile.between(hazard.side, fight.one(who).side);
    let traps = fight.hazards.iter().filter(|hazard| hazard.danger == Danger::Trap).filter(foes);
    traps.map(|trap| trap.at).collect()
}

/// Whether there is no map, and nothing is at work on anybody.
pub(crate) fn hides_nothing(fight: &Fight) -> bool {
    let plain = |who: Who| {
        let one = fight.one(who);
        one.effects.is_empty() && !one.is(Condition::Hidden) && !gifts::conceals(fight, who)
    };
    fight.ground().is_none() && fight.everyone().all(plain)
}

/// How clearly a square is seen.
pub(crate) fn clarity(fight: &Fight, who: Who, square: Square) -> Clarity {
    let (Some(ground), Some(at)) = (fight.ground(), fight.one(who).at) else { return Clarity::Clear };
    if at == square || sees(&ground.map, at, square) { Clarity::Clear } else { Clarity::Hidden }
}
