//! Packs turned once into plain values that rules look up by number: abilities, weapons, armour, items, creatures.

mod links;

use quintain_content::Entry;
use quintain_engine::{Blank, Minded};

use crate::book::{
    AbilityEntry as Inner, Aim, Aptitudes, ArmorEntry, Book, CreatureEntry, Damage, DamageKind, Effect, Element,
    Feature, Formula, Hold, Inherits, Kind, Resistance, Skills, Step, Tag, Time, Topic, Topics, WeaponEntry, With,
    Words,
};
pub use links::{Names, ability_of, links};

/// An ability: its place in the setting's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbilityId(pub u16);

/// A weapon: its place in the setting's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WeaponId(pub u16);

impl Blank for AbilityId {
    const BLANK: Self = AbilityId(0);
}

impl Blank for WeaponId {
    const BLANK: Self = WeaponId(0);
}

/// The features that something always gives, each with the ability that it comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gifts {
    all: Vec<(Feature, AbilityId)>,
    topics: Topics,
}

impl Gifts {
    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, (Feature, AbilityId)> {
        self.all.iter()
    }

    /// What they are about.
    pub fn topics(&self) -> Topics {
        self.topics
    }

    /// Whether there is one about this.
    #[inline]
    pub fn about(&self, topic: Topic) -> bool {
        self.topics.has(topic)
    }
}

impl FromIterator<(Feature, AbilityId)> for Gifts {
    fn from_iter<I: IntoIterator<Item = (Feature, AbilityId)>>(gifts: I) -> Self {
        let all: Vec<(Feature, AbilityId)> = gifts.into_iter().collect();
        let topics = all.iter().fold(Topics::default(), |topics, (feature, _)| topics.with(feature.topic()));
        Gifts { all, topics }
    }
}

/// An ability as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ability {
    /// The pack's id, or `owner.name` for those written inside an entry.
    pub id: String,
    /// What the pack says.
    pub entry: Inner,
    /// The weapon that it belongs to.
    pub weapon: Option<WeaponId>,
    /// A melee ability.
    pub melee: bool,
    /// It has action damage.
    pub damaging: bool,
    /// Its first damage.
    pub kind: Option<DamageKind>,
    /// What is rolled against, if anything.
    pub against: Option<Resistance>,
    /// Aimed at one creature.
    pub single: bool,
    /// It costs nothing besides its time.
    pub free: bool,
    /// It holds a basic weapon attack.
    pub strikes: bool,
    /// It holds one with the off hand.
    pub off_hand: bool,
    /// It begins with a charge.
    pub charges: bool,
    /// It loads a weapon.
    pub reloads: bool,
    /// It does something that its target would want.
    pub helpful: bool,
    /// It does something that its target would not want.
    pub hostile: bool,
    /// A creature that has it and the time for it may use it: it needs nothing, costs nothing and is never used up.
    pub undemanding: bool,
    /// The damage of one that is one blow on one creature, with nothing before, beside or after it.
    pub blow: Option<Damage>,
    /// Besides what it does to its targets it calls creatures, changes ground, loads a weapon or does something to its
    /// user.
    pub gains: bool,
}

