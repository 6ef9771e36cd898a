//! The medieval armoury: what weapons and shields add, and thrown weapons.

use crate::content::{Class, ThrowingEffect};
use crate::state::Fight;

quintain_engine::section! {
    "Medieval armoury";
    TABLE = Engine "armoury.table": "Classes of weapons and shields have range, damage, bonus, hands and abilities.";
    BONUS = Engine "armoury.bonus": "A bonus adds to potential: a weapon's when attacking and parrying, a shield's when blocking.";
    TOWER = Engine "armoury.tower": "A tower shield takes 1 from Stamina while it is carried, and so adds 1 to base fatigue.";
    TODO = Gm "armoury.todo": "The penalties of small and medium shields are left open by the source.",
        ruling "None, unless the pack gives one.";
    ZERO = Engine "armoury.damage-zero": "A blowgun does no damage: it brings what its dart carries.";
    THROWN = Engine "armoury.blade-throw": "A thrown weapon leaves the hand and lies in its target's location until it is picked up.",
        ruling "Assumed. The newer edition lets a thrown weapon stagger instead of hurting.", house "throwing.effect";
}

pub(crate) fn stumbles_instead(fight: &Fight, class: Class) -> bool {
    class == Class::Throwing && fight.house().throwing_effect == ThrowingEffect::Stumble
}
