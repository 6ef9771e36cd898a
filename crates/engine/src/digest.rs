//! Digests of states: the same on every machine, so that a reader of a record who computes something else knows where.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

/// A hasher that writes numbers in one byte order and one width everywhere.
struct Portable(Xxh3);

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        self.0.digest()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, n: u16) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.0.update(&(n as u64).to_le_bytes());
    }

    fn write_i16(&mut self, n: i16) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_i32(&mut self, n: i32) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_i64(&mut self, n: i64) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_i128(&mut self, n: i128) {
        self.0.update(&n.to_le_bytes());
    }

    fn write_isize(&mut self, n: isize) {
        self.0.update(&(n as i64).to_le_bytes());
    }
}

/// The digest of a state, as 16 hexadecimal digits.
///
/// Slices of numbers wider than a byte hash in the machine's byte order (the standard library passes their memory as it
/// lies); all machines that Quintain runs on have the lowest byte first.
pub fn digest(state: &impl Hash) -> String {
    let mut hasher = Portable(Xxh3::new());
    state.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
