//! Characters and attributes.

use crate::book::Attribute;
use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::rules::challenges::{Challenge, Label};
use quintain_engine::Who;

quintain_engine::section! {
    "Characters and attributes";
    HAS = Engine "char.has": "Everybody has hit points, willpower, skills, conditions, items, attributes and abilities.";
    ATTRIBUTES = Engine "char.attributes": "There are six attributes: Strength, Dexterity and Stamina of the body, Intelligence, Empathy and Social of the mind; any may be negative.";
    ROLL = Engine "char.attribute-roll": "An attribute rolled by itself is potential, with consistency 0; initiative alone makes Dexterity its consistency.";
    SET = Gm "char.attribute-set": "A campaign may have other attributes; these six stand unless the game master says otherwise.",
        ruling "Packs are written in the six attributes.";
}

/// An attribute as it is now: a shield may weigh on it.
pub fn attribute(fight: &Fight, who: Who, attribute: Attribute) -> i16 {
    let one = fight.one(who);
    let own = own(one, attribute);
    match (attribute, one.shield) {
        (Attribute::Sta, Some(guarded)) => own + fight.shield(guarded.shield).entry.stamina,
        _ => own,
    }
}

/// An attribute without anything that weighs on it.
pub fn own(one: &Combatant, attribute: Attribute) -> i16 {
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

/// The attribute as a challenge of its own.
pub fn direct(fight: &Fight, who: Who, of: Attribute) -> Challenge {
    let mut challenge = Challenge::plain(who, 0, 0);
    challenge.p(Label::Attribute, attribute(fight, who, of));
    challenge.tires = of.is_physical();
    challenge
}
