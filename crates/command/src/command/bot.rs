//! `quintain bot`: whether a program keeps to the protocol of bots, or a client to the JSON interface of the table.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use quintain_engine::AnyFight;
use quintain_library::{Opened, files, open, ready_made, shelf};
use quintain_server::{Exercise, examine};
use quintain_sim::{Checked, Manner, conformance, every_question};
use serde_json::json;

use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{DIM, ERROR, GOOD};

pub(crate) fn run(args: &args::Bot, out: &mut dyn Write) -> Done {
    let opened = match args.within.is_empty() {
        true => smallest()?,
        false => args.within.iter().map(|path| open(path, &files::read)).collect::<Result<_, _>>()?,
    };
    let time = Duration::from_secs(args.seconds.into());
    let (protocol, checked) = match args.api {
        true => (quintain_server::PROTOCOL, client(&args.command, time, opened)?),
        false => {
            let (command, manner) = asked_for(&args.command)?;
            (manner.protocol(), program((command, manner), time, opened)?)
        }
    };
    let failed = checked.iter().filter(|one| one.wrong.is_some()).count();
    if args.json {
        let all: Vec<_> = checked.iter().map(|one| json!({ "what": one.what, "wrong": one.wrong })).collect();
        writeln!(out, "{:#}", json!({ "protocol": protocol, "checked": all, "failed": failed }))?;
    } else {
        for one in &checked {
            match &one.wrong {
                None => writeln!(out, "{GOOD}right{GOOD:#}  {}", one.what)?,
                Some(why) => writeln!(out, "{ERROR}wrong{ERROR:#}  {}: {why}", one.what)?,
            }
        }
        let right = checked.len() - failed;
        writeln!(out, "{DIM}{right} of {} right, version {protocol} of the protocol{DIM:#}", checked.len())?;
    }
    if failed == 0 { Ok(()) } else { Err(Fault::Failed) }
}

/// What stands behind `program+many:`, and what that asks for; a command alone asks for nothing.
fn asked_for(words: &str) -> Result<(&str, Manner), Fault> {
    let read = words.split_once(':').and_then(|(kind, command)| Some((command, Manner::read(kind)?)));
    match read {
        None => Ok((words, Manner::default())),
        Some((command, Ok(manner))) => Ok((command, manner)),
        Some((_, Err(why))) => Err(Fault::Wrong(why)),
    }
}

/// A program that is asked line by line.
fn program(asked: (&str, Manner), time: Duration, opened: Vec<Opened>) -> Result<Vec<Checked>, Fault> {
    let fights: Vec<(String, Arc<dyn AnyFight>)> =
        opened.into_iter().map(|opened| (opened.title().to_owned(), Arc::from(opened.fight))).collect();
    conformance(asked, time, &fights).map_err(|fault| Fault::Wrong(fault.to_string()))
}

/// A client of the table. It sits at one table, so nothing is asked of another fight.
fn client(command: &str, time: Duration, opened: Vec<Opened>) -> Result<Vec<Checked>, Fault> {
    let questions = every_question().filter(|asked| asked.fight == 1);
    let exercises: Vec<Exercise> = questions
        .map(|asked| Exercise { what: asked.what.to_owned(), question: asked.question, more: asked.more })
        .collect();
    let examined = examine(command, time, &exercises, opened).map_err(|fault| Fault::Wrong(fault.to_string()))?;
    Ok(examined.into_iter().map(|one| Checked { what: one.what, wrong: one.wrong }).collect())
}

/// The ready-made encounter of each rulebook in which the fewest fight.
fn smallest() -> Result<Vec<Opened>, Fault> {
    let mut found = Vec::new();
    for book in shelf() {
        let own = ready_made().filter(|made| made.book() == book.id());
        let all = own.map(|made| open(made.name, &files::none)).collect::<Result<Vec<_>, _>>()?;
        found.extend(all.into_iter().min_by_key(|opened| opened.fight.roster().len()));
    }
    Ok(found)
}
