//! What came of many days, as short tables.

use std::io::{self, Write};

use quintain_sim::{DayReport, FightOfDay, HeroOfDay};

use crate::render::{BOLD, DIM, percent, table, thousands};

/// Writes the report.
pub(crate) fn write(report: &DayReport, out: &mut dyn Write) -> io::Result<()> {
    let whole = &report.whole;
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({}){DIM:#}", whole.encounter, whole.rulebook)?;
    let (days, seed, seconds) = (thousands(whole.fights), whole.seed, whole.seconds);
    writeln!(out, "{DIM}{days} days with seed {seed}, {seconds:.2} s; Quintain {}{DIM:#}", whole.version)?;
    if whole.stopped {
        writeln!(out, "stopped early: these are the days that were played until then")?;
    }
    if let Some(party) = whole.sides.first() {
        let (rate, all) = (percent(party.win_rate), interval(party.interval95));
        writeln!(out, "\n{} win every fight on {rate} of the days ({all})", party.name)?;
        writeln!(out, "somebody of them dies on {}\n", percent(party.someone_died_rate))?;
    }
    let mut rows =
        table::headed(["", "fight", "days that come to it", "won, of those", "", "breaks here, of all", "", "rounds"]);
    for (place, fight) in report.fights.iter().enumerate() {
        rows.add_row([
            (place + 1).to_string(),
            fight.title.clone(),
            percent(fight.reached_rate),
            percent(fight.won_rate),
            interval(fight.won_interval95),
            percent(fight.breaks_rate),
            interval(fight.breaks_interval95),
            format!("half within {}, nine in ten within {}", fight.rounds_50, fight.rounds_90),
        ]);
    }
    table::write(rows, out)?;
    report.fights.iter().enumerate().try_for_each(|(place, fight)| heroes(place + 1, fight, out))
}

fn heroes(number: usize, fight: &FightOfDay, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{number}. {}{BOLD:#}", fight.title)?;
    let mut rows = table::headed([
        "hero",
        "comes",
        "lies there after it",
        "",
        "dies",
        "",
        "has before it: median, from 1 in 10 to 9 in 10",
    ]);
    for hero in &fight.heroes {
        rows.add_row([
            hero.name.clone(),
            percent(hero.came_rate),
            percent(hero.helpless_rate),
            interval(hero.helpless_interval95),
            percent(hero.died_rate),
            interval(hero.died_interval95),
            values(hero),
        ]);
    }
    table::write(rows, out)
}

fn values(hero: &HeroOfDay) -> String {
    let words = hero.before.iter().map(|value| {
        let [_, low, _, median, _, high, _] = value.quantiles;
        if low == high {
            format!("{} {median}", value.key)
        } else {
            format!("{} {median} ({low} to {high})", value.key)
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{} to {}", percent(low), percent(high))
}
