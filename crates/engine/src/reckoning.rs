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

mod breakdown;
mod noted;

pub use breakdown::Breakdown;
pub use noted::Noted;

use crate::rule::Rule;

/// What the parts of a number are put into. What says more about a part follows it at once: `.of(…)`, `.until(…)`.
pub trait Reckoning: Default {
    /// Adds what no rule does: what the entry, the encounter or an edict says.
    fn own(&mut self, label: &'static str, value: i16) -> &mut Self;

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
    fn own(&mut self, _: &'static str, value: i16) -> &mut Self {
        *self += value;
        self
    }

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
    fn own(&mut self, _: &'static str, value: i16) -> &mut Self {
        self.plus += value;
        self
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Rule = Rule { id: "a.rule", kind: crate::Kind::Engine, summary: "", ruling: None, house: None };

    fn reckoned<R: Dicing>(mut parts: R) -> R {
        parts.own("own", 2).add(&RULE, "worn", 3).of(|| "bronze").until("it breaks");
        parts.add(&RULE, "nothing", 0).of(|| "air");
        parts.waive(&RULE, "shield", 1, "not in hand");
        parts.becomes(&RULE, "halved", parts.total() / 2).at_most(&RULE, 1).at_least(&RULE, 3);
        parts.dice(&RULE, "flanked", 2).dice(&RULE, "prone", -1);
        parts
    }

    #[test]
    fn every_way_to_reckon_comes_to_the_same() {
        let bare = reckoned(Thrown::default());
        assert_eq!(bare, Thrown { dice: 1, plus: 3 });
        assert_eq!(reckoned(Breakdown::default()).thrown(), bare);
        assert_eq!(reckoned(Breakdown::if_heard(false)).thrown(), bare);
        assert_eq!(reckoned(Noted::default()).told().thrown(), bare);
    }

    #[test]
    fn a_breakdown_keeps_its_parts_and_adds_up() {
        let parts = reckoned(Breakdown::default());
        let told: Vec<(&str, i64, bool, bool)> =
            parts.terms().iter().map(|term| (&*term.label, term.value, term.applied, term.limit)).collect();
        let shield = ("shield", 1, false, false);
        let limits = [("at most 1", -1, true, true), ("at least 3", 2, true, true)];
        assert_eq!(
            told,
            [
                ("own", 2, true, false),
                ("worn", 3, true, false),
                shield,
                ("halved", -3, true, false),
                limits[0],
                limits[1]
            ]
        );
        assert_eq!((parts.sources(), parts.dice_terms().len()), ("bronze".to_owned(), 2));
        assert_eq!(parts.terms()[1].until, Some("it breaks"));
    }

    #[test]
    fn nothing_is_kept_for_nobody() {
        let parts = reckoned(Breakdown::if_heard(false));
        assert!(parts.terms().is_empty() && parts.dice_terms().is_empty());
    }
}
