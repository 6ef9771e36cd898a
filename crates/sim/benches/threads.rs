//! What a second thread brings: the same fights on one thread and on two, in turns within one process, so that whatever
//! else the machine does hits both alike. `cargo bench -p quintain-sim --bench threads`; 1.9 on two cores is what we want.

// Helpers of benches may unwrap as tests do.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quintain_books::library;
use quintain_engine::AnyFight;
use quintain_library::files;
use quintain_sim::{Study, simulate};

/// How often each number of threads has its turn.
const TURNS: usize = 15;

/// How long a turn on one thread takes, about, in seconds.
const TURN: f64 = 0.3;

const FIGHTS: [&str; 6] = [
    "thalassa/cyclops",
    "thalassa/phalanx",
    "uchma/wolves-in-the-gorge",
    "oakhearth/goblin-ambush",
    "gu/duel",
    "heimr/brawl",
];

fn seconds(fight: &dyn AnyFight, fights: u64, threads: usize) -> f64 {
    let study = Study { threads, ..Study::new("", fights) };
    let began = Instant::now();
    simulate(fight, &study, &|_| {}, &AtomicBool::new(false));
    began.elapsed().as_secs_f64()
}

fn main() {
    println!("{:28} {:>12} {:>7} {:>18}", "", "fights/s", "gain", "from one turn to another");
    for path in FIGHTS {
        let opened = library().open(path, &files::read).unwrap();
        let few = seconds(&*opened.fight, 64, 1);
        let fights = ((TURN / few.max(1e-6)) * 64.0).ceil() as u64;
        let mut gains = Vec::new();
        let mut alone = f64::MAX;
        for _ in 0..TURNS {
            let one = seconds(&*opened.fight, fights, 1);
            gains.push(one / seconds(&*opened.fight, fights, 2));
            alone = alone.min(one);
        }
        gains.sort_by(f64::total_cmp);
        let (median, low, high) = (gains[TURNS / 2], gains[TURNS / 5], gains[TURNS - 1 - TURNS / 5]);
        println!("{path:28} {:12.0} {median:7.2} {low:11.2} to {high:.2}", fights as f64 / alone);
    }
}
