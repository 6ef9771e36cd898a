//! `quintain packs`: what the packs of a rulebook hold, and one entry as it stands there.

use std::collections::BTreeSet;
use std::io::Write;

use quintain_content::{Placed, Problem};
use quintain_library::{Entry, built_in_packs, entries, rulebook};
use serde::Serialize;

use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, table};

/// An entry as JSON; its text where one is asked for.
#[derive(Serialize)]
struct Told<'a> {
    kind: &'a str,
    id: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    pack: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

pub(crate) fn run(args: &args::Packs, out: &mut dyn Write) -> Done {
    let book = rulebook(&args.book)?;
    let packs = built_in_packs(book.id());
    let all = packs.iter().map(entries).collect::<Result<Vec<_>, Problem>>()?.concat();
    if let Some(id) = &args.id {
        return one(args, &all, id, out);
    }
    if let Some(kind) = args.kind.as_ref().filter(|kind| all.iter().all(|one| one.kind != **kind)) {
        let kinds: BTreeSet<&str> = all.iter().map(|one| &*one.kind).collect();
        return Err(Problem::no_such("kind of entry", &Placed::nowhere(kind.clone()), kinds).into());
    }
    let wanted: Vec<&Entry> = all.iter().filter(|one| is_wanted(args, one)).collect();
    if wanted.is_empty() {
        let word = args.with.as_deref().unwrap_or_default();
        return Err(Fault::Wrong(format!("no entry has `{word}` in its name or description")));
    }
    if args.json {
        return json(&wanted.into_iter().map(|one| told(one, None)).collect::<Vec<_>>(), out);
    }
    list(&wanted, out)
}

fn is_wanted(args: &args::Packs, one: &Entry) -> bool {
    let has = |word: &str| {
        let told = [&*one.id, &*one.name, one.about.as_deref().unwrap_or_default()];
        told.iter().any(|text| text.to_lowercase().contains(&word.to_lowercase()))
    };
    args.kind.as_ref().is_none_or(|kind| one.kind == *kind) && args.with.as_deref().is_none_or(has)
}

/// All entries of an id or a name; a creature and a thing may share one.
fn one(args: &args::Packs, all: &[Entry], id: &str, out: &mut dyn Write) -> Done {
    let called = |one: &&Entry| one.id.eq_ignore_ascii_case(id) || one.name.eq_ignore_ascii_case(id);
    let found: Vec<&Entry> = all.iter().filter(called).collect();
    if found.is_empty() {
        let known = all.iter().map(|one| &*one.id);
        let problem = Problem::no_such("entry", &Placed::nowhere(id.to_owned()), known);
        let help = problem.help.clone().unwrap_or_else(|| format!("`--with {id}` looks for a part of a name"));
        return Err(problem.help(help).into());
    }
    if args.json {
        return json(&found.into_iter().map(|one| told(one, Some(&one.text))).collect::<Vec<_>>(), out);
    }
    for one in found {
        writeln!(out, "{DIM}# {}{DIM:#}\n{}\n", one.pack, one.text)?;
    }
    Ok(())
}

fn told<'a>(one: &'a Entry, text: Option<&'a str>) -> Told<'a> {
    Told { kind: &one.kind, id: &one.id, name: &one.name, about: one.about.as_deref(), pack: &one.pack, text }
}

fn json(told: &[Told<'_>], out: &mut dyn Write) -> Done {
    serde_json::to_writer_pretty(&mut *out, told).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Entries by pack.
fn list(wanted: &[&Entry], out: &mut dyn Write) -> Done {
    for (place, pack) in wanted.chunk_by(|one, next| one.pack == next.pack).enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}", pack.first().map_or("", |one| &*one.pack))?;
        let mut rows = table::plain();
        for one in pack {
            rows.add_row([
                format!("  {}", one.kind),
                one.id.clone(),
                one.name.clone(),
                one.about.clone().unwrap_or_default(),
            ]);
        }
        table::write(rows, out)?;
    }
    Ok(())
}
