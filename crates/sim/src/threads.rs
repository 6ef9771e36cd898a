//! Work shared out among threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Does `each` for every place from 0 to below `count`, on several threads; each thread gathers into a value of its own,
/// and all of them are returned. No place is begun once `stop` is true. The thread that calls is one of them, so that one
/// alone starts no other, which a browser would refuse.
pub(crate) fn on_threads<G: Send>(
    threads: usize,
    count: u64,
    stop: &AtomicBool,
    gather: impl Fn() -> G + Sync,
    each: impl Fn(&mut G, u64) + Sync,
) -> Vec<G> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut gathered = gather();
        while !stop.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            each(&mut gathered, place);
        }
        gathered
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let done = |thread: std::thread::ScopedJoinHandle<'_, G>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(own).chain(others.into_iter().map(done)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_done_once_until_it_is_stopped() {
        let go = AtomicBool::new(false);
        let mut all: Vec<u64> = on_threads(3, 100, &go, Vec::new, |own: &mut Vec<u64>, place| own.push(place)).concat();
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<u64>>());
        let stopped = AtomicBool::new(true);
        assert!(
            on_threads(2, 100, &stopped, Vec::new, |own: &mut Vec<u64>, place| own.push(place)).concat().is_empty()
        );
    }
}
