//! What everybody had left at the end of some fights, and what of all that it could do it did.

use std::io::{self, Write};

use quintain_sim::{Lasting, Left, Telling, Use};

use super::telling::rest;
use crate::render::{self, BOLD, DIM, bar, percent, points, points_between, table};

/// The most lines of a table; JSON and the page have all.
const MOST: usize = 12;

/// Blocks in the bar of a whole.
const WIDTH: usize = 12;

/// The share of fights from which on a condition is worth a line.
const WORTH: f64 = 0.05;

/// Writes what was left.
pub(super) fn left(told: &Telling, out: &mut dyn Write) -> io::Result<()> {
    if !told.left.is_empty() {
        writeln!(out, "\n{BOLD}Left at the end{BOLD:#}")?;
        values(&told.left, out)?;
    }
    let often: Vec<&Lasting> = told.conditions.iter().filter(|one| one.rate >= WORTH).collect();
    if !often.is_empty() {
        writeln!(out, "\n{BOLD}Conditions at the end{BOLD:#}")?;
        conditions(&often, out)?;
    }
    Ok(())
}

fn values(left: &[Left], out: &mut dyn Write) -> io::Result<()> {
    let mut rows =
        table::headed(["who", "what", "at first", "left on average", "half have at most", "nine in ten have", ""]);
    for one in left.iter().take(MOST) {
        let whole = one.max.unwrap_or(one.start).max(1) as f64;
        rows.add_row([
            one.who.clone(),
            one.value.clone(),
            one.start.to_string(),
            format!("{:.1}", one.mean),
            one.p50.to_string(),
            format!("{} to {}", one.p5, one.p95),
            bar(one.mean / whole, WIDTH),
        ]);
    }
    table::right(&mut rows, 2..6);
    table::write(rows, out)?;
    rest(left.len(), "values", out)
}

fn conditions(often: &[&Lasting], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::headed(["who", "condition", "in fights", ""]);
    for one in often.iter().take(MOST) {
        rows.add_row([one.who.clone(), one.condition.clone(), percent(one.rate), bar(one.rate, WIDTH)]);
    }
    table::right(&mut rows, [2]);
    table::write(rows, out)?;
    rest(often.len(), "conditions", out)
}

/// Writes what was used, and what never was.
pub(super) fn used(told: &Telling, out: &mut dyn Write) -> io::Result<()> {
    // One line for each thing, whichever of its ways was taken.
    let all: Vec<&Use> = told.uses.iter().filter(|one| one.is_doing() && one.variants.is_empty()).collect();
    if all.is_empty() {
        return Ok(());
    }
    let surveyed = render::fights(told.surveyed);
    writeln!(out, "\n{BOLD}Offered and used{BOLD:#}, times in a fight {DIM}(of {surveyed}){DIM:#}")?;
    let mut used: Vec<&Use> = all.iter().copied().filter(|one| !one.never).collect();
    used.sort_by(|a, b| b.chosen.total_cmp(&a.chosen));
    table_of(&used, out)?;
    let never: Vec<&Use> = all.into_iter().filter(|one| one.never).collect();
    if !never.is_empty() {
        writeln!(out, "\n{BOLD}Never used{BOLD:#}, though offered")?;
        unused(&never, out)?;
    }
    Ok(())
}

fn table_of(used: &[&Use], out: &mut dyn Write) -> io::Result<()> {
    let moves = used.iter().any(|one| one.moved.is_some());
    let mut rows = match moves {
        true => table::headed(["who", "what", "offered", "chosen", "of offered", "moves victory by (95 %)"]),
        false => table::headed(["who", "what", "offered", "chosen", "of offered"]),
    };
    for one in used.iter().take(MOST) {
        let share = percent(one.chosen_rate);
        let mut row =
            vec![one.who.clone(), one.what(), format!("{:.1}", one.offered), format!("{:.1}", one.chosen), share];
        row.extend(one.moved.map(|_| moved(one)));
        rows.add_row(row);
    }
    table::right(&mut rows, 2..6);
    table::write(rows, out)?;
    rest(used.len(), "things", out)
}

fn unused(never: &[&Use], out: &mut dyn Write) -> io::Result<()> {
    let mut rows = table::plain();
    for one in never.iter().take(MOST) {
        let often = format!("offered {:.1} times a fight, in {} of them", one.offered, percent(one.possible_rate));
        rows.add_row([one.who.clone(), one.what(), often, moved(one)]);
    }
    table::write(rows, out)?;
    rest(never.len(), "things", out)
}

/// How far it moves its side's victories, where that was tried.
fn moved(one: &Use) -> String {
    one.moved.map_or_else(String::new, |moved| {
        format!("{} points ({})", points(moved.mean, 0), points_between(moved.interval95, 0))
    })
}
