//! Adjacency and flanking.

use quintain_engine::Who;

use crate::book::{Feature, Topic};
use crate::fight::Fight;
use crate::house::UnarmedFlanks;
use crate::rules::{distance, features};

quintain_engine::section! {
    "Adjacency and flanking";
    ADJACENT = Engine "adjacent.definition": "Two are adjacent when no square lies between them.";
    HEIGHT = Gm "adjacent.height": "A large difference in height parts two that would be adjacent.", ruling "2 metres or more.", house "significant-height";
    FLANKED = Engine "flank.definition": "A creature is flanked while two foes with melee weapons are adjacent to it.";
    COUNTS = Engine "flank.who-counts": "Shooters and the unconscious do not count; bare hands and claws do.", house "unarmed-flanks";
    BONUS = Engine "flank.bonus": "Melee abilities get +1 to precision against the flanked.";
}

/// `adjacent.definition`.
pub fn adjacent(fight: &Fight, one: Who, other: Who) -> bool {
    if let Some(metres) = distance::on_the_flat(fight, (one, fight.one(one).at), (other, fight.one(other).at)) {
        return metres <= 1;
    }
    let near = quintain_field::body_distance(fight.body(one), fight.body(other), distance::rule(fight)) <= 1;
    let apart = || distance::height(fight, one).apart(distance::height(fight, other));
    near && i32::from(apart()) < 10 * i32::from(fight.house().significant_height)
}

/// `flank.who-counts`: whether somebody wields a melee weapon.
pub fn wields_melee(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let bare = fight.house().unarmed_flanks == UnarmedFlanks::Yes;
    let hands = if one.before.is_none() { [one.main, one.off] } else { [None; 2] };
    let armed = hands.into_iter().flatten().any(|weapon| fight.weapon(weapon).melee);
    armed || (hands[0].is_none() && fight.template(who).flanks && bare)
}

/// The foes that flank somebody, if there are two at least.
pub fn flankers(fight: &Fight, whom: Who) -> usize {
    let counts = |foe: &Who| {
        fight.able(*foe) && fight.foes(*foe, whom) && adjacent(fight, *foe, whom) && wields_melee(fight, *foe)
    };
    fight.everyone().filter(counts).count()
}

/// `flank.definition`.
pub fn flanked(fight: &Fight, whom: Who) -> bool {
    flankers(fight, whom) >= 2
        || features::any(fight, whom, Topic::Guard, |feature| feature == Feature::CountsAsFlanked)
}

/// Whether a foe of somebody's stands beside it.
pub fn foe_beside(fight: &Fight, who: Who) -> bool {
    fight.everyone().any(|foe| fight.able(foe) && fight.foes(who, foe) && adjacent(fight, who, foe))
}

/// How many foes stand beside somebody.
pub fn foes_beside(fight: &Fight, who: Who) -> usize {
    fight.everyone().filter(|foe| fight.able(*foe) && fight.foes(who, *foe) && adjacent(fight, who, *foe)).count()
}
