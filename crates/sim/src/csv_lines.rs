//! A line for each fight, in the order of their numbers whatever thread played them.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, FightResult};

use crate::names::Names;
use crate::ordered::{Ordered, Sink};
use crate::report::Report;
use crate::run::{Listener, run};
use crate::study::Study;

/// Plays the fights of a study like [`crate::simulate`] and writes a line of CSV for each: its number, outcome and
/// rounds, then for each combatant of the roster whether it died, whether it was out, the damage it dealt and took.
/// The outcome is a side's name, `mutual`, `ended`, `stalemate` or `undecided`.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, simulate_to_csv};
/// let opened = library().open("cyclops", &files::read)?;
/// let mut lines = Vec::new();
/// let study = Study::new("One eye", 10);
/// simulate_to_csv(&*opened.fight, &study, &mut lines, &|_| {}, &AtomicBool::new(false))?;
/// assert!(lines.starts_with(b"fight,outcome,rounds,Althea died"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `out` cannot be written; the run stops then.
pub fn simulate_to_csv<W: Write + Send>(
    fight: &dyn AnyFight,
    study: &Study,
    mut out: W,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> io::Result<Report> {
    let mut header = csv::Writer::from_writer(&mut out);
    header.write_record(heading(fight))?;
    header.flush()?;
    drop(header);
    let lines = Lines { names: Names::of(fight), ordered: Ordered::new(Out(out), stop) };
    let report = run(fight, study, progress, stop, &lines);
    lines.ordered.finish()?.0.flush().map(|()| report)
}

fn heading(fight: &dyn AnyFight) -> Vec<String> {
    let mut heading = vec!["fight".to_owned(), "outcome".to_owned(), "rounds".to_owned()];
    for (name, _) in fight.roster() {
        heading.extend(["died", "out", "dealt", "taken"].map(|what| format!("{name} {what}")));
    }
    heading
}

struct Lines<'a, W: Write> {
    names: Names,
    ordered: Ordered<'a, Out<W>>,
}

struct Out<W>(W);

impl<W: Write> Sink for Out<W> {
    type Chunk = Vec<u8>;

    fn write(&mut self, lines: Vec<u8>) -> io::Result<()> {
        self.0.write_all(&lines)
    }
}

impl<W: Write + Send> Listener for Lines<'_, W> {
    type Chunk = Chunk;

    fn hear(&self, chunk: &mut Chunk, number: u64, result: &FightResult) {
        // Writing to memory cannot fail.
        let _ = chunk.0.write_field(number.to_string());
        let _ = chunk.0.write_field(self.names.outcome(result));
        let _ = chunk.0.write_field(result.rounds.to_string());
        for fate in result.fates.iter().take(self.names.roster.len()) {
            let _ = chunk.0.write_field(if fate.died { "1" } else { "0" });
            let _ = chunk.0.write_field(if fate.out { "1" } else { "0" });
            let _ = chunk.0.write_field(fate.dealt.to_string());
            let _ = chunk.0.write_field(fate.taken.to_string());
        }
        let _ = chunk.0.write_record(None::<&[u8]>);
    }

    fn done(&self, place: u64, chunk: Chunk) {
        self.ordered.add(place, chunk.0.into_inner().unwrap_or_default());
    }
}

/// The lines of one chunk.
struct Chunk(csv::Writer<Vec<u8>>);

impl Default for Chunk {
    fn default() -> Self {
        Chunk(csv::Writer::from_writer(Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;

    fn study(fights: u64, threads: usize) -> Study {
        Study { encounter: "duel".into(), fights, seed: 3, threads, conduct: Conduct::best(), round_limit: 12 }
    }

    fn lines(fights: u64, threads: usize) -> String {
        let mut out = Vec::new();
        simulate_to_csv(&Fake, &study(fights, threads), &mut out, &|_| {}, &AtomicBool::new(false)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn there_is_a_heading_and_a_line_for_each_fight_in_order() {
        let text = lines(3000, 4);
        assert_eq!(
            text.lines().next().unwrap(),
            "fight,outcome,rounds,Althea died,Althea out,Althea dealt,Althea taken,\
             Cyclops died,Cyclops out,Cyclops dealt,Cyclops taken"
        );
        let numbers: Vec<u64> =
            text.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
        assert_eq!(numbers, (0..3000).collect::<Vec<u64>>());
        assert_eq!(text, lines(3000, 1));
    }

    #[test]
    fn a_full_disk_stops_the_run_and_is_reported() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 += bytes.len();
                if self.0 > 4000 { Err(io::Error::other("disk full")) } else { Ok(bytes.len()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let stop = AtomicBool::new(false);
        let fault = simulate_to_csv(&Fake, &study(1_000_000, 2), Full(0), &|_| {}, &stop).unwrap_err();
        assert_eq!(fault.to_string(), "disk full");
    }
}
