//! What never changes while a fight lasts: the packs with their names resolved, the house rules, the battle map.

use std::sync::Arc;

use quintain_engine::{Minded, Side};
use quintain_field::Footprint;

use crate::arm::{Arm, ArmId, Rider};
use crate::book::{Book, God, IncantationEntry, ItemEntry, Power, Special, Tag, Worn};
use crate::combatant::Combatant;
use crate::ground::Ground;
use crate::house::House;

/// What a piece of armour does beyond its Armor, all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powers(u8);

impl FromIterator<Power> for Powers {
    fn from_iter<I: IntoIterator<Item = Power>>(powers: I) -> Self {
        Powers(powers.into_iter().fold(0, |bits, power| bits | 1 << power as u8))
    }
}

/// A piece of armour as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Armor {
    /// The pack's id.
    pub id: String,
    pub name: String,
    /// What it adds.
    pub armor: i16,
    /// How it is worn.
    pub worn: Worn,
    /// From which kinds alone it protects, by their places in the list of templates.
    pub against: Vec<u16>,
    /// What it does beyond its Armor.
    pub powers: Powers,
    /// Inventory slots.
    pub slots: u8,
}

impl Armor {
    /// Whether it does this beyond its Armor.
    #[inline]
    pub fn has(&self, power: Power) -> bool {
        self.powers.0 & 1 << power as u8 != 0
    }
}

/// A creature, person or hero as the packs describe it, with names resolved to places in the setting's lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The pack's id.
    pub id: String,
    pub name: String,
    /// A player's character.
    pub hero: bool,
    /// How it is minded.
    pub minded: Minded,
    /// Stamina.
    pub sta: i16,
    /// Armor of its own.
    pub armor: i16,
    /// Strength, nimbleness, control.
    pub scores: [i16; 3],
    /// Feet of a move.
    pub speed: u16,
    /// Width and depth in squares.
    pub size: (u8, u8),
    /// What it is.
    pub tags: Vec<Tag>,
    /// Natural attacks.
    pub natural: Vec<ArmId>,
    /// Pairs of natural attacks made in one turn.
    pub together: Vec<(ArmId, ArmId)>,
    /// Weapons carried.
    pub weapons: Vec<ArmId>,
    /// Armour worn or held: places in the setting's list.
    pub wears: Vec<u8>,
    /// Incantations: place in the setting's list, and whether it is on a scroll.
    pub spells: Vec<(u8, bool)>,
    /// Gods.
    pub gods: Vec<God>,
    /// Gear: places in the setting's list.
    pub items: Vec<u8>,
    /// What it can do or bear beyond its numbers.
    pub special: Vec<Special>,
    /// A large group that fights as one.
    pub detachment: bool,
    /// Rolls morale for its side.
    pub leader: bool,
}

impl Template {
    /// The squares that it fills.
    #[inline]
    pub fn footprint(&self) -> Footprint {
        Footprint::new(self.size.0, self.size.1)
    }

    /// Whether it is of this kind.
    #[inline]
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// With how many heads it begins that grow again when they are cut off.
    pub fn heads(&self) -> Option<u8> {
        self.special.iter().find_map(|special| match special {
            Special::RegrowingHeads { heads } => Some(*heads),
            _ => None,
        })
    }

    /// Whether it has this special.
    #[inline]
    pub fn has(&self, special: &Special) -> bool {
        self.special.contains(special)
    }
}

impl Setting {
    /// What the packs say of a combatant.
    #[inline]
    pub fn template(&self, one: &Combatant) -> &Template {
        &self.templates[usize::from(one.template)]
    }

    /// Whether its heads are counted: those of a hydra, or those that a dragon gathers.
    pub fn counts_heads(&self, one: &Combatant) -> bool {
        let kind = self.template(one);
        kind.heads().is_some() || kind.natural.iter().any(|arm| self.arms[arm.place()].has(Rider::TakesLimb))
    }

