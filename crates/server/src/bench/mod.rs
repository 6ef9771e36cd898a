//! The designer's bench: questions to simulations, answered one after the other beside the tables, kept in the store.

mod day;
mod run;
mod tell;
mod tell_day;
mod turnable;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quintain_pages::bench::{Asked, Finding, Outcome, Standing};
use quintain_session::Fault;
use serde::{Deserialize, Serialize};

use crate::pool::{Busy, Pool};
use crate::store::Kept;
use crate::tables::{Failed, Tables, token};

pub(crate) use turnable::turnable;

/// How many questions may be under way or wait.
const QUEUE: usize = 8;

/// For how long a question is answered at most; then it says what it has found.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// The most letters of a result's name.
const LONGEST_NAME: usize = 120;

/// A question that is being answered, or waits for that.
#[derive(Debug)]
pub(crate) struct Job {
    /// How many fights are played.
    played: AtomicU64,
    /// How many there will be at most.
    all: AtomicU64,
    /// It shall end.
    stop: AtomicBool,
    busy: Busy,
}

impl Job {
    fn new(busy: Busy) -> Job {
        Job { played: AtomicU64::new(0), all: AtomicU64::new(0), stop: AtomicBool::new(false), busy }
    }

    fn share(&self) -> f64 {
        let all = self.all.load(Ordering::Relaxed).max(1);
        (self.played.load(Ordering::Relaxed) as f64 / all as f64).min(1.0)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What came of a question, as it is kept.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Found(Finding),
    Failed(String),
}

/// The bench.
#[derive(Debug)]
pub(crate) struct Bench {
    tables: Arc<Tables>,
    busy: Busy,
    pool: Pool,
    jobs: Arc<Mutex<HashMap<String, Arc<Job>>>>,
}

fn held(jobs: &Mutex<HashMap<String, Arc<Job>>>) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bench {
    pub(crate) fn new(tables: Arc<Tables>, busy: Busy) -> Bench {
        Bench { tables, busy, pool: Pool::new(QUEUE), jobs: Arc::default() }
    }

    /// Takes a question, keeps it, and begins to answer it as soon as there is room. Returns its id.
    ///
    /// # Errors
    /// Says what is wrong with it, or that too many wait.
    pub(crate) fn ask(&self, asked: &Asked) -> Result<String, Failed> {
        let question = run::Question::new(asked)?;
        let id = token()?;
        let made = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let kept = Kept {
            id: id.clone(),
            made: i64::try_from(made).unwrap_or(i64::MAX),
            name: question.name(asked),
            asked: serde_json::to_string(asked).map_err(|fault| Failed::Broken(fault.to_string()))?,
            found: None,
        };
        let job = Arc::new(Job::new(self.busy.clone()));
        self.tables.with_store(|store| store.add_result(&kept))?;
        held(&self.jobs).insert(id.clone(), Arc::clone(&job));
        let (tables, jobs, own) = (Arc::clone(&self.tables), Arc::clone(&self.jobs), id.clone());
        let begun = self.pool.begin(move || {
            let answer = answered(question, &job);
            let written = serde_json::to_string(&answer).unwrap_or_default();
            // Where it cannot be written it stands as interrupted, and can be asked again.
            let _ = tables.with_store(|store| store.found_result(&own, &written));
            held(&jobs).remove(&own);
        });
        if begun {
            return Ok(id);
        }
        held(&self.jobs).remove(&id);
        self.tables.with_store(|store| store.delete_result(&id))?;
        let words = format!("{QUEUE} questions are under way or wait; ask again when one of them is answered");
        Err(Fault::NotTaken(words).into())
    }

    /// Asks a question once more.
    ///
    /// # Errors
    /// When there is no such question, or like [`Bench::ask`].
    pub(crate) fn ask_again(&self, id: &str) -> Result<String, Failed> {
        self.ask(&self.result(id)?.asked)
    }

    /// Ends a question; what it has found is kept. One that is answered already stays as it is.
    pub(crate) fn cancel(&self, id: &str) {
        if let Some(job) = held(&self.jobs).get(id) {
            job.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A question with what came of it.
    ///
    /// # Errors
    /// When there is none of this id, or it cannot be read.
    pub(crate) fn result(&self, id: &str) -> Result<Outcome, Failed> {
        // Who looks for the job first never takes one for interrupted that is answered just now.
        let job = held(&self.jobs).get(id).cloned();
        let kept = self.tables.with_store(|store| store.result(id))?;
        told(kept.ok_or_else(|| Fault::NotTaken("there is no such result (any more)".into()))?, job.as_deref())
    }

    /// All questions, the youngest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn results(&self) -> Result<Vec<Outcome>, Failed> {
        let jobs = held(&self.jobs).clone();
        let all = self.tables.with_store(|store| store.results())?;
        all.into_iter()
            .map(|kept| {
                let job = jobs.get(&kept.id).cloned();
                told(kept, job.as_deref())
            })
            .collect()
    }

    /// Gives a result another name.
    ///
    /// # Errors
    /// When the name is empty, or it cannot be written.
    pub(crate) fn rename(&self, id: &str, name: &str) -> Result<(), Failed> {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        if name.is_empty() {
            return Err(Fault::NotTaken("a result needs a name".into()).into());
        }
        self.tables.with_store(|store| store.rename_result(id, &name))
    }

    /// Forgets a result; where it is not answered yet, it never will be.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Failed> {
        self.cancel(id);
        self.tables.with_store(|store| store.delete_result(id))
    }
}

/// What stands in the store, with how far it is.
fn told(kept: Kept, job: Option<&Job>) -> Result<Outcome, Failed> {
    let unread =
        |fault: serde_json::Error| Failed::Broken(format!("the result `{}` cannot be read: {fault}", kept.name));
    let standing = match (&kept.found, job) {
        (Some(found), _) => match serde_json::from_str(found).map_err(unread)? {
            Answer::Found(found) => Standing::Answered(Box::new(found)),
            Answer::Failed(why) => Standing::Failed(why),
        },
        (None, Some(job)) => Standing::Underway(job.share()),
        (None, None) => Standing::Interrupted,
    };
    Ok(Outcome { asked: serde_json::from_str(&kept.asked).map_err(unread)?, id: kept.id, name: kept.name, standing })
}

/// Answers a question within its time.
fn answered(question: run::Question, job: &Job) -> Answer {
    let began = Instant::now();
    match question.answer(job, &|| began.elapsed() < LONGEST) {
        Ok(found) => Answer::Found(found),
        Err(_) if job.is_stopped() => Answer::Failed("it was stopped before anything was played".into()),
        Err(problems) => Answer::Failed(problems.to_string()),
    }
}
