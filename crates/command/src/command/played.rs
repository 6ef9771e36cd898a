//! `quintain rules BOOK --played N`: how often each rule fires in the ready-made encounters.

use std::collections::BTreeMap;
use std::io::Write;

use quintain_engine::{AnyFight, AnyRulebook, Conduct, Rule, Tactics};
use quintain_library::{Opened, files, open, ready_made, set_up};
use quintain_sim::{Fired, Study, fired, nudges};
use serde::Serialize;

use super::sim::STOP;
use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{self, BOLD, DIM, bar, table, thousands};

/// How often a rule fired.
#[derive(Serialize)]
struct Told {
    id: &'static str,
    /// In how many fights.
    fights: u64,
    /// How many times in all.
    times: u64,
    /// Where it never fired in the encounters as they stand: what it first fired with.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
}

/// The encounters that were named, or all ready-made ones of the book.
///
/// # Errors
/// When one cannot be opened, or is of another book.
fn encounters(book: &dyn AnyRulebook, named: &[String]) -> Result<Vec<Opened>, Fault> {
    let of_book = |one: &Opened| one.rulebook.id() == book.id();
    let all: Vec<&str> = match named {
        [] => ready_made().map(|encounter| encounter.path).collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    let opened = all.into_iter().map(|path| open(path, &files::read)).collect::<Result<Vec<_>, _>>()?;
    match opened.iter().find(|one| !named.is_empty() && !of_book(one)) {
        Some(other) => {
            let (title, its) = (other.title(), other.rulebook.name());
            Err(Fault::Wrong(format!("`{title}` is played by the rules of {its}, not of {}", book.name())))
        }
        None => Ok(opened.into_iter().filter(of_book).collect()),
    }
}

/// Plays each encounter of the book so often and counts the rules that its events name.
///
/// # Errors
/// When an encounter cannot be opened.
pub(crate) fn run(book: &dyn AnyRulebook, fights: u64, args: &args::Rules, out: &mut dyn Write) -> Done {
    let opened = encounters(book, &args.within)?;
    let mut counts: BTreeMap<&str, Fired> = BTreeMap::new();
    for one in &opened {
        for (id, own) in fired(&*one.fight, &Study::new("", fights), &STOP) {
            counts.entry(id).or_default().add(own);
        }
    }
    let rules: Vec<&Rule> = book.sections().iter().flat_map(|section| section.rules).copied().collect();
    let mut all: Vec<Told> = rules
        .iter()
        .filter(|rule| rule.kind.needs_example())
        .map(|rule| {
            let Fired { fights, times } = counts.get(rule.id).copied().unwrap_or_default();
            Told { id: rule.id, fights, times, variant: None }
        })
        .collect();
    all.sort_by(|a, b| b.fights.cmp(&a.fights).then(b.times.cmp(&a.times)));
    if args.variants {
        variants(book, &opened, fights.div_ceil(10), &mut all);
    }
    let where_played = match args.within.len() {
        0 => "all ready-made encounters".to_owned(),
        1 => opened.first().map(|one| one.title().to_owned()).unwrap_or_default(),
        count => format!("{count} encounters"),
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &all).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let played = fights.saturating_mul(opened.len() as u64);
    tell(book, &all, (played, &where_played), &rules, out)
}

/// Plays what may reach those that never fired: everybody at random, then each house rule at each of its other values.
fn variants(book: &dyn AnyRulebook, opened: &[Opened], fights: u64, all: &mut [Told]) {
    let at_random = Conduct { uniform: Some(Tactics::Random), ..Conduct::best() };
    let mut play = |fight: &dyn AnyFight, conduct: &Conduct, what: &str| {
        let seen = fired(fight, &Study { conduct: conduct.clone(), ..Study::new("", fights) }, &STOP);
        for rule in all.iter_mut().filter(|rule| rule.times == 0 && rule.variant.is_none()) {
            rule.variant = seen.contains_key(rule.id).then(|| what.to_owned());
        }
    };
    for one in opened {
        play(&*one.fight, &at_random, &format!("{}, everybody at random", one.title()));
        for nudge in nudges(&one.encounter, &one.fight.view(), book.house_rules()) {
            if let (true, Ok(fight)) = (nudge.what.starts_with("house."), set_up(&nudge.encounter, &files::read)) {
                play(&*fight, &Conduct::best(), &format!("{}, {}", one.title(), nudge.what));
            }
        }
    }
}

fn tell(
    book: &dyn AnyRulebook,
    all: &[Told],
    (played, where_played): (u64, &str),
    rules: &[&Rule],
    out: &mut dyn Write,
) -> Done {
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}({}, {}){DIM:#}\n", book.name(), render::fights(played), where_played)?;
    let mut rows = table::headed(["rule", "in fights", "", "times"]);
    table::right(&mut rows, [1, 3]);
    for one in all.iter().filter(|one| one.times > 0) {
        let share = one.fights as f64 / played.max(1) as f64;
        rows.add_row([one.id.to_owned(), format!("{:.1} %", share * 100.0), bar(share, 12), thousands(one.times)]);
    }
    table::write(rows, out)?;
    let only: Vec<&Told> = all.iter().filter(|one| one.variant.is_some()).collect();
    if !only.is_empty() {
        writeln!(out, "\n{BOLD}Told in variants only: {} of {}{BOLD:#}", only.len(), all.len())?;
        let mut rows = table::plain();
        for one in only {
            rows.add_row([one.id, one.variant.as_deref().unwrap_or_default()]);
        }
        table::write(rows, out)?;
    }
    let never: Vec<&Told> = all.iter().filter(|one| one.times == 0 && one.variant.is_none()).collect();
    writeln!(out, "\n{BOLD}Never told in these fights: {} of {}{BOLD:#}", never.len(), all.len())?;
    let mut rows = table::plain();
    for one in never {
        let summary = rules.iter().find(|rule| rule.id == one.id).map_or("", |rule| rule.summary);
        rows.add_row([one.id, summary]);
    }
    Ok(table::write(rows, out)?)
}
