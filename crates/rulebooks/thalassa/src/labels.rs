//! Labels: what each option does, in parts, for pages and programs that do not read its words.

mod answers;
mod deeds;
mod verbs;

use quintain_engine::{Label, Price, Tags, Target, Verb};

use crate::ask::{Act, Ask};
use crate::declaration::Move;
use crate::fight::Fight;
use crate::rules::{battle_map, hazards};

pub use deeds::intent;
pub use verbs::VERBS;

/// What an option does, without what it costs and brings about.
pub fn doing(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match (*ask, *act) {
        (Ask::Declare { who } | Ask::Telegraph { who }, Act::Deed(deed)) => deeds::doing(fight, who, deed),
        (_, Act::Move(to)) => leading(ask, to),
        _ => label(fight, ask, act),
    }
}

/// What an option does, what it costs and what it brings about.
pub fn label(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match *act {
        Act::Deed(deed) => deeds::label(fight, ask, deed),
        Act::Move(to) => moved(fight, ask, act, to),
        Act::MoveLater => Label::new(&verbs::MOVE_LATER).tagged(Tags::FREE | Tags::ADDS | Tags::DECLARES),
        Act::Avert => Label::new(&verbs::AVERT).tagged(Tags::FREE | Tags::ADDS | Tags::DECLARES),
        Act::Yes => answers::verdict(ask, true),
        Act::No => answers::verdict(ask, false),
        Act::Rolls => answers::judgement(ask, "order", ("rolls", "rolls")),
        Act::Passes => answers::judgement(ask, "order", ("passes", "passes")),
        Act::Fails => answers::judgement(ask, "order", ("fails", "fails")),
        Act::Call { who, ability } => answers::call(ask, who, ability),
        Act::NoCall | Act::Nobody => Label::new(&verbs::DECLINE),
        Act::Cost(cost) => answers::judgement(ask, "cost", (cost.key(), cost.words())),
        Act::State(state) => answers::judgement(ask, "state", (state.word(), state.word())),
        Act::Thing(thing) => answers::thing(fight, ask, thing),
        Act::Who(who) => answers::person(fight, ask, who),
        Act::Blow(place) => answers::blow(fight, place),
        Act::TakeOver(who) => Label::new(&verbs::TAKE_OVER).on(Target::Who(who)),
        Act::BringIn(place) => answers::newcomer(fight, place),
        Act::Square(square) => Label::new(&verbs::ENTER).on(Target::Square(square)),
    }
}

/// A move before the action or after it.
fn moved(fight: &Fight, ask: &Ask, act: &Act, to: Move) -> Label {
    let (who, order) = match *ask {
        Ask::MoveAfter { who, .. } => (who, Tags::DECLARES | Tags::ENDS_TURN),
        Ask::Declare { who } => (who, Tags::DECLARES | Tags::ADDS),
        _ => return leading(ask, to),
    };
    let label = walked(leading(ask, to).tagged(order), fight, (ask, act));
    let burnt = match to {
        Move::Stay => fight.one(who).at.is_some_and(|at| hazards::scorches(fight, who, &[at])),
        _ => hazards::any_burns(fight) && hazards::scorches(fight, who, &battle_map::shown(fight, ask, act)),
    };
    if burnt { label.tagged(Tags::HURTS_SELF) } else { label }
}

/// A move and whither, without what it costs.
fn leading(ask: &Ask, to: Move) -> Label {
    match (ask, to) {
        (Ask::MoveAfter { .. } | Ask::Declare { .. }, Move::Stay) => Label::new(&verbs::STAY).tagged(Tags::FREE),
        (Ask::MoveAfter { .. } | Ask::Declare { .. }, Move::Close(foe)) => {
            Label::new(&verbs::CLOSE).on(Target::Who(foe))
        }
        _ => going(&verbs::MOVE, to),
    }
}

/// Where a move leads.
fn going(verb: &'static Verb, to: Move) -> Label {
    let label = Label::new(verb);
    match to {
        Move::AsNeeded => label,
        Move::Stay => label.on(Target::Oneself),
        Move::To(square) => label.on(Target::Square(square)),
        Move::Close(foe) => label.on(Target::Who(foe)),
    }
}

/// The same with the feet that it takes and leaves. How far one goes to close with a foe depends on where the foe goes.
fn walked(label: Label, fight: &Fight, (ask, act): (&Ask, &Act)) -> Label {
    match battle_map::walk(fight, ask, act) {
        Some((taken, left)) => label.costing(Price::Distance, amount(taken), Some(amount(left))),
        None => label,
    }
}

/// A number as costs count it.
fn amount(number: u32) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}
