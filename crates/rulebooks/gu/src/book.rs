//! The vocabulary of packs: creatures, weapons, armour.

mod creature;
mod gear;
mod gu;
mod ranked;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use creature::{AttackEntry, CreatureEntry, Flies, Rider, Then};
pub use gear::{ArmorEntry, DealsEntry, WeaponEntry};
pub use gu::{Deal, Effect, Form, Gain, GuEntry, Keyword, Lasts, Moment, MoveEntry, Path, Power, Saves, Whom};
pub use ranked::Ranked;

/// The tables that packs may hold.
pub const TABLES: &[&str] = &["creature", "weapon", "armor", "gu", "killer-move"];

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
    /// Gu; behind them each killer move once more, as something that works like a Gu.
    pub gus: Vec<Entry<GuEntry>>,
    /// Killer moves.
    pub moves: Vec<Entry<MoveEntry>>,
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
        };
        crate::check::check(&book, &mut packs);
        let moves: Vec<Entry<GuEntry>> = book
            .moves
            .iter()
            .map(|known| Entry {
                id: known.id.clone(),
                place: known.place.clone(),
                inline: known.inline,
                value: known.value.as_gu(),
            })
            .collect();
        book.gus.extend(moves);
        packs.finish()?;
        Ok(book)
    }
}
