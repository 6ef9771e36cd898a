//! `quintain matter`: what moves the outcome of an encounter, and how far.

use std::io::Write;
use std::sync::atomic::Ordering;

use quintain_engine::AnyFight;
use quintain_library::{Opened, files, open, set_up};
use quintain_sim::{Difference, Study, compare, limit_from, nudges, nudges_at};
use serde::Serialize;

use super::sim::{Progress, STOP, all_was_played, stop_on_interrupt};
use super::variant::study;
use crate::args;
use crate::conduct::{Players, contested, players};
use crate::fault::{Done, Fault};
use crate::moment::{self, Played, Recorded, had_words, is_record};
use crate::render::{BOLD, DIM, bar, percent, points, points_between, table, thousands};

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
    let (opened, title, ready) =
        if is_record(&chosen.encounter) { at_a_moment(args)? } else { from_the_beginning(args)? };
    contested(&opened)?;
    let Players { conduct, drivers, .. } = players(&opened, &chosen.tactics)?;
    if !drivers.is_empty() {
        return Err(Fault::Wrong("`matter` plays by the rulebook's tactics; search and programs take too long".into()));
    }
    let round_limit = limit_from(&*opened.fight, chosen.round_limit);
    let study = Study { round_limit, ..study(title, chosen, (args.runs.fights, args.runs.threads), conduct) };
    stop_on_interrupt();
    let progress = Progress::new(study.fights.saturating_mul(ready.len() as u64));
    let mut found = Vec::new();
    for (what, fight) in ready {
        if STOP.load(Ordering::Relaxed) {
            break;
        }
        let told = compare((&*opened.fight, &study), (&*fight, &study), &|more| progress.add(more), &STOP);
        found.push(Matters { what, figures: told.figures });
    }
    progress.done();
    all_was_played()?;
    found.sort_by(|a, b| b.size().total_cmp(&a.size()));
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&study, &found, out)
}

/// Everything that may be changed, each with the fight that comes of it.
type Changes = Vec<(String, Box<dyn AnyFight>)>;

/// A recorded fight as it goes on from a moment, and what may be otherwise there.
fn at_a_moment(args: &args::Matter) -> Result<(Opened, String, Changes), Fault> {
    let had = moment::had(&args.from.had)?;
    let recorded = Recorded::open(&args.unattended.encounter, args.from.at)?;
    let title = recorded.title(&had_words(&recorded.moment()?.had(&had)?.given));
    let (fight, all) = {
        let moment = recorded.moment()?.behind_had(&had)?;
        (moment.as_it_was()?, nudges_at(&moment)?)
    };
    let changes = all.into_iter().map(|nudge| (nudge.what, nudge.fight)).collect();
    let Played { opened, title, .. } = recorded.with(fight, title);
    Ok((opened, title, changes))
}

/// An encounter, and what may be changed about it.
fn from_the_beginning(args: &args::Matter) -> Result<(Opened, String, Changes), Fault> {
    moment::none_of(&args.from)?;
    let opened = open(&args.unattended.encounter, &files::read)?;
    let all = nudges(&opened.encounter, &opened.fight.view(), opened.rulebook.house_rules());
    // What the rulebook refuses (a value out of its range, one that follows from others) cannot matter.
    let ready = all.into_iter().filter_map(|nudge| Some((nudge.what, set_up(&nudge.encounter, &files::read).ok()?)));
    let (title, changes) = (opened.title().to_owned(), ready.collect());
    Ok((opened, title, changes))
}

fn tell(study: &Study, found: &[Matters], out: &mut dyn Write) -> Done {
    let sure = |one: &&Matters| one.first().is_some_and(|it| it.interval95[0] > 0.0 || it.interval95[1] < 0.0);
    let (fights, seed) = (thousands(study.fights), study.seed);
    writeln!(out, "{BOLD}{}{BOLD:#}", study.encounter)?;
    writeln!(
        out,
        "{DIM}one change at a time: {fights} fights with it and without, in pairs on the same dice, seed {seed}{DIM:#}\n"
    )?;
    let Some(figure) = found.first().and_then(Matters::first) else {
        return Ok(writeln!(out, "there is nothing to change")?);
    };
    writeln!(out, "{} in {} of the fights as it stands\n", figure.what, percent(figure.first))?;
    let largest = found.first().map_or(0.0, Matters::size).max(f64::MIN_POSITIVE);
    let mut rows = table::headed(["change", figure.what.as_str(), "", "95 % interval"]);
    for one in found.iter().filter(sure).take(MOST) {
        let Some(figure) = one.first() else { continue };
        let drawn = bar(one.size() / largest, 16);
        let moved = format!("{} points", points(figure.difference, 1));
        rows.add_row([one.what.clone(), moved, drawn, points_between(figure.interval95, 1)]);
    }
    table::write(rows, out)?;
    let told = found.iter().filter(sure).count().min(MOST);
    let rest = found.len() - told;
    let changes = if rest == 1 { "change moves" } else { "changes move" };
    Ok(writeln!(out, "\n{DIM}{rest} other {changes} it less, or too little to tell in so many fights{DIM:#}")?)
}
