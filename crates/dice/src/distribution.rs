//! Exact distributions of whole values.

use std::collections::BTreeMap;

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};

use crate::budget::{Budget, OddsError};
use crate::faces::Keep;
use crate::kept;
use crate::ratio::Ratio;
use crate::throw::Dice;

/// How likely each value is, as exact fractions: a weight per value over one common whole.
///
/// There is always at least one value, no weight is zero, and they are in lowest terms, so equal distributions are equal in
/// every field. The weights add up to exactly the whole, but for a [remainder](Distribution::remainder) where dice
/// bring further dice without end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    weights: Vec<(i64, UBig)>,
    whole: UBig,
    settled: UBig,
}

/// A value with its chances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The value.
    pub value: i64,
    /// The chance of this very value.
    pub chance: Ratio,
    /// The chance of this value or a higher one.
    pub at_least: Ratio,
}

impl Distribution {
    /// One value that always comes.
    pub fn certain(value: i64) -> Self {
        Self { weights: vec![(value, UBig::ONE)], whole: UBig::ONE, settled: UBig::ONE }
    }

    /// From a weight per value; a value may be named several times, and weights of zero are left out.
    ///
    /// # Errors
    /// [`OddsError::WrongTotal`] when the weights do not add up to exactly `whole` or it is zero.
    pub fn from_weights(weights: impl IntoIterator<Item = (i64, u128)>, whole: u128) -> Result<Self, OddsError> {
        let mut gathered = BTreeMap::new();
        for (value, weight) in weights {
            *gathered.entry(value).or_insert(UBig::ZERO) += UBig::from(weight);
        }
        let whole = UBig::from(whole);
        let total: UBig = gathered.values().sum();
        if whole.is_zero() || total != whole {
            return Err(OddsError::WrongTotal);
        }
        Self::settled(gathered, whole)
    }

    /// From a weight per value in ascending order; what they lack of the whole is the remainder.
    pub(crate) fn settled(weights: impl IntoIterator<Item = (i64, UBig)>, whole: UBig) -> Result<Self, OddsError> {
        let mut weights: Vec<(i64, UBig)> = weights.into_iter().filter(|(_, weight)| !weight.is_zero()).collect();
        let settled: UBig = weights.iter().map(|(_, weight)| weight).sum();
        if settled.is_zero() || settled > whole {
            return Err(OddsError::WrongTotal);
        }
        let mut common = (&whole).gcd(&settled);
        for (_, weight) in &weights {
            if common.is_one() {
                return Ok(Self { weights, whole, settled });
            }
            common = common.gcd(weight);
        }
        weights.iter_mut().for_each(|(_, weight)| *weight /= &common);
        Ok(Self { weights, whole: whole / &common, settled: settled / &common })
    }

    /// One fair die, 1 to `sides`.
    ///
    /// # Errors
    /// [`OddsError::NoDice`] when it has no sides.
    pub fn die(sides: u16) -> Result<Self, OddsError> {
        match sides {
            0 => Err(OddsError::NoDice),
            _ => Self::settled((1..=i64::from(sides)).map(|face| (face, UBig::ONE)), UBig::from(sides)),
        }
    }

    /// The sum of a throw.
    ///
    /// # Errors
    /// [`OddsError::TooBig`] for many dice with many sides.
    pub fn of(dice: Dice) -> Result<Self, OddsError> {
        Self::of_kept(dice, Keep::All)
    }

    /// The sum of the kept dice of a throw.
    ///
    /// # Errors
    /// [`OddsError::TooBig`] for many dice or sides.
    pub fn of_kept(dice: Dice, keep: Keep) -> Result<Self, OddsError> {
        Self::die(dice.sides())?.pool(u16::from(dice.count()), keep)
    }

    /// The sum of the kept ones of `count` independent dice that each fall like this distribution.
    ///
    /// # Errors
    /// [`OddsError::NoDice`] for no dice, [`OddsError::TooBig`] for too many, [`OddsError::Overflow`] for too big values.
    pub fn pool(&self, count: u16, keep: Keep) -> Result<Self, OddsError> {
        let reading = kept::Reading { keep: &|_| keep, score: &|face| face, explodes: &|_| false };
        kept::pool(self, count, &reading, &mut Budget::new())
    }

    /// The sum of two independent values.
    ///
    /// # Errors
    /// [`OddsError::TooBig`], or [`OddsError::Overflow`] for a sum beyond 64 bits.
    pub fn add(&self, other: &Self) -> Result<Self, OddsError> {
        self.combine(other, |one, two| one.checked_add(two).ok_or(OddsError::Overflow))
    }

