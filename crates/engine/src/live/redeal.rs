//! The same fight with other dice ahead, for those who look what might come.

use quintain_dice::{LateStream, Stream};

use super::{Live, Stop};
use crate::desk::DiceFrom;
use crate::fact::Fact;
use crate::rulebook::Rulebook;

impl<R: Rulebook> Live<R> {
    /// The same fight at the same moment, with the dice of another seed from here on: who plans ahead on a copy must not
    /// see the very dice that will fall. What was recorded stands; dice that were undone are forgotten. Its log is left out.
    pub fn redealt(&self, seed: u64) -> Self {
        let mut other = self.without_log();
        let first = Stream::new(seed, self.terms.fight);
        let mut at_rest = first.clone();
        for fact in self.ledger.facts().iter().take(self.rest.facts) {
            if let Fact::Dice { sides, faces, .. } = fact {
                faces.iter().for_each(|_| _ = at_rest.die(*sides));
            }
        }
        other.ledger.forget();
        other.said.forget_own();
        other.first_dice = Some(Box::new(first));
        other.rest.own = LateStream::for_tactics(seed, self.terms.fight);
        other.rest.dice = Some(Box::new(at_rest.clone()));
        other.terms.seed = seed;
        other.terms.dice = DiceFrom::Seed(Box::new(at_rest));
        if matches!(other.stop, Stop::Dice(_) | Stop::NoEntropy(_)) {
            other.proceed();
        }
        other
    }
}