impl Ability {
    fn new(id: String, entry: Inner, weapon: Option<(WeaponId, &WeaponEntry)>) -> Ability {
        let kind = entry.does.iter().find_map(|step| match step.effect {
            Effect::Damage(damage) => Some(damage.kind),
            Effect::Steal(_) => Some(DamageKind::Magical),
            _ => None,
        });
        let damaging = kind.is_some();
        let usual = match kind {
            Some(DamageKind::Magical) => Some(Resistance::Warding),
            Some(_) => Some(Resistance::Parry),
            None => None,
        };
        let against = if entry.no_roll { None } else { entry.against.or(usual) };
        let single = matches!(entry.aim, Aim::One { .. });
        // Of what a creature has by itself, all is close by but what it sends somewhere.
        let close = weapon.map_or(!matches!(entry.aim, Aim::Burst { .. }), |(_, weapon)| weapon.range <= 2);
        let melee =
            entry.tags.has(Tag::Melee) || (entry.tags.has(Tag::Weapon) && !entry.tags.has(Tag::Projectile) && close);
        let strike_with = |step: &Step| match step.effect {
            Effect::Strike(strike) => Some(strike.with),
            _ => None,
        };
        let cost = &entry.cost;
        let free = cost.energy.is_nothing() && cost.health.is_nothing() && cost.further == 0;
        let strikes = entry.does.iter().any(|step| strike_with(step).is_some());
        let reloads = entry.does.iter().any(|step| step.effect == Effect::Reload);
        let by_itself = weapon.is_none() && !strikes && !entry.empties && !reloads && !entry.tags.has(Tag::Sound);
        let gains = entry.every_step().any(Step::gains);
        let lasting = weapon.is_none_or(|(_, weapon)| !weapon.is_used_up());
        let blow = entry.one_blow().filter(|_| single && free && lasting);
        Ability {
            id,
            weapon: weapon.map(|(id, _)| id),
            melee,
            damaging,
            kind,
            against,
            single,
            free,
            strikes,
            reloads,
            helpful: entry.does.iter().any(|step| step.effect.helps()),
            hostile: entry.does.iter().any(|step| step.effect.harms()),
            undemanding: by_itself && free && entry.needs.is_empty() && entry.uses.is_none(),
            blow,
            gains,
            off_hand: entry.does.iter().any(|step| strike_with(step) == Some(With::OffHand)),
            charges: entry.first.iter().any(|step| matches!(step.effect, Effect::Charge(_))),
            entry,
        }
    }

    /// Whether it is this.
    pub fn is(&self, tag: Tag) -> bool {
        self.entry.tags.has(tag)
    }

    /// What it costs of a turn.
    pub fn time(&self) -> Time {
        self.entry.time
    }
}

/// A weapon as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// The pack's id.
    pub id: String,
    /// What the pack says, its abilities left out.
    pub entry: WeaponEntry,
    /// Its abilities.
    pub abilities: Vec<AbilityId>,
    /// Its basic weapon attack.
    pub basic: Option<AbilityId>,
    /// What it gives while wielded.
    pub passive: Gifts,
    /// Counts as a melee weapon.
    pub melee: bool,
}

impl Weapon {
    /// Whether the off hand may hold it beside a one-handed weapon.
    pub fn fits_off_hand(&self) -> bool {
        matches!(self.entry.hold, Hold::Light | Hold::OffHand)
    }
}

/// An item as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What using it does.
    pub used: AbilityId,
    /// How often.
    pub uses: u8,
}

/// A suit of armour as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armor {
    /// The pack's id.
    pub id: String,
    /// What the pack says.
    pub entry: ArmorEntry,
}

/// A creature as the packs describe it, names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A player's character.
    pub pc: bool,
    /// How it is minded.
    pub minded: Minded,
    /// Aptitudes and level of its own.
    pub own: Aptitudes,
    /// P of its own, by its level.
    pub potency: Formula,
    /// C.
    pub control: Formula,
    /// What it takes over from its summoner.
    pub inherits: Inherits,
    /// Maximum health.
    pub health: i16,
    /// Energy.
    pub energy: i16,
    /// Walking speed; nothing where armour gives it.
    pub speed: Option<i16>,
    /// Flying speed.
    pub flies: Option<i16>,
    /// Begins on the ground.
    pub grounded: bool,
    /// The whole modifier of its precision rolls; nothing where it is worked out.
    pub precision: Option<Formula>,
    /// Parry, Warding, Constitution, Evasion.
    pub resistances: [Formula; 4],
    /// Physical and magical armour of its own.
    pub armor: [Formula; 2],
    /// Width and depth in squares.
    pub size: (u8, u8),
    /// What it is.
    pub kinds: Words<Kind>,
    /// Abilities: its own, then those of the packs.
    pub abilities: Vec<AbilityId>,
    /// Its basic weapon attack without any weapon.
    pub basic: Option<AbilityId>,
    /// What it always has.
    pub passive: Gifts,
    /// The suit.
    pub wears: Option<u8>,
    /// Weapon sets: main hand, off hand.
    pub sets: Vec<(Option<WeaponId>, Option<WeaponId>)>,
    /// Items.
    pub items: Vec<u8>,
    /// Quick-access slots.
    pub slots: u8,
    /// Skills.
    pub skills: Skills,
    /// The element around it.
    pub element: Option<Element>,
    /// The pet that comes along.
    pub pet: Option<u16>,
    /// Counts for flanking without a weapon.
    pub flanks: bool,
}

