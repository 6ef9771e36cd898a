//! Long work beside the tables: so much of it at a time, a queue that does not grow without end, and steps aside while a
//! table has something to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// For how long work steps aside at most before it goes on a little, however busy the tables are.
const PATIENCE: Duration = Duration::from_millis(400);

/// How often it looks whether the tables are done.
const GLANCE: Duration = Duration::from_millis(2);

/// How many requests of tables are under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Busy(Arc<AtomicUsize>);

/// A request of a table, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Underway(Arc<AtomicUsize>);

impl Busy {
    /// Notes a request.
    pub(crate) fn begin(&self) -> Underway {
        self.0.fetch_add(1, Ordering::Relaxed);
        Underway(Arc::clone(&self.0))
    }

    /// Waits until no table has anything to do, or patience ends. Long work calls it between its pieces.
    pub(crate) fn give_way(&self) {
        let began = Instant::now();
        while self.0.load(Ordering::Relaxed) > 0 && began.elapsed() < PATIENCE {
            thread::sleep(GLANCE);
        }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Room for long work of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    room: Arc<Semaphore>,
    queued: Arc<AtomicUsize>,
    most: usize,
}

impl Pool {
    /// Room for one piece of work at a time, with so many under way or waiting at most.
    pub(crate) fn new(most: usize) -> Pool {
        Pool { room: Arc::new(Semaphore::new(1)), queued: Arc::default(), most }
    }

    /// Begins work as soon as there is room; false where too much waits already.
    pub(crate) fn begin(&self, work: impl FnOnce() + Send + 'static) -> bool {
        let taken = self
            .queued
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |many| (many < self.most).then_some(many + 1));
        if taken.is_err() {
            return false;
        }
        let pool = self.clone();
        tokio::spawn(async move {
            // The room is never closed.
            if let Ok(_room) = pool.room.acquire().await {
                let _ = tokio::task::spawn_blocking(work).await;
            }
            pool.queued.fetch_sub(1, Ordering::Relaxed);
        });
        true
    }
}

/// How many threads one piece of work may use: one is always left for answers.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn one_piece_of_work_runs_and_so_many_wait() {
        let pool = Pool::new(2);
        let (go, wait) = mpsc::channel::<()>();
        let (done, told) = mpsc::channel();
        let first = done.clone();
        assert!(pool.begin(move || {
            let _ = wait.recv();
            let _ = first.send(1);
        }));
        assert!(pool.begin(move || done.send(2).unwrap()));
        assert!(!pool.begin(|| {}), "a third is refused");
        go.send(()).unwrap();
        assert_eq!([told.recv().unwrap(), told.recv().unwrap()], [1, 2]);
    }

    #[test]
    fn work_waits_for_tables_but_not_for_ever() {
        let busy = Busy::default();
        busy.give_way();
        let underway = busy.begin();
        busy.give_way();
        drop(underway);
        assert_eq!(busy.0.load(Ordering::Relaxed), 0);
    }
}
