//! `quintain party`: heroes who go from fight to fight.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;

use quintain_content::{Hero, Noted, Party, Placed, Source};
use quintain_dice::Stream;
use quintain_engine::{Aftermath, AnyLive, DiceFrom, ROUND_LIMIT, Seats, Terms, Waiting};
use quintain_library::{
    Changed, Opened, OpenedParty, files, open, open_party, open_stored, open_with_party, rulebook_at, source_at,
};
use serde_json::json;

use crate::args::{self, PartyDoes};
use crate::fault::{Done, Fault};
use crate::play::{Play, record};
use crate::render::{self, BOLD, DIM, table};

pub(crate) fn run(args: &args::Party, out: &mut dyn Write) -> Done {
    match &args.does {
        PartyDoes::Show { file, json } => match fallen(file) {
            Some(party) => show((&party, None), *json, out),
            None => {
                let camp = opened(file)?;
                show((&camp.party, Some(&camp)), *json, out)
            }
        },
        PartyDoes::After { record, party, write } => after(record, party, write.yes, out),
        PartyDoes::Rest { file, kind, seed, by_hand, ask, write } => {
            let dice = match seed {
                Some(seed) => DiceFrom::Seed(Box::new(Stream::new(*seed, 0))),
                None if *by_hand => DiceFrom::Hand,
                None => DiceFrom::System,
            };
            let asks = *ask || *by_hand || (std::io::stdin().is_terminal() && !write.yes);
            rest((file, kind), (dice, asks), write.yes, out)
        }
        PartyDoes::Hand { file, edicts, write } => {
            let changed = opened(file)?.handed(edicts)?;
            offer(file, &changed, write.yes, out)
        }
    }
}

/// An encounter, with a party in the place of one of its sides where one is named.
///
/// # Errors
/// All that is wrong with either.
pub(super) fn open_for(encounter: &str, party: Option<&str>) -> Result<Opened, Fault> {
    let Some(party) = party else { return Ok(open(encounter, &files::read)?) };
    let party = opened(party)?;
    // Several games may have an encounter of this name: the party's is meant.
    let own = || source_at(&format!("{}/{encounter}", party.rulebook.id()), &files::read).ok();
    let source = source_at(encounter, &files::read).or_else(|fault| own().ok_or(fault))?;
    Ok(open_with_party(source, &party.party, &files::read)?)
}

fn opened(file: &str) -> Result<OpenedParty, Fault> {
    Ok(open_party(file, &files::read)?)
}

/// The party in a file, where all of it are dead: nobody is in camp then, but it can be looked at.
fn fallen(file: &str) -> Option<Party> {
    let text = files::read(file).ok().flatten()?;
    let party = Party::parse(&Source::new(file, text)).ok()?;
    party.heroes.iter().all(Hero::is_dead).then_some(party)
}

fn show((party, camp): (&Party, Option<&OpenedParty>), as_json: bool, out: &mut dyn Write) -> Done {
    let rulebook = rulebook_at(&party.rulebook)?;
    let title = camp.map(OpenedParty::title).or(party.title.as_deref()).unwrap_or(&party.source.path);
    let standing = camp.map(OpenedParty::standing).transpose()?.unwrap_or_default();
    let rests = rulebook.rests();
    if as_json {
        let hero = |(name, left): &(String, Aftermath)| json!({ "name": name, "standing": left });
        let rest = |kind: &&quintain_engine::RestKind| json!({ "key": kind.key, "name": kind.name, "about": kind.about, "rule": kind.rule.id });
        let history = party.history.iter();
        let told = |all: &[Noted]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let history: Vec<_> =
            history.map(|one| json!({ "what": one.what, "title": one.title, "told": told(&one.told) })).collect();
        let whole = json!({
            "title": title,
            "rulebook": rulebook.id(),
            "heroes": standing.iter().map(hero).collect::<Vec<_>>(),
            "rests": rests.iter().map(rest).collect::<Vec<_>>(),
            "history": history,
        });
        serde_json::to_writer_pretty(&mut *out, &whole).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "{BOLD}{title}{BOLD:#} {DIM}({}){DIM:#}\n", rulebook.name())?;
    let mut rows = table::headed(["hero", "is", "left", "has"]);
    for hero in &party.heroes {
        let now = standing.iter().find(|(name, _)| *name == hero.name.value).map(|(_, left)| left);
        let tells = |kept: &&quintain_engine::Kept| camp.is_some_and(|camp| camp.tells(&hero.name.value, kept));
        let has = now.into_iter().flat_map(|now| now.kept.iter().filter(tells));
        let has: Vec<String> = has.map(|kept| format!("{} {}", kept.key, kept.value)).collect();
        rows.add_row([hero.name.value.clone(), hero.is.value.clone(), hero.left.value.clone(), has.join(", ")]);
    }
    table::write(rows, out)?;
    if !rests.is_empty() {
        writeln!(out, "\n{BOLD}rests{BOLD:#}")?;
        rests
            .iter()
            .try_for_each(|kind| writeln!(out, "  {}: {} {DIM}{}{DIM:#}", kind.key, kind.about, kind.rule.id))?;
    }
    if !party.history.is_empty() {
        writeln!(out, "\n{BOLD}history{BOLD:#}")?;
        for chapter in &party.history {
            writeln!(out, "  {}: {}", chapter.what, chapter.title)?;
            chapter.told.iter().try_for_each(|line| writeln!(out, "    {DIM}{line}{DIM:#}"))?;
        }
    }
    Ok(())
}

