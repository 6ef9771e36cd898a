//! Reckonings: numbers that are made of parts, each added by the rule that acts.
//!
//! A rule that makes a number is written once, for any [`Reckoning`]. As an `i16` it is the bare number, and all that is
//! said of its parts costs nothing; as a [`Breakdown`] it is the number with its parts, their rules, and what did not
//! count.
//!
//! ```
//! use quintain_engine::{Breakdown, Reckoning, section};
//!
//! section! {
//!     "Armor";
//!     ARMOR = Engine "armor.worn": "What one wears comes off a blow.";
//!     MOST = Engine "armor.most": "Nobody has more than 3.";
//!     HANDS = Engine "armor.shield": "A shield counts while it is in hand.";
//! }
//!
//! fn armor<R: Reckoning>(shield_in_hand: bool) -> R {
//!     let mut armor = R::default();
//!     armor.add(&ARMOR, "Armor", 3).of(|| "bronze");
//!     match shield_in_hand {
//!         true => armor.add(&HANDS, "Armor", 1).of(|| "shield").until("the shield is put away"),
//!         false => armor.waive(&HANDS, "Armor", 1, "the shield is not in hand"),
//!     };
//!     armor.at_most(&MOST, 3);
//!     armor
//! }
//!
//! let bare: i16 = armor(true);
//! let told: Breakdown = armor(true);
//! assert_eq!((bare, told.total()), (3, 3));
//! assert_eq!(told.terms().iter().map(|term| term.value).collect::<Vec<_>>(), [3, 1, -1]);
//! ```

use crate::event::Term;
use crate::rule::Rule;

