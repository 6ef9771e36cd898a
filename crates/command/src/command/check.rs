//! `quintain check`: everything that is wrong with content, each with its place.

mod record;

use std::collections::BTreeMap;
use std::io::Write;

use quintain::Day;
use quintain_content::{Encounter, Problem, Problems, Source};
use quintain_library::{FileKind, built_in_packs, files, kind_of, library, open_source, rulebook, rulebook_at};

use crate::args;
use crate::fault::{Done, Fault};
use crate::{render, walk};

/// What folders are walked for.
const EXTENSIONS: &[&str] = &["toml", "fight"];

pub(crate) fn run(args: &args::Check, out: &mut dyn Write) -> Done {
    let mut checked = Checked::default();
    let found = walk::files(&args.paths, EXTENSIONS)?;
    for why in found.unreadable {
        checked.problems.push(Problem::general(why));
    }
    for path in &found.files {
        checked.file(path)?;
    }
    checked.packs();
    checked.encounters();
    checked.parties();
    checked.days();
    checked.scripts();
    checked.records();
    let problems = std::mem::take(&mut checked.problems).sorted();
    if problems.is_empty() {
        return Ok(writeln!(out, "{}: nothing wrong", checked.counted())?);
    }
    let count = problems.0.len();
    render::problem::all(&problems, &mut anstream::stderr().lock())?;
    let noun = if count == 1 { "problem" } else { "problems" };
    // Where nothing could be read there is nothing to count.
    let within = if checked.sources.is_empty() { String::new() } else { format!(" in {}", checked.counted()) };
    Err(Fault::Wrong(format!("{count} {noun}{within}")))
}

#[derive(Default)]
struct Checked {
    sources: BTreeMap<FileKind, Vec<Source>>,
    problems: Problems,
}

impl Checked {
    /// Takes a file in. One that cannot be read keeps no other from being checked.
    fn file(&mut self, path: &str) -> Done {
        let source = match walk::read(path) {
            Ok(source) => source,
            Err(Fault::Wrong(why)) => {
                self.problems.push(Problem::general(why));
                return Ok(());
            }
            Err(fault) => return Err(fault),
        };
        match kind_of(&source) {
            Some(kind) => self.sources.entry(kind).or_default().push(source),
            None => self.problems.push(
                Problem::general(format!("`{path}` is no file that can be checked"))
                    .help("encounters, packs, parties and days end in .toml, scripts in .fight, records in .jsonl"),
            ),
        }
        Ok(())
    }

    fn of(&self, kind: FileKind) -> Vec<Source> {
        self.sources.get(&kind).cloned().unwrap_or_default()
    }

    /// Packs of one rulebook are read together, with the built-in ones, because they may build upon each other.
    fn packs(&mut self) {
        let mut by_book: BTreeMap<&str, Vec<Source>> = BTreeMap::new();
        for pack in self.of(FileKind::Pack) {
            if is_empty(&pack) {
                let what = "nobody fights here, and it holds no entries";
                let help =
                    "an encounter has a `[[combatant]]` for each who fights, a pack entries such as `[[creature]]`";
                self.problems.push(Problem::at(&pack.place(0..0), what).help(help));
            }
            let book = Encounter::peek_rulebook(&pack, 0..pack.text.len());
            let found = book.and_then(|word| rulebook_at(&word).map_err(Problems::from));
            match found {
                Ok(book) => by_book.entry(book.id()).or_default().push(pack),
                Err(problems) => self.problems.extend(problems),
            }
        }
        for (id, own) in by_book {
            let replaced = |built_in: &Source| own.iter().any(|pack| is_copy_of(pack, built_in));
            let base = built_in_packs(id).into_iter().filter(|built_in| !replaced(built_in));
            let all: Vec<Source> = base.chain(own.iter().cloned()).collect();
            if let Err(problems) = rulebook(id).map_err(Problems::from).and_then(|book| book.read(&all)) {
                self.problems.extend(problems);
            }
        }
    }

    fn encounters(&mut self) {
        for encounter in self.of(FileKind::Encounter) {
            match open_source(encounter, &files::read) {
                Err(problems) => self.problems.extend(problems),
                Ok(opened) => self.problems.extend(opened.one_sided().map_or_else(Problems::new, Problems::from)),
            }
        }
    }

    fn parties(&mut self) {
        for party in self.of(FileKind::Party) {
            let opened = library().open_party_source(&party, &files::read);
            self.problems.extend(opened.err().unwrap_or_default());
        }
    }

    /// A day is sound where its party, its encounters and what is handed out are.
    fn days(&mut self) {
        for day in self.of(FileKind::Day) {
            let played = Day::read(&day).and_then(|day| day.turned(&[], &[]));
            self.problems.extend(played.err().unwrap_or_default());
        }
    }

    fn scripts(&mut self) {
        for script in self.of(FileKind::Script) {
            self.problems.extend(crate::examples::problems(&script));
        }
    }

    fn records(&mut self) {
        for source in self.of(FileKind::Record) {
            if let Err(problems) = record::sound(&source) {
                self.problems.extend(problems);
            }
        }
    }

    fn counted(&self) -> String {
        let words = self.sources.iter().map(|(kind, of)| {
            let (one, several) = match kind {
                FileKind::Encounter => ("encounter", "encounters"),
                FileKind::Pack => ("pack", "packs"),
                FileKind::Script => ("script", "scripts"),
                FileKind::Record => ("record", "records"),
                FileKind::Party => ("party", "parties"),
                FileKind::Day => ("day", "days"),
            };
            format!("{} {}", of.len(), if of.len() == 1 { one } else { several })
        });
        let words: Vec<String> = words.collect();
        words.join(", ")
    }
}

/// Whether a file that holds no combatant holds no entry either.
fn is_empty(pack: &Source) -> bool {
    !pack.text.lines().any(|line| line.trim_start().starts_with("[["))
        && !pack
            .text
            .lines()
            .any(|line| line.split_once('=').is_some_and(|(_, value)| value.trim_start().starts_with("[{")))
}

/// Whether a file is the working copy of a built-in pack: `home/quintain/packs/thalassa/core.toml`.
fn is_copy_of(file: &Source, built_in: &Source) -> bool {
    let path = file.path.replace('\\', "/");
    path == *built_in.path || path.ends_with(&format!("/{}", built_in.path))
}
