//! The head of a case: an encounter, the path or the name of one, common parts, and what is changed in them.

use std::ops::Range;

use quintain_content::{Encounter, Part, Place, Placed, Problem, Problems, Source};

use super::Loader;
use super::parse::PartText;
use crate::face::AnyRulebook;

/// The most parts that build one upon the other.
const DEEPEST: usize = 16;

/// A head that was read.
pub(super) struct Head<'a> {
    pub book: &'a dyn AnyRulebook,
    pub encounter: Encounter,
    pub seed: Option<u64>,
    pub shows: Vec<Placed<String>>,
}

/// Where a head is looked up: the script's own parts, and the house around it.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub source: &'a Source,
    pub parts: &'a [PartText],
    pub loader: &'a dyn Loader,
}

pub(super) fn read(within: Range<usize>, around: Around<'_>) -> Result<Head<'_>, Problems> {
    let source = around.source;
    let text = source.text.get(within.clone()).unwrap_or_default();
    let mut layers = Layers { around, laid: Vec::new(), parts: Vec::new() };
    let base = match bare_line(text) {
        Some(line) => {
            let start = within.start + text.find(line).unwrap_or(0);
            let name = Placed::new(line.to_owned(), source.place(start..start + line.len()));
            match around.part(&name) {
                Some(_) => {
                    layers.add(&name, 0)?;
                    layers.base()?
                }
                None => Some(around.bare(&name)?),
            }
        }
        None => {
            let own = Part::read(source, within.clone())?;
            for name in own.uses()? {
                layers.add(&name, 0)?;
            }
            layers.parts.push(own);
            layers.base()?
        }
    };
    let parts: Vec<Part> = base.into_iter().chain(layers.parts).collect();
    let mut rulebook = None;
    for part in &parts {
        rulebook = rulebook.or(part.rulebook()?);
    }
    let rulebook = match rulebook {
        Some(rulebook) => rulebook,
        None => Encounter::peek_rulebook(source, within)?,
    };
    let book = around.loader.rulebook(&rulebook.value);
    let unknown = || Problem::at(&rulebook.place, format!("no rulebook is called `{}`", rulebook.value));
    let book = book.ok_or_else(unknown)?;
    let encounter = Encounter::put_together(&parts, book.tables())?;
    let (seed, shows) = (encounter.seed, encounter.shows.clone());
    Ok(Head { book, encounter, seed, shows })
}

/// What somebody is told whose head is a single word.
const WHAT_A_HEAD_IS: &str = "a head is the path or the name of an encounter, alone or as `encounter = \"…\"`; common parts of \
                              this file, as `use = [\"…\"]`; or an encounter itself: `rulebook = \"…\"` and a `[[combatant]]` \
                              for each who fights";

/// The line, where the head is a single one and cannot be TOML: a path or a name.
fn bare_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let line = lines.next()?;
    let bare = !line.contains(['=', '"', '\'']) && !line.starts_with('[');
    (bare && lines.next().is_none()).then_some(line)
}

/// The parts that a head is made of, in the order in which they are laid.
struct Layers<'a> {
    around: Around<'a>,
    /// The places of the common parts that are among them, or on their way.
    laid: Vec<usize>,
    parts: Vec<Part>,
}

impl Layers<'_> {
    /// Adds a common part, after those that it builds upon. One that is there already is not laid twice.
    fn add(&mut self, name: &Placed<String>, depth: usize) -> Result<(), Problems> {
        let around = self.around;
        let place = around.part(name).ok_or_else(|| {
            let known = around.parts.iter().map(|part| part.name.as_str());
            let problem = Problem::no_such("part of this file", name, known);
            if around.parts.is_empty() {
                problem.help("a part begins with a line `== its name`, before the first case")
            } else {
                problem
            }
        })?;
        if self.laid.contains(&place) {
            return Ok(());
        }
        if depth == DEEPEST {
            let what = format!("more than {DEEPEST} parts build one upon the other");
            return Err(Problem::at(&name.place, what).help("use fewer steps").into());
        }
        self.laid.push(place);
        let Some(text) = around.parts.get(place) else { return Ok(()) };
        if !text.problems.is_empty() {
            return Err(text.problems.clone());
        }
        let part = Part::read(around.source, text.head.clone())?;
        for name in part.uses()? {
            self.add(&name, depth + 1)?;
        }
        self.parts.push(part);
        Ok(())
    }

    /// The encounter at the bottom, which the last part that names one chooses. What it shows is not what the case shows.
    fn base(&self) -> Result<Option<Part>, Problems> {
        let mut named = None;
        for part in &self.parts {
            named = part.encounter()?.or(named);
        }
        named.map(|name| self.around.file(&name).map(|part| part.without("shows"))).transpose()
    }
}

impl Around<'_> {
    fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.name.to_lowercase() == name.to_lowercase())
    }

    /// The encounter that stands alone in a head, by its path or its name.
    fn bare(&self, name: &Placed<String>) -> Result<Part, Problems> {
        if name.ends_with(".toml") || self.source_of(name).is_some() {
            return self.file(name);
        }
        let what = format!("`{name}` is neither an encounter nor the path of one, nor a part of this file");
        Err(Problem::at(&name.place, what).help(WHAT_A_HEAD_IS).into())
    }

    fn file(&self, path: &Placed<String>) -> Result<Part, Problems> {
        let file = self.source_of(path).ok_or_else(|| nowhere(&self.source.path, path, &path.place))?;
        Part::read(&file, 0..file.text.len())
    }

    fn source_of(&self, path: &str) -> Option<Source> {
        self.loader.file(&beside(&self.source.path, path)).or_else(|| self.loader.file(path))
    }
}

fn nowhere(script: &str, path: &str, place: &Place) -> Problem {
    let beside = beside(script, path);
    let places = if beside == path { format!("`{path}`") } else { format!("`{beside}` and `{path}`") };
    Problem::at(place, format!("there is no encounter `{path}`")).help(format!("looked for {places}"))
}

/// A path beside the script.
fn beside(script: &str, path: &str) -> String {
    let script = script.replace('\\', "/");
    let mut parts: Vec<&str> = script.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}
