//! `quintain replay`: tells a recorded fight.

use std::io::Write;
use std::path::Path;

use quintain_engine::{AnyLive, Waiting};
use quintain_library::open_stored;
use serde_json::json;

use super::tell;
use crate::args;
use crate::fault::{Done, Fault};
use crate::play::record;
use crate::render::{self, BOLD};

pub(crate) fn run(args: &args::Replay, out: &mut dyn Write) -> Done {
    let Some(record) = record::read(Path::new(&args.file))? else {
        let file = &args.file;
        return Err(Fault::Wrong(format!(
            "there is no record in `{file}`; `quintain play ENCOUNTER --record {file}` makes one"
        )));
    };
    let opened = open_stored(&record.header)?;
    if let Some(manner) = args.manner {
        return tell::write(opened, &record, (manner, &args.seat), out);
    }
    let replayed = record.replay(opened.rulebook, &*opened.fight)?;
    let live = &*replayed.live;
    if let Some(note) = record.note {
        writeln!(anstream::stderr(), "note: {note}")?;
    }
    if let Some(note) = &replayed.older {
        writeln!(anstream::stderr(), "note: {note}")?;
    }
    if args.json {
        json_lines(live, &opened.fight.sides(), out)?;
    } else {
        writeln!(out, "{BOLD}{}{BOLD:#}", opened.title())?;
        told(live, out)?;
    }
    match replayed.differs {
        None => Ok(()),
        Some(differs) => Err(Fault::Failure(format!("this record and these rules part ways: {differs}"))),
    }
}

fn told(live: &dyn AnyLive, out: &mut dyn Write) -> Done {
    render::event::story(live.log(), 0, out)?;
    writeln!(out)?;
    match live.waiting() {
        Waiting::Over(words) => writeln!(out, "{BOLD}The end{BOLD:#}: {words}")?,
        Waiting::Broken(_) => writeln!(out, "{BOLD}So far it fits{BOLD:#}")?,
        _ => writeln!(out, "{BOLD}The record ends here{BOLD:#}: {}", live.who_is_asked().join("; "))?,
    }
    Ok(render::view::state(&live.view(), out)?)
}

fn json_lines(live: &dyn AnyLive, sides: &[String], out: &mut dyn Write) -> Done {
    let names: Vec<String> = live.roster().into_iter().map(|(name, _)| name).collect();
    for (place, event) in live.log().iter().enumerate() {
        writeln!(out, "{}", event.to_json(place, &names, sides))?;
    }
    Ok(writeln!(out, "{}", json!({ "view": live.view() }))?)
}
