//! What never changes while a fight lasts: content in plain values, names, sides, house rules.

use std::sync::Arc;

use arrayvec::ArrayVec;
use quintain_engine::Side;
use quintain_field::{OpenSteps, SquareSet};

use crate::book::{
    AbilityEntry, AddsTo, ArmorEntry, Bears, Book, Check, Condition, CreatureEntry, Damage, Effect, Feature, Group,
    ItemEntry, Lasts, Property, Rider, Save, ShieldEntry, ShieldWeight, Step, Style, Tag, Trigger, WeaponEntry,
};
use crate::house::House;

/// The weapon that everybody has.
pub const UNARMED: u16 = 0;

/// A weapon, its properties taken apart.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its id in the packs; natural attacks carry their creature's in front.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who knows how to use it.
    pub group: Group,
    /// Its families.
    pub styles: ArrayVec<Style, 3>,
    /// Base damage.
    pub damage: i16,
    /// What the damage is made of.
    pub kinds: ArrayVec<Damage, 3>,
    /// Reach in Spaces.
    pub reach: i16,
    /// Normal and long range of a weapon for shooting.
    pub range: Option<(i16, i16)>,
    /// Normal and long range when thrown.
    pub thrown: Option<(i16, i16)>,
    /// AP to load it again; 0 for none.
    pub loading: u8,
    /// The Might that it asks for.
    pub strength: Option<i8>,
    /// Its properties, by bit.
    properties: u32,
}

/// The bit of a property, whatever number it has.
fn bit(property: Property) -> u32 {
    use Property as P;
    1 << match property {
        P::AgainstGrappled => 0,
        P::Capture => 1,
        P::Concealable => 2,
        P::Heavy => 3,
        P::Impact => 4,
        P::Loading(_) => 5,
        P::Reach => 6,
        P::Silent => 7,
        P::Strength(_) => 8,
        P::Thrown(..) => 9,
        P::TwoHanded => 10,
        P::Unwieldy => 11,
        P::Versatile => 12,
    }
}

impl Weapon {
    /// Whether it has a property.
    pub fn is(&self, property: Property) -> bool {
        self.properties & bit(property) != 0
    }

    /// Part of a body: needs no hand and cannot be dropped.
    pub fn natural(&self) -> bool {
        self.group == Group::Natural
    }

    /// Takes both hands to attack with.
    pub fn two_handed(&self) -> bool {
        self.is(Property::TwoHanded)
    }

    /// From the packs.
    pub fn of(id: String, entry: &WeaponEntry) -> Weapon {
        let find = |wanted: fn(&Property) -> Option<(i16, i16)>| entry.properties.iter().find_map(wanted);
        let reach = entry.reach.map(i16::from);
        let longer = i16::from(entry.properties.contains(&Property::Reach));
        Weapon {
            id,
            name: entry.name.clone(),
            group: entry.group,
            styles: entry.styles.iter().copied().take(3).collect(),
            damage: entry.damage.into(),
            kinds: entry.kinds.iter().copied().take(3).collect(),
            reach: reach.unwrap_or(1 + longer),
            range: entry.range.map(|(normal, long)| (normal.into(), long.into())),
            thrown: find(|property| match property {
                Property::Thrown(normal, long) => Some(((*normal).into(), (*long).into())),
                _ => None,
            }),
            loading: entry
                .properties
                .iter()
                .find_map(|property| if let Property::Loading(ap) = property { Some(*ap) } else { None })
                .unwrap_or(0),
            strength: entry
                .properties
                .iter()
                .find_map(|property| if let Property::Strength(might) = property { Some(*might) } else { None }),
            properties: entry.properties.iter().fold(0, |all, property| all | bit(*property)),
        }
    }

    /// Fists, feet and foreheads.
    fn unarmed() -> Weapon {
        Weapon {
            id: "unarmed".into(),
            name: "unarmed".into(),
            group: Group::Natural,
            styles: [Style::Fist].into_iter().collect(),
            damage: 0,
            kinds: [Damage::Bludgeoning].into_iter().collect(),
            reach: 1,
            range: None,
            thrown: None,
            loading: 0,
            strength: None,
            properties: 0,
        }
    }
}

/// Which table an ability stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// Spells.
    Spell,
    /// Maneuvers.
    Maneuver,
    /// Techniques.
    Technique,
    /// Special actions.
    Action,
}

