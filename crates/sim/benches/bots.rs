//! How many decisions a second a trivial program makes: `cargo bench -p quintain-sim --bench bots [-- ENCOUNTER]`. Called
//! with `bot`, this is the program.

// Helpers of benches may unwrap as tests do.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quintain_books::library;
use quintain_engine::Side;
use quintain_library::files;
use quintain_sim::{Driven, Driver, Manner, Program, Study, simulate};

/// Fights that are played.
const FIGHTS: u64 = 10_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if words.first().is_some_and(|word| word == "bot") {
        return bot();
    }
    let encounter = words.first().map_or("thalassa/cyclops", String::as_str);
    for manner in ["program", "program+slim", "program+many", "program+slim+many"] {
        println!("{encounter} by {manner}: {:.0} decisions a second", decisions_a_second(encounter, manner));
    }
}

/// Answers with the default and counts on standard error what it was asked.
fn bot() {
    let (input, mut output, mut asked) = (std::io::stdin().lock(), std::io::stdout().lock(), 0_u64);
    for _ in input.lines().map_while(Result::ok) {
        asked += 1;
        if writeln!(output, "{{\"answer\":\"default\"}}").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
    if let Ok(path) = std::env::var("QUINTAIN_ASKED") {
        let _ = std::fs::write(path, asked.to_string());
    }
}

fn decisions_a_second(encounter: &str, manner: &str) -> f64 {
    let asked = std::env::temp_dir().join(format!("quintain-asked-{}", std::process::id()));
    let command = format!("env QUINTAIN_ASKED={} {} bot", asked.display(), std::env::current_exe().unwrap().display());
    let manner = Manner::read(manner).unwrap().unwrap();
    let program = Program::new(&command, Duration::from_secs(10)).unwrap().in_manner(manner);
    let opened = library().open(encounter, &files::read).unwrap();
    let fight = Driven::new(opened.fight, vec![(Side(0), Driver::Program(program))]);
    let began = Instant::now();
    let study = Study { threads: 1, ..Study::new("", FIGHTS) };
    simulate(&fight, &study, &|_| {}, &AtomicBool::new(false));
    let took = began.elapsed().as_secs_f64();
    // The program says how often it was asked when its input ends.
    drop(fight);
    let count: f64 = std::fs::read_to_string(&asked).unwrap().parse().unwrap();
    let _ = std::fs::remove_file(&asked);
    count / took
}
