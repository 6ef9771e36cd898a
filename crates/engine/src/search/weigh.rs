//! Answers weighed against each other by play-outs on common dice.

use quintain_dice::LateStream;

use super::kept::{Kept, Reached, Standing};
use super::lore::Lore;
use super::{Entry, Trial};
use crate::advice::Budget;
use crate::cast::{Side, Who};
use crate::fact::Fact;
use crate::question::{Answer, Question, Shape};
use crate::rulebook::{Outcome, Rulebook, topic_key};
use crate::tactics::{kinds, random, together};

/// How much of a play-out's worth is victory; the rest is who of both sides is left, and how hurt.
const VICTORY: f64 = 0.8;

/// How many standard errors another answer must be ahead of the rulebook's own before it is given instead.
const SURE: f64 = 1.0;

/// How many it must be ahead to be given before the match is over, and behind to be given up.
const PLAIN: f64 = 2.5;

/// The fewest pairs of play-outs from which such an error is told.
const FEWEST: u32 = 8;

/// One question in so many tries what has mostly been worse all the same.
const ALL_THE_SAME: u32 = 5;

/// How many play-outs there must be for each further answer that is tried.
const EACH: u32 = 14;

/// The most answers that are tried besides the rulebook's own.
const MOST: usize = 40;

/// What play-outs are worth to a side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    side: Side,
    /// What each lives by, in roster order; nothing for those of whom that is unknown.
    lives: Vec<u32>,
}

impl Worth {
    /// Worth to this side; `start` is any earlier moment of the fight.
    pub(crate) fn new<R: Rulebook>(start: &R, side: Side) -> Self {
        let life = |one: &crate::view::CombatantView| one.life().and_then(|(_, most)| u32::try_from(most).ok());
        Worth { side, lives: start.view().combatants.iter().map(|one| life(one).unwrap_or(0)).collect() }
    }

    /// From 0 to 1, and whether the side won (a fight that nobody won counts half).
    pub(crate) fn of<R: Rulebook>(&self, fight: &R, outcome: Option<Outcome>) -> (f64, f64) {
        let won = match outcome {
            Some(Outcome::Won(winner)) => f64::from(u8::from(winner == self.side)),
            Some(Outcome::Mutual | Outcome::Ended) | None => 0.5,
        };
        (VICTORY * won + (1.0 - VICTORY) * self.left(fight), won)
    }

    /// Who is left: 0 where all of the side are out and its foes unhurt, 1 the other way round.
    fn left<R: Rulebook>(&self, fight: &R) -> f64 {
        let (mut sums, mut counts) = ([0.0; 2], [0u32; 2]);
        for place in 0..fight.roster_len() {
            let who = Who(place as u16);
            let theirs = usize::from(fight.side(who) != self.side);
            counts[theirs] += 1;
            let fate = fight.fate(who);
            let life = self.lives.get(place).copied().unwrap_or(0);
            if !fate.out {
                // A combatant on its feet counts a half at least: what was taken may have been healed.
                let lost = if life == 0 { 0.0 } else { f64::from(fate.taken.min(life)) / f64::from(life) };
                sums[theirs] += 1.0 - lost / 2.0;
            }
        }
        let share = |theirs: usize| sums[theirs] / f64::from(counts[theirs].max(1));
        (1.0 + share(0) - share(1)) / 2.0
    }
}

/// An open question in the middle of a fight.
#[derive(Debug)]
pub(crate) struct Outset<'a, R: Rulebook> {
    /// The last resting point.
    pub(crate) rest: &'a R,
    /// What has happened since, on the tape and behind it in words.
    pub(crate) tape: &'a mut Vec<Entry<R>>,
    pub(crate) facts: &'a [Fact],
    /// The place of the question among those that are open.
    pub(crate) place: usize,
    /// What play-outs are worth to the side asked.
    pub(crate) worth: &'a Worth,
    /// A copy of the fight, to be overwritten.
    pub(crate) copy: &'a mut R,
    /// Play-outs that stand here already: the first numbers have their dice.
    pub(crate) kept: &'a [Standing],
}

