//! The ladder of tactics: one way to play against another, on paired seeds with sides swapped.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use quintain_engine::{AnyFight, FightResult, Outcome, Side, wilson};
use serde::{Deserialize, Serialize};

use crate::chunks::Chunks;
use crate::interval::Sums;
use crate::study::Study;
use crate::threads::on_threads;

/// The most fights that are played one way before they are played with sides swapped.
const MOST: u64 = 512;

/// Fewer pairs than this do not show how far pairs differ.
const FEWEST: u64 = 5;

/// How one way to play fares against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// How many pairs of fights were played: each number once this way and once with sides swapped.
    pub pairs: u64,
    /// The points that the one took of those there were: 1 for a victory, a half for a fight that nobody won. Equals take
    /// a half, however uneven the sides are.
    pub score: f64,
    /// The 95 % interval of that, from the pairs.
    pub interval95: [f64; 2],
}

impl Rung {
    /// Whether the one is the stronger beyond chance.
    ///
    /// ```
    /// # use quintain_sim::Rung;
    /// assert!(Rung { pairs: 100, score: 0.6, interval95: [0.52, 0.68] }.is_stronger());
    /// ```
    pub fn is_stronger(&self) -> bool {
        self.interval95[0] > 0.5
    }
}

/// Plays one fight twice under each number: in `this` the one whose score it is plays the first side, in `swapped` all the
/// others. How many numbers there are the first study says; both should be of one seed. `progress` hears of each pair once.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_engine::{Conduct, Tactics};
/// # use quintain_sim::{Study, rung};
/// let opened = library().open("cyclops", &files::read)?;
/// let (best, random) = (Tactics::default(), Tactics::Random);
/// let study = |sides| Study { conduct: Conduct::of_sides(sides), ..Study::new("One eye", 200) };
/// let (this, swapped) = (study(vec![best, random]), study(vec![random, best]));
/// let go = AtomicBool::new(false);
/// let found = rung((&*opened.fight, &this), (&*opened.fight, &swapped), &|_| {}, &go);
/// assert!(found.is_stronger(), "{found:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rung(
    this: (&dyn AnyFight, &Study),
    swapped: (&dyn AnyFight, &Study),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Rung {
    points(this, swapped, 0..this.1.fights, progress, stop).rung()
}

/// The points of pairs of fights: whole numbers only, so that the order of counting does not matter.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Points {
    pub(crate) pairs: u64,
    /// The half points of each pair; there are four.
    halves: Sums,
}

impl Points {
    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Points) {
        self.pairs += other.pairs;
        self.halves.merge(&other.halves);
    }

    /// Whether there are no more points than so many pairs have.
    pub(crate) fn fits(&self) -> bool {
        self.halves.mean(self.pairs) <= 4.0
    }

    /// What they say.
    pub(crate) fn rung(&self) -> Rung {
        let share = |halves: f64| halves / 4.0;
        let score = share(self.halves.mean(self.pairs));
        // Where one took all, pairs have no spread; a share of nothing but victories still has an interval. So has that of a
        // handful of pairs that happen to agree.
        let without_spread = self.pairs > 0 && (score <= 0.0 || score >= 1.0 || self.pairs < FEWEST);
        let interval95 = match wilson(score, self.pairs as f64) {
            (low, high) if without_spread => [low, high],
            _ => self.halves.interval95(self.pairs).map(|end| share(end).min(1.0)),
        };
        Rung { pairs: self.pairs, score, interval95 }
    }
}

/// Plays the pairs of these numbers and counts their points.
pub(crate) fn points(
    this: (&dyn AnyFight, &Study),
    swapped: (&dyn AnyFight, &Study),
    numbers: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Points {
    let chunks = Chunks::new(&numbers, MOST);
    let all = on_threads(this.1.threads, chunks.count(), stop, Points::default, |points: &mut Points, place| {
        let numbers = chunks.numbers(place);
        let one = halves(this, numbers.clone(), |won| won == Side(0), stop);
        let other = halves(swapped, numbers.clone(), |won| won != Side(0), stop);
        // What was stopped on its way has no pairs.
        let (Some(one), Some(other)) = (one, other) else { return };
        one.iter().zip(&other).for_each(|(one, other)| points.halves.add(one + other));
        points.pairs += numbers.end - numbers.start;
        progress(numbers.end - numbers.start);
    });
    let mut whole = Points::default();
    all.iter().for_each(|own| whole.merge(own));
    whole
}

/// The half points of each fight; nothing where it was stopped.
fn halves(
    (fight, study): (&dyn AnyFight, &Study),
    numbers: Range<u64>,
    ours: impl Fn(Side) -> bool,
    stop: &AtomicBool,
) -> Option<Vec<u64>> {
    let (mut all, mut stopped) = (Vec::new(), false);
    fight.simulate(&study.plan(), numbers, &mut |_, result: &FightResult| {
        all.push(match result.outcome {
            Some(Outcome::Won(side)) if ours(side) => 2,
            Some(Outcome::Won(_)) => 0,
            Some(Outcome::Mutual | Outcome::Ended) | None => 1,
        });
        stopped = stop.load(Ordering::Relaxed);
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (!stopped).then_some(all)
}

#[cfg(test)]
mod tests {
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;

    #[test]
    fn equals_take_a_half_however_uneven_the_sides_are() {
        let conduct = Conduct::best();
        let study = Study { encounter: "duel".into(), fights: 500, seed: 1, threads: 2, conduct, round_limit: 12 };
        let rung = rung((&Fake, &study), (&Fake, &study), &|_| {}, &AtomicBool::new(false));
        assert_eq!(rung, Rung { pairs: 500, score: 0.5, interval95: [0.5, 0.5] });
        assert!(!rung.is_stronger());
    }

    #[test]
    fn no_interval_goes_beyond_all_points_and_a_handful_of_pairs_proves_nothing() {
        let of = |pairs: &[u64]| {
            let mut points = Points { pairs: pairs.len() as u64, ..Points::default() };
            pairs.iter().for_each(|halves| points.halves.add(*halves));
            points.rung()
        };
        let most: Vec<u64> = (0..50).map(|number| if number < 2 { 1 } else { 4 }).collect();
        assert_eq!(of(&most).interval95[1], 1.0, "{:?}", of(&most));
        assert!(!of(&[3]).is_stronger() && !of(&[3, 3]).is_stronger(), "{:?}", of(&[3]));
        assert!(of(&[3; 40]).is_stronger());
    }

    #[test]
    fn a_fight_counts_two_half_points_for_who_wins_it() {
        let conduct = Conduct::best();
        let study = Study { encounter: "duel".into(), fights: 1, seed: 1, threads: 1, conduct, round_limit: 12 };
        let go = AtomicBool::new(false);
        let ours = halves((&Fake, &study), 0..50, |won| won == Side(0), &go).unwrap();
        let theirs = halves((&Fake, &study), 0..50, |won| won != Side(0), &go).unwrap();
        assert!(ours.len() == 50 && ours.iter().zip(&theirs).all(|(ours, theirs)| ours + theirs == 2));
    }

    #[test]
    fn threads_change_nothing() {
        let study = |threads| Study { seed: 3, threads, ..Study::new("duel", 3_000) };
        let rung = |one: &Study, other: &Study| rung((&Fake, one), (&Fake, other), &|_| {}, &AtomicBool::new(false));
        let other = Study { round_limit: 5, seed: 4, ..study(1) };
        assert_eq!(rung(&study(1), &other), rung(&study(3), &other));
    }
}
