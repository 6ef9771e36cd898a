//! Questions and answers: what the table is asked, every legal option, and what is refused with the rule that refuses.

mod json;
mod places;
mod read;
mod refusals;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use quintain_field::Square;
use smallvec::SmallVec;

use crate::cast::{Seat, Who};
use crate::rule::{Refusal, Rule};

pub use refusals::{RefusalGroup, grouped};

/// What one answer picks or puts in order, without allocating up to 32 things.
pub type Picks<T> = SmallVec<[T; 32]>;

/// The most options that a message lists.
const MOST_LISTED: usize = 12;

/// What the table says to a question. `A` is the rulebook's own closed set of acts.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Answer<A> {
    /// One of the options.
    One(A),
    /// Several of the options, in the order of the options.
    Several(Picks<A>),
    /// All of the options, in the order in which they shall happen.
    Order(Picks<A>),
    /// A whole number.
    Number(i64),
    /// A path or a placement, square by square.
    Squares(Picks<Square>),
    /// Free words, for people only: no rule looks inside.
    Text(Arc<str>),
}

impl<A: Copy> Answer<A> {
    /// The act, where one option was asked for.
    pub fn one(&self) -> Option<A> {
        if let Answer::One(act) = self { Some(*act) } else { None }
    }

    /// The acts picked or put in order; empty for other shapes.
    pub fn picks(&self) -> &[A] {
        match self {
            Answer::Several(picks) | Answer::Order(picks) => picks,
            Answer::One(act) => std::slice::from_ref(act),
            _ => &[],
        }
    }

    /// The number, where one was asked for.
    pub fn number(&self) -> Option<i64> {
        if let Answer::Number(n) = self { Some(*n) } else { None }
    }

    /// The words, where words were asked for.
    pub fn text(&self) -> Option<&str> {
        if let Answer::Text(text) = self { Some(text) } else { None }
    }
}

/// How much a question presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// The fight waits for somebody's decision: what a hero does.
    Decision,
    /// The same for somebody who is no hero: tactics make the choice, unless a person or a program plays it.
    Choice,
    /// How something is carried out, or whether to react: put to the person whose it is, where there is more than one
    /// answer. A script that says nothing about it takes the default.
    Detail,
    /// The default stands unless somebody speaks up: a judgement of the GM, a choice whose better half is plain.
    Formality,
}

impl Weight {
    /// The weight of a choice of play, for a player's combatant or for another.
    pub fn of_choice(players: bool) -> Weight {
        if players { Weight::Decision } else { Weight::Choice }
    }

    /// Whether the default stands where nobody speaks up and nobody sits there on purpose.
    pub fn has_default(self) -> bool {
        self != Weight::Decision
    }
}

/// What kind of thing is asked for, so that a page can offer the fitting control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wants {
    /// An act in words.
    Act,
    /// A creature.
    Creature,
    /// A square of the map.
    Square,
    /// The place and direction of an area.
    Area,
    /// Yes or no.
    YesNo,
}

/// One legal answer.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Choice<A> {
    /// The short text by which it is named, unique in its question whatever the case of its letters.
    pub text: String,
    /// Other words that mean the same, written out in full: `pass` for `nothing`.
    pub also: Vec<Cow<'static, str>>,
    /// What it does or costs, in a few words; may be empty.
    pub hint: Cow<'static, str>,
    /// The act it stands for.
    pub act: A,
    /// The square it points at, if it does.
    pub square: Option<Square>,
    /// The combatant it points at, if it does.
    pub who: Option<Who>,
}

impl<A> Choice<A> {
    /// A choice with its text and nothing more.
    pub fn new(text: impl Into<String>, act: A) -> Self {
        Choice { text: text.into(), also: Vec::new(), hint: Cow::Borrowed(""), act, square: None, who: None }
    }

