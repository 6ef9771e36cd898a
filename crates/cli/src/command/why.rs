//! `quintain why`: why a value of a fight is what it is.

use std::io::Write;
use std::path::Path;

use quintain_content::nearest;
use quintain_engine::{AnyLive, Conduct, DiceFrom, NoSuchValue, Seats, Terms};
use quintain_library::{files, open, open_stored};

use crate::args;
use crate::fault::{Done, Fault};
use crate::play::record;
use crate::render::BOLD;

pub(crate) fn run(args: &args::Why, out: &mut dyn Write) -> Done {
    let live = opened(args)?;
    let why = live.why(&args.value).map_err(|none| Fault::Wrong(no_such_value(&none)))?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &why.to_json()).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let told = why.to_string();
    let (first, parts) = told.split_once('\n').map_or((told.as_str(), ""), |(first, parts)| (first, parts));
    writeln!(out, "{BOLD}{first}{BOLD:#}")?;
    if parts.is_empty() { Ok(()) } else { Ok(writeln!(out, "{parts}")?) }
}

/// The fight as it stands where it is asked about: an encounter at its first question, a record at its end, either behind
/// so many facts.
fn opened(args: &args::Why) -> Result<Box<dyn AnyLive>, Fault> {
    let (fight, facts) = if args.fight.ends_with(".jsonl") {
        let record = record::read(Path::new(&args.fight))?;
        let record = record.ok_or_else(|| Fault::Wrong(format!("there is no record in `{}`", args.fight)))?;
        let opened = open_stored(&record.header)?;
        let replayed = record.replay(opened.rulebook, &*opened.fight)?;
        if let Some(differs) = replayed.differs {
            return Err(Fault::Failure(format!("this record and these rules part ways: {differs}")));
        }
        (opened.fight, replayed.live.facts().to_vec())
    } else {
        let opened = open(&args.fight, &files::read)?;
        let facts = match args.at {
            None => Vec::new(),
            Some(_) => {
                let terms = Terms::unattended(args.seed, 0, Conduct::best());
                opened.fight.live(terms, Vec::new()).facts().to_vec()
            }
        };
        (opened.fight, facts)
    };
    let at = args.at.unwrap_or(facts.len());
    let kept = facts.get(..at).ok_or_else(|| {
        let words = format!("`{}` has {} facts, so there is none at {at}", args.fight, facts.len());
        Fault::Wrong(words)
    })?;
    let unattended = Terms::unattended(args.seed, 0, Conduct::best());
    let dice = if facts.is_empty() { unattended.dice.clone() } else { DiceFrom::Hand };
    Ok(fight.live(Terms { seats: Seats::everybody(), dice, ..unattended }, kept.to_vec()))
}

/// What would have been right at that place, the nearest name first.
fn no_such_value(none: &NoSuchValue) -> String {
    let said = none.path.rsplit_once('.').filter(|_| none.known.iter().any(|known| known == "side"));
    let said = said.map_or(none.path.split('.').next().unwrap_or_default(), |(_, key)| key);
    match nearest(said, none.known.iter().map(String::as_str)) {
        Some(near) => format!("{none}; the nearest name is `{near}`"),
        None => none.to_string(),
    }
}