    /// Whatever `f` makes of two independent values.
    ///
    /// # Errors
    /// [`OddsError::TooBig`], or the first error of `f`.
    pub fn combine(&self, other: &Self, f: impl Fn(i64, i64) -> Result<i64, OddsError>) -> Result<Self, OddsError> {
        self.combine_within(other, f, &mut Budget::new())
    }

    pub(crate) fn combine_within(
        &self,
        other: &Self,
        f: impl Fn(i64, i64) -> Result<i64, OddsError>,
        budget: &mut Budget,
    ) -> Result<Self, OddsError> {
        let whole = &self.whole * &other.whole;
        budget.spend(self.weights.len().saturating_mul(other.weights.len()), whole.as_words().len())?;
        let mut gathered: BTreeMap<i64, UBig> = BTreeMap::new();
        for (one, weight) in &self.weights {
            for (two, other_weight) in &other.weights {
                *gathered.entry(f(*one, *two)?).or_default() += weight * other_weight;
            }
        }
        Self::settled(gathered, whole)
    }

    /// Whatever `f` makes of the value; equal results are put together.
    #[must_use]
    pub fn map(&self, f: impl Fn(i64) -> i64) -> Self {
        let mut gathered: BTreeMap<i64, UBig> = BTreeMap::new();
        for (value, weight) in &self.weights {
            *gathered.entry(f(*value)).or_default() += weight;
        }
        // The total stays what it was, so putting weights together cannot fail.
        Self::settled(gathered, self.whole.clone()).unwrap_or_else(|_| self.clone())
    }

