//! Something worked out once for bodies of each size.

use std::sync::OnceLock;

use crate::footprint::Footprint;

/// The longest side of a body for which anything is kept.
const LONGEST: usize = 6;

/// Something that differs by the size of a body, worked out when the first of that size asks and kept for all others.
#[derive(Clone, Debug)]
pub struct EachBody<T>(Box<[[OnceLock<T>; LONGEST]; LONGEST]>);

impl<T> EachBody<T> {
    /// What is kept for a body, made now if nothing is yet. Nothing for bodies with a side above 6.
    pub fn get(&self, body: Footprint, make: impl FnOnce() -> T) -> Option<&T> {
        let place = |side: u8| usize::from(side).checked_sub(1);
        let kept = self.0.get(place(body.width())?)?.get(place(body.depth())?)?;
        Some(kept.get_or_init(make))
    }
}

impl<T> Default for EachBody<T> {
    fn default() -> Self {
        Self(Box::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_is_made_once() {
        let each = EachBody::default();
        assert_eq!(each.get(Footprint::new(2, 1), || "long"), Some(&"long"));
        assert_eq!(each.get(Footprint::new(1, 2), || "deep"), Some(&"deep"));
        assert_eq!(each.get(Footprint::new(2, 1), || "again"), Some(&"long"));
        assert_eq!(each.get(Footprint::square(7), || "huge"), None);
    }
}
