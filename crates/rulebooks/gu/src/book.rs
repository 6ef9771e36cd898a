//! The vocabulary of packs: creatures, weapons, armour.

mod creature;
mod gear;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use creature::{AttackEntry, CreatureEntry, Flies, Rider, Then};
pub use gear::{ArmorEntry, DealsEntry, WeaponEntry};

/// The tables that packs may hold.
pub const TABLES: &[&str] = &["creature", "weapon", "armor"];

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
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("gu", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            weapons: packs.table("weapon"),
            armors: packs.table("armor"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}
