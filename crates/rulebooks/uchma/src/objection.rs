//! Why something may not be done, in a form that costs nothing until somebody wants to read it: tactics look at
//! hundreds of things that they may not do.

use std::borrow::Cow;

use quintain_engine::{Refusal, Rule, Who};
use quintain_field::Square;

use crate::content::AbilityId;
use crate::fight::Fight;

/// What an objection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A creature.
    Who(Who),
    /// An ability.
    Ability(AbilityId),
    /// A square.
    Square(Square),
    /// A word of the book.
    Word(&'static str),
}

/// The reason.
#[derive(Clone, Debug, PartialEq)]
enum Why {
    /// In words.
    Said(Cow<'static, str>),
    /// In words with the name of the subject in the place of `{}`, and numbers in those of `{0}` and `{1}`.
    About(&'static str, Subject, [i16; 2]),
}

/// A rule that forbids something, and the case at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Objection {
    rule: &'static Rule,
    why: Why,
}

impl Objection {
    /// By `rule`, with its reason.
    pub fn new(rule: &'static Rule, why: impl Into<Cow<'static, str>>) -> Self {
        Objection { rule, why: Why::Said(why.into()) }
    }

    /// By `rule`, about something with a name and perhaps two numbers.
    pub fn about(rule: &'static Rule, subject: Subject, words: &'static str, numbers: [i16; 2]) -> Self {
        Objection { rule, why: Why::About(words, subject, numbers) }
    }

    /// Written out.
    pub fn refusal(self, fight: &Fight) -> Refusal {
        match self.why {
            Why::Said(why) => Refusal { rule: self.rule, why },
            Why::About(words, subject, [first, second]) => {
                let name = match subject {
                    Subject::Who(who) => fight.label(who).to_owned(),
                    Subject::Ability(ability) => fight.ability(ability).entry.name.clone(),
                    Subject::Square(square) => square.to_string(),
                    Subject::Word(word) => word.to_owned(),
                };
                let numbers = words.replace("{0}", &first.to_string()).replace("{1}", &second.to_string());
                Refusal::new(self.rule, numbers.replace("{}", &name))
            }
        }
    }
}

impl From<Refusal> for Objection {
    fn from(refusal: Refusal) -> Self {
        Objection { rule: refusal.rule, why: Why::Said(refusal.why) }
    }
}
