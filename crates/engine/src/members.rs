//! Those who fight, behind one door that counts what changes.

use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};
use std::slice::Iter;

use crate::cast::Who;

/// How often a cast has changed. Two revisions of the same cast are equal if and only if nothing has changed in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision(u64);

/// The combatants of a fight, in roster order. Each access that may change one of them counts as a change, so that a
/// [`Memo`](crate::Memo) can tell by the [`Revision`] whether its answer still holds.
///
/// A cast that is reset to another by `clone_from` has changed as well. Only the combatants go into a digest.
#[derive(Debug)]
pub struct Cast<C> {
    all: Vec<C>,
    revision: Revision,
}

impl<C> Cast<C> {
    /// These, in roster order.
    pub fn of(all: Vec<C>) -> Self {
        Cast { all, revision: Revision::default() }
    }

    /// How many there are, those who are out included.
    #[inline]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them, if there are so many.
    #[inline]
    pub fn get(&self, who: Who) -> Option<&C> {
        self.all.get(who.index())
    }

    /// All of them, in roster order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, C> {
        self.all.iter()
    }

    /// Their handles, in roster order.
    #[inline]
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = Who> + use<C> {
        (0..self.all.len() as u16).map(Who)
    }

    /// One more takes part, at the end of the roster.
    pub fn push(&mut self, one: C) {
        self.touch();
        self.all.push(one);
    }

    /// Takes the last one away: there is no room for it after all, or its memory is used for another.
    pub fn pop(&mut self) -> Option<C> {
        self.touch();
        self.all.pop()
    }

    /// Makes room for so many more, so that none of them allocates when it comes.
    pub fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
    }

    /// Counts a change of something else that answers are made from: ground, doors.
    #[inline]
    pub fn touch(&mut self) {
        self.revision.0 += 1;
    }

    /// How often anything has changed.
    #[inline]
    pub fn revision(&self) -> Revision {
        self.revision
    }
}

impl<C> Index<Who> for Cast<C> {
    type Output = C;

    #[inline]
    fn index(&self, who: Who) -> &C {
        &self.all[who.index()]
    }
}

impl<C> IndexMut<Who> for Cast<C> {
    #[inline]
    fn index_mut(&mut self, who: Who) -> &mut C {
        self.touch();
        &mut self.all[who.index()]
    }
}

impl<'a, C> IntoIterator for &'a Cast<C> {
    type Item = &'a C;
    type IntoIter = Iter<'a, C>;

    fn into_iter(self) -> Iter<'a, C> {
        self.iter()
    }
}

impl<C: Clone> Clone for Cast<C> {
    fn clone(&self) -> Self {
        Cast { all: self.all.clone(), revision: self.revision }
    }

    fn clone_from(&mut self, source: &Self) {
        self.touch();
        self.all.clone_from(&source.all);
    }
}

impl<C: Hash> Hash for Cast<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_may_change_a_combatant_counts() {
        let mut cast = Cast::of(vec![3, 4]);
        let before = cast.revision();
        assert_eq!((cast[Who(1)], cast.iter().count(), cast.get(Who(2))), (4, 2, None));
        assert_eq!(cast.revision(), before);
        cast[Who(0)] = 3;
        let then = cast.revision();
        assert_ne!(then, before);
        cast.push(5);
        let later = cast.revision();
        assert_ne!(later, then);
        assert_eq!(cast.pop(), Some(5));
        assert_ne!(cast.revision(), later);
    }

    #[test]
    fn a_cast_that_is_reset_has_changed() {
        let begun = Cast::of(vec![1]);
        let mut used = begun.clone();
        used[Who(0)] = 2;
        let then = used.revision();
        used.clone_from(&begun);
        assert_ne!(used.revision(), then);
        assert_ne!(used.revision(), begun.revision());
        assert_eq!(used[Who(0)], 1);
    }
}
