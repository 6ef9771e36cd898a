//! What things are called in labels: keys by which programs know them, and names for people.

use quintain_engine::{Label, Target as Goal, Who};
use quintain_field::Step;

use crate::ask::{Target, With};
use crate::book::Area;
use crate::combatant::Hand;
use crate::fight::{Fight, Thing};
use crate::rules::{objects, options, weapons};
use crate::setting::Table;

/// A weapon by where it is: of two alike, that of another hand has a key of its own, and so has one still in its sheath.
pub(super) fn with_arm(label: Label, fight: &Fight, who: Who, with: With) -> Label {
    let weapon = weapons::used(fight, who, with);
    let arm = fight.weapon(weapon);
    let key = match with {
        With::Hand(hand) => format!("{}{}", arm.id, twin(&fight.one(who).hands, hand)),
        With::Natural(natural) => {
            let alike = |other: &&u16| fight.weapon(**other).id == arm.id;
            format!("{}{}", arm.id, nth(weapons::natural(fight, who).iter(), |other| **other == natural, alike))
        }
        With::Body => "body".to_owned(),
        With::Drawn(_) => format!("{}@sheath", arm.id),
    };
    label.with(key, arm.name.clone())
}

/// Nothing for the first of those that are alike, its number for each after that.
fn nth<T>(mut all: impl Iterator<Item = T>, own: impl Fn(&T) -> bool, alike: impl Fn(&T) -> bool) -> String {
    let before = all.by_ref().take_while(|one| !own(one)).filter(alike).count();
    if before > 0 { format!("@{}", before + 1) } else { String::new() }
}

/// Which hand is meant, where another before it holds the like.
fn twin(hands: &[Hand], hand: u8) -> String {
    let place = usize::from(hand);
    let before = hands.iter().take(place).any(|held| hands.get(place) == Some(held));
    if before { format!("@hand-{}", place + 1) } else { String::new() }
}

/// A thing by its pack's id.
pub(super) fn thing_key(fight: &Fight, thing: Thing) -> String {
    match thing {
        Thing::Weapon(weapon) => fight.weapon(weapon).id.clone(),
        Thing::Item(item) => item_id(fight, item),
        Thing::Shield(shield, _) => {
            let known = fight.setting.book.shields.get(usize::from(shield));
            known.map_or_else(|| "shield".to_owned(), |known| known.id.clone())
        }
    }
}

fn item_id(fight: &Fight, item: u8) -> String {
    let known = fight.setting.book.items.get(usize::from(item));
    known.map_or_else(|| "item".to_owned(), |known| known.id.clone())
}

pub(super) fn with_thing(label: Label, fight: &Fight, thing: Thing) -> Label {
    label.with(thing_key(fight, thing), options::thing_text(fight, thing))
}

/// What lies on the ground: like shields may be worn down differently.
pub(super) fn with_lying(label: Label, fight: &Fight, thing: Thing) -> Label {
    let label = with_thing(label, fight, thing);
    match thing {
        Thing::Shield(_, hp) => label.variant("hp", hp.to_string(), format!("{hp} HP")),
        _ => label,
    }
}

/// The key and name of what a hand holds.
pub(super) fn held(fight: &Fight, who: Who, hand: u8) -> (String, String) {
    match objects::held(fight, who, hand) {
        Some(thing) => {
            let key = format!("{}{}", thing_key(fight, thing), twin(&fight.one(who).hands, hand));
            (key, options::thing_text(fight, thing))
        }
        None => (format!("hand-{}", hand + 1), "nothing".to_owned()),
    }
}

/// An item by its place among those carried: of several alike each has a key of its own.
pub(super) fn with_item(label: Label, fight: &Fight, who: Who, item: u8) -> Label {
    let items = &fight.one(who).items;
    let Some(own) = items.get(usize::from(item)) else { return label };
    let number = nth(items.iter().enumerate(), |(place, _)| *place == usize::from(item), |(_, other)| *other == own);
    label.with(format!("{}{number}", item_id(fight, *own)), options::item_text(fight, who, item))
}

/// The key of a spell, maneuver, technique or special action; each table has ids of its own.
pub(super) fn ability_key(fight: &Fight, ability: u16) -> String {
    let known = fight.ability(ability);
    let table = match known.table {
        Table::Spell => "spell",
        Table::Maneuver => "maneuver",
        Table::Technique => "technique",
        Table::Action => "action",
    };
    format!("{table}.{}", known.id)
}

pub(super) fn with_ability(label: Label, fight: &Fight, ability: u16) -> Label {
    label.with(ability_key(fight, ability), fight.ability(ability).entry.name.clone())
}

/// Somebody, as the one who acts sees it.
pub(super) fn seen(who: Who, at: Who) -> Goal {
    if at == who { Goal::Oneself } else { Goal::Who(at) }
}

/// The same aimed there. Where an ability lets one choose between areas, the one that is chosen counts as a way of doing it.
pub(super) fn aimed(label: Label, fight: &Fight, who: Who, ability: u16, at: Target) -> Label {
    let entry = &fight.ability(ability).entry;
    let another = |label: Label, place: u8| match entry.or_area.get(usize::from(place).wrapping_sub(1)) {
        Some(area) => label.variant("area", place.to_string(), area_name(*area)),
        None => label,
    };
    match at {
        Target::Oneself => label.on(Goal::Oneself),
        Target::Who(whom) => label.on(seen(who, whom)),
        Target::Square(square) if entry.area.is_some() => label.on(Goal::Area(square, None)),
        Target::Square(square) => label.on(Goal::Square(square)),
        Target::Way(step, place) => another(label, place).on(way(fight, who, step)),
        Target::Later => label.variant("place", "later", "where it will be"),
    }
}

/// A direction from where somebody stands.
fn way(fight: &Fight, who: Who, step: Step) -> Goal {
    fight.one(who).at.map_or(Goal::Way(step), |at| Goal::Area(at, Some(step)))
}

fn area_name(area: Area) -> &'static str {
    match area {
        Area::Sphere(_) => "sphere",
        Area::Cylinder(_) => "cylinder",
        Area::Cube(_) => "cube",
        Area::Line(_) => "line",
        Area::Cone(_) => "cone",
        Area::Arc(_) => "arc",
        Area::Aura(_) => "aura",
        Area::Wall(_) => "wall",
        Area::Zone(_) => "zone",
    }
}
