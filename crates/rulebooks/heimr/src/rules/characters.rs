//! Characters and attributes.

use quintain_engine::{Reckoning, Who};

use crate::content::Attribute;
use crate::rules::armoury;
use crate::state::{Combatant, Fight};

quintain_engine::section! {
    "Characters and attributes";
    HAS = Engine "char.has": "Everybody has hit points, willpower, skills, conditions, items, attributes and abilities.";
    ATTRIBUTES = Engine "char.attributes": "There are six attributes: Strength, Dexterity and Stamina of the body, Intelligence, Empathy and Social of the mind; any may be negative.";
    ROLL = Engine "char.attribute-roll": "An attribute rolled by itself is potential, with consistency 0; initiative alone makes Dexterity its consistency.";
    SET = Gm "char.attribute-set": "A campaign may have other attributes; these six stand unless the game master says otherwise.",
        ruling "Packs are written in the six attributes.";
}

/// An attribute as it is now: a shield may weigh on it.
pub(crate) fn attribute<R: Reckoning>(fight: &Fight, who: Who, attribute: Attribute) -> R {
    let one = fight.one(who);
    let mut parts = R::default();
    parts.add(&ATTRIBUTES, "own", own(one, attribute));
    if let (Attribute::Sta, Some(guarded)) = (attribute, one.shield) {
        let shield = &fight.shield(guarded.shield).entry;
        parts.add(&armoury::TOWER, "shield", shield.stamina).of(|| &*shield.name).until("the shield is put away");
    }
    parts
}

/// An attribute without anything that weighs on it.
pub(crate) fn own(one: &Combatant, attribute: Attribute) -> i16 {
    let attributes = &one.attributes;
    match attribute {
        Attribute::Str => attributes.strength,
        Attribute::Dex => attributes.dex,
        Attribute::Sta => attributes.sta,
        Attribute::Int => attributes.int,
        Attribute::Emp => attributes.emp,
        Attribute::Soc => attributes.soc,
    }
}
