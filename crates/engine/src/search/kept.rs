//! What a side that searches keeps of the play-outs behind the answer that it gave: at its next question those that took the
//! course that the fight itself took stand there already, with the dice that come next.

use quintain_dice::{LateStream, Stream};

use super::Entry;
use crate::cast::{Seat, Side};
use crate::digest::digest;
use crate::question::{Answer, Question, Shape, Weight};
use crate::rulebook::Rulebook;

/// A longer way to the next question than this is not kept: the fight will hardly take the same.
const LONGEST: usize = 24;

/// What is said between two questions of a side.
#[derive(Clone, Debug)]
pub(crate) struct Way<R: Rulebook> {
    /// The digest of the resting point that was passed, if one was.
    rest: Option<String>,
    /// What the table has said since the answer, or since that resting point.
    said: Vec<Entry<R>>,
}

impl<R: Rulebook> Way<R> {
    /// Nothing said yet.
    fn new() -> Self {
        Way { rest: None, said: Vec::new() }
    }

    /// The way that a fight has come: past this resting point, or past none.
    pub(super) fn come(rest: Option<&R>, said: &[Entry<R>]) -> Self {
        Way { rest: rest.map(digest), said: said.to_vec() }
    }

    fn is_like(&self, other: &Self) -> bool {
        let alike = |(one, other): (&Entry<R>, &Entry<R>)| one.is_like(other);
        self.rest == other.rest && self.said.len() == other.said.len() && self.said.iter().zip(&other.said).all(alike)
    }
}

/// Where a play-out has come to the next question of the side for which it is played.
#[derive(Clone, Debug)]
pub(crate) struct Reached<R: Rulebook> {
    way: Way<R>,
    /// What was answered there.
    answer: Answer<R::Act>,
    /// The dice that come next.
    streams: (Stream, LateStream),
}

/// Looks for the next question of a side in a play-out.
#[derive(Clone, Debug)]
pub(crate) struct Lookout<R: Rulebook> {
    side: Side,
    way: Option<Way<R>>,
    reached: Option<Reached<R>>,
}

impl<R: Rulebook> Lookout<R> {
    pub(super) fn of(side: Side) -> Self {
        Lookout { side, way: Some(Way::new()), reached: None }
    }

    /// Whether it still looks.
    pub(super) fn looks(&self) -> bool {
        self.way.is_some()
    }

    /// Whether this is the question that it looks for.
    pub(super) fn is_due(&self, fight: &R, ask: &R::Ask) -> bool {
        let own = matches!(fight.seat(ask), Seat::Of(who) if fight.side(who) == self.side);
        self.looks() && own && is_searched(fight, ask) && is_free(&fight.question(ask))
    }

    /// The question has come, and this is answered.
    pub(super) fn reach(&mut self, answer: &Answer<R::Act>, streams: (Stream, LateStream)) {
        let way = self.way.take();
        self.reached = way.map(|way| Reached { way, answer: answer.clone(), streams });
    }

    /// The table has said this.
    pub(super) fn hear(&mut self, entry: impl FnOnce() -> Entry<R>) {
        let Some(way) = &mut self.way else { return };
        if way.said.len() < LONGEST {
            way.said.push(entry());
        } else {
            self.way = None;
        }
    }

    /// A resting point is passed; behind a second one it is not looked any more.
    pub(super) fn rest(&mut self, fight: &R) {
        let first = self.way.take().filter(|way| way.rest.is_none());
        self.way = first.map(|_| Way { rest: Some(digest(fight)), said: Vec::new() });
    }

    pub(super) fn reached(self) -> Option<Reached<R>> {
        self.reached
    }
}

/// A play-out that stands at a question already.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// The dice that come next.
    pub(super) streams: (Stream, LateStream),
    /// What came of the rulebook's own answer: its worth, and whether it was won.
    pub(super) own: (f64, f64),
}

/// Play-outs behind the answer that was given last, as far as they came to a next question.
#[derive(Clone, Debug)]
pub(crate) struct Kept<R: Rulebook> {
    pub(super) all: Vec<(Reached<R>, (f64, f64))>,
}

impl<R: Rulebook> Default for Kept<R> {
    fn default() -> Self {
        Kept { all: Vec::new() }
    }
}

impl<R: Rulebook> Kept<R> {
    /// Those that came the way that the fight has come, and went on with the rulebook's own answer.
    pub(super) fn at(self, come: &Way<R>, own: &Answer<R::Act>) -> Vec<Standing> {
        let here = self.all.into_iter().filter(|(reached, _)| reached.answer == *own && reached.way.is_like(come));
        here.map(|(reached, own)| Standing { streams: reached.streams, own }).collect()
    }
}

/// Whether a question leaves something that a side searches for, as far as that shows without its options.
pub(super) fn is_searched<R: Rulebook>(fight: &R, ask: &R::Ask) -> bool {
    matches!(fight.weight(ask), Weight::Decision | Weight::Choice) && !fight.is_moot(ask)
}

/// Whether a question leaves a choice that can be tried.
pub(super) fn is_free<A: Copy + PartialEq>(question: &Question<A>) -> bool {
    match &question.shape {
        Shape::Number { least, most } => least < most,
        Shape::Path { .. } | Shape::Text => false,
        _ => question.choices().len() > 1,
    }
}
