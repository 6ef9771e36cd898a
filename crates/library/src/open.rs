//! From the path of an encounter to a fight ready to begin.

use std::sync::Arc;

use quintain_content::{Encounter, Placed, Problem, Problems, Source, is_day};
use quintain_engine::{AnyBook, AnyFight, AnyRulebook, COMMON, Header, Tactics};

use crate::files::Reader;
use crate::kind::{FileKind, kind_of};
use crate::library::Library;

/// An encounter that was read, with all that belongs to it.
#[derive(Debug)]
pub struct Opened {
    /// Its rulebook.
    pub rulebook: &'static dyn AnyRulebook,
    /// The encounter.
    pub encounter: Encounter,
    /// The packs that it brings along, beside those of the rulebook.
    pub packs: Vec<Source>,
    /// The rulebook with its own packs and these.
    pub book: Arc<dyn AnyBook>,
    /// The fight, ready to begin.
    pub fight: Box<dyn AnyFight>,
}

impl Opened {
    /// What to call it: its title, otherwise the name of its file.
    pub fn title(&self) -> &str {
        let path = &*self.encounter.source.path;
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        self.encounter.title.as_deref().unwrap_or(file.strip_suffix(".toml").unwrap_or(file))
    }
}

impl Library {
    /// Opens the encounter in a file, or the ready-made one of this name.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn open(&self, path: &str, reader: Reader<'_>) -> Result<Opened, Problems> {
        let source = self.source_at(path, reader)?;
        match of_another_kind(&source) {
            Some(problem) => Err(problem.into()),
            None => self.open_source(source, reader),
        }
    }

    /// Opens an encounter that has been read already. Its further packs are looked for beside its path.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn open_source(&self, source: Source, reader: Reader<'_>) -> Result<Opened, Problems> {
        let word = Encounter::peek_rulebook(&source, 0..source.text.len())?;
        let rulebook = self.rulebook_at(&word)?;
        if is_day(&source.text) {
            let problem = Problem::at(&word.place, "this is a day of several fights, not one encounter");
            return Err(problem.help("`quintain sim`, `sweep`, `compare` and `tune` play days").into());
        }
        let (encounter, mut problems) = Encounter::parse_but_for_places(&source, rulebook.tables())?;
        if let Some(party) = encounter.party_path() {
            return self.open_source(self.with_its_party(&source, &party, reader)?, reader);
        }
        let packs = self.further_packs(&encounter, reader)?;
        problems.extend(unknown_tactics(rulebook, &encounter));
        let ready = self.book_with(rulebook, &packs).and_then(|book| Ok((book.set_up(&encounter)?, book)));
        match ready {
            Ok((fight, book)) => problems.or(Opened { rulebook, encounter, packs, book, fight }),
            Err(more) => {
                // A place that is wrong already needs no second word.
                let told =
                    |one: &Problem| one.place.is_some() && problems.0.iter().any(|known| known.place == one.place);
                let more: Vec<Problem> = more.0.into_iter().filter(|one| !told(one)).collect();
                problems.0.extend(more);
                Err(problems.sorted())
            }
        }
    }

    /// Opens the encounter that a record carries with it, with its packs.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn open_stored(&self, header: &Header) -> Result<Opened, Problems> {
        let stored = |path: &str| Ok(header.packs.iter().find(|pack| pack.path == path).map(|pack| pack.text.clone()));
        self.open_source(header.encounter.source(), &stored)
    }

    /// Sets up an encounter of a rulebook on the shelf, wherever it was read from.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn set_up(&self, encounter: &Encounter, reader: Reader<'_>) -> Result<Box<dyn AnyFight>, Problems> {
        let rulebook = self.rulebook_at(&encounter.rulebook)?;
        self.book_with(rulebook, &self.further_packs(encounter, reader)?)?.set_up(encounter)
    }

    /// A rulebook with its own packs and these.
    pub(crate) fn book_with(&self, rulebook: &dyn AnyRulebook, packs: &[Source]) -> Result<Arc<dyn AnyBook>, Problems> {
        if packs.is_empty() {
            return self.book(rulebook);
        }
        let all: Vec<Source> = self.packs(rulebook.id()).into_iter().chain(packs.iter().cloned()).collect();
        rulebook.read(&all).map(Arc::from)
    }

    /// The text of an encounter: of the file with this path, otherwise of the ready-made one of this name.
    ///
    /// # Errors
    /// When there is no such thing, or it cannot be read.
    pub fn source_at(&self, path: &str, reader: Reader<'_>) -> Result<Source, Problem> {
        match reader(path) {
            Ok(Some(text)) => Ok(Source::new(path, text)),
            Ok(None) => self.ready_made_named(path).map(|one| one.source()),
            Err(fault) => Err(Problem::general(format!("`{path}` cannot be read: {fault}"))),
        }
    }

    /// The packs that an encounter names; those of a ready-made one are embedded as it is.
    pub(crate) fn further_packs(&self, encounter: &Encounter, reader: Reader<'_>) -> Result<Vec<Source>, Problems> {
        let source = &encounter.source;
        let own = self.text(&source.path).is_some_and(|text| text == &*source.text);
        let (mut found, mut problems) = (Vec::new(), Problems::new());
        for path in encounter.pack_paths() {
            match self.pack_at(&path, reader, own) {
                Ok(pack) => found.push(pack),
                Err(problem) => problems.push(problem),
            }
        }
        problems.or(found)
    }

    fn pack_at(&self, path: &Placed<String>, reader: Reader<'_>, own: bool) -> Result<Source, Problem> {
        if let (true, Some(text)) = (own, self.text(path)) {
            return Ok(Source::new(&*path.value, text));
        }
        match reader(path) {
            Ok(Some(text)) => Ok(Source::new(&*path.value, text)),
            // An encounter that a party has joined is no ready-made one any more; the packs of that one are its still.
            Ok(None) if self.text(path).is_some() => Ok(Source::new(&*path.value, self.text(path).unwrap_or_default())),
            Ok(None) => {
                let help = "packs are named as paths beside the encounter's own file";
                Err(Problem::at(&path.place, format!("there is no pack `{path}`")).help(help))
            }
            Err(fault) => Err(Problem::at(&path.place, format!("the pack `{path}` cannot be read: {fault}"))),
        }
    }
}

