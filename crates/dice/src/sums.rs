//! Weights of whole numbers that lie side by side: what pools of dice are added up in.

use dashu_int::{IBig, UBig};

use crate::budget::{Budget, OddsError};

/// How many ways there are to come to each number from `low` on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sums {
    low: i64,
    ways: Vec<UBig>,
}

impl Sums {
    /// One way to come to one number.
    pub(crate) fn certain(value: i64) -> Self {
        Self { low: value, ways: vec![UBig::ONE] }
    }

    /// No way to come to any number.
    pub(crate) fn none() -> Self {
        Self { low: 0, ways: Vec::new() }
    }

    /// From the ways to come to each number, in any order.
    pub(crate) fn gathered<'a>(
        ways: impl IntoIterator<Item = (i64, &'a UBig)>,
        budget: &mut Budget,
    ) -> Result<Self, OddsError> {
        let mut sums = Self::none();
        for (value, weight) in ways {
            sums.add(&Self::certain(value), 0, weight, budget)?;
        }
        Ok(sums)
    }

    pub(crate) fn is_none(&self) -> bool {
        self.ways.is_empty()
    }

    /// Each number that can come with its ways, lowest first.
    pub(crate) fn into_ways(self) -> impl Iterator<Item = (i64, UBig)> {
        (self.low..).zip(self.ways).filter(|(_, ways)| !ways.is_zero())
    }

    /// How many machine words the largest weight takes.
    fn words(&self) -> usize {
        self.ways.iter().map(words_of).max().unwrap_or(1)
    }

    /// Adds the ways of another, so many times as often and for numbers that are so much higher.
    pub(crate) fn add(
        &mut self,
        other: &Self,
        higher: i64,
        times: &UBig,
        budget: &mut Budget,
    ) -> Result<(), OddsError> {
        let low = other.low.checked_add(higher).ok_or(OddsError::Overflow)?;
        if other.is_none() || times.is_zero() {
            return Ok(());
        }
        if self.is_none() {
            self.low = low;
        }
        let gap = span(self.low, low.min(self.low))?;
        let begin = span(low, low.min(self.low))?;
        budget.spend(gap.saturating_add(begin).saturating_add(other.ways.len()), other.words() + words_of(times))?;
        if gap > 0 {
            self.ways.splice(0..0, std::iter::repeat_n(UBig::ZERO, gap));
            self.low = low;
        }
        let end = begin + other.ways.len();
        if self.ways.len() < end {
            self.ways.resize(end, UBig::ZERO);
        }
        for (sum, ways) in self.ways[begin..end].iter_mut().zip(&other.ways) {
            *sum += ways * times;
        }
        Ok(())
    }

    /// The sum of one of these and one of the others.
    pub(crate) fn times(&self, other: &Self, budget: &mut Budget) -> Result<Self, OddsError> {
        let (few, many) = if self.ways.len() <= other.ways.len() { (self, other) } else { (other, self) };
        let mut sums = Self::none();
        for (value, ways) in (few.low..).zip(&few.ways) {
            sums.add(many, value, ways, budget)?;
        }
        Ok(sums)
    }

    /// The sum of so many of these.
    pub(crate) fn power(&self, count: usize, budget: &mut Budget) -> Result<Self, OddsError> {
        let n = i64::try_from(count).map_err(|_| OddsError::TooBig)?;
        let low = self.low.checked_mul(n).ok_or(OddsError::Overflow)?;
        let Some(first) = self.ways.first().filter(|_| count > 0) else {
            return Ok(if count == 0 { Self::certain(0) } else { Self::none() });
        };
        let words = (self.words() * 64 * count).div_ceil(64).min(count.div_ceil(4) * self.words() + 1);
        let most = (self.ways.len() - 1).checked_mul(count).ok_or(OddsError::TooBig)?;
        let ways = if self.ways.iter().all(|ways| ways == first) {
            budget.spend(most.saturating_mul(2), words)?;
            let every = first.pow(count);
            even(self.ways.len(), n, most).into_iter().map(|ways| ways * &every).collect()
        } else {
            let terms = self.ways.iter().filter(|ways| !ways.is_zero()).count();
            budget.spend(most.saturating_mul(terms), words)?;
            uneven(&self.ways, first.pow(count), n, most)
        };
        Ok(Self { low, ways })
    }
}

