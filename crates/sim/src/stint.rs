//! Stints: some of the fights of a series, played by a process of its own, and put together with others to the very figures
//! that one process would have made of all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use quintain_engine::{AnyFight, digest};
use serde::{Deserialize, Serialize};

use crate::compare::Pairs;
use crate::driven::complaints;
use crate::ladder::Points;
use crate::series::Matchup;
use crate::tally::Tally;
use crate::telling::Sample;

/// What decides how fights of a number go, and what is counted of them: stints with another are of other fights.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Of {
    /// The version of Quintain.
    version: String,
    /// What is counted.
    counts: String,
    matchups: Vec<Known>,
}

/// What a matchup is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Known {
    rulebook: String,
    content: String,
    /// The digest of the state at the start.
    start: String,
    seed: u64,
    conduct: String,
    /// Sides that are played by more than tactics.
    drivers: String,
    round_limit: u32,
    sides: usize,
    combatants: usize,
}

impl Known {
    fn new(matchup: &Matchup) -> Known {
        let Matchup { fight, study, content } = matchup;
        Known {
            rulebook: fight.view().rulebook.to_owned(),
            content: content.clone(),
            start: fight.digest(),
            seed: study.seed,
            conduct: format!("{:?}", study.conduct),
            drivers: fight.drivers(),
            round_limit: study.round_limit,
            sides: fight.sides().len(),
            combatants: fight.roster().len(),
        }
    }
}

impl Of {
    pub(crate) fn new(counts: &str, matchups: &[&Matchup]) -> Of {
        let matchups = matchups.iter().map(|one| Known::new(one)).collect();
        Of { version: env!("CARGO_PKG_VERSION").to_owned(), counts: counts.to_owned(), matchups }
    }

    pub(crate) fn digest(&self) -> String {
        digest(self)
    }

    /// The sides and the combatants of the first fight.
    fn size(&self) -> (usize, usize) {
        self.matchups.first().map_or((0, 0), |one| (one.sides, one.combatants))
    }
}

/// What was counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Counts {
    Fights(Tally),
    Heard(Sample),
    Pairs(Pairs),
    Points(Points),
}

impl Counts {
    /// Of how many numbers.
    fn numbers(&self) -> u64 {
        match self {
            Counts::Fights(tally) => tally.fights,
            Counts::Heard(sample) => sample.fights,
            Counts::Pairs(pairs) => pairs.fights,
            Counts::Points(points) => points.pairs,
        }
    }

    /// What was counted of the same series always has the same kind.
    fn merge(&mut self, other: &Counts) {
        match (self, other) {
            (Counts::Fights(one), Counts::Fights(other)) => one.merge(other),
            (Counts::Heard(one), Counts::Heard(other)) => one.merge(other),
            (Counts::Pairs(one), Counts::Pairs(other)) => one.merge(other),
            (Counts::Points(one), Counts::Points(other)) => one.merge(other),
            _ => {}
        }
    }

    /// Whether it can be what was counted of this: what comes from elsewhere may be anything.
    fn fits(&self, of: &Of) -> bool {
        let (sides, combatants) = of.size();
        match self {
            Counts::Fights(tally) => of.counts == "fights" && tally.fits(sides, combatants),
            Counts::Heard(sample) => of.counts == "heard" && sample.fits(),
            Counts::Pairs(pairs) => of.counts == "pairs" && pairs.fits(sides + combatants),
            Counts::Points(points) => of.counts == "swapped" && points.fits(),
        }
    }
}

/// Some of the fights of a series, counted. [`crate::Series::stint`] plays one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stint {
    of: Of,
    /// The numbers of its fights, from and to, in ascending order.
    numbers: Vec<(u64, u64)>,
    counts: Counts,
    /// What went wrong with programs that played a side, and how often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    complaints: BTreeMap<String, u64>,
}

/// Why stints cannot be put together, or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

/// What the text of a stint begins with; behind it, on the same line, stands the digest of the lines below.
const HEAD: &str = "quintain stint ";

