//! What packs of Heimr hold, in the book's closed vocabulary. A new creature, weapon or skill picks from these words;
//! it needs no Rust.
//!
//! [`words`] are the plain words, [`ability`] what dice are rolled for, [`gear`] weapons, shields, armour and items,
//! [`power`] skills, blessings, automata, potions and whatever else does something, [`creature`] who has them.

mod ability;
mod creature;
mod gear;
mod power;
mod words;

use quintain_content::{Entry, Inline, Packs, Problems, Source};
use quintain_engine::EntryInfo;

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
        super::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }

    /// What they hold.
    pub fn entries(&self) -> Vec<EntryInfo> {
        [
            infos("creature", &self.creatures, |one| &one.name),
            infos("weapon", &self.weapons, |one| &one.name),
            infos("shield", &self.shields, |one| &one.name),
            infos("armor", &self.armors, |one| &one.name),
            infos("item", &self.items, |one| &one.name),
            infos("power", &self.powers, |one| &one.name),
            infos("race", &self.races, |one| &one.name),
            infos("ability", &self.abilities, |one| &one.name),
        ]
        .concat()
    }
}

fn infos<T>(table: &'static str, entries: &[Entry<T>], name: fn(&T) -> &String) -> Vec<EntryInfo> {
    let info = |entry: &Entry<T>| EntryInfo { table, id: entry.id.clone(), name: name(&entry.value).clone() };
    entries.iter().map(info).collect()
}
