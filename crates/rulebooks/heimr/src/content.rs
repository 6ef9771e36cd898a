//! What packs hold: their vocabulary, the checks of it, the same compiled for rules; and the house rules.

mod book;
mod check;
mod compiled;
mod house;

pub(crate) use book::{
    AbilityEntry, ArmorEntry, Attribute, Attributes, BindPart, Book, Call, Class, Component, Contest, CreatureEntry,
    Deed, Delivery, Effect, Element, Family, Feature, Grip, Hands, Happening, ItemEntry, Limb, Loading, Need, Per,
    Place, PowerEntry, RaceEntry, Reach, Role, ShieldEntry, TABLES, Target, Time, Trained, WeaponEntry, When, Word,
    Words,
};
pub(crate) use compiled::{
    Ability, AbilityId, ArmorId, Content, Item, ItemId, MOST_CALLS, MOST_ENTRIES, MOST_ITEMS, MOST_NATURAL,
    MOST_POWERS, MOST_WEAPONS, Marks, Power, PowerId, Shield, ShieldId, Template, Weapon, WeaponId,
};
pub(crate) use house::*;

pub(crate) const NAME: &str = "Heimr";
