//! Something worked out once for each square of a map.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Something that differs by the square it begins at, worked out when somebody first asks from there and kept for all others,
/// for so many squares.
#[derive(Debug)]
pub struct EachSquare<T> {
    kept: Box<[OnceLock<T>]>,
    /// For how many squares more there is room.
    room: AtomicUsize,
}

impl<T> EachSquare<T> {
    /// For a map of so many squares, with nothing worked out yet; it is kept for `most` of them.
    #[must_use]
    pub fn new(squares: usize, most: usize) -> Self {
        Self { kept: (0..squares).map(|_| OnceLock::new()).collect(), room: AtomicUsize::new(most) }
    }

    /// What is kept for the square at this place of the map, made now if nothing is yet. Nothing for places beyond the map, nor
    /// where there is no room left.
    pub fn get(&self, place: usize, make: impl FnOnce() -> T) -> Option<&T> {
        let kept = self.kept.get(place)?;
        if kept.get().is_none() {
            // Threads that ask for the same square at once take more room than one: less is kept then.
            self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(1)).ok()?;
        }
        Some(kept.get_or_init(make))
    }
}

impl<T: Clone> Clone for EachSquare<T> {
    fn clone(&self) -> Self {
        Self { kept: self.kept.clone(), room: AtomicUsize::new(self.room.load(Ordering::Relaxed)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_is_worked_out_once_while_there_is_room() {
        let each = EachSquare::new(4, 2);
        assert_eq!(each.get(1, || "first"), Some(&"first"));
        assert_eq!(each.get(1, || "again"), Some(&"first"));
        assert_eq!(each.get(4, || "beyond"), None);
        let copy = each.clone();
        for each in [each, copy] {
            assert_eq!(each.get(0, || "other"), Some(&"other"));
            assert_eq!(each.get(2, || "too many"), None);
            assert_eq!(each.get(1, || "again"), Some(&"first"));
        }
    }
}
