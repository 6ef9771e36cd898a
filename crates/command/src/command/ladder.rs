//! `quintain ladder`: one way to play against another, on paired seeds with sides swapped.

use std::io::Write;
use std::sync::atomic::Ordering;

use quintain::Fight;
use quintain::sim::{Climbing, Inquiry};
use quintain_library::{files, open};
use quintain_sim::Rung;
use serde::Serialize;

use super::sim::{Progress, STOP, all_was_played, stop_on_interrupt};
use crate::args;
use crate::conduct::tell_complaints;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, percent, table, thousands};

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
    let opened = args.encounters.iter().map(|path| Ok(Fight::from(open(path, &files::read)?)));
    let opened = opened.collect::<Result<Vec<Fight>, Fault>>()?;
    if args.rungs.len() == 1 {
        return Err(Fault::Wrong("a ladder has two rungs at least: `--rungs random,sensible`".into()));
    }
    stop_on_interrupt();
    let mut steps = Vec::new();
    for fight in &opened {
        climb(args, fight, &mut steps)?;
    }
    all_was_played()?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &steps).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(args, &steps, out)
}

/// The steps of one encounter.
fn climb(args: &args::Ladder, fight: &Fight, steps: &mut Vec<Step>) -> Done {
    let rungs: Vec<&str> = args.rungs.iter().map(String::as_str).collect();
    let sim = fight.sim(args.pairs.get()).seed(args.seed);
    let sim = args.threads.map_or(sim.clone(), |threads| sim.threads(threads.get()));
    let mut ladder = Climbing::new(&sim, &rungs)?;
    for place in ladder.due() {
        if STOP.load(Ordering::Relaxed) {
            break;
        }
        let series = ladder.series(place)?;
        let progress = Progress::new(series.numbers());
        let told = series.play(&|more| progress.add(more), &STOP);
        progress.done();
        series.matchups().into_iter().for_each(|one| tell_complaints(&one.fight));
        ladder.tell(place, told)?;
    }
    steps.extend(ladder.found().into_iter().map(|step| Step {
        rulebook: fight.rulebook(),
        encounter: fight.title().to_owned(),
        stronger: step.stronger,
        weaker: step.weaker,
        rung: step.rung,
    }));
    Ok(())
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
