//! Two encounters on common random numbers: fight by fight under the same number, so that the difference is much surer
//! than two runs apart would make it.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use quintain_engine::{AnyFight, FightResult, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::chunks::Chunks;
use crate::day::THE_DAY;
use crate::interval::Z95;
use crate::study::Study;
use crate::threads::on_threads;

/// The most fights that are played at a time before the other side of the comparison is.
const MOST: u64 = 512;

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
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
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

    fn merge(&mut self, other: &Pair) {
        self.first += other.first;
        self.second += other.second;
        self.both += other.both;
    }

    fn difference(&self, what: String, fights: u64) -> Difference {
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
pub(crate) fn of_pairs(changed: f64, difference: f64, n: f64) -> [f64; 2] {
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

    fn names(&self) -> Vec<String> {
        let sides = self.sides.iter().map(|(name, ..)| match name.as_str() {
            THE_DAY => format!("{name} wins"),
            _ => format!("{name} win"),
        });
        sides.chain(self.combatants.iter().map(|(name, ..)| format!("{name} dies"))).collect()
    }
}

/// Plays both under the same numbers, as many as the first study says. `first` and `second` say how each is played; they
/// should be of one seed.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Knob, Study, compare};
/// let opened = library().open("cyclops", &files::read)?;
/// let (mut changed, knob) = (opened.encounter.clone(), Knob::read("Althea.armor=3")?);
/// knob.turn(&mut changed, &knob.values[0])?;
/// let changed = library().set_up(&changed, &files::read)?;
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
    pairs(first, second, 0..first.1.fights, progress, stop).comparison(first, second)
}

/// What is counted of pairs of fights: whole numbers only, so that the order of counting does not matter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pairs {
    pub(crate) fights: u64,
    figures: Vec<Pair>,
}

impl Pairs {
    fn none(questions: &Questions) -> Self {
        Pairs { fights: 0, figures: vec![Pair::default(); questions.count()] }
    }

    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Pairs) {
        self.fights += other.fights;
        self.figures.iter_mut().zip(&other.figures).for_each(|(sum, own)| sum.merge(own));
    }

    /// Whether they can be of two fights that share at most so many sides and combatants, and count no more than there were.
    pub(crate) fn fits(&self, most: usize) -> bool {
        let sound =
            |pair: &Pair| pair.both <= pair.first.min(pair.second) && pair.first.max(pair.second) <= self.fights;
        self.figures.len() <= most && self.figures.iter().all(sound)
    }

    /// What they say.
    pub(crate) fn comparison(&self, first: (&dyn AnyFight, &Study), second: (&dyn AnyFight, &Study)) -> Comparison {
        let names = Questions::of(first.0, second.0).names();
        let figures = names.into_iter().zip(&self.figures).map(|(what, pair)| pair.difference(what, self.fights));
        Comparison {
            first: first.1.encounter.clone(),
            second: second.1.encounter.clone(),
            fights: self.fights,
            seed: first.1.seed,
            figures: figures.collect(),
        }
    }
}

/// Plays the pairs of these numbers and counts them.
pub(crate) fn pairs(
    first: (&dyn AnyFight, &Study),
    second: (&dyn AnyFight, &Study),
    numbers: Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Pairs {
    let questions = Questions::of(first.0, second.0);
    let (study, chunks) = (first.1, Chunks::new(&numbers, MOST));
    let gather = || Pairs::none(&questions);
    let all = on_threads(study.threads, chunks.count(), stop, gather, |pairs: &mut Pairs, place| {
        let numbers = chunks.numbers(place);
        let one = answers(first, numbers.clone(), &questions, false, stop);
        let other = answers(second, numbers.clone(), &questions, true, stop);
        // What was stopped on its way has no pairs.
        let (Some(one), Some(other)) = (one, other) else { return };
        for (place, (one, other)) in one.iter().zip(&other).enumerate() {
            pairs.figures[place % questions.count()].add(*one, *other);
        }
        pairs.fights += numbers.end - numbers.start;
        progress(numbers.end - numbers.start);
    });
    let mut whole = gather();
    all.iter().for_each(|own| whole.merge(own));
    whole
}

/// The answers for the fights of these numbers, one fight after another; nothing where it was stopped.
fn answers(
    (fight, study): (&dyn AnyFight, &Study),
    numbers: Range<u64>,
    questions: &Questions,
    second: bool,
    stop: &AtomicBool,
) -> Option<Vec<bool>> {
    let mut bits = Vec::with_capacity(questions.count() * (numbers.end - numbers.start) as usize);
    let mut stopped = false;
    fight.simulate(&study.plan(), numbers, &mut |_, result| {
        questions.answers(result, second, &mut bits);
        stopped = stop.load(Ordering::Relaxed);
        if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (!stopped).then_some(bits)
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
