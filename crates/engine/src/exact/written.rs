//! What states write to a hasher, kept whole: two of which all bytes are equal are equal, whatever their hashes are.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::{Xxh3DefaultBuilder, xxh3_64};

/// The bytes that a value writes when it is hashed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Written(Vec<u8>);

impl Written {
    /// What these write, one behind the other.
    pub(crate) fn of(value: &impl Hash) -> Self {
        let mut written = Written::default();
        value.hash(&mut written);
        written
    }
}

impl Hasher for Written {
    fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Values with what they write: looked up by hash and compared in full.
pub(crate) type ByWriting<V> = HashMap<Written, V, Xxh3DefaultBuilder>;
