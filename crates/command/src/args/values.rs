//! Numbers as they are typed.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

/// A share of victory to be known to within so much.
pub(super) fn precision(words: &str) -> Result<f64, String> {
    // 0.02 could be meant as 2 % as well, and takes ten thousand times as long otherwise.
    let share = words.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let share = share.filter(|share| (0.01..=50.0).contains(share));
    share.map(|share| share / 100.0).ok_or_else(|| "a share with its sign is wanted, from 0.01% to 50%".to_owned())
}

/// The most fights that anyone may ask for: more would take years.
const MOST_FIGHTS: u64 = 1_000_000_000_000;

/// A number of fights.
pub(super) fn fights(words: &str) -> Result<NonZeroU64, String> {
    let number = words.parse::<NonZeroU64>().ok().filter(|number| number.get() <= MOST_FIGHTS);
    number.ok_or_else(|| format!("a whole number from 1 to {MOST_FIGHTS} is wanted"))
}

/// The most threads that anyone may ask for.
const MOST_THREADS: usize = 1024;

/// A number of threads.
pub(super) fn threads(words: &str) -> Result<NonZeroUsize, String> {
    let number = words.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("a whole number from 1 to {MOST_THREADS} is wanted"))
}

/// The most rounds that a fight may be followed.
const MOST_ROUNDS: u32 = 1_000_000;

/// A number of rounds.
pub(super) fn rounds(words: &str) -> Result<u32, String> {
    let number = words.parse::<u32>().ok().filter(|number| (1..=MOST_ROUNDS).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {MOST_ROUNDS} is wanted"))
}

/// A number of play-outs.
pub(super) fn play_outs(words: &str) -> Result<NonZeroU32, String> {
    words.parse().map_err(|_| "a whole number from 1 up is wanted".to_owned())
}

/// A seed, or the number of a fight under one.
pub(super) fn whole(words: &str) -> Result<u64, String> {
    words.parse().map_err(|_| "a whole number from 0 up is wanted".to_owned())
}

/// How many facts of a record.
pub(super) fn facts(words: &str) -> Result<usize, String> {
    words.parse().map_err(|_| "a whole number of facts, from 0 up, is wanted".to_owned())
}
