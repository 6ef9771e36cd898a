//! Questions about days: who wins them and where the party breaks; with knobs turned, by the very figures of the command.

use std::sync::atomic::Ordering;

use quintain::sim::{Target, Tried};
use quintain_content::{Problem, Problems, Source, Value};
use quintain_engine::wilson;
use quintain_library::open_day;
use quintain_pages::bench::{Asked, Finding, Kind};
use quintain_sim::{Day, Knob, Point, Report, Study, compare, day_report, most_runs, simulate, tune};

use super::{Job, run, tell, tell_day};
use crate::pool;

/// The most settings of a sweep, and runs of a search for one that meets a target.
const MOST: u64 = 1_000;

/// A question about a day, ready to be answered.
pub(super) struct DayQuestion {
    opened: quintain::Day,
    kind: Kind,
    knobs: Vec<Knob>,
    /// How sides play, in words.
    tactics: Vec<String>,
    target: Option<Target>,
    fights: u64,
    seed: u64,
}

/// Values of knobs, one for each.
type Turns<'a> = Vec<(&'a Knob, &'a Value)>;

impl DayQuestion {
    /// Reads a question about the day in this file.
    ///
    /// # Errors
    /// All that is wrong with the day, the knobs, the target.
    pub(super) fn new(asked: &Asked, day: &Source) -> Result<DayQuestion, Problems> {
        let needed = |what: &str| Problems::from(Problem::general(what.to_owned()));
        let count = asked.knobs.len();
        match asked.kind {
            Kind::Matter | Kind::Ladder => return Err(needed("that is asked of single fights; this is a day")),
            Kind::Compare if !asked.other.is_empty() || count == 0 => {
                return Err(needed("turn something (`Althea.armor=2`): a day is compared with itself, knobs turned"));
            }
            Kind::Sweep if !(1..=2).contains(&count) => {
                return Err(needed("a sweep takes one knob or two, such as `Althea.armor=0..3`"));
            }
            Kind::Tune if count == 0 => {
                return Err(needed("a knob is needed that may be tuned, such as `count(Wolf)=1..8`"));
            }
            _ => {}
        }
        let question = DayQuestion {
            opened: open_day(day, &run::beside(asked))?.into(),
            kind: asked.kind,
            knobs: Knob::read_all(&asked.knobs)?,
            tactics: asked.tactics.clone(),
            target: (asked.kind == Kind::Tune).then(|| Target::read(&asked.target)).transpose()?,
            fights: asked.fights,
            seed: asked.seed,
        };
        question.is_sound()?;
        Ok(question)
    }

    /// The title of the day.
    pub(super) fn title(&self) -> &str {
        self.opened.title()
    }

    /// Sets up the first and the last setting: what is wrong with a knob is said before anything is played.
    fn is_sound(&self) -> Result<(), Problems> {
        if self.kind == Kind::Compare && self.knobs.iter().any(|knob| knob.values.len() != 1) {
            return Err(Problem::general("a comparison turns each knob to one value, such as `Althea.armor=2`").into());
        }
        let settings = self.settings();
        if settings > MOST {
            return Err(
                Problem::general(format!("these would be {settings} settings; a bench plays {MOST} at most")).into()
            );
        }
        self.day(&self.turns(|_| 0)).map(drop)?;
        self.day(&self.turns(|knob| knob.values.len().saturating_sub(1))).map(drop)
    }

    fn settings(&self) -> u64 {
        let counts: Vec<usize> = self.knobs.iter().map(|knob| knob.values.len()).collect();
        match self.kind {
            Kind::Tune => most_runs(&counts),
            Kind::Sweep => counts.iter().fold(1, |all: u64, count| all.saturating_mul(*count as u64)),
            Kind::Compare => 2,
            _ => 1,
        }
    }