/// An ability as the packs give it.
#[derive(Clone, Debug)]
pub struct Ability {
    /// Its id; abilities of one creature alone carry its id in front.
    pub id: String,
    /// Where it stands.
    pub table: Table,
    /// What it is.
    pub entry: AbilityEntry,
    /// The spell that must go on for it, by its place.
    pub follows: Option<u16>,
    /// It asks for nothing but what it costs, as often as it may be used.
    pub simple: bool,
    /// It asks for nothing but its AP, as often as they last.
    pub free: bool,
}

impl Ability {
    /// From the packs.
    fn of(id: String, table: Table, entry: &AbilityEntry, follows: Option<u16>) -> Ability {
        let through = |step: &Step| matches!(step.effect, Effect::Teleport { shadows: true, .. });
        let simple = table != Table::Spell
            && follows.is_none()
            && entry.needs.is_none()
            && entry.components.is_empty()
            && !entry.with_shield
            && entry.check != Check::Weapon
            && !matches!(entry.lasts, Some(Lasts::Concentration(_)))
            && !entry.does.iter().any(through);
        let free = simple && entry.once.is_none() && entry.mp == 0 && entry.sp == 0;
        Ability { id, table, entry: entry.clone(), follows, simple, free }
    }
}

/// A creature of the packs, its names looked up.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its id.
    pub id: String,
    /// What the packs say.
    pub entry: CreatureEntry,
    /// Natural weapons, by their places.
    pub natural: Vec<u16>,
    /// Weapons carried.
    pub weapons: Vec<u16>,
    /// Spells, maneuvers, techniques, special actions.
    pub abilities: Vec<u16>,
    /// The shield.
    pub shield: Option<u8>,
    /// The armour.
    pub armor: Option<u8>,
    /// Items.
    pub items: Vec<u8>,
    /// Its abilities by what they are for.
    pub uses: Uses,
    /// Ground that is hard to cross is not to it.
    pub light_footed: bool,
    /// What its wounds change about its Speed and its AC.
    pub wounded: Option<(i16, i16)>,
    /// What it adds to an Attack Check against whoever is flanked.
    pub hits_flanked: Option<i16>,
    /// It has movement that costs nothing, by its nature.
    pub moves_for_free: bool,
    /// The styles with which it attacks better than others, by bit.
    styles: u16,
}

/// The kinds of moments of others' deeds that abilities answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// An Attack has been declared.
    Targeted,
    /// An Attack has been rolled.
    Rolled,
    /// An Attack hits.
    Hit,
    /// An Attack missed.
    Missed,
    /// Somebody was hurt.
    Hurt,
    /// Somebody left reach.
    Left,
}

impl Occasion {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// Of what triggers an ability.
    fn of(trigger: Trigger) -> Occasion {
        match trigger {
            Trigger::Targeted | Trigger::TargetedNear(_) | Trigger::AllyAttacked => Occasion::Targeted,
            Trigger::Rolled(_) => Occasion::Rolled,
            Trigger::Struck | Trigger::HitNear(_) => Occasion::Hit,
            Trigger::Missed | Trigger::MissedNear(_) => Occasion::Missed,
            Trigger::Hurt => Occasion::Hurt,
            Trigger::Left => Occasion::Left,
        }
    }
}

/// Whose sake an ability answers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sake {
    /// Only one's own.
    Own,
    /// Only that of somebody else on one's side.
    Friends,
    /// One's own and theirs.
    Side,
    /// That of anybody: what counts is who has done it.
    Anyone,
}

/// An ability that answers what others do.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// Which.
    pub ability: u16,
    /// What it answers.
    pub trigger: Trigger,
    /// For whose sake.
    pub sake: Sake,
}

impl Reply {
    /// Whoever takes a blow off somebody takes it off somebody else, unless it holds one before itself for that.
    fn of(ability: u16, trigger: Trigger, entry: &AbilityEntry) -> Reply {
        let takes = |step: &Step| matches!(step.effect, Effect::ShareDamage | Effect::TakeTheBlow);
        let protects = entry.does.iter().any(takes) && !entry.only_grappled;
        let sake = match trigger {
            Trigger::AllyAttacked => Sake::Friends,
            Trigger::TargetedNear(_) | Trigger::Rolled(_) | Trigger::HitNear(_) if protects => Sake::Friends,
            Trigger::TargetedNear(_) | Trigger::Rolled(_) | Trigger::HitNear(_) => Sake::Side,
            Trigger::Targeted | Trigger::Struck | Trigger::Missed | Trigger::Hurt => Sake::Own,
            Trigger::MissedNear(_) | Trigger::Left => Sake::Anyone,
        };
        Reply { ability, trigger, sake }
    }
}

