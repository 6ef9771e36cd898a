//! What a side that searches keeps from one question of a fight to the next: which kinds of answers have been worth trying,
//! and the play-outs that were not needed.

use std::collections::BTreeMap;

/// How often a kind must have been tried before it is passed over for what came of it.
const KNOWN: u32 = 3;

/// How much worse than the rulebook's own answer such a kind has been on average, in worth.
const WORSE: f64 = 0.04;

/// At most so many times the play-outs of one question are laid by.
const MOST_SPARE: u32 = 4;

/// What has been learned in a fight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lore {
    kinds: BTreeMap<(&'static str, String), Tried>,
    /// Play-outs that earlier questions did not need.
    spare: u32,
}

/// What came of answers of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    times: u32,
    /// By how much they were ahead of the rulebook's own answer, all together.
    ahead: f64,
}

impl Lore {
    /// How far a kind of answer to questions of this topic is expected to be ahead: nothing is expected of what is unknown.
    pub(crate) fn ahead(&self, topic: &'static str, kind: &str) -> f64 {
        self.known(topic, kind).map_or(0.0, |tried| tried.ahead / f64::from(tried.times + 1))
    }

    /// Whether a kind has been tried often enough to be passed over mostly.
    pub(crate) fn is_forlorn(&self, topic: &'static str, kind: &str) -> bool {
        self.known(topic, kind).is_some_and(|it| it.times >= KNOWN && it.ahead / f64::from(it.times) < -WORSE)
    }

    /// Keeps how far an answer of this kind was ahead.
    pub(crate) fn learn(&mut self, topic: &'static str, kind: &str, ahead: f64) {
        let tried = self.kinds.entry((topic, kind.to_owned())).or_default();
        tried.times += 1;
        tried.ahead += ahead;
    }

    /// What is laid by.
    pub(crate) fn spare(&self) -> u32 {
        self.spare
    }

    /// A question that may cost so much has cost so much.
    pub(crate) fn spent(&mut self, play_outs: u32, cost: u32) {
        self.spare = (self.spare + play_outs).saturating_sub(cost).min(MOST_SPARE * play_outs);
    }

    fn known(&self, topic: &'static str, kind: &str) -> Option<&Tried> {
        // A key must be owned to be looked for; there are few.
        self.kinds.iter().find(|((of, known), _)| *of == topic && known == kind).map(|(_, tried)| tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_worse_three_times_is_forlorn_and_what_is_unknown_is_not() {
        let mut lore = Lore::default();
        (0..3).for_each(|_| lore.learn("turn", "flee", -0.2));
        lore.learn("turn", "aim", 0.1);
        assert!(lore.is_forlorn("turn", "flee") && !lore.is_forlorn("react", "flee"));
        assert!(lore.ahead("turn", "aim") > lore.ahead("turn", "wait"));
        assert!(lore.ahead("turn", "wait") > lore.ahead("turn", "flee"));
    }

    #[test]
    fn what_one_question_does_not_need_another_may_spend_but_not_without_end() {
        let mut lore = Lore::default();
        lore.spent(100, 30);
        assert_eq!(lore.spare(), 70);
        lore.spent(100, 150);
        assert_eq!(lore.spare(), 20);
        (0..20).for_each(|_| lore.spent(100, 0));
        assert_eq!(lore.spare(), 400);
    }
}
