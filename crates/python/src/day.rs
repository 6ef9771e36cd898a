//! Days: fights in a row with rests between.

use pyo3::prelude::*;
use quintain::Day as Ready;

use crate::plain::{told, wrong};
use crate::sim::{knobs, tactics_of};
use crate::watched::watched;

/// A day ready to be played. It never changes; threads may share it.
#[pyclass(frozen, module = "quintain")]
#[derive(Debug)]
pub(crate) struct Day(Ready);

/// Opens a ready-made day by its name, or the one in a file by its path.
#[pyfunction]
pub(crate) fn day(name_or_path: &str) -> PyResult<Day> {
    Ok(Day(Ready::open(name_or_path).map_err(wrong)?))
}

#[pymethods]
impl Day {
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

    /// The titles of its fights, in order.
    #[getter]
    fn fights(&self) -> Vec<&str> {
        self.0.fights()
    }

    fn __repr__(&self) -> String {
        format!("<quintain.Day {:?}, {}>", self.0.title(), self.0.rulebook())
    }

    /// Plays `n` days and says what came of them.
    #[pyo3(signature = (n, seed=1, *, turned=None, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sim<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        turned: Option<&Bound<'py, PyAny>>,
        tactics: Option<&Bound<'py, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (turned, tactics) = (turned.map(knobs).transpose()?.unwrap_or_default(), tactics_of(tactics)?);
        let report = watched(py, progress.as_ref(), n, |run| {
            let progress = |more| run.add(more);
            let days = self.0.sim(n).seed(seed).round_limit(round_limit).stop(&run.stop).progress(&progress);
            let days = if threads == 0 { days } else { days.threads(threads) };
            let days = tactics.iter().fold(days, |days, words| days.tactics(words));
            turned.iter().fold(days, |days, knob| days.with(knob)).run()
        })?;
        told(py, report.map_err(wrong)?)
    }
}