/// The abilities of a creature by what they are for, sorted once for all that is asked of them in a fight.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Done on one's own turn.
    pub deeds: Vec<u16>,
    /// Answers to what others do, by the occasion.
    pub replies: [Vec<Reply>; Occasion::COUNT],
    /// Added to an attack.
    pub on_attack: Vec<u16>,
    /// Added to a Grapple.
    pub on_grapple: Vec<u16>,
    /// The first of those added to an attack that make it reach farther, and by how much, hand to hand and at range.
    pub extends: Option<(u16, (i16, i16))>,
    /// The first of them that adds 1 damage for 1 AP, as often as that is paid.
    pub hurts_more: Option<u16>,
    /// The first of them that takes in others for 1 AP.
    pub sweeps: Option<u16>,
    /// Those of them that cost stamina only.
    pub for_stamina: Vec<u16>,
}

impl Uses {
    fn of(template: &Template, all: &[Ability]) -> Uses {
        let mut uses = Uses::default();
        for place in template.abilities.iter().copied() {
            let Some(entry) = all.get(usize::from(place)).map(|known| &known.entry) else { continue };
            if entry.is_deed() {
                uses.deeds.push(place);
            }
            if let Some(trigger) = entry.trigger {
                uses.replies[Occasion::of(trigger) as usize].push(Reply::of(place, trigger, entry));
            }
            match entry.adds_to {
                Some(AddsTo::Attack) => {
                    uses.on_attack.push(place);
                    let more = entry.extends.map(|(reach, range)| (place, (reach.into(), range.into())));
                    uses.extends = uses.extends.or(more);
                    uses.note_added(place, entry);
                }
                Some(AddsTo::Grapple) => uses.on_grapple.push(place),
                None => {}
            }
        }
        uses
    }
}

impl Uses {
    /// What is added to an attack, by what it costs and brings.
    fn note_added(&mut self, place: u16, entry: &AbilityEntry) {
        let more = entry.does.iter().any(|step| step.effect == Effect::WeaponDamage { more: 1 });
        if more && entry.repeats && entry.ap == 1 && entry.sp == 0 {
            self.hurts_more = self.hurts_more.or(Some(place));
        }
        if entry.sweeps.is_some() && entry.ap == 1 {
            self.sweeps = self.sweeps.or(Some(place));
        }
        if entry.ap == 0 && entry.sp > 0 {
            self.for_stamina.push(place);
        }
    }
}

impl Template {
    /// Whether it is of a kind.
    pub fn is(&self, tag: Tag) -> bool {
        self.entry.tags.contains(&tag)
    }

    /// The first feature for which `wanted` has an answer.
    pub fn feature<R>(&self, wanted: impl Fn(&Feature) -> Option<R>) -> Option<R> {
        self.entry.features.iter().find_map(wanted)
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: &Feature) -> bool {
        self.entry.features.contains(feature)
    }

    /// Whether it attacks better than others with a weapon, by its style.
    pub fn has_style(&self, weapon: &Weapon) -> bool {
        self.styles != 0 && weapon.styles.iter().any(|style| self.styles & (1 << *style as u16) != 0)
    }

    /// Whether a condition never takes hold.
    pub fn immune(&self, condition: Condition) -> bool {
        self.entry.immune.contains(&condition)
    }

    /// How it bears damage.
    pub fn bears(&self) -> &[Bears] {
        &self.entry.bears
    }

    /// Whether Combat Proficiency counts for a save.
    pub fn trained(&self, save: Save) -> bool {
        self.entry.saves.as_ref().is_none_or(|saves| saves.contains(&save))
    }
}

