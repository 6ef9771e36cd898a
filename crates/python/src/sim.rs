//! Simulations and what is told of them.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::RecordBatch;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quintain::Fight as Ready;
use quintain::fight::Outcome;
use quintain::rulebook::engine::AnyFight;
use quintain::sim::{FightResult, Knob, Plan, Scrutiny, Sim, Stint, Target, most_runs};
use serde_json::json;

use crate::fight::Fight;
use crate::plain::{told, wrong};
use crate::rows::{Cell, Column, Rows, Table};
use crate::tables::{self, Of};
use crate::watched::{Run, watched};

/// How a run is to be played.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) n: u64,
    pub(crate) seed: u64,
    pub(crate) tactics: Vec<String>,
    threads: usize,
    pub(crate) round_limit: u32,
    progress: Option<Py<PyAny>>,
}

impl Options {
    pub(crate) fn new(
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        Ok(Options { n, seed, tactics: tactics_of(tactics)?, threads, round_limit, progress })
    }

    /// The run, with nobody who listens.
    pub(crate) fn alone<'a>(&self, fight: &Ready) -> Sim<'a> {
        let sim = fight.sim(self.n).seed(self.seed).round_limit(self.round_limit);
        let sim = if self.threads == 0 { sim } else { sim.threads(self.threads) };
        self.tactics.iter().fold(sim, |sim, words| sim.tactics(words))
    }

    fn sim<'a>(&self, fight: &Ready, run: &'a Run, progress: &'a (dyn Fn(u64) + Sync)) -> Sim<'a> {
        self.alone(fight).stop(&run.stop).progress(progress)
    }

    /// What is to be said of all its tables.
    pub(crate) fn of<'a>(&self, fight: &'a Ready) -> Of<'a> {
        Of { encounter: fight.title(), fights: self.n, seed: self.seed }
    }

    /// Does something with the run, watched; `all` is how many fights there will be.
    fn watch<T: Send>(
        &self,
        py: Python<'_>,
        fight: &Ready,
        all: u64,
        work: impl FnOnce(Sim<'_>) -> Result<T, quintain::Problems> + Send,
    ) -> PyResult<T> {
        let done = watched(py, self.progress.as_ref(), all, |run| {
            let progress = |more| run.add(more);
            work(self.sim(fight, run, &progress))
        })?;
        done.map_err(wrong)
    }
}

/// Tactics for all (`"random"`) or for each side (`{"heroes": "random"}`, `["heroes=random"]`), as words.
pub(crate) fn tactics_of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let Ok(sides) = given.cast::<PyDict>() else { return knobs(given) };
    let words = sides.iter().map(|(side, name)| {
        let (side, name): (String, String) = (side.extract()?, name.extract()?);
        Ok(format!("{side}={name}"))
    });
    words.collect()
}

/// One knob or several, in words.
pub(crate) fn knobs(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    given.extract::<String>().map(|one| vec![one]).or_else(|_| given.extract())
}

pub(crate) fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

/// How many settings some knobs have.
fn settings(knobs: &[String]) -> PyResult<Vec<usize>> {
    let counts = knobs.iter().map(|words| Ok(Knob::read(words)?.values.len()));
    counts.collect::<Result<_, quintain::Problem>>().map_err(wrong)
}

/// The report, as the command writes it in JSON.
pub(crate) fn report<'py>(
    py: Python<'py>,
    fight: &Ready,
    options: &Options,
    full: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let run = |sim: Sim<'_>| if full { sim.run_in_full() } else { sim.run() };
    told(py, options.watch(py, fight, options.n, run)?)
}

/// Some of the fights, counted, as bytes.
pub(crate) fn stint<'py>(
    py: Python<'py>,
    fight: &Ready,
    options: &Options,
    numbers: Range<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let played = options.watch(py, fight, options.n, |sim| sim.stint(numbers))?;
    let stint = played.ok_or_else(|| wrong("the run was stopped"))?;
    Ok(PyBytes::new(py, stint.write().as_bytes()))
}

pub(crate) fn stint_of(bytes: &[u8]) -> PyResult<Stint> {
    Stint::read(&String::from_utf8_lossy(bytes)).map_err(wrong)
}

/// Puts stints together. The same fight may not be in two of them.
#[pyfunction]
pub(crate) fn merge<'py>(py: Python<'py>, stints: Vec<Vec<u8>>) -> PyResult<Bound<'py, PyBytes>> {
    let all: Vec<Stint> = stints.iter().map(|bytes| stint_of(bytes)).collect::<PyResult<_>>()?;
    let whole = all.into_iter().map(Ok).reduce(|one, other| one?.with(other?));
    let whole = whole.ok_or_else(|| wrong("there are no stints to merge"))?.map_err(wrong)?;
    Ok(PyBytes::new(py, whole.write().as_bytes()))
}

