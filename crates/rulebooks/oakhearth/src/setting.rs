//! What never changes while a fight lasts: content in plain values, names, sides, house rules.

mod survey;
mod template;
mod weapon;

use std::sync::Arc;

use quintain_engine::Side;
use quintain_field::SquareSet;

use crate::book::{
    AbilityEntry, ArmorEntry, Book, Check, CreatureEntry, Effect, Feature, ItemEntry, Lasts, ShieldEntry, ShieldWeight,
    Step,
};
use crate::house::House;

pub use template::{Occasion, Sake, Template, Uses, riders};
pub use weapon::{UNARMED, Weapon};

pub use survey::Light;

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

/// Everything about a fight that never changes.
#[derive(Clone, Debug, Default)]
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
    /// How high the ground of each Space lies, in Spaces, row by row from the bottom.
    pub levels: Vec<i16>,
    /// The Spaces that are hard to cross by nature.
    pub hard: SquareSet,
    /// The Spaces that lie under deep water.
    pub deep: SquareSet,
    /// The Spaces that lie in dim light by nature.
    pub dim: SquareSet,
    /// The Spaces that lie in darkness by nature.
    pub dark: SquareSet,
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
            weapons,
            abilities,
            shields: book.shields.iter().map(|entry| entry.value.clone()).collect(),
            armors: book.armors.iter().map(|entry| entry.value.clone()).collect(),
            items: book.items.iter().map(|entry| entry.value.clone()).collect(),
            sides,
            hostile,
            house,
            ..Setting::default()
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

    /// A creature that knows a spell knows what belongs to it.
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
