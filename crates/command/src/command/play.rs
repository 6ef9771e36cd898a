//! `quintain play`: sets a fight up for the terminal, or takes a recorded one up again.

use std::io::Write;
use std::path::Path;

use quintain_engine::{AnyLive, DiceFrom, DiceKind, Header, Record, Seated, Seats, Terms};
use quintain_library::{Opened, files, open_stored};

use crate::args;
use crate::conduct::players;
use crate::fault::{Done, Fault};
use crate::play::Play;
use crate::play::record::{self, RecordFile};
use crate::render::{BOLD, DIM};
use crate::seats::seats;

pub(crate) fn run(args: &args::Play, out: &mut dyn Write) -> Done {
    let recorded = match &args.record {
        Some(path) => record::read(path)?.map(|record| (path.as_path(), record)),
        None => None,
    };
    if let Some((path, record)) = recorded {
        return go_on(args, path, &record, out);
    }
    let opened = super::party::open_for(&args.encounter, args.party.as_deref())?;
    let terms = terms(args, &opened)?;
    let record = match &args.record {
        Some(path) => Some(RecordFile::begin(path, &header(&opened, &terms))?),
        None => None,
    };
    begin_with(&opened, &terms.seats, out)?;
    let seats = terms.seats.clone();
    let live = Seated::at(&seats, opened.fight.live(terms, Vec::new()));
    Play::new(opened.rulebook, live, record, out).run()
}

fn header(opened: &Opened, terms: &Terms) -> Header {
    let start = opened.fight.digest();
    Header::new(opened.rulebook, &opened.encounter.source, &opened.packs, terms, start)
}

fn begin_with(opened: &Opened, seats: &Seats, out: &mut dyn Write) -> Done {
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({}){DIM:#}", opened.title(), opened.rulebook.name())?;
    let asked = match (seats.players, seats.gm, seats.named.as_slice()) {
        (true, true, []) => "everybody and the GM".to_owned(),
        (true, false, []) => "the players' characters".to_owned(),
        (players, gm, named) => {
            let players = players.then(|| "the players' characters".to_owned());
            let gm = gm.then(|| "the GM".to_owned());
            let roster = opened.fight.roster();
            let named = roster.into_iter().map(|(name, _)| name).filter(|name| named.contains(&name.to_lowercase()));
            players.into_iter().chain(named).chain(gm).collect::<Vec<_>>().join(", ")
        }
    };
    Ok(writeln!(out, "{DIM}you answer for {asked}; `?` shows what you can do, `help` what you can type{DIM:#}")?)
}

/// How the fight is run: who is asked, and who throws.
fn terms(args: &args::Play, opened: &Opened) -> Result<Terms, Fault> {
    let dice = match args.dice {
        args::Dice::Auto => DiceFrom::System,
        args::Dice::Physical => DiceFrom::Hand,
    };
    let conduct = players(opened, &[])?.conduct;
    let watched = Some(opened.fight.secrets());
    Ok(Terms { dice, conduct, watched, ..Terms::attended(seats(&args.seat, opened)?) })
}

/// Takes a recorded fight up again. The record has its own encounter, seats and dice.
fn go_on(args: &args::Play, path: &Path, record: &Record, out: &mut dyn Write) -> Done {
    let opened = open_stored(&record.header)?;
    let replayed = record.replay(opened.rulebook, &*opened.fight)?;
    let shown = path.display();
    // Who goes on with a fight that nobody sat at answers for everybody.
    let (sat, everybody) = (&record.header.seats, Seats::everybody());
    let seated = if *sat == Seats::nobody() { &everybody } else { sat };
    begin_with(&opened, seated, out)?;
    writeln!(out, "{DIM}going on with the fight in {shown}: {}{DIM:#}", so_far(&*replayed.live))?;
    if let Some(note) = record.note {
        writeln!(out, "note: {note}")?;
    }
    let chosen = quintain_library::source_at(&args.encounter, &files::read);
    if args.party.is_none() && chosen.is_ok_and(|source| *source.text != *record.header.encounter.text) {
        let other = &args.encounter;
        writeln!(
            out,
            "note: the record has an encounter of its own, which differs from `{other}`; it is the one played"
        )?;
    }
    let seats_differ = !args.seat.is_empty() && seats(&args.seat, &opened)? != record.header.seats;
    let dice_differ = args.dice == args::Dice::Physical && record.header.dice != DiceKind::Hand;
    if seats_differ || dice_differ {
        writeln!(out, "note: seats and dice are those of the record")?;
    }
    if let Some(older) = &replayed.older {
        writeln!(out, "note: {older}")?;
    }
    if let Some(differs) = &replayed.differs {
        writeln!(out, "note: {differs}")?;
    }
    let file = RecordFile::go_on(path, record)?;
    let live = Seated::at(seated, replayed.live);
    Play::new(opened.rulebook, live, Some(file), out).run()
}

fn so_far(live: &dyn AnyLive) -> String {
    let (events, round) = (live.log().len(), live.view().round);
    format!("{events} events, {}", crate::render::view::round(round))
}
