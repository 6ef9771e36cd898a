//! How often each whole number came up.

use serde::{Deserialize, Serialize};

/// How often each of the numbers from 0 up came up.
///
/// ```
/// let mut rounds = quintain_sim::Histogram::default();
/// [2, 3, 3, 9].map(|round| rounds.add(round));
/// assert_eq!((rounds.percentile(50), rounds.max(), rounds.mean()), (3, 9, 4.25));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// An empty one with room for numbers below `room`, so that counting them does not allocate.
    pub fn with_room(room: usize) -> Self {
        Histogram { counts: vec![0; room] }
    }

    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        let place = number as usize;
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += 1;
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Histogram) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    /// How often each number came up, from 0 to the largest that did.
    pub fn counts(&self) -> &[u64] {
        let end = self.counts.iter().rposition(|count| *count > 0).map_or(0, |place| place + 1);
        &self.counts[..end]
    }

    /// How many numbers were counted.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean; 0 when nothing was counted.
    pub fn mean(&self) -> f64 {
        let sum: u128 = (0u128..).zip(&self.counts).map(|(number, count)| number * u128::from(*count)).sum();
        match self.count() {
            0 => 0.0,
            count => sum as f64 / count as f64,
        }
    }

    /// The smallest number that at least `percent` of the counted ones do not exceed; 0 when nothing was counted.
    pub fn percentile(&self, percent: u8) -> u32 {
        let wanted = (u128::from(self.count()) * u128::from(percent)).div_ceil(100).max(1);
        let mut so_far = 0u128;
        for (number, count) in (0u32..).zip(&self.counts) {
            so_far += u128::from(*count);
            if so_far >= wanted {
                return number;
            }
        }
        0
    }

    /// The largest number; 0 when nothing was counted.
    pub fn max(&self) -> u32 {
        let last = self.counts.iter().rposition(|count| *count > 0);
        last.map_or(0, |place| u32::try_from(place).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: impl IntoIterator<Item = u32>) -> Histogram {
        let mut histogram = Histogram::with_room(4);
        numbers.into_iter().for_each(|number| histogram.add(number));
        histogram
    }

    #[test]
    fn percentiles_are_numbers_that_came_up() {
        let histogram = of(1..=100);
        assert_eq!([5, 50, 95].map(|percent| histogram.percentile(percent)), [5, 50, 95]);
        assert_eq!((histogram.mean(), histogram.max(), histogram.count()), (50.5, 100, 100));
        let one = of([7]);
        assert_eq!([0, 5, 50, 95, 100].map(|percent| one.percentile(percent)), [7; 5]);
        assert_eq!(of([1, 1, 1, 9]).percentile(75), 1);
        assert_eq!(of([1, 1, 1, 9]).percentile(76), 9);
    }

    #[test]
    fn an_empty_histogram_has_zeros() {
        let none = Histogram::default();
        assert_eq!((none.mean(), none.max(), none.percentile(50), none.count()), (0.0, 0, 0, 0));
    }

    #[test]
    fn merging_is_counting_all() {
        let mut merged = of([1, 2]);
        merged.merge(&of([2, 30]));
        let mut all = of([1, 2, 2, 30]);
        all.merge(&Histogram::default());
        assert_eq!(merged, all);
    }
}
