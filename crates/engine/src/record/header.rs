//! The first line of a record: all that is needed to go on with the fight.

use quintain_content::Source;
use quintain_dice::Stream;
use serde::{Deserialize, Serialize};

use crate::desk::{DiceFrom, Seats};
use crate::face::AnyRulebook;
use crate::live::Terms;
use crate::tactics::{Conduct, Tactics};

/// A file that a record carries with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredFile {
    /// Its path, for messages.
    pub path: String,
    /// Its whole text.
    pub text: String,
}

impl StoredFile {
    /// A copy of a source.
    pub fn of(source: &Source) -> Self {
        StoredFile { path: source.path.to_string(), text: source.text.to_string() }
    }

    /// The file as content is read from.
    pub fn source(&self) -> Source {
        Source::new(self.path.as_str(), self.text.as_str())
    }
}

/// Where the dice of a recorded fight come from when it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceKind {
    /// The system's entropy.
    System,
    /// People throw them.
    Hand,
    /// The stream of the header's seed and fight number.
    Seed,
}

/// Who plays how, by the names of the tactics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedConduct {
    /// The tactics of everyone, where they are the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub everyone: Option<String>,
    /// Those of the GM's judgements.
    pub gm: String,
    /// Those of each side, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sides: Vec<String>,
    /// Those of single combatants: name and tactics.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub combatants: Vec<(String, String)>,
}

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of Quintain that began the record.
    pub quintain: String,
    /// The rulebook's id.
    pub rulebook: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The encounter.
    pub encounter: StoredFile,
    /// Packs beyond the rulebook's own.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub packs: Vec<StoredFile>,
    /// Who sits at the table.
    pub seats: Seats,
    /// How the others play.
    pub conduct: NamedConduct,
    /// Where fresh dice come from.
    pub dice: DiceKind,
    /// The seed of the tactics' own dice, and of the dice where they are seeded.
    pub seed: u64,
    /// The number of the fight under that seed.
    pub fight: u64,
    /// The round after which the fight counts as undecided.
    pub round_limit: u32,
    /// The digest of the state at the start.
    pub start: String,
}

impl Header {
    /// The header of a fight that begins. `start` is the digest of its state, `packs` those beyond the rulebook's own.
    pub fn new(book: &dyn AnyRulebook, encounter: &Source, packs: &[Source], terms: &Terms, start: String) -> Self {
        let name = |tactics: Tactics| tactics.name(book.tactics()).to_owned();
        Header {
            quintain: env!("CARGO_PKG_VERSION").to_owned(),
            rulebook: book.id().to_owned(),
            revision: book.revision(),
            encounter: StoredFile::of(encounter),
            packs: packs.iter().map(StoredFile::of).collect(),
            seats: terms.seats.clone(),
            conduct: NamedConduct {
                everyone: terms.conduct.uniform.map(name),
                gm: name(terms.conduct.gm),
                sides: terms.conduct.sides.iter().copied().map(name).collect(),
                combatants: terms.conduct.combatants.iter().map(|(who, own)| (who.clone(), name(*own))).collect(),
            },
            dice: match terms.dice {
                DiceFrom::System => DiceKind::System,
                DiceFrom::Hand | DiceFrom::Queue(_) => DiceKind::Hand,
                DiceFrom::Seed(_) => DiceKind::Seed,
            },
            seed: terms.seed,
            fight: terms.fight,
            round_limit: terms.round_limit,
            start,
        }
    }

    /// The header's line, with its line break.
    pub fn line(&self) -> String {
        // A header is made of texts and numbers: writing it cannot fail.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// Whether the record is of this rulebook.
    ///
    /// # Errors
    /// Says of which it is instead.
    pub fn check(&self, book: &dyn AnyRulebook) -> Result<(), String> {
        match self.rulebook == book.id() {
            true => Ok(()),
            false => Err(format!("this is a record of `{}`, not of `{}`", self.rulebook, book.id())),
        }
    }

    /// The terms under which the fight goes on.
    ///
    /// # Errors
    /// When the rulebook has no tactics of a name.
    pub fn terms(&self, book: &dyn AnyRulebook) -> Result<Terms, String> {
        let tactics = |name: &String| {
            book.tactics_named(name).ok_or_else(|| format!("`{}` has no tactics called `{name}`", book.id()))
        };
        let single = |(who, name): &(String, String)| Ok::<_, String>((who.clone(), tactics(name)?));
        let conduct = Conduct {
            uniform: self.conduct.everyone.as_ref().map(tactics).transpose()?,
            gm: tactics(&self.conduct.gm)?,
            sides: self.conduct.sides.iter().map(tactics).collect::<Result<_, _>>()?,
            combatants: self.conduct.combatants.iter().map(single).collect::<Result<_, _>>()?,
        };
        let dice = match self.dice {
            DiceKind::System => DiceFrom::System,
            DiceKind::Hand => DiceFrom::Hand,
            DiceKind::Seed => DiceFrom::Seed(Box::new(Stream::new(self.seed, self.fight))),
        };
        let (seed, fight, round_limit) = (self.seed, self.fight, self.round_limit);
        Ok(Terms { dice, seats: self.seats.clone(), conduct, seed, fight, round_limit, watched: None })
    }
}
