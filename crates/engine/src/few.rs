//! Short lists of a fixed room that lie in their owner, so that a combatant is copied as one piece of memory.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// What fills the places in which nothing lies.
pub trait Blank: Copy {
    /// Any value; nobody ever sees it.
    const BLANK: Self;
}

impl Blank for u8 {
    const BLANK: Self = 0;
}

impl Blank for i16 {
    const BLANK: Self = 0;
}

impl Blank for u32 {
    const BLANK: Self = 0;
}

impl<T: Blank> Blank for Option<T> {
    const BLANK: Self = None;
}

impl Blank for crate::Who {
    const BLANK: Self = crate::Who(0);
}

impl<A: Blank, B: Blank> Blank for (A, B) {
    const BLANK: Self = (A::BLANK, B::BLANK);
}

impl<A: Blank, B: Blank, C: Blank> Blank for (A, B, C) {
    const BLANK: Self = (A::BLANK, B::BLANK, C::BLANK);
}

/// A list of at most `N`. What finds no room is left out.
#[derive(Clone, Copy)]
pub struct Few<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Blank, const N: usize> Few<T, N> {
    /// With nothing in it.
    pub const fn new() -> Self {
        Few { len: 0, items: [T::BLANK; N] }
    }

    /// Whether nothing lies in it.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many lie in it.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no more room.
    pub fn is_full(&self) -> bool {
        usize::from(self.len) >= N
    }

    /// Adds one at the end; false where there is no room.
    #[inline]
    pub fn push(&mut self, item: T) -> bool {
        let place = self.items.get_mut(usize::from(self.len));
        let room = place.is_some();
        if let Some(place) = place {
            *place = item;
            self.len += 1;
        }
        room
    }

    /// Takes one out; those behind it move up. A place where nothing lies changes nothing.
    pub fn remove(&mut self, place: usize) {
        if place < self.len() {
            self.copy_within(place + 1.., place);
            self.len -= 1;
        }
    }

    /// Keeps those that fit, in their order.
    pub fn retain(&mut self, mut fits: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for place in 0..self.len() {
            let item = self.items[place];
            if fits(&item) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.len = kept as u8;
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Blank, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.items.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.items.get_mut(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T: Blank, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Blank, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Few::new();
        few.extend(items);
        few
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_kept_in_order_and_no_more_than_fit() {
        let mut few: Few<u8, 4> = [1, 2, 3, 4, 5].into_iter().collect();
        assert_eq!((few.push(6), few.is_full(), &few[..]), (false, true, &[1, 2, 3, 4][..]));
        few.remove(1);
        few.remove(9);
        assert_eq!(few[..], [1, 3, 4]);
        few.retain(|item| *item != 3);
        assert_eq!((few.push(7), &few[..]), (true, &[1, 4, 7][..]));
        assert_eq!(few, [1, 4, 7].into_iter().collect());
        few.clear();
        assert!(few.is_empty());
    }
}
