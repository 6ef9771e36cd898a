//! Many fights stepped in one call.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::drill::{Core, MORE, Seated, choices, features};
use crate::features::{Eyes, Spec};
use crate::fight::Fight;
use crate::plain::wrong;
use crate::sim::tactics_of;

/// What is told of some of the fights after a step: those that one thread steps.
#[derive(Debug, Default)]
struct Batch {
    observations: Vec<f32>,
    options: Vec<f32>,
    /// How many options each fight has.
    counts: Vec<u32>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    truncated: Vec<u8>,
    asked: Vec<i32>,
    default: Vec<i32>,
}

/// How many fights in which nothing is asked are passed by.
const MOST_PASSED_BY: usize = 1_000;

/// A fight under way, and which one comes behind it.
#[derive(Debug)]
struct One {
    core: Core,
    number: u64,
    /// How well the learning side stood before.
    stood: f32,
}

/// What all fights share.
#[derive(Debug)]
struct Shared {
    spec: Spec,
    side: usize,
    name: String,
    seed: u64,
    count: u64,
    /// How much of the reward is for standing better.
    shaping: f32,
}

impl One {
    /// Takes an answer; begins the next fight where that ended this one.
    fn step(&mut self, option: i64, shared: &Shared, batch: &mut Batch) -> Result<(), String> {
        self.core.step(0, option)?;
        let over = self.core.is_over();
        let mut reward = if over { self.core.reward(shared.side) } else { 0.0 };
        if shared.shaping != 0.0 {
            let stands = if over { 0.0 } else { self.core.standing(&shared.name) };
            reward += shared.shaping * (stands - self.stood);
            self.stood = stands;
        }
        let truncated = over && self.core.drill.outcome().is_none();
        batch.rewards.push(reward);
        batch.done.push(u8::from(over && !truncated));
        batch.truncated.push(u8::from(truncated));
        if over {
            self.number += shared.count;
            self.begin(shared)?;
        }
        Ok(())
    }

    /// Begins the fight of its number; fights in which nothing is asked are passed by.
    fn begin(&mut self, shared: &Shared) -> Result<(), String> {
        for _ in 0..MOST_PASSED_BY {
            self.core.again(shared.seed, self.number);
            if !self.core.is_over() {
                self.stood = if shared.shaping == 0.0 { 0.0 } else { self.core.standing(&shared.name) };
                return Ok(());
            }
            self.number += shared.count;
        }
        Err(format!("nothing is asked of {}", shared.name))
    }

    fn show(&self, shared: &Shared, batch: &mut Batch) {
        let question = self.core.drill.question(0);
        let who = self.core.asked(0);
        batch.asked.push(who.map_or(-1, |who| who as i32));
        let me = who.unwrap_or(usize::MAX);
        let (view, unperceived) = self.core.seen_by(me);
        let eyes = Eyes { view: &view, me, unperceived: &unperceived };
        let topic = question.as_ref().map(|question| question.topic());
        shared.spec.observe(&eyes, topic, &mut batch.observations);
        let Some(question) = question else {
            batch.counts.push(0);
            batch.default.push(-1);
            return;
        };
        shared.spec.options(&eyes, &*question, &mut batch.options);
        batch.counts.push(choices(&*question) as u32);
        batch.default.push(question.default().map_or(-1, |place| place as i32));
    }
}

/// Many fights of one encounter, stepped in one call without the interpreter's lock. One side is played, the others play by
/// tactics. A fight that ends begins anew in the same call, as the next of its seed.
#[pyclass(module = "quintain")]
#[derive(Debug)]
pub(crate) struct VecFights {
    shared: Shared,
    threads: usize,
    all: Vec<One>,
}