impl Stint {
    /// What was counted of these numbers; nothing where some of them were not.
    pub(crate) fn of(of: &Of, numbers: Range<u64>, counts: Counts, complaints: Vec<(String, u64)>) -> Option<Stint> {
        let all = numbers.end.saturating_sub(numbers.start);
        let played = if all == 0 { Vec::new() } else { vec![(numbers.start, numbers.end)] };
        let mut wrong = BTreeMap::new();
        complaints.into_iter().for_each(|(words, times)| complaints::add(&mut wrong, words, times));
        (counts.numbers() == all).then(|| Stint { of: of.clone(), numbers: played, counts, complaints: wrong })
    }

    /// What was counted.
    pub(crate) fn counts(&self, of: &Of) -> Result<&Counts, Unfit> {
        if self.of == *of {
            Ok(&self.counts)
        } else {
            Err(Unfit("this is a stint of another fight, or of another version of the rules".into()))
        }
    }

    /// What went wrong with programs, and how often.
    pub(crate) fn complaints(&self) -> Vec<(String, u64)> {
        self.complaints.clone().into_iter().collect()
    }

    /// How many fights or pairs of them it holds.
    pub fn fights(&self) -> u64 {
        self.counts.numbers()
    }

    /// The numbers of its fights, from and to, in ascending order.
    pub fn numbers(&self) -> &[(u64, u64)] {
        &self.numbers
    }

    /// What tells its fights from any others: the digest of its series.
    pub fn digest(&self) -> String {
        self.of.digest()
    }

    /// Both together.
    ///
    /// # Errors
    /// When they are not of the same series, or hold some of the same fights.
    pub fn with(mut self, other: Stint) -> Result<Stint, Unfit> {
        if self.of != other.of {
            return Err(Unfit("these are stints of different fights, or of different versions of the rules".into()));
        }
        self.numbers.extend(other.numbers);
        self.numbers.sort_unstable();
        if let Some(pair) = self.numbers.windows(2).find(|pair| pair[0].1 > pair[1].0) {
            return Err(Unfit(format!("fight {} is in both stints", pair[1].0)));
        }
        self.numbers.dedup_by(|next, last| {
            let joined = last.1 == next.0;
            if joined {
                last.1 = next.1;
            }
            joined
        });
        self.counts.merge(&other.counts);
        for (words, times) in other.complaints {
            complaints::add(&mut self.complaints, words, times);
        }
        Ok(self)
    }

    /// As a text, to be sent or kept.
    pub fn write(&self) -> String {
        // It is made of texts and numbers: writing it cannot fail.
        let body = serde_json::to_string(self).unwrap_or_default();
        format!("{HEAD}{}\n{body}\n", digest(&body))
    }

