//! How a question is answered: its series of fights are played in short stints, and between them it steps aside for the tables.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use quintain::Fight;
use quintain::sim::{
    Climbing, Comparing, Inquiry, Reporting, Series, Sim, Stint, Sweeping, Target, Told, Tuning, Weighing,
};
use quintain_content::{Problem, Problems, Source, is_day};
use quintain_library::{Opened, built_in_text, files, open, open_source};
use quintain_pages::bench::{Asked, Finding, Kind, OTHER};

use super::day::DayQuestion;
use super::{Job, tell};
use crate::pool;

/// How long a stint shall take.
const STINT: Duration = Duration::from_millis(40);

/// The most fights of a stint.
const MOST: u64 = 4096;

/// What is asked, ready to be answered.
pub(super) struct Question {
    title: String,
    /// The title of the encounter that the first is held against.
    against: Option<String>,
    kind: Kind,
    sides: Vec<String>,
    ask: Ask,
}

/// Each kind of question to simulations.
enum Ask {
    Day(Box<DayQuestion>),
    Sim(Reporting),
    Compare(Comparing),
    Sweep(Sweeping, Vec<String>),
    Tune(Tuning, Vec<String>, Target),
    Matter(Weighing),
    Ladder(Climbing),
}

impl Ask {
    /// Sets up the first and the last of what is due: what is wrong with a knob or a way to play is said before anything is
    /// played. What the rulebook does not bear of single changes matters to nobody.
    fn is_sound(&self) -> Result<(), Problems> {
        let asked: &dyn Inquiry = match self {
            Ask::Sim(asked) => asked,
            Ask::Compare(asked) => asked,
            Ask::Sweep(asked, _) => asked,
            Ask::Tune(asked, ..) => asked,
            Ask::Ladder(asked) => asked,
            Ask::Matter(_) | Ask::Day(_) => return Ok(()),
        };
        let due = asked.due();
        due.first().into_iter().chain(due.last()).try_for_each(|place| asked.series(*place).map(|_| ()))
    }
}

/// Opens the encounter that is asked about: a ready-made one by its name, or one's own from its text. No other file is read.
pub(super) fn opened(asked: &Asked) -> Result<Opened, Problems> {
    match asked.name.as_str() {
        "" => open_source(Source::new("the encounter", asked.text.as_str()), &files::none),
        name => open(name, &files::none),
    }
}

/// The second encounter of a comparison, where it has one.
fn second(asked: &Asked) -> Result<Option<Fight>, Problems> {
    if asked.kind != Kind::Compare || asked.other.is_empty() {
        return Ok(None);
    }
    let opened = match asked.other.as_str() {
        OTHER => open_source(Source::new("the second encounter", asked.second()), &files::none)?,
        name => open(name, &files::none)?,
    };
    Ok(Some(Fight::from(opened)))
}

/// The day that is asked about: one's own, or a ready-made one; none where it is a single fight.
pub(super) fn day_of(asked: &Asked) -> Option<Source> {
    let source = match asked.name.as_str() {
        "" => Source::new("day.toml", asked.text.as_str()),
        name => Source::new(name, built_in_text(name)?),
    };
    Some(source).filter(|source| is_day(&source.text))
}

