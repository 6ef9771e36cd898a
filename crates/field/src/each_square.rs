//! Something worked out once for each square of a map.

use std::sync::OnceLock;

/// Something that differs by the square it begins at, worked out when somebody first asks from there and kept for all others.
#[derive(Clone, Debug)]
pub struct EachSquare<T>(Box<[OnceLock<T>]>);

impl<T> EachSquare<T> {
    /// For so many squares, with nothing worked out yet.
    #[must_use]
    pub fn new(squares: usize) -> Self {
        Self((0..squares).map(|_| OnceLock::new()).collect())
    }

    /// What is kept for the square at this place of the map, made now if nothing is yet. Nothing for places beyond.
    pub fn get(&self, place: usize, make: impl FnOnce() -> T) -> Option<&T> {
        Some(self.0.get(place)?.get_or_init(make))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_is_worked_out_once() {
        let each = EachSquare::new(2);
        assert_eq!(each.get(1, || "first"), Some(&"first"));
        assert_eq!(each.get(1, || "again"), Some(&"first"));
        assert_eq!(each.get(0, || "other"), Some(&"other"));
        assert_eq!(each.get(2, || "beyond"), None);
    }
}
