//! What something is done with: weapons, shields, items and powers, each by a key of its own.

use quintain_engine::{Label, Price, Target, Who};

use crate::content::{Limb, PowerId, Word};
use crate::rules::{attacks, wording};
use crate::state::{Fight, Held, Hold};

/// The key of a hold: the hand, or which of its natural weapons.
fn hold_key(hold: Hold) -> String {
    match hold {
        Hold::Sword => "sword-hand".into(),
        Hold::Off => "off-hand".into(),
        Hold::Body(place) => format!("natural-{}", place + 1),
    }
}

pub(super) fn held_key(held: Held) -> String {
    match held {
        Held::Sword => hold_key(Hold::Sword),
        Held::Off => hold_key(Hold::Off),
        Held::Shield => "shield".into(),
        Held::Item(place) => format!("item-{}", place + 1),
    }
}

/// With these weapons, all of them together.
pub(super) fn with_weapons(label: Label, fight: &Fight, who: Who, holds: impl IntoIterator<Item = Hold>) -> Label {
    let (keys, names): (Vec<String>, Vec<String>) =
        holds.into_iter().map(|hold| (hold_key(hold), attacks::hold_name(fight, who, hold))).unzip();
    match keys.is_empty() {
        true => label,
        false => label.with(keys.join("+"), names.join(" and ")),
    }
}

pub(super) fn with_held(label: Label, fight: &Fight, who: Who, held: Held) -> Label {
    label.with(held_key(held), wording::held_name(fight, who, held))
}

pub(super) fn held(fight: &Fight, who: Who, held: Held) -> Target {
    Target::Thing(held_key(held), wording::held_name(fight, who, held))
}

/// Things are counted square by square: what lies elsewhere is not for everybody to know.
pub(super) fn lying(fight: &Fight, place: u16) -> Target {
    let key = fight.floor.get(usize::from(place)).map_or_else(String::new, |lying| {
        let here = fight.floor.iter().take(usize::from(place)).filter(|other| other.at == lying.at);
        format!("ground-{}-{}", lying.at, here.count() + 1)
    });
    Target::Thing(key, wording::lying_name(fight, place))
}

pub(super) fn with_stowed(label: Label, fight: &Fight, who: Who, place: u8) -> Label {
    let arm = fight.one(who).stowed.get(usize::from(place));
    label.with(format!("stowed-{}", place + 1), arm.map_or("", |arm| fight.weapon(arm.weapon).entry.name.as_str()))
}

pub(super) fn with_power(label: Label, fight: &Fight, power: PowerId) -> Label {
    let power = fight.power(power);
    label.with(power.id.as_str(), power.entry.name.as_str())
}

pub(super) fn with_power_at(label: Label, fight: &Fight, who: Who, place: u8) -> Label {
    match fight.powers(who).get(usize::from(place)) {
        Some(power) => with_power(label, fight, *power),
        None => label,
    }
}

pub(super) fn aimed_at(label: Label, limb: Limb) -> Label {
    label.variant("aim", limb.text().replace(' ', "-"), format!("at the {limb}"))
}

/// At so much willpower; for nothing where it takes none.
pub(super) fn costing_willpower(label: Label, fight: &Fight, who: Who, amount: i16) -> Label {
    match amount {
        1.. => label.costing(Price::Pool("wp"), amount, Some((fight.one(who).wp - amount).max(0))),
        _ => label,
    }
}
