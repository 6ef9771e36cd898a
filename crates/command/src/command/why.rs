//! `quintain why`: why a value of a fight is what it is.

use std::io::Write;

use quintain_engine::{AnyLive, Conduct, DiceFrom, Seats, Terms};
use quintain_library::{files, open};

use crate::args;
use crate::fault::{Done, Fault};
use crate::moment::{Recorded, is_record};
use crate::render;

pub(crate) fn run(args: &args::Why, out: &mut dyn Write) -> Done {
    let live = opened(args)?;
    let why = live.why(&args.value).map_err(|none| Fault::Wrong(render::why::no_such_value(&none)))?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &why.to_json()).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    Ok(render::why::value(&why, out)?)
}

/// The fight as it stands where it is asked about: an encounter at its first question, a record at its end, either behind
/// so many facts.
fn opened(args: &args::Why) -> Result<Box<dyn AnyLive>, Fault> {
    let (fight, facts) = if is_record(&args.fight) {
        let recorded = Recorded::open(&args.fight, args.at)?;
        (recorded.opened.fight, recorded.facts)
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