impl<R: Rulebook> Outset<'_, R> {
    /// Plays the fight out behind an answer, on the dice of this number: its worth, and whether it was won.
    pub(super) fn play_out(&mut self, answer: &Answer<R::Act>, number: u32, budget: Budget) -> (f64, f64) {
        let outcome = self.started(answer, number, budget, |table, copy| table.play_out(copy, budget.round_limit));
        self.worth.of(self.copy, outcome)
    }

    /// The same, with where it came to the next question of the same side.
    fn play_out_and_keep(
        &mut self,
        answer: &Answer<R::Act>,
        number: u32,
        budget: Budget,
    ) -> ((f64, f64), Option<Reached<R>>) {
        let side = self.worth.side;
        let (outcome, reached) =
            self.started(answer, number, budget, |table, copy| table.play_out_and_keep(copy, budget.round_limit, side));
        (self.worth.of(self.copy, outcome), reached)
    }

    /// What comes of a play-out behind an answer.
    fn started<T>(
        &mut self,
        answer: &Answer<R::Act>,
        number: u32,
        budget: Budget,
        play: impl FnOnce(Trial<'_, R>, &mut R) -> T,
    ) -> T {
        self.copy.clone_from(self.rest);
        let (told, said) = ((&mut *self.tape, self.facts), Some((self.place, answer, self.worth.side)));
        let table = match self.kept.get(number as usize) {
            Some(standing) => Trial::on(told, said, standing.streams.clone()),
            None => Trial::new(told, said, (budget.seed, number.into())),
        };
        let came = play(table, self.copy);
        // What stood in words is on the tape now.
        self.facts = &[];
        came
    }
}

/// An answer under trial.
#[derive(Clone, Debug)]
pub(crate) struct Arm<A> {
    pub(crate) answer: Answer<A>,
    /// What is done by it; empty for the rulebook's own, and where that has no name.
    pub(super) kind: String,
    own: bool,
    pub(crate) tries: u32,
    worth: f64,
    won: f64,
}

impl<A> Arm<A> {
    fn new(answer: Answer<A>, kind: &str) -> Self {
        Arm { answer, kind: kind.to_owned(), own: false, tries: 0, worth: 0.0, won: 0.0 }
    }

    /// The answer of the rulebook's tactics.
    fn own(answer: Answer<A>) -> Self {
        Arm { own: true, ..Arm::new(answer, "") }
    }

    fn hear(&mut self, (worth, won): (f64, f64)) {
        self.tries += 1;
        self.worth += worth;
        self.won += won;
    }

    /// Its mean worth.
    pub(crate) fn mean(&self) -> f64 {
        self.worth / f64::from(self.tries.max(1))
    }

    /// The share of play-outs that were won.
    pub(crate) fn won(&self) -> f64 {
        self.won / f64::from(self.tries.max(1))
    }
}

/// The answers to an open question, the one to give first. That is `own`, the answer of the rulebook's tactics, unless
/// another is better beyond doubt. What earlier questions have taught says what is tried, and what they have left may be
/// spent; this one teaches and leaves in turn. Play-outs that stand here already count for nothing; handed back are those
/// behind the answer to give.
pub(crate) fn weigh<R: Rulebook>(
    outset: &mut Outset<'_, R>,
    (fight, ask, question): (&R, &R::Ask, &Question<R::Act>),
    own: Answer<R::Act>,
    budget: Budget,
    lore: &mut Lore,
) -> (Vec<Arm<R::Act>>, Kept<R>) {
    let mut arms = candidates((fight, ask, question), own.clone(), budget, lore);
    let mut reached = Vec::new();
    if arms.len() > 1 {
        let known = outset.kept.len() as u32;
        let cost = trial(&mut arms, (budget.play_outs, lore.spare(), known), &mut |answer, number| {
            if let Some(standing) = outset.kept.get(number as usize).filter(|_| *answer == own) {
                return standing.own;
            }
            let (heard, there) = outset.play_out_and_keep(answer, number, budget);
            reached.extend(there.map(|there| (answer.clone(), there, heard)));
            heard
        });
        lore.spent(budget.play_outs, cost);
        learn(&arms, topic_key(fight, ask, question), lore);
    }
    let behind = reached.into_iter().filter(|(answer, ..)| *answer == arms[0].answer);
    let kept = Kept { all: behind.map(|(_, there, heard)| (there, heard)).collect() };
    (arms, kept)
}

/// Keeps what has come of each kind, measured by the rulebook's own answer, which is the first or has lost to the first.
fn learn<A>(arms: &[Arm<A>], topic: &'static str, lore: &mut Lore) {
    let Some(own) = arms.iter().find(|arm| arm.own) else { return };
    for arm in arms.iter().filter(|arm| !arm.own && arm.tries > 0) {
        lore.learn(topic, &arm.kind, arm.mean() - own.mean());
    }
}