/// Everything that packs hold, ready for rules.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Abilities: those of the packs first.
    pub abilities: Vec<Ability>,
    /// Weapons; bare hands first.
    pub weapons: Vec<Weapon>,
    /// Suits.
    pub armors: Vec<Armor>,
    /// Items.
    pub items: Vec<Item>,
    /// Creatures.
    pub templates: Vec<Template>,
    /// The special actions.
    pub special: Vec<AbilityId>,
}

/// The id of bare hands in the packs.
pub const UNARMED: &str = "unarmed";

impl Content {
    /// Turns a book into what rules look up.
    pub fn of(book: &Book) -> Content {
        let mut content = Content::default();
        for entry in &book.abilities {
            content.abilities.push(Ability::new(entry.id.clone(), entry.value.clone(), None));
        }
        let bare = book.weapons.iter().filter(|entry| entry.id == UNARMED);
        for entry in bare.chain(book.weapons.iter().filter(|entry| entry.id != UNARMED)) {
            content.weapon(entry);
        }
        for entry in &book.armors {
            content.armors.push(Armor { id: entry.id.clone(), entry: entry.value.clone() });
        }
        for entry in &book.items {
            let used = content.inner(&entry.id, &entry.value.used, None);
            let (id, name) = (entry.id.clone(), entry.value.name.clone());
            content.items.push(Item { id, name, used, uses: entry.value.uses });
        }
        for entry in &book.creatures {
            content.creature(book, entry);
        }
        content.resolve(book);
        let special = content.abilities.iter().enumerate().filter(|(_, ability)| ability.is(Tag::Special));
        content.special = special.map(|(place, _)| AbilityId(place as u16)).collect();
        content
    }

    fn inner(&mut self, owner: &str, entry: &Inner, weapon: Option<(WeaponId, &WeaponEntry)>) -> AbilityId {
        let id = format!("{owner}.{}", entry.name);
        self.abilities.push(Ability::new(id, entry.clone(), weapon));
        AbilityId((self.abilities.len() - 1) as u16)
    }

    fn weapon(&mut self, entry: &Entry<WeaponEntry>) {
        let place = WeaponId(self.weapons.len() as u16);
        let abilities: Vec<AbilityId> =
            entry.value.own.iter().map(|own| self.inner(&entry.id, own, Some((place, &entry.value)))).collect();
        let active = |id: &&AbilityId| self.abilities[usize::from(id.0)].time() != Time::Passive;
        let basic = abilities.iter().find(active).copied();
        let basic = basic.filter(|id| self.abilities[usize::from(id.0)].is(Tag::Basic));
        let shoots = basic.is_some_and(|id| self.abilities[usize::from(id.0)].is(Tag::Projectile));
        let melee = basic.is_some() && !shoots && entry.value.range <= 2;
        let passive = self.passive(&abilities);
        let weapon = WeaponEntry { own: Vec::new(), ..entry.value.clone() };
        self.weapons.push(Weapon { id: entry.id.clone(), entry: weapon, abilities, basic, passive, melee });
    }

    fn passive(&self, abilities: &[AbilityId]) -> Gifts {
        let of = |id: &AbilityId| {
            let ability = &self.abilities[usize::from(id.0)];
            let id = *id;
            ability.entry.features.iter().filter(|_| ability.time() == Time::Passive).map(move |feature| (*feature, id))
        };
        abilities.iter().flat_map(of).collect()
    }

