//! An open question behind the common face, lent to be looked at without copying its words.

use quintain_field::Square;

use crate::cast::{Seat, Who};
use crate::label::Label;
use crate::open::Open;
use crate::question::{Question, Shape, Weight};
use crate::rule::Rule;
use crate::rulebook::{Rulebook, seat_name, topic_key};

/// An option of an open question, lent.
#[derive(Clone, Copy, Debug)]
pub struct Lent<'a> {
    /// Its text.
    pub text: &'a str,
    /// What it does or costs, in a few words.
    pub hint: &'a str,
    /// The square it points at.
    pub square: Option<Square>,
    /// The combatant it points at.
    pub who: Option<Who>,
}

/// An open question, lent to be looked at.
pub trait AnyQuestion {
    /// The combatant's name, or `gm`.
    fn who(&self) -> &str;
    /// Who is asked.
    fn to(&self) -> Seat;
    /// What is asked, as a sentence.
    fn text(&self) -> &str;
    /// The rule that asks.
    fn rule(&self) -> &'static Rule;
    /// The kind of question: a topic's key, or the id of the rule that asks.
    fn topic(&self) -> &'static str;
    /// How much it presses.
    fn weight(&self) -> Weight;
    /// What an answer must look like, with options that stand for nothing.
    fn shape(&self) -> Shape<()>;
    /// How many options there are.
    fn options(&self) -> usize;
    /// The option at this place.
    fn option(&self, place: usize) -> Option<Lent<'_>>;
    /// What the option at this place does, in parts; nothing where the book does not say.
    fn label(&self, place: usize) -> Option<Label>;
    /// The place of the default among the options, where it is one of them.
    fn default(&self) -> Option<usize>;
    /// The question in full; each choice stands for its place in the list.
    fn plain(&self) -> Question<usize>;
}

/// A question with the state in which it is open.
struct Asked<'a, R: Rulebook> {
    fight: &'a R,
    ask: &'a R::Ask,
    question: &'a Question<R::Act>,
}

/// The question at this place of those that are open.
pub(super) fn lend<'a, R: Rulebook>(
    fight: &'a R,
    open: &'a [Open<R>],
    place: usize,
) -> Option<Box<dyn AnyQuestion + 'a>> {
    let (ask, question) = open.get(place)?.both(fight);
    Some(Box::new(Asked { fight, ask, question }))
}

impl<R: Rulebook> AnyQuestion for Asked<'_, R> {
    fn who(&self) -> &str {
        seat_name(self.fight, self.question.to)
    }

    fn to(&self) -> Seat {
        self.question.to
    }

    fn text(&self) -> &str {
        &self.question.text
    }

    fn rule(&self) -> &'static Rule {
        self.question.rule
    }

    fn topic(&self) -> &'static str {
        topic_key(self.fight, self.ask, self.question)
    }

    fn weight(&self) -> Weight {
        self.question.weight
    }

    fn shape(&self) -> Shape<()> {
        match &self.question.shape {
            Shape::OneOf(wants, _) => Shape::OneOf(*wants, Vec::new()),
            Shape::Several { wants, least, most, .. } => {
                Shape::Several { wants: *wants, of: Vec::new(), least: *least, most: *most }
            }
            Shape::OrderOf(_) => Shape::OrderOf(Vec::new()),
            Shape::Number { least, most } => Shape::Number { least: *least, most: *most },
            Shape::Path { from, of, most } => Shape::Path { from: *from, of: of.clone(), most: *most },
            Shape::Text => Shape::Text,
        }
    }

    fn options(&self) -> usize {
        self.question.choices().len()
    }

    fn option(&self, place: usize) -> Option<Lent<'_>> {
        let choice = self.question.choices().get(place)?;
        Some(Lent { text: &choice.text, hint: &choice.hint, square: choice.square, who: choice.who })
    }

    fn label(&self, place: usize) -> Option<Label> {
        self.fight.label(self.ask, &self.question.choices().get(place)?.act)
    }

    fn default(&self) -> Option<usize> {
        let act = self.question.default.one()?;
        self.question.choices().iter().position(|choice| choice.act == act)
    }

    fn plain(&self) -> Question<usize> {
        self.question.plain()
    }
}
