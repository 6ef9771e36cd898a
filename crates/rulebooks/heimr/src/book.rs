//! What packs of Heimr hold, in the book's closed vocabulary. A new creature, weapon or skill picks from these words;
//! it needs no Rust.
//!
//! [`words`] are the plain words, [`ability`] what dice are rolled for, [`gear`] weapons, shields, armour and items,
//! [`power`] skills, blessings, automata, potions and whatever else does something, [`creature`] who has them.

pub mod ability;
pub mod creature;
pub mod gear;
pub mod power;
pub mod words;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use ability::{AbilityEntry, Role};
pub use creature::{Attributes, CreatureEntry, RaceEntry, Trained};
pub use gear::{ArmorEntry, Component, ItemEntry, Loading, ShieldEntry, WeaponEntry};
pub use power::{Call, Contest, Deed, Delivery, Feature, Happening, Need, Place, PowerEntry, Target, When};
pub use words::{
    Attribute, BindPart, Class, Effect, Element, Family, Grip, Hands, Limb, Per, Reach, Time, Word, Words,
};

/// The tables of a pack.
pub const TABLES: &[&str] = &["ability", "weapon", "shield", "armor", "item", "power", "race", "creature"];

/// The content of all packs of a fight.
#[derive(Clone, Debug)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Abilities that dice are rolled for.
    pub abilities: Vec<Entry<AbilityEntry>>,
    /// Weapons, natural ones included.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Shields.
    pub shields: Vec<Entry<ShieldEntry>>,
    /// Suits of armour.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Items.
    pub items: Vec<Entry<ItemEntry>>,
    /// Skills, blessings, automata and whatever else does something.
    pub powers: Vec<Entry<PowerEntry>>,
    /// Races.
    pub races: Vec<Entry<RaceEntry>>,
    /// Characters and creatures.
    pub creatures: Vec<Entry<CreatureEntry>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("heimr", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            abilities: packs.table("ability"),
            weapons: packs.table("weapon"),
            shields: packs.table("shield"),
            armors: packs.table("armor"),
            items: packs.table("item"),
            powers: packs.table("power"),
            races: packs.table("race"),
            creatures: packs.table("creature"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}