/// The report of stints that were put together.
pub(crate) fn report_of<'py>(
    py: Python<'py>,
    fight: &Ready,
    options: &Options,
    stint: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let stint = stint_of(stint)?;
    told(py, options.watch(py, fight, 0, |sim| sim.report(&stint))?)
}

/// What a comparison is made with.
#[derive(Clone, Debug)]
pub(crate) enum Other {
    Fight(Ready),
    Knobs(Vec<String>),
}

impl Other {
    /// A fight, one knob or several.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Other> {
        match given.cast::<Fight>() {
            Ok(fight) => Ok(Other::Fight(fight.get().0.clone())),
            Err(_) => Ok(Other::Knobs(knobs(given)?)),
        }
    }
}

/// The figures of two encounters, and their differences.
pub(crate) fn compare(py: Python<'_>, fight: &Ready, options: &Options, other: &Other) -> PyResult<Rows> {
    let told = options.watch(py, fight, options.n, |sim| match other {
        Other::Fight(other) => sim.compare(other),
        Other::Knobs(knobs) => sim.compare_with(&words(knobs)),
    })?;
    tables::comparison(&told)
}

/// A row for each side at every setting of the knobs.
pub(crate) fn sweep(py: Python<'_>, fight: &Ready, options: &Options, knobs: &[String]) -> PyResult<Rows> {
    let count = settings(knobs)?.iter().fold(1_u64, |all, count| all.saturating_mul(*count as u64));
    let all = options.n.saturating_mul(count);
    let points = options.watch(py, fight, all, |sim| sim.sweep(&words(knobs)))?;
    tables::points(&points, knobs, &options.of(fight))
}

/// A row for each setting that was tried, the nearest to the target first.
pub(crate) fn tune(py: Python<'_>, fight: &Ready, options: &Options, target: &str, knobs: &[String]) -> PyResult<Rows> {
    let wanted = Target::read(target).map_err(wrong)?;
    let all = options.n.saturating_mul(most_runs(&settings(knobs)?));
    let tried = options.watch(py, fight, all, |sim| sim.tune(&wanted, &words(knobs)))?;
    tables::tried(&tried, (target, &wanted), knobs, &options.of(fight))
}

/// A row for each figure of each change, what moves the first side's victories most first.
pub(crate) fn matter(py: Python<'_>, fight: &Ready, options: &Options) -> PyResult<Rows> {
    // How many changes there are is not known before they are made.
    let found = options.watch(py, fight, 0, |sim| sim.matter())?;
    tables::matters(&found, &options.of(fight))
}

/// A row for each step from one way to play to the next.
pub(crate) fn ladder(py: Python<'_>, fight: &Ready, options: &Options, rungs: &[String]) -> PyResult<Rows> {
    // Without rungs there are four.
    let steps = if rungs.is_empty() { 3 } else { rungs.len() as u64 - 1 };
    let found = options.watch(py, fight, options.n.saturating_mul(steps), |sim| sim.ladder(&words(rungs)))?;
    tables::steps(&found, &options.of(fight))
}

/// Where tactics lose, as the command writes it in JSON.
pub(crate) fn audit<'py>(
    py: Python<'py>,
    fight: &Ready,
    options: &Options,
    (decisions, play_outs): (u64, u32),
) -> PyResult<Bound<'py, PyAny>> {
    if decisions == 0 {
        return Err(wrong("`decisions` is at least 1"));
    }
    if !(20..=100_000).contains(&play_outs) {
        return Err(wrong(format!("`play_outs` is 20 to 100000, not {play_outs}")));
    }
    let scrutiny = Scrutiny { decisions, play_outs };
    told(py, options.watch(py, fight, options.n, |sim| sim.audit(scrutiny))?)
}

/// How many fights stand in a batch of rows.
const BATCH: u64 = 8_192;

