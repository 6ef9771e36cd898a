//! Creatures and what they strike with, made ready from the packs.

use quintain_content::Entry;
use quintain_engine::{Few, Minded};

use crate::arm::{Amount, Arm, ArmId, Deals};
use crate::book::{AttackEntry, Book, CreatureEntry, DealsEntry, WeaponEntry};
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
        natural: false,
        piercing: weapon.piercing,
        riders: None,
        hp: weapon.hp,
        size: weapon.size,
        dive: Few::new(),
        worn: None,
        tilt: 0,
        sure: false,
    }
}

pub(super) fn natural(id: &str, attack: &AttackEntry, riders: Option<u16>) -> Arm {
    Arm {
        id: format!("{id}.{}", attack.name),
        name: attack.name.clone(),
        deals: deals(&attack.deals),
        deals_two_handed: Few::new(),
        reach: attack.reach,
        hands: 0,
        versatile: false,
        ranged: attack.ranged,
        thrown: Few::new(),
        natural: true,
        piercing: false,
        riders,
        hp: 0,
        size: Size::Small,
        dive: deals(&attack.dive),
        worn: attack.worn.as_ref().map(|worn| (worn.hp, deals(&worn.deals))),
        tilt: attack.tilt,
        sure: attack.sure,
    }
}

/// The attacks that Gu give, behind the weapons.
pub(super) fn gu_arms(
    book: &Book,
    arms: &mut Vec<Arm>,
    riders: &mut Vec<Vec<crate::book::Rider>>,
) -> Vec<(u16, ArmId)> {
    let mut all = Vec::new();
    for (gu, entry) in book.gus.iter().enumerate() {
        for power in &entry.value.powers {
            let crate::book::Power::Attack(attack) = power else { continue };
            let place = (!attack.riders.is_empty()).then(|| {
                riders.push(attack.riders.clone());
                (riders.len() - 1) as u16
            });
            all.push((gu as u16, ArmId(arms.len() as u16)));
            arms.push(natural(&entry.id, attack, place));
        }
    }
    all
}

pub(super) fn template(
    book: &Book,
    entry: &Entry<CreatureEntry>,
    arms: &mut Vec<Arm>,
    riders: &mut Vec<Vec<crate::book::Rider>>,
) -> Template {
    let creature = &entry.value;
    let first = arms.len();
    for attack in &creature.attack {
        let place = (!attack.riders.is_empty()).then(|| {
            riders.push(attack.riders.clone());
            (riders.len() - 1) as u16
        });
        arms.push(natural(&entry.id, attack, place));
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
        name: creature.name.clone(),
        player: creature.player,
        minded: Minded(creature.temper),
        size: creature.size,
        hp: creature.hp,
        soul: creature.soul,
        scores: creature.scores(),
        perseveres: !beast,
        movement: creature.movement,
        flight: creature.flies.map(|flies| (flies.speed, flies.maneuvers)),
        activations: creature.activations,
        rank: creature.rank,
        essence: creature.essence,
        luck: creature.luck,
        stones: creature.stones,
        weight: creature.weight,
        aquatic: creature.aquatic,
        bodiless: creature.bodiless,
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
