//! What has been said since the last resting point, as the rules heard it: they run to the same place again and again, and
//! need not read the same words each time.

use quintain_dice::{Faces, LateStream};

use crate::edict::Edict;
use crate::question::Answer;
use crate::rulebook::Rulebook;

/// One thing that the table said.
#[derive(Clone, Debug)]
pub(crate) enum Heard<R: Rulebook> {
    /// Dice.
    Dice(Faces),
    /// An answer.
    Answer {
        /// The place of its question among those that were open.
        place: usize,
        /// The answer.
        answer: Answer<R::Act>,
        /// How far the tactics' own dice had come behind it, where they may have moved.
        own: Option<LateStream>,
    },
    /// An edict, where no record is kept that it could be read from.
    Edict(Edict),
}

/// All of it, by the places of the facts behind the resting point. Edicts and standing answers have places, too, at which
/// nothing stands where there is a record: they are always read from it.
#[derive(Clone, Debug)]
pub(crate) struct Said<R: Rulebook> {
    from: usize,
    all: Vec<Option<Heard<R>>>,
}

impl<R: Rulebook> Said<R> {
    /// Nothing yet, behind a resting point to which so many facts have led.
    pub(crate) fn behind(from: usize) -> Self {
        Said { from, all: Vec::new() }
    }

    /// Forgets everything, at another resting point.
    pub(crate) fn begin(&mut self, from: usize) {
        self.from = from;
        self.all.clear();
    }

    /// What was said in the place of this fact.
    pub(crate) fn get(&self, fact: usize) -> Option<&Heard<R>> {
        self.all.get(fact.checked_sub(self.from)?)?.as_ref()
    }

    /// Remembers what is said in the place of this fact.
    pub(crate) fn put(&mut self, fact: usize, heard: Heard<R>) {
        let Some(place) = fact.checked_sub(self.from) else { return };
        if place >= self.all.len() {
            self.all.resize_with(place + 1, || None);
        }
        self.all[place] = Some(heard);
    }

    /// The place of the fact behind all that was said.
    pub(crate) fn end(&self) -> usize {
        self.from + self.all.len()
    }

    /// Forgets how far the tactics' own dice had come.
    pub(crate) fn forget_own(&mut self) {
        for heard in self.all.iter_mut().flatten() {
            if let Heard::Answer { own, .. } = heard {
                *own = None;
            }
        }
    }
}
