//! Seeded dice: the same faces for the same seed and fight number on every machine.

use std::convert::Infallible;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::source::Source;

/// The step of SplitMix64: 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Which use a stream serves; streams of different domains share nothing but their seed.
const DICE: u64 = 0;
const TACTICS: u64 = 0x7461_6374_6963_7321;

/// A stream of dice from a seed and a fight number, by xoshiro256++.
///
/// Making one costs a few nanoseconds, so each fight gets its own and fights can be run in any order. The faces are part
/// of the product: the test `first_faces_are_pinned` guards them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    generator: Xoshiro256PlusPlus,
}

impl Stream {
    /// The dice of one fight.
    #[inline]
    pub fn new(seed: u64, fight: u64) -> Self {
        Self::of_domain(seed, fight, DICE)
    }

    /// A second stream of the same fight for deciding, so that a changed tactic never shifts the dice.
    #[inline]
    pub fn for_tactics(seed: u64, fight: u64) -> Self {
        Self::of_domain(seed, fight, TACTICS)
    }

    /// Within a domain no two (seed, fight) pairs share a state: `place` is one to one in `fight` for each seed, word 0 is
    /// one to one in `place`, and word 1 then gives `root`, that is the seed. Words 0 and 2 are never both zero.
    #[inline]
    fn of_domain(seed: u64, fight: u64, domain: u64) -> Self {
        let root = mix(seed.wrapping_add(GOLDEN));
        let place = mix(mix(fight ^ root) ^ domain);
        let word = |step: u64| mix(place.wrapping_add(GOLDEN.wrapping_mul(step)));
        let words = [word(1), word(2) ^ root, word(3), word(4) ^ root.rotate_left(32) ^ domain];
        let mut state = [0; 32];
        for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self { generator: Xoshiro256PlusPlus::from_seed(state) }
    }

    /// Throws one die without bias: 1 to `sides`. A die with 0 sides counts as one with 1.
    #[inline]
    pub fn die(&mut self, sides: u16) -> u16 {
        self.below(u32::from(sides.max(1))) as u16 + 1
    }

    /// A number from 0 up to but not including `bound`, without bias; 0 when `bound` is 0.
    ///
    /// Lemire's method: the top half of number times bound is the answer; the few low halves that would favour some
    /// answers are drawn again.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut wide = self.draw() * u64::from(bound);
        if (wide as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (wide as u32) < unfair {
                wide = self.draw() * u64::from(bound);
            }
        }
        (wide >> 32) as u32
    }

    /// The top 32 bits of the next output.
    #[inline]
    fn draw(&mut self) -> u64 {
        self.generator.next_u64() >> 32
    }
}

impl Source for Stream {
    type Error = Infallible;

    #[inline]
    fn face(&mut self, sides: u16) -> Result<u16, Infallible> {
        Ok(self.die(sides))
    }
}

/// The finisher of SplitMix64: one to one on 64 bits, and 0 only for 0.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(mut stream: Stream, sides: u16) -> Vec<u16> {
        (0..12).map(|_| stream.die(sides)).collect()
    }

    #[test]
    fn first_faces_are_pinned() {
        assert_eq!(faces(Stream::new(0, 0), 6), [5, 4, 3, 1, 6, 2, 1, 1, 1, 3, 3, 4]);
        assert_eq!(faces(Stream::new(0, 1), 6), [1, 1, 6, 5, 1, 3, 6, 5, 3, 3, 6, 4]);
        assert_eq!(faces(Stream::new(1, 0), 6), [1, 6, 5, 4, 2, 4, 4, 1, 2, 5, 2, 4]);
        assert_eq!(faces(Stream::new(7, 1), 20), [3, 18, 12, 14, 8, 20, 16, 4, 15, 17, 18, 17]);
        assert_eq!(faces(Stream::new(u64::MAX, u64::MAX), 100), [68, 56, 100, 89, 34, 42, 9, 79, 85, 38, 6, 71]);
        assert_eq!(faces(Stream::new(2_026, 12_345), 10), [1, 10, 9, 7, 2, 2, 3, 4, 4, 4, 2, 2]);
        assert_eq!(faces(Stream::for_tactics(0, 0), 6), [1, 5, 1, 5, 5, 6, 2, 2, 3, 1, 3, 5]);
        assert_eq!(faces(Stream::for_tactics(7, 1), 20), [12, 12, 17, 1, 17, 6, 6, 13, 4, 14, 7, 3]);
        assert_eq!(Stream::new(7, 1).below(u32::MAX), 452476542);
    }

    /// Chi-square of counts against equal shares.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    /// A bound that a fair chi-square passes about once in a hundred thousand times (Wilson and Hilferty).
    fn bound(freedom: f64) -> f64 {
        let part = 2.0 / (9.0 * freedom);
        freedom * (1.0 - part + 4.26 * part.sqrt()).powi(3)
    }

    #[test]
    fn faces_are_even() {
        for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100, 1_000] {
            let mut stream = Stream::new(11, u64::from(sides));
            let mut counts = vec![0; usize::from(sides)];
            for _ in 0..200_000 {
                counts[usize::from(stream.die(sides)) - 1] += 1;
            }
            assert!(chi_square(&counts) < bound(f64::from(sides) - 1.0), "d{sides}: {counts:?}");
        }
    }

    /// Pairs of the n-th faces of two neighbouring streams, over many neighbours, must be even over all 36 pairs.
    fn pairs_are_even(name: &str, pair: impl Fn(u64) -> (Stream, Stream)) {
        let mut counts = [[0_u32; 36]; 8];
        for at in 0..40_000 {
            let (mut one, mut two) = pair(at);
            for count in &mut counts {
                count[usize::from(one.die(6) - 1) * 6 + usize::from(two.die(6) - 1)] += 1;
            }
        }
        for (nth, count) in counts.iter().enumerate() {
            assert!(chi_square(count) < bound(35.0), "{name}, face {nth}: {count:?}");
        }
    }

    #[test]
    fn neighbouring_streams_know_nothing_of_each_other() {
        pairs_are_even("next fight", |at| (Stream::new(5, at), Stream::new(5, at + 1)));
        pairs_are_even("next seed", |at| (Stream::new(at, 5), Stream::new(at + 1, 5)));
        pairs_are_even("seed and fight exchanged", |at| (Stream::new(at, at + 1), Stream::new(at + 1, at)));
        pairs_are_even("same sum", |at| (Stream::new(at + 1, at), Stream::new(at, at + 1)));
        pairs_are_even("one bit", |at| (Stream::new(5, at), Stream::new(5, at ^ 1 << 63)));
        pairs_are_even("tactics", |at| (Stream::new(5, at), Stream::for_tactics(5, at)));
    }

    #[test]
    fn first_faces_over_fights_are_even() {
        let mut counts = [0; 20];
        for fight in 0..100_000 {
            counts[usize::from(Stream::new(3, fight).die(20)) - 1] += 1;
        }
        assert!(chi_square(&counts) < bound(19.0), "{counts:?}");
    }

    #[test]
    fn odd_bounds_are_answered() {
        let mut stream = Stream::new(1, 1);
        assert_eq!((stream.die(0), stream.die(1), stream.below(0), stream.below(1)), (1, 1, 0, 0));
        for _ in 0..10_000 {
            assert!(stream.below(u32::MAX) < u32::MAX);
            assert!(stream.below((1 << 31) + 1) <= 1 << 31);
        }
    }
}