/// A row for each fight, or for each combatant of the roster in each fight.
pub(crate) fn fights(py: Python<'_>, fight: &Ready, options: &Options, start: u64, combatants: bool) -> PyResult<Rows> {
    let done = watched(py, options.progress.as_ref(), options.n, |run| {
        let ignore = |_| {};
        let (played, study) = options.sim(fight, run, &ignore).parts().map_err(wrong)?;
        let plan = Plan { seed: study.seed, conduct: study.conduct, round_limit: study.round_limit };
        let sheet = Sheet { sides: fight.sides(), roster: fight.roster(), combatants, round_limit: plan.round_limit };
        let end = start.saturating_add(options.n);
        let numbers = |batch: u64| {
            let from = start.saturating_add(batch.saturating_mul(BATCH));
            from..from.saturating_add(BATCH).min(end)
        };
        let batch = |at: u64| sheet.batch(&played, &plan, numbers(at), run);
        let batches = in_order(study.threads, options.n.div_ceil(BATCH), &batch, run)?;
        PyResult::Ok((sheet.table().schema(), batches))
    })?;
    let (schema, batches) = done?;
    Ok(Rows { schema, batches, info: json!({ "encounter": fight.title(), "seed": options.seed, "start": start }) })
}

/// All batches, in their order, whichever thread played them; none is begun once the run is stopped.
fn in_order(
    threads: usize,
    count: u64,
    batch: &(impl Fn(u64) -> PyResult<RecordBatch> + Sync),
    run: &Run,
) -> PyResult<Vec<RecordBatch>> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut own = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count || run.stop.load(Ordering::Relaxed) {
                return own;
            }
            own.push((at, batch(at)));
        }
    };
    let mut all: Vec<(u64, PyResult<RecordBatch>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let done = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(done).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, batch)| batch).collect()
}

/// What rows of fights hold.
struct Sheet {
    sides: Vec<String>,
    roster: Vec<(String, String)>,
    /// A row for each combatant, not for each fight.
    combatants: bool,
    round_limit: u32,
}

impl Sheet {
    fn table(&self) -> Table {
        let column = |name: &str, column: Column| (name.to_owned(), column);
        if self.combatants {
            return Table::of([
                column("fight", Column::counts()),
                column("name", Column::words()),
                column("side", Column::words()),
                column("won", Column::flags()),
                column("died", Column::flags()),
                column("out", Column::flags()),
                column("dealt", Column::smalls()),
                column("taken", Column::smalls()),
            ]);
        }
        let mut columns = vec![
            column("fight", Column::counts()),
            column("outcome", Column::words()),
            column("rounds", Column::smalls()),
        ];
        for (name, _) in &self.roster {
            let named = |what: &str| format!("{name}.{what}");
            columns.extend([(named("died"), Column::flags()), (named("out"), Column::flags())]);
            columns.extend([(named("dealt"), Column::smalls()), (named("taken"), Column::smalls())]);
        }
        Table::of(columns)
    }

    /// The outcome in a word: the side that won, `mutual`, `ended`, `stalemate`, `undecided`.
    fn outcome(&self, result: &FightResult) -> &str {
        match result.outcome {
            Some(Outcome::Won(side)) => self.sides.get(side.index()).map_or("?", String::as_str),
            None if result.stalemate => "stalemate",
            other => crate::live::word_of(other),
        }
    }

    fn batch(&self, fight: &dyn AnyFight, plan: &Plan, numbers: Range<u64>, run: &Run) -> PyResult<RecordBatch> {
        let mut table = self.table();
        let count = numbers.end - numbers.start;
        if !run.stop.load(Ordering::Relaxed) {
            fight.simulate(plan, numbers, &mut |number, result| {
                if self.combatants {
                    self.each(&mut table, number, result)
                } else {
                    self.whole(&mut table, number, result)
                }
                if run.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        run.add(count);
        table.batch()
    }

    fn whole(&self, table: &mut Table, number: u64, result: &FightResult) {
        let rounds = result.rounds.min(self.round_limit);
        let head = [Cell::Count(number), Cell::Words(self.outcome(result)), Cell::Small(rounds)];
        let fates = result.fates.iter().take(self.roster.len()).flat_map(|fate| {
            [Cell::Flag(fate.died), Cell::Flag(fate.out), Cell::Small(fate.dealt), Cell::Small(fate.taken)]
        });
        table.push(head.into_iter().chain(fates));
    }

    fn each(&self, table: &mut Table, number: u64, result: &FightResult) {
        let outcome = self.outcome(result);
        for ((name, side), fate) in self.roster.iter().zip(&result.fates) {
            table.push([
                Cell::Count(number),
                Cell::Words(name),
                Cell::Words(side),
                Cell::Flag(outcome == side),
                Cell::Flag(fate.died),
                Cell::Flag(fate.out),
                Cell::Small(fate.dealt),
                Cell::Small(fate.taken),
            ]);
        }
    }
}
