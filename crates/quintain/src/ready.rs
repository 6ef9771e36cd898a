//! Fights ready to begin.

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "sim")]
use quintain_content::Problem;
use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyBook, AnyFight, AnyRulebook, COMMON, Record, View};
use quintain_library::{Library, Opened, files};

use crate::live::Live;
#[cfg(feature = "sim")]
use crate::moment::Here;
use crate::play::Play;

/// An encounter that comes with its rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadyMade {
    /// Its name, by which [`open`] knows it: `thalassa/cyclops`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The library of the program: the one that it has installed, otherwise the rulebooks that are built in.
#[cfg(feature = "quintain-books")]
pub(crate) use quintain_books::library;
/// The library of the program, which it has to install: no rulebook is built in.
#[cfg(not(feature = "quintain-books"))]
pub(crate) use quintain_library::library;

/// The ready-made encounters of the rulebooks that are built in.
///
/// ```
/// # #[cfg(feature = "thalassa")]
/// assert!(quintain::ready_made().any(|one| one.name == "thalassa/cyclops"));
/// ```
pub fn ready_made() -> impl Iterator<Item = ReadyMade> {
    library().ready_made().map(|one| ReadyMade { name: one.name, text: one.text })
}

/// Opens the encounter in a file, or the ready-made one of this name. Packs that a file names are looked for beside it.
///
/// ```
/// # #[cfg(feature = "thalassa")] {
/// let fight = quintain::open("cyclops")?;
/// assert_eq!((fight.title(), fight.rulebook()), ("One eye", "thalassa"));
/// # }
/// # Ok::<(), quintain::Problems>(())
/// ```
///
/// # Errors
/// All that is wrong with the encounter and its packs, each with its place and the nearest right name.
pub fn open(name_or_path: &str) -> Result<Fight, Problems> {
    Fight::open_in(library(), name_or_path)
}

/// A fight ready to begin. Cheap to clone, and the same for any number of threads.
#[derive(Clone)]
pub struct Fight(Arc<Ready>);

struct Ready {
    rulebook: &'static dyn AnyRulebook,
    encounter: Encounter,
    packs: Vec<Source>,
    /// The rulebook with its own packs and these.
    book: Arc<dyn AnyBook>,
    title: String,
    fight: Arc<dyn AnyFight>,
    /// The moment from which it goes on.
    #[cfg(feature = "sim")]
    here: Option<Here>,
}

impl fmt::Debug for Fight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fight").field("title", &self.title()).field("rulebook", &self.rulebook()).finish()
    }
}

