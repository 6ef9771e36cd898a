//! What packs of Sigil of Uchma hold, in the book's closed vocabulary. A new creature, weapon or technique picks from
//! these words; it needs no Rust.
//!
//! [`words`] are the plain words, [`formula`] the numbers, [`effect`] what abilities do, [`feature`] what lasts,
//! [`ability`] how they are used; [`creature`] and [`gear`] are who and what has them.

pub mod ability;
pub mod creature;
pub mod effect;
pub mod feature;
pub mod formula;
pub mod gear;
pub mod hazard;
pub mod link;
pub mod words;

use quintain_content::{Entry, Inline, Packs, Problems, Source};

pub use ability::{AbilityEntry, Aim, Cost, Kept, Modified, Modifies, Sense, Trigger, Whom};
pub use creature::{CreatureEntry, Inherits, Resistances, SetEntry, Skills};
pub use effect::{
    Apply, Charge, Damage, Dig, Effect, Go, Grant, Grantable, Heal, Lasts, Lift, Moments, On, Passage, Potency, Push,
    Steal, Step, Strike, Summon, Transform, Upon, Way, When, With, Zone,
};
pub use feature::{Against, Dealing, Event, Feature, Topic, Topics};
pub use formula::{Aptitudes, Formula};
pub use gear::{ArmorEntry, Hold, ItemEntry, WeaponEntry};
pub use hazard::HazardEntry;
pub use link::Link;
pub use words::{Class, Cover, DamageKind, Element, Kind, Resistance, Status, Tag, Time, Word, Words};

/// The name of the game.
pub const NAME: &str = "Sigil of Uchma";

/// The most items in quick-access slots.
pub const MOST_ITEMS: usize = 5;

/// The most steps in one list of an ability.
pub const MOST_STEPS: u8 = 16;

/// The tables of a pack.
pub const TABLES: &[&str] = &["creature", "ability", "weapon", "armor", "item", "hazard"];

/// The content of all packs of a fight.
#[derive(Clone, Debug)]
pub struct Book {
    /// The packs it was read from, to be read again with an encounter's own entries.
    pub sources: Vec<Source>,
    /// Monsters, minions, players' characters.
    pub creatures: Vec<Entry<CreatureEntry>>,
    /// Techniques, special actions, path and branch abilities, shared ones.
    pub abilities: Vec<Entry<AbilityEntry>>,
    /// Weapons and what the off hand holds.
    pub weapons: Vec<Entry<WeaponEntry>>,
    /// Suits of armour.
    pub armors: Vec<Entry<ArmorEntry>>,
    /// Items.
    pub items: Vec<Entry<ItemEntry>>,
    /// What the surroundings do.
    pub hazards: Vec<Entry<HazardEntry>>,
}

impl Book {
    /// Reads packs, with the entries that an encounter gives itself.
    ///
    /// # Errors
    /// All problems at once.
    pub fn read(sources: &[Source], inline: Option<&Inline>) -> Result<Book, Problems> {
        let mut packs = Packs::read("uchma", TABLES, sources, inline);
        let book = Book {
            sources: sources.to_vec(),
            creatures: packs.table("creature"),
            abilities: packs.table("ability"),
            weapons: packs.table("weapon"),
            armors: packs.table("armor"),
            items: packs.table("item"),
            hazards: packs.table("hazard"),
        };
        crate::check::check(&book, &mut packs);
        packs.finish()?;
        Ok(book)
    }
}
