//! Something worked out once for each pair of squares of a map.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::map::Map;
use crate::square::Square;

/// The most squares of a map for whose pairs anything is kept: a byte for each, 16 MiB in all.
const MOST: usize = 64 * 64;

/// A line from one square of so many to another, by their places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub from: usize,
    pub to: usize,
    pub squares: usize,
}

/// A small number that differs by two squares of a map, worked out when somebody first asks and kept for all others.
///
/// Threads may work out the same number at the same time; they come to the same answer, so nothing waits for anything.
#[derive(Debug, Default)]
pub struct EachPair(OnceLock<Box<[AtomicU8]>>);

impl EachPair {
    /// The number of two squares of this map, made now if it is not known yet: at most 254. It must be the same map always.
    #[inline]
    pub fn get(&self, map: &Map, (from, to): (Square, Square), make: impl FnOnce() -> u8) -> u8 {
        let Some(kept) = map.pair(from, to).and_then(|pair| self.byte(pair)) else { return make() };
        match kept.load(Ordering::Relaxed) {
            0 => {
                let made = make();
                kept.store(made.saturating_add(1), Ordering::Relaxed);
                made
            }
            known => known - 1,
        }
    }

    /// What is kept for a pair, 0 at first; nothing on maps that are too large.
    #[inline]
    pub(crate) fn byte(&self, pair: Pair) -> Option<&AtomicU8> {
        if pair.squares > MOST {
            return None;
        }
        let all = self.0.get_or_init(|| std::iter::repeat_with(AtomicU8::default).take(pair.squares.pow(2)).collect());
        all.get(pair.from * pair.squares + pair.to)
    }

    /// Nothing is known any more.
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_worked_out_once() {
        let (map, each) = (Map::open(3, 2).unwrap(), EachPair::default());
        let at = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(each.get(&map, (at("A1"), at("C2")), || 7), 7);
        assert_eq!(each.get(&map, (at("A1"), at("C2")), || 8), 7);
        assert_eq!(each.get(&map, (at("C2"), at("A1")), || 0), 0);
        assert_eq!(each.get(&map, (at("C2"), at("A1")), || 8), 0);
        assert_eq!([3, 4].map(|made| each.get(&map, (at("A1"), at("D1")), || made)), [3, 4], "beyond the map");
    }
}