/// Does something with every fight, on several threads; what comes of it stands in the order of the fights.
fn each(
    fights: &mut [One],
    threads: usize,
    work: impl Fn(usize, &mut One, &mut Batch) -> Result<(), String> + Sync,
) -> Result<Vec<Batch>, String> {
    let per = fights.len().div_ceil(threads.max(1)).max(1);
    let part = |(part, fights): (usize, &mut [One])| {
        let mut batch = Batch::default();
        for (at, fight) in fights.iter_mut().enumerate() {
            work(part * per + at, fight, &mut batch)?;
        }
        Ok(batch)
    };
    if threads <= 1 {
        return fights.chunks_mut(per).enumerate().map(part).collect();
    }
    std::thread::scope(|scope| {
        let part = &part;
        let threads: Vec<_> = fights.chunks_mut(per).enumerate().map(|own| scope.spawn(move || part(own))).collect();
        let done = |thread: std::thread::ScopedJoinHandle<'_, Result<Batch, String>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(done).collect()
    })
}

#[pymethods]
impl VecFights {
    #[new]
    #[pyo3(signature = (fight, n, seed=1, *, side=None, tactics=None, threads=1, round_limit=200, shaping=0.0))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        fight: &Bound<'_, Fight>,
        n: usize,
        seed: u64,
        side: Option<String>,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        shaping: f32,
    ) -> PyResult<Self> {
        let fight = &fight.get().0;
        let sides = fight.sides();
        let name = side.or_else(|| sides.first().cloned()).unwrap_or_default();
        let side = sides.iter().position(|known| *known == name);
        let side = side.ok_or_else(|| wrong(format!("no side is called `{name}`; there are {}", sides.join(", "))))?;
        let seated = Seated { play: vec![name.clone()], tactics: tactics_of(tactics)?, round_limit };
        let spec = Spec::of(fight.any_rulebook(), fight.roster().len() + MORE);
        let shared = Shared { spec, side, name, seed, count: n as u64, shaping };
        let begun = (0..n as u64).map(|number| Ok(One { core: Core::of(seated.begin(fight)?), number, stood: 0.0 }));
        let all: Vec<One> = py.detach(|| begun.collect::<Result<_, quintain::Problems>>()).map_err(wrong)?;
        Ok(VecFights { shared, threads, all })
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    /// What the numbers stand for.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        features(py, &self.shared.spec)
    }

    /// Begins all fights anew, as the first of their seed, and tells what is asked.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Bound<'py, PyDict>> {
        self.shared.seed = seed.unwrap_or(self.shared.seed);
        let (shared, threads) = (&self.shared, self.threads);
        let batches = py.detach(|| {
            each(&mut self.all, threads, |place, fight, batch| {
                fight.number = place as u64;
                fight.begin(shared)?;
                fight.show(shared, batch);
                Ok(())
            })
        });
        written(py, &batches.map_err(wrong)?)
    }

    /// Answers in all fights, an option for each (below 0: the default), and tells what came of it and what is asked next.
    fn step<'py>(&mut self, py: Python<'py>, options: Vec<i64>) -> PyResult<Bound<'py, PyDict>> {
        if options.len() != self.all.len() {
            return Err(wrong(format!("{} options for {} fights", options.len(), self.all.len())));
        }
        let (shared, threads) = (&self.shared, self.threads);
        let batches = py.detach(|| {
            each(&mut self.all, threads, |place, fight, batch| {
                fight.step(options[place], shared, batch)?;
                fight.show(shared, batch);
                Ok(())
            })
        });
        written(py, &batches.map_err(wrong)?)
    }
}

/// All parts as bytes, one behind the other.
fn written<'py>(py: Python<'py>, batches: &[Batch]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let put = |name: &str, parts: Vec<&[u8]>| dict.set_item(name, PyBytes::new(py, &parts.concat()));
    put("observations", batches.iter().map(|one| bytemuck::cast_slice(&one.observations)).collect())?;
    put("options", batches.iter().map(|one| bytemuck::cast_slice(&one.options)).collect())?;
    put("counts", batches.iter().map(|one| bytemuck::cast_slice(&one.counts)).collect())?;
    put("rewards", batches.iter().map(|one| bytemuck::cast_slice(&one.rewards)).collect())?;
    put("done", batches.iter().map(|one| one.done.as_slice()).collect())?;
    put("truncated", batches.iter().map(|one| one.truncated.as_slice()).collect())?;
    put("asked", batches.iter().map(|one| bytemuck::cast_slice(&one.asked)).collect())?;
    put("default", batches.iter().map(|one| bytemuck::cast_slice(&one.default)).collect())?;
    Ok(dict)
}
