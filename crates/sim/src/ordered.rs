//! Chunks of fights written in the order of their numbers, whatever thread played them.

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where chunks go.
pub(crate) trait Sink {
    /// What comes of one chunk of fights.
    type Chunk;

    /// Writes a chunk.
    fn write(&mut self, chunk: Self::Chunk) -> io::Result<()>;
}

/// A sink before which chunks that come early wait until those before them have been written. The first fault ends the
/// run.
pub(crate) struct Ordered<'a, S: Sink> {
    waiting: Mutex<Waiting<S>>,
    stop: &'a AtomicBool,
}

struct Waiting<S: Sink> {
    sink: S,
    next: u64,
    early: BTreeMap<u64, S::Chunk>,
    fault: Option<io::Error>,
}

impl<'a, S: Sink> Ordered<'a, S> {
    pub(crate) fn new(sink: S, stop: &'a AtomicBool) -> Self {
        Ordered { waiting: Mutex::new(Waiting { sink, next: 0, early: BTreeMap::new(), fault: None }), stop }
    }

    /// A chunk, by its place from 0.
    pub(crate) fn add(&self, place: u64, chunk: S::Chunk) {
        let mut waiting = self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        waiting.early.insert(place, chunk);
        loop {
            let next = waiting.next;
            let Some(chunk) = waiting.early.remove(&next) else { break };
            waiting.write(chunk);
            waiting.next += 1;
        }
        if waiting.fault.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The sink, once all is written; after a stop there may be chunks whose forerunners were never played.
    ///
    /// # Errors
    /// The first fault there was.
    pub(crate) fn finish(self) -> io::Result<S> {
        let mut waiting = self.waiting.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (_, chunk) in std::mem::take(&mut waiting.early) {
            waiting.write(chunk);
        }
        match waiting.fault {
            Some(fault) => Err(fault),
            None => Ok(waiting.sink),
        }
    }
}

impl<S: Sink> Waiting<S> {
    fn write(&mut self, chunk: S::Chunk) {
        if self.fault.is_none() {
            self.fault = self.sink.write(chunk).err();
        }
    }
}