/// What is tried: the rulebook's own answer first, then others of as many kinds as can be, as many as the budget can weigh,
/// those first that have done well in this fight.
pub(super) fn candidates<R: Rulebook>(
    (fight, ask, question): (&R, &R::Ask, &Question<R::Act>),
    own: Answer<R::Act>,
    budget: Budget,
    lore: &Lore,
) -> Vec<Arm<R::Act>> {
    let most = ((budget.play_outs / EACH) as usize).clamp(1, MOST);
    let mut draw = LateStream::for_tactics(budget.seed, 0);
    let mut arms = vec![Arm::own(own)];
    if let Shape::OneOf(_, choices) = &question.shape {
        let (topic, own) = (topic_key(fight, ask, question), arms[0].answer.one());
        let mut kinds = kinds(fight, ask, choices);
        kinds.iter_mut().for_each(|kind| kind.acts.retain(|act| own != Some(*act)));
        kinds.retain(|kind| {
            !kind.acts.is_empty() && (!lore.is_forlorn(topic, kind.word) || draw.below(ALL_THE_SAME) == 0)
        });
        kinds.sort_by(|a, b| lore.ahead(topic, b.word).total_cmp(&lore.ahead(topic, a.word)));
        while arms.len() <= most && !kinds.is_empty() {
            for kind in &mut kinds {
                let drawn = kind.acts.swap_remove(draw.below(kind.acts.len() as u32) as usize);
                arms.push(Arm::new(Answer::One(drawn), kind.word));
            }
            kinds.retain(|kind| !kind.acts.is_empty());
        }
    } else {
        for _ in 0..most {
            let drawn = together(fight, ask, random(question, &mut draw));
            if arms.iter().all(|arm| arm.answer != drawn) {
                arms.push(Arm::new(drawn, ""));
            }
        }
    }
    arms.truncate(most + 1);
    arms
}

/// Plays the fight out after an answer, on the dice of this number: its worth, and whether it was won.
pub(super) type PlayOut<'a, A> = &'a mut dyn FnMut(&Answer<A>, u32) -> (f64, f64);

/// Sequential halving, then a match of the best other against the first on dice that no choice was made by. The winner is
/// put in front. What is spare may be spent on a match that is close. Of the rulebook's own answer so many are `known` and cost
/// nothing. Returns how many play-outs it took.
fn trial<A>(arms: &mut [Arm<A>], (play_outs, spare, known): (u32, u32, u32), play: PlayOut<'_, A>) -> u32 {
    let cost = |arms: &[Arm<A>]| {
        let free = arms.iter().filter(|arm| arm.own).map(|arm| arm.tries.min(known));
        arms.iter().map(|arm| arm.tries).sum::<u32>() - free.sum::<u32>()
    };
    let found = if arms.len() > 2 { halve(arms, play_outs / 2, play) } else { Some(0) };
    if let Some(number) = found {
        let pairs = play_outs.saturating_sub(cost(arms)) / 2;
        if is_better(arms, (number, pairs, spare / 2), play) {
            arms.swap(0, 1);
        }
    }
    cost(arms)
}

