//! From the path of an encounter to a fight ready to begin.

use std::sync::Arc;

use quintain_content::{Encounter, Placed, Problem, Problems, Source, is_day};
use quintain_engine::{AnyBook, AnyFight, AnyRulebook, COMMON, Header, Tactics};

use crate::files::Reader;
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
        self.open_source(self.source_at(path, reader)?, reader)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;
    use crate::program::{open, open_source};

    #[test]
    fn what_is_not_there_is_said_with_its_name() {
        let problem = open("no/such/thing", &files::none).unwrap_err().to_string();
        assert!(problem.starts_with("`no/such/thing` is neither a file nor a ready-made encounter"), "{problem}");
    }

    #[test]
    fn a_file_that_cannot_be_read_says_why() {
        let broken = |_: &str| Err(std::io::Error::other("the disk is on fire"));
        let problem = open("a.toml", &broken).unwrap_err().to_string();
        assert_eq!(problem, "`a.toml` cannot be read: the disk is on fire");
    }

    #[test]
    fn unknown_tactics_are_pointed_at() {
        let text = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"x\"\ntactics = \"bold\"\n\
                    [[combatant]]\nis = \"cyclops\"\nside = \"y\"\n";
        let problem = open_source(Source::new("a.toml", text), &files::none).unwrap_err().to_string();
        assert!(problem.starts_with("a.toml:5:11: Thálassa knows no tactics `bold`"), "{problem}");
    }

    #[test]
    fn a_square_off_the_map_hides_nothing_else() {
        let text = "rulebook = \"thalassa\"\n[map]\nsize = [4, 4]\n[[combatant]]\nis = \"althea\"\nside = \"x\"\nat = \"Z9\"\n\
                    with = [\"xyfos\"]\n[[combatant]]\nis = \"pirate\"\nside = \"y\"\nat = \"A1\"\n";
        let problems = open_source(Source::new("a.toml", text), &files::none).unwrap_err();
        let told: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
        assert!(told[0].starts_with("a.toml:7:6: Z9 is off the map"), "{told:?}");
        assert!(told[1].starts_with("a.toml:8:9: no weapon") && told[1].contains("`xiphos`"), "{told:?}");
        assert!(told[2].starts_with("a.toml:10:6: ") && told[2].contains("no creature is called `pirate`"), "{told:?}");
        assert_eq!(told.len(), 3, "{told:?}");
    }

    #[test]
    fn what_a_rulebook_does_not_ask_of_a_map_is_refused() {
        let text = "rulebook = \"thalassa\"\n[map]\nsize = [4, 4]\nsquare = 1.5\nlegend = { k = { terrain = \"kelp\", cost = 3 } }\n\
                    [[combatant]]\nis = \"althea\"\nside = \"x\"\nat = \"A1\"\n";
        let problems = open_source(Source::new("a.toml", text), &files::none).unwrap_err();
        let told: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
        assert!(told[0].starts_with("a.toml:4:10: Thálassa measures squares in feet"), "{told:?}");
        assert!(told[1].starts_with("a.toml:5:43: Thálassa counts no cost of a square"), "{told:?}");
    }

    #[test]
    fn an_unknown_rulebook_is_pointed_at() {
        let reader = |_: &str| Ok(Some("rulebook = \"nonesuch-at-all\"\n".to_owned()));
        let problem = open("a.toml", &reader).unwrap_err().to_string();
        assert!(problem.starts_with("a.toml:1:12: no rulebook is called `nonesuch-at-all`"), "{problem}");
    }

    #[test]
    fn every_ready_made_encounter_opens() {
        for one in crate::ready_made().filter(|one| crate::rulebook(one.book()).is_ok()) {
            let opened = open(one.name, &files::none);
            assert!(
                opened.is_ok(),
                "{}:\n{}",
                one.path,
                opened.err().map(|fault| fault.to_string()).unwrap_or_default()
            );
        }
    }

    #[test]
    fn a_missing_pack_is_pointed_at() {
        let Some(one) = crate::ready_made().find(|one| crate::rulebook(one.book()).is_ok()) else { return };
        let text = format!("packs = [\"mine.toml\"]\n{}", one.text);
        let reader = |path: &str| Ok((path == "home/a.toml").then(|| text.clone()));
        let problem = open("home/a.toml", &reader).unwrap_err().to_string();
        assert!(problem.starts_with("home/a.toml:1:10: there is no pack `home/mine.toml`"), "{problem}");
    }
}
