//! Checks of packs that need to know the book: ranges, and names that must exist.

use quintain_content::{Packs, Place, Placed, Problem};

use crate::book::{AbilityEntry, AddsTo, Aim, Book, CreatureEntry, Effect, Property, Step, Use, WeaponEntry};
use crate::book::{MOST_CARRIED, MOST_HANDS, MOST_ITEMS};

/// The most enhancements of one ability.
pub const MOST_ENHANCEMENTS: usize = 8;

/// The most steps of one ability.
const MOST_STEPS: usize = 32;

/// The most kinds of damage, and the most styles, of one weapon.
const MOST_KINDS: usize = 3;

/// The most MP and SP that one ability costs, or one thing that is bought on top of it.
const MOST_POINTS: u8 = 20;

/// The most abilities that one creature knows.
const MOST_ABILITIES: i64 = 64;

/// Reports whatever is wrong with the content of `book`.
pub fn check(book: &Book, packs: &mut Packs) {
    creatures(book, packs);
    weapons(book, packs);
    abilities(book, packs);
    for entry in &book.items {
        for step in &entry.value.does {
            summoned(step, &entry.place, packs);
        }
        if entry.value.used != Use::Carry && entry.value.does.is_empty() {
            let what = format!("{}: it is used, but does nothing", entry.id);
            packs.report(Problem::at(&entry.place, what).help("add `does`, or `used = \"carry\"`"));
        }
    }
}

fn creatures(book: &Book, packs: &mut Packs) {
    for entry in &book.creatures {
        for what in creature_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
        for (table, id) in names_of(&entry.value) {
            packs.must_have(table, &Placed::new(id.clone(), entry.place.clone()));
        }
        for own in &entry.value.own {
            ability(&entry.id, own, &entry.place, packs);
        }
        for step in entry.value.riders.iter().flat_map(|rider| &rider.does) {
            summoned(step, &entry.place, packs);
        }
    }
}

fn weapons(book: &Book, packs: &mut Packs) {
    for entry in &book.weapons {
        let weapon = &entry.value;
        for what in weapon_faults(weapon) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
        if weapon.range.is_none() && weapon.group.ranged() {
            let problem = Problem::at(&entry.place, format!("{}: a ranged weapon without a range", entry.id));
            packs.report(problem.help("add `range = [15, 30]`"));
        }
    }
    for entry in &book.shields {
        if !(1..=30).contains(&entry.value.hp) {
            let what = format!("{}: hp is {}; 1 to 30 are possible", entry.id, entry.value.hp);
            packs.report(Problem::at(&entry.place, what));
        }
    }
}

/// What is wrong with a weapon, or with an attack that is a creature's own.
fn weapon_faults(weapon: &WeaponEntry) -> Vec<String> {
    let mut faults = Vec::new();
    if !(0..=9).contains(&weapon.damage) {
        faults.push(format!("damage is {}; 0 to 9 are possible", weapon.damage));
    }
    if weapon.kinds.len() > MOST_KINDS || weapon.styles.len() > MOST_KINDS {
        faults.push(format!("{MOST_KINDS} kinds of damage and {MOST_KINDS} styles are possible"));
    }
    if weapon.kinds.is_empty() {
        faults.push("it deals no kind of damage".to_owned());
    }
    let thrown = weapon.properties.iter().map(|property| match property {
        Property::Thrown(normal, long) => Some((*normal, *long)),
        _ => None,
    });
    for (normal, long) in thrown.chain([weapon.range]).flatten().filter(|(normal, long)| normal > long) {
        faults.push(format!("the normal range {normal} is beyond the long range {long}"));
    }
    faults
}

fn abilities(book: &Book, packs: &mut Packs) {
    for entry in &book.spells {
        let spell = &entry.value;
        ability(&entry.id, spell, &entry.place, packs);
        if spell.sp > 0 || spell.adds_to.is_some() {
            let problem = Problem::at(&entry.place, format!("{}: a spell costs AP and MP, never SP", entry.id));
            packs.report(problem.help("make it a `technique` or a `maneuver`"));
        }
    }
    for entry in &book.maneuvers {
        ability(&entry.id, &entry.value, &entry.place, packs);
        let with_a_friend = entry.value.aim == Aim::Ally;
        if entry.value.adds_to.is_none() && entry.value.trigger.is_none() && !with_a_friend {
            let what = format!("{}: a maneuver is added to something, answers something or moves a friend", entry.id);
            let help = "add `adds-to = \"attack\"`, a `trigger` or `aim = \"ally\"`";
            packs.report(Problem::at(&entry.place, what).help(help));
        }
    }
    for entry in book.techniques.iter().chain(&book.actions) {
        ability(&entry.id, &entry.value, &entry.place, packs);
        if entry.value.adds_to == Some(AddsTo::Grapple) {
            let what = format!("{}: only a maneuver is added to a Grapple", entry.id);
            packs.report(Problem::at(&entry.place, what));
        }
    }
}

