//! A number with its parts, their rules, and what did not count: for everything that is told.

use super::{Dicing, Reckoning, Thrown};
use crate::event::Term;
use crate::rule::Rule;

/// The number with everything that it is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakdown {
    thrown: Thrown,
    /// Nothing where nobody listens.
    kept: Option<Box<Kept>>,
}

/// What is kept of the parts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Kept {
    terms: Vec<Term>,
    dice: Vec<Term>,
    /// What the next word about a part is about.
    last: Last,
}

/// The part that was added last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Last {
    /// It was no part.
    #[default]
    Nothing,
    OfTotal,
    OfDice,
}

impl Default for Breakdown {
    fn default() -> Self {
        Breakdown::if_heard(true)
    }
}

impl Breakdown {
    /// One for a rule that reckons before it is known what will be told: without anybody who listens it keeps nothing but
    /// the numbers.
    #[inline]
    pub fn if_heard(heard: bool) -> Breakdown {
        Breakdown { thrown: Thrown::default(), kept: heard.then(Box::default) }
    }

    /// The parts of the number, in the order in which they were added; limits and what did not count among them.
    pub fn terms(&self) -> &[Term] {
        self.kept.as_ref().map_or(&[], |kept| &kept.terms)
    }

    /// The parts of the number of dice.
    pub fn dice_terms(&self) -> &[Term] {
        self.kept.as_ref().map_or(&[], |kept| &kept.dice)
    }

    /// The bare numbers.
    #[inline(always)]
    pub fn thrown(&self) -> Thrown {
        self.thrown
    }

    /// The rules of all parts.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.dice_terms().iter().chain(self.terms()).filter_map(|term| term.rule)
    }

    /// Where the parts that count come from: `bronze and shield`.
    pub fn sources(&self) -> String {
        let counts = self.terms().iter().filter(|term| term.applied && !term.source.is_empty());
        counts.map(|term| term.source.as_str()).collect::<Vec<_>>().join(" and ")
    }

    #[inline(always)]
    fn part(&mut self, last: Last, value: i16, term: impl FnOnce() -> Term) -> &mut Self {
        if let Some(kept) = &mut self.kept {
            kept.put(if value == 0 { Last::Nothing } else { last }, term);
        }
        self
    }

    #[inline(always)]
    fn limit(&mut self, rule: &'static Rule, word: &str, most: i16, limited: i16) -> &mut Self {
        let by = limited - self.thrown.plus;
        self.thrown.plus = limited;
        self.part(Last::OfTotal, by, || Term { limit: true, ..Term::by(rule, format!("{word} {most}"), by.into()) })
    }
}

impl Kept {
    #[cold]
    fn put(&mut self, last: Last, term: impl FnOnce() -> Term) {
        self.last = last;
        match last {
            Last::Nothing => {}
            Last::OfTotal => self.terms.push(term()),
            Last::OfDice => self.dice.push(term()),
        }
    }

    #[cold]
    fn last_mut(&mut self) -> Option<&mut Term> {
        match self.last {
            Last::Nothing => None,
            Last::OfTotal => self.terms.last_mut(),
            Last::OfDice => self.dice.last_mut(),
        }
    }
}

impl Reckoning for Breakdown {
    #[inline(always)]
    fn own(&mut self, label: &'static str, value: i16) -> &mut Self {
        self.thrown.plus += value;
        self.part(Last::OfTotal, value, || Term::new(label, value.into()))
    }

    #[inline(always)]
    fn add(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.plus += value;
        self.part(Last::OfTotal, value, || Term::by(rule, label, value.into()))
    }

    #[inline(always)]
    fn waive(&mut self, rule: &'static Rule, label: &'static str, value: i16, why: &'static str) -> &mut Self {
        if let Some(kept) = &mut self.kept {
            let why = Some(why).filter(|why| !why.is_empty());
            kept.put(Last::OfTotal, || Term { applied: false, why, ..Term::by(rule, label, value.into()) });
        }
        self
    }

    #[inline(always)]
    fn of<S: Into<String>>(&mut self, source: impl FnOnce() -> S) -> &mut Self {
        if let Some(term) = self.kept.as_mut().and_then(|kept| kept.last_mut()) {
            term.source = source().into();
        }
        self
    }

    #[inline(always)]
    fn until(&mut self, end: &'static str) -> &mut Self {
        if let Some(term) = self.kept.as_mut().and_then(|kept| kept.last_mut()) {
            term.until = Some(end);
        }
        self
    }

    #[inline(always)]
    fn at_least(&mut self, rule: &'static Rule, least: i16) -> &mut Self {
        self.limit(rule, "at least", least, self.thrown.plus.max(least))
    }

    #[inline(always)]
    fn at_most(&mut self, rule: &'static Rule, most: i16) -> &mut Self {
        self.limit(rule, "at most", most, self.thrown.plus.min(most))
    }

    #[inline(always)]
    fn total(&self) -> i16 {
        self.thrown.plus
    }
}

impl Dicing for Breakdown {
    #[inline(always)]
    fn dice(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.dice += value;
        self.part(Last::OfDice, value, || Term::by(rule, label, value.into()))
    }

    #[inline(always)]
    fn dice_in_all(&self) -> i16 {
        self.thrown.dice
    }
}
