//! Dual wielding: the other hand's attack in the same turn.

use quintain_engine::Who;

use crate::combatant::Hand;
use crate::fight::Fight;

quintain_engine::section! {
    "Dual Wielding";
    STATE = Engine "dual.state": "Two free hands, or a one-handed weapon in each: anything else is not dual wielding.",
        ruling "The arm of a light shield counts as a free hand.";
    SECOND = Choice "dual.second-attack": "An attack that follows one of the other hand ignores the Multiple Check Penalty.",
        ruling "It is used at the first chance; Reactions never use it.";
    NO_ADVANCE = Engine "dual.no-advance": "Nor does it count for the penalty of later attacks.";
    ONCE = Engine "dual.once": "That is possible once in a turn.";
    COSTS = Engine "dual.still-costs": "Each attack costs its AP all the same.";
}

/// Whether somebody wields two weapons, or none.
pub fn wielding(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let light = one.shield.is_some_and(|(shield, _)| fight.setting.light(shield));
    let free = |hand: &Hand| *hand == Hand::Empty || *hand == Hand::Shield && light;
    let alone = |weapon: u16| !fight.weapon(weapon).two_handed();
    let single = |hand: &Hand| matches!(hand, Hand::Weapon(weapon) if alone(*weapon));
    let two = |fits: &dyn Fn(&Hand) -> bool| one.hands.iter().filter(|hand| fits(hand)).count() >= 2;
    two(&free) || two(&single)
}

/// The hand that an unarmed blow is made with where both are free: the one that has not struck last. A foot is no hand.
pub fn bare_hand(fight: &Fight, who: Who) -> Option<u8> {
    let one = fight.one(who);
    let free = |hand: &u8| matches!(one.hands.get(usize::from(*hand)), Some(Hand::Empty | Hand::Shield));
    let mut bare = one.each_hand().filter(free);
    let armed = one.hands.len() == 2 && bare.clone().count() < 2;
    let first = bare.next().filter(|_| !armed && wielding(fight, who))?;
    Some(if one.turn.last_hand == Some(first) { bare.next().unwrap_or(first) } else { first })
}

/// Whether an attack with this hand is spared the penalty now: it follows one of the other hand, once in a turn.
pub fn spared(fight: &Fight, who: Who, hand: Option<u8>) -> bool {
    let one = fight.one(who);
    let other = matches!((one.turn.last_hand, hand), (Some(last), Some(hand)) if last != hand);
    fight.owner == Some(who) && fight.depth == 0 && other && !one.turn.dual && wielding(fight, who)
}

/// Notes an attack of this hand; says whether it counts for the penalty.
pub fn note(fight: &mut Fight, who: Who, hand: Option<u8>) -> bool {
    let spared = spared(fight, who, hand);
    if fight.owner == Some(who) && fight.depth == 0 {
        // The first of the two blows asks for both hands as well: a weapon let go of since was a single one.
        let both = wielding(fight, who);
        let turn = &mut fight.one_mut(who).turn;
        turn.dual |= spared;
        turn.last_hand = hand.filter(|_| both);
    }
    !spared
}
