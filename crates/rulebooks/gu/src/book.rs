//! The vocabulary of packs: creatures, weapons, armour.

mod creature;
mod effect;
mod gear;
mod gu;
mod kind;
mod path;
mod power;
mod ranked;
mod talent;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use creature::{AttackEntry, CreatureEntry, Flies, Poison, Rider, Then, Worn};
pub use effect::{
    Core, Deal, Effect, Form, Gain, Leaps, Quarry, Saves, Spreads, Strikes, SummonEntry, Whom, ZoneEntry,
};
pub use gear::{ArmorEntry, DealsEntry, WeaponEntry};
pub use gu::{Escape, EscapeBy, GuEntry, Keyword, Lasts, Moment, MoveEntry, Needs, Path};
pub use kind::{Brings, Happenings, Kind, Kinds};
pub use power::{Power, Sense, Unarmed};
pub use ranked::Ranked;
pub use talent::TalentEntry;

/// The name of the game.
pub const NAME: &str = "Master of Gu";

/// The most weapons and natural attacks of one combatant.
pub const MOST_ARMS: usize = 10;

/// The most pieces of armour and shields that one combatant wears.
pub const MOST_WORN: usize = 6;

/// The most Gu, killer moves and talents of one combatant.
pub const MOST_GU: usize = 14;

/// The tables that packs may hold.
pub const TABLES: &[&str] = &["creature", "weapon", "armor", "gu", "killer-move", "talent"];

/// The content of all packs of a fight.
#[derive(Clone, Debug)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Creatures and people.
    pub creatures: Vec<Entry<CreatureEntry>>,
    /// Weapons.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Armour and shields.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Gu; behind them each talent, then each killer move once more, as something that works like a Gu.
    pub gus: Vec<Entry<GuEntry>>,
    /// Killer moves.
    pub moves: Vec<Entry<MoveEntry>>,
    /// Talents and traits.
    pub talents: Vec<Entry<TalentEntry>>,
    /// What kinds of powers each of `gus` brings.
    pub brings: Vec<Brings>,
    /// The Gu of each killer move, by their places in `gus`.
    pub parts: Vec<Vec<u16>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("gu", TABLES, sources, inline);
        let mut book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            weapons: packs.table("weapon"),
            armors: packs.table("armor"),
            gus: packs.table("gu"),
            moves: packs.table("killer-move"),
            talents: packs.table("talent"),
            brings: Vec::new(),
            parts: Vec::new(),
        };
        crate::check::check(&book, &mut packs);
        let talents: Vec<Entry<GuEntry>> = book.talents.iter().map(|known| as_gu(known, known.value.as_gu())).collect();
        let moves: Vec<Entry<GuEntry>> = book.moves.iter().map(|known| as_gu(known, known.value.as_gu())).collect();
        book.gus.extend(talents);
        book.gus.extend(moves);
        let place = |id: &String| book.gus.iter().position(|known| known.id == *id).map(|place| place as u16);
        let parts = |known: &Entry<MoveEntry>| known.value.parts.iter().filter_map(place).collect();
        book.parts = book.moves.iter().map(parts).collect();
        book.brings = book.gus.iter().map(|known| Brings::of(&known.value)).collect();
        packs.finish()?;
        Ok(book)
    }

    /// How many of `gus` are Gu and neither talents nor killer moves.
    pub fn gu_count(&self) -> usize {
        self.gus.len().saturating_sub(self.moves.len() + self.talents.len())
    }

    /// Whether this place of `gus` is a talent.
    pub fn is_talent(&self, gu: u16) -> bool {
        (self.gu_count()..self.gus.len() - self.moves.len()).contains(&usize::from(gu))
    }
}

/// Another entry as something that works like a Gu.
fn as_gu<T>(known: &Entry<T>, value: GuEntry) -> Entry<GuEntry> {
    Entry { id: known.id.clone(), place: known.place.clone(), inline: known.inline, value }
}

/// The id and the rank in a word such as `fish-scales 3`.
pub(crate) fn gu_word(word: &str) -> (&str, Option<u8>) {
    match word.trim().rsplit_once(' ') {
        Some((id, rank)) => (id.trim(), rank.parse().ok()),
        None => (word.trim(), None),
    }
}
