//! Adjacency and flanking.

use quintain_engine::Who;

use crate::book::{Feature, Topic};
use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::house::UnarmedFlanks;
use crate::rules::distance::{self, Ruler};
use crate::rules::features;

quintain_engine::section! {
    "Adjacency and flanking";
    ADJACENT = Engine "adjacent.definition": "Two are adjacent when no square lies between them.", ruling "A wall between them does not part them; what needs sight is refused through it.";
    HEIGHT = Gm "adjacent.height": "A large difference in height parts two that would be adjacent.", ruling "2 metres or more.", house "significant-height";
    FLANKED = Engine "flank.definition": "A creature is flanked while two foes with melee weapons are adjacent to it.";
    COUNTS = Engine "flank.who-counts": "Shooters and the unconscious do not count; bare hands and claws do.", house "unarmed-flanks";
    BONUS = Engine "flank.bonus": "Melee abilities get +1 to precision against the flanked.";
}

/// `adjacent.definition`.
#[inline]
pub fn adjacent(fight: &Fight, one: Who, other: Who) -> bool {
    Ruler::of(fight, one).touches(other, fight.one(other))
}

/// The same for any size and any height.
pub(super) fn adjacent_in_space(fight: &Fight, one: Who, other: Who) -> bool {
    let near = quintain_field::body_distance(fight.body(one), fight.body(other), distance::rule(fight)) <= 1;
    let apart = || distance::height(fight, one).apart(distance::height(fight, other));
    near && i32::from(apart()) < 10 * i32::from(fight.house().significant_height)
}

/// `flank.who-counts`: whether somebody wields a melee weapon.
#[inline]
pub fn wields_melee(fight: &Fight, who: Who) -> bool {
    fight.one(who).makeup.melee
}

/// The same, worked out for the notes of [`Fight`].
pub(crate) fn has_melee(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let bare = fight.house().unarmed_flanks == UnarmedFlanks::Yes;
    let hands = if one.before.is_none() { [one.main, one.off] } else { [None; 2] };
    let armed = hands.into_iter().flatten().any(|weapon| fight.weapon(weapon).melee);
    armed || (hands[0].is_none() && fight.template(who).flanks && bare)
}

/// `flank.definition`.
#[inline(always)]
pub fn flanked(fight: &Fight, whom: Who) -> bool {
    stands_between_foes(fight, whom) || (!features::none(fight, whom, Topic::Guard) && counts_as_flanked(fight, whom))
}

/// The same for one who only ever counts as flanked while it is.
#[inline(always)]
pub fn stands_between_foes(fight: &Fight, whom: Who) -> bool {
    // It takes two besides.
    fight.cast.len() > 2 && between_two(fight, whom)
}

fn counts_as_flanked(fight: &Fight, whom: Who) -> bool {
    features::any(fight, whom, Topic::Guard, |feature| feature == Feature::CountsAsFlanked)
}

fn between_two(fight: &Fight, whom: Who) -> bool {
    let (ruler, side) = (Ruler::of(fight, whom), fight.one(whom).side);
    let counts = |(foe, its): &(Who, &Combatant)| {
        let beside = its.side != side && ruler.touches(*foe, its);
        beside && its.is_there() && !its.unconscious && its.makeup.melee && fight.hostile(side, its.side)
    };
    fight.roster().filter(counts).nth(1).is_some()
}

/// Whether a foe of somebody's stands beside it.
pub fn foe_beside(fight: &Fight, who: Who) -> bool {
    let ruler = Ruler::of(fight, who);
    fight.foes_there(who).any(|(foe, its)| ruler.touches(foe, its) && !its.unconscious)
}

/// How many foes stand beside somebody.
pub fn foes_beside(fight: &Fight, who: Who) -> usize {
    let ruler = Ruler::of(fight, who);
    fight.foes_there(who).filter(|(foe, its)| ruler.touches(*foe, its) && !its.unconscious).count()
}
