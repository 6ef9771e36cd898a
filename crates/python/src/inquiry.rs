//! Questions to simulations in parts, for many machines that answer one together.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use quintain::Fight as Ready;
use quintain::sim::{Climbing, Comparing, Inquiry as Asks, Reporting, Series, Sweeping, Target, Tuning, Weighing};

use crate::fight::Fight;
use crate::plain::{told, wrong};
use crate::sim::{Options, Other, knobs, stint_of, words};
use crate::tables;
use crate::watched::watched;

/// What is asked, and what is known of it so far.
#[derive(Debug)]
enum Asked {
    Report(Reporting),
    Comparison(Comparing),
    Points(Sweeping, Vec<String>),
    Tried(Tuning, (String, Target), Vec<String>),
    Matters(Weighing),
    Steps(Climbing),
}

impl Asked {
    fn read(fight: &Ready, options: &Options, asks: &Bound<'_, PyTuple>) -> PyResult<Asked> {
        let sim = options.alone(fight);
        let kind: String = asks.get_item(0)?.extract()?;
        let given = |place: usize| asks.get_item(place);
        Ok(match (kind.as_str(), asks.len()) {
            ("sim", 1) => Asked::Report(Reporting::new(&sim)),
            ("full", 1) => Asked::Report(Reporting::in_full(&sim)),
            ("matter", 1) => Asked::Matters(Weighing::new(&sim)),
            ("compare", 2) => Asked::Comparison(
                match Other::of(&given(1)?)? {
                    Other::Fight(other) => Comparing::of(&sim, &other),
                    Other::Knobs(knobs) => Comparing::with(&sim, &words(&knobs)),
                }
                .map_err(wrong)?,
            ),
            ("sweep", 2) => {
                let knobs = knobs(&given(1)?)?;
                Asked::Points(Sweeping::new(&sim, &words(&knobs)).map_err(wrong)?, knobs)
            }
            ("tune", 3) => {
                let (target, knobs) = (given(1)?.extract::<String>()?, knobs(&given(2)?)?);
                let wanted = Target::read(&target).map_err(wrong)?;
                let asked = Tuning::new(&sim, &wanted, &words(&knobs)).map_err(wrong)?;
                Asked::Tried(asked, (target, wanted), knobs)
            }
            ("ladder", 2) => {
                let rungs: Vec<String> = given(1)?.extract()?;
                Asked::Steps(Climbing::new(&sim, &words(&rungs)).map_err(wrong)?)
            }
            _ => return Err(PyTypeError::new_err(format!("{asks} is nothing that can be asked"))),
        })
    }

    fn asks(&self) -> &dyn Asks {
        match self {
            Asked::Report(asked) => asked,
            Asked::Comparison(asked) => asked,
            Asked::Points(asked, _) => asked,
            Asked::Tried(asked, ..) => asked,
            Asked::Matters(asked) => asked,
            Asked::Steps(asked) => asked,
        }
    }

    fn asks_mut(&mut self) -> &mut dyn Asks {
        match self {
            Asked::Report(asked) => asked,
            Asked::Comparison(asked) => asked,
            Asked::Points(asked, _) => asked,
            Asked::Tried(asked, ..) => asked,
            Asked::Matters(asked) => asked,
            Asked::Steps(asked) => asked,
        }
    }

    fn found<'py>(self, py: Python<'py>, of: &tables::Of<'_>) -> PyResult<Bound<'py, PyAny>> {
        let rows = match self {
            Asked::Report(asked) => return told(py, asked.found().map_err(wrong)?),
            Asked::Comparison(asked) => tables::comparison(&asked.found().map_err(wrong)?),
            Asked::Points(asked, knobs) => tables::points(&asked.found(), &knobs, of),
            Asked::Tried(asked, (words, target), knobs) => tables::tried(&asked.found(), (&words, &target), &knobs, of),
            Asked::Matters(asked) => tables::matters(&asked.found(), of),
            Asked::Steps(asked) => tables::steps(&asked.found(), of),
        };
        Ok(Bound::new(py, rows?)?.into_any())
    }
}