    /// Reads what [`Stint::write`] wrote.
    ///
    /// # Errors
    /// When the text is no stint, or not what was written.
    pub fn read(text: &str) -> Result<Stint, Unfit> {
        let headed = text.strip_prefix(HEAD).and_then(|rest| rest.split_once('\n'));
        let (sum, body) = headed.ok_or_else(|| Unfit("this is no stint".into()))?;
        let body = body.strip_suffix('\n').unwrap_or(body);
        if digest(&body) != sum {
            return Err(Unfit("this stint is incomplete, or has been changed".into()));
        }
        let stint: Stint = serde_json::from_str(body)
            .map_err(|fault| Unfit(format!("this stint is one of another version of Quintain: {fault}")))?;
        let mut count = Some(0_u64);
        for (from, to) in &stint.numbers {
            count = count.and_then(|count| count.checked_add(to.checked_sub(*from)?));
        }
        let sound = count == Some(stint.counts.numbers()) && stint.counts.fits(&stint.of);
        if sound { Ok(stint) } else { Err(Unfit("this stint says what cannot be".into())) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quintain_engine::{AnyFight, Conduct};

    use super::*;
    use crate::driven::Driven;
    use crate::fake::Fake;
    use crate::report::Report;
    use crate::series::{Series, Told};
    use crate::study::Study;

    fn matchup(seed: u64) -> Matchup {
        let conduct = Conduct::best();
        let study = Study { encounter: "duel".into(), fights: 3_000, seed, threads: 2, conduct, round_limit: 12 };
        let fake: Box<dyn AnyFight> = Box::new(Fake);
        Matchup { fight: Driven::new(fake, Vec::new()), study, content: "fake".into() }
    }

    fn fights(seed: u64) -> Series {
        Series::fights(matchup(seed))
    }

    fn stint(numbers: Range<u64>) -> Stint {
        played(&fights(1), numbers)
    }

    fn played(series: &Series, numbers: Range<u64>) -> Stint {
        series.stint(numbers, &|_| {}, &AtomicBool::new(false)).unwrap()
    }

    fn timeless(told: Told) -> Told {
        match told {
            Told::Report(report) => Told::Report(Box::new(Report { seconds: 0.0, fights_per_second: 0.0, ..*report })),
            other => other,
        }
    }

    #[test]
    fn stints_in_any_order_say_what_one_run_says() {
        let kinds = [fights(1), Series::pairs(matchup(1), matchup(2)), Series::swapped(matchup(1), matchup(2))];
        for series in kinds {
            let alone = timeless(series.play(&|_| {}, &AtomicBool::new(false)));
            let parts = [1_200..3_000, 0..7, 900..1_200, 7..900].map(|numbers| played(&series, numbers));
            let sent = parts.into_iter().map(|part| Stint::read(&part.write()).unwrap());
            let whole = sent.reduce(|one, other| one.with(other).unwrap()).unwrap();
            assert_eq!((whole.fights(), whole.numbers(), whole.digest()), (3_000, &[(0, 3_000)][..], series.digest()));
            assert_eq!(timeless(series.told(&whole).unwrap()), alone);
        }
    }

    #[test]
    fn the_same_fight_is_never_counted_twice() {
        let wrong = stint(0..100).with(stint(50..150)).unwrap_err().to_string();
        assert_eq!(wrong, "fight 50 is in both stints");
        assert!(stint(0..100).with(stint(0..100)).is_err());
        assert!(stint(0..100).with(stint(200..300)).unwrap().with(stint(100..200)).is_ok());
    }

    #[test]
    fn stints_of_other_series_are_refused() {
        let others = [
            fights(2),
            Series::fights(Matchup { content: "other".into(), ..matchup(1) }),
            Series::pairs(matchup(1), matchup(1)),
            Series::swapped(matchup(1), matchup(1)),
        ];
        for other in others {
            assert!(stint(0..100).with(played(&other, 100..200)).is_err(), "{other:?}");
            assert!(other.told(&stint(0..100)).is_err());
            assert_ne!(other.digest(), fights(1).digest());
        }
    }

    #[test]
    fn who_plays_a_side_is_part_of_what_a_series_is() {
        let search = |play_outs| {
            let fake: Box<dyn AnyFight> = Box::new(Fake);
            let drivers = vec![(quintain_engine::Side(0), crate::Driver::Search { play_outs })];
            Series::fights(Matchup { fight: Driven::new(fake, drivers), ..matchup(1) }).digest()
        };
        assert!(search(20) == search(20) && search(20) != search(40) && search(20) != fights(1).digest());
    }

    #[test]
    fn a_stint_that_was_stopped_is_none() {
        for series in [fights(1), Series::pairs(matchup(1), matchup(1)), Series::swapped(matchup(1), matchup(1))] {
            assert!(series.stint(0..100_000, &|_| {}, &AtomicBool::new(true)).is_none());
        }
    }

    #[test]
    fn texts_that_are_no_stint_are_refused() {
        let read = |text: &str| Stint::read(text).unwrap_err().to_string();
        let whole = stint(0..10).write();
        assert_eq!([read("{}"), read("")], ["this is no stint", "this is no stint"]);
        for broken in [&whole[..whole.len() / 2], &whole.replace("[[0,10]]", "[[0,11]]")] {
            assert_eq!(read(broken), "this stint is incomplete, or has been changed");
        }
        let forged = |from: &str, to: &str| {
            let body = whole.lines().nth(1).unwrap().replace(from, to);
            assert_ne!(body, whole.lines().nth(1).unwrap());
            read(&format!("{HEAD}{}\n{body}\n", digest(&body)))
        };
        for (from, to) in
            [("[[0,10]]", "[[0,11]]"), ("\"measures\":[", "\"measures\":[1.0,"), ("\"fights\",", "\"pairs\",")]
        {
            assert_eq!(forged(from, to), "this stint says what cannot be");
        }
    }
}
