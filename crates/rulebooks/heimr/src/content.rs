//! Packs turned once into plain values that rules look up by number: abilities, weapons, shields, armour, items,
//! powers, creatures.

use quintain_content::Entry;

use crate::book::{
    AbilityEntry, ArmorEntry, Attribute, Attributes, Book, Class, CreatureEntry, Deed, Feature, Grip, ItemEntry,
    PowerEntry, Role, ShieldEntry, Trained, WeaponEntry, When, Words,
};

/// An ability: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbilityId(pub u8);

/// A weapon: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WeaponId(pub u8);

/// A shield: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShieldId(pub u8);

/// A suit of armour: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArmorId(pub u8);

/// An item: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub u8);

/// A power: its place in the content's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PowerId(pub u16);

/// How many calls a power makes at once.
pub const MOST_CALLS: usize = 4;

/// How many entries of one kind the rules can number.
pub const MOST_ENTRIES: usize = 250;

/// An ability as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its attribute.
    pub one: Attribute,
    /// Its second attribute; the same again where there is one.
    pub two: Attribute,
    /// Base consistency.
    pub c: i16,
    /// How hands must be.
    pub grips: Words<Grip>,
    /// Weapons used with it can parry.
    pub parries: bool,
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
    pub fn is_physical(&self) -> bool {
        self.one.is_physical() || self.two.is_physical()
    }
}

/// A weapon as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: WeaponEntry,
    /// The abilities that it can be used with.
    pub abilities: Vec<AbilityId>,
    /// The automaton that it carries.
    pub carries: Option<PowerId>,
}

impl Weapon {
    /// Whether attacks with it are made hand to hand.
    pub fn is_melee(&self) -> bool {
        self.entry.range.is_none()
    }

    /// Whether it is a part of the body.
    pub fn is_natural(&self) -> bool {
        self.entry.class == Class::Natural
    }
}

/// A shield as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: ShieldEntry,
    /// The abilities that it can be used with.
    pub abilities: Vec<AbilityId>,
}

/// A suit of armour as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armor {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: ArmorEntry,
}

/// An item as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: ItemEntry,
    /// What using it does.
    pub power: Option<PowerId>,
}

/// A power as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Power {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: PowerEntry,
    /// The powers of one who rises by it.
    pub risen: Vec<PowerId>,
}

impl Power {
    /// What it always gives: all it has, if it is passive and has no conditions.
    pub fn always(&self) -> &[Feature] {
        if self.entry.when == When::Passive && self.entry.needs.is_empty() { &self.entry.gives } else { &[] }
    }
}

/// A creature as the packs describe it, names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A player's character.
    pub pc: bool,
    /// Its race, by its place among all.
    pub race: Option<u8>,
    /// Attributes.
    pub attributes: Attributes,
    /// What training adds, a place for each ability.
    pub trained: Vec<Trained>,
    /// Hit points that are never scaled.
    pub hp: i16,
    /// Hit points as cards have them, armour and powers left out.
    pub card: i16,
    /// Willpower, powers left out.
    pub wp: i16,
    /// Weapons.
    pub weapons: Vec<WeaponId>,
    /// The shield.
    pub shield: Option<ShieldId>,
    /// The armour.
    pub armor: Option<ArmorId>,
    /// Items.
    pub items: Vec<ItemId>,
    /// Powers: its race's, then its own.
    pub powers: Vec<PowerId>,
    /// What is always so: its own, then what its passive powers give.
    pub gives: Vec<Feature>,
    /// Those of them of which no numbers are asked.
    pub always: Marks,
}

/// Features of which no numbers are asked: a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u16);

impl Marks {
    /// Those of a list.
    pub fn of(features: &[Feature]) -> Marks {
        Marks(features.iter().fold(0, |marks, feature| marks | bit(*feature)))
    }

    /// Whether this is one of them.
    pub fn has(self, feature: Feature) -> bool {
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
pub struct Content {
    /// Abilities.
    pub abilities: Vec<Ability>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Shields.
    pub shields: Vec<Shield>,
    /// Suits.
    pub armors: Vec<Armor>,
    /// Items.
    pub items: Vec<Item>,
    /// Powers.
    pub powers: Vec<Power>,
    /// Creatures.
    pub templates: Vec<Template>,
    /// The names of the races.
    pub races: Vec<String>,
    /// The ability that each role is rolled on, in the order of [`Role::ALL`].
    pub roles: Vec<AbilityId>,
}

fn place<T>(entries: &[Entry<T>], id: &str) -> Option<usize> {
    entries.iter().position(|entry| entry.id == id)
}

impl Content {
    /// Turns a book into what rules look up.
    pub fn of(book: &Book) -> Content {
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
            races: book.races.iter().map(|entry| entry.value.name.clone()).collect(),
            roles: Role::ALL.iter().map(role).collect(),
        }
    }

    /// An ability.
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[usize::from(id.0)]
    }

    /// A weapon.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    /// A shield.
    pub fn shield(&self, id: ShieldId) -> &Shield {
        &self.shields[usize::from(id.0)]
    }

    /// A suit of armour.
    pub fn armor(&self, id: ArmorId) -> &Armor {
        &self.armors[usize::from(id.0)]
    }

    /// An item.
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[usize::from(id.0)]
    }

    /// A power.
    pub fn power(&self, id: PowerId) -> &Power {
        &self.powers[usize::from(id.0)]
    }

    /// The ability that a role is rolled on.
    pub fn role(&self, role: Role) -> AbilityId {
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
