//! Two encounters on common random numbers: fight by fight under the same number, so that the difference is much surer
//! than two runs apart would make it.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, FightResult, Outcome, Side};
use serde::Serialize;

use crate::interval::Z95;
use crate::study::Study;
use crate::threads::on_threads;

/// How many fights are played at a time before the other side of the comparison is.
const CHUNK: u64 = 512;

/// One figure of both, with its difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What it is: `heroes win`, `Althea dies`.
    pub what: String,
    /// The share in the first.
    pub first: f64,
    /// The share in the second.
    pub second: f64,
    /// Second less first.
    pub difference: f64,
    /// The 95 % interval of the difference, from the pairs.
    pub interval95: [f64; 2],
    /// The interval that two runs apart would have given.
    pub interval95_apart: [f64; 2],
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first encounter.
    pub first: String,
    /// The second.
    pub second: String,
    /// How many pairs of fights were played.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// The figures that both have.
    pub figures: Vec<Difference>,
}

/// How often a thing was true of the first, the second, and both.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    first: u64,
    second: u64,
    both: u64,
}

impl Pair {
    fn add(&mut self, first: bool, second: bool) {
        self.first += u64::from(first);
        self.second += u64::from(second);
        self.both += u64::from(first && second);
    }

    fn merge(&mut self, other: Pair) {
        self.first += other.first;
        self.second += other.second;
        self.both += other.both;
    }

    fn difference(self, what: String, fights: u64) -> Difference {
        let n = fights.max(1) as f64;
        let (first, second, both) = (self.first as f64 / n, self.second as f64 / n, self.both as f64 / n);
        let difference = second - first;
        let apart = first * (1.0 - first) + second * (1.0 - second);
        let half = Z95 * (apart / n).sqrt();
        Difference {
            what,
            first,
            second,
            difference,
            interval95: of_pairs(first + second - 2.0 * both, difference, n),
            interval95_apart: [difference - half, difference + half],
        }
    }
}

/// The 95 % interval of a difference of pairs, from the share that changed and how much more of them changed one way:
/// Agresti and Min's, with half a pair more of each kind, so that pairs that all agree are no proof that none ever differs.
fn of_pairs(changed: f64, difference: f64, n: f64) -> [f64; 2] {
    let more = n + 2.0;
    let (changed, difference) = ((changed * n + 1.0) / more, difference * n / more);
    let half = Z95 * ((changed - difference * difference).max(0.0) / more).sqrt();
    [(difference - half).max(-1.0), (difference + half).min(1.0)]
}

/// What is asked of each fight: who won, who died. Names that both encounters have.
struct Questions {
    sides: Vec<(String, Side, Side)>,
    combatants: Vec<(String, usize, usize)>,
}

impl Questions {
    fn of(first: &dyn AnyFight, second: &dyn AnyFight) -> Questions {
        let others = second.sides();
        let place = |at: usize| Side(u8::try_from(at).unwrap_or(u8::MAX));
        let sides = first.sides().into_iter().enumerate().filter_map(|(at, name)| {
            let other = others.iter().position(|other| *other == name)?;
            Some((name, place(at), place(other)))
        });
        let roster = second.roster();
        let combatants = first.roster().into_iter().enumerate().filter_map(|(at, (name, _))| {
            let other = roster.iter().position(|(other, _)| *other == name)?;
            Some((name, at, other))
        });
        Questions { sides: sides.collect(), combatants: combatants.collect() }
    }

    fn count(&self) -> usize {
        self.sides.len() + self.combatants.len()
    }

    /// The answers for one fight, as bits; `second` tells which of the two encounters it is of.
    fn answers(&self, result: &FightResult, second: bool, bits: &mut Vec<bool>) {
        for (_, one, other) in &self.sides {
            bits.push(result.outcome == Some(Outcome::Won(if second { *other } else { *one })));
        }
        for (_, one, other) in &self.combatants {
            bits.push(result.fates.get(if second { *other } else { *one }).is_some_and(|fate| fate.died));
        }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let sides = self.sides.iter().map(|(name, ..)| format!("{name} win"));
        sides.chain(self.combatants.iter().map(|(name, ..)| format!("{name} dies")))
    }
}

