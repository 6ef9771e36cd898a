//! Who plays how: the tactics that the encounter gives its sides and combatants, and those chosen at the command line.

use std::cmp::Reverse;
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quintain_content::{Placed, Problem, nearest};
use quintain_engine::{Conduct, Side};
use quintain_library::{Opened, OwnTactics, tactics_at};
use quintain_sim::{Driven, Driver, Manner, Program};

use crate::fault::Fault;

/// How many play-outs search gives each question unless told otherwise.
const PLAY_OUTS: u32 = 100;

/// How long a program may take over an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who plays how.
#[derive(Debug)]
pub(crate) struct Players {
    /// The tactics.
    pub(crate) conduct: Conduct,
    /// The sides that are played by more than tactics.
    pub(crate) drivers: Vec<(Side, Driver)>,
    /// How each side is played, in words, by its place.
    pub(crate) names: Vec<String>,
}

/// Makes sure that two sides have combatants: a simulation of one says nothing.
///
/// # Errors
/// Says on which side everybody is.
pub(crate) fn contested(opened: &Opened) -> Result<(), Fault> {
    let Some(name) = opened.only_side() else { return Ok(()) };
    let what =
        format!("everybody in `{}` is on the side of `{name}`; a simulation needs somebody on two", opened.title());
    Err(Fault::Wrong(what))
}

/// The players of a fight. Each of `chosen` is `SIDE=NAME`, or a name for all sides that are not named. Besides the
/// rulebook's own there are `search`, `search:PLAY-OUTS` and `program:COMMAND`.
///
/// # Errors
/// When a side is given twice; when a side or tactics are unknown, and the known ones are listed; when a program cannot be started.
pub(crate) fn players(opened: &Opened, chosen: &[String]) -> Result<Players, Fault> {
    let book = opened.rulebook;
    let sides = opened.fight.sides();
    let OwnTactics { sides: mut tactics, combatants: mut single } = opened.own_tactics()?;
    let mut names: Vec<String> = tactics.iter().map(|own| own.name(book.tactics()).to_owned()).collect();
    let mut drivers: Vec<Option<Driver>> = sides.iter().map(|_| None).collect();
    for (places, name) in named(&sides, chosen)? {
        for place in places {
            drivers[place] = driver(name)?;
            names[place] = name.to_owned();
            if drivers[place].is_none() {
                tactics[place] = tactics_at(book, &Placed::nowhere(name.to_owned()))?;
            }
            single.retain(|(name, _)| !is_of(opened, name, place));
        }
    }
    let driven = drivers.into_iter().enumerate().filter_map(|(place, driver)| Some((Side(place as u8), driver?)));
    let conduct = OwnTactics { sides: tactics, combatants: single }.conduct();
    Ok(Players { conduct, drivers: driven.collect(), names })
}

/// Which sides are played by what: those for all sides first.
fn named<'a>(sides: &[String], chosen: &'a [String]) -> Result<Vec<(Range<usize>, &'a str)>, Fault> {
    let mut named: Vec<(Range<usize>, &str)> = Vec::new();
    for words in chosen {
        let (places, name) = match words.split_once('=').filter(|(side, _)| !side.contains(':')) {
            None => (0..sides.len(), words.trim()),
            Some((side, name)) => {
                let place = find(sides, side.trim())?;
                (place..place + 1, name.trim())
            }
        };
        if let Some((_, other)) = named.iter().find(|(known, _)| *known == places) {
            let whose = if places.len() == sides.len() { "all sides" } else { &sides[places.start] };
            return Err(Fault::Wrong(format!("{whose} cannot be played by both `{other}` and `{name}`")));
        }
        named.push((places, name));
    }
    named.sort_by_key(|(places, _)| Reverse(places.len()));
    Ok(named)
}

/// What plays a side, where the name means more than tactics.
fn driver(name: &str) -> Result<Option<Driver>, Fault> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    if let Some(manner) = Manner::read(kind) {
        let manner = manner.map_err(|why| Fault::Wrong(format!("`{name}`: {why}")))?;
        let program = Program::new(rest, PATIENCE).map_err(|fault| Fault::Wrong(fault.to_string()))?;
        return Ok(Some(Driver::Program(program.in_manner(manner))));
    }
    match kind {
        "search" if rest.is_empty() => Ok(Some(Driver::Search { play_outs: PLAY_OUTS })),
        "search" => {
            let number = rest.parse::<u32>().ok().filter(|number| (2..=1_000_000).contains(number));
            let wrong =
                || Fault::Wrong(format!("`{name}`: after `search:` stands a number of play-outs, 2 to 1000000"));
            Ok(Some(Driver::Search { play_outs: number.ok_or_else(wrong)? }))
        }
        _ => Ok(None),
    }
}

/// Whether anything has gone wrong with a program.
static COMPLAINED: AtomicBool = AtomicBool::new(false);

/// Says on standard error what went wrong with programs.
pub(crate) fn tell_complaints(fight: &Driven) {
    for (words, times) in fight.complaints() {
        COMPLAINED.store(true, Ordering::Relaxed);
        let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
        let _ = writeln!(anstream::stderr(), "{words} ({times}; the default answer stood)");
    }
}

/// Fails where a program that played a side did not do its part: what was told then says little about it.
///
/// # Errors
/// Says so.
pub(crate) fn all_programs_played() -> Result<(), Fault> {
    let advice = "a program did not play its part, so its side's figures are partly those of the defaults; \
                  `--bots-may-fail` takes them as they are";
    if COMPLAINED.load(Ordering::Relaxed) { Err(Fault::Failure(advice.to_owned())) } else { Ok(()) }
}

/// Whether the combatant of this name fights on the side at this place.
fn is_of(opened: &Opened, name: &str, side: usize) -> bool {
    opened.fight.roster().iter().any(|(known, of)| known == name && of.index() == side)
}

fn find(sides: &[String], name: &str) -> Result<usize, Problem> {
    let place = sides.iter().position(|side| side.to_lowercase() == name.to_lowercase());
    place.ok_or_else(|| {
        let listed: Vec<String> = sides.iter().map(|side| format!("`{side}`")).collect();
        let help = match nearest(name, sides.iter().map(String::as_str)) {
            Some(near) => format!("the nearest name is `{near}`"),
            None => format!("the sides here are {}", listed.join(" and ")),
        };
        Problem::general(format!("no side is called `{name}`")).help(help)
    })
}
