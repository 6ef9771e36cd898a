//! Thousands of unattended fights: reports, comparisons, sweeps, tuning, and what matters.
//!
//! ```
//! # #[cfg(feature = "thalassa")] {
//! use quintain::sim::Target;
//!
//! let fight = quintain::open("cyclops")?;
//! let armour = fight.sim(300).sweep(&["Althea.armor=0..2"])?;
//! assert_eq!(armour.iter().map(|point| point.at[0].as_str()).collect::<Vec<_>>(), ["0", "1", "2"]);
//! let tuned = fight.sim(300).tune(&Target::read("heroes win 50%")?, &["Althea.sta=5..40"])?;
//! println!("with {} stamina {:.0} % win", tuned[0].values[0], 100.0 * tuned[0].share);
//! # }
//! # Ok::<(), quintain::Problems>(())
//! ```

mod auditing;
mod climbing;
mod comparing;
mod drivers;
mod inquiry;
mod knobs;
mod reporting;
mod sweeping;
mod tuning;
mod weighing;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quintain_content::{Problem, Problems};
use quintain_engine::digest;
pub use quintain_engine::{Fate, FightResult, Plan};
pub use quintain_sim::{
    AuditReport, AuditedKind, AuditedMoment, CombatantReport, Comparison, DamageSource, DayReport, Difference, Driven,
    FightOfDay, FirstOut, HeroOfDay, JoinedReport, Knob, Matchup, Point, Report, RoundsReport, Rung, Scrutiny, Series,
    SideReport, Spent, Stint, Study, Target, Telling, TellingRule, Told, Tried, Unfit, ValueOfDay, most_runs, page,
    sweep_page,
};

pub(crate) use drivers::is_driver;
use quintain_sim::limit_from;
pub use quintain_sim::{Lasting, Left, Moved, Use};

pub use self::climbing::{Climbing, Step};
pub use self::comparing::Comparing;
pub use self::inquiry::Inquiry;
pub use self::reporting::Reporting;
pub use self::sweeping::Sweeping;
pub use self::tuning::Tuning;
pub use self::weighing::{Matters, Weighing};
use crate::Fight;
use crate::players::players;

/// Hears how many more fights are done, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Unattended fights to be played.
#[derive(Clone)]
pub struct Sim<'a> {
    fight: Fight,
    study: Study,
    tactics: Vec<String>,
    /// What was changed about the encounter, in words; its text does not say.
    changed: String,
    progress: Option<Progress<'a>>,
    stop: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Sim<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sim").field("fight", &self.fight).field("study", &self.study).finish_non_exhaustive()
    }
}

