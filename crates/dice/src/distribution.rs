//! Exact distributions of whole values.

use std::collections::BTreeMap;

use crate::budget::{Budget, OddsError};
use crate::faces::Keep;
use crate::kept;
use crate::ratio::{Ratio, gcd};
use crate::throw::Dice;

/// How likely each value is, as exact fractions: a weight per value over one common whole.
///
/// There is always at least one value, no weight is zero, the weights add up to exactly the whole, and they are in
/// lowest terms, so equal distributions are equal in every field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    weights: Vec<(i64, u128)>,
    whole: u128,
}

impl Distribution {
    /// One value that always comes.
    pub fn certain(value: i64) -> Self {
        Self { weights: vec![(value, 1)], whole: 1 }
    }

    /// From a weight per value; a value may be named several times, and weights of zero are left out.
    ///
    /// # Errors
    /// [`OddsError::WrongTotal`] when the weights do not add up to exactly `whole` or it is zero,
    /// [`OddsError::TooBig`] when the whole is above `i128::MAX`.
    pub fn from_weights(weights: impl IntoIterator<Item = (i64, u128)>, whole: u128) -> Result<Self, OddsError> {
        let mut gathered = BTreeMap::new();
        for (value, weight) in weights {
            gather(&mut gathered, value, weight)?;
        }
        Self::from_gathered(gathered, whole)
    }

    pub(crate) fn from_gathered(gathered: BTreeMap<i64, u128>, whole: u128) -> Result<Self, OddsError> {
        let mut total = 0_u128;
        let mut common = whole;
        for &weight in gathered.values() {
            total = total.checked_add(weight).ok_or(OddsError::TooBig)?;
            if common > 1 {
                common = gcd(common, weight);
            }
        }
        if whole == 0 || total != whole {
            return Err(OddsError::WrongTotal);
        }
        if i128::try_from(whole).is_err() {
            return Err(OddsError::TooBig);
        }
        let weights = gathered.into_iter().filter(|&(_, weight)| weight > 0);
        let weights = weights.map(|(value, weight)| (value, weight / common)).collect();
        Ok(Self { weights, whole: whole / common })
    }

    /// One fair die, 1 to `sides`.
    ///
    /// # Errors
    /// [`OddsError::NoDice`] when it has no sides.
    pub fn die(sides: u16) -> Result<Self, OddsError> {
        match sides {
            0 => Err(OddsError::NoDice),
            _ => Ok(Self { weights: (1..=i64::from(sides)).map(|face| (face, 1)).collect(), whole: u128::from(sides) }),
        }
    }

    /// The sum of a throw.
    ///
    /// # Errors
    /// [`OddsError::TooBig`] for many dice, about 49d6.
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
        kept::pool(self, count, keep, &|value| value, &mut Budget::new())
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
        budget.spend(self.weights.len().saturating_mul(other.weights.len()))?;
        let whole = self.whole.checked_mul(other.whole).ok_or(OddsError::TooBig)?;
        let mut gathered = BTreeMap::new();
        for &(one, weight) in &self.weights {
            for &(two, other_weight) in &other.weights {
                let both = weight.checked_mul(other_weight).ok_or(OddsError::TooBig)?;
                gather(&mut gathered, f(one, two)?, both)?;
            }
        }
        Self::from_gathered(gathered, whole)
    }

    /// Whatever `f` makes of the value; equal results are put together.
    #[must_use]
    pub fn map(&self, f: impl Fn(i64) -> i64) -> Self {
        // The total stays what it was, so putting weights together can fail neither by size nor by sum.
        Self::from_weights(self.iter().map(|(value, weight)| (f(value), weight)), self.whole)
            .unwrap_or_else(|_| self.clone())
    }

    /// The values with their weights, lowest value first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, u128)> + DoubleEndedIterator + '_ {
        self.weights.iter().copied()
    }

    /// What the weights add up to.
    pub fn whole(&self) -> u128 {
        self.whole
    }

    /// The lowest value that can come.
    pub fn lowest(&self) -> i64 {
        self.weights.first().map_or(0, |&(value, _)| value)
    }

    /// The highest value that can come.
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
        part(self.iter().filter(|&(value, _)| wanted(value)).map(|(_, weight)| weight).sum(), self.whole)
    }

    /// The exact mean.
    ///
    /// # Errors
    /// [`OddsError::TooBig`] when the fraction does not fit; [`Distribution::mean_f64`] always answers.
    pub fn mean(&self) -> Result<Ratio, OddsError> {
        let mut sum = 0_i128;
        for (value, weight) in self.iter() {
            let weight = i128::try_from(weight).map_err(|_| OddsError::TooBig)?;
            let share = weight.checked_mul(i128::from(value)).ok_or(OddsError::TooBig)?;
            sum = sum.checked_add(share).ok_or(OddsError::TooBig)?;
        }
        let whole = i128::try_from(self.whole).map_err(|_| OddsError::TooBig)?;
        Ratio::new(sum, whole).ok_or(OddsError::TooBig)
    }

    /// The mean, rounded to a floating-point number.
    pub fn mean_f64(&self) -> f64 {
        self.iter().map(|(value, weight)| value as f64 * (weight as f64 / self.whole as f64)).sum()
    }

    /// The standard deviation, in the unit of the values.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean_f64();
        let spread = |(value, weight)| (value as f64 - mean).powi(2) * (weight as f64 / self.whole as f64);
        self.iter().map(|(value, weight): (i64, u128)| spread((value, weight))).sum::<f64>().sqrt()
    }

    /// The lowest value that is not exceeded with at least this chance: 1/2 asks for the median.
    ///
    /// A share of 0 or less gives the lowest value, one above 1 the highest.
    pub fn quantile(&self, share: Ratio) -> i64 {
        let mut reached = 0;
        for (value, weight) in self.iter() {
            reached += weight;
            if part(reached, self.whole) >= share {
                return value;
            }
        }
        self.highest()
    }
}