/// Reads the files that a question has brought along.
pub(super) fn beside(asked: &Asked) -> impl Fn(&str) -> std::io::Result<Option<String>> {
    move |path| Ok(asked.files.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone()))
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// All that is wrong with the encounter, the knobs, the target, the tactics.
    pub(super) fn new(asked: &Asked) -> Result<Question, Problems> {
        no_programs(asked)?;
        sides_parted(asked)?;
        if let Some(day) = day_of(asked) {
            let day = DayQuestion::new(asked, &day)?;
            let title = day.title().to_owned();
            let ask = Ask::Day(Box::new(day));
            return Ok(Question { title, against: None, kind: asked.kind, sides: Vec::new(), ask });
        }
        let (fight, second) = (Fight::from(opened(asked)?), second(asked)?);
        let mut sim = fight.sim(asked.fights).seed(asked.seed).threads(pool::threads());
        for tactics in &asked.tactics {
            sim = sim.tactics(tactics.as_str());
        }
        // Sides and tactics are checked before anything is played.
        sim.parts()?;
        let ask = ask(asked, &sim, second.as_ref())?;
        ask.is_sound()?;
        let against = second.map(|second| second.title().to_owned());
        Ok(Question { title: fight.title().to_owned(), against, kind: asked.kind, sides: fight.sides(), ask })
    }

    /// What a result of it is called until it is renamed.
    pub(super) fn name(&self, asked: &Asked) -> String {
        let more = match (self.kind, &self.against) {
            (Kind::Compare, Some(other)) => format!("against {other}"),
            (kind, _) => asked_in_short(kind, asked),
        };
        format!("{}: {more}", self.title).chars().take(super::LONGEST_NAME).collect()
    }

    /// Answers it as far as it may go on.
    ///
    /// # Errors
    /// What a rulebook does not bear of it.
    pub(super) fn answer(self, job: &Job, in_time: &(dyn Fn() -> bool + Sync)) -> Result<Finding, Problems> {
        let Question { sides, ask, .. } = self;
        let (finding, whole) = match ask {
            Ask::Day(asked) => return asked.answer(job, in_time),
            Ask::Sim(mut asked) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::report(&asked.found()?), whole)
            }
            Ask::Compare(mut asked) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::comparison(&asked.found()?), whole)
            }
            Ask::Sweep(mut asked, knobs) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::sweep(&knobs, &asked.found()), whole)
            }
            Ask::Tune(mut asked, knobs, target) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::tuned(&knobs, &target, &asked.found()), whole)
            }
            Ask::Matter(mut asked) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::matters(sides.first().map_or("", String::as_str), &asked.found()), whole)
            }
            Ask::Ladder(mut asked) => {
                let whole = played(&mut asked, job, in_time)?;
                (tell::ladder(&asked.found()), whole)
            }
        };
        Ok(Finding { stopped: !whole, ..finding })
    }
}

/// A line that names a side and its tactics has a sign between them: without it the whole would be taken for tactics.
fn sides_parted(asked: &Asked) -> Result<(), Problems> {
    match asked.tactics.iter().find(|line| line.contains(' ') && !line.contains('=')) {
        Some(line) => {
            let problem = Problem::general(format!("`{line}` does not say which side plays how"));
            Err(problem.help("write `heroes=cautious` for one side, or `cautious` alone for all").into())
        }
        None => Ok(()),
    }
}

/// What is asked of an encounter by itself, in a few words.
fn asked_in_short(kind: Kind, asked: &Asked) -> String {
    match kind {
        Kind::Sim => "who wins".to_owned(),
        Kind::Compare => format!("with {}", asked.knobs.join(", ")),
        Kind::Sweep => asked.knobs.join(", "),
        Kind::Tune => asked.target.clone(),
        Kind::Matter => "what matters".to_owned(),
        Kind::Ladder => "who plays better".to_owned(),
    }
}

/// Programs are run from the command line alone: who may ask here need not be one who may start programs on this machine.
fn no_programs(asked: &Asked) -> Result<(), Problems> {
    let tactics = asked.knobs.iter().filter(|knob| knob.trim_start().starts_with("tactics."));
    let words = asked.tactics.iter().chain(&asked.rungs).chain(tactics);
    match words.into_iter().any(|words| words.contains("program:")) {
        true => Err(Problem::general("programs play in the terminal alone; the bench plays tactics and search").into()),
        false => Ok(()),
    }
}