/// A question to simulations, in parts. When it is pickled, only what is asked goes along, not what is known of it.
#[pyclass(frozen, module = "quintain._native")]
#[derive(Debug)]
pub(crate) struct Inquiry {
    fight: Ready,
    options: Options,
    /// What is asked, as it was given.
    given: Py<PyTuple>,
    asked: Mutex<Asked>,
    /// The series that was looked at last, ready to be played.
    last: Mutex<Option<(u64, Arc<Series>)>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Inquiry {
    fn of(&self, place: u64) -> PyResult<Arc<Series>> {
        let mut last = locked(&self.last);
        if let Some((known, series)) = &*last
            && *known == place
        {
            return Ok(series.clone());
        }
        let series = Arc::new(locked(&self.asked).asks().series(place).map_err(wrong)?);
        *last = Some((place, series.clone()));
        Ok(series)
    }
}

#[pymethods]
impl Inquiry {
    #[new]
    #[pyo3(signature = (fight, asks, n, seed=1, tactics=None, round_limit=200))]
    fn new(
        fight: &Bound<'_, Fight>,
        asks: &Bound<'_, PyTuple>,
        n: u64,
        seed: u64,
        tactics: Option<&Bound<'_, PyAny>>,
        round_limit: u32,
    ) -> PyResult<Self> {
        let fight = fight.get().0.clone();
        let options = Options::new(n, seed, tactics, 1, round_limit, None)?;
        let asked = Mutex::new(Asked::read(&fight, &options, asks)?);
        Ok(Inquiry { fight, options, given: asks.clone().unbind(), asked, last: Mutex::default() })
    }

    /// The places of the series that can be played now.
    fn due(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| locked(&self.asked).asks().due())
    }

    /// How many series there will be at most.
    #[getter]
    fn most(&self, py: Python<'_>) -> u64 {
        py.detach(|| locked(&self.asked).asks().most())
    }

    /// What tells the fights of a series from any others, and how many numbers it has.
    fn series(&self, py: Python<'_>, place: u64) -> PyResult<(String, u64)> {
        py.detach(|| self.of(place).map(|series| (series.digest(), series.numbers())))
    }

    /// Plays these numbers of a series and counts them. What `progress` raises stops it.
    #[pyo3(signature = (place, start, stop, *, progress=None))]
    #[expect(clippy::needless_pass_by_value, reason = "Python hands it over")]
    fn stint<'py>(
        &self,
        py: Python<'py>,
        place: u64,
        start: u64,
        stop: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let numbers: Range<u64> = start..stop;
        let played = watched(py, progress.as_ref(), stop.saturating_sub(start), |run| {
            Ok::<_, PyErr>(self.of(place)?.stint(numbers, &|more| run.add(more), &run.stop))
        })?;
        let stint = played?.ok_or_else(|| wrong("the run was stopped"))?;
        Ok(PyBytes::new(py, stint.write().as_bytes()))
    }

    /// What came of a series: all its stints, merged.
    fn tell(&self, py: Python<'_>, place: u64, stint: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let (series, stint) = (self.of(place)?, stint_of(stint)?);
            let told = series.told(&stint).map_err(wrong)?;
            let whole = if series.numbers() == 0 { vec![] } else { vec![(0, series.numbers())] };
            if stint.numbers() != whole {
                return Err(wrong(format!("some of the {} fights are missing", series.numbers())));
            }
            locked(&self.asked).asks_mut().tell(place, told).map_err(wrong)
        })
    }

    /// What came of it all.
    fn found<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // What is found is taken out; the question stands again as it was asked.
        let again = Asked::read(&self.fight, &self.options, self.given.bind(py))?;
        let asked = std::mem::replace(&mut *locked(&self.asked), again);
        asked.found(py, &self.options.of(&self.fight))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let Options { n, seed, tactics, round_limit, .. } = &own.options;
        let fight = Bound::new(py, Fight(own.fight.clone()))?;
        let tactics = PyList::new(py, tactics)?;
        let given = (fight, own.given.bind(py), n, seed, tactics, round_limit).into_pyobject(py)?;
        Ok((slf.get_type().into_any(), given))
    }
}

/// What tells the fights of a stint from any others, and their numbers, from and to.
#[pyfunction]
pub(crate) fn stint_of_what(stint: &[u8]) -> PyResult<(String, Vec<(u64, u64)>)> {
    let stint = stint_of(stint)?;
    Ok((stint.digest(), stint.numbers().to_vec()))
}
