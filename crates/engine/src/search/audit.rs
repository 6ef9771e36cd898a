//! Where tactics lose: at some of their decisions what they chose is held against what play-outs like better.

use std::collections::BTreeMap;

use super::lore::Lore;
use super::weigh::{Outset, candidates, halve};
use crate::advice::Budget;
use crate::cast::{Seat, Who};
use crate::question::{Answer, Question, Weight};
use crate::rulebook::{Rulebook, topic_key};

/// How decisions are audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Auditing {
    /// At one decision in so many, by chance.
    pub every: u32,
    /// So many play-outs to find a better answer, and half as many pairs of others to see how much better it is.
    pub play_outs: u32,
}

/// What an audit has found in a fight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audited {
    /// Every kind of decision that tactics took, and how often.
    pub taken: Vec<(Decided, u32)>,
    /// Those that were looked at.
    pub judged: Vec<Judged>,
}

/// A kind of decision: what was asked, and what was done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decided {
    /// The kind of question, by which standing answers know it.
    pub topic: &'static str,
    /// What was done: the key of a verb, or the first word of an option that has none; empty where several things were
    /// picked, or a number given.
    pub verb: String,
}

/// One decision that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What kind it is.
    pub decided: Decided,
    /// Who decided.
    pub who: Who,
    /// The answer, in words.
    pub words: String,
    /// How many facts of the record stand before it.
    pub fact: usize,
    /// The round.
    pub round: u32,
    /// What play-outs like better, if they like anything better.
    pub better: Option<Better>,
}

/// An answer that play-outs like better than what tactics chose.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// What is done by it.
    pub verb: String,
    /// The answer, in words.
    pub words: String,
    /// In how many pairs of play-outs it was held against what tactics chose, on dice by which it was not found.
    pub pairs: u32,
    /// How many half points more it made in them: two for a victory, one for a fight that nobody won.
    pub more: i32,
}

/// An audit under way.
#[derive(Clone, Debug)]
pub(super) struct Audit {
    auditing: Auditing,
    taken: BTreeMap<Decided, u32>,
    judged: Vec<Judged>,
}

impl Audit {
    pub(super) fn new(auditing: Auditing) -> Self {
        Audit { auditing, taken: BTreeMap::new(), judged: Vec::new() }
    }

    /// Counts a decision and says whether it is to be looked at; `chance` is any number that is even over all decisions.
    pub(super) fn count(&mut self, decided: &Decided, chance: u64) -> bool {
        *self.taken.entry(decided.clone()).or_default() += 1;
        // The upper half of the product is as even as all of it.
        (chance.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32).is_multiple_of(self.auditing.every.max(1).into())
    }

    /// Looks at a decision by play-outs from there.
    pub(super) fn judge<R: Rulebook>(
        &mut self,
        outset: &mut Outset<'_, R>,
        (fight, ask, question): (&R, &R::Ask, &Question<R::Act>),
        (who, fact): (Who, usize),
        (decided, answer): (Decided, &Answer<R::Act>),
        (seed, round_limit): (u64, u32),
    ) {
        let budget = Budget { play_outs: self.auditing.play_outs, seed, round_limit };
        let mut arms = candidates((fight, ask, question), answer.clone(), budget, &Lore::default());
        let found = halve(&mut arms, budget.play_outs, &mut |answer, number| outset.play_out(answer, number, budget));
        let better = found.map(|number| {
            let pairs = budget.play_outs / 2;
            let more = |number: u32| {
                let [own, other] = [0, 1].map(|place: usize| outset.play_out(&arms[place].answer, number, budget).1);
                (2.0 * (other - own)) as i32
            };
            let more = (number..number + pairs).map(more).sum();
            Better { verb: arms[1].kind.clone(), words: question.write(&arms[1].answer), pairs, more }
        });
        self.judged.push(Judged { decided, who, words: question.write(answer), fact, round: fight.round(), better });
    }

    pub(super) fn found(self) -> Audited {
        Audited { taken: self.taken.into_iter().collect(), judged: self.judged }
    }
}

/// Whose decision a question is: that of the combatant asked, formalities apart, or of the one of whom the game master
/// foretells what it is about to do. Nobody's where the game master judges.
pub(super) fn decider<R: Rulebook>(fight: &R, (ask, seat): (&R::Ask, Seat)) -> Option<Who> {
    match seat {
        Seat::Of(who) => (fight.weight(ask) != Weight::Formality).then_some(who),
        Seat::Gm => fight.foretells(ask),
    }
}

/// Of which kind an answer is.
pub(super) fn decided<R: Rulebook>(
    (fight, ask, question): (&R, &R::Ask, &Question<R::Act>),
    answer: &Answer<R::Act>,
) -> Decided {
    let words = |act: R::Act| {
        let choice = question.choices().iter().find(|choice| choice.act == act);
        choice.and_then(|choice| choice.text.split_whitespace().next()).unwrap_or_default().to_owned()
    };
    let named = |act: R::Act| fight.doing(ask, &act).map_or_else(|| words(act), |label| label.verb.key.to_owned());
    Decided { topic: topic_key(fight, ask, question), verb: answer.one().map(named).unwrap_or_default() }
}
