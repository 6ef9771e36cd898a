//! Flanking: two enemies at the sides of one target.

use quintain_engine::Who;
use quintain_field::Square;

use crate::book::MagicThing;
use crate::fight::Fight;
use crate::rules::sight;

quintain_engine::section! {
    "Flanking";
    ADV = Engine "flank.adv": "Hand-to-hand attacks on a flanked creature have ADV, whoever makes them.";
    DEFINITION = Engine "flank.definition": "A creature is flanked by two enemies within 1 Space of it who are not next to each other.",
        ruling "Enemies who cannot see or are grappled count.";
    DISABLED = Engine "flank.disabled": "Enemies who are Incapacitated or Prone do not flank.";
    SINGLE = Engine "flank.single": "More flankers do not add to it.";
}

/// Whether somebody is flanked now. The likeness of an enemy counts like an enemy.
pub fn flanked(fight: &Fight, whom: Who) -> bool {
    if fight.watch.lone_foe(fight.one(whom).side) && fight.zones.is_empty() {
        return false;
    }
    let open = fight.setting.clear && fight.zones.is_empty();
    let mut left = fight.flankers(whom).filter(|other| open || !sight::barred(fight, *other, whom));
    while let Some(one) = left.next() {
        let across = |square: Square| fight.distance_to(one, square) > 1;
        let apart = left.clone().any(|other| fight.distance(one, other) > 1);
        if apart || !fight.zones.is_empty() && likenesses(fight, whom).any(across) {
            return true;
        }
    }
    false
}

/// The Spaces next to somebody in which likenesses of enemies stand.
fn likenesses(fight: &Fight, whom: Who) -> impl Iterator<Item = Square> + '_ {
    let all =
        fight.zones.iter().filter(move |zone| zone.thing == Some(MagicThing::Double) && fight.foes(whom, zone.by));
    all.flat_map(|zone| zone.squares.iter().copied()).filter(move |square| fight.distance_to(whom, *square) <= 1)
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
