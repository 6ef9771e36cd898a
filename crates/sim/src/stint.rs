//! Stints: some of the fights of a study, played by a process of its own, and put together with others to the very report
//! that one process would have made of all of them.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quintain_engine::AnyFight;
use serde::{Deserialize, Serialize};

use crate::report::Report;
use crate::run::counted;
use crate::study::Study;
use crate::tally::Tally;

/// What decides how fights of a number go: stints with another are of other fights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Of {
    /// The version of Quintain.
    version: String,
    rulebook: String,
    /// The digest of the state at the start.
    start: String,
    seed: u64,
    conduct: String,
    round_limit: u32,
    sides: usize,
    combatants: usize,
}

impl Of {
    fn new(fight: &dyn AnyFight, study: &Study) -> Of {
        Of {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rulebook: fight.view().rulebook.to_owned(),
            start: fight.digest(),
            seed: study.seed,
            conduct: format!("{:?}", study.conduct),
            round_limit: study.round_limit,
            sides: fight.sides().len(),
            combatants: fight.roster().len(),
        }
    }
}

/// Some of the fights of a study, counted.
///
/// ```
/// # use quintain_library::{files, open};
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Stint, Study, simulate};
/// let opened = open("cyclops", &files::read)?;
/// let (study, stop) = (Study::new("One eye", 500), AtomicBool::new(false));
/// let stint = |numbers| Stint::play(&*opened.fight, &study, numbers, &|_| {}, &stop);
/// let [one, other] = [stint(300..500), stint(0..300)].map(Option::unwrap);
/// let sent = Stint::read(&one.write())?;
/// let told = other.with(sent)?.report(&*opened.fight, &study)?;
/// let alone = simulate(&*opened.fight, &study, &|_| {}, &stop);
/// assert_eq!((told.sides, told.combatants), (alone.sides, alone.combatants));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stint {
    of: Of,
    /// The numbers of its fights, from and to, in ascending order.
    numbers: Vec<(u64, u64)>,
    tally: Tally,
}

/// Why stints cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl Stint {
    /// Plays the fights of these numbers; `None` where it was stopped before all were played.
    pub fn play(
        fight: &dyn AnyFight,
        study: &Study,
        numbers: Range<u64>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Option<Stint> {
        let tally = counted(fight, study, numbers.clone(), progress, stop);
        let all = numbers.end.saturating_sub(numbers.start);
        let played = if all == 0 { Vec::new() } else { vec![(numbers.start, numbers.end)] };
        (tally.fights == all).then(|| Stint { of: Of::new(fight, study), numbers: played, tally })
    }

    /// How many fights it holds.
    pub fn fights(&self) -> u64 {
        self.tally.fights
    }

    /// Both together.
    ///
    /// # Errors
    /// When they are not of the same study, or hold some of the same fights.
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
        self.tally.merge(&other.tally);
        Ok(self)
    }

    /// What its fights say. `fight` and `study` are those that it was played by.
    ///
    /// # Errors
    /// When it is a stint of another study.
    pub fn report(&self, fight: &dyn AnyFight, study: &Study) -> Result<Report, Unfit> {
        if self.of != Of::new(fight, study) {
            return Err(Unfit("this is a stint of another fight, or of another version of the rules".into()));
        }
        Ok(Report::new(fight, study, &self.tally, Duration::ZERO))
    }

    /// As a text, to be sent or kept.
    pub fn write(&self) -> String {
        // It is made of texts and numbers: writing it cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Stint::write`] wrote.
    ///
    /// # Errors
    /// When the text is no stint.
    pub fn read(text: &str) -> Result<Stint, Unfit> {
        let stint: Stint = serde_json::from_str(text).map_err(|fault| Unfit(format!("this is no stint: {fault}")))?;
        let mut count = Some(0_u64);
        for (from, to) in &stint.numbers {
            count = count.and_then(|count| count.checked_add(to.checked_sub(*from)?));
        }
        let sound = count == Some(stint.tally.fights) && stint.tally.fits(stint.of.sides, stint.of.combatants);
        if sound { Ok(stint) } else { Err(Unfit("this stint has been changed".into())) }
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;
    use crate::run::simulate;

    fn study(seed: u64) -> Study {
        let conduct = Conduct::best();
        Study { encounter: "duel".into(), fights: 3_000, seed, threads: 2, conduct, round_limit: 12 }
    }

    fn stint(numbers: Range<u64>) -> Stint {
        Stint::play(&Fake, &study(1), numbers, &|_| {}, &AtomicBool::new(false)).unwrap()
    }

    fn timeless(report: Report) -> Report {
        Report { seconds: 0.0, fights_per_second: 0.0, ..report }
    }

    #[test]
    fn stints_in_any_order_make_the_report_of_one_run() {
        let alone = timeless(simulate(&Fake, &study(1), &|_| {}, &AtomicBool::new(false)));
        let parts = [1_200..3_000, 0..7, 900..1_200, 7..900].map(stint);
        let sent = parts.into_iter().map(|part| Stint::read(&part.write()).unwrap());
        let whole = sent.reduce(|one, other| one.with(other).unwrap()).unwrap();
        assert_eq!((whole.fights(), whole.numbers.as_slice()), (3_000, &[(0, 3_000)][..]));
        assert_eq!(timeless(whole.report(&Fake, &study(1)).unwrap()), alone);
    }

    #[test]
    fn the_same_fight_is_never_counted_twice() {
        let wrong = stint(0..100).with(stint(50..150)).unwrap_err().to_string();
        assert_eq!(wrong, "fight 50 is in both stints");
        assert!(stint(0..100).with(stint(0..100)).is_err());
        assert!(stint(0..100).with(stint(200..300)).unwrap().with(stint(100..200)).is_ok());
    }

    #[test]
    fn stints_of_other_studies_are_refused() {
        let other = Stint::play(&Fake, &study(2), 100..200, &|_| {}, &AtomicBool::new(false)).unwrap();
        assert!(stint(0..100).with(other).is_err());
        assert!(stint(0..100).report(&Fake, &study(2)).is_err());
    }

    #[test]
    fn a_stint_that_was_stopped_is_none() {
        assert!(Stint::play(&Fake, &study(1), 0..100_000, &|_| {}, &AtomicBool::new(true)).is_none());
    }

    #[test]
    fn texts_that_are_no_stint_are_refused() {
        let whole = stint(0..10).write();
        assert!(Stint::read("{}").is_err() && Stint::read("").is_err());
        assert!(Stint::read(&whole.replace("[[0,10]]", "[[0,11]]")).is_err());
        assert!(Stint::read(&whole.replace("\"measures\":[", "\"measures\":[1.0,")).is_err());
    }
}
