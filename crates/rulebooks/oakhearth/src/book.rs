//! What packs of Oakhearth hold, in the book's closed vocabulary. A new creature, weapon or spell picks from these words;
//! it needs no Rust.
//!
//! [`words`] are the plain words, [`effect`] what abilities do, [`ability`] how they are used; [`creature`] and [`gear`]
//! are who and what has them.

pub mod ability;
pub mod creature;
pub mod effect;
pub mod gear;
pub mod words;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use ability::{AbilityEntry, AddsTo, Aim, Area, Check, Component, Enhancement, On, Once, Step, To, Trigger};
pub use creature::{Bears, CreatureEntry, Feature, Regains, Rider, Senses, Skills, Training};
pub use effect::{Boon, Bursts, Effect, Ground, Lasts, Shed, Thing as MagicThing, Way};
pub use gear::{ArmorEntry, ItemEntry, Property, ShieldEntry, ShieldWeight, Use, WeaponEntry};
pub use words::{Condition, Damage, Group, Save, Size, Skill, Style, Tag};

/// The name of the game.
pub const NAME: &str = "Oakhearth";

/// The most weapons that a creature carries.
pub const MOST_CARRIED: usize = 10;

/// The most items that a creature carries.
pub const MOST_ITEMS: usize = 8;

/// The most hands that a creature has.
pub const MOST_HANDS: usize = 8;

/// The tables of a pack.
pub const TABLES: &[&str] =
    &["creature", "weapon", "shield", "armor", "spell", "maneuver", "technique", "action", "item"];

/// The content of all packs of a fight.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Creatures, people, heroes.
    pub creatures: Vec<Entry<CreatureEntry>>,
    /// Weapons.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Shields.
    pub shields: Vec<Entry<ShieldEntry>>,
    /// Armour.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Spells.
    pub spells: Vec<Entry<AbilityEntry>>,
    /// Maneuvers.
    pub maneuvers: Vec<Entry<AbilityEntry>>,
    /// Techniques.
    pub techniques: Vec<Entry<AbilityEntry>>,
    /// Special actions of creatures and classes.
    pub actions: Vec<Entry<AbilityEntry>>,
    /// Items.
    pub items: Vec<Entry<ItemEntry>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("oakhearth", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            weapons: packs.table("weapon"),
            shields: packs.table("shield"),
            armors: packs.table("armor"),
            spells: packs.table("spell"),
            maneuvers: packs.table("maneuver"),
            techniques: packs.table("technique"),
            actions: packs.table("action"),
            items: packs.table("item"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}