    /// The same, answering to other words as well.
    pub fn also(mut self, words: &[&'static str]) -> Self {
        self.also.extend(words.iter().map(|words| Cow::Borrowed(*words)));
        self
    }

    /// The same, answering to words as well that are made for this fight.
    pub fn or(mut self, words: String) -> Self {
        self.also.push(Cow::Owned(words));
        self
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same pointing at a combatant.
    pub fn on(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// The same pointing at a square.
    pub fn at(mut self, square: Square) -> Self {
        self.square = Some(square);
        self
    }
}

/// What an answer must look like.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Shape<A> {
    /// Exactly one of these.
    OneOf(Wants, Vec<Choice<A>>),
    /// At least `least` and at most `most` of these, each once.
    Several {
        /// What the choices are.
        wants: Wants,
        /// The choices.
        of: Vec<Choice<A>>,
        /// The fewest to pick.
        least: usize,
        /// The most to pick.
        most: usize,
    },
    /// All of these, in the order in which they shall happen.
    OrderOf(Vec<Choice<A>>),
    /// A whole number between the two, both included.
    Number {
        /// The smallest legal number.
        least: i64,
        /// The largest legal number.
        most: i64,
    },
    /// A path: squares from this set, each the neighbour of the one before, at most `most` of them.
    Path {
        /// The square where it begins, not part of the answer.
        from: Square,
        /// The squares that may be used.
        of: Vec<Square>,
        /// The most steps.
        most: usize,
    },
    /// Free words.
    Text,
}

impl<A> Shape<A> {
    /// Gives back the memory that it was put together in and that it needs no more.
    pub(crate) fn fit(&mut self) {
        match self {
            Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) => of.shrink_to_fit(),
            Shape::Path { of, .. } => of.shrink_to_fit(),
            Shape::Number { .. } | Shape::Text => {}
        }
    }
}

/// An option that a person would look for and that is not legal now.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Refused {
    /// Its text, as it would stand among the options.
    pub text: String,
    /// Why not.
    pub refusal: Refusal,
}

/// A question, complete: who, why, what is legal, what is not, and what happens if nobody speaks.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Question<A> {
    /// Who is asked.
    pub to: Seat,
    /// What is asked, as a sentence.
    pub text: String,
    /// The rule that asks.
    pub rule: &'static Rule,
    /// How much it presses.
    pub weight: Weight,
    /// What the answer must look like, with every legal option.
    pub shape: Shape<A>,
    /// What a person would look for and may not do.
    pub refused: Vec<Refused>,
    /// What stands if nobody answers.
    pub default: Answer<A>,
    /// What leaves later questions open that the default does away with: scripts pass over the question with it, since
    /// they say only what matters to them.
    pub waits: Option<Answer<A>>,
}

/// Why an answer could not be taken.
#[derive(Clone, Debug, PartialEq)]
pub enum NotTaken {
    /// The option exists and is refused.
    Refused(Refusal),
    /// Several options begin like that.
    Ambiguous(Vec<String>),
    /// Nothing of the kind is offered; all options follow, the nearest first.
    Unknown(Vec<String>),
    /// The shape is wrong: what is asked for instead.
    Malformed(String),
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTaken::Refused(refusal) => write!(f, "not allowed: {refusal}"),
            NotTaken::Ambiguous(texts) => {
                let more = texts.len().saturating_sub(MOST_LISTED);
                write!(f, "could mean {}", texts[..texts.len() - more].join(" or "))?;
                if more > 0 { write!(f, ", or {more} more") } else { Ok(()) }
            }
            NotTaken::Unknown(texts) if texts.is_empty() => f.write_str("no such option"),
            NotTaken::Unknown(texts) => {
                let more = texts.len().saturating_sub(MOST_LISTED);
                write!(f, "no such option; the nearest are: {}", texts[..texts.len() - more].join("; "))?;
                if more > 0 { write!(f, "; and {more} more") } else { Ok(()) }
            }
            NotTaken::Malformed(what) => write!(f, "asked for is {what}"),
        }
    }
}

