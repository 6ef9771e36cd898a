//! Questions put together from what a game says of its acts.

use std::cmp::Reverse;

use super::fight::{Body, Fight};
use super::game::Game;
use super::number::Number;
use crate::cast::{Seat, Who};
use crate::label::{Group, Label, Price, Target, Verb};
use crate::question::{Answer, Choice, Picks, Question, Refused, Shape, Wants, Weight};
use crate::rule::{Refusal, Rule};
use crate::rulebook::Rulebook;
use crate::topic::{Decider, Topic};

/// A question in full: every act that is legal as an option, every other with the rule that refuses it.
pub fn question<G: Game>(fight: &Fight<G>, ask: &G::Ask) -> Question<G::Act> {
    let asked = G::asked(fight, ask);
    let (mut choices, mut refused) = (Vec::new(), Vec::new());
    for act in G::acts(fight, ask) {
        let label = G::label(fight, ask, act);
        let text = text(&label, |who| fight.name(who));
        match G::may(fight, ask, act) {
            Ok(()) => {
                let choice = Choice::new(text, act);
                choices.push(match label.target {
                    Target::Who(who) => choice.on(who),
                    Target::Square(square) => choice.at(square),
                    _ => choice,
                });
            }
            Err(refusal) => refused.push(Refused { text, refusal }),
        }
    }
    Question {
        to: Seat::Of(asked.who),
        text: asked.text,
        rule: asked.topic.rule,
        weight: Rulebook::weight(fight, ask),
        shape: Shape::OneOf(Wants::Act, choices),
        refused,
        default: answer(fight, 0, ask),
        waits: None,
    }
    .with_an_offered_default()
}

/// What an act does, with what is left of every pool that it takes from.
pub(super) fn label<G: Game>(fight: &Fight<G>, ask: &G::Ask, act: G::Act) -> Label {
    let who = G::asked(fight, ask).who;
    let mut label = G::label(fight, ask, act);
    for cost in &mut label.costs {
        let pool = |number: &&Number<Fight<G>, Body<G>>| cost.price == Price::Pool(number.info.key);
        let has = G::NUMBERS.iter().find(pool).map(|number| number.value(fight, who, &fight[who].body));
        cost.left = cost.left.or_else(|| has?.checked_sub(cost.amount));
    }
    label
}

/// What tactics choose: of all acts that are legal, the one that is worth most to them, of equals the first.
pub(super) fn best<G: Game>(fight: &Fight<G>, tactics: usize, ask: &G::Ask) -> Option<G::Act> {
    let legal = G::acts(fight, ask).into_iter().filter(|act| G::may(fight, ask, *act).is_ok());
    legal.min_by_key(|act| Reverse(G::worth(fight, tactics, ask, *act)))
}

/// The same as an answer; an empty one where a game offers nothing at all.
pub(super) fn answer<G: Game>(fight: &Fight<G>, tactics: usize, ask: &G::Ask) -> Answer<G::Act> {
    best(fight, tactics, ask).map_or_else(|| Answer::Several(Picks::new()), Answer::One)
}

/// Refuses by a rule if something is so: `refuse_if(one.prone, &PRONE, "the prone only crawl")?`.
///
/// # Errors
/// The refusal.
#[inline]
pub fn refuse_if(so: bool, rule: &'static Rule, why: &'static str) -> Result<(), Refusal> {
    if so { Err(Refusal::new(rule, why)) } else { Ok(()) }
}

/// A verb whose key is its name for people, too. `short` has at most 8 letters.
pub const fn verb(
    key: &'static str,
    short: &'static str,
    group: Group,
    rule: &'static Rule,
    gloss: &'static str,
) -> Verb {
    Verb { key, name: key, short, group, rule, gloss }
}

/// The same verb by a name for people that is not its key: `named("stand up", verb("stand", …))`.
pub const fn named(name: &'static str, verb: Verb) -> Verb {
    Verb { name, ..verb }
}

/// A kind of question.
pub const fn topic(
    key: &'static str,
    rule: &'static Rule,
    decider: Decider,
    weight: Weight,
    about: &'static str,
) -> Topic {
    Topic { key, rule, decider, weight, about }
}

/// The words of an option, from its parts: `strike Rat 2 with spear`, `move to C4`, `step to the rear`.
pub fn text<'a>(label: &Label, name: impl Fn(Who) -> &'a str) -> String {
    let mut words = label.verb.name.to_owned();
    for variant in &label.variants {
        words += &format!(" {}", variant.name);
    }
    match &label.target {
        Target::Oneself => words += " oneself",
        Target::Who(who) => words += &format!(" {}", name(*who)),
        Target::Pair(one, other) => words += &format!(" {} and {}", name(*one), name(*other)),
        Target::Thing(_, thing) => words += &format!(" {thing}"),
        Target::Square(square) => words += &format!(" to {square}"),
        Target::Number(number) => words += &format!(" {number}"),
        _ => {}
    }
    if let Some(means) = &label.means {
        words += &format!(" with {}", means.name);
    }
    words
}
