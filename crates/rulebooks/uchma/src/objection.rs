//! Why something may not be done, in a form that costs nothing until somebody wants to read it: tactics look at
//! hundreds of things that they may not do.

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

impl From<Who> for Subject {
    fn from(who: Who) -> Self {
        Subject::Who(who)
    }
}

impl From<AbilityId> for Subject {
    fn from(ability: AbilityId) -> Self {
        Subject::Ability(ability)
    }
}

impl From<Square> for Subject {
    fn from(square: Square) -> Self {
        Subject::Square(square)
    }
}

impl From<&'static str> for Subject {
    fn from(word: &'static str) -> Self {
        Subject::Word(word)
    }
}

/// A rule that forbids something, and the case at hand: words with the name of the subject in the place of `{}`, and
/// numbers in those of `{0}` and `{1}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objection {
    rule: &'static Rule,
    words: &'static str,
    subject: Option<Subject>,
    numbers: [i16; 2],
}

impl Objection {
    /// By `rule`, with its reason.
    pub const fn new(rule: &'static Rule, words: &'static str) -> Self {
        Objection { rule, words, subject: None, numbers: [0; 2] }
    }

    /// By `rule`, about something with a name.
    pub fn about(rule: &'static Rule, subject: impl Into<Subject>, words: &'static str) -> Self {
        Objection { subject: Some(subject.into()), ..Objection::new(rule, words) }
    }

    /// With the two numbers that stand in the reason.
    #[must_use]
    pub const fn with(self, numbers: [i16; 2]) -> Self {
        Objection { numbers, ..self }
    }

    /// The rule that forbids it.
    pub const fn rule(self) -> &'static Rule {
        self.rule
    }

    /// Written out.
    pub fn refusal(self, fight: &Fight) -> Refusal {
        if !self.words.contains('{') {
            return Refusal::new(self.rule, self.words);
        }
        let [first, second] = self.numbers;
        let words = self.words.replace("{0}", &first.to_string()).replace("{1}", &second.to_string());
        let name = match self.subject {
            None => return Refusal::new(self.rule, words),
            Some(Subject::Who(who)) => fight.label(who).to_owned(),
            Some(Subject::Ability(ability)) => fight.ability(ability).entry.name.clone(),
            Some(Subject::Square(square)) => square.to_string(),
            Some(Subject::Word(word)) => word.to_owned(),
        };
        Refusal::new(self.rule, words.replace("{}", &name))
    }
}
