//! Play-outs for the workshop: in short turns between those who look ahead at tables, dropped as soon as nobody wants them.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quintain_workshop::{Figures, Job, Within};
use tokio::sync::Semaphore;

use crate::routes::aside;
use crate::tables::Failed;

/// How long a turn takes: as long as a table may have to wait for its own.
const TURN: Duration = Duration::from_millis(60);

/// How many figures are kept, so that a change can be held against what was before.
const KEPT: usize = 64;

/// The play-outs of the workshop.
pub(crate) struct Tryouts {
    /// Room for those who look ahead, shared with the tables.
    room: Arc<Semaphore>,
    /// The youngest request about each thing; older ones are dropped.
    youngest: Mutex<HashMap<String, Arc<AtomicU64>>>,
    /// Figures by what was played, the oldest first.
    known: Mutex<Vec<(u128, Figures)>>,
}

impl fmt::Debug for Tryouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tryouts").field("room", &self.room.available_permits()).finish_non_exhaustive()
    }
}

impl Tryouts {
    /// Play-outs that share this room.
    pub(crate) fn new(room: Arc<Semaphore>) -> Tryouts {
        Tryouts { room, youngest: Mutex::default(), known: Mutex::default() }
    }

    /// A new request about something: says whether it still is the youngest.
    pub(crate) fn wanted(&self, what: &str) -> impl Fn() -> bool + Send + Sync + Clone + use<> {
        let mut youngest = self.youngest.lock().unwrap_or_else(PoisonError::into_inner);
        let count = Arc::clone(youngest.entry(what.to_owned()).or_default());
        let own = count.fetch_add(1, Ordering::Relaxed) + 1;
        move || count.load(Ordering::Relaxed) == own
    }

    /// Lets go of the youngest request about something: it ends with what it has.
    pub(crate) fn end(&self, what: &str) {
        let youngest = self.youngest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = youngest.get(what) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Does a job turn by turn, until it is done, its time is over or nobody wants it any more.
    pub(crate) async fn work<J: Job + Send + 'static>(
        &self,
        mut job: J,
        time: Duration,
        wanted: impl Fn() -> bool + Send + Sync + Clone + 'static,
    ) -> Result<J, Failed> {
        let began = Instant::now();
        loop {
            let closed = |_| Failed::Broken("the workshop is closing".into());
            let turn = Arc::clone(&self.room).acquire_owned().await.map_err(closed)?;
            let wants = wanted.clone();
            let (same, more) = aside(move || {
                let until = began.elapsed() + TURN;
                let more = job.step(Within { now: &|| began.elapsed(), until, wanted: &wants });
                Ok((job, more))
            })
            .await?;
            drop(turn);
            job = same;
            if !more || began.elapsed() >= time || !wanted() {
                return Ok(job);
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Vec<(u128, Figures)>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The figures of what was played before.
    pub(crate) fn figures(&self, key: u128) -> Option<Figures> {
        self.known().iter().find(|(known, _)| *known == key).map(|(_, figures)| figures.clone())
    }

    /// Keeps figures, if they are of more fights than those that are kept.
    pub(crate) fn keep(&self, key: u128, figures: &Figures) {
        let mut known = self.known();
        if known.iter().any(|(own, other)| *own == key && other.fights() >= figures.fights()) {
            return;
        }
        known.retain(|(own, _)| *own != key);
        known.push((key, figures.clone()));
        let over = known.len().saturating_sub(KEPT);
        known.drain(..over);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// A job of so many steps.
    struct Steps(usize, Arc<AtomicUsize>);

    impl Job for Steps {
        fn step(&mut self, _: Within<'_>) -> bool {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0 -= 1;
            self.0 > 0
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_job_waits_for_its_turn_and_gives_it_back_after_each_step() {
        let room = Arc::new(Semaphore::new(1));
        let tryouts = Arc::new(Tryouts::new(Arc::clone(&room)));
        let done = Arc::new(AtomicUsize::new(0));
        let table = room.clone().acquire_owned().await.unwrap();
        let (own, steps) = (Arc::clone(&tryouts), Arc::clone(&done));
        let job = tokio::spawn(async move { own.work(Steps(3, steps), Duration::from_secs(60), || true).await });
        tokio::task::yield_now().await;
        assert_eq!(done.load(Ordering::Relaxed), 0, "a table has the only turn");
        drop(table);
        job.await.unwrap().unwrap();
        assert_eq!((done.load(Ordering::Relaxed), room.available_permits()), (3, 1));
    }

    #[tokio::test]
    async fn what_is_asked_anew_drops_what_was_asked_before() {
        let tryouts = Tryouts::new(Arc::new(Semaphore::new(1)));
        let (old, other) = (tryouts.wanted("a"), tryouts.wanted("b"));
        let young = tryouts.wanted("a");
        assert_eq!((old(), other(), young()), (false, true, true));
        tryouts.end("b");
        assert_eq!((other(), young()), (false, true));
        let done = Arc::new(AtomicUsize::new(0));
        tryouts.work(Steps(9, Arc::clone(&done)), Duration::from_secs(60), old).await.unwrap();
        assert_eq!(done.load(Ordering::Relaxed), 1);
    }
}
