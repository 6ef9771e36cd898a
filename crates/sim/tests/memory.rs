//! The memory of a simulation does not grow with the number of fights.

// Helpers of tests may unwrap as tests do; the lint only knows functions marked as tests.
#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_library::files;
use quintain_sim::{Study, simulate, simulate_to_csv};

/// The most memory that this process has ever held, in kB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

// One test alone in its file: the peak is that of the process.
#[test]
fn five_times_as_many_fights_take_no_more_memory() {
    let opened = library().open("cyclops", &files::read).unwrap();
    let play = |fights| {
        let (study, go) = (Study::new("", fights), AtomicBool::new(false));
        simulate(&*opened.fight, &study, &|_| {}, &go);
        simulate_to_csv(&*opened.fight, &study, std::io::sink(), &|_| {}, &go).unwrap();
    };
    play(70_000);
    let before = peak();
    play(350_000);
    // The kernel counts a process's memory only roughly: the peak may even be read lower than before.
    let grown = peak().saturating_sub(before);
    assert!(grown < 6_144, "{grown} kB more than the {before} kB of a fifth of the fights");
}
