//! Dual Weapons: two at once, the higher die counts.

use quintain_engine::{Refusal, Who};

use crate::arm::ArmId;
use crate::fight::Fight;
use crate::house::DualModified;
use crate::rules::modifiers::{self, State};
use crate::rules::scars;
use crate::scratch::Blow;

quintain_engine::section! {
    "Dual weapons";
    ATTACK = Choice "dual.attack": "Two weapons at once are one action: both dice, the higher counts, never the sum.";
    SAME_TARGET = Engine "dual.same-target": "Both strike the same target.";
    MODIFIED = Engine "dual.modified": "Impaired or enhanced changes each of the two dice.",
        ruling "By the house rule `single-die` one changed die takes the place of both; whoever keeps the own dice of an enhanced attack rolls both.", house "dual.modified";
    IN_POOL = Engine "dual.in-pool": "In a pool with others both dice simply join.";
    HANDS = Engine "dual.hands": "It needs a one-handed weapon in each hand: no shield, nothing bulky.";
}

/// The two weapons that one holds, or else carries and would have to hold, to strike with both at once.
pub fn pair(fight: &Fight, who: Who) -> Option<(ArmId, ArmId)> {
    let one = fight.one(who);
    if let [main, off] = one.in_hand[..] {
        return Some((main, off));
    }
    let mut carried = one.arms.iter().copied().filter(|arm| !fight.arm(*arm).natural);
    carried.next().zip(carried.next())
}

/// `dual.hands`: the two weapons with which one may strike at once, or why not.
///
/// # Errors
/// The refusal.
pub fn may_strike_twice(fight: &Fight, who: Who) -> Result<(ArmId, ArmId), Refusal> {
    let one = fight.one(who);
    let refuse = |why: &'static str| Err(Refusal::new(&HANDS, why));
    if one.shield {
        return refuse("a shield is in one hand");
    }
    if one.in_hand.iter().any(|arm| fight.arm(*arm).hands > 1) {
        return refuse("a bulky weapon needs both hands");
    }
    let [main, off] = one.in_hand[..] else {
        let both_hands = |arm: ArmId| fight.arm(arm).hands > 1;
        return match pair(fight, who) {
            Some((one, other)) if both_hands(one) || both_hands(other) => refuse("one of the two needs both hands"),
            _ => refuse("there is no weapon in each hand"),
        };
    };
    if scars::hampers(fight, who, "arm") {
        return refuse("a maimed arm");
    }
    Ok((main, off))
}

/// `dual.modified`: how the second die is rolled, after the first; `None` where the first, a changed die, is the only one.
pub fn state_of_second(fight: &Fight, first: &Blow) -> Option<State> {
    let changed = || {
        let (own, _) = modifiers::die_of(fight, first.by, first.arm, State::Normal);
        first.state == State::Impaired || first.die != own
    };
    match fight.house().dual_modified {
        DualModified::PerDie => Some(first.state),
        DualModified::SingleDie if changed() => None,
        DualModified::SingleDie => Some(State::Normal),
    }
}
