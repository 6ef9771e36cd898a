//! Advice: the options of an open question weighed by play-outs from there, by sequential halving on common dice.

use quintain_dice::Stream;

use crate::cast::{Seat, Side, Who};
use crate::exact::Exact;
use crate::face::{EachPlayOut, play_out};
use crate::live::{Live, Stop};
use crate::question::{Question, Shape};
use crate::rulebook::{Outcome, Rulebook, seat_name};
use crate::tactics::{Conduct, Tactics, random};

/// How questions are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// The most play-outs for one question; at least 2 for each option that is weighed. It is counted, not timed, so that
    /// the advice is the same on every machine.
    pub play_outs: u32,
    /// The seed of their dice.
    pub seed: u64,
    /// The round after which a play-out counts as undecided.
    pub round_limit: u32,
}

/// One answer and what play-outs make of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The answer, as it is said.
    pub words: String,
    /// How many times it was tried.
    pub tries: u32,
    /// Its worth to whoever is asked, from 0 to 1: nine tenths for victory, one for who of both sides still stands.
    pub worth: f64,
    /// The share of play-outs that its side won.
    pub won: f64,
}

/// How much of an answer's worth is victory; the rest is who still stands.
const VICTORY: f64 = 0.9;

/// How many answers are tried to questions whose answers cannot be listed, besides that of the rulebook's tactics.
const DRAWN: usize = 7;

/// An answer under trial.
struct Arm {
    words: String,
    tries: u32,
    worth: f64,
    won: f64,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.worth / f64::from(self.tries.max(1))
    }

    fn weighed(self) -> Weighed {
        let (tries, worth) = (self.tries, self.mean());
        Weighed { words: self.words, tries, worth, won: self.won / f64::from(tries.max(1)) }
    }
}

/// The answers to the open question at `place`, the best first; everybody plays the rulebook's best tactics from there.
/// The first of equals is what those tactics would answer. Empty where nothing is asked of a combatant there.
pub fn advise<R: Rulebook>(live: &Live<R>, place: usize, budget: Budget) -> Vec<Weighed> {
    let Stop::Asked(open) = live.stop() else { return Vec::new() };
    let Some((ask, question)) = open.get(place) else { return Vec::new() };
    let Seat::Of(asked) = question.to else { return Vec::new() };
    let side = live.fight().side(asked);
    let mut own = Stream::for_tactics(budget.seed, live.facts().len() as u64);
    let mut arms = candidates(live.fight(), ask, question, budget, &mut own);
    if arms.len() > 1 {
        let seat = seat_name(live.fight(), question.to).to_owned();
        halve(&mut arms, budget.play_outs, &mut |arm, number| {
            let dice = Stream::new(budget.seed ^ live.facts().len() as u64, number.into());
            try_once(live, (&seat, &arm.words), dice, side, budget.round_limit)
        });
    }
    arms.into_iter().map(Arm::weighed).collect()
}

/// What is tried: the answer of the rulebook's tactics first, then the others, as many as the budget can weigh.
fn candidates<R: Rulebook>(
    fight: &R,
    ask: &R::Ask,
    question: &Question<R::Act>,
    budget: Budget,
    own: &mut Stream,
) -> Vec<Arm> {
    let mut words = vec![question.write(&Tactics::default().answer(fight, ask, own))];
    let most = (budget.play_outs as usize / 2).max(1);
    if let Shape::OneOf(_, choices) = &question.shape {
        let mut others: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
        others.retain(|other| *other != words[0]);
        while others.len() >= most {
            others.swap_remove(own.below(others.len() as u32) as usize);
        }
        words.extend(others.into_iter().map(str::to_owned));
    } else {
        for _ in 0..DRAWN.min(most) {
            let drawn = question.write(&random(question, own));
            if !words.contains(&drawn) {
                words.push(drawn);
            }
        }
    }
    words.into_iter().map(|words| Arm { words, tries: 0, worth: 0.0, won: 0.0 }).collect()
}

