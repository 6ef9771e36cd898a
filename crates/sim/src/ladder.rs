//! The ladder of tactics: one way to play against another, on paired seeds with sides swapped.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, FightResult, Outcome, Side, wilson};
use serde::Serialize;

use crate::interval::Sums;
use crate::study::Study;
use crate::threads::on_threads;

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
/// others. Seed and number of fights are those of the first.
///
/// ```
/// # use quintain_library::{files, open};
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_engine::{Conduct, Tactics};
/// # use quintain_sim::{Study, rung};
/// let opened = open("cyclops", &files::read)?;
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
    let study = this.1;
    let gather = || (0, Sums::default());
    let all = on_threads(study.threads, study.fights, stop, gather, |(pairs, points): &mut (u64, Sums), number| {
        let one = result(this.0, study, number, |won| won == Side(0));
        let other = result(swapped.0, &Study { seed: study.seed, ..swapped.1.clone() }, number, |won| won != Side(0));
        *pairs += 1;
        points.add(one + other);
        progress(2);
    });
    let (mut pairs, mut points) = gather();
    for (count, own) in &all {
        pairs += count;
        points.merge(own);
    }
    // Of two fights there are four half points.
    let share = |half_points: f64| half_points / 4.0;
    let score = share(points.mean(pairs));
    // Where one took all, pairs have no spread; a share of nothing but victories still has an interval.
    let all_or_nothing = pairs > 0 && (score <= 0.0 || score >= 1.0);
    let interval95 = match wilson(score, pairs as f64) {
        (low, high) if all_or_nothing => [low, high],
        _ => points.interval95(pairs).map(share),
    };
    Rung { pairs, score, interval95 }
}

/// The half points of a fight.
fn result(fight: &dyn AnyFight, study: &Study, number: u64, ours: impl Fn(Side) -> bool) -> u64 {
    let mut points = 0;
    fight.simulate(&study.plan(), number..number + 1, &mut |_, result: &FightResult| {
        points = match result.outcome {
            Some(Outcome::Won(side)) if ours(side) => 2,
            Some(Outcome::Won(_)) => 0,
            Some(Outcome::Mutual | Outcome::Ended) | None => 1,
        };
        ControlFlow::Continue(())
    });
    points
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
    fn a_fight_counts_two_half_points_for_who_wins_it() {
        let conduct = Conduct::best();
        let study = Study { encounter: "duel".into(), fights: 1, seed: 1, threads: 1, conduct, round_limit: 12 };
        for number in 0..50 {
            let ours = result(&Fake, &study, number, |won| won == Side(0));
            let theirs = result(&Fake, &study, number, |won| won != Side(0));
            assert_eq!(ours + theirs, 2);
        }
    }
}
