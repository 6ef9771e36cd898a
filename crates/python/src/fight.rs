//! Fights ready to begin.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use quintain::Fight as Ready;

use crate::drill::{Drill, Seated};
use crate::live::Live;
use crate::plain::{content, told, wrong};
use crate::rows::Rows;
use crate::sim::{self, Options};

/// Opens a ready-made encounter by its name, or the one in a file by its path.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, name_or_path: &str) -> PyResult<Fight> {
    py.detach(|| quintain::open(name_or_path)).map(Fight).map_err(wrong)
}

/// Reads an encounter from a text of TOML or a dict, with further packs by the paths under which it names them.
#[pyfunction]
#[pyo3(signature = (encounter, *, packs=None, path="encounter.toml"))]
pub(crate) fn read(
    py: Python<'_>,
    encounter: &Bound<'_, PyAny>,
    packs: Option<&Bound<'_, PyDict>>,
    path: &str,
) -> PyResult<Fight> {
    let text = content(encounter)?;
    let mut named: Vec<(String, String)> = Vec::new();
    for (name, pack) in packs.into_iter().flatten() {
        named.push((name.extract()?, content(&pack)?));
    }
    read_text(py, path, &text, &named)
}

fn read_text(py: Python<'_>, path: &str, text: &str, packs: &[(String, String)]) -> PyResult<Fight> {
    let packs: Vec<(&str, &str)> = packs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    py.detach(|| Ready::read_as(path, text, &packs)).map(Fight).map_err(wrong)
}

/// The names of the encounters that come with the rulebooks.
#[pyfunction]
pub(crate) fn ready_made() -> Vec<&'static str> {
    quintain::ready_made().map(|one| one.name).collect()
}

/// Takes a recorded fight up where its record ends.
#[pyfunction]
pub(crate) fn resume(py: Python<'_>, record: &str) -> PyResult<Live> {
    py.detach(|| Ready::resume(record)).map(Live).map_err(wrong)
}

/// What `pickle` makes fights by.
#[pyfunction]
pub(crate) fn _again(py: Python<'_>, path: &str, text: &str, packs: Vec<(String, String)>) -> PyResult<Fight> {
    read_text(py, path, text, &packs)
}

/// What `pickle` makes fights by that go on from a moment.
#[pyfunction]
pub(crate) fn _moment(py: Python<'_>, record: &str, at: usize, had: Vec<String>) -> PyResult<Fight> {
    let had: Vec<&str> = had.iter().map(String::as_str).collect();
    let moment = || Ready::resume(record)?.had_at(at, &had).map(|told| told.fight);
    py.detach(moment).map(Fight).map_err(wrong)
}

/// An encounter ready to be fought. It never changes; it can be pickled and shared by threads.
#[pyclass(frozen, module = "quintain")]
#[derive(Debug)]
pub(crate) struct Fight(pub(crate) Ready);

