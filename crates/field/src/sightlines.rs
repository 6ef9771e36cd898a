//! What lies on the lines between the squares of a map, for those who stand on its ground: each line is found out when it
//! is first asked for, and known from then on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::cover::Cover;

/// The most squares of a map whose lines are kept: a byte for each pair of squares, 16 MiB in all.
const MOST: usize = 64 * 64;

/// A line from one square of so many to another, by their places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub from: usize,
    pub to: usize,
    pub squares: usize,
}

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
///
/// Threads may find out the same line at the same time; they come to the same answer, so nothing waits for anything.
#[derive(Debug, Default)]
pub(crate) struct Sightlines(OnceLock<Box<[AtomicU8]>>);

impl Sightlines {
    /// Nothing is known any more.
    pub(crate) fn forget(&mut self) {
        self.0.take();
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
        if pair.squares > MOST {
            return find();
        }
        let lines =
            self.0.get_or_init(|| std::iter::repeat_with(AtomicU8::default).take(pair.squares.pow(2)).collect());
        let Some(line) = lines.get(pair.from * pair.squares + pair.to) else { return find() };
        let known = line.load(Ordering::Relaxed);
        if known & mask.known != 0 {
            return known >> mask.shift;
        }
        let found = find();
        line.fetch_or(mask.known | found << mask.shift, Ordering::Relaxed);
        found
    }
}
