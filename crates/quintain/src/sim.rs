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

mod drivers;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quintain_content::{Problem, Problems, Value};
use quintain_engine::wilson;
pub use quintain_engine::{Fate, FightResult, Plan};
pub use quintain_sim::{
    CombatantReport, Comparison, DamageSource, Difference, Driven, FirstOut, JoinedReport, Knob, Point, Report,
    RoundsReport, SideReport, Spent, Stint, Study, Target, Telling, TellingRule, Tried, Unfit, most_runs, page,
    sweep_page,
};

use crate::Fight;
use crate::players::players;

/// The most settings of knobs that are played.
const MOST: usize = 10_000;

/// What one change of an encounter does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Matters {
    /// What was changed, and how: `Althea.armor 1 → 2`, `Althea without xiphos`, `house.morale = off`.
    pub what: String,
    /// The figures of the encounter as it stands and as changed, the first side's victories first.
    pub figures: Vec<Difference>,
}

/// Hears how many more fights are done, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Unattended fights to be played.
#[derive(Clone)]
pub struct Sim<'a> {
    fight: &'a Fight,
    study: Study,
    tactics: Vec<String>,
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
    pub(crate) fn of(fight: &'a Fight, fights: u64) -> Self {
        let study = Study::new(fight.title(), fights);
        Sim { fight, study, tactics: Vec::new(), progress: None, stop: None }
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

    /// The round after which a fight counts as undecided.
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
        let (fight, study) = self.parts()?;
        let mut report = quintain_sim::simulate(&fight, &study, self.told(), self.stopped());
        report.complaints = fight.complaints();
        Ok(report)
    }

    /// Plays the fights, and tells what told: damage by source, what was spent, who fell first, the rules that foretell who
    /// wins. A sample of the fights is played once more for that.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn run_in_full(&self) -> Result<Report, Problems> {
        let (fight, study) = self.parts()?;
        let mut report = quintain_sim::simulate(&fight, &study, self.told(), self.stopped());
        if !report.stopped {
            report.telling = Some(quintain_sim::telling(&fight, &study, &|_| {}, self.stopped()));
        }
        report.complaints = fight.complaints();
        Ok(report)
    }

    /// Plays another encounter under the same numbers, fight by fight, so that the differences are much surer than those of
    /// two runs apart.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when both have no side and nobody in common.
    pub fn compare(&self, other: &Fight) -> Result<Comparison, Problems> {
        let (theirs, roster) = (other.sides(), other.roster());
        let shares = |name: &String| theirs.contains(name) || roster.iter().any(|(known, _)| known == name);
        let mut names = self.fight.sides().into_iter().chain(self.fight.roster().into_iter().map(|(name, _)| name));
        if !names.any(|name| shares(&name)) {
            let (one, two) = (self.fight.title(), other.title());
            let what = format!("`{one}` and `{two}` have no side and nobody in common; there is nothing to compare");
            return Err(Problem::general(what).into());
        }
        let (one, study) = self.parts()?;
        let (two, second) = self.on(other, other.title().to_owned()).parts()?;
        Ok(quintain_sim::compare((&one, &study), (&two, &second), self.told(), self.stopped()))
    }

    /// Compares the encounter with itself after these knobs have been turned: `Althea.armor=3`.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when a knob has several values or turns nothing there is.
    pub fn compare_with(&self, knobs: &[&str]) -> Result<Comparison, Problems> {
        let knobs = read(knobs)?;
        if let Some(several) = knobs.iter().find(|knob| knob.values.len() != 1) {
            let what = format!("`{}` has several values; a sweep takes those", several.name);
            return Err(Problem::general(what).into());
        }
        let turned = self.turned(&knobs, &vec![0; knobs.len()])?;
        let (one, study) = self.parts()?;
        let (two, second) = turned.sim(self).parts()?;
        Ok(quintain_sim::compare((&one, &study), (&two, &second), self.told(), self.stopped()))
    }

    /// A run for every setting of some knobs, the last turning fastest: `Althea.armor=0..3`, `count(Bandit)=2,4,8`,
    /// `house.morale=on,off`, `tactics.heroes=sensible,random`. Where it is stopped, the settings that were played.
    ///
    /// # Errors
    /// Like [`Sim::run`], and when a knob cannot be read, turns nothing there is, or there are more than 10,000 settings.
    pub fn sweep(&self, knobs: &[&str]) -> Result<Vec<Point>, Problems> {
        let knobs = read(knobs)?;
        // All are set up before the first is played: what is wrong with the last is said at once.
        let settings = grid(&knobs)?.into_iter().map(|at| Ok((self.turned(&knobs, &at)?, at)));
        let settings: Vec<(Turned, Vec<usize>)> = settings.collect::<Result<_, Problems>>()?;
        let mut points = Vec::new();
        for (turned, at) in settings {
            if self.stopped().load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            points.push(Point { at: words(&knobs, &at), report: turned.sim(self).run()? });
        }
        Ok(points)
    }

    /// Finds settings of knobs that meet a target, the nearest first. The knob with most values is halved; more of it has to
    /// mean more of what is wanted, or always less.
    ///
    /// # Errors
    /// Like [`Sim::sweep`], and when the target names nobody there is.
    pub fn tune(&self, target: &Target, knobs: &[&str]) -> Result<Vec<Tried>, Problems> {
        let knobs = read(knobs)?;
        let counts: Vec<usize> = knobs.iter().map(|knob| knob.values.len()).collect();
        if most_runs(&counts) > MOST as u64 {
            return Err(Problem::general(format!("these would be more than {MOST} settings")).into());
        }
        quintain_sim::tune(&counts, target, |at| {
            let report = self.turned(&knobs, at)?.sim(self).run()?;
            let share = target.in_report(&report)?;
            let (low, high) = wilson(share, report.fights as f64);
            Ok(Tried { at: at.to_vec(), values: words(&knobs, at), share, interval95: [low, high] })
        })
    }

    /// What matters: every number of everybody one step up and down, each thing left out, each house rule turned, one change
    /// at a time; what moves the first side's victories most comes first.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn matter(&self) -> Result<Vec<Matters>, Problems> {
        let (one, study) = self.parts()?;
        let nudges = quintain_sim::nudges(self.fight.encounter(), &self.fight.view(), self.house_rules());
        let mut found = Vec::new();
        for nudge in nudges {
            if self.stopped().load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            // What the rulebook refuses (a value out of its range, one that follows from others) cannot matter.
            let Ok(other) = self.fight.with(nudge.encounter) else { continue };
            let (two, second) = self.on(&other, nudge.what.clone()).parts()?;
            let told = quintain_sim::compare((&one, &study), (&two, &second), self.told(), self.stopped());
            found.push(Matters { what: nudge.what, figures: told.figures });
        }
        let size = |one: &Matters| one.figures.first().map_or(0.0, |figure| figure.difference.abs());
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        Ok(found)
    }

    /// Plays only the fights of these numbers, so that several processes or machines may share them; `None` where it was
    /// stopped. [`Stint::with`] puts them together.
    ///
    /// # Errors
    /// Like [`Sim::run`].
    pub fn stint(&self, numbers: Range<u64>) -> Result<Option<Stint>, Problems> {
        let (fight, study) = self.parts()?;
        Ok(Stint::play(&fight, &study, numbers, self.told(), self.stopped()))
    }

    /// The report of a stint of this run.
    ///
    /// # Errors
    /// When it is one of another run.
    pub fn report(&self, stint: &Stint) -> Result<Report, Problems> {
        let (fight, study) = self.parts()?;
        stint.report(&fight, &study).map_err(|unfit| Problem::general(unfit.to_string()).into())
    }

    fn house_rules(&self) -> &'static [quintain_engine::HouseRule] {
        self.fight.any_rulebook().house_rules()
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
        let (conduct, others) = players(self.fight, &self.tactics, drivers::is_driver)?;
        let others = others.into_iter().map(|(side, words)| Ok((side, drivers::driver(&words)?)));
        let drivers = others.collect::<Result<_, Problem>>()?;
        let fight = Driven::new(self.fight.shared(), drivers);
        Ok((fight, Study { conduct, ..self.study.clone() }))
    }

    /// The same run of another fight.
    fn on<'b>(&'b self, fight: &'b Fight, encounter: String) -> Sim<'b> {
        let study = Study { encounter, ..self.study.clone() };
        Sim { fight, study, tactics: self.tactics.clone(), progress: self.progress, stop: self.stop }
    }

    /// The encounter with the knobs turned to the values at these places.
    fn turned(&self, knobs: &[Knob], at: &[usize]) -> Result<Turned, Problems> {
        let mut encounter = self.fight.encounter().clone();
        let mut tactics = Vec::new();
        for (knob, value) in turns(knobs, at) {
            knob.turn(&mut encounter, value)?;
            tactics.extend(knob.side().map(|side| format!("{side}={}", plain(value))));
        }
        let named: Vec<String> =
            turns(knobs, at).map(|(knob, value)| format!("{} = {}", knob.name, plain(value))).collect();
        let with = if named.is_empty() { String::new() } else { format!(" with {}", named.join(", ")) };
        Ok(Turned { fight: self.fight.with(encounter)?, title: format!("{}{with}", self.fight.title()), tactics })
    }
}

