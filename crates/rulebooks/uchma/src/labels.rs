//! What every option does, in parts that programs can read: its verb, means, target, price and what is to be known of it.

mod answers;
mod deeds;
mod harm;
mod reach;
mod verbs;

use quintain_engine::{Label, Target};

use crate::ask::{Act, Ask};
use crate::fight::Fight;

pub use verbs::VERBS;

/// What an option of a question does, without what it costs and brings about.
pub fn doing(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(deed)) => deeds::of(fight, who, deed),
        _ => label(fight, ask, act),
    }
}

/// What an option of a question does, what it costs and what it brings about.
pub fn label(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match *act {
        Act::Yes => answers::yes(fight, ask),
        Act::No => answers::no(fight, ask),
        Act::Deed(deed) => match *ask {
            Ask::Turn { who } => deeds::of_turn(fight, who, deed),
            Ask::FadeOut { who } => deeds::instead(fight, who, deed),
            _ => Label::new(&verbs::CHOOSE),
        },
        Act::Cover(cover) => answers::cover(cover),
        Act::Who(who) => answers::person(fight, ask, who),
        Act::Side(side) => {
            let name = fight.setting.sides.get(side.index()).map_or("", String::as_str);
            answers::thing(&format!("side-{}", side.index() + 1), name)
        }
        Act::Status(status) => answers::status(status),
        Act::Square(square) => Label::new(&verbs::CHOOSE).on(Target::Square(square)),
        Act::Lore(lore) => answers::lore(fight, lore),
        Act::Damage => answers::thing("damage", "on the damage"),
    }
}
