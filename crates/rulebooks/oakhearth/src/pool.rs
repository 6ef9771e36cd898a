//! What goes into one roll of a d20.

use quintain_engine::{Dicing, Noted, Read, Reckoning, Rule};

/// The most ADV or DIS that is left after cancelling.
const MOST: i16 = 3;

/// What goes into one roll, each part by its rule: as dice, ADV and DIS with their sources, and everything that is added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    pub(crate) parts: Noted,
    pub(crate) row: Option<u8>,
}

impl Pool {
    /// With one term.
    pub fn with(rule: &'static Rule, label: &'static str, value: i16) -> Pool {
        let mut pool = Pool::default();
        pool.add(rule, label, value);
        pool
    }

    /// Nothing is in it any more.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.row = None;
    }

    /// Takes up all that another has, where nothing is in it yet.
    pub fn take_up(&mut self, other: &Pool) {
        self.parts.clone_from(&other.parts);
        self.row = other.row;
    }

    /// ADV from a source that counts once.
    pub fn adv(&mut self, rule: &'static Rule, source: &'static str) {
        self.many(rule, source, 1);
    }

    /// DIS from a source that counts once.
    pub fn dis(&mut self, rule: &'static Rule, source: &'static str) {
        self.many(rule, source, -1);
    }

    /// Several instances of one source: above 0 for ADV, below for DIS. The same source is not counted again.
    pub fn many(&mut self, rule: &'static Rule, source: &'static str, amount: i8) {
        if !self.parts.has_dice(source) {
            self.parts.dice(rule, source, amount.into());
        }
    }

    /// DIS that would count and is passed over by a rule: shown, not counted.
    pub fn waive(&mut self, rule: &'static Rule, source: &'static str, amount: u8) {
        if amount > 0 {
            self.parts.waive(rule, source, -i16::from(amount), "");
        }
    }

    /// Whether something was passed over by a rule.
    pub fn has_waived(&self, rule: &Rule) -> bool {
        self.parts.waives(rule)
    }

    /// Something added to the die.
    pub fn add(&mut self, rule: &'static Rule, label: &'static str, value: i16) {
        self.parts.add(rule, label, value);
    }

    /// The same throw counts for others, who need so many dice more than one; `None` where there are no others.
    pub fn row(&mut self, more: Option<u8>) {
        self.row = more;
    }

    /// What its dice are read for: others may take fewer of the first of them than this pool does.
    pub(crate) fn reading(&self) -> Read {
        match (self.row, self.net() >= 0) {
            (Some(_), _) => Read::InOrder,
            (None, true) => Read::Highest,
            (None, false) => Read::Lowest,
        }
    }

    /// What is left when ADV and DIS have cancelled each other, at most 3 of either.
    pub fn net(&self) -> i16 {
        self.parts.dice_in_all().clamp(-MOST, MOST)
    }

    /// Everything that is added.
    pub fn bonus(&self) -> i16 {
        self.parts.total()
    }
}
