//! What every option does, in parts that programs can read: its verb, means, target, price and what is to be known of it.

mod answers;
mod deeds;
mod means;
mod verbs;

use quintain_engine::{Label, Tags, Target};

use crate::state::{Act, Ask, Fight};

pub(crate) use verbs::VERBS;

/// What an option does, without what it costs and brings about.
pub(crate) fn doing(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(deed)) => deeds::of(fight, who, deed),
        _ => label(fight, ask, act),
    }
}

/// What an option does, what it costs and what it brings about.
pub(crate) fn label(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    match *act {
        Act::Yes => answers::yes(fight, ask),
        Act::No => answers::no(ask),
        Act::Delay { whom, after } => {
            Label::new(&verbs::DELAY).on(Target::Slot { who: whom, after }).tagged(Tags::ENDS_TURN)
        }
        Act::Deed(deed) => match *ask {
            Ask::Turn { who } => deeds::of_turn(fight, who, deed),
            _ => Label::new(&verbs::CHOOSE),
        },
        Act::Readied { deed, at_trigger } => match *ask {
            Ask::Ready { who } => deeds::readied(fight, who, deed, at_trigger),
            _ => Label::new(&verbs::CHOOSE),
        },
        Act::What(what) => answers::what(what),
        Act::Whose(whose) => answers::whose(whose),
        Act::Square(square) => Label::new(&verbs::CHOOSE).on(Target::Square(square)),
        Act::How(how) => answers::how(fight, ask, how),
        Act::Part(limb) => answers::part(ask, limb),
        Act::Defend(kind) => answers::defends(fight, ask, kind),
        Act::Way(way) => Label::new(&verbs::CHOOSE).on(Target::Way(way)),
        Act::Light(light) => answers::light(light),
        Act::Cover(hiding) => answers::cover(hiding),
        Act::Against(number) => Label::new(&verbs::CHOOSE).on(Target::Number(number.into())),
        Act::Power(act) => match ask {
            Ask::Power(ask) => answers::power(fight, ask, act),
            _ => Label::new(&verbs::CHOOSE),
        },
    }
}
