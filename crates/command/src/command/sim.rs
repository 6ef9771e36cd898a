//! `quintain sim`: thousands of unattended fights.

use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quintain_library::quoted;
use quintain_sim::{
    Driven, Report, Study, Telling, limit_from, page, simulate, simulate_to_csv, simulate_to_parquet, telling,
    telling_to_parquet, telling_with_moves, trace, write_figures,
};

use super::variant::study;
use crate::args;
use crate::conduct::{Players, contested, players, tell_complaints};
use crate::fault::{Done, Fault};
use crate::moment::{self, Played};
use crate::output::{self, Kind, Output, unwritten};
use crate::render::{self, report::Named};

/// How the lines of CSV begin that are written for each fight.
const FIGHTS: Kind = Kind::Csv("fight,outcome,rounds");
/// How those begin that are written for each figure.
const FIGURES: Kind = Kind::Csv("figure,of,with,side,value");
/// The files in a folder of columns.
const PARQUET: [&str; 4] = ["fights.parquet", "combatants.parquet", "left.parquet", "uses.parquet"];

/// Set by Ctrl-C.
pub(super) static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &args::Sim, out: &mut dyn Write) -> Done {
    let chosen = &args.unattended;
    outputs(args)?;
    if let Some(day) = super::day::day_at(&chosen.encounter) {
        moment::none_of(&args.from)?;
        return super::day::sim(args, &day, out);
    }
    let Played { opened, title, .. } = begun(args)?;
    contested(&opened)?;
    let Players { conduct, drivers, names } = players(&opened, &chosen.tactics)?;
    let round_limit = limit_from(&*opened.fight, chosen.round_limit);
    let study = Study { round_limit, ..study(title, chosen, (args.fights, args.threads), conduct) };
    let fight = Driven::new(opened.fight, drivers);
    stop_on_interrupt();
    let mut report = match args.precision {
        Some(precision) => precise(&fight, study.clone(), precision),
        None => played(args, &fight, &study)?,
    };
    let named = Named { worst: args.worst, best: args.best, typical: args.typical };
    if !args.brief && !named.any() && !report.stopped {
        report.telling = Some(told(args, &fight, &Study { fights: report.fights, ..study.clone() }));
    }
    if let (Some(dir), Some(told)) = (&args.parquet, &report.telling) {
        let [mut left, mut uses] = columns(dir, [PARQUET[2], PARQUET[3]], args.force)?;
        telling_to_parquet(told, &mut left, &mut uses).map_err(|fault| unwritten(dir, &fault))?;
        left.finish().and_then(|()| uses.finish())?;
    }
    tell_complaints(&fight);
    report.complaints = fight.complaints();
    for (side, name) in report.sides.iter_mut().zip(names) {
        side.tactics = Some(name);
    }
    let watch = watch(&args.unattended, &args.from);
    if let Some(path) = &args.report {
        let text = page(&report, &trace(&fight, &study), &watch);
        output::write(path, Kind::Page, args.force, &text)?;
    }
    if let Some(path) = &args.figures {
        let mut file = Output::begin(path, FIGURES, args.force)?;
        write_figures(&report, &mut file).map_err(|fault| unwritten(path, &fault))?;
        file.finish()?;
    }
    if report.stopped && args.precision.is_none() {
        tell_stopped(report.fights, study.fights);
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    if named.any() {
        return Ok(render::report::name(&report, &watch, named, out)?);
    }
    Ok(render::report::write(&report, &watch, out)?)
}

/// What is played: with the heroes of a party where one is named.
///
/// # Errors
/// All that is wrong with it.
fn begun(args: &args::Sim) -> Result<Played, Fault> {
    let name = &args.unattended.encounter;
    let Some(party) = &args.party else { return moment::played(name, &args.from) };
    if moment::is_record(name) {
        return Err(Fault::Wrong(format!("`{name}` is a record and has its heroes; `--party` needs an encounter")));
    }
    moment::none_of(&args.from)?;
    Ok(Played::from(super::party::open_for(name, Some(party))?))
}

/// What the fights tell that are heard in full.
fn told(args: &args::Sim, fight: &Driven, study: &Study) -> Telling {
    let progress = Progress::new(study.fights);
    let tell = |more: u64| progress.add(more);
    let told = match args.moves {
        Some(play_outs) => telling_with_moves(fight, study, play_outs.get(), &tell, &STOP),
        None => telling(fight, study, &tell, &STOP),
    };
    progress.done();
    told
}

/// From now on Ctrl-C ends the run, not the program.
pub(super) fn stop_on_interrupt() {
    // Without a handler Ctrl-C ends the program at once, which is the next best thing.
    let _ = ctrlc::set_handler(stop);
}

/// Says on standard error that Ctrl-C has ended the run early.
pub(super) fn tell_stopped(done: u64, all: u64) {
    let (done, all) = (render::thousands(done), render::thousands(all));
    let _ = writeln!(anstream::stderr(), "stopped after {done} of {all} fights");
}

/// Makes sure that everything was played of which all figures are needed to say anything.
///
/// # Errors
/// When Ctrl-C has ended the run early.
pub(super) fn all_was_played() -> Done {
    match STOP.load(Ordering::Relaxed) {
        true => Err(Fault::Failure("stopped before everything was played: there is nothing to tell yet".to_owned())),
        false => Ok(()),
    }
}

/// The first Ctrl-C lets the fights under way come to their end; the second leaves at once.
fn stop() {
    if STOP.swap(true, Ordering::Relaxed) {
        crate::leave(130);
    }
}

/// How many fights a run begins with that looks for precision.
const FIRST: u64 = 1_000;

/// Plays until each side's share of victory is known to within `precision`, half the width of its interval. The numbers of
/// the fights decide how many there are, not the clock: the same seed always plays as many.
fn precise(fight: &Driven, mut study: Study, precision: f64) -> Report {
    study.fights = FIRST;
    loop {
        let progress = Progress::new(study.fights);
        let report = simulate(fight, &study, &|more| progress.add(more), &STOP);
        progress.done();
        let half = |[low, high]: [f64; 2]| (high - low) / 2.0;
        let widest = report.sides.iter().map(|side| half(side.interval95)).fold(0.0, f64::max);
        if widest <= precision || report.stopped {
            return report;
        }
        // The width shrinks with the root of the number; a twentieth more, so that one more run mostly does.
        let factor = (widest / precision).powi(2) * 1.05;
        study.fights = (study.fights as f64 * factor).ceil() as u64;
    }
}

pub(super) fn played(args: &args::Sim, fight: &Driven, study: &Study) -> Result<Report, Fault> {
    let progress = Progress::new(study.fights);
    let tell = |more: u64| progress.add(more);
    let report = match (&args.csv, &args.parquet) {
        (Some(path), _) => {
            let mut file = Output::begin(path, FIGHTS, args.force)?;
            let report = simulate_to_csv(fight, study, &mut file, &tell, &STOP);
            report.map_err(|fault| unwritten(path, &fault)).and_then(|report| file.finish().map(|()| report))
        }
        (None, Some(dir)) => {
            std::fs::create_dir_all(dir).map_err(|fault| unwritten(dir, &fault))?;
            let [mut fights, mut combatants] = columns(dir, [PARQUET[0], PARQUET[1]], args.force)?;
            let report = simulate_to_parquet(fight, study, &mut fights, &mut combatants, &tell, &STOP);
            let report = report.map_err(|fault| unwritten(dir, &fault));
            report.and_then(|report| fights.finish().and_then(|()| combatants.finish()).map(|()| report))
        }
        (None, None) => Ok(simulate(fight, study, &tell, &STOP)),
    };
    progress.done();
    report
}

/// Two files of columns in a folder.
fn columns(dir: &Path, [one, other]: [&str; 2], force: bool) -> Result<[Output; 2], Fault> {
    let begin = |name: &str| Output::begin(&dir.join(name), Kind::Parquet, force);
    Ok([begin(one)?, begin(other)?])
}

/// Before anything is played: files can be written where they are to be, and nothing stands there that would be harmed.
fn outputs(args: &args::Sim) -> Done {
    args.parquet.as_deref().map_or(Ok(()), output::check_folder)?;
    let mut parquet = args.parquet.iter().flat_map(|dir| PARQUET.map(|name| dir.join(name)));
    parquet.try_for_each(|path| output::check(&path, Kind::Parquet, args.force))?;
    let named = [(&args.csv, FIGHTS), (&args.figures, FIGURES), (&args.report, Kind::Page)];
    let named: Vec<(&Path, Kind)> =
        named.into_iter().filter_map(|(path, kind)| Some((path.as_deref()?, kind))).collect();
    output::check_all(&named, args.force)
}

/// The command that shows a fight of this run, but for its number.
pub(super) fn watch(chosen: &args::Unattended, from: &args::FromMoment) -> String {
    let mut words = vec!["quintain watch".to_owned(), quoted(&chosen.encounter), format!("--seed {}", chosen.seed)];
    words.extend(from.at.map(|at| format!("--at {at}")));
    words.extend(from.had.iter().map(|had| format!("--had {}", quoted(had))));
    words.extend(chosen.tactics.iter().map(|tactics| format!("--tactics {}", quoted(tactics))));
    if chosen.round_limit != quintain_engine::ROUND_LIMIT {
        words.push(format!("--round-limit {}", chosen.round_limit));
    }
    words.join(" ")
}

/// A bar on the terminal, for runs that take long enough to be waited for.
pub(super) struct Progress {
    began: Instant,
    fights: u64,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_millis(500);

    pub(super) fn new(fights: u64) -> Self {
        Progress { began: Instant::now(), fights, done: AtomicU64::new(0), bar: OnceLock::new() }
    }

    pub(super) fn add(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if self.began.elapsed() >= Self::PATIENCE {
            self.bar.get_or_init(|| self.bar()).set_position(done);
        }
    }

    /// Draws nothing where standard error is no terminal.
    fn bar(&self) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(self.fights), ProgressDrawTarget::stderr())
            .with_elapsed(self.began.elapsed());
        let template = "{wide_bar} {human_pos} of {human_len} fights, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar
    }

    pub(super) fn done(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
