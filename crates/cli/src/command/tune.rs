//! `quintain tune`: the value of a knob that meets a target.

use std::io::Write;

use quintain_engine::wilson;
use quintain_library::{files, open};
use quintain_sim::{Target, Tried, tune};

use super::sim::{Progress, STOP, stop_on_interrupt};
use super::variant::{knobs, turned};
use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, percent, table, thousands};

pub(crate) fn run(args: &args::Tune, out: &mut dyn Write) -> Done {
    let opened = open(&args.unattended.encounter, &files::read)?;
    let target = Target::read(&args.target)?;
    let all = knobs(std::slice::from_ref(&args.vary))?;
    let Some(knob) = all.first() else { return Ok(()) };
    stop_on_interrupt();
    let fights = args.runs.fights.get();
    // Halving tries both ends and then a logarithm of the rest.
    let runs = 2 + knob.values.len().checked_ilog2().unwrap_or(0);
    let progress = Progress::new(fights.saturating_mul(u64::from(runs)));
    let found = tune(knob.values.len(), &target, |place| -> Result<Tried, Fault> {
        let value = &knob.values[place];
        let variant = turned(&opened, &args.unattended, &args.runs, &[(knob, value)])?;
        let report = variant.play(&|more| progress.add(more), &STOP);
        let share = target.in_report(&report)?;
        let (low, high) = wilson(share, report.fights as f64);
        Ok(Tried { place, value: value.to_string(), share, interval95: [low, high] })
    })?;
    progress.done();
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}(target: {}){DIM:#}", opened.title(), args.target)?;
    let (fights, seed) = (thousands(fights), args.unattended.seed);
    writeln!(out, "{DIM}{fights} fights each under the same numbers, seed {seed}; the nearest first{DIM:#}\n")?;
    let mut rows = table::headed([knob.name.as_str(), "comes to", "95 % interval"]);
    for one in &found {
        let [low, high] = one.interval95;
        rows.add_row([one.value.clone(), percent(one.share), format!("{} to {}", percent(low), percent(high))]);
    }
    table::write(rows, out)?;
    let meets = found.first().is_some_and(|one| (one.interval95[0]..=one.interval95[1]).contains(&target.share));
    match meets {
        true => Ok(()),
        false => Ok(writeln!(
            out,
            "\n{DIM}no value of `{}` meets it exactly; the first line comes nearest{DIM:#}",
            knob.name
        )?),
    }
}
