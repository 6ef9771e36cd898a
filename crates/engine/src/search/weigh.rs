//! Answers weighed against each other by play-outs on common dice.

use quintain_dice::LateStream;

use super::{Entry, Trial};
use crate::advice::Budget;
use crate::cast::{Side, Who};
use crate::fact::Fact;
use crate::question::{Answer, Question, Shape};
use crate::rulebook::{Outcome, Rulebook};
use crate::tactics::random;

/// How much of a play-out's worth is victory; the rest is who of both sides is left, and how hurt.
const VICTORY: f64 = 0.8;

/// How many standard errors another answer must be ahead of the rulebook's own before it is given instead.
const SURE: f64 = 1.0;

/// The fewest pairs of play-outs from which such an error is told.
const FEWEST: u32 = 8;

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
                // Whoever stands counts a half at least: what was taken may have been healed.
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
    /// What play-outs are worth to whoever is asked.
    pub(crate) worth: &'a Worth,
    /// A copy of the fight, to be overwritten.
    pub(crate) copy: &'a mut R,
}

/// An answer under trial.
#[derive(Clone, Debug)]
pub(crate) struct Arm<A> {
    pub(crate) answer: Answer<A>,
    pub(crate) tries: u32,
    worth: f64,
    won: f64,
}

impl<A> Arm<A> {
    fn new(answer: Answer<A>) -> Self {
        Arm { answer, tries: 0, worth: 0.0, won: 0.0 }
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
/// another is better beyond doubt.
pub(crate) fn weigh<R: Rulebook>(
    outset: &mut Outset<'_, R>,
    question: &Question<R::Act>,
    own: Answer<R::Act>,
    budget: Budget,
) -> Vec<Arm<R::Act>> {
    let mut arms = candidates(question, own, budget);
    if arms.len() > 1 {
        trial(&mut arms, budget.play_outs, &mut |answer, number| {
            outset.copy.clone_from(outset.rest);
            let said = Some((outset.place, answer, outset.worth.side));
            let table = Trial::new((outset.tape, outset.facts), said, (budget.seed, number.into()));
            let outcome = table.play_out(outset.copy, budget.round_limit);
            // What stood in words is on the tape now.
            outset.facts = &[];
            outset.worth.of(outset.copy, outcome)
        });
    }
    arms
}

/// What is tried: the rulebook's own answer first, then others of as many kinds as can be, as many as the budget can weigh.
fn candidates<A: Copy + PartialEq>(question: &Question<A>, own: Answer<A>, budget: Budget) -> Vec<Arm<A>> {
    let most = ((budget.play_outs / EACH) as usize).clamp(1, MOST);
    let mut draw = LateStream::for_tactics(budget.seed, 0);
    let mut answers = vec![own];
    match &question.shape {
        Shape::OneOf(_, choices) => {
            let mut kinds: Vec<(&str, Vec<A>)> = Vec::new();
            for choice in choices.iter().filter(|choice| answers[0].one() != Some(choice.act)) {
                let kind = choice.text.split_whitespace().next().unwrap_or_default();
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, acts)) => acts.push(choice.act),
                    None => kinds.push((kind, vec![choice.act])),
                }
            }
            while answers.len() <= most && !kinds.is_empty() {
                for (_, acts) in &mut kinds {
                    let drawn = acts.swap_remove(draw.below(acts.len() as u32) as usize);
                    answers.push(Answer::One(drawn));
                }
                kinds.retain(|(_, acts)| !acts.is_empty());
            }
        }
        _ => {
            for _ in 0..most {
                let drawn = random(question, &mut draw);
                if !answers.contains(&drawn) {
                    answers.push(drawn);
                }
            }
        }
    }
    answers.truncate(most + 1);
    answers.into_iter().map(Arm::new).collect()
}

/// Plays the fight out after an answer, on the dice of this number: its worth, and whether it was won.
type PlayOut<'a, A> = &'a mut dyn FnMut(&Answer<A>, u32) -> (f64, f64);

/// Sequential halving on common dice, in which the first stays to the last; then a match of the best other against it on
/// dice that no choice was made by. The winner is put in front.
fn trial<A>(arms: &mut [Arm<A>], play_outs: u32, play: PlayOut<'_, A>) {
    let mut number = 0;
    let mut left = arms.len();
    if left > 2 {
        let stages = usize::BITS - (left - 2).leading_zeros();
        while left > 2 {
            let tries = (play_outs / 2 / (left as u32 * stages)).max(1);
            for arm in &mut arms[..left] {
                (number..number + tries).for_each(|number| arm.hear(play(&arm.answer, number)));
            }
            number += tries;
            arms[1..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            left = 1 + (left - 1).div_ceil(2);
        }
        if arms[1].mean() <= arms[0].mean() {
            return;
        }
    }
    let pairs = play_outs.saturating_sub(arms.iter().map(|arm| arm.tries).sum()) / 2;
    if is_better(arms, (number, pairs), play) {
        arms.swap(0, 1);
    }
}

/// Whether the second beats the first by more than the noise between them, in pairs of play-outs on common dice.
fn is_better<A>(arms: &mut [Arm<A>], (first, pairs): (u32, u32), play: PlayOut<'_, A>) -> bool {
    let (mut count, mut sum, mut squares) = (0u32, 0.0, 0.0);
    let ahead = |count: u32, sum: f64, squares: f64, by: f64| {
        let n = f64::from(count);
        let mean = sum / n;
        let spread = (squares - sum * mean).max(0.0) / (n - 1.0);
        mean > 0.0 && mean >= by * (spread / n).sqrt()
    };
    for number in first..first + pairs {
        let [one, other] = [0, 1].map(|place: usize| {
            let heard = play(&arms[place].answer, number);
            arms[place].hear(heard);
            heard.0
        });
        let by = other - one;
        count += 1;
        sum += by;
        squares += by * by;
        // Half-way behind: it will not come to anything.
        if count == pairs / 2 && count >= FEWEST && sum <= 0.0 {
            return false;
        }
    }
    count >= FEWEST && ahead(count, sum, squares, SURE)
}

#[cfg(test)]
mod tests {
    use quintain_dice::Stream;

    use super::*;

    fn arms(count: u32) -> Vec<Arm<u32>> {
        (0..count).map(|place| Arm::new(Answer::One(place))).collect()
    }

    fn noise(number: u32, place: u32) -> f64 {
        f64::from(Stream::new(u64::from(place), number.into()).below(1000)) / 1000.0 - 0.5
    }

    #[test]
    fn what_is_plainly_better_is_given() {
        let (mut arms, mut played) = (arms(5), 0);
        trial(&mut arms, 400, &mut |answer, number| {
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
            trial(&mut arms, 120, &mut |answer, number| {
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
        trial(&mut arms, 10, &mut |answer, _| (f64::from(answer.one().unwrap()), 0.0));
        assert_eq!(arms[0].answer, Answer::One(0));
    }

    #[test]
    fn all_answers_meet_the_same_dice() {
        let mut arms = arms(2);
        let mut met: Vec<(u32, u32)> = Vec::new();
        trial(&mut arms, 60, &mut |answer, number| {
            met.push((answer.one().unwrap(), number));
            (0.5, 0.5)
        });
        let of = |place: u32| met.iter().filter(|(arm, _)| *arm == place).map(|(_, n)| *n).collect::<Vec<_>>();
        assert_eq!(of(0), of(1));
        assert!(!of(0).is_empty());
    }
}
