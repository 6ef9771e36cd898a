//! What powers ask: of whom, in which words, with which options.

use quintain_engine::{Choice, Shape, Wants, Who};
use quintain_field::Square;

use super::options::yes_no;
use crate::content::{Call, Effect, PowerId};
use crate::rules::powers::asks::{can_close, can_resist, carried, strike};
use crate::rules::powers::{events, fits_hit, number};
use crate::rules::{magic, surgery, willpower};
use crate::state::{Act, Fight, PowerAct, PowerAsk};

/// The combatant whose decision it is, unless it is the game master's.
pub(crate) fn asked(ask: &PowerAsk) -> Option<Who> {
    match *ask {
        PowerAsk::OnHit { who, .. }
        | PowerAsk::Resist { who, .. }
        | PowerAsk::Which { who, .. }
        | PowerAsk::Amount { who, .. }
        | PowerAsk::Event { who, .. }
        | PowerAsk::NextHit { who, .. }
        | PowerAsk::EndsOne { who, .. }
        | PowerAsk::Back { who }
        | PowerAsk::Component { who }
        | PowerAsk::Vigorous { who }
        | PowerAsk::Spare { who }
        | PowerAsk::Amputate { who, .. }
        | PowerAsk::Focus { who, .. } => Some(who),
        PowerAsk::Dirt { .. } => None,
    }
}

pub(crate) fn sentence(fight: &Fight, ask: &PowerAsk) -> String {
    let name = |who: Who| fight.label(who);
    let called = |power: PowerId| fight.power(power).entry.name.as_str();
    match *ask {
        PowerAsk::OnHit { who, whom, .. } => format!("What does {} use on the hit on {}?", name(who), name(whom)),
        PowerAsk::Resist { who, effect, n } => format!("Does {} resist {effect} {n}?", name(who)),
        PowerAsk::Which { power, .. } => format!("What does {} call?", called(power)),
        PowerAsk::Amount { power, least, most, .. } => format!("How much for {}? ({least} to {most})", called(power)),
        PowerAsk::Event { who, power } => format!("Does {} use {} now?", name(who), called(power)),
        PowerAsk::NextHit { who, whom, power } => {
            format!("Does {} spend this hit on {} with {}?", name(who), name(whom), called(power))
        }
        PowerAsk::EndsOne { who, .. } => format!("Which effect on {} ends?", name(who)),
        PowerAsk::Back { who } => format!("Where does {} come back?", name(who)),
        PowerAsk::Component { who } => format!("What does {} gather power from?", name(who)),
        PowerAsk::Vigorous { who } => {
            format!("Does {} pay {} willpower for success?", name(who), surgery::VIGOROUS)
        }
        PowerAsk::Focus { who, price } => format!("Does {} pay {price} willpower to spare the patient?", name(who)),
        PowerAsk::Spare { who } => format!("Does {} pass over this card?", name(who)),
        PowerAsk::Amputate { who, whom } => {
            format!("Does {} take off a limb of {} to save its life?", name(who), name(whom))
        }
        PowerAsk::Dirt { whom } => format!("Does dirt get into the wound of {}?", name(whom)),
    }
}

fn named(fight: &Fight, who: Who, fits: impl Fn(usize) -> bool) -> Vec<Choice<Act>> {
    let mut choices: Vec<Choice<Act>> = Vec::new();
    for (place, power) in fight.powers(who).iter().enumerate() {
        let text = &fight.power(*power).entry.name;
        if fits(place) && !choices.iter().any(|choice| choice.text == *text) {
            let price = willpower::price(fight, who, *power, None);
            let choice = Choice::new(text.clone(), Act::Power(PowerAct::Use(place as u8)));
            choices.push(choice.hint(format!("{price} willpower")));
        }
    }
    choices
}

fn nothing(mut choices: Vec<Choice<Act>>, text: &str) -> Shape<Act> {
    choices.push(Choice::new(text, Act::Power(PowerAct::None)).also(&["nothing", "pass"]));
    Shape::OneOf(Wants::Act, choices)
}

fn calls_text(fight: &Fight, calls: &[Call]) -> String {
    let words: Vec<String> = calls.iter().map(|call| format!("{} {}", call.effect, number(fight, call))).collect();
    words.join(" with ")
}

/// What is legal.
pub(crate) fn shape(fight: &Fight, ask: &PowerAsk) -> Shape<Act> {
    match *ask {
        PowerAsk::OnHit { who, whom, hold, limb } => {
            let strike = strike(who, whom, hold, limb);
            let mut choices = named(fight, who, |place| fits_hit(fight, &strike, whom, hold, place));
            if carried(fight, who, hold).is_some() {
                choices.push(Choice::new("the automaton of the weapon", Act::Power(PowerAct::Carried)));
            }
            if can_close(fight, who, whom, hold) {
                choices.push(Choice::new("stagger with the long weapon", Act::Power(PowerAct::Close)));
            }
            nothing(choices, "damage")
        }
        PowerAsk::Resist { who, effect, .. } => {
            nothing(named(fight, who, |place| can_resist(fight, who, place, effect)), "do not resist")
        }
        PowerAsk::Which { power, .. } => {
            let entry = &fight.power(power).entry;
            let first = Choice::new(calls_text(fight, &entry.calls), Act::Power(PowerAct::First));
            Shape::OneOf(
                Wants::Act,
                vec![first, Choice::new(calls_text(fight, &entry.or), Act::Power(PowerAct::Second))],
            )
        }
        PowerAsk::Amount { least, most, .. } => {
            let choice = |n: i16| Choice::new(n.to_string(), Act::Power(PowerAct::Amount(n)));
            Shape::OneOf(Wants::Act, (least..=most).map(choice).collect())
        }
        PowerAsk::Event { .. }
        | PowerAsk::NextHit { .. }
        | PowerAsk::Vigorous { .. }
        | PowerAsk::Focus { .. }
        | PowerAsk::Spare { .. }
        | PowerAsk::Amputate { .. }
        | PowerAsk::Dirt { .. } => yes_no(),
        PowerAsk::EndsOne { who, of } => {
            let fits = |effect: &Effect| fight.one(who).suffers(*effect);
            let choice = |effect: Effect| Choice::new(effect.to_string(), Act::Power(PowerAct::Effect(effect)));
            nothing(of.iter().filter(fits).map(choice).collect(), "none")
        }
        PowerAsk::Back { who } => {
            let choice = |at: Square| Choice::new(at.to_string(), Act::Power(PowerAct::At(at))).at(at);
            nothing(events::ways_back(fight, who).into_iter().map(choice).collect(), "not yet")
        }
        PowerAsk::Component { who } => {
            let choice = |(place, _)| {
                Choice::new(magic::component_name(fight, who, place), Act::Power(PowerAct::Component(place)))
            };
            let choices = magic::components(fight, who).into_iter().map(choice);
            nothing(choices.collect(), "stop gathering")
        }
    }
}
