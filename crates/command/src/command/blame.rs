//! `quintain blame`: what decided a recorded fight.

use std::io::Write;

use quintain_engine::{Budget, ROUND_LIMIT};
use quintain_sim::{Blame, Cause, Moment, Swing, blame};

use super::sim::Progress;
use crate::args;
use crate::fault::Done;
use crate::moment::Recorded;
use crate::render::{BOLD, DIM, percent, points, table};

/// How many turning points are told.
const POINTS: usize = 3;

pub(crate) fn run(args: &args::Blame, out: &mut dyn Write) -> Done {
    let Recorded { opened, facts, at, .. } = Recorded::open(&args.file, Some(args.at))?;
    let end = Moment::behind(&*opened.fight, &facts, facts.len())?;
    let round_limit = end.live().view().round.saturating_add(ROUND_LIMIT);
    let budget = Budget { play_outs: args.play_outs.get(), seed: args.seed, round_limit };
    let progress = Progress::new((facts.len() - at) as u64);
    let found = blame(&*opened.fight, (&facts, at), budget, &|more| progress.add(more));
    progress.done();
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let behind = if at == 0 { String::new() } else { format!(", behind {at} facts") };
    writeln!(out, "{BOLD}{}{BOLD:#}{behind}", opened.title())?;
    tell(&found, budget, out)
}

fn tell(found: &Blame, budget: Budget, out: &mut dyn Write) -> Done {
    let side = found.sides.first().map_or("", String::as_str);
    let chance = |chances: &[f64]| percent(chances.first().copied().unwrap_or(0.0));
    let doubt = 98.0 / f64::from(budget.play_outs.max(1)).sqrt();
    writeln!(
        out,
        "{DIM}played out {} times behind each die and decision, on the same dice; chances are known to ± {doubt:.0} \
         points, 19 times of 20{DIM:#}\n",
        budget.play_outs
    )?;
    let nobody = 1.0 - found.before.iter().sum::<f64>();
    let nobody = if nobody > 0.0005 { format!("; in {} nobody does", percent(nobody)) } else { String::new() };
    writeln!(out, "{side} win: {} at the start{nobody}", chance(&found.before))?;
    writeln!(out, "  luck    {:>6} points, by all dice together", points(found.luck, 1))?;
    writeln!(out, "  choice  {:>6} points, by all decisions together", points(found.choice, 1))?;
    if found.edicts != 0.0 {
        writeln!(out, "  edicts  {:>6} points, by all that the game master changed", points(found.edicts, 1))?;
    }
    if let Some(last) = found.swings.last() {
        writeln!(out, "  at the end of the record {}", chance(&last.after))?;
    }
    writeln!(out, "\n{BOLD}Turning points{BOLD:#}")?;
    for point in found.turning_points(POINTS) {
        let moved = moved(point);
        writeln!(out, "  round {}, {}: {} {moved}", point.round, word(point), point.what)?;
    }
    writeln!(out, "\n{BOLD}Blow by blow{BOLD:#}")?;
    let mut rows = table::headed(["round", "", "what", "moved", &format!("{side} win")]);
    table::right(&mut rows, [0, 3, 4]);
    for one in found.swings.iter().filter(|one| one.swing.abs() >= 0.005) {
        rows.add_row([one.round.to_string(), word(one).to_owned(), one.what.clone(), moved(one), chance(&one.after)]);
    }
    Ok(table::write(rows, out)?)
}

/// How far one fact moved the chance, and how well that is known.
fn moved(one: &Swing) -> String {
    let doubt = if one.is_sure() { "" } else { " (may be chance)" };
    format!("{} ± {:.1} points{doubt}", points(one.swing, 1), one.within * 100.0)
}

fn word(one: &Swing) -> &'static str {
    match one.cause {
        Cause::Luck => "luck",
        Cause::Choice => "choice",
        Cause::Edict => "edict",
    }
}