impl Fight {
    /// Opens an encounter as [`open`] does, of the rulebooks in a library.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn open_in(library: &Library, name_or_path: &str) -> Result<Fight, Problems> {
        library.open(name_or_path, &files::read).map(Fight::from)
    }

    /// Reads an encounter from its text. `packs` are further packs, by the paths under which the encounter names them.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let text = r#"
    /// rulebook = "thalassa"
    /// packs = ["beasts.toml"]
    /// [[combatant]]
    /// is = "althea"
    /// side = "heroes"
    /// [[combatant]]
    /// is = "tusker"
    /// side = "beasts"
    /// count = 2
    /// "#;
    /// let beasts = "rulebook = \"thalassa\"\n[[creature]]\nid = \"tusker\"\nname = \"Tusker\"\nsta = 5\ntek = 8\n";
    /// let fight = quintain::Fight::read(text, &[("beasts.toml", beasts)])?;
    /// assert_eq!(fight.roster()[2], ("Tusker 2".to_owned(), "beasts".to_owned()));
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn read(text: &str, packs: &[(&str, &str)]) -> Result<Fight, Problems> {
        Fight::read_as("encounter.toml", text, packs)
    }

    /// The same for a text that has a path, for messages.
    ///
    /// # Errors
    /// All that is wrong with the encounter and its packs.
    pub fn read_as(path: &str, text: &str, packs: &[(&str, &str)]) -> Result<Fight, Problems> {
        let named = |path: &str| {
            let found = packs.iter().find(|(name, _)| *name == path);
            Ok(found.map(|(_, text)| (*text).to_owned()))
        };
        library().open_source(Source::new(path, text), &named).map(Fight::from)
    }

    /// Takes a recorded fight up where its record ends.
    ///
    /// # Errors
    /// When the text is no record, or does not fit these rules.
    pub fn resume(record: &str) -> Result<Live, Problems> {
        let record = Record::read("the record", record)?;
        let fight = Fight::from(library().open_stored(&record.header)?);
        let replayed = record.replay(fight.any_rulebook(), fight.any())?;
        match replayed.differs {
            Some(problem) => Err(problem.into()),
            None => Ok(Live::new(record.header, fight, replayed.live)),
        }
    }

    /// What to call it: its title, otherwise the name of its file.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// The id of its rulebook.
    pub fn rulebook(&self) -> &'static str {
        self.0.rulebook.id()
    }

    /// The names of the sides.
    pub fn sides(&self) -> Vec<String> {
        self.any().sides()
    }

    /// Everyone's name, and the name of the side, in roster order.
    pub fn roster(&self) -> Vec<(String, String)> {
        let sides = self.sides();
        let side = |place: usize| sides.get(place).cloned().unwrap_or_default();
        self.any().roster().into_iter().map(|(name, of)| (name, side(of.index()))).collect()
    }

    /// The state at the start.
    pub fn view(&self) -> View {
        self.any().view()
    }

    /// The digest of the state at the start: the same encounter, packs and rules give the same.
    pub fn digest(&self) -> String {
        self.any().digest()
    }

    /// The text of the encounter as it was read.
    pub fn text(&self) -> &str {
        &self.0.encounter.source.text
    }

    /// The path of the encounter, for messages.
    pub fn path(&self) -> &str {
        &self.0.encounter.source.path
    }

    /// The packs that it brings along besides those of the rulebook, by path and text.
    pub fn packs(&self) -> Vec<(&str, &str)> {
        self.0.packs.iter().map(|pack| (&*pack.path, &*pack.text)).collect()
    }

    /// The rulebook with its own packs and these, shared.
    #[cfg(feature = "sim")]
    pub(crate) fn shared_book(&self) -> Arc<dyn AnyBook> {
        Arc::clone(&self.0.book)
    }

    /// What its packs hold, those of the rulebook among them: the table, the id and the name of each entry.
    pub fn entries(&self) -> Vec<(&'static str, String, String)> {
        self.0.book.entries().into_iter().map(|entry| (entry.table, entry.id, entry.name)).collect()
    }

    /// The names of the tactics that it can be played by, the best first.
    pub fn tactics(&self) -> Vec<&'static str> {
        self.0
            .rulebook
            .tactics()
            .iter()
            .map(|tactics| tactics.name)
            .chain(COMMON.map(|(tactics, _)| tactics.name))
            .collect()
    }

    /// A live fight to be begun: say who plays and whence the dice come, then [`Play::begin`].
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let mut live = quintain::open("cyclops")?.play().side("heroes").seed(3).begin()?;
    /// while live.answer_default().is_ok() {}
    /// assert!(live.is_over());
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    pub fn play(&self) -> Play<'_> {
        Play::of(self)
    }

    /// Unattended fights to be played: so many, under seed 1, on a thread for each core, by the best tactics, unless told
    /// otherwise.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let fight = quintain::open("cyclops")?;
    /// let report = fight.sim(500).tactics("monsters=random").run()?;
    /// assert_eq!(report.fights, 500);
    /// # }
    /// # Ok::<(), quintain::Problems>(())
    /// ```
    #[cfg(feature = "sim")]
    pub fn sim<'a>(&self, fights: u64) -> crate::sim::Sim<'a> {
        crate::sim::Sim::of(self, fights)
    }

    /// The encounter with changes made to it.
    ///
    /// # Errors
    /// All that the rulebook does not bear of it.
    #[cfg(feature = "sim")]
    pub(crate) fn with(&self, encounter: Encounter) -> Result<Fight, Problems> {
        if self.here().is_some() {
            let what = "that is settled when a fight begins; at a moment only values are turned: `Althea.sta=5`";
            return Err(Problem::general(what.to_owned()).into());
        }
        let fight = Arc::from(self.0.book.set_up(&encounter)?);
        let (packs, book, title) = (self.0.packs.clone(), self.0.book.clone(), self.0.title.clone());
        Ok(Fight(Arc::new(Ready { rulebook: self.0.rulebook, encounter, packs, book, title, fight, here: None })))
    }

    /// A fight that goes on from a moment of this one.
    #[cfg(feature = "sim")]
    pub(crate) fn going_on(&self, fight: Box<dyn AnyFight>, title: String, here: Here) -> Fight {
        let (encounter, packs, book) = (self.0.encounter.clone(), self.0.packs.clone(), self.0.book.clone());
        let (rulebook, fight, here) = (self.0.rulebook, Arc::from(fight), Some(here));
        Fight(Arc::new(Ready { rulebook, encounter, packs, book, title, fight, here }))
    }

    /// The moment from which it goes on.
    #[cfg(feature = "sim")]
    pub(crate) fn here(&self) -> Option<&Here> {
        self.0.here.as_ref()
    }

    /// The fight at its very beginning.
    #[cfg(not(feature = "sim"))]
    pub(crate) fn beginning(&self) -> &Fight {
        self
    }

    /// The fight itself, shared.
    #[cfg(feature = "sim")]
    pub(crate) fn shared(&self) -> Arc<dyn AnyFight> {
        self.0.fight.clone()
    }

    /// The packs that it brings along.
    pub(crate) fn sources(&self) -> &[Source] {
        &self.0.packs
    }

    pub(crate) fn encounter(&self) -> &Encounter {
        &self.0.encounter
    }

    /// The rulebook behind the engine's own face, for what this crate has no word for.
    pub fn any_rulebook(&self) -> &'static dyn AnyRulebook {
        self.0.rulebook
    }

    /// The fight behind the engine's own face, for what this crate has no word for.
    pub fn any(&self) -> &dyn AnyFight {
        &*self.0.fight
    }

    /// Makes sure that there is somebody on two sides: a simulation of one says nothing.
    #[cfg(feature = "sim")]
    pub(crate) fn contested(&self) -> Result<(), Problem> {
        let roster = self.roster();
        match roster.first() {
            Some((_, first)) if roster.iter().all(|(_, side)| side == first) => Err(Problem::general(format!(
                "everybody in `{}` is on the side of `{first}`; a simulation needs somebody on two",
                self.title()
            ))),
            _ => Ok(()),
        }
    }
}

impl From<Opened> for Fight {
    fn from(opened: Opened) -> Self {
        let title = opened.title().to_owned();
        let Opened { rulebook, encounter, packs, book, fight } = opened;
        Fight(Arc::new(Ready {
            rulebook,
            encounter,
            packs,
            book,
            title,
            fight: Arc::from(fight),
            #[cfg(feature = "sim")]
            here: None,
        }))
    }
}