/// Sequential halving on common dice, in which the first stays to the last; the best other is the second then. Returns the
/// number of the dice that come next, or nothing where no other is better, or all come to the same.
pub(super) fn halve<A>(arms: &mut [Arm<A>], play_outs: u32, play: PlayOut<'_, A>) -> Option<u32> {
    let (mut number, mut left) = (0, arms.len());
    if left < 2 {
        return None;
    }
    let stages = (usize::BITS - (left - 2).leading_zeros()).max(1);
    while left > 2 || number == 0 {
        let tries = (play_outs / (left as u32 * stages)).max(1);
        let mut alike = tries >= FEWEST / 2;
        for number in number..number + tries {
            let first = play(&arms[0].answer, number);
            arms[0].hear(first);
            for arm in &mut arms[1..left] {
                let heard = play(&arm.answer, number);
                arm.hear(heard);
                alike &= heard == first;
            }
        }
        if alike {
            return None;
        }
        number += tries;
        arms[1..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        left = 1 + (left - 1).div_ceil(2);
    }
    (arms[1].mean() > arms[0].mean()).then_some(number)
}

/// Whether the second beats the first by more than the noise between them, in so many pairs of play-outs on common dice, or
/// in up to so many more where that leaves it open.
fn is_better<A>(arms: &mut [Arm<A>], (first, pairs, more): (u32, u32, u32), play: PlayOut<'_, A>) -> bool {
    if pairs < FEWEST {
        return false;
    }
    let (mut count, mut sum, mut squares) = (0u32, 0.0, 0.0);
    for number in first..first + pairs + more {
        let [one, other] = [0, 1].map(|place: usize| {
            let heard = play(&arms[place].answer, number);
            arms[place].hear(heard);
            heard.0
        });
        let by = other - one;
        (count, sum, squares) = (count + 1, sum + by, squares + by * by);
        if !count.is_multiple_of(FEWEST) && count != pairs {
            continue;
        }
        let ahead = deviate(count, sum, squares);
        let (given, given_up) =
            if count < pairs { (PLAIN, if 2 * count < pairs { -SURE } else { 0.0 }) } else { (SURE, 0.0) };
        if ahead >= given {
            return true;
        }
        if ahead <= given_up {
            return false;
        }
    }
    deviate(count, sum, squares) >= SURE
}

/// How many standard errors the mean of so many numbers is above 0.
fn deviate(count: u32, sum: f64, squares: f64) -> f64 {
    let n = f64::from(count);
    let mean = sum / n;
    let spread = (squares - sum * mean).max(0.0) / (n - 1.0).max(1.0);
    if mean == 0.0 { 0.0 } else { mean / (spread / n).sqrt() }
}

#[cfg(test)]
mod tests {
    use quintain_dice::Stream;

    use super::*;

    fn arms(count: u32) -> Vec<Arm<u32>> {
        (0..count).map(|place| Arm::new(Answer::One(place), "")).collect()
    }

    fn noise(number: u32, place: u32) -> f64 {
        f64::from(Stream::new(u64::from(place), number.into()).below(1000)) / 1000.0 - 0.5
    }

    #[test]
    fn what_is_plainly_better_is_given() {
        let (mut arms, mut played) = (arms(5), 0);
        trial(&mut arms, (400, 0, 0), &mut |answer, number| {
            played += 1;
            let place = answer.one().unwrap();
            let worth = if place == 3 { 0.8 } else { 0.4 } + noise(number, place) / 2.0;
            (worth, worth)
        });
        assert_eq!(arms[0].answer, Answer::One(3));
        assert!(played <= 400, "{played}");
    }

    #[test]
    fn the_first_of_equals_is_seldom_given_up() {
        let given_up = (0..200).filter(|round| {
            let mut arms = arms(6);
            trial(&mut arms, (120, 0, 0), &mut |answer, number| {
                let worth = 0.5 + noise(number + round * 1000, answer.one().unwrap());
                (worth, worth)
            });
            arms[0].answer != Answer::One(0)
        });
        let count = given_up.count();
        assert!(count < 44, "given up {count} times of 200");
    }

    #[test]
    fn a_few_play_outs_change_nobodys_mind() {
        let mut arms = arms(3);
        trial(&mut arms, (10, 0, 0), &mut |answer, _| (f64::from(answer.one().unwrap()), 0.0));
        assert_eq!(arms[0].answer, Answer::One(0));
    }

    #[test]
    fn all_answers_meet_the_same_dice() {
        let mut arms = arms(2);
        let mut met: Vec<(u32, u32)> = Vec::new();
        trial(&mut arms, (60, 0, 0), &mut |answer, number| {
            met.push((answer.one().unwrap(), number));
            (0.5, 0.5)
        });
        let of = |place: u32| met.iter().filter(|(arm, _)| *arm == place).map(|(_, n)| *n).collect::<Vec<_>>();
        assert_eq!(of(0), of(1));
        assert!(!of(0).is_empty());
    }

    #[test]
    fn a_close_match_may_spend_what_is_spare_and_no_more() {
        let (mut arms, mut played) = (arms(2), 0);
        let cost = trial(&mut arms, (40, 400, 0), &mut |answer, number| {
            played += 1;
            let place = answer.one().unwrap();
            let worth = noise(number, place) + if place == 1 { 0.02 } else { 0.0 };
            (worth, worth)
        });
        assert_eq!(cost, played);
        assert!(played <= 440, "{played}");
    }

    #[test]
    fn what_is_known_of_the_own_answer_leaves_more_for_the_match() {
        let met = |known: u32| {
            let mut arms = vec![Arm::own(Answer::One(0)), Arm::new(Answer::One(1), ""), Arm::new(Answer::One(2), "")];
            let mut paid = 0;
            let cost = trial(&mut arms, (200, 0, known), &mut |answer, number| {
                let place = answer.one().unwrap();
                paid += u32::from(place > 0 || number >= known);
                let worth = if place == 0 { 0.5 } else { 0.5 + noise(number, place) + 0.01 };
                (worth, worth)
            });
            assert_eq!(cost, paid);
            assert!(cost <= 200, "{cost}");
            arms[1].tries
        };
        assert!(met(100) > met(0), "{} and {}", met(100), met(0));
    }

    #[test]
    fn where_all_comes_to_the_same_little_is_spent() {
        let mut arms = arms(4);
        assert!(trial(&mut arms, (400, 400, 0), &mut |_, _| (0.5, 0.5)) < 150);
        assert_eq!(arms[0].answer, Answer::One(0));
    }
}
