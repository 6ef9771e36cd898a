//! A rulebook with its packs and encounters, as they lie in the folder of those who test it.

use std::path::{Path, PathBuf};

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyBook, AnyFight, AnyRulebook, Rulebook};

/// An encounter set up.
#[derive(Debug)]
pub struct Arena {
    /// The name of its file, without folder and extension.
    pub name: String,
    /// Its text.
    pub source: Source,
    /// The fight, ready to begin.
    pub fight: Box<dyn AnyFight>,
    /// Whether it has a map: questions there have hundreds of options, so checks go less far.
    pub mapped: bool,
    /// Its rulebook.
    pub rulebook: &'static dyn AnyRulebook,
}

/// A rulebook with everything that its checks need.
///
/// [`run`](crate::run) opens one and runs it. A rulebook of which more is to be said does so in between:
///
/// ```no_run
/// # use quintain_engine::AnyRulebook;
/// # fn the_rulebook() -> &'static dyn AnyRulebook { unimplemented!() }
/// use std::process::ExitCode;
///
/// use quintain_testkit::{Battery, run_battery};
///
/// fn main() -> ExitCode {
///     # let RULEBOOK = the_rulebook();
///     let mut battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
///     battery.below_zero = vec!["luck"];
///     run_battery(battery)
/// }
/// ```
#[derive(Debug)]
pub struct Battery {
    /// The rulebook.
    pub rulebook: &'static dyn AnyRulebook,
    /// The folder with `packs/ID/`, `encounters/ID/` and `fights/ID/`.
    pub root: PathBuf,
    /// Its packs, read.
    pub book: Box<dyn AnyBook>,
    /// All its encounters.
    pub arenas: Vec<Arena>,
    /// Words of conditions that edicts try to give and take, sound ones and others. Those of the glossary unless said
    /// otherwise, with and without a size.
    pub conditions: Vec<&'static str>,
    /// Values of combatants that edicts try to set, besides those that the view shows.
    pub values: Vec<&'static str>,
    /// Rules by which those who are out of the fight may still do something to others.
    pub posthumous: Vec<&'static str>,
    /// Values that may be below 0.
    pub below_zero: Vec<&'static str>,
    /// How many times more work a moment of its fights is than one on paper: so many times fewer are looked at.
    pub weight: u32,
    /// Seeds of fights that have failed before: they are tried each time.
    pub seeds: Vec<u64>,
}

impl Battery {
    /// Reads `packs/ID/*.toml` and sets up every `encounters/ID/*.toml` of the package under test, or of the project that
    /// the package belongs to: the nearest folder above the package's own, which Cargo names, that holds `packs/ID/`.
    ///
    /// # Errors
    /// There is no such folder; otherwise like [`Battery::open_at`].
    pub fn open(rulebook: &'static dyn AnyRulebook) -> Result<Battery, String> {
        Battery::open_at(rulebook, &root_of(rulebook.id())?)
    }

    /// Reads `packs/ID/*.toml` and sets up every `encounters/ID/*.toml` of this folder; the examples are those in its
    /// `fights/ID/`.
    ///
    /// # Errors
    /// All that is wrong with the packs, or the first encounter that does not set up.
    pub fn open_at(rulebook: &'static dyn AnyRulebook, root: &Path) -> Result<Battery, String> {
        let book = rulebook.read(&sources(root, "packs", rulebook.id(), "toml")?);
        let book = book.map_err(|problems| problems.to_string())?;
        let encounters = sources(root, "encounters", rulebook.id(), "toml")?;
        let arenas = encounters.into_iter().map(|source| arena(rulebook, &*book, source));
        let arenas = arenas.collect::<Result<Vec<_>, _>>()?;
        if arenas.is_empty() {
            return Err(format!("{} has no encounters", rulebook.id()));
        }
        let (conditions, values) = (conditions_of(rulebook), vec!["side", "at", "nonsense"]);
        let (posthumous, below_zero) = Default::default();
        let root = root.to_path_buf();
        Ok(Battery {
            rulebook,
            root,
            book,
            arenas,
            conditions,
            values,
            posthumous,
            below_zero,
            weight: 1,
            seeds: Vec::new(),
        })
    }

    /// A number of fights, fewer where they are more work.
    pub(crate) fn some(&self, fights: u64) -> u64 {
        fights.div_ceil(u64::from(self.weight))
    }

    /// One of the encounters; any number will do.
    pub fn any(&self, number: usize) -> &Arena {
        &self.arenas[number % self.arenas.len()]
    }

    /// The encounter with the fewest combatants, of those without a map if there are any.
    pub fn smallest(&self) -> &Arena {
        let size = |arena: &&Arena| (arena.mapped, arena.fight.roster().len());
        self.arenas.iter().min_by_key(size).unwrap_or_else(|| self.any(0))
    }
}

fn arena(rulebook: &'static dyn AnyRulebook, book: &dyn AnyBook, source: Source) -> Result<Arena, String> {
    let wrong = |problems: quintain_content::Problems| format!("{} does not set up:\n{problems}", source.path);
    let encounter = Encounter::parse(&source, rulebook.tables()).map_err(wrong)?;
    let fight = book.set_up(&encounter).map_err(wrong)?;
    let name = Path::new(&*source.path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    let mapped = !fight.view().map.is_empty();
    Ok(Arena { name, fight, mapped, rulebook, source })
}

/// The conditions of the glossary, with and without a size, and one that there is not.
fn conditions_of(rulebook: &dyn AnyRulebook) -> Vec<&'static str> {
    // Leaked: the test program needs them until it ends.
    let sized = |key: &'static str| [key, format!("{key} 2").leak()];
    rulebook.conditions().iter().flat_map(|kind| sized(kind.key)).chain(["nonsense"]).collect()
}

/// The folder whose `packs/ID/` belong to the package under test: its own, or the nearest one above it.
pub(crate) fn root_of(id: &str) -> Result<PathBuf, String> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let package = package.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let holds = |folder: &&Path| folder.join("packs").join(id).is_dir();
    let found = package.ancestors().find(holds).map(Path::to_path_buf);
    found.ok_or_else(|| format!("there is no packs/{id} in {} nor above it", package.display()))
}

/// The packs of a rulebook of the package under test, found like those of [`Battery::open`].
/// It panics where they cannot be read: tests and benches have nobody to tell.
pub fn packs_of<R: Rulebook>() -> Vec<Source> {
    packs_by_id(R::ID)
}

pub(crate) fn packs_by_id(id: &str) -> Vec<Source> {
    root_of(id).and_then(|root| sources(&root, "packs", id, "toml")).expect("readable packs")
}

/// Every file with this extension that a rulebook has in a folder below the root, by name.
pub(crate) fn sources(root: &Path, folder: &str, id: &str, extension: &str) -> Result<Vec<Source>, String> {
    let unreadable = |path: &Path, fault: std::io::Error| format!("{}: {fault}", path.display());
    let folder = root.join(folder).join(id);
    let entries = std::fs::read_dir(&folder).map_err(|fault| unreadable(&folder, fault))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|known| known == extension));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).map_err(|fault| unreadable(&path, fault))?;
        Ok(Source::new(path.display().to_string(), text))
    };
    paths.into_iter().map(read).collect()
}
