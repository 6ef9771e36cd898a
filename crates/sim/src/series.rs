//! Series: fights of one kind under numbers from 0 on, to be played by one process or shared out among several.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quintain_engine::AnyFight;

use crate::compare::{Comparison, pairs};
use crate::driven::Driven;
use crate::ladder::{Rung, points};
use crate::report::Report;
use crate::run::counted;
use crate::stint::{Counts, Of, Stint, Unfit};
use crate::study::Study;
use crate::telling::{Telling, heard, sample};

/// A fight and how it is played.
#[derive(Debug)]
pub struct Matchup {
    /// The fight, with those who play its sides.
    pub fight: Driven,
    /// How it is played.
    pub study: Study,
    /// What tells its content from any other: a digest of the encounter and its packs, and what was changed about them. What
    /// was counted of one content is never put together with what was counted of another.
    pub content: String,
}

impl Matchup {
    fn parts(&self) -> (&dyn AnyFight, &Study) {
        (&self.fight, &self.study)
    }
}

/// Fights of one kind under numbers from 0 on.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// use quintain_sim::{Driven, Matchup, Series, Stint, Study};
///
/// let fight = Driven::new(library().open("cyclops", &files::read)?.fight, Vec::new());
/// let series = Series::fights(Matchup { fight, study: Study::new("One eye", 500), content: "cyclops".into() });
/// let go = AtomicBool::new(false);
/// let stint = |numbers| series.stint(numbers, &|_| {}, &go);
/// let [one, other] = [stint(300..500), stint(0..300)].map(Option::unwrap);
/// let sent = Stint::read(&one.write())?;
/// let together = other.with(sent)?;
/// assert_eq!(together.numbers(), [(0, 500)]);
/// let (shared, alone) = (series.told(&together)?.report().unwrap(), series.play(&|_| {}, &go).report().unwrap());
/// assert_eq!((shared.sides, shared.combatants), (alone.sides, alone.combatants));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Series {
    plays: Plays,
    of: Of,
}

/// What a series plays, and what is counted of it.
enum Plays {
    /// What became of each fight.
    Fights(Matchup),
    /// The events of fights that are heard in full.
    Heard(Matchup),
    /// Two fights under each number.
    Pairs(Matchup, Matchup),
    /// A fight under each number, and the same with sides swapped.
    Swapped(Matchup, Matchup),
}

/// What came of a series.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// Of fights.
    Report(Box<Report>),
    /// Of fights that were heard in full.
    Telling(Telling),
    /// Of pairs.
    Comparison(Comparison),
    /// Of fights with sides swapped.
    Rung(Rung),
}

impl Told {
    /// The report, where it is one.
    pub fn report(self) -> Option<Report> {
        if let Told::Report(report) = self { Some(*report) } else { None }
    }

    /// What told, where it is that.
    pub fn telling(self) -> Option<Telling> {
        if let Told::Telling(telling) = self { Some(telling) } else { None }
    }

    /// The comparison, where it is one.
    pub fn comparison(self) -> Option<Comparison> {
        if let Told::Comparison(comparison) = self { Some(comparison) } else { None }
    }

    /// The rung, where it is one.
    pub fn rung(self) -> Option<Rung> {
        if let Told::Rung(rung) = self { Some(rung) } else { None }
    }
}

impl fmt::Debug for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series").field("of", &self.of).field("matchups", &self.matchups()).finish()
    }
}

impl Series {
    /// Fights of which is counted what became of everybody.
    pub fn fights(one: Matchup) -> Series {
        Series { of: Of::new("fights", &[&one]), plays: Plays::Fights(one) }
    }

    /// The first fights of a study, heard in full: a tenth of them, but from 100 to 400.
    pub fn heard(one: Matchup) -> Series {
        Series { of: Of::new("heard", &[&one]), plays: Plays::Heard(one) }
    }

    /// Two fights under each number, as many as the first study says.
    pub fn pairs(first: Matchup, second: Matchup) -> Series {
        Series { of: Of::new("pairs", &[&first, &second]), plays: Plays::Pairs(first, second) }
    }

    /// One fight twice under each number, once with sides swapped. The one whose points are counted plays the first side of
    /// `this` and all the others of `swapped`.
    pub fn swapped(this: Matchup, swapped: Matchup) -> Series {
        Series { of: Of::new("swapped", &[&this, &swapped]), plays: Plays::Swapped(this, swapped) }
    }

    /// What it plays.
    pub fn matchups(&self) -> Vec<&Matchup> {
        match &self.plays {
            Plays::Fights(one) | Plays::Heard(one) => vec![one],
            Plays::Pairs(one, other) | Plays::Swapped(one, other) => vec![one, other],
        }
    }

    /// How many numbers there are.
    pub fn numbers(&self) -> u64 {
        match &self.plays {
            Plays::Fights(one) | Plays::Pairs(one, _) | Plays::Swapped(one, _) => one.study.fights,
            Plays::Heard(one) => heard(one.study.fights),
        }
    }

    /// What tells its fights from any others, as 16 hexadecimal digits; how many numbers there are has no part in it.
    pub fn digest(&self) -> String {
        self.of.digest()
    }

    /// Plays all of it, or as much as it can before it is stopped. `progress` hears how many more numbers are done.
    pub fn play(&self, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Told {
        let began = Instant::now();
        let counts = self.count(0..self.numbers(), progress, stop);
        self.say(&counts, self.complaints(), began.elapsed())
    }

    /// Plays these numbers; nothing where it was stopped before all were played.
    pub fn stint(&self, numbers: Range<u64>, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Option<Stint> {
        let counts = self.count(numbers.clone(), progress, stop);
        // The next stint tells only what goes wrong in it.
        let complaints = self.matchups().into_iter().flat_map(|one| one.fight.take_complaints());
        Stint::of(&self.of, numbers, counts, complaints.collect())
    }

    /// What a stint of it says.
    ///
    /// # Errors
    /// When it is one of another series.
    pub fn told(&self, stint: &Stint) -> Result<Told, Unfit> {
        Ok(self.say(stint.counts(&self.of)?, stint.complaints(), Duration::ZERO))
    }

    fn count(&self, numbers: Range<u64>, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Counts {
        match &self.plays {
            Plays::Fights(one) => Counts::Fights(counted(&one.fight, &one.study, numbers, progress, stop)),
            Plays::Heard(one) => Counts::Heard(sample(&one.fight, &one.study, numbers, progress, stop)),
            Plays::Pairs(one, two) => Counts::Pairs(pairs(one.parts(), two.parts(), numbers, progress, stop)),
            Plays::Swapped(one, two) => Counts::Points(points(one.parts(), two.parts(), numbers, progress, stop)),
        }
    }

    fn say(&self, counts: &Counts, complaints: Vec<(String, u64)>, took: Duration) -> Told {
        let (one, other) = match &self.plays {
            Plays::Fights(one) | Plays::Heard(one) => (one, one),
            Plays::Pairs(one, other) | Plays::Swapped(one, other) => (one, other),
        };
        match counts {
            Counts::Fights(tally) => {
                let report = Report::new(&one.fight, &one.study, tally, took);
                Told::Report(Box::new(Report { complaints, ..report }))
            }
            Counts::Heard(sample) => Told::Telling(sample.telling(&one.fight)),
            Counts::Pairs(pairs) => Told::Comparison(pairs.comparison(one.parts(), other.parts())),
            Counts::Points(points) => Told::Rung(points.rung()),
        }
    }

    fn complaints(&self) -> Vec<(String, u64)> {
        self.matchups().into_iter().flat_map(|one| one.fight.complaints()).collect()
    }
}
