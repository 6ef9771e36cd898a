//! Every figure of a report with its interval, as lines of CSV for a spreadsheet.

use std::io::{self, Write};

use crate::interval::Z95;
use crate::report::{Report, of_share};

/// Writes every figure of a report as a line of CSV: what it is, of whom, with what, on which side, the figure, and its
/// 95 % interval. Shares are parts of 1; damage, rounds and what was spent are means over the fights; what was left is a mean as well. Of a telling rule it
/// is how much the first side's share of victory differs.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, simulate, write_figures};
/// let opened = library().open("cyclops", &files::read)?;
/// let report = simulate(&*opened.fight, &Study::new("One eye", 100), &|_| {}, &AtomicBool::new(false));
/// let mut lines = Vec::new();
/// write_figures(&report, &mut lines)?;
/// assert!(lines.starts_with(b"figure,of,with,side,value,low,high\nwins,heroes,,heroes,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `out` cannot be written.
pub fn write_figures<W: Write>(report: &Report, out: W) -> io::Result<()> {
    let mut lines = csv::Writer::from_writer(out);
    lines.write_record(["figure", "of", "with", "side", "value", "low", "high"])?;
    for line in figures(report) {
        let numbers = [line.value, line.low, line.high].map(|number| number.to_string());
        let words = [line.figure, line.of, line.with, line.side];
        lines.write_record(words.into_iter().chain(numbers.iter().map(String::as_str)))?;
    }
    lines.flush()
}

struct Line<'a> {
    figure: &'static str,
    of: &'a str,
    with: &'a str,
    side: &'a str,
    value: f64,
    low: f64,
    high: f64,
}

impl<'a> Line<'a> {
    fn with(self, with: &'a str) -> Self {
        Line { with, ..self }
    }
}

fn line<'a>(figure: &'static str, of: &'a str, side: &'a str, value: f64, [low, high]: [f64; 2]) -> Line<'a> {
    Line { figure, of, with: "", side, value, low, high }
}

fn figures(report: &Report) -> Vec<Line<'_>> {
    let fights = report.fights;
    let share = |figure, of, side, rate| line(figure, of, side, rate, of_share(rate, fights));
    let none = |figure, count: u64| share(figure, "", "", count as f64 / fights.max(1) as f64);
    let mut all = Vec::new();
    for side in &report.sides {
        let name = side.name.as_str();
        all.push(line("wins", name, name, side.win_rate, side.interval95));
        all.push(share("someone dies", name, name, side.someone_died_rate));
        all.push(share("all are out", name, name, side.all_out_rate));
    }
    all.push(none("undecided", report.undecided));
    all.push(none("stalemates", report.stalemates));
    all.push(none("all fall together", report.mutual));
    all.push(none("ended otherwise", report.ended));
    all.push(share("someone dies", "", "", report.someone_died_rate));
    all.push(line("rounds", "", "", report.rounds.mean, rounds(report)));
    for one in &report.combatants {
        let (who, side) = (one.name.as_str(), one.side.as_str());
        all.push(line("died", who, side, one.died_rate, one.died_interval95));
        all.push(line("out", who, side, one.out_rate, one.out_interval95));
        all.push(line("damage dealt", who, side, one.mean_damage_dealt, one.dealt_interval95));
        all.push(line("damage taken", who, side, one.mean_damage_taken, one.taken_interval95));
    }
    if let Some(told) = &report.telling {
        for one in &told.first_out {
            all.push(line("first out", &one.who, &one.side, one.rate, one.interval95));
        }
        for one in &told.damage {
            let (who, side) = (one.who.as_deref().unwrap_or(""), one.side.as_deref().unwrap_or(""));
            all.push(line("damage by source", who, side, one.mean, one.interval95).with(&one.with));
        }
        for one in &told.spent {
            all.push(line("spent", &one.who, &one.side, one.mean, one.interval95).with(&one.value));
        }
        for one in &told.left {
            all.push(line("left", &one.who, &one.side, one.mean, one.interval95).with(&one.value));
        }
        for one in &told.conditions {
            all.push(line("condition at the end", &one.who, &one.side, one.rate, one.interval95).with(&one.condition));
        }
        for one in &told.rules {
            let side = one.of.as_deref().unwrap_or("");
            all.push(line("telling rule", "", side, one.difference, one.interval95).with(&one.rule));
        }
    }
    all
}

/// The interval of the mean number of rounds.
fn rounds(report: &Report) -> [f64; 2] {
    let (mean, n) = (report.rounds.mean, report.fights.max(1) as f64);
    let squares = |(rounds, count): (usize, &u64)| *count as f64 * (rounds as f64 - mean).powi(2);
    let spread: f64 = report.rounds.counts.iter().enumerate().map(squares).sum();
    let half = Z95 * (spread / (n - 1.0).max(1.0) / n).sqrt();
    [(mean - half).max(0.0), mean + half]
}
