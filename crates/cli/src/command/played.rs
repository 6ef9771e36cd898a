//! `quintain rules BOOK --played N`: how often each rule fires in the ready-made encounters.

use std::collections::BTreeMap;
use std::io::Write;

use quintain_engine::{AnyRulebook, Conduct, Rule, Terms};
use quintain_library::{files, open, ready_made};
use serde::Serialize;

use crate::fault::Done;
use crate::render::{BOLD, DIM, bar, table, thousands};

/// How often a rule fired.
#[derive(Serialize)]
struct Fired {
    id: &'static str,
    /// In how many fights.
    fights: u64,
    /// How many times in all.
    times: u64,
}

/// Plays each encounter of the book so often and counts the rules that its events name.
///
/// # Errors
/// When an encounter cannot be opened.
pub(crate) fn run(book: &dyn AnyRulebook, fights: u64, json: bool, out: &mut dyn Write) -> Done {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut played = 0;
    for encounter in ready_made() {
        let opened = open(encounter.path, &files::read)?;
        if opened.rulebook.id() != book.id() {
            continue;
        }
        for number in 0..fights {
            let live = opened.fight.live(Terms::unattended(1, number, Conduct::best()), Vec::new());
            let mut own: BTreeMap<&str, u64> = BTreeMap::new();
            for event in live.log() {
                for rule in std::iter::once(&event.rule).chain(&event.also) {
                    *own.entry(rule.id).or_default() += 1;
                }
            }
            for (id, times) in own {
                let count = counts.entry(id).or_default();
                *count = (count.0 + 1, count.1 + times);
            }
            played += 1;
        }
    }
    let rules = || book.sections().iter().flat_map(|section| section.rules).copied();
    let mut all: Vec<Fired> = rules()
        .filter(|rule| rule.kind.needs_example())
        .map(|rule| {
            let (fights, times) = counts.get(rule.id).copied().unwrap_or_default();
            Fired { id: rule.id, fights, times }
        })
        .collect();
    all.sort_by(|a, b| b.fights.cmp(&a.fights).then(b.times.cmp(&a.times)));
    if json {
        serde_json::to_writer_pretty(&mut *out, &all).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(book, &all, played, &rules().collect::<Vec<_>>(), out)
}

fn tell(book: &dyn AnyRulebook, all: &[Fired], played: u64, rules: &[&Rule], out: &mut dyn Write) -> Done {
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {DIM}({} fights, all ready-made encounters){DIM:#}\n",
        book.name(),
        thousands(played)
    )?;
    let mut rows = table::headed(["rule", "in fights", "", "times"]);
    table::right(&mut rows, [1, 3]);
    for one in all.iter().filter(|one| one.times > 0) {
        let share = one.fights as f64 / played.max(1) as f64;
        rows.add_row([one.id.to_owned(), format!("{:.1} %", share * 100.0), bar(share, 12), thousands(one.times)]);
    }
    table::write(rows, out)?;
    let never: Vec<&Fired> = all.iter().filter(|one| one.times == 0).collect();
    writeln!(out, "\n{BOLD}Never told in these fights: {} of {}{BOLD:#}", never.len(), all.len())?;
    let mut rows = table::plain();
    for one in never {
        let summary = rules.iter().find(|rule| rule.id == one.id).map_or("", |rule| rule.summary);
        rows.add_row([one.id, summary]);
    }
    Ok(table::write(rows, out)?)
}