fn after(path: &Path, party: &str, yes: bool, out: &mut dyn Write) -> Done {
    let file = path.display();
    let record = record::read(path)?.ok_or_else(|| Fault::Wrong(format!("there is no record in `{file}`")))?;
    record::tell_cut(&record);
    let fight = open_stored(&record.header)?;
    let replayed = record.replay(fight.rulebook, &*fight.fight)?;
    if let Some(differs) = replayed.differs {
        return Err(Fault::Failure(format!("this record and these rules part ways: {differs}")));
    }
    let opened = opened(party)?;
    if opened.rulebook.id() != fight.rulebook.id() {
        let (one, other) = (opened.rulebook.name(), fight.rulebook.name());
        return Err(Fault::Wrong(format!("the party plays {one}, and the record is of {other}")));
    }
    let live = &*replayed.live;
    if !matches!(live.waiting(), Waiting::Over(_) | Waiting::Undecided) {
        writeln!(anstream::stderr(), "note: this fight is not over; what follows is how it stands now")?;
    }
    let left = left_of(live);
    let ours = |(name, _): &(String, Aftermath)| opened.party.hero(name).is_some();
    if !left.iter().any(ours) {
        return Err(Fault::Wrong(format!("nobody of `{party}` is in `{file}`: heroes are known by their names")));
    }
    offer(party, &opened.after("fight", fight.title(), &left)?, yes, out)
}

fn left_of(live: &dyn AnyLive) -> Vec<(String, Aftermath)> {
    live.roster().into_iter().map(|(name, _)| name).zip(live.aftermath()).collect()
}

fn rest((file, kind): (&str, &str), (dice, asks): (DiceFrom, bool), yes: bool, out: &mut dyn Write) -> Done {
    let opened = opened(file)?;
    let kind = opened.rest_named(&Placed::nowhere(kind.to_owned()))?;
    let seats = if asks { Seats::everybody() } else { Seats::nobody() };
    let terms = Terms { dice, round_limit: ROUND_LIMIT, ..Terms::attended(seats) };
    let live = opened.camp()?.resting(kind, terms, Vec::new());
    if let Waiting::Broken(why) = live.waiting() {
        return Err(Fault::Failure(why));
    }
    let live = match asks {
        true => Play::new(opened.rulebook, live, None, out).until_over()?,
        false => {
            render::event::story(live.log(), 0, out)?;
            Some(live)
        }
    };
    let Some(live) = live else { return Ok(writeln!(out, "the rest is not over; `{file}` is as it was")?) };
    writeln!(out)?;
    offer(file, &opened.after("rest", kind.name, &left_of(&*live))?, yes, out)
}

/// Shows what becomes of the party, and writes it into its file once that is agreed to.
fn offer(file: &str, changed: &Changed, yes: bool, out: &mut dyn Write) -> Done {
    tell(changed, out)?;
    out.flush()?;
    if !yes && !agreed(file)? {
        return Ok(writeln!(out, "`{file}` is as it was; `--yes` writes it")?);
    }
    replace(file, &changed.source)?;
    Ok(writeln!(out, "`{file}` is written")?)
}

fn tell(changed: &Changed, out: &mut dyn Write) -> Done {
    for hero in &changed.heroes {
        writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({}){DIM:#}", hero.name, hero.left.word())?;
        for line in &hero.changed {
            let (before, now) = (line.before.as_deref().unwrap_or("none"), line.now.as_deref().unwrap_or("none"));
            writeln!(out, "  {} {before} → {now} {DIM}{}{DIM:#}", line.what, line.rule)?;
        }
        if hero.changed.is_empty() {
            writeln!(out, "  {DIM}nothing changes{DIM:#}")?;
        }
        for (what, lines) in [("ends", &hero.ended), ("for the game master", &hero.open)] {
            for line in lines {
                writeln!(out, "  {DIM}{what}: {} {}{DIM:#}", line.what, line.rule)?;
            }
        }
    }
    Ok(writeln!(out)?)
}

/// Whether the person at the terminal says yes; nobody is asked where there is none.
fn agreed(file: &str) -> Result<bool, Fault> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    let mut err = anstream::stderr();
    write!(err, "Write this into `{file}`? [y/N] ")?;
    err.flush()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The file is written aside and put in its place, so that a crash leaves the old one or the new one.
fn replace(file: &str, source: &Source) -> Done {
    let wrong = |fault: std::io::Error| Fault::Failure(format!("`{file}` cannot be written: {fault}"));
    let path = fs::canonicalize(file).map_err(wrong)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let aside = path.with_file_name(name);
    fs::write(&aside, source.text.as_bytes()).and_then(|()| fs::rename(&aside, &path)).map_err(wrong)
}