fn ask(asked: &Asked, sim: &Sim<'_>, second: Option<&Fight>) -> Result<Ask, Problems> {
    let knobs: Vec<&str> = asked.knobs.iter().map(String::as_str).collect();
    let names =
        || asked.knobs.iter().map(|knob| knob.split('=').next().unwrap_or_default().trim().to_owned()).collect();
    let needed = |what: &str| Problems::from(Problem::general(what.to_owned()));
    Ok(match asked.kind {
        Kind::Sim => Ask::Sim(Reporting::in_full(sim)),
        Kind::Compare => Ask::Compare(match second {
            Some(_) if !knobs.is_empty() => {
                return Err(needed("turn knobs, or name a second encounter: the bench compares one of both at a time"));
            }
            Some(second) => Comparing::of(sim, second)?,
            None if knobs.is_empty() => {
                return Err(needed("turn something (`Althea.armor=2`), or name a second encounter"));
            }
            None => Comparing::with(sim, &knobs)?,
        }),
        Kind::Sweep if !(1..=2).contains(&knobs.len()) => {
            return Err(needed("a sweep takes one knob or two, such as `Althea.armor=0..3`"));
        }
        Kind::Sweep => Ask::Sweep(Sweeping::new(sim, &knobs)?, names()),
        Kind::Tune if knobs.is_empty() => {
            return Err(needed("a knob is needed that may be tuned, such as `Cyclops.sta=1..30`"));
        }
        Kind::Tune => {
            let target = Target::read(&asked.target)?;
            Ask::Tune(Tuning::new(sim, &target, &knobs)?, names(), target)
        }
        Kind::Matter => Ask::Matter(Weighing::new(sim)),
        Kind::Ladder => {
            let rungs: Vec<&str> = asked.rungs.iter().map(String::as_str).collect();
            if let Some((_, twice)) = rungs.iter().enumerate().find(|(place, rung)| rungs[..*place].contains(rung)) {
                let problem = Problem::general(format!("`{twice}` stands twice on the ladder"));
                return Err(problem.help("name each way to play once, the weakest first").into());
            }
            Ask::Ladder(Climbing::new(sim, &rungs)?)
        }
    })
}

/// Plays every series that is due; says whether all were played to their end.
fn played(asked: &mut dyn Inquiry, job: &Job, in_time: &dyn Fn() -> bool) -> Result<bool, Problems> {
    let most = asked.most();
    loop {
        let due = asked.due();
        if due.is_empty() {
            return Ok(true);
        }
        for place in due {
            let series = asked.series(place)?;
            job.all.store(series.numbers().saturating_mul(most), Ordering::Relaxed);
            let (told, whole) = stints(&series, job, in_time)?;
            if let Some(told) = told {
                asked.tell(place, told)?;
            }
            if !whole {
                return Ok(false);
            }
        }
    }
}

/// Plays a series in short stints. What comes of it is what playing it at once would come to; where it is stopped, what was
/// played by then.
fn stints(series: &Series, job: &Job, in_time: &dyn Fn() -> bool) -> Result<(Option<Told>, bool), Problems> {
    let unfit = |fault: quintain::sim::Unfit| Problems::from(Problem::general(fault.to_string()));
    let (all, mut from, mut size) = (series.numbers(), 0, 1);
    let mut played: Option<Stint> = None;
    while from < all {
        job.busy.give_way();
        if job.is_stopped() || !in_time() {
            break;
        }
        let (upto, began) = ((from + size).min(all), Instant::now());
        let Some(stint) = series.stint(from..upto, &|_| {}, &job.stop) else { break };
        job.played.fetch_add(upto - from, Ordering::Relaxed);
        played = Some(match played.take() {
            Some(before) => before.with(stint).map_err(unfit)?,
            None => stint,
        });
        from = upto;
        size = if began.elapsed() < STINT { (size * 2).min(MOST) } else { (size / 2).max(1) };
    }
    let told = played.map(|stint| series.told(&stint)).transpose().map_err(unfit)?;
    Ok((told, from >= all))
}
