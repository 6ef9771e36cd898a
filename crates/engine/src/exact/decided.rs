//! What odds take for granted: decisions that come up on the way and are answered by tactics, or as was given for them.

use quintain_dice::Ratio;

use super::Exact;
use crate::question::{Answer, Weight};
use crate::rulebook::{Rulebook, seat_name};

/// A decision that came up on the way.
#[derive(Clone, Debug)]
pub(crate) struct Decided<R: Rulebook> {
    ask: R::Ask,
    answer: Answer<R::Act>,
    /// Who decides.
    pub(crate) who: String,
    /// What is asked.
    pub(crate) question: String,
    /// The answer, in the words of the options.
    pub(crate) words: String,
    /// Which of the answers that were given for what follows it is; none where tactics answer.
    pub(crate) given: Option<usize>,
    /// How often it comes up.
    pub(crate) often: Ratio,
    /// Whether there is anything to decide.
    choice: bool,
}

impl<R: Rulebook> Exact<'_, R> {
    /// The place of a decision in the list, which it is added to where it is new. Nothing for formalities and where there is
    /// no choice.
    pub(super) fn note(
        &mut self,
        fight: &R,
        ask: &R::Ask,
        answer: &Answer<R::Act>,
        given: Option<usize>,
    ) -> Option<usize> {
        if given.is_none() && fight.weight(ask) == Weight::Formality || fight.is_moot(ask) {
            return None;
        }
        let same = |known: &Decided<R>| known.ask == *ask && known.answer == *answer && known.given == given;
        if let Some(place) = self.decided.iter().position(same) {
            return self.decided[place].choice.then_some(place);
        }
        let question = fight.question(ask);
        let choice = given.is_some() || question.is_open();
        self.decided.push(Decided {
            ask: ask.clone(),
            answer: answer.clone(),
            who: seat_name(fight, question.to).to_owned(),
            words: question.write(answer),
            question: question.text,
            given,
            often: Ratio::ZERO,
            choice,
        });
        choice.then(|| self.decided.len() - 1)
    }

    /// Adds what was decided on the branch just walked, so many times.
    pub(crate) fn count_decided(&mut self, times: &Ratio) {
        for (place, often) in &self.often {
            self.decided[*place].often += &(often * times);
        }
    }

    /// All decisions that came up, in the order in which they did.
    pub(crate) fn decided(&self) -> &[Decided<R>] {
        &self.decided
    }
}
