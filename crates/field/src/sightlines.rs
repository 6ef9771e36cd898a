//! What lies on the lines between the squares of a map, for those who stand on its ground: each line is found out when it
//! is first asked for, and known from then on.

use std::sync::atomic::Ordering;

use crate::cover::Cover;
use crate::each_pair::{EachPair, Pair};

/// What is known of a line, each of the three with a bit that says that it is known.
const SEEN: Mask = Mask { known: 1, shift: 1 };
const GLIMPSED: Mask = Mask { known: 1 << 2, shift: 3 };
const COVERED: Mask = Mask { known: 1 << 4, shift: 5 };

#[derive(Clone, Copy)]
struct Mask {
    known: u8,
    /// Where its value begins.
    shift: u8,
}

/// The lines of a map, none of them known at first.
#[derive(Debug, Default)]
pub(crate) struct Sightlines(EachPair);

impl Sightlines {
    /// Nothing is known any more.
    pub(crate) fn forget(&mut self) {
        self.0.forget();
    }

    /// Whether the middles see each other.
    #[inline]
    pub(crate) fn sees(&self, pair: Pair, find: impl FnOnce() -> bool) -> bool {
        self.of(pair, SEEN, || find().into()) & 1 == 1
    }

    /// Whether anything of the second square is seen from the first.
    #[inline]
    pub(crate) fn glimpses(&self, pair: Pair, find: impl FnOnce() -> bool) -> bool {
        self.of(pair, GLIMPSED, || find().into()) & 1 == 1
    }

    /// The highest cover from middle to middle.
    #[inline]
    pub(crate) fn cover(&self, pair: Pair, find: impl FnOnce() -> Cover) -> Cover {
        let [none, quarter, half, full] = Cover::ALL;
        match self.of(pair, COVERED, || find() as u8) & 3 {
            0 => none,
            1 => quarter,
            2 => half,
            _ => full,
        }
    }

    /// A value with its lowest bits; what lies above them belongs to others.
    #[inline]
    fn of(&self, pair: Pair, mask: Mask, find: impl FnOnce() -> u8) -> u8 {
        let Some(line) = self.0.byte(pair) else { return find() };
        let known = line.load(Ordering::Relaxed);
        if known & mask.known != 0 {
            return known >> mask.shift;
        }
        let found = find();
        line.fetch_or(mask.known | found << mask.shift, Ordering::Relaxed);
        found
    }
}
