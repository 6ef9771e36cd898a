//! `quintain books`: the rulebooks, their tactics, the ready-made encounters and days.

use std::io::Write;

use quintain_content::{Day, Encounter, Source};
use quintain_engine::{AnyRulebook, COMMON};
use quintain_library::{ReadyMade, built_in_text, library, ready_made, shelf};

use crate::fault::Done;
use crate::render::{BOLD, DIM, table};

pub(crate) fn run(out: &mut dyn Write) -> Done {
    for (place, book) in shelf().iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let rules: usize = book.sections().iter().map(|section| section.rules.len()).sum();
        writeln!(out, "{BOLD}{}{BOLD:#} ({}): {rules} rules", book.name(), book.id())?;
        tactics(*book, out)?;
        encounters(*book, out)?;
        days(*book, out)?;
    }
    Ok(())
}

fn tactics(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let common = COMMON.iter().map(|(tactics, _)| tactics);
    writeln!(out, "{DIM}  tactics{DIM:#}")?;
    list(book.tactics().iter().chain(common).map(|one| (one.name.to_owned(), one.about.to_owned())), out)
}

fn encounters(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let own: Vec<ReadyMade> = ready_made().filter(|one| one.book() == book.id()).collect();
    if own.is_empty() {
        return Ok(());
    }
    writeln!(out, "{DIM}  encounters{DIM:#}")?;
    list(own.into_iter().map(|one| (one.name.to_owned(), about(book, one))), out)
}

fn about(book: &dyn AnyRulebook, one: ReadyMade) -> String {
    let Ok(encounter) = Encounter::parse(&one.source(), book.tables()) else { return String::new() };
    told(encounter.title, encounter.about)
}

fn told(title: Option<String>, about: Option<String>) -> String {
    [title, about].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

fn days(book: &dyn AnyRulebook, out: &mut dyn Write) -> Done {
    let day = |path: &str| {
        let day = built_in_text(path).and_then(|text| Day::parse(&Source::new(path, text)).ok());
        let name = path.strip_prefix("days/").unwrap_or(path);
        let name = name.strip_suffix(".toml").unwrap_or(name).to_owned();
        (name, day.map_or_else(String::new, |day| told(day.title, day.about)))
    };
    let own = library().days(book.id());
    if own.is_empty() {
        return Ok(());
    }
    writeln!(out, "{DIM}  days{DIM:#}")?;
    list(own.into_iter().map(day), out)
}

fn list(rows: impl Iterator<Item = (String, String)>, out: &mut dyn Write) -> Done {
    let mut table = table::plain();
    for (name, about) in rows {
        table.add_row([format!("    {name}"), about]);
    }
    Ok(table::write(table, out)?)
}
