//! `quintain sim` of a day.

use std::io::Write;
use std::sync::Arc;

use quintain::Day;
use quintain_content::{Source, is_day};
use quintain_engine::Conduct;
use quintain_library::{built_in_text, files, library, ready_made_named, shelf};
use quintain_sim::{Driven, day_report};

use super::sim::{Progress, STOP, played, stop_on_interrupt};
use super::variant::study;
use crate::args;
use crate::fault::{Done, Fault};
use crate::render;

/// The day in a file or among those that come with the rulebooks; `None` for anything else.
pub(super) fn day_at(path: &str) -> Option<Source> {
    let text = files::read(path).ok().flatten();
    let built_in = || {
        let names = [path.to_owned(), format!("days/{path}"), format!("days/{path}.toml")];
        let named = names.into_iter().find(|name| built_in_text(name).is_some()).or_else(|| called(path))?;
        built_in_text(&named).map(|text| Source::new(named.as_str(), text))
    };
    text.map(|text| Source::new(path, text)).or_else(built_in).filter(|source| is_day(&source.text))
}

/// The path of the only day that is called so in any game, unless an encounter is.
fn called(name: &str) -> Option<String> {
    if ready_made_named(name).is_ok() {
        return None;
    }
    let file = format!("/{name}.toml");
    let all = shelf().iter().flat_map(|book| library().days(book.id()));
    match all.filter(|path| path.ends_with(&file)).collect::<Vec<_>>()[..] {
        [only] => Some(only.to_owned()),
        _ => None,
    }
}

pub(super) fn sim(args: &args::Sim, source: &Source, out: &mut dyn Write) -> Done {
    for (given, what) in [
        (args.precision.is_some(), "--precision"),
        (args.report.is_some(), "--report"),
        (args.figures.is_some(), "--figures"),
        (args.worst || args.best || args.typical, "--worst, --best and --typical"),
        (args.party.is_some(), "--party"),
        (args.moves.is_some(), "--moves"),
    ] {
        if given {
            return Err(Fault::Wrong(format!("{what} is for single fights; this is a day")));
        }
    }
    let opened = Day::read(source)?;
    let day = Arc::new(opened.turned(&args.unattended.tactics, &[])?);
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