/// Everything about a fight that never changes.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The packs, for those who join.
    pub book: Arc<Book>,
    /// Creatures.
    pub templates: Vec<Template>,
    /// Weapons; the first is the bare body.
    pub weapons: Vec<Weapon>,
    /// Abilities.
    pub abilities: Vec<Ability>,
    /// Shields.
    pub shields: Vec<ShieldEntry>,
    /// Armour.
    pub armors: Vec<ArmorEntry>,
    /// Items.
    pub items: Vec<ItemEntry>,
    /// Everybody's names, by their place.
    pub names: Vec<String>,
    /// The names of those who may be called, by their kind and in their order.
    pub callable: Vec<(u16, Vec<String>)>,
    /// The sides' names.
    pub sides: Vec<String>,
    /// Which sides are hostile: a row for each, one after the other.
    pub hostile: Vec<bool>,
    /// House rules.
    pub house: House,
    /// The encounter gave a map.
    pub mapped: bool,
    /// Nothing on the map stands in the way of sight.
    pub clear: bool,
    /// Every Space of the map can be stepped on.
    pub unblocked: bool,
    /// No Space of the map has a terrain of its own: none is hard to cross, none is water.
    pub even: bool,
    /// No Space of the map lies in dim light or in darkness.
    pub bright: bool,
    /// All ground lies equally high.
    pub flat: bool,
    /// The longest reach of any weapon hand to hand, for the largest of bodies.
    pub longest_reach: i16,
    /// Which steps the walls of the map leave open.
    pub open: OpenSteps,
    /// The Spaces that are hard to cross by nature.
    pub hard: SquareSet,
    /// The Spaces that lie under deep water.
    pub deep: SquareSet,
}

impl Setting {
    /// The content of the packs; nobody takes part yet.
    pub fn new(book: &Arc<Book>, house: House, sides: Vec<String>, hostile: Vec<bool>) -> Setting {
        let mut weapons = vec![Weapon::unarmed()];
        let armed = book.weapons.iter().filter(|entry| entry.id != "unarmed");
        weapons.extend(armed.map(|entry| Weapon::of(entry.id.clone(), &entry.value)));
        let mut abilities = Vec::new();
        let spell = |id: &String| book.spells.iter().position(|known| known.id == *id).map(|place| place as u16);
        let tables = [
            (Table::Spell, &book.spells),
            (Table::Maneuver, &book.maneuvers),
            (Table::Technique, &book.techniques),
            (Table::Action, &book.actions),
        ];
        for (table, entries) in tables {
            let all = entries.iter();
            abilities.extend(all.map(|entry| {
                let follows = entry.value.follows.as_ref().and_then(&spell);
                Ability::of(entry.id.clone(), table, &entry.value, follows)
            }));
        }
        let mut setting = Setting {
            book: Arc::clone(book),
            templates: Vec::new(),
            weapons,
            abilities,
            shields: book.shields.iter().map(|entry| entry.value.clone()).collect(),
            armors: book.armors.iter().map(|entry| entry.value.clone()).collect(),
            items: book.items.iter().map(|entry| entry.value.clone()).collect(),
            names: Vec::new(),
            callable: Vec::new(),
            sides,
            hostile,
            house,
            mapped: false,
            clear: false,
            unblocked: false,
            even: false,
            bright: false,
            flat: false,
            longest_reach: 0,
            open: OpenSteps::default(),
            hard: SquareSet::default(),
            deep: SquareSet::default(),
        };
        for entry in &book.creatures {
            let template = setting.template(&entry.id, &entry.value);
            setting.templates.push(template);
        }
        setting.longest_reach = 1 + setting.weapons.iter().map(|weapon| weapon.reach).max().unwrap_or(0);
        setting
    }

