//! Parts that only dice decide, looked at by themselves: all their courses are walked at once, and those that leave the same
//! state and return the same go on as one.

use std::any::Any;
use std::rc::Rc;

use quintain_dice::{LateStream, Ratio};

use super::Exact;
use super::fork::{End, Fork, Ways, chance};
use super::written::{ByWriting, Written};
use crate::rulebook::Rulebook;
use crate::table::Gathering;

/// The most parts whose ends are remembered.
const MOST_REMEMBERED: usize = 2_000;

/// What a part returned: the value, and what it writes to be told from others.
#[derive(Clone, Debug)]
pub struct Returned {
    pub(crate) value: Rc<dyn Any>,
    pub(crate) written: Written,
}

/// The ends of parts that have been looked at, by what they begin with.
pub(super) type Remembered<R> = ByWriting<Rc<[End<R>]>>;

/// A part that is being walked.
#[derive(Clone, Debug)]
pub(super) struct Scope<R> {
    /// How many branchings lie before it.
    base: usize,
    begins: Written,
    fight: R,
    own: LateStream,
    weight: f64,
    answered: usize,
    often: usize,
    /// Whether a course in it was given up: then other ways to come to it may want to go further.
    pub(super) cut: bool,
    ends: Vec<End<R>>,
    places: ByWriting<Vec<usize>>,
}

impl<R> Scope<R> {
    /// How many branchings lie before it.
    pub(super) fn base(&self) -> usize {
        self.base
    }
}

impl<R: Rulebook> Exact<'_, R> {
    /// Comes to a part that only dice decide.
    pub(super) fn enter(&mut self, fight: &mut R, key: &dyn std::fmt::Debug) -> Gathering {
        if self.sample.is_some() || !self.said || self.next < self.facts.len() {
            return Gathering::Straight;
        }
        if let Some(fork) = self.forks.get(self.depth) {
            if let Some(scope) = self.scopes.get(self.entered).filter(|scope| scope.base == self.depth) {
                // A course inside was given up for being too rare: the next one.
                debug_assert_eq!(scope.weight.to_bits(), self.weight.to_bits());
                self.entered += 1;
                return Gathering::Open;
            }
            if matches!(fork.ways, Ways::Whole) {
                self.depth += 1;
                return Gathering::Straight;
            }
            return self.take_end(fight).map_or(Gathering::Straight, Gathering::Known);
        }
        let begins = Written::of(&(&*fight, format!("{key:?} {:?}", self.own)));
        if let Some(ends) = self.remembered.get(&begins).cloned() {
            self.forks.push(Fork { ways: Ways::Ends(ends), taken: 0, answered: self.answered });
            return self.take_end(fight).map_or(Gathering::Straight, Gathering::Known);
        }
        self.scopes.push(Scope {
            base: self.depth,
            begins,
            fight: fight.clone(),
            own: self.own.clone(),
            weight: self.weight,
            answered: self.answered,
            often: self.often.len(),
            cut: false,
            ends: Vec::new(),
            places: ByWriting::default(),
        });
        self.entered += 1;
        Gathering::Open
    }

    /// One course of the innermost part has come to its end. Returns what the part comes to once all of its courses have
    /// been walked; otherwise the fight is as it was before it.
    pub(super) fn leave(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>> {
        let scope = self.scopes.last_mut()?;
        self.courses += 1;
        let course = chance(&self.forks[scope.base..self.depth]);
        let key = Written::of(&(&*fight, &returned.written));
        let own = &self.own;
        let places = scope.places.entry(key).or_default();
        let known = places.iter().copied().find(|place| scope.ends[*place].own == *own);
        let place = known.unwrap_or_else(|| {
            places.push(scope.ends.len());
            let (fight, own, value) = (fight.clone(), own.clone(), returned.value);
            scope.ends.push(End { fight, own, value, chance: Ratio::ZERO, often: Vec::new() });
            scope.ends.len() - 1
        });
        let end = &mut scope.ends[place];
        end.chance += &course;
        for (decision, often) in self.often.drain(scope.often..) {
            add_to(&mut end.often, decision, &(&often * &course));
        }
        if self.turn(self.scopes.last().map_or(0, Scope::base)) {
            self.again(fight);
            return None;
        }
        self.close();
        self.entered -= 1;
        self.take_end(fight)
    }

    /// Goes back to the beginning of the innermost part, for its next course.
    fn again(&mut self, fight: &mut R) {
        let Some(scope) = self.scopes.last() else { return };
        fight.clone_from(&scope.fight);
        self.own.clone_from(&scope.own);
        (self.depth, self.weight, self.answered) = (scope.base, scope.weight, scope.answered);
    }

    /// Turns to the next way of the last branching behind so many that has another one.
    pub(super) fn turn(&mut self, base: usize) -> bool {
        while self.forks.len() > base {
            let Some(fork) = self.forks.last_mut() else { return false };
            if fork.turn() {
                self.steps.truncate(fork.answered);
                return true;
            }
            self.forks.pop();
        }
        false
    }

    /// The innermost part has been walked: its ends are a branching like any other.
    pub(super) fn close(&mut self) -> bool {
        let Some(mut scope) = self.scopes.pop() else { return false };
        if scope.ends.is_empty() {
            return false;
        }
        for end in &mut scope.ends {
            for (_, often) in &mut end.often {
                *often = &*often / &end.chance;
            }
        }
        self.steps.truncate(scope.answered);
        (self.depth, self.weight, self.answered) = (scope.base, scope.weight, scope.answered);
        self.often.truncate(scope.often);
        let ends: Rc<[End<R>]> = scope.ends.into();
        if self.remembered.len() >= MOST_REMEMBERED {
            self.remembered.clear();
        }
        if !scope.cut {
            self.remembered.insert(scope.begins, ends.clone());
        }
        self.forks.push(Fork { ways: Ways::Ends(ends), taken: 0, answered: scope.answered });
        true
    }

    /// Goes on from the end that is taken at the branching that one has come to.
    fn take_end(&mut self, fight: &mut R) -> Option<Rc<dyn Any>> {
        let fork = self.forks.get(self.depth)?;
        let Ways::Ends(ends) = &fork.ways else { return None };
        let end = ends.get(fork.taken)?;
        self.depth += 1;
        self.weight *= fork.about();
        fight.clone_from(&end.fight);
        self.own.clone_from(&end.own);
        self.often.extend(end.often.iter().cloned());
        Some(end.value.clone())
    }

    /// How many courses of such parts have been walked to their ends.
    pub(crate) fn courses(&self) -> u64 {
        self.courses
    }

    /// Whether one is inside of a part that is looked at by itself.
    pub(crate) fn is_inside(&self) -> bool {
        self.entered > 0
    }

    /// The outermost part that one is inside of cannot be looked at by itself: the act ends in it. The branch is run again
    /// and goes through it like through everything else.
    pub(crate) fn go_through(&mut self) {
        let Some(outermost) = self.scopes.first() else { return };
        let (base, answered) = (outermost.base, outermost.answered);
        self.scopes.clear();
        self.forks.truncate(base);
        self.steps.truncate(answered);
        self.forks.push(Fork { ways: Ways::Whole, taken: 0, answered });
    }
}

/// Adds to the entry of a decision.
fn add_to(often: &mut Vec<(usize, Ratio)>, decision: usize, more: &Ratio) {
    match often.iter_mut().find(|(known, _)| *known == decision) {
        Some((_, often)) => *often += more,
        None => often.push((decision, more.clone())),
    }
}
