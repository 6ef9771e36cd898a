//! `quintain compare`: two encounters on common random numbers.

use std::io::Write;

use quintain_engine::AnyFight;
use quintain_sim::{Comparison, Knob, compare};

use super::sim::{Progress, STOP, all_was_played, stop_on_interrupt};
use super::variant::{Subject, Variant, going_on, knobs};
use crate::args;
use crate::conduct::tell_complaints;
use crate::fault::{Done, Fault};
use crate::moment::{self, Recorded, had_words, is_record};
use crate::render::{BOLD, DIM, percent, points, points_between, table, thousands};

pub(crate) fn run(args: &args::Compare, out: &mut dyn Write) -> Done {
    let (one, two) = match is_record(&args.unattended.encounter) {
        true => at_a_moment(args)?,
        false => from_the_beginning(args)?,
    };
    stop_on_interrupt();
    let progress = Progress::new(one.study.fights);
    let found = compare((&one.fight, &one.study), (&two.fight, &two.study), &|more| progress.add(more), &STOP);
    progress.done();
    all_was_played()?;
    tell_complaints(&one.fight);
    tell_complaints(&two.fight);
    if args.runs.json {
        serde_json::to_writer_pretty(&mut *out, &found).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&found, out)
}

/// A recorded fight as it goes on from a moment, against the same with something otherwise.
fn at_a_moment(args: &args::Compare) -> Result<(Variant, Variant), Fault> {
    let (had, knobs) = (moment::had(&args.from.had)?, single(&args.with)?);
    if had.is_empty() == knobs.is_empty() || args.other.is_some() {
        let what = "at a moment of a record one thing is compared: an answer (`--had \"Althea: retreat\"`) or values \
                    (`--with Althea.sta=5`) against the fight as it was";
        return Err(Fault::Wrong(what.to_owned()));
    }
    let recorded = Recorded::open(&args.unattended.encounter, args.from.at)?;
    let moment = recorded.moment()?;
    let (first, second, otherwise) = if knobs.is_empty() {
        let told = moment.had(&had)?;
        (told.as_it_was, told.fight, had_words(&told.given))
    } else {
        let edicts = moment::edicts(&knobs)?;
        (moment.as_it_was()?, moment.decreed(&edicts)?, format!("with {}", args.with.join(", ")))
    };
    let variant = |fight, title| going_on(&recorded, (fight, title), &args.unattended, &args.runs);
    Ok((variant(first, recorded.title("as it was"))?, variant(second, recorded.title(&otherwise))?))
}

/// Knobs with one value each.
fn single(words: &[String]) -> Result<Vec<Knob>, Fault> {
    let knobs = knobs(words)?;
    match knobs.iter().find(|knob| knob.values.len() != 1) {
        Some(several) => {
            let what = format!("`{}` has several values; `quintain sweep` takes those", several.name);
            Err(Fault::Wrong(what))
        }
        None => Ok(knobs),
    }
}

/// Two encounters, or one with something turned.
fn from_the_beginning(args: &args::Compare) -> Result<(Variant, Variant), Fault> {
    moment::none_of(&args.from)?;
    let first = Subject::open(&args.unattended.encounter)?;
    let other = args.other.as_ref().map(|path| Subject::open(path)).transpose()?;
    if other.is_none() && args.with.is_empty() {
        let what = "name a second encounter, or turn something in the first: `--with Althea.armor=2`";
        return Err(Fault::Wrong(what.to_owned()));
    }
    let knobs = single(&args.with)?;
    let values: Vec<_> = knobs.iter().filter_map(|knob| Some((knob, knob.values.first()?))).collect();
    let one = first.turned(&args.unattended, &args.runs, &[])?;
    let two = other.as_ref().unwrap_or(&first).turned(&args.unattended, &args.runs, &values)?;
    if let Some(other) = other.as_ref().filter(|_| !share_names(&one.fight, &two.fight)) {
        let (one, two) = (first.title(), other.title());
        let what = format!("`{one}` and `{two}` have no side and nobody in common; there is nothing to compare");
        return Err(Fault::Wrong(what));
    }
    Ok((one, two))
}

/// Whether any side or combatant has the same name in both.
fn share_names(one: &dyn AnyFight, other: &dyn AnyFight) -> bool {
    let (theirs, roster) = (other.sides(), other.roster());
    one.sides().iter().any(|side| theirs.contains(side))
        || one.roster().iter().any(|(name, _)| roster.iter().any(|(known, _)| known == name))
}

fn tell(found: &Comparison, out: &mut dyn Write) -> Done {
    writeln!(out, "{BOLD}{}{BOLD:#} against {BOLD}{}{BOLD:#}", found.first, found.second)?;
    let fights = thousands(found.fights);
    writeln!(out, "{DIM}{fights} fights of each, in pairs on the same dice, seed {}{DIM:#}\n", found.seed)?;
    let mut rows = table::headed(["", "first", "second", "difference", "95 % interval", "on other dice"]);
    for figure in &found.figures {
        rows.add_row([
            figure.what.clone(),
            percent(figure.first),
            percent(figure.second),
            format!("{} points", points(figure.difference, 2)),
            points_between(figure.interval95, 2),
            points_between(figure.interval95_apart, 2),
        ]);
    }
    table::write(rows, out)?;
    let told = "difference: second less first, in points of 100, with its interval and that of two runs on other dice";
    Ok(writeln!(out, "\n{DIM}{told}{DIM:#}")?)
}
