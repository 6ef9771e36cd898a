//! `quintain watch`: one unattended fight, blow by blow.

use std::io::Write;

use quintain_engine::{AnyFight, Header, Seated, Terms, Waiting};
use quintain_sim::{Driven, limit_from};

use crate::args;
use crate::conduct::{Players, players, tell_complaints};
use crate::fault::{Done, Fault};
use crate::moment::{self, Played};
use crate::play::record::RecordFile;
use crate::render::{self, BOLD};
use crate::seats::seats;

pub(crate) fn run(args: &args::Watch, out: &mut dyn Write) -> Done {
    if let Some(path) = &args.record {
        RecordFile::wants_none(path)?;
    }
    let chosen = &args.unattended;
    let Played { opened, title, start } = moment::played(&chosen.encounter, &args.from)?;
    let Players { conduct, drivers, .. } = players(&opened, &chosen.tactics)?;
    let eyes = if args.seat.is_empty() { None } else { Some(seats(&args.seat, &opened)?) };
    let watched = eyes.as_ref().map(|_| opened.fight.secrets());
    let unattended = Terms::unattended(chosen.seed, args.fight, conduct);
    let terms = Terms { round_limit: limit_from(&*opened.fight, chosen.round_limit), watched, ..unattended };
    writeln!(out, "{BOLD}{title}{BOLD:#}")?;
    let header = Header::new(opened.rulebook, &opened.encounter.source, &opened.packs, &terms, start);
    let fight = Driven::new(opened.fight, drivers);
    let live = fight.live(terms, Vec::new());
    tell_complaints(&fight);
    if let Some(path) = &args.record {
        RecordFile::keep(path, &header, live.facts())?;
    }
    let live = match &eyes {
        Some(seats) => Seated::at(seats, live),
        None => live,
    };
    render::event::story(live.log(), 0, out)?;
    writeln!(out)?;
    let ended = match live.waiting() {
        Waiting::Over(words) => words,
        Waiting::Undecided => format!("undecided after {} rounds", chosen.round_limit),
        Waiting::Broken(words) => return Err(Fault::Failure(words)),
        Waiting::Answer(_) | Waiting::Dice { .. } => {
            return Err(Fault::Failure("the fight did not end by itself".into()));
        }
    };
    writeln!(out, "{BOLD}The end{BOLD:#}: {ended}")?;
    Ok(render::view::state(&live.view(), out)?)
}