fn words_of(number: &UBig) -> usize {
    number.as_words().len().max(1)
}

/// How far a number lies above another one.
fn span(high: i64, low: i64) -> Result<usize, OddsError> {
    high.checked_sub(low).and_then(|span| usize::try_from(span).ok()).ok_or(OddsError::TooBig)
}

/// The ways of `n` dice with so many sides, as likely each, to come to 0 to `most` above their least.
///
/// With `s` sides these are the coefficients of P = ((1 − x^s) / (1 − x))^n. From its derivative,
/// (1 − x)(1 − x^s) P' = n (1 − s x^(s−1) + (s − 1) x^s) P, each follows from three before it. The later half mirrors the
/// first.
fn even(sides: usize, n: i64, most: usize) -> Vec<UBig> {
    let s = sides as i64;
    let mut ways = vec![UBig::ONE];
    for place in 1..=most / 2 {
        let k = place as i64;
        let back = |steps: usize, factor: i64| match place.checked_sub(steps) {
            Some(earlier) => IBig::from(factor) * IBig::from(ways[earlier].clone()),
            None => IBig::ZERO,
        };
        let sum = back(1, k - 1 + n) + back(sides, k - s - n * s) + back(sides + 1, n * (s - 1) - (k - s - 1));
        ways.push(exactly(sum, &UBig::from(place)));
    }
    for place in most / 2 + 1..=most {
        ways.push(ways[most - place].clone());
    }
    ways
}

/// The ways of `n` dice with these weights, of which the first is not 0, to come to 0 to `most` above their least: each
/// follows from those before it, by the derivative of a power.
fn uneven(one: &[UBig], first: UBig, n: i64, most: usize) -> Vec<UBig> {
    let terms: Vec<(usize, IBig)> = one
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, weight)| !weight.is_zero())
        .map(|(place, weight)| (place, IBig::from(weight.clone())))
        .collect();
    let mut ways = vec![first];
    for place in 1..=most {
        let mut sum = IBig::ZERO;
        for (step, weight) in terms.iter().take_while(|(step, _)| *step <= place) {
            let factor = IBig::from((n + 1) * (*step as i64) - place as i64) * weight;
            sum += factor * IBig::from(ways[place - step].clone());
        }
        ways.push(exactly(sum, &(UBig::from(place) * &one[0])));
    }
    ways
}

/// A quotient that is known to come out even and not to be below 0.
fn exactly(dividend: IBig, divisor: &UBig) -> UBig {
    UBig::try_from(dividend / IBig::from(divisor.clone())).unwrap_or(UBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(weights: &[u8]) -> Sums {
        let ways = weights.iter().map(|weight| UBig::from(*weight)).collect();
        Sums { low: 1, ways }
    }

    /// The sum of so many, one after the other.
    fn step_by_step(one: &Sums, count: usize) -> Sums {
        (0..count).fold(Sums::certain(0), |sums, _| sums.times(one, &mut Budget::new()).unwrap())
    }

    #[test]
    fn powers_are_what_adding_one_after_the_other_gives() {
        for weights in
            [&[1, 1, 1, 1, 1, 1][..], &[3, 3], &[2, 0, 1], &[1, 2, 3, 4], &[5], &[1, 0, 0, 1], &[4, 4, 4, 4, 4]]
        {
            for count in 0..7 {
                let power = of(weights).power(count, &mut Budget::new()).unwrap();
                assert_eq!(power, step_by_step(&of(weights), count), "{weights:?} {count} times");
            }
        }
    }

    #[test]
    fn ways_are_added_wherever_they_lie() {
        let mut sums = of(&[1, 1]);
        sums.add(&of(&[1]), -3, &UBig::from(5_u8), &mut Budget::new()).unwrap();
        let found: Vec<(i64, UBig)> = sums.into_ways().collect();
        assert_eq!(found, [(-2, UBig::from(5_u8)), (1, UBig::ONE), (2, UBig::ONE)]);
    }
}