/// Sequential halving: all are tried equally often on the same dice, the worse half is dropped, and again with the rest.
/// The sort is stable, so that the first of equals stays in front.
fn halve(arms: &mut [Arm], play_outs: u32, play: &mut dyn FnMut(&Arm, u32) -> (f64, f64)) {
    let stages = usize::BITS - (arms.len() - 1).leading_zeros();
    let mut left = arms.len();
    while left > 1 {
        let tries = (play_outs / (left as u32 * stages)).max(1);
        for arm in &mut arms[..left] {
            for _ in 0..tries {
                let (worth, won) = play(arm, arm.tries);
                arm.tries += 1;
                arm.worth += worth;
                arm.won += won;
            }
        }
        arms[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        left = left.div_ceil(2);
    }
}

/// One play-out: its worth to the side, and whether the side won (a fight that nobody won counts half).
fn try_once<R: Rulebook>(live: &Live<R>, said: (&str, &str), dice: Stream, side: Side, round_limit: u32) -> (f64, f64) {
    let (rest, facts) = live.since_rest();
    let conduct = Conduct::best();
    let mut fight = rest.clone();
    let mut table = Exact::new(facts, Some(said), &conduct).sampling(dice);
    let won = match play_out(&mut fight, &mut table, round_limit) {
        Some(Outcome::Won(winner)) => f64::from(u8::from(winner == side)),
        Some(Outcome::Mutual | Outcome::Ended) | None => 0.5,
    };
    (VICTORY * won + (1.0 - VICTORY) * standing(&fight, side), won)
}

/// Plays the fight out from here, so often as the budget says; everybody plays the rulebook's best tactics. `each` hears
/// how every one of them ended, `None` at the round limit, and may stop. A fight that is over ends once, as it did.
pub fn play_outs<R: Rulebook>(live: &Live<R>, budget: Budget, each: EachPlayOut<'_>) {
    let mut fates = Vec::new();
    let mut tell = |fight: &R, outcome: Option<Outcome>| {
        fates.clear();
        fates.extend((0..fight.roster_len()).map(|place| fight.fate(Who(place as u16))));
        each(outcome, &fates)
    };
    if let Stop::Over(outcome) = live.stop() {
        let _ = tell(live.fight(), Some(*outcome));
        return;
    }
    let (rest, facts) = live.since_rest();
    let conduct = Conduct::best();
    for number in 0..budget.play_outs {
        let mut fight = rest.clone();
        let dice = Stream::new(budget.seed, number.into());
        let mut table = Exact::new(facts, None, &conduct).sampling(dice);
        let outcome = play_out(&mut fight, &mut table, budget.round_limit);
        if tell(&fight, outcome).is_break() {
            return;
        }
    }
}

/// Who still stands, from 0 (all of the side are out, none of its foes) to 1 (the other way round).
fn standing<R: Rulebook>(fight: &R, side: Side) -> f64 {
    let share = |ours: bool| {
        let all = (0..fight.roster_len()).map(|place| Who(place as u16));
        let (mut count, mut stand) = (0u32, 0u32);
        for who in all.filter(|who| (fight.side(*who) == side) == ours) {
            count += 1;
            stand += u32::from(!fight.fate(who).out);
        }
        f64::from(stand) / f64::from(count.max(1))
    };
    (1.0 + share(true) - share(false)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms(count: usize) -> Vec<Arm> {
        (0..count).map(|place| Arm { words: place.to_string(), tries: 0, worth: 0.0, won: 0.0 }).collect()
    }

    #[test]
    fn the_best_comes_first_and_is_tried_most() {
        let mut arms = arms(5);
        let mut played = 0;
        halve(&mut arms, 120, &mut |arm, _| {
            played += 1;
            let worth = if arm.words == "3" { 0.7 } else { 0.4 };
            (worth, worth)
        });
        assert_eq!(arms[0].words, "3");
        assert!(arms.iter().all(|arm| arm.tries <= arms[0].tries && arm.tries > 0));
        assert!(played <= 120, "{played}");
    }

    #[test]
    fn the_first_of_equals_stays_in_front() {
        let mut arms = arms(6);
        halve(&mut arms, 60, &mut |_, _| (0.5, 0.5));
        assert_eq!(arms[0].words, "0");
    }

    #[test]
    fn all_answers_meet_the_same_dice() {
        let mut arms = arms(2);
        let mut met: Vec<(String, u32)> = Vec::new();
        halve(&mut arms, 6, &mut |arm, number| {
            met.push((arm.words.clone(), number));
            (0.5, 0.5)
        });
        let of = |words: &str| met.iter().filter(|(arm, _)| arm == words).map(|(_, n)| *n).collect::<Vec<_>>();
        assert_eq!(of("0"), of("1"));
    }
}