#[pymethods]
impl Fight {
    /// What to call it.
    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    /// The id of its rulebook.
    #[getter]
    fn rulebook(&self) -> &'static str {
        self.0.rulebook()
    }

    /// The names of the sides.
    #[getter]
    fn sides(&self) -> Vec<String> {
        self.0.sides()
    }

    /// Everyone's name, and the name of the side, in roster order.
    #[getter]
    fn roster(&self) -> Vec<(String, String)> {
        self.0.roster()
    }

    /// The names of the tactics that it can be played by, the best first.
    #[getter]
    fn tactics(&self) -> Vec<&'static str> {
        self.0.tactics()
    }

    /// The digest of the state at the start.
    #[getter]
    fn digest(&self) -> String {
        self.0.digest()
    }

    /// The encounter's text.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The state at the start.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, self.0.view())
    }

    /// The verbs, values, conditions and kinds of question of its game, with what they mean.
    fn glossary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, quintain::rulebook::engine::glossary(self.0.any_rulebook()))
    }

    /// Plays `n` fights and says what came of them.
    #[pyo3(signature = (n, seed=1, *, tactics=None, threads=0, round_limit=200, full=false, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sim<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'py, PyAny>>,
        threads: usize,
        round_limit: u32,
        full: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::report(py, &self.0, &options, full)
    }

    /// A row for each of the fights from `start` on, or for each combatant in each of them.
    #[pyo3(signature = (n, seed=1, *, start=0, combatants=false, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn rows(
        &self,
        py: Python<'_>,
        n: u64,
        seed: u64,
        start: u64,
        combatants: bool,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::fights(py, &self.0, &options, start, combatants)
    }

    /// Plays fights `start` to below `stop` and counts them, as bytes that can be sent and merged.
    #[pyo3(signature = (start, stop, seed=1, *, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn stint<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        stop: u64,
        seed: u64,
        tactics: Option<&Bound<'py, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = Options::new(stop.saturating_sub(start), seed, tactics, threads, round_limit, progress)?;
        sim::stint(py, &self.0, &options, start..stop)
    }

    /// The report of a stint, or of several that were merged, of a run of `n` fights in all.
    #[pyo3(signature = (stint, n, seed=1, *, tactics=None, round_limit=200))]
    fn report<'py>(
        &self,
        py: Python<'py>,
        stint: &[u8],
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'py, PyAny>>,
        round_limit: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::new(n, seed, tactics, 1, round_limit, None)?;
        sim::report_of(py, &self.0, &options, stint)
    }

    /// Plays another encounter, or this one with knobs turned (`"Althea.armor=3"`), under the same numbers.
    #[pyo3(signature = (other, n=10_000, seed=1, *, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn compare(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::compare(py, &self.0, &options, &sim::Other::of(other)?)
    }

    /// A run for every setting of some knobs: `["Althea.armor=0..3", "count(Bandit)=2,4"]`.
    #[pyo3(signature = (knobs, n=10_000, seed=1, *, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sweep(
        &self,
        py: Python<'_>,
        knobs: &Bound<'_, PyAny>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::sweep(py, &self.0, &options, &sim::knobs(knobs)?)
    }

    /// The settings of knobs that come nearest to a target: `"heroes win 60%"`.
    #[pyo3(signature = (target, knobs, n=10_000, seed=1, *, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn tune(
        &self,
        py: Python<'_>,
        target: &str,
        knobs: &Bound<'_, PyAny>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::tune(py, &self.0, &options, target, &sim::knobs(knobs)?)
    }

    /// What matters: everything about the encounter changed by one step, one change at a time.
    #[pyo3(signature = (n=2_000, seed=1, *, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn matter(
        &self,
        py: Python<'_>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::matter(py, &self.0, &options)
    }

    /// Where tactics lose: which kinds of their decisions cost victories against what play-outs like better.
    #[pyo3(signature = (n=200, seed=1, *, decisions=400, play_outs=200, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn audit<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        decisions: u64,
        play_outs: u32,
        tactics: Option<&Bound<'py, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::audit(py, &self.0, &options, (decisions, play_outs))
    }

    /// One way to play against the next, from rung to rung, on paired seeds with sides swapped.
    #[pyo3(signature = (rungs=None, n=1_000, seed=1, *, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn ladder(
        &self,
        py: Python<'_>,
        rungs: Option<Vec<String>>,
        n: u64,
        seed: u64,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, None, threads, round_limit, progress)?;
        sim::ladder(py, &self.0, &options, &rungs.unwrap_or_default())
    }

    /// Begins a live fight and runs to its first question.
    #[pyo3(signature = (seed=None, *, number=0, play=None, tactics=None, gm=false, formalities=false, dice_by_hand=false, veiled=false, round_limit=200))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn live(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        number: u64,
        play: Option<Vec<String>>,
        tactics: Option<&Bound<'_, PyAny>>,
        gm: bool,
        formalities: bool,
        dice_by_hand: bool,
        veiled: bool,
        round_limit: u32,
    ) -> PyResult<Live> {
        let mut begun =
            self.0.play().number(number).gm(gm).formalities(formalities).round_limit(round_limit).veiled(veiled);
        begun = play.into_iter().flatten().fold(begun, |begun, name| begun.side(name));
        begun = sim::tactics_of(tactics)?.into_iter().fold(begun, |begun, words| begun.tactics(words));
        begun = seed.into_iter().fold(begun, |begun, seed| begun.seed(seed));
        if dice_by_hand {
            begun = begun.dice_by_hand();
        }
        py.detach(|| begun.begin()).map(Live).map_err(wrong)
    }

    /// Begins a drill: a fight of which nothing is written down, for programs that learn.
    #[pyo3(signature = (seed=0, *, number=0, play=None, tactics=None, round_limit=200))]
    fn drill(
        &self,
        py: Python<'_>,
        seed: u64,
        number: u64,
        play: Option<Vec<String>>,
        tactics: Option<&Bound<'_, PyAny>>,
        round_limit: u32,
    ) -> PyResult<Drill> {
        let play = play.unwrap_or_default();
        let seated = Seated { play, tactics: sim::tactics_of(tactics)?, round_limit };
        Drill::begin(py, &self.0, &seated, seed, number)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, fight) = (slf.py(), &slf.get().0);
        let native = py.import("quintain._native")?;
        if let Some(moment) = fight.recorded() {
            return Ok((native.getattr("_moment")?, moment.into_pyobject(py)?));
        }
        let packs: Vec<(String, String)> =
            fight.packs().into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        Ok((native.getattr("_again")?, (fight.path().to_owned(), fight.text().to_owned(), packs).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<quintain.Fight {:?} of {}>", self.0.title(), self.0.rulebook())
    }
}
