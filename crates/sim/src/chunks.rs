//! How the numbers of fights are cut into chunks, which threads take one after another.

use std::ops::Range;

/// Chunks of the numbers of fights. The cut depends on the numbers alone, so that every number of threads hears the same
/// chunks.
#[derive(Clone, Copy)]
pub(crate) struct Chunks {
    first: u64,
    fights: u64,
    size: u64,
}

impl Chunks {
    /// Chunks of at most so many fights, and of fewer where there would be too few chunks to share out.
    pub(crate) fn new(numbers: &Range<u64>, most: u64) -> Self {
        Chunks::of(numbers, (1, most))
    }

    /// The same, of no fewer than are best played in one go.
    pub(crate) fn of(numbers: &Range<u64>, (least, most): (u64, u64)) -> Self {
        let fights = numbers.end.saturating_sub(numbers.start);
        Chunks { first: numbers.start, fights, size: (fights / 256).clamp(least, most) }
    }

    pub(crate) fn count(self) -> u64 {
        self.fights.div_ceil(self.size)
    }

    /// The numbers of a chunk, by its place.
    pub(crate) fn numbers(self, place: u64) -> Range<u64> {
        let from = place.saturating_mul(self.size);
        let to = from.saturating_add(self.size).min(self.fights);
        self.first.saturating_add(from)..self.first.saturating_add(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_of_fights_does_not_overflow() {
        let chunks = Chunks::new(&(0..u64::MAX), 1024);
        let last = chunks.numbers(chunks.count() - 1);
        assert!(last.start < last.end);
        assert_eq!(last.end, u64::MAX);
    }

    #[test]
    fn every_number_is_in_one_chunk() {
        let chunks = Chunks::new(&(7..3_007), 8);
        let all: Vec<u64> = (0..chunks.count()).flat_map(|place| chunks.numbers(place)).collect();
        assert_eq!(all, (7..3_007).collect::<Vec<u64>>());
    }
}