/// Adds a weight to a value.
pub(crate) fn gather(gathered: &mut BTreeMap<i64, u128>, value: i64, weight: u128) -> Result<(), OddsError> {
    let sum = gathered.entry(value).or_default();
    *sum = sum.checked_add(weight).ok_or(OddsError::TooBig)?;
    Ok(())
}

/// A part of a whole that is at most `i128::MAX`, as every distribution's is.
pub(crate) fn part(weight: u128, whole: u128) -> Ratio {
    let exact = i128::try_from(weight).ok().zip(i128::try_from(whole).ok());
    exact.and_then(|(weight, whole)| Ratio::new(weight, whole)).unwrap_or(Ratio::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_kept(count: u8, sides: u16) -> String {
        let dice = Dice::new(count, sides).unwrap();
        Distribution::of_kept(dice, Keep::Highest(1)).unwrap().mean().unwrap().to_string()
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
            one.combine(&two, |one, two| Ok(one.max(two))).unwrap().mean().unwrap().to_string()
        };
        assert_eq!(better(8, 6), "251/48");
        assert_eq!(better(12, 8), "59/8");
    }

    #[test]
    fn three_dice_of_six() {
        let sum = Distribution::of(Dice::of::<3, 6>()).unwrap();
        assert_eq!(sum.whole(), 216);
        assert_eq!((sum.lowest(), sum.highest()), (3, 18));
        assert_eq!(sum.iter().map(|(_, weight)| weight).sum::<u128>(), 216);
        assert_eq!(sum.chance_of(10).to_string(), "1/8");
        assert_eq!(sum.at_least(17).to_string(), "1/54");
        assert_eq!(sum.mean().unwrap().to_string(), "21/2");
        assert!((sum.mean_f64() - 10.5).abs() < 1e-12);
        assert!((sum.deviation().powi(2) - 35.0 / 4.0).abs() < 1e-12);
    }

    #[test]
    fn quantiles_step_through_the_values() {
        let die = Distribution::die(6).unwrap();
        let at = |numerator, denominator| die.quantile(Ratio::new(numerator, denominator).unwrap());
        assert_eq!([at(-1, 2), at(0, 1), at(1, 6), at(1, 2), at(51, 100), at(1, 1), at(3, 1)], [1, 1, 1, 3, 4, 6, 6]);
    }

    #[test]
    fn weights_must_add_up() {
        assert_eq!(Distribution::from_weights([(1, 1), (2, 1)], 3), Err(OddsError::WrongTotal));
        assert_eq!(Distribution::from_weights([], 0), Err(OddsError::WrongTotal));
        assert_eq!(Distribution::from_weights([(1, u128::MAX)], u128::MAX), Err(OddsError::TooBig));
        assert_eq!(Distribution::from_weights([(1, u128::MAX), (1, 2)], 1), Err(OddsError::TooBig));
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
        assert!(die.pool(49, Keep::All).is_ok());
        assert_eq!(die.pool(50, Keep::All), Err(OddsError::TooBig));
        assert_eq!(die.pool(1_000, Keep::Highest(3)), Err(OddsError::TooBig));
        assert_eq!(Distribution::die(u16::MAX).unwrap().pool(2, Keep::All), Err(OddsError::TooBig));
        assert_eq!(die.pool(0, Keep::All), Err(OddsError::NoDice));
        assert_eq!(Distribution::die(0), Err(OddsError::NoDice));
        assert_eq!(Distribution::certain(i64::MAX).add(&Distribution::certain(1)), Err(OddsError::Overflow));
    }
}