    fn creature(&mut self, book: &Book, entry: &Entry<CreatureEntry>) {
        let creature = &entry.value;
        let mut abilities: Vec<AbilityId> = creature.own.iter().map(|own| self.inner(&entry.id, own, None)).collect();
        let basic = abilities.iter().find(|id| self.abilities[usize::from(id.0)].is(Tag::Basic)).copied();
        let known = |id: &String| book.abilities.iter().position(|ability| ability.id == *id);
        abilities.extend(creature.abilities.iter().filter_map(known).map(|place| AbilityId(place as u16)));
        // Bare hands hold nothing.
        let held = |id: &&String| *id != UNARMED;
        let weapon = |id: &Option<String>| id.as_ref().filter(held).and_then(|id| self.weapon_named(id));
        let resistances = creature.resistances;
        self.templates.push(Template {
            id: entry.id.clone(),
            name: creature.name.clone(),
            pc: creature.pc,
            minded: Minded(creature.temper),
            own: aptitudes_at(creature, creature.level),
            potency: creature.potency,
            control: creature.control,
            inherits: creature.inherits,
            health: creature.health,
            energy: creature.energy,
            speed: creature.speed,
            flies: creature.flies,
            grounded: creature.grounded,
            precision: creature.precision,
            resistances: [resistances.parry, resistances.warding, resistances.constitution, resistances.evasion],
            armor: [creature.physical_armor, creature.magical_armor],
            size: creature.size,
            kinds: creature.kinds,
            passive: self.passive(&abilities),
            abilities,
            basic,
            wears: creature.armor.as_ref().and_then(|id| self.armor_named(id)),
            sets: creature.weapons.iter().map(|set| (weapon(&set.main), weapon(&set.off))).collect(),
            items: creature.items.iter().filter_map(|id| self.item_named(id)).collect(),
            slots: creature.slots,
            skills: creature.skills,
            element: creature.element,
            pet: creature
                .pet
                .as_ref()
                .and_then(|id| book.creatures.iter().position(|known| known.id == *id))
                .map(|place| place as u16),
            flanks: creature.flanks,
        });
    }

    /// The weapon of this id.
    pub fn weapon_named(&self, id: &str) -> Option<WeaponId> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|place| WeaponId(place as u16))
    }

    /// The suit of this id.
    pub fn armor_named(&self, id: &str) -> Option<u8> {
        self.armors.iter().position(|armor| armor.id == id).map(|place| place as u8)
    }

    /// The item of this id.
    pub fn item_named(&self, id: &str) -> Option<u8> {
        self.items.iter().position(|item| item.id == id).map(|place| place as u8)
    }

    /// The ability of this id.
    pub fn ability_named(&self, id: &str) -> Option<AbilityId> {
        self.abilities.iter().position(|ability| ability.id == id).map(|place| AbilityId(place as u16))
    }

    /// Abilities of the packs take the place of those that a creature has from them; its own stay.
    pub fn learn(&mut self, template: usize, of_packs: usize, learnt: &[AbilityId]) {
        let own = self.templates[template].abilities.iter().copied().filter(|id| usize::from(id.0) >= of_packs);
        let abilities: Vec<AbilityId> = own.chain(learnt.iter().copied()).collect();
        let passive = self.passive(&abilities);
        self.templates[template].abilities = abilities;
        self.templates[template].passive = passive;
    }

    /// Looks up every link once.
    fn resolve(&mut self, book: &Book) {
        let abilities: Vec<&str> = book.abilities.iter().map(|entry| entry.id.as_str()).collect();
        let creatures: Vec<&str> = book.creatures.iter().map(|entry| entry.id.as_str()).collect();
        for ability in &mut self.abilities {
            links(&mut ability.entry, &mut |link, what| match what {
                Names::Ability => link.resolve(abilities.iter().copied()),
                Names::Creature => link.resolve(creatures.iter().copied()),
            });
        }
        for weapon in &mut self.weapons {
            weapon.passive = again(&self.abilities, &weapon.passive);
        }
        for template in &mut self.templates {
            template.passive = again(&self.abilities, &template.passive);
        }
    }
}

/// P and C that a creature of this level has by itself; its formulas know nothing but the level.
fn aptitudes_at(creature: &CreatureEntry, level: i16) -> Aptitudes {
    let by = Aptitudes { level, ..Aptitudes::default() };
    let value = |formula: Formula| formula.value(by, |of, by| of / by);
    Aptitudes { potency: value(creature.potency), control: value(creature.control), level }
}

/// Passive features with their links resolved.
fn again(abilities: &[Ability], passive: &Gifts) -> Gifts {
    let mut places: Vec<(AbilityId, usize)> = Vec::new();
    let mut fresh = Vec::new();
    for (feature, id) in passive.iter() {
        let nth = places.iter().filter(|(known, _)| known == id).count();
        places.push((*id, nth));
        let resolved = abilities[usize::from(id.0)].entry.features.get(nth).copied();
        fresh.push((resolved.unwrap_or(*feature), *id));
    }
    fresh.into_iter().collect()
}
