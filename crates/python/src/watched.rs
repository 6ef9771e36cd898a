//! Work done without the interpreter's lock, while Python hears of its progress and may interrupt it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often progress is told and Ctrl-C looked for.
const EVERY: Duration = Duration::from_millis(50);

/// How far work has come, and whether it is to stop.
#[derive(Debug, Default)]
pub(crate) struct Run {
    done: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl Run {
    /// So much more is done.
    pub(crate) fn add(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }
}

/// Does `work` on a thread of its own. Meanwhile `progress` is called with how much is done and `all` there is; whatever it
/// raises, or Ctrl-C, stops the work and is raised once it has stopped.
///
/// # Errors
/// What was raised, or that the rules broke off.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    all: u64,
    work: impl FnOnce(&Run) -> T + Send,
) -> PyResult<T> {
    let run = Run::default();
    let finished = AtomicBool::new(false);
    let (raised, result) = py.detach(|| {
        let watcher = std::thread::current();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let result = work(&run);
                finished.store(true, Ordering::Release);
                watcher.unpark();
                result
            });
            let mut raised = None;
            let mut last = Instant::now();
            while !finished.load(Ordering::Acquire) && !worker.is_finished() {
                std::thread::park_timeout(EVERY);
                if raised.is_none() && last.elapsed() >= EVERY {
                    last = Instant::now();
                    raised = Python::attach(|py| tell(py, progress, &run, all)).err();
                    run.stop.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            (raised, worker.join())
        })
    });
    match (raised, result) {
        (Some(raised), _) => Err(raised),
        (None, Err(_)) => Err(PyRuntimeError::new_err("the rules broke off: this is a fault of Quintain")),
        (None, Ok(result)) => {
            tell(py, progress, &run, all)?;
            Ok(result)
        }
    }
}

fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, run: &Run, all: u64) -> PyResult<()> {
    py.check_signals()?;
    match progress {
        Some(progress) => progress.call1(py, (run.done.load(Ordering::Relaxed), all)).map(|_| ()),
        None => Ok(()),
    }
}