    fn template(&mut self, id: &str, entry: &CreatureEntry) -> Template {
        let first = self.weapons.len() as u16;
        let natural = entry.attacks.iter().map(|attack| Weapon::of(format!("{id}.{}", attack.name), attack));
        self.weapons.extend(natural);
        let natural = (first..self.weapons.len() as u16).collect();
        let mut abilities = Vec::new();
        let wanted = [
            (Table::Spell, &entry.spells),
            (Table::Maneuver, &entry.maneuvers),
            (Table::Technique, &entry.techniques),
            (Table::Action, &entry.actions),
        ];
        for (table, names) in wanted {
            abilities.extend(names.iter().filter_map(|name| self.ability(table, name)));
        }
        for own in &entry.own {
            abilities.push(self.abilities.len() as u16);
            let id = format!("{id}.{}", own.name);
            let follows = own.follows.as_ref().and_then(|id| self.ability(Table::Spell, id));
            self.abilities.push(Ability::of(id, Table::Action, own, follows));
        }
        self.add_followers(&mut abilities);
        let shield = entry.shield.as_ref().and_then(|id| self.book.shields.iter().position(|known| known.id == *id));
        let armor = entry.armor.as_ref().and_then(|id| self.book.armors.iter().position(|known| known.id == *id));
        let item = |id: &String| self.book.items.iter().position(|known| known.id == *id).map(|place| place as u8);
        Template {
            id: id.to_owned(),
            entry: entry.clone(),
            natural,
            weapons: entry.weapons.iter().filter_map(|id| self.weapon(id)).collect(),
            abilities,
            shield: shield.map(|place| place as u8),
            armor: armor.map(|place| place as u8),
            items: entry.items.iter().filter_map(item).collect(),
            uses: Uses::default(),
            light_footed: entry.features.contains(&Feature::LightFooted),
            wounded: entry.features.iter().find_map(|feature| match feature {
                Feature::WhenBloodied { speed, ac } => Some((i16::from(*speed), i16::from(*ac))),
                _ => None,
            }),
            hits_flanked: entry.features.iter().find_map(|feature| match feature {
                Feature::HitsFlanked(bonus) => Some(i16::from(*bonus)),
                _ => None,
            }),
            moves_for_free: entry
                .features
                .iter()
                .any(|feature| matches!(feature, Feature::MovesBeforeAttack | Feature::Lunges(_))),
            styles: entry.features.iter().fold(0, |all, feature| match feature {
                Feature::StyleBonus(style) => all | 1 << *style as u16,
                _ => all,
            }),
        }
    }

    /// Sorts everybody's abilities by what they are for, once they are known.
    pub fn sort_abilities(&mut self) {
        for template in &mut self.templates {
            template.uses = Uses::of(template, &self.abilities);
        }
    }

    /// Whoever knows a spell knows what belongs to it.
    pub fn add_followers(&self, abilities: &mut Vec<u16>) {
        for (place, ability) in self.abilities.iter().enumerate() {
            if ability.follows.is_some_and(|spell| abilities.contains(&spell)) && !abilities.contains(&(place as u16)) {
                abilities.push(place as u16);
            }
        }
    }

    /// The spell that must go on for an ability.
    pub fn followed(&self, ability: u16) -> Option<u16> {
        self.abilities.get(usize::from(ability)).and_then(|ability| ability.follows)
    }

    /// The name of one who has been called: of its kind, after so many others.
    pub fn called(&self, kind: u16, earlier: usize) -> Option<&str> {
        let (_, names) = self.callable.iter().find(|(known, _)| *known == kind)?;
        names.get(earlier).map(String::as_str)
    }

    /// A weapon by its id.
    pub fn weapon(&self, id: &str) -> Option<u16> {
        self.weapons.iter().position(|weapon| weapon.id == id).map(|place| place as u16)
    }

    /// An ability by its table and id.
    pub fn ability(&self, table: Table, id: &str) -> Option<u16> {
        self.abilities.iter().position(|known| known.table == table && known.id == id).map(|place| place as u16)
    }

    /// A creature by its id.
    pub fn creature(&self, id: &str) -> Option<u16> {
        self.templates.iter().position(|template| template.id == id).map(|place| place as u16)
    }

    /// Whether two sides are hostile.
    pub fn foes(&self, one: Side, other: Side) -> bool {
        self.foes_of(one).get(other.index()).copied().unwrap_or(false)
    }

    /// Which sides are hostile to one: a row of all.
    pub fn foes_of(&self, side: Side) -> &[bool] {
        let from = side.index() * self.sides.len();
        self.hostile.get(from..from + self.sides.len()).unwrap_or_default()
    }

    /// Whether a shield's arm counts as free.
    pub fn light(&self, shield: u8) -> bool {
        self.shields.get(usize::from(shield)).is_some_and(|shield| shield.weight == ShieldWeight::Light)
    }
}

/// What an attack may add by itself or for AP, by the place in its creature's list.
pub fn riders(template: &Template) -> &[Rider] {
    &template.entry.riders
}