/// Plays both under the same numbers. `first` and `second` say how each is played; their seed and number of fights are
/// those of the first.
///
/// ```
/// # use quintain_library::{files, open};
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_library::set_up;
/// # use quintain_sim::{Knob, Study, compare};
/// let opened = open("cyclops", &files::read)?;
/// let (mut changed, knob) = (opened.encounter.clone(), Knob::read("Althea.armor=3")?);
/// knob.turn(&mut changed, &knob.values[0])?;
/// let changed = set_up(&changed, &files::read)?;
/// let study = Study::new("One eye", 2_000);
/// let told = compare((&*opened.fight, &study), (&*changed, &study), &|_| {}, &AtomicBool::new(false));
/// assert_eq!(told.figures[0].what, "heroes win");
/// assert!(told.figures[0].interval95[0] > 0.0, "armour helps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    first: (&dyn AnyFight, &Study),
    second: (&dyn AnyFight, &Study),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Comparison {
    let questions = Questions::of(first.0, second.0);
    let study = first.1;
    let chunks = study.fights.div_ceil(CHUNK);
    let gather = || (vec![Pair::default(); questions.count()], 0);
    let all = on_threads(study.threads, chunks, stop, gather, |(pairs, fights): &mut (Vec<Pair>, u64), place| {
        let from = place * CHUNK;
        let numbers = from..from.saturating_add(CHUNK).min(study.fights);
        let one = answers(first.0, study, numbers.clone(), &questions, false);
        let other = answers(second.0, second.1, numbers.clone(), &questions, true);
        for (place, (one, other)) in one.iter().zip(&other).enumerate() {
            pairs[place % questions.count()].add(*one, *other);
        }
        *fights += numbers.end - numbers.start;
        progress(numbers.end - numbers.start);
    });
    let (mut pairs, mut fights) = gather();
    for (own, count) in all {
        pairs.iter_mut().zip(own).for_each(|(sum, own)| sum.merge(own));
        fights += count;
    }
    let figures = questions.names().zip(pairs).map(|(what, pair)| pair.difference(what, fights)).collect();
    Comparison { first: study.encounter.clone(), second: second.1.encounter.clone(), fights, seed: study.seed, figures }
}

fn answers(
    fight: &dyn AnyFight,
    study: &Study,
    numbers: std::ops::Range<u64>,
    questions: &Questions,
    second: bool,
) -> Vec<bool> {
    let mut bits = Vec::with_capacity(questions.count() * CHUNK as usize);
    fight.simulate(&study.plan(), numbers, &mut |_, result| {
        questions.answers(result, second, &mut bits);
        ControlFlow::Continue(())
    });
    bits
}

#[cfg(test)]
mod tests {
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;

    fn study(seed: u64, threads: usize) -> Study {
        let conduct = Conduct::best();
        Study { encounter: "duel".into(), fights: 4_000, seed, threads, conduct, round_limit: 12 }
    }

    #[test]
    fn an_encounter_does_not_differ_from_itself() {
        let one = study(3, 2);
        let same = compare((&Fake, &one), (&Fake, &one), &|_| {}, &AtomicBool::new(false));
        assert_eq!(same.fights, 4_000);
        for figure in &same.figures {
            let [low, high] = figure.interval95;
            assert_eq!((figure.difference, low), (0.0, -high), "{}", figure.what);
            assert!(high > 0.0 && high < 0.001, "{figure:?}");
        }
    }

    #[test]
    fn a_single_pair_tells_nothing() {
        assert!(of_pairs(1.0, 1.0, 1.0)[0] < 0.0, "{:?}", of_pairs(1.0, 1.0, 1.0));
    }

    #[test]
    fn other_numbers_differ_by_chance_alone_and_threads_change_nothing() {
        let (one, other) = (study(3, 1), study(4, 1));
        let apart = compare((&Fake, &one), (&Fake, &other), &|_| {}, &AtomicBool::new(false));
        let figure = &apart.figures[0];
        assert!(figure.interval95_apart[0] < 0.0 && figure.interval95_apart[1] > 0.0, "{figure:?}");
        let more = Study { threads: 3, ..study(3, 3) };
        assert_eq!(apart, compare((&Fake, &more), (&Fake, &other), &|_| {}, &AtomicBool::new(false)));
    }
}
