//! `quintain ladder`: one way to play against another, on paired seeds with sides swapped.

use std::io::Write;
use std::sync::atomic::Ordering;

use quintain_library::{Opened, files, open};
use quintain_sim::{Rung, rung};
use serde::Serialize;

use super::sim::{Progress, STOP, stop_on_interrupt};
use super::variant::{Variant, turned};
use crate::args;
use crate::conduct::tell_complaints;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, percent, table, thousands};

/// What search does on the highest rung unless told otherwise.
const SEARCH: &str = "search:40";

/// One step of the ladder.
#[derive(Serialize)]
struct Step {
    rulebook: &'static str,
    encounter: String,
    stronger: String,
    weaker: String,
    #[serde(flatten)]
    rung: Rung,
}

pub(crate) fn run(args: &args::Ladder, out: &mut dyn Write) -> Done {
    let opened = args.encounters.iter().map(|path| open(path, &files::read)).collect::<Result<Vec<_>, _>>()?;
    if args.rungs.len() == 1 {
        return Err(Fault::Wrong("a ladder has two rungs at least: `--rungs random,sensible`".into()));
    }
    stop_on_interrupt();
    let mut steps = Vec::new();
    for (one, path) in opened.iter().zip(&args.encounters) {
        let best = one.rulebook.tactics().first().map_or("random", |tactics| tactics.name);
        let usual = ["random", best, SEARCH].map(str::to_owned).to_vec();
        let rungs = if args.rungs.is_empty() { usual } else { args.rungs.clone() };
        for pair in rungs.windows(2) {
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            let [weaker, stronger] = pair else { continue };
            let rung = step(args, one, path, stronger, weaker)?;
            let (rulebook, encounter) = (one.rulebook.id(), one.title().to_owned());
            steps.push(Step { rulebook, encounter, stronger: stronger.clone(), weaker: weaker.clone(), rung });
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &steps).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(args, &steps, out)
}

/// One way to play against another: it plays the first side, then all the others.
fn step(args: &args::Ladder, opened: &Opened, path: &str, one: &str, other: &str) -> Result<Rung, Fault> {
    let first = opened.fight.sides().first().cloned().unwrap_or_default();
    let side = |ours: &str, theirs: &str| -> Result<Variant, Fault> {
        let chosen = args::Unattended {
            encounter: path.to_owned(),
            seed: args.seed,
            // The last word wins: everybody plays theirs, then the first side ours.
            tactics: vec![theirs.to_owned(), format!("{first}={ours}")],
            round_limit: quintain_engine::ROUND_LIMIT,
        };
        let runs = args::Runs { fights: args.pairs, threads: args.threads, json: args.json };
        turned(opened, &chosen, &runs, &[])
    };
    let (this, swapped) = (side(one, other)?, side(other, one)?);
    let progress = Progress::new(args.pairs.get().saturating_mul(2));
    let found = rung((&this.fight, &this.study), (&swapped.fight, &swapped.study), &|more| progress.add(more), &STOP);
    progress.done();
    tell_complaints(&this.fight);
    tell_complaints(&swapped.fight);
    Ok(found)
}

fn tell(args: &args::Ladder, steps: &[Step], out: &mut dyn Write) -> Done {
    let (pairs, seed) = (thousands(args.pairs.get()), args.seed);
    writeln!(
        out,
        "{DIM}{pairs} pairs of fights each, sides swapped, seed {seed}; equals take 50.0 % of the points{DIM:#}\n"
    )?;
    let mut rows = table::headed(["rulebook", "encounter", "", "points", "95 % interval", ""]);
    for step in steps {
        let [low, high] = step.rung.interval95;
        let verdict = match (low > 0.5, high < 0.5) {
            (true, _) => "stronger",
            (_, true) => "weaker",
            _ => "not told apart",
        };
        rows.add_row([
            step.rulebook.to_owned(),
            step.encounter.clone(),
            format!("{} against {}", step.stronger, step.weaker),
            percent(step.rung.score),
            format!("{} to {}", percent(low), percent(high)),
            verdict.to_owned(),
        ]);
    }
    table::right(&mut rows, [3, 4]);
    table::write(rows, out)?;
    let sure = steps.iter().filter(|step| step.rung.is_stronger()).count();
    Ok(writeln!(out, "\n{BOLD}{sure} of {} steps lead up beyond chance{BOLD:#}", steps.len())?)
}
