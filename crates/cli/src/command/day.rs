//! `quintain sim` of a day, and days for whatever varies and compares encounters.

use std::io::Write;
use std::sync::Arc;

use quintain_content::{Source, Value, is_day};
use quintain_engine::Conduct;
use quintain_library::{Opened, OpenedDay, Stage as Read, built_in_text, files, open_day};
use quintain_sim::{Day, DayPlan, Driven, Knob, Stage, day_report};

use super::sim::{Progress, STOP, played, stop_on_interrupt};
use super::variant::{plain, study};
use crate::args;
use crate::conduct::{Players, players};
use crate::fault::{Done, Fault};
use crate::render;

/// The day in a file or among those that come with the rulebooks; `None` for anything else.
pub(super) fn day_at(path: &str) -> Option<Source> {
    let text = files::read(path).ok().flatten();
    let built_in = || {
        let names = [path.to_owned(), format!("days/{path}"), format!("days/{path}.toml")];
        names.iter().find_map(|name| built_in_text(name).map(|text| Source::new(name.as_str(), text)))
    };
    text.map(|text| Source::new(path, text)).or_else(built_in).filter(|source| is_day(&source.text))
}

pub(super) fn sim(args: &args::Sim, source: &Source, out: &mut dyn Write) -> Done {
    for (given, what) in [
        (args.precision.is_some(), "--precision"),
        (args.report.is_some(), "--report"),
        (args.figures.is_some(), "--figures"),
        (args.worst || args.best || args.typical, "--worst, --best and --typical"),
        (args.party.is_some(), "--party"),
    ] {
        if given {
            return Err(Fault::Wrong(format!("{what} is for single fights; this is a day")));
        }
    }
    let opened = open_day(source, &files::read)?;
    let day = Arc::new(turned(&opened, &args.unattended.tactics, &[])?);
    let runs = (args.fights, args.threads);
    let study = study(opened.title().to_owned(), &args.unattended, runs, Conduct::best());
    stop_on_interrupt();
    if args.csv.is_some() || args.parquet.is_some() {
        played(args, &Driven::new(Arc::clone(&day) as Arc<dyn quintain_engine::AnyFight>, Vec::new()), &study)?;
    }
    let progress = Progress::new(study.fights);
    let report = day_report(&day, &study, &|more| progress.add(more), &STOP);
    progress.done();
    for complaint in &report.complaints {
        writeln!(anstream::stderr(), "note: {complaint}")?;
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    Ok(render::day::write(&report, out)?)
}

/// The day with these knobs turned, in each of its fights that has what they turn, and in camp.
///
/// # Errors
/// When a knob turns nothing there is, a side or tactics are unknown, or an encounter does not bear the value.
pub(super) fn turned(opened: &OpenedDay, tactics: &[String], knobs: &[(&Knob, &Value)]) -> Result<Day, Fault> {
    let mut words = tactics.to_vec();
    words.extend(knobs.iter().filter_map(|(knob, value)| Some(format!("{}={}", knob.side()?, plain(value)))));
    let known = |word: &str| opened.stages.iter().any(|stage| is_for(stage, word));
    if let Some(unknown) = words.iter().find(|word| !known(word)) {
        return Err(Fault::Wrong(format!("`{unknown}`: no fight of this day has that side")));
    }
    let mut stages = Vec::with_capacity(opened.stages.len());
    for stage in &opened.stages {
        stages.push(match stage {
            Read::Rest(kind) => Stage::Rest(kind),
            Read::Hand(edicts) => Stage::Hand(edicts.clone()),
            Read::Fight { title, opened: fight } => {
                let own: Vec<String> = words.iter().filter(|word| is_for(stage, word)).cloned().collect();
                Stage::Fight {
                    title: title.clone(),
                    book: Arc::clone(&fight.book),
                    encounter: Box::new(fight.encounter.clone()),
                    conduct: conduct(fight, &own)?,
                }
            }
        });
    }
    let plan = DayPlan { book: Arc::clone(&opened.party.book), camp: opened.party.encounter.clone(), stages };
    Ok(plan.turned(knobs)?)
}

/// Whether words about tactics concern this fight: they name no side, or one of its sides.
fn is_for(stage: &Read, words: &str) -> bool {
    let Read::Fight { opened, .. } = stage else { return false };
    match words.split_once('=').filter(|(side, _)| !side.contains(':')) {
        Some((side, _)) => opened.fight.sides().iter().any(|known| known.eq_ignore_ascii_case(side.trim())),
        None => true,
    }
}

fn conduct(fight: &Opened, tactics: &[String]) -> Result<Conduct, Fault> {
    let Players { conduct, drivers, .. } = players(fight, tactics)?;
    if drivers.is_empty() {
        return Ok(conduct);
    }
    Err(Fault::Wrong(
        "on days every side plays by tactics of the book; search and programs play single fights".to_owned(),
    ))
}