    /// The values with their chances, lowest value first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, Ratio)> + DoubleEndedIterator + '_ {
        self.weights.iter().map(|(value, weight)| (*value, Ratio::of(weight, &self.whole)))
    }

    /// The values with their chances and those of at least as much, lowest value first.
    pub fn rows(&self) -> Vec<Row> {
        let mut left = self.settled.clone();
        let row = |(value, weight): &(i64, UBig)| {
            let at_least = Ratio::of(&left, &self.whole);
            left -= weight;
            Row { value: *value, chance: Ratio::of(weight, &self.whole), at_least }
        };
        self.weights.iter().map(row).collect()
    }

    pub(crate) fn weights(&self) -> impl Iterator<Item = (i64, &UBig)> + '_ {
        self.weights.iter().map(|(value, weight)| (*value, weight))
    }

    pub(crate) fn whole(&self) -> &UBig {
        &self.whole
    }

    pub(crate) fn settled_weight(&self) -> &UBig {
        &self.settled
    }

    /// The chance of what is not settled: of dice that bring further dice without end, all but one throw in 10^12 is. Nothing
    /// where dice do not explode. Every chance told may be too low by it at most.
    pub fn remainder(&self) -> Ratio {
        Ratio::of(&(&self.whole - &self.settled), &self.whole)
    }

    /// The lowest value that can come.
    pub fn lowest(&self) -> i64 {
        self.weights.first().map_or(0, |&(value, _)| value)
    }

    /// The highest value that can come; of exploding dice the highest that is settled.
    pub fn highest(&self) -> i64 {
        self.weights.last().map_or(0, |&(value, _)| value)
    }

    /// The chance of this very value.
    pub fn chance_of(&self, value: i64) -> Ratio {
        self.chance(|other| other == value)
    }

    /// The chance of this value or a higher one.
    pub fn at_least(&self, value: i64) -> Ratio {
        self.chance(|other| other >= value)
    }

    /// The chance that the value is one of those `wanted` accepts.
    pub fn chance(&self, wanted: impl Fn(i64) -> bool) -> Ratio {
        let met: UBig = self.weights().filter(|&(value, _)| wanted(value)).map(|(_, weight)| weight).sum();
        Ratio::of(&met, &self.whole)
    }

    /// The exact mean of what is settled.
    pub fn mean(&self) -> Ratio {
        self.mean_of(IBig::from)
    }

    fn mean_of(&self, f: impl Fn(i64) -> IBig) -> Ratio {
        let sum = self.weights().map(|(value, weight)| f(value) * IBig::from(weight.clone())).sum();
        Ratio::signed(sum, &self.settled)
    }

    /// The mean, rounded to a floating-point number.
    pub fn mean_f64(&self) -> f64 {
        self.mean().to_f64()
    }

    /// The standard deviation, in the unit of the values.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares = self.mean_of(|value| IBig::from(value) * IBig::from(value));
        (&squares - &(&mean * &mean)).to_f64().sqrt()
    }

    /// The lowest value that is not exceeded with at least this chance: 1/2 asks for the median.
    ///
    /// A share of 0 or less gives the lowest value, one above what is settled the highest.
    pub fn quantile(&self, share: &Ratio) -> i64 {
        let mut reached = UBig::ZERO;
        for (value, weight) in self.weights() {
            reached += weight;
            if Ratio::of(&reached, &self.whole) >= *share {
                return value;
            }
        }
        self.highest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_kept(count: u8, sides: u16) -> String {
        let dice = Dice::new(count, sides).unwrap();
        Distribution::of_kept(dice, Keep::Highest(1)).unwrap().mean().to_string()
    }

    #[test]
    fn known_means_of_the_highest_die() {
        assert_eq!(mean_kept(2, 6), "161/36");
        assert_eq!(mean_kept(2, 8), "93/16");
        assert_eq!(mean_kept(3, 6), "119/24");
        assert_eq!(mean_kept(3, 8), "207/32");
        assert_eq!(mean_kept(2, 4), "25/8");
        assert_eq!(mean_kept(3, 4), "55/16");
        assert_eq!(mean_kept(4, 4), "463/128");
    }

    #[test]
    fn known_means_of_the_better_of_two_unequal_dice() {
        let better = |one, two| {
            let (one, two) = (Distribution::die(one).unwrap(), Distribution::die(two).unwrap());
            one.combine(&two, |one, two| Ok(one.max(two))).unwrap().mean().to_string()
        };
        assert_eq!(better(8, 6), "251/48");
        assert_eq!(better(12, 8), "59/8");
    }

    #[test]
    fn three_dice_of_six() {
        let sum = Distribution::of(Dice::of::<3, 6>()).unwrap();
        assert_eq!(sum.whole(), &UBig::from(216_u8));
        assert_eq!((sum.lowest(), sum.highest()), (3, 18));
        assert_eq!(sum.iter().fold(Ratio::ZERO, |sum, (_, chance)| &sum + &chance), Ratio::ONE);
        assert_eq!(sum.chance_of(10).to_string(), "1/8");
        assert_eq!(sum.at_least(17).to_string(), "1/54");
        assert_eq!(sum.mean().to_string(), "21/2");
        assert!((sum.mean_f64() - 10.5).abs() < 1e-12);
        assert!((sum.deviation().powi(2) - 35.0 / 4.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_step_through_the_values() {
        let die = Distribution::die(6).unwrap();
        let at = |numerator, denominator| die.quantile(&Ratio::new(numerator, denominator).unwrap());
        assert_eq!([at(-1, 2), at(0, 1), at(1, 6), at(1, 2), at(51, 100), at(1, 1), at(3, 1)], [1, 1, 1, 3, 4, 6, 6]);
    }

    #[test]
    fn weights_must_add_up() {
        assert_eq!(Distribution::from_weights([(1, 1), (2, 1)], 3), Err(OddsError::WrongTotal));
        assert_eq!(Distribution::from_weights([], 0), Err(OddsError::WrongTotal));
        assert_eq!(Distribution::from_weights([(1, u128::MAX), (1, 2)], 1), Err(OddsError::WrongTotal));
        let doubled = Distribution::from_weights([(2, 2), (1, 1), (1, 1), (9, 0)], 4).unwrap();
        assert_eq!(doubled, Distribution::die(2).unwrap());
    }

    #[test]
    fn mapping_puts_equal_results_together() {
        let even = Distribution::die(6).unwrap().map(|face| face % 2);
        assert_eq!(even, Distribution::from_weights([(0, 1), (1, 1)], 2).unwrap());
        assert_eq!(Distribution::die(6).unwrap().map(|_| 4), Distribution::certain(4));
    }

    #[test]
    fn what_is_too_big_is_refused() {
        let die = Distribution::die(6).unwrap();
        assert_eq!(Distribution::die(u16::MAX).unwrap().pool(1_000, Keep::All), Err(OddsError::TooBig));
        assert_eq!(die.pool(0, Keep::All), Err(OddsError::NoDice));
        assert_eq!(Distribution::die(0), Err(OddsError::NoDice));
        assert_eq!(Distribution::certain(i64::MAX).add(&Distribution::certain(1)), Err(OddsError::Overflow));
    }
}
