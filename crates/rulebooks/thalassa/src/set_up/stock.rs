//! From packs to the setting: arms, armour and templates with their names resolved.

use crate::arm::{Arm, ArmId, Blast, Reaching};
use crate::book::{Book, CreatureEntry, God};
use crate::ground::Ground;
use crate::house::House;
use crate::setting::{Armor, Hostility, Setting, Template};
use quintain_content::{Encounter, Entry};
use std::sync::Arc;

/// How far a shot reaches where the packs give no end: as far as one sees.
pub(super) const AS_FAR_AS_ONE_SEES: u16 = u16::MAX;

pub(super) fn setting(book: &Arc<Book>, encounter: &Encounter, house: House, mut ground: Option<Ground>) -> Setting {
    let mut arms = vec![Arm::unarmed()];
    arms.extend(book.weapons.iter().map(weapon));
    let armors: Vec<Armor> = book
        .armors
        .iter()
        .map(|entry| Armor {
            id: entry.id.clone(),
            name: entry.value.name.clone(),
            armor: entry.value.armor,
            worn: entry.value.worn,
            against: places(&book.creatures, &entry.value.against).into_iter().map(|place| place as u16).collect(),
            powers: entry.value.powers.iter().copied().collect(),
            slots: entry.value.slots,
        })
        .collect();
    let templates: Vec<Template> = book.creatures.iter().map(|entry| template(book, entry, &mut arms)).collect();
    if let Some(ground) = &mut ground {
        ground.expect(templates.iter().map(Template::footprint));
    }
    let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
    let are_foes = |one: usize, other: usize| one != other && encounter.are_foes(&sides[one], &sides[other]);
    let hostile = Hostility::new(sides.len(), are_foes);
    let (sorcery, wave) = (ArmId::at(arms.len()), ArmId::at(arms.len() + 1));
    arms.extend([unseen("incantation", 6, None), unseen("wave of Poseidon", 10, Some(Blast::Engaged))]);
    Setting {
        book: Arc::clone(book),
        templates,
        sorcery,
        wave,
        arms,
        armors,
        incantations: book.incantations.iter().map(|entry| entry.value.clone()).collect(),
        items: book.items.iter().map(|entry| entry.value.clone()).collect(),
        names: Vec::new(),
        hostile,
        heroic: vec![false; sides.len()],
        has_heroes: false,
        sides,
        house,
        ground: ground.map(Box::new),
        heroes_everywhere: false,
    }
}

pub(super) fn weapon(entry: &Entry<crate::book::WeaponEntry>) -> Arm {
    let weapon = &entry.value;
    Arm {
        id: entry.id.clone(),
        name: weapon.name.clone(),
        die: weapon.die,
        reaching: weapon.reaching,
        reach: weapon.reach,
        sure: weapon.sure,
        far: weapon.far.unwrap_or(AS_FAR_AS_ONE_SEES),
        hands: if weapon.bulky { 2 } else { weapon.hands },
        bulky: weapon.bulky,
        natural: false,
        edged: weapon.edged,
        fire: weapon.fire,
        magical: weapon.magical,
        once: weapon.once,
        blast: weapon.blast,
        enhanced: weapon.enhanced,
        heals: weapon.heals,
        blast_by_the_sea: weapon.blast_by_the_sea,
        kindles: weapon.kindles,
        riders: weapon.riders.iter().copied().collect(),
        slots: weapon.slots,
        ..Arm::unarmed()
    }
    .settled()
}

/// What nobody holds in hand: it reaches all that are in sight.
pub(super) fn unseen(name: &str, die: u8, blast: Option<Blast>) -> Arm {
    let (sure, far) = (AS_FAR_AS_ONE_SEES, AS_FAR_AS_ONE_SEES);
    let (id, name) = (name.to_owned(), name.to_owned());
    Arm { id, name, die, reaching: Reaching::Missile, sure, far, magical: true, blast, ..Arm::unarmed() }.settled()
}

pub(super) fn natural(id: &str, attack: &crate::book::AttackEntry) -> Arm {
    Arm {
        id: format!("{id}.{}", attack.name),
        name: attack.name.clone(),
        die: attack.die,
        strikes: attack.strikes,
        reaching: attack.reaching,
        reach: attack.reach,
        sure: attack.sure,
        far: attack.far.unwrap_or(AS_FAR_AS_ONE_SEES),
        edged: attack.edged,
        fire: attack.fire,
        blast: attack.blast,
        heads: attack.heads,
        riders: attack.riders.iter().copied().collect(),
        ..Arm::unarmed()
    }
    .settled()
}

pub(super) fn places<'a, T>(entries: &'a [Entry<T>], ids: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
    ids.into_iter().filter_map(|id| entries.iter().position(|entry| entry.id == *id)).collect()
}

pub(super) fn template(book: &Book, entry: &Entry<CreatureEntry>, arms: &mut Vec<Arm>) -> Template {
    let creature = &entry.value;
    let first = arms.len();
    arms.extend(creature.attack.iter().map(|attack| natural(&entry.id, attack)));
    let named = |name: &String| {
        let place = creature.attack.iter().position(|attack| attack.name == *name);
        place.map(|place| ArmId::at(first + place))
    };
    let spells = |ids, scroll| places(&book.incantations, ids).into_iter().map(move |place| (place as u8, scroll));
    Template {
        id: entry.id.clone(),
        name: creature.name.clone(),
        hero: creature.hero,
        minded: quintain_engine::Minded(creature.temper),
        sta: creature.sta,
        armor: creature.armor,
        scores: [creature.kra, creature.tek, creature.thu],
        speed: creature.speed,
        size: creature.size,
        tags: creature.tags.clone(),
        natural: (first..arms.len()).map(ArmId::at).collect(),
        together: creature.together.iter().filter_map(|(one, other)| named(one).zip(named(other))).collect(),
        weapons: places(&book.weapons, &creature.weapons).into_iter().map(|place| ArmId::at(place + 1)).collect(),
        wears: places(&book.armors, &creature.wears).into_iter().map(|place| place as u8).collect(),
        spells: spells(&creature.scrolls, true).chain(spells(&creature.memorised, false)).collect(),
        gods: God::ALL
            .into_iter()
            .filter(|god| creature.prays.iter().any(|name| name.eq_ignore_ascii_case(god.name())))
            .collect(),
        items: places(&book.items, &creature.items).into_iter().map(|place| place as u8).collect(),
        special: creature.special.clone(),
        detachment: creature.detachment,
        leader: creature.leader,
    }
}
