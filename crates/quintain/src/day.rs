//! Days: fights in a row that one party goes through, with rests and gifts between them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quintain_content::{Problem, Problems, Source, Value};
use quintain_engine::{Conduct, RestKind};
use quintain_library::{OpenedDay, OpenedParty, files};
use quintain_sim::{Day as Played, DayPlan, DayReport, Knob, Stage, Study, day_report};

use crate::Fight;
use crate::players::players;
use crate::ready::library;
use crate::sim::Progress;

/// A day ready to be played. Cheap to clone.
///
/// ```
/// # #[cfg(feature = "thalassa")] {
/// let day = quintain::Day::open("thalassa/road-to-delphi")?;
/// let report = day.sim(100).seed(7).run()?;
/// for fight in &report.fights {
///     println!("{}: {:.0} % of the days come so far", fight.title, 100.0 * fight.reached_rate);
/// }
/// # }
/// # Ok::<(), quintain::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct Day(Arc<Ready>);

#[derive(Debug)]
struct Ready {
    title: String,
    party: OpenedParty,
    steps: Vec<Step>,
}

/// A step of the day.
#[derive(Debug)]
enum Step {
    Fight { title: String, fight: Fight },
    Rest(&'static RestKind),
    Hand(Vec<String>),
}

impl Day {
    /// Opens the day in a file, or a ready-made one by its name: `gu/clan-errand`. Its party and encounters are looked
    /// for beside the file.
    ///
    /// # Errors
    /// All that is wrong with the day, its party and its encounters, each with its place and the nearest right name.
    pub fn open(name_or_path: &str) -> Result<Day, Problems> {
        let text = files::read(name_or_path).ok().flatten();
        let built_in = || {
            let names = [name_or_path.to_owned(), format!("{name_or_path}.toml"), format!("days/{name_or_path}.toml")];
            names.iter().find_map(|name| Some(Source::new(name.as_str(), library().text(name)?)))
        };
        let source = text.map(|text| Source::new(name_or_path, text)).or_else(built_in);
        Day::read(&source.ok_or_else(|| Problem::general(format!("there is no day `{name_or_path}`")))?)
    }

    /// A day from its text. Its party and encounters are looked for beside the path that the text is said to have.
    ///
    /// # Errors
    /// Like [`Day::open`].
    pub fn read(source: &Source) -> Result<Day, Problems> {
        Ok(library().open_day(source, &files::read)?.into())
    }

    /// What to call it: its title, otherwise the name of its file.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// The id of its rulebook.
    pub fn rulebook(&self) -> &'static str {
        self.0.party.rulebook.id()
    }

    /// The titles of its fights, in order.
    pub fn fights(&self) -> Vec<&str> {
        self.bouts().map(|(title, _)| title).collect()
    }

    fn bouts(&self) -> impl Iterator<Item = (&str, &Fight)> {
        self.0.steps.iter().filter_map(|step| match step {
            Step::Fight { title, fight } => Some((title.as_str(), fight)),
            Step::Rest(_) | Step::Hand(_) => None,
        })
    }

    /// So many days, to be simulated.
    pub fn sim<'a>(&self, days: u64) -> Days<'a> {
        let study = Study::new(self.title(), days);
        Days { day: self.clone(), study, tactics: Vec::new(), knobs: Vec::new(), progress: None, stop: None }
    }

    /// The day with these knobs turned, in each of its fights that has what they turn, and in camp. Each of `tactics` is
    /// `SIDE=NAME`, or a name for all sides.
    ///
    /// # Errors
    /// When a knob turns nothing there is, a side or tactics are unknown, or an encounter does not bear the value.
    pub fn turned(&self, tactics: &[String], knobs: &[(&Knob, &Value)]) -> Result<Played, Problems> {
        let mut words = tactics.to_vec();
        words.extend(knobs.iter().filter_map(|(knob, value)| Some(format!("{}={}", knob.side()?, plain(value)))));
        if let Some(unknown) = words.iter().find(|word| !self.bouts().any(|(_, fight)| is_for(fight, word))) {
            return Err(Problem::general(format!("`{unknown}`: no fight of this day has that side")).into());
        }
        let mut stages = Vec::with_capacity(self.0.steps.len());
        for step in &self.0.steps {
            stages.push(match step {
                Step::Rest(kind) => Stage::Rest(kind),
                Step::Hand(edicts) => Stage::Hand(edicts.clone()),
                Step::Fight { title, fight } => {
                    let own: Vec<String> = words.iter().filter(|word| is_for(fight, word)).cloned().collect();
                    let (title, book, encounter) = (title.clone(), fight.shared_book(), fight.encounter().clone());
                    Stage::Fight { title, book, encounter: Box::new(encounter), conduct: conduct(fight, &own)? }
                }
            });
        }
        let (book, camp) = (Arc::clone(&self.0.party.book), self.0.party.encounter.clone());
        DayPlan { book, camp, stages }.turned(knobs)
    }
}

