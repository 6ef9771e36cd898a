//! Intervals at 95 %: of a mean, and of the difference of two shares. That of a single share is Wilson's, in the engine.

use quintain_engine::wilson;
use serde::{Deserialize, Serialize};

/// The factor of a 95 % interval.
pub(crate) const Z95: f64 = 1.959_964;

/// Whole numbers that are summed up, one for each fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sums {
    total: u64,
    squares: u128,
}

impl Sums {
    /// One more number. Fights that are never added count as 0.
    pub(crate) fn add(&mut self, number: u64) {
        self.total += number;
        self.squares += u128::from(number) * u128::from(number);
    }

    pub(crate) fn merge(&mut self, other: &Sums) {
        self.total += other.total;
        self.squares += other.squares;
    }

    /// The mean over so many fights.
    pub(crate) fn mean(&self, fights: u64) -> f64 {
        self.total as f64 / fights.max(1) as f64
    }

    /// The 95 % interval of the mean, by the normal approximation; no less than 0, as the numbers are.
    pub(crate) fn interval95(&self, fights: u64) -> [f64; 2] {
        let (n, mean) = (fights.max(1) as f64, self.mean(fights));
        let variance = (self.squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        let half = Z95 * (variance / n).sqrt();
        [(mean - half).max(0.0), mean + half]
    }
}

/// A share: so many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Share {
    pub(crate) part: u64,
    pub(crate) whole: u64,
}

impl Share {
    pub(crate) fn rate(self) -> f64 {
        self.part as f64 / self.whole.max(1) as f64
    }

    /// The 95 % interval of this share less another, of fights that have nothing to do with each other (Newcombe's,
    /// from the Wilson intervals of both).
    pub(crate) fn less(self, other: Share) -> [f64; 2] {
        let (one, two) = (self.rate(), other.rate());
        let (low, high) = wilson(one, self.whole as f64);
        let (other_low, other_high) = wilson(two, other.whole as f64);
        let root = |a: f64, b: f64| (a * a + b * b).sqrt();
        [one - two - root(one - low, other_high - two), one - two + root(high - one, two - other_low)]
    }

    /// How sure it is that two shares differ: the square of the normal deviate of their difference.
    pub(crate) fn unlike(self, other: Share) -> f64 {
        let n = (self.whole + other.whole) as f64;
        let pooled = (self.part + other.part) as f64 / n.max(1.0);
        let spread = pooled * (1.0 - pooled) * (1.0 / self.whole.max(1) as f64 + 1.0 / other.whole.max(1) as f64);
        if spread > 0.0 { (self.rate() - other.rate()).powi(2) / spread } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::wilson;

    use super::*;

    /// Draws that anybody can repeat: from 0 to below 1.
    struct Draws(u64);

    impl Draws {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }

        fn share(&mut self, rate: f64, whole: u64) -> Share {
            Share { part: (0..whole).filter(|_| self.next() < rate).count() as u64, whole }
        }
    }

    /// Of so many tries, the share in which the interval held the truth.
    fn covered(mut holds: impl FnMut() -> bool) -> f64 {
        const TRIES: u32 = 4_000;
        f64::from((0..TRIES).filter(|_| holds()).count() as u32) / f64::from(TRIES)
    }

    #[test]
    fn nineteen_of_twenty_intervals_of_a_share_hold_it() {
        let mut draws = Draws(1);
        for (rate, whole) in [(0.5, 100), (0.1, 200), (0.02, 400), (0.9, 60)] {
            let share = covered(|| {
                let seen = draws.share(rate, whole);
                let (low, high) = wilson(seen.rate(), whole as f64);
                (low..=high).contains(&rate)
            });
            assert!((0.93..=0.985).contains(&share), "{rate} of {whole}: {share}");
        }
    }

    #[test]
    fn nineteen_of_twenty_intervals_of_a_difference_hold_it() {
        let mut draws = Draws(2);
        for (one, two, whole) in [(0.5, 0.4, 100), (0.1, 0.3, 80), (0.95, 0.9, 200)] {
            let share = covered(|| {
                let [low, high] = draws.share(one, whole).less(draws.share(two, whole));
                (low..=high).contains(&(one - two))
            });
            assert!((0.93..=0.985).contains(&share), "{one} less {two} of {whole}: {share}");
        }
    }

    #[test]
    fn nineteen_of_twenty_intervals_of_a_mean_hold_it() {
        let mut draws = Draws(3);
        let share = covered(|| {
            let mut sums = Sums::default();
            (0..100).for_each(|_| sums.add((draws.next() * 6.0) as u64 + 1));
            let [low, high] = sums.interval95(100);
            (low..=high).contains(&3.5)
        });
        assert!((0.93..=0.97).contains(&share), "{share}");
    }

    #[test]
    fn what_never_happens_has_no_width_and_shares_that_are_alike_are_not_unlike() {
        assert_eq!(Sums::default().interval95(50), [0.0, 0.0]);
        let half = Share { part: 50, whole: 100 };
        assert_eq!(half.unlike(half), 0.0);
        assert!(half.unlike(Share { part: 90, whole: 100 }) > 30.0);
        assert_eq!(Share::default().unlike(Share::default()), 0.0);
    }
}
