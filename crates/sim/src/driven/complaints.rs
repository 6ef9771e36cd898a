//! What went wrong with those who play sides, in words, with how often it did. A program can go wrong in ever new words; only
//! some of them are kept.

use std::collections::BTreeMap;

/// So many different complaints are kept; all others are counted together.
const MOST: usize = 20;

/// What the others are called.
const OTHERS: &str = "other things than these went wrong";

/// Adds a complaint. Those that come first by the alphabet are kept, so it does not matter in which order they came, nor which
/// thread or machine heard them.
pub(crate) fn add(all: &mut BTreeMap<String, u64>, words: String, times: u64) {
    *all.entry(words).or_default() += times;
    if all.len() <= MOST + usize::from(all.contains_key(OTHERS)) {
        return;
    }
    let last = all.keys().rev().find(|words| words.as_str() != OTHERS).cloned();
    if let Some(times) = last.and_then(|last| all.remove(&last)) {
        *all.entry(OTHERS.to_owned()).or_default() += times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(numbers: impl Iterator<Item = u64>) -> BTreeMap<String, u64> {
        let mut all = BTreeMap::new();
        numbers.for_each(|number| add(&mut all, format!("complaint {:03}", number % 500), 1));
        all
    }

    #[test]
    fn of_ever_new_complaints_some_are_kept_whatever_their_order() {
        let all = heard(0..2_000);
        assert_eq!(all, heard((0..2_000).rev()));
        assert_eq!((all.len(), all["complaint 003"], all.values().sum::<u64>()), (MOST + 1, 4, 2_000));
        let mut parts = heard(0..700);
        heard(700..2_000).into_iter().for_each(|(words, times)| add(&mut parts, words, times));
        assert_eq!(parts, all);
    }

    #[test]
    fn a_few_are_all_kept() {
        assert_eq!(heard(0..20).len(), 20);
        assert!(!heard(0..20).contains_key(OTHERS));
    }
}
