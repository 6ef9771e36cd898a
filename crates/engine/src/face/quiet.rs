//! Whether a fight that reaches the round limit has long come to a stand.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::Xxh3;

use crate::cast::Who;
use crate::rulebook::Rulebook;

/// For so many rounds nobody must have been harmed.
const ROUNDS: u32 = 50;

/// Watches the last rounds before the limit. A fight in which nobody is harmed and nobody leaves for so long is a stalemate:
/// it would stand like that for ever. Until those rounds come it costs a comparison at each resting point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiet {
    from: u32,
    then: Option<u64>,
}

impl Quiet {
    /// Nothing seen yet of a fight with this limit.
    pub(crate) fn before(round_limit: u32) -> Self {
        // Where there are not so many nothing is known of them.
        Quiet { from: round_limit.checked_sub(ROUNDS).unwrap_or(u32::MAX), then: None }
    }

    /// Looks at the fight at a resting point.
    #[inline]
    pub(crate) fn look<R: Rulebook>(&mut self, fight: &R) {
        if fight.round() > self.from && self.then.is_none() {
            self.then = Some(toll(fight));
        }
    }

    /// Whether nothing has come of all that was done since.
    pub(crate) fn is_stalemate<R: Rulebook>(&self, fight: &R) -> bool {
        self.then.is_some_and(|then| then == toll(fight))
    }
}

/// What has become of everybody, as a number.
fn toll<R: Rulebook>(fight: &R) -> u64 {
    let mut hasher = Xxh3::new();
    for place in 0..fight.roster_len() {
        let fate = fight.fate(Who(place as u16));
        (fate.died, fate.out, fate.dealt, fate.taken).hash(&mut hasher);
    }
    hasher.finish()
}
