//! Packs turned once into plain values that rules look up by number: abilities, weapons, shields, armour, items,
//! powers, creatures.

use quintain_content::Entry;
use quintain_engine::Minded;

use crate::content::{
    AbilityEntry, ArmorEntry, Attribute, Attributes, Book, Class, CreatureEntry, Deed, Feature, Grip, ItemEntry,
    PowerEntry, Role, ShieldEntry, Trained, WeaponEntry, When, Words,
};

/// An ability: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AbilityId(pub(crate) u8);

/// A weapon: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct WeaponId(pub(crate) u8);

/// A shield: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ShieldId(pub(crate) u8);

/// A suit of armour: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ArmorId(pub(crate) u8);

/// An item: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ItemId(pub(crate) u8);

/// A power: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PowerId(pub(crate) u16);

/// How many calls a power makes at once.
pub(crate) const MOST_CALLS: usize = 4;

/// How many entries of one kind the rules can number.
pub(crate) const MOST_ENTRIES: usize = 250;

/// An ability as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ability {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) one: Attribute,
    /// Its second attribute; the same again where there is one.
    pub(crate) two: Attribute,
    /// Base consistency.
    pub(crate) c: i16,
    /// How hands must be.
    pub(crate) grips: Words<Grip>,
    /// Weapons used with it can parry.
    pub(crate) parries: bool,
}

impl Ability {
    fn of(entry: &Entry<AbilityEntry>) -> Ability {
        let value = &entry.value;
        let one = value.of.first().copied().unwrap_or(Attribute::Str);
        Ability {
            id: entry.id.clone(),
            name: value.name.clone(),
            one,
            two: value.of.get(1).copied().unwrap_or(one),
            c: value.c,
            grips: value.grips,
            parries: value.parries,
        }
    }

    /// Whether fatigue weighs on it: at least one attribute is of the body.
    pub(crate) fn is_physical(&self) -> bool {
        self.one.is_physical() || self.two.is_physical()
    }
}

/// A weapon as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weapon {
    pub(crate) id: String,
    pub(crate) entry: WeaponEntry,
    pub(crate) abilities: Vec<AbilityId>,
    pub(crate) carries: Option<PowerId>,
}

impl Weapon {
    pub(crate) fn is_melee(&self) -> bool {
        self.entry.range.is_none()
    }

    pub(crate) fn is_natural(&self) -> bool {
        self.entry.class == Class::Natural
    }
}

/// A shield as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shield {
    pub(crate) id: String,
    pub(crate) entry: ShieldEntry,
    /// The abilities that it can be used with.
    pub(crate) abilities: Vec<AbilityId>,
}

/// A suit of armour as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Armor {
    pub(crate) id: String,
    pub(crate) entry: ArmorEntry,
}

/// An item as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) entry: ItemEntry,
    pub(crate) power: Option<PowerId>,
}

/// A power as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Power {
    pub(crate) id: String,
    pub(crate) entry: PowerEntry,
    /// The powers of one who rises by it.
    pub(crate) risen: Vec<PowerId>,
}

impl Power {
    /// What it always gives: all it has, if it is passive and has no conditions.
    pub(crate) fn always(&self) -> &[Feature] {
        if self.entry.when == When::Passive && self.entry.needs.is_empty() { &self.entry.gives } else { &[] }
    }
}

/// A creature as the packs describe it, names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) pc: bool,
    /// How it is minded.
    pub(crate) minded: Minded,
    /// Its race, by its place among all.
    pub(crate) race: Option<u8>,
    pub(crate) attributes: Attributes,
    /// What training adds, a place for each ability.
    pub(crate) trained: Vec<Trained>,
    /// Hit points that are never scaled.
    pub(crate) hp: i16,
    /// Hit points as cards have them, armour and powers left out.
    pub(crate) card: i16,
    /// Willpower, powers left out.
    pub(crate) wp: i16,
    pub(crate) weapons: Vec<WeaponId>,
    pub(crate) shield: Option<ShieldId>,
    pub(crate) armor: Option<ArmorId>,
    pub(crate) items: Vec<ItemId>,
    /// Powers: its race's, then its own.
    pub(crate) powers: Vec<PowerId>,
    /// What is always so: its own, then what its passive powers give.
    pub(crate) gives: Vec<Feature>,
    /// Those of them of which no numbers are asked.
    pub(crate) always: Marks,
}

/// Features of which no numbers are asked: a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u16);

impl Marks {
    pub(crate) fn of(features: &[Feature]) -> Marks {
        Marks(features.iter().fold(0, |marks, feature| marks | bit(*feature)))
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.0 & bit(feature) != 0
    }
}

/// The bit of a feature of which no numbers are asked; none of others.
fn bit(feature: Feature) -> u16 {
    match feature {
        Feature::ResistsAll => 1,
        Feature::Rooted => 1 << 1,
        Feature::IgnoresFatigue => 1 << 2,
        Feature::Flies => 1 << 3,
        Feature::ClimbsFreely => 1 << 4,
        Feature::PassesWalls => 1 << 5,
        Feature::Slow => 1 << 6,
        Feature::NoRunning => 1 << 7,
        Feature::Handless => 1 << 8,
        Feature::ResistsAutomaton => 1 << 9,
        Feature::ResistsPoison => 1 << 10,
        Feature::StitchedFreely => 1 << 11,
        Feature::Possessed => 1 << 12,
        Feature::Divine => 1 << 13,
        Feature::Mindless => 1 << 14,
        Feature::Poison => 1 << 15,
        _ => 0,
    }
}

