//! Creatures and what they strike with, made ready from the packs.

use quintain_content::Entry;
use quintain_engine::{Few, Minded};

use crate::arm::{Amount, Arm, ArmId, Deals};
use crate::book::{AttackEntry, Book, CreatureEntry, DealsEntry, Rider, WeaponEntry};
use crate::kinds::{Part, Size};
use crate::setting::Template;

pub(super) fn deals(entries: &[DealsEntry]) -> Few<Deals, 3> {
    let part = |entry: &DealsEntry| Deals {
        damage: entry.damage,
        amount: Amount { count: entry.dice, sides: entry.sides, plus: entry.plus },
    };
    entries.iter().map(part).collect()
}

pub(super) fn weapon(entry: &Entry<WeaponEntry>) -> Arm {
    let weapon = &entry.value;
    Arm {
        id: entry.id.clone(),
        name: weapon.name.clone(),
        deals: deals(&weapon.deals),
        deals_two_handed: deals(&weapon.two_handed),
        reach: weapon.reach,
        hands: weapon.hands,
        versatile: weapon.hands == 1 && !weapon.two_handed.is_empty(),
        ranged: weapon.ranged,
        thrown: deals(&weapon.thrown),
        piercing: weapon.piercing,
        hp: weapon.hp,
        size: weapon.size,
        ..Arm::default()
    }
}

/// A natural attack; what a hit does besides goes into the list of riders.
fn natural(id: &str, attack: &AttackEntry, riders: &mut Vec<Vec<Rider>>) -> Arm {
    let place = riders.len() as u16;
    let rides = !attack.riders.is_empty();
    riders.extend(rides.then(|| attack.riders.clone()));
    Arm {
        id: format!("{id}.{}", attack.name),
        name: attack.name.clone(),
        deals: deals(&attack.deals),
        reach: attack.reach,
        ranged: attack.ranged,
        natural: true,
        riders: rides.then_some(place),
        size: Size::Small,
        dive: deals(&attack.dive),
        worn: attack.worn.as_ref().map(|worn| (worn.hp, deals(&worn.deals))),
        tilt: attack.tilt,
        sure: attack.sure,
        ..Arm::default()
    }
}

/// The attacks that Gu give, behind the weapons.
pub(super) fn gu_arms(book: &Book, arms: &mut Vec<Arm>, riders: &mut Vec<Vec<Rider>>) -> Vec<(u16, ArmId)> {
    let mut all = Vec::new();
    for (gu, entry) in book.gus.iter().enumerate() {
        for power in &entry.value.powers {
            let crate::book::Power::Attack(attack) = power else { continue };
            all.push((gu as u16, ArmId(arms.len() as u16)));
            arms.push(natural(&entry.id, attack, riders));
        }
    }
    all
}

pub(super) fn template(
    book: &Book,
    entry: &Entry<CreatureEntry>,
    arms: &mut Vec<Arm>,
    riders: &mut Vec<Vec<Rider>>,
) -> Template {
    let creature = &entry.value;
    let first = arms.len();
    for attack in &creature.attack {
        arms.push(natural(&entry.id, attack, riders));
    }
    let named = |name: &String| {
        let place = creature.attack.iter().position(|attack| attack.name == *name);
        place.map(|place| ArmId((first + place) as u16))
    };
    let beast = creature.perseverance.is_none();
    let arms_of_own = creature.arms.unwrap_or(if beast { 0 } else { 2 });
    let parts = creature.parts.clone().unwrap_or_else(|| parts_of(creature, arms_of_own));
    let places = |ids: &[String], known: &dyn Fn(&String) -> Option<usize>| -> Vec<usize> {
        ids.iter().filter_map(known).collect()
    };
    let weapons = places(&creature.weapons, &|id| book.weapons.iter().position(|entry| entry.id == *id));
    let wears = places(&creature.wears, &|id| book.armors.iter().position(|entry| entry.id == *id));
    Template {
        id: entry.id.clone(),
        minded: Minded(creature.temper),
        scores: creature.scores(),
        perseveres: !beast,
        flight: creature.flies.map(|flies| (flies.speed, flies.maneuvers)),
        arms: arms_of_own,
        parts,
        cr_rank: if creature.cr >= 10 { creature.cr / 10 } else { 0 },
        natural: (first..first + creature.attack.len()).map(|place| ArmId(place as u16)).collect(),
        together: creature.together.iter().map(|list| list.iter().filter_map(named).collect()).collect(),
        weapons: weapons.into_iter().map(|place| ArmId(place as u16)).collect(),
        wears: wears.into_iter().map(|place| place as u8).collect(),
        entry: creature.clone(),
    }
}

/// The parts of a human body that one may aim at.
const HUMAN: [Part; 5] = [Part::Head, Part::Torso, Part::Arm, Part::Hand, Part::Leg];

/// The parts of a body like a human one, with so many arms.
fn parts_of(creature: &CreatureEntry, arms: u8) -> Vec<Part> {
    let fits = |part: &Part| match part {
        Part::Arm | Part::Hand => arms > 0,
        _ => true,
    };
    let mut all: Vec<Part> = HUMAN.into_iter().filter(fits).collect();
    all.extend(creature.flies.map(|_| Part::Wing));
    if creature.bodiless { Vec::new() } else { all }
}
