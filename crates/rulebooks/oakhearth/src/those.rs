//! Sets of combatants and lists that lie in their owner: both find room elsewhere only when they grow long, so that an
//! ordinary fight never allocates and a large one forgets nobody.

use quintain_engine::Who;
use smallvec::SmallVec;

/// A list of any length that allocates only beyond `N`.
pub type List<T, const N: usize> = SmallVec<[T; N]>;

/// A list of combatants.
pub type Whos = List<Who, 16>;

/// A set of combatants.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Those {
    /// The first 64, a bit for each.
    first: u64,
    /// The others; never with a zero at the end.
    rest: Vec<u64>,
}

impl Clone for Those {
    fn clone(&self) -> Self {
        Those { first: self.first, rest: self.rest.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.first = source.first;
        self.rest.clone_from(&source.rest);
    }
}

impl Those {
    /// Whether this one is in it.
    #[inline]
    pub fn contains(&self, who: Who) -> bool {
        match who.index() {
            place @ 0..64 => self.first >> place & 1 == 1,
            place => self.rest.get(place / 64 - 1).is_some_and(|word| word >> (place % 64) & 1 == 1),
        }
    }

    /// Adds one.
    #[inline]
    pub fn insert(&mut self, who: Who) {
        match who.index() {
            place @ 0..64 => self.first |= 1 << place,
            place => {
                let word = place / 64 - 1;
                if self.rest.len() <= word {
                    self.rest.resize(word + 1, 0);
                }
                self.rest[word] |= 1 << (place % 64);
            }
        }
    }

    /// Takes one out.
    pub fn remove(&mut self, who: Who) {
        match who.index() {
            place @ 0..64 => self.first &= !(1 << place),
            place => {
                if let Some(word) = self.rest.get_mut(place / 64 - 1) {
                    *word &= !(1 << (place % 64));
                }
                self.trim();
            }
        }
    }

    fn trim(&mut self) {
        while self.rest.last() == Some(&0) {
            self.rest.pop();
        }
    }

    /// Takes all out.
    #[inline]
    pub fn clear(&mut self) {
        self.first = 0;
        self.rest.clear();
    }

    /// Whether nobody is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        let rest: u32 = self.rest.iter().map(|word| word.count_ones()).sum();
        (self.first.count_ones() + rest) as usize
    }

    /// All of them, in roster order.
    pub fn iter(&self) -> impl Iterator<Item = Who> + Clone + '_ {
        std::iter::once(&self.first).chain(&self.rest).zip(0u16..).flat_map(|(word, place)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as u16;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(Who(64 * place + bit))
            })
        })
    }

    /// Adds all of another set.
    pub fn unite(&mut self, other: &Those) {
        self.first |= other.first;
        if self.rest.len() < other.rest.len() {
            self.rest.resize(other.rest.len(), 0);
        }
        self.rest.iter_mut().zip(&other.rest).for_each(|(own, other)| *own |= other);
    }

    /// Takes all of another set out.
    pub fn subtract(&mut self, other: &Those) {
        self.first &= !other.first;
        self.rest.iter_mut().zip(&other.rest).for_each(|(own, other)| *own &= !other);
        self.trim();
    }

    /// Keeps those who are in another set as well.
    pub fn intersect(&mut self, other: &Those) {
        self.first &= other.first;
        self.rest.truncate(other.rest.len());
        self.rest.iter_mut().zip(&other.rest).for_each(|(own, other)| *own &= other);
        self.trim();
    }
}

impl FromIterator<Who> for Those {
    fn from_iter<I: IntoIterator<Item = Who>>(all: I) -> Self {
        let mut set = Those::default();
        all.into_iter().for_each(|who| set.insert(who));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_the_first_and_the_thousandth() {
        let mut set: Those = [Who(3), Who(64), Who(999)].into_iter().collect();
        assert!(set.contains(Who(3)) && set.contains(Who(64)) && set.contains(Who(999)) && !set.contains(Who(65_535)));
        assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (3, vec![Who(3), Who(64), Who(999)]));
        let other: Those = [Who(64), Who(500)].into_iter().collect();
        set.subtract(&other);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Who(3), Who(999)]);
        set.unite(&other);
        set.remove(Who(999));
        set.intersect(&[Who(3), Who(500)].into_iter().collect());
        assert_eq!(set, [Who(500), Who(3)].into_iter().collect());
        set.clear();
        assert!(set.is_empty());
    }
}