/// That a file is known to hold something else than an encounter, and what takes it.
fn of_another_kind(source: &Source) -> Option<Problem> {
    let (what, help) = match kind_of(source)? {
        FileKind::Record => {
            ("a record", "`quintain replay` tells it, `quintain play ENCOUNTER --record` goes on with it")
        }
        FileKind::Script => ("a script", "`quintain test` runs it"),
        FileKind::Party => ("a party", "`--party` takes it beside an encounter"),
        // A day is told by its rulebook's line; whatever else has no combatant is a pack by its content only.
        FileKind::Encounter | FileKind::Day | FileKind::Pack => return None,
    };
    Some(Problem::general(format!("`{}` is {what}, not an encounter", source.path)).help(help))
}

/// The tactics of this name.
///
/// # Errors
/// Lists those that the rulebook can be played by.
pub fn tactics_at(rulebook: &dyn AnyRulebook, name: &Placed<String>) -> Result<Tactics, Problem> {
    rulebook.tactics_named(name).ok_or_else(|| {
        let known =
            rulebook.tactics().iter().map(|tactics| tactics.name).chain(COMMON.map(|(tactics, _)| tactics.name));
        let listed: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        let what = format!("{} knows no tactics `{name}`", rulebook.name());
        Problem::at(&name.place, what).help(format!("it knows {}", listed.join(", ")))
    })
}

/// The tactics that an encounter names for its sides and combatants and that its rulebook does not know.
fn unknown_tactics(rulebook: &dyn AnyRulebook, encounter: &Encounter) -> Problems {
    let sides = encounter.sides.iter().filter_map(|side| side.tactics.as_ref());
    let single = encounter.combatants.iter().filter_map(|spec| spec.tactics.as_ref());
    let mut problems = Problems::new();
    for name in sides.chain(single) {
        problems.extend(tactics_at(rulebook, name).err().map_or_else(Problems::new, Problems::from));
    }
    problems
}
