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

    /// Keeps its own rooms as they have grown: the outer one for the searches, the inner one for those within them.
    fn clone_from(&mut self, _: &Self) {}
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
    fn rooms_stay_as_they_have_grown_when_a_fight_is_reset() {
        let (mut spare, begun) = (Spare::<Vec<u32>>::default(), Spare::default());
        spare.lend(|outer| {
            outer.reserve(9);
            spare.lend(|inner| inner.reserve(5));
        });
        spare.clone_from(&begun);
        let roomy = |room: &mut Vec<u32>, count| room.capacity() >= count;
        assert!(spare.lend(|outer| roomy(outer, 9) && spare.lend(|inner| roomy(inner, 5))));
    }
}
