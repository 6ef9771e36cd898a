//! Flanking: two enemies at the sides of one target.

use quintain_engine::Who;

use crate::book::{Boon, Condition};
use crate::fight::Fight;

quintain_engine::section! {
    "Flanking";
    ADV = Engine "flank.adv": "Hand-to-hand attacks on a flanked creature have ADV, whoever makes them.";
    DEFINITION = Engine "flank.definition": "A creature is flanked by two enemies within 1 Space of it who are not next to each other.",
        ruling "Enemies who cannot see or are grappled count.";
    DISABLED = Engine "flank.disabled": "Enemies who are Incapacitated or Prone do not flank.";
    SINGLE = Engine "flank.single": "More flankers do not add to it.";
}

/// Whether somebody is flanked now. An illusory double stands across from its maker.
pub fn flanked(fight: &Fight, whom: Who) -> bool {
    let beside = |enemy: &Who| fight.distance(*enemy, whom) <= 1 && flanks(fight, *enemy);
    let doubled = |enemy: Who| fight.one(enemy).boons.iter().any(|borne| borne.boon == Boon::Double);
    fight.enemies(whom).filter(beside).any(|one| {
        let apart = |other: Who| other != one && fight.distance(one, other) > 1;
        doubled(one) || fight.enemies(whom).filter(beside).any(apart)
    })
}

/// Whether there would be a flank if nobody were down: what a message says about it.
pub fn only_disabled(fight: &Fight, whom: Who) -> bool {
    let beside = |enemy: &Who| fight.distance(*enemy, whom) <= 1;
    !flanked(fight, whom)
        && fight
            .enemies(whom)
            .filter(beside)
            .any(|one| fight.enemies(whom).filter(beside).any(|other| other != one && fight.distance(one, other) > 1))
}

fn flanks(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    !one.has(Condition::Incapacitated) && !one.has(Condition::Prone)
}
