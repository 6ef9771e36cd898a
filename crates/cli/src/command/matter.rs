//! `quintain matter`: what moves the outcome of an encounter, and how far.

use std::io::Write;
use std::sync::atomic::Ordering;

use quintain_library::{files, open, set_up};
use quintain_sim::{Difference, Driven, Study, compare, nudges};
use serde::Serialize;

use super::sim::{Progress, STOP, stop_on_interrupt};
use super::variant::study;
use crate::args;
use crate::conduct::{Players, contested, players};
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, bar, percent, table, thousands};

/// How many are listed unless there are fewer.
const MOST: usize = 25;

/// What one change does.
#[derive(Debug, Serialize)]
struct Matters {
    what: String,
    figures: Vec<Difference>,
}

impl Matters {
    /// The figure by which all are ranked: the first side's victories.
    fn first(&self) -> Option<&Difference> {
        self.figures.first()
    }

    fn size(&self) -> f64 {
        self.first().map_or(0.0, |figure| figure.difference.abs())
    }
}

pub(crate) fn run(args: &args::Matter, out: &mut dyn Write) -> Done {
    let chosen = &args.unattended;
    let opened = open(&chosen.encounter, &files::read)?;
    contested(&opened)?;
    let Players { conduct, drivers, .. } = players(&opened, &chosen.tactics)?;
    if !drivers.is_empty() {
        return Err(Fault::Wrong("`matter` plays by the rulebook's tactics; search and programs take too long".into()));
    }
    let study = study(opened.title().to_owned(), chosen, (args.runs.fights, args.runs.threads), conduct);
    let all = nudges(&opened.encounter, &opened.fight.view(), opened.rulebook.house_rules());
    // What the rulebook refuses (a value out of its range, one that follows from others) cannot matter.
    let ready = all.into_iter().filter_map(|nudge| Some((nudge.what, set_up(&nudge.encounter, &files::read).ok()?)));
    let ready: Vec<_> = ready.map(|(what, fight)| (what, Driven::new(fight, Vec::new()))).collect();
    stop_on_interrupt();
    let progress = Progress::new(study.fights.saturating_mul(ready.len() as u64));
    let mut found = Vec::new();
    for (what, fight) in ready {
        if STOP.load(Ordering::Relaxed) {
            break;
        }
        let told = compare((&*opened.fight, &study), (&fight, &study), &|more| progress.add(more), &STOP);
        found.push(Matters { what, figures: told.figures });
    }
    progress.done();
    found.sort_by(|a, b| b.size().total_cmp(&a.size()));
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&study, &found, out)
}

fn tell(study: &Study, found: &[Matters], out: &mut dyn Write) -> Done {
    let sure = |one: &&Matters| one.first().is_some_and(|it| it.interval95[0] > 0.0 || it.interval95[1] < 0.0);
    let (fights, seed) = (thousands(study.fights), study.seed);
    writeln!(out, "{BOLD}{}{BOLD:#}", study.encounter)?;
    writeln!(
        out,
        "{DIM}one change at a time, {fights} pairs of fights each under the same numbers, seed {seed}{DIM:#}\n"
    )?;
    let Some(figure) = found.first().and_then(Matters::first) else {
        return Ok(writeln!(out, "there is nothing to change")?);
    };
    writeln!(out, "{} in {} of the fights as it stands\n", figure.what, percent(figure.first))?;
    let largest = found.first().map_or(0.0, Matters::size).max(f64::MIN_POSITIVE);
    let mut rows = table::headed(["change", figure.what.as_str(), "", "95 % interval"]);
    let signed = |share: f64| format!("{:+.1} %", share * 100.0);
    for one in found.iter().filter(sure).take(MOST) {
        let Some(figure) = one.first() else { continue };
        let [low, high] = figure.interval95;
        let drawn = bar(one.size() / largest, 16);
        let interval = format!("{} to {}", signed(low), signed(high));
        rows.add_row([one.what.clone(), signed(figure.difference), drawn, interval]);
    }
    table::write(rows, out)?;
    let told = found.iter().filter(sure).count().min(MOST);
    let rest = found.len() - told;
    Ok(writeln!(out, "\n{DIM}{rest} other changes move it less, or too little to tell in so many fights{DIM:#}")?)
}
