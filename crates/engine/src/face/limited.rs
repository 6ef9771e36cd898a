//! A question with some of its options alone: those that have to do with nobody whom the one asked does not perceive.

use super::question::{AnyQuestion, Lent};
use crate::cast::{Seat, Who};
use crate::label::Label;
use crate::question::{Answer, Question, Shape, Weight};
use crate::rule::Rule;

/// What a question shows to the one asked, who does not perceive everybody.
pub(super) struct Kept {
    /// The options that are shown, by their places.
    pub(super) places: Vec<usize>,
    /// Of each of the roster whether the one asked does not perceive the combatant.
    pub(super) unperceived: Vec<bool>,
}

impl Kept {
    fn known(&self, who: Who) -> Option<Who> {
        let unperceived = self.unperceived.get(who.index()).is_some_and(|unperceived| *unperceived);
        (!unperceived).then_some(who)
    }
}

/// A question of which only what is kept is shown.
pub(super) struct Limited<'a> {
    pub(super) whole: Box<dyn AnyQuestion + 'a>,
    pub(super) kept: Kept,
}

impl AnyQuestion for Limited<'_> {
    fn who(&self) -> &str {
        self.whole.who()
    }

    fn to(&self) -> Seat {
        self.whole.to()
    }

    fn text(&self) -> &str {
        self.whole.text()
    }

    fn rule(&self) -> &'static Rule {
        self.whole.rule()
    }

    fn topic(&self) -> &'static str {
        self.whole.topic()
    }

    fn weight(&self) -> Weight {
        self.whole.weight()
    }

    fn shape(&self) -> Shape<()> {
        limited(self.whole.shape(), &self.kept.places)
    }

    fn options(&self) -> usize {
        self.kept.places.len()
    }

    fn option(&self, place: usize) -> Option<Lent<'_>> {
        let option = self.whole.option(*self.kept.places.get(place)?)?;
        Some(Lent { who: option.who.and_then(|who| self.kept.known(who)), ..option })
    }

    fn label(&self, place: usize) -> Option<Label> {
        let mut label = self.whole.label(*self.kept.places.get(place)?)?;
        label.target = label.target.known(|who| self.kept.known(who));
        Some(label)
    }

    fn default(&self) -> Option<usize> {
        let default = self.whole.default()?;
        self.kept.places.iter().position(|place| *place == default)
    }

    fn plain(&self) -> Question<usize> {
        let plain = self.whole.plain();
        let mut shape = limited(plain.shape, &self.kept.places);
        if let Shape::OneOf(_, of) | Shape::Several { of, .. } | Shape::OrderOf(of) = &mut shape {
            for (place, choice) in of.iter_mut().enumerate() {
                choice.act = place;
                choice.who = choice.who.and_then(|who| self.kept.known(who));
            }
        }
        let first = || Answer::One(0);
        let default = match plain.default {
            Answer::One(_) => self.default().map_or_else(first, Answer::One),
            Answer::Several(picks) => {
                Answer::Several(picks.into_iter().filter_map(|place| self.place(place)).collect())
            }
            Answer::Order(picks) => Answer::Order(picks.into_iter().filter_map(|place| self.place(place)).collect()),
            other => other,
        };
        Question { shape, default, ..plain }
    }
}

impl Limited<'_> {
    fn place(&self, whole: usize) -> Option<usize> {
        self.kept.places.iter().position(|place| *place == whole)
    }
}

/// The shape with these of its options.
fn limited<A>(shape: Shape<A>, kept: &[usize]) -> Shape<A> {
    match shape {
        Shape::OneOf(wants, of) => Shape::OneOf(wants, these(of, kept)),
        Shape::OrderOf(of) => Shape::OrderOf(these(of, kept)),
        Shape::Several { wants, of, least, most } => {
            let (least, most) = (least.min(kept.len()), most.min(kept.len()));
            Shape::Several { wants, of: these(of, kept), least, most }
        }
        other => other,
    }
}

fn these<T>(all: Vec<T>, kept: &[usize]) -> Vec<T> {
    all.into_iter().enumerate().filter(|(place, _)| kept.contains(place)).map(|(_, one)| one).collect()
}

/// An answer by the places among these options, by the places among all.
pub(super) fn whole(answer: &Answer<usize>, kept: &[usize]) -> Answer<usize> {
    let place = |at: &usize| kept.get(*at).copied().unwrap_or(usize::MAX);
    match answer {
        Answer::One(at) => Answer::One(place(at)),
        Answer::Several(picks) => Answer::Several(picks.iter().map(place).collect()),
        Answer::Order(picks) => Answer::Order(picks.iter().map(place).collect()),
        other => other.clone(),
    }
}
