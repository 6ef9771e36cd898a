//! A set of combatants.

use crate::cast::Who;

/// A set of combatants. Two sets with the same members are equal, however they came about.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct WhoSet {
    /// One bit for each; never with a zero at the end.
    words: Vec<u64>,
}

impl Clone for WhoSet {
    fn clone(&self) -> Self {
        WhoSet { words: self.words.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
    }
}

impl WhoSet {
    /// Nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether this one is in it.
    pub fn contains(&self, who: Who) -> bool {
        self.words.get(who.index() / 64).is_some_and(|word| word >> (who.index() % 64) & 1 == 1)
    }

    /// Adds one; says whether it is new.
    pub fn insert(&mut self, who: Who) -> bool {
        let new = !self.contains(who);
        let word = who.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (who.index() % 64);
        new
    }

    /// Takes one out; says whether it was there.
    pub fn remove(&mut self, who: Who) -> bool {
        let there = self.contains(who);
        if there {
            self.words[who.index() / 64] &= !(1 << (who.index() % 64));
            while self.words.last() == Some(&0) {
                self.words.pop();
            }
        }
        there
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// All of them, in roster order.
    pub fn iter(&self) -> impl Iterator<Item = Who> + '_ {
        (0..self.words.len() * 64).map(|place| Who(place as u16)).filter(|who| self.contains(*who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_equal_however_they_came_about() {
        let mut one = WhoSet::new();
        assert!(one.insert(Who(3)) && !one.insert(Who(3)) && one.insert(Who(500)));
        assert_eq!((one.len(), one.iter().collect::<Vec<_>>()), (2, vec![Who(3), Who(500)]));
        assert!(one.remove(Who(500)) && !one.remove(Who(500)) && !one.contains(Who(65_535)));
        let mut other = WhoSet::new();
        other.insert(Who(3));
        assert_eq!(one, other);
        one.clear();
        assert!(one.is_empty() && !other.is_empty());
        one.clone_from(&other);
        assert_eq!(one, other);
    }
}
