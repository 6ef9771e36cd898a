//! Numbers with their parts noted in place: for what is put together before anybody knows whether it will be told.

use smallvec::SmallVec;

use super::{Breakdown, Dicing, Reckoning, Thrown};
use crate::rule::Rule;

/// The numbers of a throw with their parts noted in place, for what is put together where nobody knows yet whether it will
/// be told. It allocates beyond 16 parts only, and keeps neither where a part comes from, nor what ends it, nor why it does
/// not count.
#[derive(Debug, Default, PartialEq)]
pub struct Noted {
    thrown: Thrown,
    parts: SmallVec<[Part; 16]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    rule: Option<&'static Rule>,
    label: &'static str,
    value: i16,
    to: To,
}

/// What a part is added to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum To {
    Total,
    Dice,
    /// It does not count.
    Nothing,
}

impl Clone for Noted {
    fn clone(&self) -> Self {
        Noted { thrown: self.thrown, parts: self.parts.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.thrown = source.thrown;
        self.parts.clone_from(&source.parts);
    }
}

impl Noted {
    /// Nothing is in it any more.
    #[inline]
    pub fn clear(&mut self) {
        self.thrown = Thrown::default();
        self.parts.clear();
    }

    /// Whether dice were added (or taken) under this label.
    #[inline]
    pub fn has_dice(&self, label: &str) -> bool {
        self.parts.iter().any(|part| part.to == To::Dice && part.label == label)
    }

    /// Whether something does not count by this rule.
    pub fn waives(&self, rule: &Rule) -> bool {
        self.parts.iter().any(|part| part.to == To::Nothing && part.rule.is_some_and(|of| of == rule))
    }

    /// All of it, to be told.
    pub fn told(&self) -> Breakdown {
        let mut told = Breakdown::default();
        for Part { rule, label, value, to } in self.parts.iter().copied() {
            match (to, rule) {
                (_, None) => told.own(label, value),
                (To::Total, Some(rule)) => told.add(rule, label, value),
                (To::Dice, Some(rule)) => told.dice(rule, label, value),
                (To::Nothing, Some(rule)) => told.waive(rule, label, value, ""),
            };
        }
        told
    }

    #[inline]
    fn note(&mut self, rule: &'static Rule, label: &'static str, value: i16, to: To) -> &mut Self {
        self.parts.push(Part { rule: Some(rule), label, value, to });
        self
    }
}

impl Reckoning for Noted {
    #[inline]
    fn own(&mut self, label: &'static str, value: i16) -> &mut Self {
        self.thrown.plus += value;
        if value != 0 {
            self.parts.push(Part { rule: None, label, value, to: To::Total });
        }
        self
    }

    #[inline]
    fn add(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.plus += value;
        if value == 0 { self } else { self.note(rule, label, value, To::Total) }
    }

    #[inline]
    fn waive(&mut self, rule: &'static Rule, label: &'static str, value: i16, _: &'static str) -> &mut Self {
        self.note(rule, label, value, To::Nothing)
    }

    #[inline(always)]
    fn of<S: Into<String>>(&mut self, _: impl FnOnce() -> S) -> &mut Self {
        self
    }

    #[inline(always)]
    fn until(&mut self, _: &'static str) -> &mut Self {
        self
    }

    #[inline]
    fn at_least(&mut self, rule: &'static Rule, least: i16) -> &mut Self {
        self.add(rule, "at least", (least - self.thrown.plus).max(0))
    }

    #[inline]
    fn at_most(&mut self, rule: &'static Rule, most: i16) -> &mut Self {
        self.add(rule, "at most", (most - self.thrown.plus).min(0))
    }

    #[inline]
    fn total(&self) -> i16 {
        self.thrown.plus
    }
}

impl Dicing for Noted {
    #[inline]
    fn dice(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.dice += value;
        if value == 0 { self } else { self.note(rule, label, value, To::Dice) }
    }

    #[inline]
    fn dice_in_all(&self) -> i16 {
        self.thrown.dice
    }
}