/// What runs are never stopped by.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Sim<'a> {
    pub(crate) fn of(fight: &Fight, fights: u64) -> Self {
        let study = Study::new(fight.title(), fights);
        Sim { fight: fight.clone(), study, tactics: Vec::new(), changed: String::new(), progress: None, stop: None }
    }

    /// The seed; fight `n` under a seed is always the same fight.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.study.seed = seed;
        self
    }

    /// How many threads; what comes of it is the same for any number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.study.threads = threads;
        self
    }

    /// After how many rounds a fight counts as undecided.
    #[must_use]
    pub fn round_limit(mut self, round: u32) -> Self {
        self.study.round_limit = round;
        self
    }

    /// How a side plays: `heroes=random`, `monsters=search:100`, `heroes=program:python3 bot.py`; a name alone is for all
    /// sides. Later words win.
    #[must_use]
    pub fn tactics(mut self, words: impl Into<String>) -> Self {
        self.tactics.push(words.into());
        self
    }

    /// Hears how many more fights are done, from any thread.
    #[must_use]
    pub fn progress(mut self, progress: Progress<'a>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// As soon as this is true, no more fights are begun, and what comes of the run covers those that were played.
    #[must_use]
    pub fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    fn stopped(&self) -> &AtomicBool {
        self.stop.unwrap_or(&NEVER)
    }

    fn told(&self) -> Progress<'_> {
        self.progress.unwrap_or(&|_| {})
    }

    /// Plays the fights.
    ///
    /// # Errors
    /// When a side or tactics are unknown, or everybody is on one side.
    pub fn run(&self) -> Result<Report, Problems> {
        let mut asked = Reporting::new(self);
        self.first(&mut asked)?;
        asked.found()
    }

    /// Plays the fights, and tells what told: damage by source, what was spent, who fell first, the rules that foretell who
    /// wins. A sample of the fights is played once more for that.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn run_in_full(&self) -> Result<Report, Problems> {
        let mut asked = Reporting::in_full(self);
        self.first(&mut asked)?;
        self.answer(&mut asked)?;
        asked.found()
    }

    /// Plays another encounter under the same numbers, fight by fight, so that the differences are much surer than those of
    /// two runs apart.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when both have no side and nobody in common.
    pub fn compare(&self, other: &Fight) -> Result<Comparison, Problems> {
        let mut asked = Comparing::of(self, other)?;
        self.first(&mut asked)?;
        asked.found()
    }

    /// Compares the encounter with itself after these knobs have been turned: `Althea.armor=3`.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when a knob has several values or turns nothing there is.
    pub fn compare_with(&self, knobs: &[&str]) -> Result<Comparison, Problems> {
        let mut asked = Comparing::with(self, knobs)?;
        self.first(&mut asked)?;
        asked.found()
    }

    /// A run for every setting of some knobs, the last turning fastest: `Althea.armor=0..3`, `count(Bandit)=2,4,8`,
    /// `house.morale=on,off`, `tactics.heroes=sensible,random`. Where it is stopped, the settings that were played.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when a knob cannot be read, turns nothing there is, or there are more than 10,000 settings.
    pub fn sweep(&self, knobs: &[&str]) -> Result<Vec<Point>, Problems> {
        let mut asked = Sweeping::new(self, knobs)?;
        self.answer(&mut asked)?;
        Ok(asked.found())
    }

    /// Finds settings of knobs that meet a target, the nearest first. The knob with most values is halved; more of it has to
    /// mean more of what is wanted, or always less. Where it is stopped, the settings that were tried.
    ///
    /// # Errors
    /// Like [`Sim::sweep`], and when the target names nobody there is.
    pub fn tune(&self, target: &Target, knobs: &[&str]) -> Result<Vec<Tried>, Problems> {
        let mut asked = Tuning::new(self, target, knobs)?;
        self.answer(&mut asked)?;
        Ok(asked.found())
    }

    /// What matters: every number of everybody one step up and down, each thing left out, each house rule turned, one change
    /// at a time; what moves the first side's victories most comes first. Where it is stopped, the changes that were played.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn matter(&self) -> Result<Vec<Matters>, Problems> {
        let mut asked = Weighing::new(self);
        self.answer(&mut asked)?;
        Ok(asked.found())
    }

    /// One way to play against the next, from rung to rung: `random`, `sensible`, `search:40`. Each plays the first side while
    /// the other plays all the others, and then the other way round, under the same numbers; so many pairs of fights as the
    /// run has fights. Without rungs these are random play, `novice`, the best of the rulebook's own tactics, and `search:40`.
    /// Where it is stopped, the steps that were played.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let steps = quintain::open("cyclops")?.sim(300).ladder(&["random", "sensible"])?;
    /// assert!(steps[0].rung.is_stronger());
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Sim::run`], and when there is one rung alone.
    pub fn ladder(&self, rungs: &[&str]) -> Result<Vec<Step>, Problems> {
        let mut asked = Climbing::new(self, rungs)?;
        self.answer(&mut asked)?;
        Ok(asked.found())
    }

    /// Plays only the fights of these numbers, so that several processes or machines may share them; `None` where it was
    /// stopped. [`Stint::with`] puts them together.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn stint(&self, numbers: Range<u64>) -> Result<Option<Stint>, Problems> {
        Ok(Series::fights(self.matchup()?).stint(numbers, self.told(), self.stopped()))
    }

    /// The report of a stint of this run.
    ///
    /// # Errors
    /// When it is one of another run.
    pub fn report(&self, stint: &Stint) -> Result<Report, Problems> {
        let told = Series::fights(self.matchup()?).told(stint).map_err(|unfit| Problem::general(unfit.to_string()))?;
        told.report().ok_or_else(|| inquiry::unplayed().into())
    }

    /// The fight and the study as they are played, for those who listen to single fights.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// use std::ops::ControlFlow;
    ///
    /// use quintain::rulebook::engine::AnyFight;
    /// use quintain::sim::Plan;
    ///
    /// let encounter = quintain::open("cyclops")?;
    /// let (fight, study) = encounter.sim(10).parts()?;
    /// let plan = Plan { seed: study.seed, conduct: study.conduct.clone(), round_limit: study.round_limit };
    /// let mut rounds = Vec::new();
    /// fight.simulate(&plan, 0..study.fights, &mut |_, result| {
    ///     rounds.push(result.rounds);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(rounds.len(), 10);
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn parts(&self) -> Result<(Driven, Study), Problems> {
        self.fight.contested()?;
        let (conduct, others) = players(&self.fight, &self.tactics, drivers::is_driver)?;
        let others = others.into_iter().map(|(side, words)| Ok((side, drivers::driver(&words)?)));
        let drivers = others.collect::<Result<_, Problem>>()?;
        let fight = Driven::new(self.fight.shared(), drivers);
        let round_limit = limit_from(&fight, self.study.round_limit);
        Ok((fight, Study { conduct, round_limit, ..self.study.clone() }))
    }

    /// The fight and the study, with what tells them from any others.
    fn matchup(&self) -> Result<Matchup, Problems> {
        let (fight, study) = self.parts()?;
        let (text, packs, revision) = (self.fight.text(), self.fight.packs(), self.fight.any_rulebook().revision());
        Ok(Matchup { fight, study, content: digest(&(text, packs, revision, &self.changed)) })
    }

    /// The same run of another fight. `changed` says what it has that its text does not say.
    fn on(&self, fight: Fight, encounter: String, changed: String) -> Sim<'a> {
        let study = Study { encounter, ..self.study.clone() };
        Sim { fight, study, changed, ..self.clone() }
    }

    /// The same run with nobody who listens, and nothing that stops it.
    fn alone(&self) -> Sim<'static> {
        let Sim { fight, study, tactics, changed, .. } = self.clone();
        Sim { fight, study, tactics, changed, progress: None, stop: None }
    }
}