    /// Whether it is a hero's companion: no hero itself, on a side that has heroes while the others have none.
    #[inline]
    pub fn is_ally(&self, one: &Combatant) -> bool {
        !one.hero && !self.heroes_everywhere && self.heroic[one.side.index()]
    }
}

/// Which sides are foes of which.
#[derive(Clone, Debug, Default)]
pub struct Hostility {
    sides: usize,
    /// A row for each side.
    foes: Vec<bool>,
}

impl Hostility {
    /// Of so many sides, as `are_foes` says.
    pub fn new(sides: usize, are_foes: impl Fn(usize, usize) -> bool) -> Self {
        let are_foes = &are_foes;
        let rows = (0..sides).flat_map(|one| (0..sides).map(move |other| are_foes(one, other)));
        Hostility { sides, foes: rows.collect() }
    }

    /// Whether one is hostile to the other.
    #[inline]
    pub fn between(&self, one: Side, other: Side) -> bool {
        self.foes.get(one.index() * self.sides + other.index()).copied().unwrap_or(false)
    }

    /// Which sides are hostile to this one, by their places.
    #[inline]
    pub fn of(&self, side: Side) -> &[bool] {
        self.foes.get(side.index() * self.sides..).unwrap_or_default()
    }

    /// Every pair of sides hostile to each other.
    pub fn pairs(&self) -> impl Iterator<Item = (Side, Side)> + '_ {
        let side = |place: usize| Side(place as u8);
        let pairs = self.foes.iter().enumerate().filter(|(_, foes)| **foes);
        pairs.map(move |(place, _)| (side(place / self.sides), side(place % self.sides)))
    }
}

/// What never changes while the fight lasts, unless the GM brings somebody new in. Like a fight it lies in memory as it
/// is written here, what is asked for most first.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Setting {
    /// Everything that an attack can be made with; bare hands first.
    pub arms: Vec<Arm>,
    /// The battle map.
    pub ground: Option<Box<Ground>>,
    /// Which sides are hostile to which.
    pub hostile: Hostility,
    /// With what an incantation strikes, where the house counts it as an attack.
    pub sorcery: ArmId,
    /// With what Poseidon strikes.
    pub wave: ArmId,
    /// Whether heroes fight on sides hostile to each other.
    pub heroes_everywhere: bool,
    /// Whether any side has heroes.
    pub has_heroes: bool,
    /// House rules.
    pub house: House,
    /// Which sides have heroes.
    pub heroic: Vec<bool>,
    /// Creatures that occur.
    pub templates: Vec<Template>,
    /// Armour that occurs.
    pub armors: Vec<Armor>,
    /// Incantations.
    pub incantations: Vec<IncantationEntry>,
    /// Gear.
    pub items: Vec<ItemEntry>,
    /// Names: those of the cast first, then those kept ready for combatants that are summoned.
    pub names: Vec<String>,
    /// The sides.
    pub sides: Vec<String>,
    /// The packs.
    pub book: Arc<Book>,
}

impl Setting {
    /// Everything that somebody can hold or be born with to strike, bare hands first.
    pub fn carried(&self) -> impl Iterator<Item = ArmId> + '_ {
        (0..self.arms.len()).map(ArmId::at).filter(|arm| !self.is_unseen(*arm))
    }

    /// The pack's id of an incantation, by its place in the list.
    pub fn incantation_id(&self, place: u8) -> &str {
        self.book.incantations.get(usize::from(place)).map_or("", |entry| entry.id.as_str())
    }

    /// The pack's id of a piece of gear, by its place in the list.
    pub fn item_id(&self, place: u8) -> &str {
        self.book.items.get(usize::from(place)).map_or("", |entry| entry.id.as_str())
    }

    /// Whether this is no weapon but an incantation or a god's wave.
    #[inline]
    pub fn is_unseen(&self, arm: ArmId) -> bool {
        arm == self.sorcery || arm == self.wave
    }
}
