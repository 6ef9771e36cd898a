//! Every question in full: who is asked, how much it presses, by which rule, what is refused, and what stands unless
//! somebody speaks.

use std::collections::BTreeSet;

use quintain_engine::{Answer, Picks, Question, Refused, Seat, Shape, Weight};

use crate::ask::{Act, Ask, seat};
use crate::fight::Fight;
use crate::rules::{doors, initiative, moving, options};
use crate::tactics;

mod choices;
mod refusals;
mod sentence;
mod shape;
mod topics;
mod words;

use choices::additions;
pub use refusals::refusals;
use sentence::sentence;
use shape::shape;
pub use topics::{TOPICS, topic_of};

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let shape = shape(fight, ask);
    let default = default(fight, ask, &shape);
    Question {
        to: seat(ask),
        text: sentence(fight, ask),
        rule: topic_of(fight, ask).rule,
        weight: weight(fight, ask),
        refused: refused_beside(fight, ask, &shape),
        shape,
        waits: (default == Answer::One(Act::LetBe)).then_some(Answer::One(Act::Pass)),
        default,
    }
}

/// What is refused, without the words that an option has as well: of two like weapons one may be used.
fn refused_beside(fight: &Fight, ask: &Ask, shape: &Shape<Act>) -> Vec<Refused> {
    let mut all = refused(fight, ask);
    if let Shape::OneOf(_, of) = shape {
        let offered: BTreeSet<&str> = of.iter().map(|choice| choice.text.as_str()).collect();
        all.retain(|refused| !offered.contains(refused.text.as_str()));
    }
    all
}

/// What stands unless somebody speaks: nothing is added and nobody reacts; all else is as tactics would have it.
fn default(fight: &Fight, ask: &Ask, shape: &Shape<Act>) -> Answer<Act> {
    match shape {
        Shape::Number { .. } => Answer::Number(match *ask {
            Ask::Far { most, .. } => most.into(),
            Ask::GiveHp { who, at, most } => tactics::hp_given(fight, who, at, most).into(),
            Ask::HowHard { .. } => doors::DIFFICULTY,
            _ => initiative::DIFFICULTY,
        }),
        // What costs something is never added without a word, and nobody reacts.
        Shape::Several { .. } if matches!(ask, Ask::Extras { .. } | Ask::LateHelp { .. }) => {
            Answer::Several(Picks::new())
        }
        Shape::Several { .. } => Answer::Several(tactics::several(fight, ask)),
        Shape::OrderOf(of) => Answer::Order(of.iter().map(|choice| choice.act).collect()),
        Shape::OneOf(_, of) if matches!(ask, Ask::React { .. } | Ask::Duel { .. } | Ask::Combine { .. }) => {
            let rest = of.iter().any(|choice| choice.act == Act::LetBe);
            Answer::One(if rest { Act::LetBe } else { Act::Pass })
        }
        Shape::OneOf(_, of) => {
            // A push goes straight on and nowhere else unless somebody says so.
            let plain = matches!(ask, Ask::Direction { .. } | Ask::TradeForProne { .. });
            let wanted = tactics::choose_as(fight, usize::from(plain), ask);
            let known = of.iter().find(|choice| Some(choice.act) == wanted).or(of.first());
            Answer::One(known.map_or(Act::Pass, |choice| choice.act))
        }
        _ => Answer::One(Act::Pass),
    }
}

/// How much it presses, by its kind and by whether it is put to a player.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let players = matches!(seat(ask), Seat::Of(who) if fight.one(who).hero);
    topic_of(fight, ask).weight_for(players)
}

/// Whether an edict has left nothing to choose: nothing is added then.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Extras { who, deed } => additions(fight, who, deed).is_empty(),
        Ask::Spot { .. }
        | Ask::Place { .. }
        | Ask::Teleport { .. }
        | Ask::Origin { .. }
        | Ask::Landing { .. }
        | Ask::PutDown { .. } => {
            matches!(shape(fight, ask), Shape::OneOf(_, of) if of.is_empty())
        }
        _ => false,
    }
}

/// What a person would look for on a turn and may not do: the deeds that a rule forbids now.
fn refused(fight: &Fight, ask: &Ask) -> Vec<Refused> {
    let Ask::Turn { who } = *ask else { return Vec::new() };
    let mut all: Vec<Refused> = Vec::new();
    options::candidates(fight, who, |deed| {
        if let Err(refusal) = options::may(fight, who, deed) {
            let text = options::deed_text(fight, who, deed);
            if !all.iter().any(|known| known.text == text) {
                all.push(Refused { text, refusal });
            }
        }
    });
    if let Err(refusal) = moving::may_move(fight, who)
        && fight.one(who).movement <= 0
    {
        all.push(Refused { text: "move".into(), refusal });
    }
    all
}
