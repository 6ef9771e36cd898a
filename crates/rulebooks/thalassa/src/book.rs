//! What packs of Thálassa hold, in the book's closed vocabulary. A new creature, weapon or incantation picks from these
//! words; it needs no Rust.

mod creatures;
mod magic;
mod things;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

use crate::arm::Reaching;

pub use creatures::{AttackEntry, CreatureEntry, Special, Tag};
pub use magic::{CONSECRATED, God, IncantationEntry, Lasts, Spell};
pub use things::{ArmorEntry, ItemEntry, Power, Use, WeaponEntry, Worn};

/// The name of the game.
pub const NAME: &str = "Thálassa";

/// The most weapons and natural attacks that somebody has beside bare hands.
pub const MOST_ARMS: usize = 9;

/// The most pairs of natural attacks that a kind makes in one turn.
pub const MOST_PAIRS: usize = 5;

/// The most heads that anything has.
pub const MOST_HEADS: u8 = 100;

/// The most pieces of armour that somebody wears.
pub const MOST_WORN: usize = 6;

/// The most incantations that somebody commands.
pub const MOST_SPELLS: usize = 8;

/// The most pieces of gear that somebody carries.
pub const MOST_ITEMS: usize = 6;

/// The tables of a pack.
pub const TABLES: &[&str] = &["creature", "weapon", "armor", "incantation", "item"];

fn one() -> u8 {
    1
}

fn five() -> u16 {
    5
}

fn ten() -> i16 {
    10
}

fn forty() -> u16 {
    40
}

fn eighty() -> u16 {
    80
}

fn melee() -> Reaching {
    Reaching::Melee
}

fn one_by_one() -> (u8, u8) {
    (1, 1)
}

fn fight() -> Lasts {
    Lasts::Fight
}

/// The content of all packs of a fight.
#[derive(Clone, Debug)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Creatures, people, heroes.
    pub creatures: Vec<Entry<CreatureEntry>>,
    /// Weapons.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Armour.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Incantations.
    pub incantations: Vec<Entry<IncantationEntry>>,
    /// Gear.
    pub items: Vec<Entry<ItemEntry>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("thalassa", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            weapons: packs.table("weapon"),
            armors: packs.table("armor"),
            incantations: packs.table("incantation"),
            items: packs.table("item"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}
