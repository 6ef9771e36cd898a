//! `quintain tune`: the values of knobs that meet a target.

use std::io::Write;

use quintain_content::Value;
use quintain_engine::wilson;
use quintain_sim::{Knob, Target, Tried, most_runs, tune};

use super::sim::{Progress, STOP, all_was_played, stop_on_interrupt};
use super::variant::{Subject, knobs, plain};
use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{self, BOLD, DIM, percent, table, thousands};

/// The most variants that are tried.
const MOST: u64 = 10_000;

/// The most lines that are told; JSON has all.
const MOST_TOLD: usize = 20;

pub(crate) fn run(args: &args::Tune, out: &mut dyn Write) -> Done {
    let opened = Subject::open(&args.unattended.encounter)?;
    let target = Target::read(&args.target)?;
    let knobs = knobs(&args.vary)?;
    let counts: Vec<usize> = knobs.iter().map(|knob| knob.values.len()).collect();
    let runs = most_runs(&counts);
    if runs > MOST {
        let what = format!("these would be up to {} variants; at most {} are tried", thousands(runs), thousands(MOST));
        return Err(Fault::Wrong(what));
    }
    stop_on_interrupt();
    let fights = args.runs.fights.get();
    let progress = Progress::new(fights.saturating_mul(runs));
    let found = tune(&counts, &target, |at| -> Result<Tried, Fault> {
        let turns: Vec<(&Knob, &Value)> =
            knobs.iter().zip(at).filter_map(|(knob, at)| Some((knob, knob.values.get(*at)?))).collect();
        let variant = opened.turned(&args.unattended, &args.runs, &turns)?;
        let report = variant.play(&|more| progress.add(more), &STOP);
        let share = target.in_report(&report)?;
        let (low, high) = wilson(share, report.fights as f64);
        let values = turns.iter().map(|(_, value)| plain(value)).collect();
        Ok(Tried { at: at.to_vec(), values, share, interval95: [low, high] })
    })?;
    progress.done();
    all_was_played()?;
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}(target: {}){DIM:#}", opened.title(), args.target)?;
    let (fights, seed) = (render::fights(fights), args.unattended.seed);
    writeln!(out, "{DIM}{fights} each under the same numbers, seed {seed}; the nearest first{DIM:#}\n")?;
    tell(&knobs, &target, &found, out)
}

fn tell(knobs: &[Knob], target: &Target, found: &[Tried], out: &mut dyn Write) -> Done {
    let names = knobs.iter().map(|knob| knob.name.clone());
    let figures = ["comes to", "95 % interval", ""].map(str::to_owned);
    let mut rows = table::headed(names.chain(figures).collect::<Vec<_>>());
    for one in found.iter().take(MOST_TOLD) {
        let [low, high] = one.interval95;
        let meets = if one.meets(target) { "meets it" } else { "" };
        let figures = [percent(one.share), format!("{} to {}", percent(low), percent(high)), meets.to_owned()];
        rows.add_row(one.values.iter().cloned().chain(figures).collect::<Vec<_>>());
    }
    table::write(rows, out)?;
    let more = found.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        writeln!(out, "{DIM}{more} more were tried and come less near{DIM:#}")?;
    }
    if found.iter().any(|one| one.meets(target)) {
        return Ok(());
    }
    let wanted = match knobs {
        [knob] => format!("no value of `{}` meets it", knob.name),
        _ => "no setting meets it".to_owned(),
    };
    writeln!(out, "\n{DIM}{wanted}; the first line comes nearest{DIM:#}")?;
    Err(Fault::Failed)
}
