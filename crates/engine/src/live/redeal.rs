//! The same fight with other dice ahead, for those who look what might come.

use quintain_dice::{LateStream, Stream};

use super::{Live, Stop, Terms, seeded};
use crate::desk::DiceFrom;
use crate::face::Quiet;
use crate::fact::Fact;
use crate::had::Forced;
use crate::knowledge::Sightings;
use crate::rulebook::Rulebook;

impl<R: Rulebook> Live<R> {
    /// The same fight at the same moment, with the dice of another seed from here on: who plans ahead on a copy must not
    /// see the very dice that will fall. What was recorded stands; dice that were undone are forgotten. Its log is left out.
    pub fn redealt(&self, seed: u64) -> Self {
        let dice = DiceFrom::Seed(Box::new(Stream::new(seed, self.terms.fight)));
        let mut other = self.dealt(Terms { seed, dice, watched: None, ..self.terms.clone() });
        if matches!(other.stop, Stop::Dice(_) | Stop::NoEntropy(_)) {
            other.proceed();
        }
        other
    }

    /// The same fight gone on with from this moment on other terms, with facts behind those that stand, and forced
    /// answers. Its log begins at the last resting point.
    pub(crate) fn going_on(&self, terms: Terms, facts: Vec<Fact>, forced: Forced) -> Self {
        let mut other = self.dealt(terms);
        let _ = other.ledger.take_unwritten();
        facts.into_iter().for_each(|fact| other.ledger.apply(fact));
        other.forced = forced;
        other.proceed();
        other
    }

    /// The sides of every die thrown so far, and how many of these were thrown before the last resting point.
    pub(crate) fn dice_thrown(&self) -> (Vec<u16>, usize) {
        let facts = self.ledger.facts();
        let sides = |facts: &[Fact]| {
            let dice = facts.iter().filter_map(|fact| match fact {
                Fact::Dice { sides, faces, .. } => Some(std::iter::repeat_n(*sides, faces.len())),
                _ => None,
            });
            dice.flatten().collect::<Vec<u16>>()
        };
        let at_rest = sides(facts.get(..self.rest.facts).unwrap_or_default()).len();
        (sides(facts), at_rest)
    }

    /// The same fight at the same moment on other terms; it does not go on yet.
    fn dealt(&self, terms: Terms) -> Self {
        let mut other = self.without_log();
        let first = seeded(&terms.dice);
        let (thrown, at_rest) = self.dice_thrown();
        let passed = first.clone().map(|mut stream| {
            thrown[..at_rest].iter().for_each(|sides| _ = stream.die(*sides));
            stream
        });
        other.ledger.forget();
        other.said.forget_own();
        other.rest.own = LateStream::for_tactics(terms.seed, terms.fight);
        other.rest.dice.clone_from(&passed);
        other.first_dice = first;
        other.sightings = terms.watched.as_ref().map(|_| Sightings::default());
        other.quiet = Quiet::before(terms.round_limit);
        other.terms = terms;
        if let Some(stream) = passed {
            other.terms.dice = DiceFrom::Seed(stream);
        }
        other
    }
}
