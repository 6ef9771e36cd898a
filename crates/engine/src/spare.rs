//! Room that searches of a fight work in, kept so that they allocate nothing.

use std::sync::Mutex;

/// Room for a search and for another within it. It holds nothing between searches and is no part of a fight's state.
#[derive(Debug, Default)]
pub struct Spare<T> {
    rooms: [Mutex<T>; 2],
}

impl<T: Default> Spare<T> {
    /// Lends a room to a search. It may hold what an earlier search left.
    #[inline]
    pub fn lend<R>(&self, search: impl FnOnce(&mut T) -> R) -> R {
        for room in &self.rooms {
            if let Ok(mut room) = room.try_lock() {
                return search(&mut room);
            }
        }
        // Two searches are under way already, or another thread looks at the same fight.
        search(&mut T::default())
    }
}

impl<T: Default> Clone for Spare<T> {
    fn clone(&self) -> Self {
        Spare::default()
    }

    /// The rooms change places at the beginning of each fight, so that both have grown before the inner one is needed.
    fn clone_from(&mut self, _: &Self) {
        self.rooms.swap(0, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_within_a_search_has_a_room_of_its_own() {
        let spare = Spare::<Vec<u32>>::default();
        let sums = spare.lend(|outer| {
            outer.push(1);
            let inner = spare.lend(|inner| {
                inner.push(2);
                spare.lend(|third| third.len()) + inner.len()
            });
            (outer.len(), inner)
        });
        assert_eq!(sums, (1, 1));
    }

    #[test]
    fn both_rooms_grow_with_the_fights() {
        let (mut spare, begun) = (Spare::<Vec<u32>>::default(), Spare::default());
        for _ in 0..2 {
            spare.lend(|room| room.reserve(9));
            spare.clone_from(&begun);
        }
        let roomy = |room: &mut Vec<u32>| room.capacity() >= 9;
        assert!(spare.lend(|outer| roomy(outer) && spare.lend(|inner| roomy(inner))));
    }
}
