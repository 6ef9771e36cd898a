//! What may become of a fight: the odds of an answer, what it sets off, and how dangerous things are.

use std::ops::ControlFlow;

use quintain_engine::{AnyLive, Budget, Foresight, Odds, OddsLimit, ROUND_LIMIT};

use crate::danger::Danger;
use crate::fault::Fault;

/// A fight at one moment, apart from the table: whoever looks ahead keeps nobody waiting.
#[derive(Debug)]
pub struct Outlook {
    live: Box<dyn AnyLive>,
    sides: Vec<String>,
}

impl Outlook {
    pub(crate) fn new(live: Box<dyn AnyLive>, sides: Vec<String>) -> Outlook {
        Outlook { live, sides }
    }

    /// The odds of what follows if `who` answers so.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn odds(&self, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
        self.live.odds(who, words, limit).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    /// The way that `who` would go by this answer, and who else would be asked on it.
    ///
    /// # Errors
    /// When the answer is not legal.
    pub fn foresee(&self, who: &str, words: &str) -> Result<Foresight, Fault> {
        self.live.foresee(who, words).map_err(|fault| Fault::NotTaken(fault.to_string()))
    }

    /// Everyone's name, in roster order.
    pub fn names(&self) -> Vec<String> {
        self.live.roster().into_iter().map(|(name, _)| name).collect()
    }

    /// Plays the fight out from here in `ways` ways. The dice of each follow from its number, so that the first hundred
    /// of a thousand are the same as a hundred.
    pub fn danger(&self, ways: u32) -> Danger {
        let mut danger = Danger::none(&self.sides, self.live.roster());
        let round_limit = self.live.view().round.saturating_add(ROUND_LIMIT);
        self.live.play_outs(Budget { play_outs: ways, seed: 1, round_limit }, &mut |outcome, fates| {
            danger.add(outcome, fates);
            ControlFlow::Continue(())
        });
        danger
    }
}