/// An encounter with knobs turned.
struct Turned {
    fight: Fight,
    title: String,
    /// Knobs that turn tactics are no part of the encounter.
    tactics: Vec<String>,
}

impl Turned {
    fn sim<'b>(&'b self, like: &'b Sim<'_>) -> Sim<'b> {
        let mut sim = like.on(&self.fight, self.title.clone());
        sim.tactics.extend(self.tactics.iter().cloned());
        sim
    }
}

fn read(knobs: &[&str]) -> Result<Vec<Knob>, Problems> {
    Ok(knobs.iter().map(|words| Knob::read(words)).collect::<Result<_, _>>()?)
}

fn turns<'k>(knobs: &'k [Knob], at: &'k [usize]) -> impl Iterator<Item = (&'k Knob, &'k Value)> {
    knobs.iter().zip(at).filter_map(|(knob, at)| Some((knob, knob.values.get(*at)?)))
}

/// A value as it is typed: words without quotes.
fn plain(value: &Value) -> String {
    if let Value::Text(words) = value { words.clone() } else { value.to_string() }
}

fn words(knobs: &[Knob], at: &[usize]) -> Vec<String> {
    turns(knobs, at).map(|(_, value)| plain(value)).collect()
}

/// The places of every setting, the last knob turning fastest.
fn grid(knobs: &[Knob]) -> Result<Vec<Vec<usize>>, Problem> {
    let count = knobs.iter().try_fold(1usize, |all, knob| all.checked_mul(knob.values.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(Problem::general(format!("these are more than {MOST} settings")));
    }
    let mut grid: Vec<Vec<usize>> = vec![Vec::new()];
    for knob in knobs {
        let longer = |at: Vec<usize>| (0..knob.values.len()).map(move |place| [at.as_slice(), &[place]].concat());
        grid = grid.into_iter().flat_map(longer).collect();
    }
    Ok(grid)
}
