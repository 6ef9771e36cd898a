//! Other words that mean the same: how people say what they do without naming all of it.

use quintain_engine::{Choice, Who};
use quintain_field::Step;

use super::{Act, Deed, Target, With};
use crate::fight::Fight;
use crate::options;
use crate::rules::{attack, disarm};

/// A direction, by its letters or its name in full.
pub(super) fn direction(step: Step) -> Choice<Act> {
    Choice::new(step.to_string(), Act::Way(step)).also(match step {
        Step::North => &["north"],
        Step::NorthEast => &["northeast", "north-east"],
        Step::East => &["east"],
        Step::SouthEast => &["southeast", "south-east"],
        Step::South => &["south"],
        Step::SouthWest => &["southwest", "south-west"],
        Step::West => &["west"],
        Step::NorthWest => &["northwest", "north-west"],
    })
}

/// A deed by its text, and by what people say for it.
pub(super) fn deed_choice(fight: &Fight, who: Who, deed: Deed) -> Choice<Act> {
    let choice = Choice::new(options::deed_text(fight, who, deed), Act::Deed(deed));
    let name = |whom: Who| fight.label(whom);
    match deed {
        Deed::End => choice.also(&["end", "done", "pass"]),
        Deed::Dodge(true) => choice.also(&["full dodge", "dodge fully"]),
        Deed::Disengage(true) => choice.also(&["full disengage", "disengage fully"]),
        Deed::LieDown => choice.also(&["drop prone", "go prone"]),
        Deed::Hold => choice.also(&["hold action"]),
        Deed::Release(whom) => choice.or(format!("release {}", name(whom))),
        Deed::Throw(whom) => choice.or(format!("throw {}", name(whom))),
        Deed::Toss(whom) => choice.or(format!("throw {} up", name(whom))),
        Deed::Wake(whom) => choice.or(format!("shake {} awake", name(whom))),
        Deed::Escape(_) => choice.also(&["escape grapple"]),
        Deed::Use { item, at: Target::Who(whom) } if whom == who => {
            choice.or(format!("drink {}", options::item_text(fight, who, item)))
        }
        Deed::HelpAttack(ally, enemy) => choice.or(format!("help {} attack {}", name(ally), name(enemy))),
        // What is nearest to hand goes without saying.
        Deed::Attack { at, with } if first_arm(fight, who, at) == Some(with) => {
            choice.or(format!("attack {}", name(at)))
        }
        Deed::Disarm { at, with, .. } if disarm::handiest(fight, who, at) == Some(with) => shortened(choice),
        _ => choice,
    }
}

/// The first weapon in hand or of the body that reaches somebody; for a blow that is held, the first of all where none
/// does yet.
fn first_arm(fight: &Fight, who: Who, at: Who) -> Option<With> {
    let reaching = options::arms(fight, who).find(|with| attack::can_attack(fight, who, at, *with));
    let first = reaching.or_else(|| options::arms(fight, who).next());
    first.filter(|with| matches!(with, With::Hand(_) | With::Natural(_)))
}

/// A choice that may be named without the weapon at its end.
fn shortened(choice: Choice<Act>) -> Choice<Act> {
    match choice.text.rsplit_once(" with ").map(|(short, _)| short.to_owned()) {
        Some(short) => choice.or(short),
        None => choice,
    }
}
