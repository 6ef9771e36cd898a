//! What some fights tell that are heard in full: damage by source, what was spent, left and used, the telling rules.

use std::io::{self, Write};

use quintain_sim::{DamageSource, FirstOut, Report, Spent, Telling, TellingRule};

use super::usage;
use crate::render::{self, BOLD, DIM, bar, percent, points_between, table};

/// The most lines of a table; JSON and the page have all.
const MOST: usize = 12;

/// Blocks in the bar of the largest source.
const WIDTH: usize = 12;

/// Writes what was heard.
pub(super) fn write(told: &Telling, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let heard = if told.fights == 1 { "fight".to_owned() } else { render::fights(told.fights) };
    writeln!(out, "\n{DIM}what follows is of the first {heard} alone, played again and heard in full{DIM:#}")?;
    if !told.first_out.is_empty() {
        writeln!(out, "\n{BOLD}Who falls first{BOLD:#}")?;
        first_out(&told.first_out, out)?;
    }
    if !told.damage.is_empty() {
        writeln!(out, "\n{BOLD}Damage by source{BOLD:#}, in a fight")?;
        damage(&told.damage, out)?;
    }
    if !told.spent.is_empty() {
        writeln!(out, "\n{BOLD}Spent or lost{BOLD:#}, in a fight")?;
        spent(&told.spent, out)?;
    }
    usage::left(told, out)?;
    usage::used(told, out)?;
    if let (false, Some(first)) = (told.rules.is_empty(), report.sides.first()) {
        writeln!(
            out,
            "\n{BOLD}Telling rules{BOLD:#}: how often {} win if the first half of a fight has them",
            first.name
        )?;
        rules(&told.rules, out)?;
    }
    Ok(())
}

fn damage(sources: &[DamageSource], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::headed(["who", "with", "damage", "95 % interval", "of all", ""]);
    let largest = sources.first().map_or(1.0, |source| source.share).max(f64::MIN_POSITIVE);
    for source in sources.iter().take(MOST) {
        rows.add_row([
            source.who.clone().unwrap_or_else(|| "nobody".to_owned()),
            source.with.clone(),
            format!("{:.1}", source.mean),
            between(source.interval95),
            percent(source.share),
            bar(source.share / largest, WIDTH),
        ]);
    }
    table::right(&mut rows, [2, 3, 4]);
    table::write(rows, out)?;
    rest(sources.len(), "sources", out)
}

fn first_out(all: &[FirstOut], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::headed(["who", "side", "in fights", "95 % interval", ""]);
    let largest = all.first().map_or(1.0, |one| one.rate).max(f64::MIN_POSITIVE);
    for one in all.iter().take(MOST) {
        rows.add_row([
            one.who.clone(),
            one.side.clone(),
            percent(one.rate),
            format!("{} to {}", percent(one.interval95[0]), percent(one.interval95[1])),
            bar(one.rate / largest, WIDTH),
        ]);
    }
    table::right(&mut rows, [2, 3]);
    table::write(rows, out)?;
    rest(all.len(), "combatants", out)
}

fn spent(spent: &[Spent], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::headed(["who", "what", "at first", "spent", "95 % interval", "none left"]);
    for one in spent.iter().take(MOST) {
        rows.add_row([
            one.who.clone(),
            one.value.clone(),
            one.start.to_string(),
            format!("{:.1}", one.mean),
            between(one.interval95),
            percent(one.used_up_rate),
        ]);
    }
    table::right(&mut rows, 2..6);
    table::write(rows, out)?;
    rest(spent.len(), "values", out)
}

fn rules(rules: &[TellingRule], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::headed(["rule", "told of", "comes up", "won with it", "without", "points apart (95 %)"]);
    for rule in rules.iter().take(MOST) {
        rows.add_row([
            rule.rule.clone(),
            rule.of.clone().unwrap_or_default(),
            percent(rule.came_up_rate),
            percent(rule.win_rate_with),
            percent(rule.win_rate_without),
            points_between(rule.interval95, 0),
        ]);
    }
    table::right(&mut rows, 2..6);
    table::write(rows, out)
}

fn between([low, high]: [f64; 2]) -> String {
    format!("{low:.1} to {high:.1}")
}

/// Says how many lines are left out.
pub(super) fn rest(count: usize, what: &str, out: &mut dyn Write) -> io::Result<()> {
    match count.saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "{DIM}{more} more {what}: --json lists them{DIM:#}"),
    }
}
