//! Whole fights, exactly: every course of the dice that weighs anything, from the first throw to the end, held against
//! what simulations say of the same fight.

use std::collections::BTreeMap;
use std::convert::Infallible;

use quintain_dice::{Cuts, Faces};
use quintain_engine::{
    Answer, Conduct, Event, EventId, Exact, Hall, Outcome, Progress, Rulebook, Side, Table, Throw, advance, digest,
};

use crate::bench::fresh;
use crate::{Check, claim};

/// Rounds that a fight may take before it counts as undecided.
const ROUNDS: u32 = 50;

/// Seeds that simulate, each a study of its own.
const SEEDS: u64 = 60;

/// Fights with each seed.
const FIGHTS: u64 = 400;

/// The seed and the number of the fight whose first dice are given: one in which either side may still win.
const GIVEN: (u64, u64) = (3, 5);

/// Plays a small fight over every course of the dice whose chance is at least `least`, and simulates it with many seeds:
/// the exact chance of the first side must lie in 19 of 20 of their intervals, and near their common mean.
///
/// The dice up to its resting point number `given` are those of one fight, the same for all: rolls for the order of turns
/// make more courses than anybody can follow.
///
/// # Errors
/// Says what the chance is and what was simulated, or that more than a tenth of all courses was left open.
pub fn simulations_meet_the_odds<R: Rulebook>(encounter: &str, given: usize, least: f64) -> Check {
    let conduct = Conduct::best();
    let mut begun = fresh::<R>(encounter);
    let mut hall = Hall::new(GIVEN.0, GIVEN.1, &conduct);
    for _ in 0..given {
        let Ok(_) = begun.advance(&mut hall);
    }
    let exact = exactly(&begun, least);
    claim(exact.open < 0.1, || format!("{exact:?}: too much is left open"))?;
    let (low, high) = (exact.won, exact.won + exact.open);
    claim(low > 0.05 && high < 0.95, || format!("{exact:?}: too sure to tell anything"))?;
    let within = |share: f64, fights: u64, errors: f64| {
        let error = |p: f64| (p * (1.0 - p) / fights as f64).sqrt() * errors;
        (low - error(low)..=high + error(high)).contains(&share)
    };
    let shares: Vec<f64> = (1..=SEEDS).map(|seed| simulated(&begun, seed)).collect();
    let held = shares.iter().filter(|share| within(**share, FIGHTS, 1.96)).count();
    claim(held * 10 >= SEEDS as usize * 9, || format!("{exact:?}: only {held} of {SEEDS} seeds agree: {shares:?}"))?;
    let mean = shares.iter().sum::<f64>() / SEEDS as f64;
    claim(within(mean, SEEDS * FIGHTS, 3.3), || format!("{exact:?}: {mean} is simulated over all seeds"))
}

/// How often the first side wins in the fights of a seed.
fn simulated<R: Rulebook>(begun: &R, seed: u64) -> f64 {
    let conduct = Conduct::best();
    let mut fight = begun.clone();
    let mut won = 0;
    for number in 0..FIGHTS {
        fight.clone_from(begun);
        let mut hall = Hall::new(seed, number, &conduct);
        while fight.round() <= ROUNDS {
            let Ok(progress) = fight.advance(&mut hall);
            if let Progress::Over(outcome) = progress {
                won += u32::from(outcome == Outcome::Won(Side(0)));
                break;
            }
        }
    }
    f64::from(won) / FIGHTS as f64
}

/// What all courses of a fight come to.
#[derive(Debug)]
struct Whole {
    /// The chance that the first side wins.
    won: f64,
    /// The chance of all courses that were not followed to their end.
    open: f64,
    /// How many states the fight may rest in.
    states: u64,
}

/// Follows all courses together from one resting point to the next; those that meet in the same state go on as one.
fn exactly<R: Rulebook>(begun: &R, least: f64) -> Whole {
    let conduct = Conduct::best();
    let mut whole = Whole { won: 0.0, open: 0.0, states: 0 };
    let mut now = BTreeMap::from([(digest(begun), (begun.clone(), 1.0))]);
    while !now.is_empty() {
        let mut next = BTreeMap::new();
        for (state, chance) in now.into_values() {
            whole.states += 1;
            let mut table = Likely { exact: Exact::new(&[], None, &conduct), least: least / chance };
            loop {
                let mut fight = state.clone();
                let course = advance(&mut fight, &mut table);
                let chance = chance * table.exact.weight();
                match course {
                    Ok(Progress::Over(Outcome::Won(Side(0)))) => whole.won += chance,
                    Ok(Progress::Over(_)) => {}
                    Ok(_) if fight.round() > ROUNDS => {}
                    Ok(_) => next.entry(digest(&fight)).or_insert((fight, 0.0)).1 += chance,
                    Err(Rare) => whole.open += chance,
                }
                if !table.exact.next_branch() {
                    break;
                }
            }
        }
        now = next;
    }
    whole
}

/// A course is less likely than what is looked at.
struct Rare;

/// The table of odds, given up where a course has become too rare.
struct Likely<'a, R: Rulebook> {
    exact: Exact<'a, R>,
    least: f64,
}

impl<R: Rulebook> Likely<'_, R> {
    fn unless_rare<V>(&self, thrown: Result<V, Infallible>) -> Result<V, Rare> {
        let Ok(thrown) = thrown;
        if self.exact.weight() < self.least { Err(Rare) } else { Ok(thrown) }
    }
}

impl<R: Rulebook> Table<R> for Likely<'_, R> {
    type Halt = Rare;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Rare> {
        let thrown = self.exact.roll(fight, throw);
        self.unless_rare(thrown)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Rare> {
        let thrown = self.exact.degree(fight, throw, cuts);
        self.unless_rare(thrown)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Rare> {
        let Ok(answer) = self.exact.ask(fight, ask);
        Ok(answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Rare> {
        let Ok(answer) = self.exact.ask_any(fight, asks);
        Ok(answer)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<R>::tell(&mut self.exact, event)
    }
}