impl From<OpenedDay> for Day {
    fn from(opened: OpenedDay) -> Self {
        let title = opened.title().to_owned();
        let step = |stage| match stage {
            quintain_library::Stage::Fight { title, opened } => Step::Fight { title, fight: Fight::from(*opened) },
            quintain_library::Stage::Rest(kind) => Step::Rest(kind),
            quintain_library::Stage::Hand(edicts) => Step::Hand(edicts),
        };
        let steps = opened.stages.into_iter().map(step).collect();
        Day(Arc::new(Ready { title, party: opened.party, steps }))
    }
}

/// A value as it is typed: words without quotes.
fn plain(value: &Value) -> String {
    if let Value::Text(words) = value { words.clone() } else { value.to_string() }
}

/// Whether words about tactics concern this fight: they name no side, or one of its sides.
fn is_for(fight: &Fight, words: &str) -> bool {
    match words.split_once('=').filter(|(side, _)| !side.contains(':')) {
        Some((side, _)) => fight.sides().iter().any(|known| known.eq_ignore_ascii_case(side.trim())),
        None => true,
    }
}

fn conduct(fight: &Fight, tactics: &[String]) -> Result<Conduct, Problems> {
    match players(fight, tactics, crate::sim::is_driver)? {
        (conduct, others) if others.is_empty() => Ok(conduct),
        _ => Err(Problem::general(
            "on days every side plays by tactics of the book; search and programs play single fights",
        )
        .into()),
    }
}

/// Days to be simulated.
#[derive(Clone)]
pub struct Days<'a> {
    day: Day,
    study: Study,
    tactics: Vec<String>,
    knobs: Vec<String>,
    progress: Option<Progress<'a>>,
    stop: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Days<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Days").field("day", &self.day.title()).field("study", &self.study).finish_non_exhaustive()
    }
}

impl<'a> Days<'a> {
    /// The seed; day `n` under a seed is always the same day.
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

    /// How a side plays: `heroes=random`; a name alone is for all sides. Later words win.
    #[must_use]
    pub fn tactics(mut self, words: impl Into<String>) -> Self {
        self.tactics.push(words.into());
        self
    }

    /// With a knob turned: `Althea.armor=3`, `count(Bandit)=4`, `house.morale=on`, in each fight that has what it turns.
    #[must_use]
    pub fn with(mut self, knob: impl Into<String>) -> Self {
        self.knobs.push(knob.into());
        self
    }

    /// Hears how many more days are done, from any thread.
    #[must_use]
    pub fn progress(mut self, progress: Progress<'a>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// As soon as this is true, no more days are begun, and the report covers those that were played.
    #[must_use]
    pub fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Plays the days.
    ///
    /// # Errors
    /// When a knob has several values or turns nothing there is, or a side or tactics are unknown.
    pub fn run(&self) -> Result<DayReport, Problems> {
        let words: Vec<&str> = self.knobs.iter().map(String::as_str).collect();
        let knobs = Knob::read_all(&words)?;
        let mut turns = Vec::with_capacity(knobs.len());
        for knob in &knobs {
            let [value] = &knob.values[..] else {
                return Err(Problem::general(format!("`{}` has several values; a run has one", knob.name)).into());
            };
            turns.push((knob, value));
        }
        let day = self.day.turned(&self.tactics, &turns)?;
        let never = AtomicBool::new(false);
        Ok(day_report(&day, &self.study, self.progress.unwrap_or(&|_| {}), self.stop.unwrap_or(&never)))
    }
}