/// Everything that a creature names, with the table it must stand in.
fn names_of(creature: &CreatureEntry) -> Vec<(&'static str, &String)> {
    let mut names: Vec<(&str, &String)> = Vec::new();
    names.extend(creature.weapons.iter().map(|id| ("weapon", id)));
    names.extend(creature.shield.iter().map(|id| ("shield", id)));
    names.extend(creature.armor.iter().map(|id| ("armor", id)));
    names.extend(creature.spells.iter().map(|id| ("spell", id)));
    names.extend(creature.maneuvers.iter().map(|id| ("maneuver", id)));
    names.extend(creature.techniques.iter().map(|id| ("technique", id)));
    names.extend(creature.actions.iter().map(|id| ("action", id)));
    names.extend(creature.items.iter().map(|id| ("item", id)));
    names
}

fn ability(id: &str, ability: &AbilityEntry, place: &Place, packs: &mut Packs) {
    if ability.does.is_empty() && ability.extends.is_none() && ability.sweeps.is_none() {
        packs.report(Problem::at(place, format!("{id}: {} does nothing", ability.name)).help("add `does`"));
    }
    let most = |what: &str, number: usize, most: usize| {
        (number > most).then(|| Problem::at(place, format!("{id}: {number} {what}; {most} are possible")))
    };
    let steps = ability.does.len() + ability.enhance.iter().map(|more| more.does.len()).sum::<usize>();
    let faults = [
        most("enhancements", ability.enhance.len(), MOST_ENHANCEMENTS),
        most("steps, those of enhancements included", steps, MOST_STEPS),
    ];
    faults.into_iter().flatten().for_each(|problem| packs.report(problem));
    if ability.ap > 6 {
        packs.report(Problem::at(place, format!("{id}: {} AP; nobody has more than 6", ability.ap)));
    }
    let prices = ability.enhance.iter().map(|more| (more.name.as_str(), more.mp, more.sp));
    for (name, mp, sp) in prices.chain([(ability.name.as_str(), ability.mp, ability.sp)]) {
        if mp > MOST_POINTS || sp > MOST_POINTS {
            let what = format!("{id}: {name} costs {mp} MP and {sp} SP; {MOST_POINTS} of each are possible");
            packs.report(Problem::at(place, what));
        }
    }
    for step in ability.does.iter().chain(ability.enhance.iter().flat_map(|more| &more.does)) {
        summoned(step, place, packs);
    }
}

fn summoned(step: &Step, place: &Place, packs: &mut Packs) {
    if let Effect::Ground { ground, .. } = &step.effect
        && ground.len() > 4
    {
        packs.report(Problem::at(place, "ground may become 4 things at once at most"));
    }
    if let Effect::Summon { creature, .. } = &step.effect {
        packs.must_have("creature", &Placed::new(creature.clone(), place.clone()));
    }
}

fn creature_faults(creature: &CreatureEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let mut within = |name: &str, value: i64, least: i64, most: i64| {
        if !(least..=most).contains(&value) {
            faults.push(format!("{name} is {value}; {least} to {most} are possible"));
        }
    };
    let four = creature.attributes;
    within("level", creature.level.into(), 0, 20);
    within("might", four.might.into(), -5, 10);
    within("dexterity", four.dexterity.into(), -5, 10);
    within("intelligence", four.intelligence.into(), -5, 10);
    within("charisma", four.charisma.into(), -5, 10);
    within("hp", creature.hp.into(), 1, 200);
    within("ac", creature.ac.unwrap_or(10).into(), 5, 30);
    within("pb", creature.pb.unwrap_or(0).into(), 0, 9);
    within("ap", creature.ap.into(), 0, 8);
    within("mp", creature.mp.into(), 0, 60);
    within("sp", creature.sp.into(), 0, 20);
    within("speed", creature.speed.into(), 0, 30);
    let known = creature.spells.len() + creature.maneuvers.len() + creature.techniques.len();
    within("the number of abilities", (known + creature.actions.len() + creature.own.len()) as i64, 0, MOST_ABILITIES);
    within("hands", creature.hands.into(), 0, MOST_HANDS as i64);
    within("the number of weapons", creature.weapons.len() as i64, 0, MOST_CARRIED as i64);
    within("the number of items", creature.items.len() as i64, 0, MOST_ITEMS as i64);
    let armed = creature.in_hand.map_or(0, usize::from);
    within("in-hand", armed as i64, 0, creature.weapons.len() as i64);
    for attack in &creature.attacks {
        faults.extend(weapon_faults(attack).into_iter().map(|what| format!("{}: {what}", attack.name)));
    }
    for rider in &creature.riders {
        if let Some(with) = &rider.with
            && !creature.attacks.iter().any(|attack| attack.name == *with)
        {
            faults.push(format!("{} goes with {with}, which is none of its attacks", rider.name));
        }
    }
    faults
}