impl<A: Copy + PartialEq> Question<A> {
    /// Every legal choice, empty where a number, a path or words are asked for.
    pub fn choices(&self) -> &[Choice<A>] {
        match &self.shape {
            Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) => of,
            _ => &[],
        }
    }

    /// Whether more than one answer is legal.
    pub fn is_open(&self) -> bool {
        match &self.shape {
            Shape::OneOf(_, of) | Shape::OrderOf(of) => of.len() > 1,
            Shape::Several { of, least, .. } => of.len() > *least,
            Shape::Number { least, most } => least < most,
            Shape::Path { .. } | Shape::Text => true,
        }
    }

    /// The answer by which nothing is done: an option called `no`, `nothing`, `none`, `nobody` or `pass`, or no pick at
    /// all.
    pub fn declining(&self) -> Option<Answer<A>> {
        match &self.shape {
            Shape::Several { least: 0, .. } => Some(Answer::Several(Picks::new())),
            Shape::OneOf(..) => {
                let whole = ["no", "nothing", "none", "nobody", "pass"].into_iter().find(|word| self.is_whole(word));
                whole.and_then(|word| self.read(word).ok())
            }
            _ => None,
        }
    }

    /// What an answer must look like, in words.
    pub fn wanted(&self) -> String {
        match &self.shape {
            Shape::OneOf(..) => "one of the options".into(),
            Shape::Several { least, most, .. } if least == most => format!("a pick of {least}, parted by `and`"),
            Shape::Several { least, most, .. } => format!("a pick of {least} to {most}, parted by `and`"),
            Shape::OrderOf(_) => "each of the options once, parted by `then`".into(),
            Shape::Number { least, most } => format!("a whole number from {least} to {most}"),
            Shape::Path { from, most, .. } => format!("a path of at most {most} squares from {from}, such as `B3 C4`"),
            Shape::Text => "words".into(),
        }
    }

    /// The same question. What tactics propose is always legal; where nothing of it is offered, the first option is the
    /// default.
    pub fn with_an_offered_default(mut self) -> Self {
        if let (Shape::OneOf(_, of), Answer::One(act)) = (&self.shape, &self.default)
            && !of.iter().any(|choice| choice.act == *act)
            && let Some(first) = of.first()
        {
            self.default = Answer::One(first.act);
        }
        self
    }

    /// The words that [`Question::read`] takes for this answer.
    pub fn write(&self, answer: &Answer<A>) -> String {
        let name = |act: &A| {
            self.choices().iter().find(|choice| choice.act == *act).map_or_else(|| "?".into(), |c| c.text.clone())
        };
        match answer {
            Answer::One(act) => name(act),
            Answer::Several(acts) if acts.is_empty() => "none".into(),
            Answer::Several(acts) => {
                let words = acts.iter().map(name).collect::<Vec<_>>().join(" and ");
                // `cut and run` may be an option of its own: then the other order says what is meant.
                match self.read(&words) {
                    Ok(read) if read == *answer => words,
                    _ => acts.iter().rev().map(name).collect::<Vec<_>>().join(" and "),
                }
            }
            Answer::Order(acts) => acts.iter().map(name).collect::<Vec<_>>().join(" then "),
            Answer::Number(n) => n.to_string(),
            Answer::Squares(squares) => squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" "),
            Answer::Text(text) => text.to_string(),
        }
    }

    /// The same question without the rulebook's own acts: each choice stands for its place in the list.
    pub fn plain(&self) -> Question<usize> {
        let index = |of: &[Choice<A>]| -> Vec<Choice<usize>> {
            of.iter()
                .enumerate()
                .map(|(place, choice)| Choice {
                    text: choice.text.clone(),
                    also: choice.also.clone(),
                    hint: choice.hint.clone(),
                    act: place,
                    square: choice.square,
                    who: choice.who,
                })
                .collect()
        };
        let shape = match &self.shape {
            Shape::OneOf(wants, of) => Shape::OneOf(*wants, index(of)),
            Shape::Several { wants, of, least, most } => {
                Shape::Several { wants: *wants, of: index(of), least: *least, most: *most }
            }
            Shape::OrderOf(of) => Shape::OrderOf(index(of)),
            Shape::Number { least, most } => Shape::Number { least: *least, most: *most },
            Shape::Path { from, of, most } => Shape::Path { from: *from, of: of.clone(), most: *most },
            Shape::Text => Shape::Text,
        };
        let mut plain = Question {
            to: self.to,
            text: self.text.clone(),
            rule: self.rule,
            weight: self.weight,
            shape,
            refused: self.refused.clone(),
            default: Answer::Number(0),
            waits: None,
        };
        plain.default = plain.read(&self.write(&self.default)).unwrap_or(Answer::Number(0));
        plain.waits = self.waits.as_ref().and_then(|waits| plain.read(&self.write(waits)).ok());
        plain
    }
}