/// Everything that packs hold, ready for rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    pub(crate) abilities: Vec<Ability>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) shields: Vec<Shield>,
    pub(crate) armors: Vec<Armor>,
    pub(crate) items: Vec<Item>,
    pub(crate) powers: Vec<Power>,
    pub(crate) templates: Vec<Template>,
    /// The ability that each role is rolled on, in the order of [`Role::ALL`].
    pub(crate) roles: Vec<AbilityId>,
}

fn place<T>(entries: &[Entry<T>], id: &str) -> Option<usize> {
    entries.iter().position(|entry| entry.id == id)
}

impl Content {
    /// Turns a book into what rules look up.
    pub(crate) fn of(book: &Book) -> Content {
        let abilities = |ids: &[String]| -> Vec<AbilityId> {
            ids.iter().filter_map(|id| place(&book.abilities, id)).map(|at| AbilityId(at as u8)).collect()
        };
        let power = |id: &String| place(&book.powers, id).map(|at| PowerId(at as u16));
        let weapon = |entry: &Entry<WeaponEntry>| Weapon {
            id: entry.id.clone(),
            abilities: abilities(&entry.value.abilities),
            carries: entry.value.carries.as_ref().and_then(power),
            entry: entry.value.clone(),
        };
        let shield = |entry: &Entry<ShieldEntry>| Shield {
            id: entry.id.clone(),
            abilities: abilities(&entry.value.abilities),
            entry: entry.value.clone(),
        };
        let item = |entry: &Entry<ItemEntry>| Item {
            id: entry.id.clone(),
            power: entry.value.power.as_ref().and_then(power),
            entry: entry.value.clone(),
        };
        let role = |role: &Role| {
            let found = book.abilities.iter().position(|entry| entry.value.role == Some(*role));
            AbilityId(found.unwrap_or(0) as u8)
        };
        Content {
            abilities: book.abilities.iter().map(Ability::of).collect(),
            weapons: book.weapons.iter().map(weapon).collect(),
            shields: book.shields.iter().map(shield).collect(),
            armors: book
                .armors
                .iter()
                .map(|entry| Armor { id: entry.id.clone(), entry: entry.value.clone() })
                .collect(),
            items: book.items.iter().map(item).collect(),
            powers: book.powers.iter().map(|entry| compiled(book, entry)).collect(),
            templates: book.creatures.iter().map(|entry| template(book, entry)).collect(),
            roles: Role::ALL.iter().map(role).collect(),
        }
    }

    pub(crate) fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[usize::from(id.0)]
    }

    pub(crate) fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    pub(crate) fn shield(&self, id: ShieldId) -> &Shield {
        &self.shields[usize::from(id.0)]
    }

    pub(crate) fn armor(&self, id: ArmorId) -> &Armor {
        &self.armors[usize::from(id.0)]
    }

    pub(crate) fn item(&self, id: ItemId) -> &Item {
        &self.items[usize::from(id.0)]
    }

    pub(crate) fn power(&self, id: PowerId) -> &Power {
        &self.powers[usize::from(id.0)]
    }

    pub(crate) fn role(&self, role: Role) -> AbilityId {
        self.roles.get(role as usize).copied().unwrap_or(AbilityId(0))
    }
}

fn compiled(book: &Book, entry: &Entry<PowerEntry>) -> Power {
    let risen = entry.value.does.iter().flat_map(|deed| match deed {
        Deed::Rise { powers, .. } => powers.as_slice(),
        _ => &[],
    });
    let risen = risen.filter_map(|id| place(&book.powers, id)).map(|at| PowerId(at as u16)).collect();
    Power { id: entry.id.clone(), entry: entry.value.clone(), risen }
}

fn template(book: &Book, entry: &Entry<CreatureEntry>) -> Template {
    let creature = &entry.value;
    let race = creature.race.as_ref().and_then(|id| place(&book.races, id));
    let of_race = race.map(|at| &book.races[at].value);
    let named = of_race.into_iter().flat_map(|race| &race.powers).chain(&creature.powers);
    let powers: Vec<PowerId> = named.filter_map(|id| place(&book.powers, id)).map(|at| PowerId(at as u16)).collect();
    let trained = |ability: &Entry<AbilityEntry>| creature.trained.get(&ability.id).copied().unwrap_or_default();
    let passive = powers.iter().map(|id| &book.powers[usize::from(id.0)].value);
    let passive = passive.filter(|power| power.when == When::Passive && power.needs.is_empty());
    let gives: Vec<Feature> = creature.gives.iter().chain(passive.flat_map(|power| &power.gives)).copied().collect();
    Template {
        id: entry.id.clone(),
        name: creature.name.clone(),
        pc: creature.pc,
        minded: Minded(creature.temper),
        race: race.map(|at| at as u8),
        attributes: creature.attributes,
        trained: book.abilities.iter().map(trained).collect(),
        hp: creature.hp,
        card: creature.card + of_race.map_or(0, |race| race.card),
        wp: creature.wp + of_race.map_or(0, |race| race.wp),
        weapons: creature
            .weapons
            .iter()
            .filter_map(|id| place(&book.weapons, id))
            .map(|at| WeaponId(at as u8))
            .collect(),
        shield: creature.shield.as_ref().and_then(|id| place(&book.shields, id)).map(|at| ShieldId(at as u8)),
        armor: creature.armor.as_ref().and_then(|id| place(&book.armors, id)).map(|at| ArmorId(at as u8)),
        items: creature.items.iter().filter_map(|id| place(&book.items, id)).map(|at| ItemId(at as u8)).collect(),
        powers,
        always: Marks::of(&gives),
        gives,
    }
}

/// How many powers one may have.
pub(crate) const MOST_POWERS: usize = 24;

pub(crate) const MOST_NATURAL: usize = 4;

/// How many weapons one may bear in all, so how many may be put away.
pub(crate) const MOST_WEAPONS: usize = 8;

/// How many items one may carry.
pub(crate) const MOST_ITEMS: usize = 8;