    fn turns(&self, at: impl Fn(&Knob) -> usize) -> Turns<'_> {
        if self.kind == Kind::Sim {
            return Vec::new();
        }
        self.knobs.iter().filter_map(|knob| Some((knob, knob.values.get(at(knob))?))).collect()
    }

    /// The day with these knobs turned.
    fn day(&self, turns: &Turns<'_>) -> Result<Day, Problems> {
        self.opened.turned(&self.tactics, turns)
    }

    fn study(&self) -> Study {
        Study { seed: self.seed, threads: pool::threads(), ..Study::new(self.title(), self.fights) }
    }

    /// Answers it as far as it may go on.
    ///
    /// # Errors
    /// What a rulebook does not bear of it.
    pub(super) fn answer(&self, job: &Job, in_time: &(dyn Fn() -> bool + Sync)) -> Result<Finding, Problems> {
        job.all.store(self.fights.saturating_mul(self.settings()), Ordering::Relaxed);
        let progress = |more: u64| {
            job.played.fetch_add(more, Ordering::Relaxed);
            job.busy.give_way();
            if !in_time() {
                job.stop.store(true, Ordering::Relaxed);
            }
        };
        let study = self.study();
        let play = |day: &Day| simulate(day, &study, &progress, &job.stop);
        let names: Vec<String> = self.knobs.iter().map(|knob| knob.name.clone()).collect();
        let found = match (self.kind, &self.target) {
            (Kind::Sweep, _) => tell::sweep(&names, &self.sweep(job, &play)?),
            (Kind::Tune, Some(target)) => tell::tuned(&names, target, &self.tune(job, target, &play)?),
            (Kind::Compare, _) => {
                let (plain, turned) = (self.day(&Vec::new())?, self.day(&self.turns(|_| 0))?);
                let other =
                    Study { encounter: format!("{} with {}", study.encounter, names.join(", ")), ..study.clone() };
                tell::comparison(&compare((&plain, &study), (&turned, &other), &progress, &job.stop))
            }
            _ => tell_day::day(&day_report(&self.day(&Vec::new())?, &study, &progress, &job.stop)),
        };
        Ok(Finding { stopped: job.is_stopped(), ..found })
    }

    /// Every setting of the knobs, the last turning fastest.
    fn sweep<'a>(&'a self, job: &Job, play: &dyn Fn(&Day) -> Report) -> Result<Vec<Point>, Problems> {
        let mut grid: Vec<Turns<'a>> = vec![Vec::new()];
        for knob in &self.knobs {
            let longer = |point: &Turns<'a>| -> Vec<Turns<'a>> {
                knob.values.iter().map(|value| point.iter().copied().chain([(knob, value)]).collect()).collect()
            };
            grid = grid.iter().flat_map(longer).collect();
        }
        let mut points = Vec::new();
        for turns in grid {
            if job.is_stopped() {
                break;
            }
            let at = turns.iter().map(|(_, value)| plain(value)).collect();
            points.push(Point { at, report: play(&self.day(&turns)?) });
        }
        Ok(points)
    }

    fn tune(&self, job: &Job, target: &Target, play: &dyn Fn(&Day) -> Report) -> Result<Vec<Tried>, Problems> {
        let counts: Vec<usize> = self.knobs.iter().map(|knob| knob.values.len()).collect();
        tune(&counts, target, |at| {
            if job.is_stopped() {
                return Err(Problem::general("it was stopped before the search had come to an end").into());
            }
            let turns: Turns<'_> =
                self.knobs.iter().zip(at).filter_map(|(knob, at)| Some((knob, knob.values.get(*at)?))).collect();
            let report = play(&self.day(&turns)?);
            let share = target.in_report(&report)?;
            let (low, high) = wilson(share, report.fights as f64);
            let values = turns.iter().map(|(_, value)| plain(value)).collect();
            Ok(Tried { at: at.to_vec(), values, share, interval95: [low, high] })
        })
    }
}

/// A value as it is typed: words without quotes.
fn plain(value: &Value) -> String {
    if let Value::Text(words) = value { words.clone() } else { value.to_string() }
}