/// What the parts of a number are put into. What says more about a part follows it at once: `.of(…)`, `.until(…)`.
pub trait Reckoning: Default {
    /// Adds a part by its rule; one of 0 is no part.
    fn add(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self;

    /// What could count and does not, so much, with the reason in a few words; where the rule is reason enough, none, and
    /// the line of the log shows the part.
    fn waive(&mut self, rule: &'static Rule, label: &'static str, value: i16, why: &'static str) -> &mut Self;

    /// Where the last part comes from: a weapon, a garment, a spell. Called only where somebody wants to know.
    fn of<S: Into<String>>(&mut self, source: impl FnOnce() -> S) -> &mut Self;

    /// What ends the last part, as words behind `until`: `it stands up`.
    fn until(&mut self, end: &'static str) -> &mut Self;

    /// A number that is no less.
    fn at_least(&mut self, rule: &'static Rule, least: i16) -> &mut Self;

    /// A number that is no more.
    fn at_most(&mut self, rule: &'static Rule, most: i16) -> &mut Self;

    /// Adds what makes the number so far into this one: doubled, halved, nothing at all.
    #[inline(always)]
    fn becomes(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.add(rule, label, value - self.total())
    }

    /// The number so far.
    fn total(&self) -> i16;
}

/// What the parts of a throw are put into, where they also say how many dice there are: more above 0, of which the best
/// counts, and below 0, of which the worst does. [`Reckoning::add`] adds to the result.
pub trait Dicing: Reckoning {
    /// Adds dice by a rule; none is no part.
    fn dice(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self;

    /// The dice so far.
    fn dice_in_all(&self) -> i16;
}

/// The bare number.
impl Reckoning for i16 {
    #[inline(always)]
    fn add(&mut self, _: &'static Rule, _: &'static str, value: i16) -> &mut Self {
        *self += value;
        self
    }

    #[inline(always)]
    fn waive(&mut self, _: &'static Rule, _: &'static str, _: i16, _: &'static str) -> &mut Self {
        self
    }

    #[inline(always)]
    fn of<S: Into<String>>(&mut self, _: impl FnOnce() -> S) -> &mut Self {
        self
    }

    #[inline(always)]
    fn until(&mut self, _: &'static str) -> &mut Self {
        self
    }

    #[inline(always)]
    fn at_least(&mut self, _: &'static Rule, least: i16) -> &mut Self {
        *self = (*self).max(least);
        self
    }

    #[inline(always)]
    fn at_most(&mut self, _: &'static Rule, most: i16) -> &mut Self {
        *self = (*self).min(most);
        self
    }

    #[inline(always)]
    fn total(&self) -> i16 {
        *self
    }
}

/// The two bare numbers of a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// How many dice: above 0 the best of them counts, below 0 the worst.
    pub dice: i16,
    /// What is added to the die that counts.
    pub plus: i16,
}

impl Reckoning for Thrown {
    #[inline(always)]
    fn add(&mut self, _: &'static Rule, _: &'static str, value: i16) -> &mut Self {
        self.plus += value;
        self
    }

    #[inline(always)]
    fn waive(&mut self, _: &'static Rule, _: &'static str, _: i16, _: &'static str) -> &mut Self {
        self
    }

    #[inline(always)]
    fn of<S: Into<String>>(&mut self, _: impl FnOnce() -> S) -> &mut Self {
        self
    }

    #[inline(always)]
    fn until(&mut self, _: &'static str) -> &mut Self {
        self
    }

    #[inline(always)]
    fn at_least(&mut self, _: &'static Rule, least: i16) -> &mut Self {
        self.plus = self.plus.max(least);
        self
    }

    #[inline(always)]
    fn at_most(&mut self, _: &'static Rule, most: i16) -> &mut Self {
        self.plus = self.plus.min(most);
        self
    }

    #[inline(always)]
    fn total(&self) -> i16 {
        self.plus
    }
}

impl Dicing for Thrown {
    #[inline(always)]
    fn dice(&mut self, _: &'static Rule, _: &'static str, value: i16) -> &mut Self {
        self.dice += value;
        self
    }

    #[inline(always)]
    fn dice_in_all(&self) -> i16 {
        self.dice
    }
}

/// The number with everything that it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Breakdown {
    thrown: Thrown,
    terms: Vec<Term>,
    dice: Vec<Term>,
    /// What the next word about a part is about.
    last: Last,
    unheard: bool,
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

impl Breakdown {
    /// One for a rule that reckons before it is known what will be told: without anybody who listens it keeps nothing but
    /// the numbers.
    #[inline]
    pub fn if_heard(heard: bool) -> Breakdown {
        Breakdown { unheard: !heard, ..Breakdown::default() }
    }

    /// The parts of the number, in the order in which they were added; limits and what did not count among them.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The parts of the number of dice.
    pub fn dice_terms(&self) -> &[Term] {
        &self.dice
    }

    /// The bare numbers.
    #[inline]
    pub fn thrown(&self) -> Thrown {
        self.thrown
    }

    /// The rules of all parts.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.dice.iter().chain(&self.terms).filter_map(|term| term.rule)
    }

    /// Where the parts that count come from: `bronze and shield`.
    pub fn sources(&self) -> String {
        let counts = self.terms.iter().filter(|term| term.applied && !term.source.is_empty());
        counts.map(|term| term.source.as_str()).collect::<Vec<_>>().join(" and ")
    }

    #[cold]
    fn limited(&mut self, rule: &'static Rule, label: String, by: i16) {
        self.last = Last::OfTotal;
        self.thrown.plus += by;
        self.terms.push(Term { limit: true, ..Term::by(rule, label, by.into()) });
    }

    fn last_mut(&mut self) -> Option<&mut Term> {
        match self.last {
            Last::Nothing => None,
            Last::OfTotal => self.terms.last_mut(),
            Last::OfDice => self.dice.last_mut(),
        }
    }
}

impl Reckoning for Breakdown {
    #[inline]
    fn add(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.plus += value;
        self.last = Last::Nothing;
        if value != 0 && !self.unheard {
            self.last = Last::OfTotal;
            self.terms.push(Term::by(rule, label, value.into()));
        }
        self
    }

    #[inline]
    fn waive(&mut self, rule: &'static Rule, label: &'static str, value: i16, why: &'static str) -> &mut Self {
        self.last = Last::Nothing;
        if !self.unheard {
            self.last = Last::OfTotal;
            let why = Some(why).filter(|why| !why.is_empty());
            self.terms.push(Term { applied: false, why, ..Term::by(rule, label, value.into()) });
        }
        self
    }

    #[inline]
    fn of<S: Into<String>>(&mut self, source: impl FnOnce() -> S) -> &mut Self {
        if let Some(term) = self.last_mut() {
            term.source = source().into();
        }
        self
    }

    #[inline]
    fn until(&mut self, end: &'static str) -> &mut Self {
        if let Some(term) = self.last_mut() {
            term.until = Some(end);
        }
        self
    }

    #[inline]
    fn at_least(&mut self, rule: &'static Rule, least: i16) -> &mut Self {
        let short = least - self.thrown.plus;
        self.last = Last::Nothing;
        match short > 0 {
            true if self.unheard => self.thrown.plus = least,
            true => self.limited(rule, format!("at least {least}"), short),
            false => {}
        }
        self
    }

    #[inline]
    fn at_most(&mut self, rule: &'static Rule, most: i16) -> &mut Self {
        let over = self.thrown.plus - most;
        self.last = Last::Nothing;
        match over > 0 {
            true if self.unheard => self.thrown.plus = most,
            true => self.limited(rule, format!("at most {most}"), -over),
            false => {}
        }
        self
    }

    #[inline]
    fn total(&self) -> i16 {
        self.thrown.plus
    }
}

impl Dicing for Breakdown {
    #[inline]
    fn dice(&mut self, rule: &'static Rule, label: &'static str, value: i16) -> &mut Self {
        self.thrown.dice += value;
        self.last = Last::Nothing;
        if value != 0 && !self.unheard {
            self.last = Last::OfDice;
            self.dice.push(Term::by(rule, label, value.into()));
        }
        self
    }

    #[inline]
    fn dice_in_all(&self) -> i16 {
        self.thrown.dice
    }
}
