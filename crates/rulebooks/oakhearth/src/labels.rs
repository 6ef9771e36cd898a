//! Labels: what each option does, in parts, for pages and programs that do not read its words.

mod answers;
mod deeds;
mod extras;
mod means;
mod prices;
mod risks;
mod verbs;

use quintain_engine::{Label, Target};

use crate::ask::{Act, Ask};
use crate::fight::Fight;

pub use risks::known;
pub use verbs::VERBS;

/// What an option does, without what it costs and brings about.
pub fn doing(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match (*ask, *act) {
        (Ask::Turn { who } | Ask::Hold { who }, Act::Deed(deed)) => deeds::doing(fight, who, deed),
        _ => label(fight, ask, act),
    }
}

/// What an option does, what it costs and what it brings about.
pub fn label(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match *act {
        Act::Deed(deed) => deeds::label(fight, ask, deed),
        Act::Extra(extra) => extras::label(fight, ask, extra),
        Act::React(reaction) => answers::reaction(fight, ask, reaction),
        Act::Yes => Label::new(&verbs::AGREE),
        Act::No | Act::Pass => Label::new(&verbs::DECLINE),
        Act::LetBe => Label::new(&verbs::LET_BE),
        Act::Who(who) => answers::person(fight, ask, who),
        Act::Side(side) => answers::side(fight, ask, side),
        Act::Skill(skill) => Label::new(&verbs::RESIST).variant("skill", answers::key(skill.text()), skill.text()),
        Act::Way(step) => Label::new(&verbs::CHOOSE).on(Target::Way(step)),
        Act::Square(square) => Label::new(&verbs::CHOOSE).on(Target::Square(square)),
        Act::Signal(signal) => answers::signal(signal),
        Act::Damage(kind) => answers::named(&verbs::CHOOSE, kind.text()),
        Act::Mark(mark) => answers::mark(fight, mark),
        Act::Target(at) => answers::aim(fight, ask, at),
        Act::Door(portal, turn) => deeds::door(portal, turn),
    }
}
