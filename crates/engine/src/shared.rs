//! What all copies of a fight share.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A part of a fight that never changes while it lasts: names, house rules, content.
///
/// `clone_from` between copies of the same fight touches no counter, so threads that reset their fights thousands of
/// times a second do not wait for each other. It adds nothing to a digest.
#[derive(Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Shared(Arc::new(value))
    }

    /// The value, to be changed: copied first if other copies of the fight share it.
    pub fn change(&mut self) -> &mut T
    where
        T: Clone,
    {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Self {
        Shared::new(T::default())
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.0, &source.0) {
            std::hint::cold_path();
            self.0 = Arc::clone(&source.0);
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
