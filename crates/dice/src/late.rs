//! A stream that is not begun before somebody draws from it.

use crate::stream::Stream;

/// The tactics' stream of one fight, as [`Stream::for_tactics`] gives it: it begins with the first number drawn, since
/// most fights draw none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateStream {
    seed: u64,
    fight: u64,
    begun: Option<Stream>,
}

impl LateStream {
    /// The stream of one fight's tactics.
    #[inline]
    pub fn for_tactics(seed: u64, fight: u64) -> Self {
        LateStream { seed, fight, begun: None }
    }

    /// A number from 0 up to but not including `bound`, as [`Stream::below`] draws it.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.begun.get_or_insert_with(|| Stream::for_tactics(self.seed, self.fight)).below(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_draws_what_the_tactics_stream_draws() {
        let (mut late, mut stream) = (LateStream::for_tactics(7, 1), Stream::for_tactics(7, 1));
        for bound in [20, 6, 1, 0, 1_000] {
            assert_eq!(late.below(bound), stream.below(bound));
        }
    }
}
