//! A simulation's report as a short table.

mod telling;
mod usage;

use std::io::{self, Write};

use quintain_sim::{Report, SideReport};

use crate::render::{self, BOLD, DIM, bar, percent, table, thousands};

/// Blocks in the bar of a whole.
const WIDTH: usize = 24;

/// Writes the report. `watch` is the command that shows a fight of this run, without its number.
pub(crate) fn write(report: &Report, watch: &str, out: &mut dyn Write) -> io::Result<()> {
    let speed = thousands(report.fights_per_second.round() as u64);
    let threads = if report.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", report.threads) };
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({}){DIM:#}", report.encounter, report.rulebook)?;
    let fights = render::fights(report.fights);
    let (seed, seconds) = (report.seed, report.seconds);
    writeln!(out, "{DIM}{fights} with seed {seed}, {threads}, {seconds:.2} s, {speed} a second{DIM:#}")?;
    let played = |side: &SideReport| side.tactics.as_ref().map(|tactics| format!("{} by {tactics}", side.name));
    let played: Vec<String> = report.sides.iter().filter_map(played).collect();
    if !played.is_empty() {
        writeln!(out, "{DIM}played: {}; Quintain {}{DIM:#}", played.join(", "), report.version)?;
    }
    if report.stopped {
        writeln!(out, "stopped early: these are the fights that were played until then")?;
    }
    writeln!(out)?;
    sides(report, out)?;
    writeln!(out)?;
    let rounds = &report.rounds;
    let (mean, p5, p50, p95, max) = (rounds.mean, rounds.p5, rounds.p50, rounds.p95, rounds.max);
    writeln!(
        out,
        "rounds: {mean:.1} on average; half of the fights take {p50} at most, nine in ten {p5} to {p95}, \
         the longest {max}"
    )?;
    writeln!(out)?;
    combatants(report, out)?;
    writeln!(out, "{DIM}--figures FILE writes these and all figures below with their 95 % intervals{DIM:#}")?;
    if let Some(told) = &report.telling {
        telling::write(told, report, out)?;
    }
    writeln!(out)?;
    name(report, watch, Named { worst: true, best: false, typical: true }, out)
}

/// Columns that the table of sides takes with its bars.
const WITH_BARS: u16 = 104;

fn sides(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let bars = table::fits(WITH_BARS);
    let drawn = |share: f64| if bars { bar(share, WIDTH) } else { String::new() };
    let mut table = table::headed(["side", "wins", "of all", "95 % interval", "", "someone dies", "all are out"]);
    for side in &report.sides {
        table.add_row([
            side.name.clone(),
            thousands(side.wins),
            percent(side.win_rate),
            interval(side),
            drawn(side.win_rate),
            percent(side.someone_died_rate),
            percent(side.all_out_rate),
        ]);
    }
    let none = [
        ("undecided", report.undecided),
        ("stalemate", report.stalemates),
        ("all fell together", report.mutual),
        ("ended otherwise", report.ended),
    ];
    for (what, count) in none.into_iter().filter(|(_, count)| *count > 0) {
        let share = count as f64 / report.fights.max(1) as f64;
        table.add_row([what.to_owned(), thousands(count), percent(share), String::new(), drawn(share)]);
    }
    table::right(&mut table, [1, 2, 3, 5, 6]);
    table::write(table, out)
}

fn interval(side: &SideReport) -> String {
    format!("{} to {}", percent(side.interval95[0]), percent(side.interval95[1]))
}

fn combatants(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut table =
        table::headed(["combatant", "side", "died", "out", "damage dealt in a fight", "damage taken in a fight"]);
    for who in &report.combatants {
        let damage = [who.mean_damage_dealt, who.mean_damage_taken].map(|mean| format!("{mean:.1}"));
        let [dealt, taken] = damage;
        let rates = [who.died_rate, who.out_rate].map(percent);
        let [died, out] = rates;
        table.add_row([who.name.clone(), who.side.clone(), died, out, dealt, taken]);
    }
    if let Some(joined) = &report.joined {
        table.add_row([
            format!("joined later ({:.1} a fight)", joined.mean_number),
            String::new(),
            percent(joined.died_rate),
            percent(joined.out_rate),
            format!("{:.1}", joined.mean_damage_dealt),
            format!("{:.1}", joined.mean_damage_taken),
        ]);
    }
    table::right(&mut table, 2..6);
    table::write(table, out)
}

/// Which fights are to be named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// The worst of each side.
    pub(crate) worst: bool,
    /// The best of each side.
    pub(crate) best: bool,
    /// One that went as most do.
    pub(crate) typical: bool,
}

impl Named {
    /// Whether any is.
    pub(crate) fn any(self) -> bool {
        self != Named::default()
    }
}

/// Names fights by the commands that show them.
pub(crate) fn name(report: &Report, watch: &str, named: Named, out: &mut dyn Write) -> io::Result<()> {
    let mut line = |what: String, fight: Option<u64>| match fight {
        Some(fight) => writeln!(out, "{what}: {BOLD}{watch} --fight {fight}{BOLD:#}"),
        None => Ok(()),
    };
    for side in report.sides.iter().filter(|_| named.worst) {
        line(format!("the worst fight for {}", side.name), side.worst_fight)?;
    }
    for side in report.sides.iter().filter(|_| named.best) {
        line(format!("the best fight for {}", side.name), side.best_fight)?;
    }
    if named.typical {
        line("a typical fight".to_owned(), report.typical_fight)?;
    }
    Ok(())
}
