//! Work on many files at once, told in the order of the files.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::fault::Fault;

/// Does `work` for each path on a thread for each core, and hands what came of it to `tell`, in the order of the paths and as
/// soon as it is there.
///
/// # Errors
/// The first that `work` or `tell` gives, in that order; no more work is begun then.
pub(crate) fn in_order<T: Send>(
    paths: &[String],
    work: impl Fn(&str) -> Result<T, Fault> + Sync,
    mut tell: impl FnMut(T) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (next, stop, work) = (&AtomicUsize::new(0), &AtomicBool::new(false), &work);
    let (done, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..cores.min(paths.len()) {
            let done = done.clone();
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(place) else { break };
                    if done.send((place, work(path))).is_err() {
                        break;
                    }
                }
            });
        }
        // Each thread has a sender of its own: when all have ended, nothing more comes.
        drop(done);
        let (mut early, mut told) = (BTreeMap::new(), 0);
        for (place, result) in results {
            early.insert(place, result);
            while let Some(result) = early.remove(&told) {
                told += 1;
                if let Err(fault) = result.and_then(&mut tell) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(fault);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths() -> Vec<String> {
        (0..50).map(|number| number.to_string()).collect()
    }

    #[test]
    fn results_are_told_in_the_order_of_the_paths() {
        let mut told = Vec::new();
        let slow_first = |path: &str| {
            thread::sleep(std::time::Duration::from_micros(if path.len() == 1 { 900 } else { 10 }));
            Ok(path.to_owned())
        };
        in_order(&paths(), slow_first, |path| {
            told.push(path);
            Ok(())
        })
        .unwrap();
        assert_eq!(told, paths());
    }

    #[test]
    fn the_first_fault_in_order_ends_it() {
        let mut told = 0;
        let work = |path: &str| match path {
            "7" | "9" => Err(Fault::Wrong(path.to_owned())),
            _ => Ok(()),
        };
        let fault = in_order(&paths(), work, |()| {
            told += 1;
            Ok(())
        });
        assert!(matches!(fault, Err(Fault::Wrong(path)) if path == "7"));
        assert_eq!(told, 7);
    }
}
