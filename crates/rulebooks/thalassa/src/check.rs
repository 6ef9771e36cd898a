//! Checks of packs that need to know the book: ranges, and names that must exist.

use quintain_content::{Packs, Placed, Problem};

use crate::book::{
    Book, CreatureEntry, God, IncantationEntry, Lasts, MOST_ARMS, MOST_HEADS, MOST_ITEMS, MOST_PAIRS, MOST_SPELLS,
    MOST_WORN, Special, Spell, WeaponEntry,
};

/// The most entries of armour, incantations or gear.
const MOST_ENTRIES: usize = 256;

/// Reports whatever is wrong with the content of `book`.
pub fn check(book: &Book, packs: &mut Packs) {
    for entry in &book.creatures {
        for what in creature_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
        let creature = &entry.value;
        let mut names: Vec<(&str, &String)> = Vec::new();
        names.extend(creature.weapons.iter().map(|id| ("weapon", id)));
        names.extend(creature.wears.iter().map(|id| ("armor", id)));
        names.extend(creature.scrolls.iter().chain(&creature.memorised).map(|id| ("incantation", id)));
        names.extend(creature.items.iter().map(|id| ("item", id)));
        for special in &creature.special {
            if let Special::Sows { creature } = special {
                names.push(("creature", creature));
            }
        }
        for (table, id) in names {
            packs.must_have(table, &Placed::new(id.clone(), entry.place.clone()));
        }
        for god in &creature.prays {
            if !God::ALL.iter().any(|known| known.name().eq_ignore_ascii_case(god)) {
                let known = God::ALL.iter().map(|god| god.name());
                packs.report(Problem::no_such("god", &Placed::new(god.clone(), entry.place.clone()), known));
            }
        }
    }
    for (table, count) in
        [("armor", book.armors.len()), ("incantation", book.incantations.len()), ("item", book.items.len())]
    {
        if count > MOST_ENTRIES {
            packs.report(Problem::general(format!("{count} entries of {table}; {MOST_ENTRIES} are possible")));
        }
    }
    for entry in &book.weapons {
        for what in weapon_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
    }
    check_incantations(book, packs);
    for entry in &book.items {
        if let Some(what) = item_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
    }
    for entry in &book.armors {
        if !(0..=3).contains(&entry.value.armor) {
            packs.report(Problem::at(&entry.place, format!("{}: armor is 0 to 3", entry.id)));
        }
        for kind in &entry.value.against {
            packs.must_have("creature", &Placed::new(kind.clone(), entry.place.clone()));
        }
    }
}

/// An incantation with a die that cannot be thrown would bring a fight to a stand.
fn check_incantations(book: &Book, packs: &mut Packs) {
    for entry in &book.incantations {
        for what in incantation_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
    }
}

fn incantation_faults(incantation: &IncantationEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let mut die = |sides: u8| {
        if !(2..=20).contains(&sides) {
            faults.push(format!("a die of {sides} sides; 2 to 20 are possible"));
        }
    };
    if let Spell::Harm { die: sides } | Spell::Protect { die: sides } = incantation.does {
        die(sides);
    }
    if let Lasts::Rolled(count, sides) = incantation.lasts {
        die(sides);
        if count == 0 {
            faults.push("it lasts for 0 dice of turns; 1 at least is possible".to_owned());
        }
    }
    faults
}

fn weapon_faults(weapon: &WeaponEntry) -> Vec<String> {
    let WeaponEntry { die, hands, .. } = weapon;
    let mut faults = Vec::new();
    if !(2..=20).contains(die) {
        faults.push(format!("a die of {die} sides; 2 to 20 are possible"));
    }
    if *hands > 2 {
        faults.push(format!("{hands} hands; nobody has more than 2"));
    }
    if weapon.kindles && weapon.blast.is_none() {
        faults.push("it kindles where its blast goes off, but has no `blast`".to_owned());
    }
    faults
}

fn item_faults(item: &crate::book::ItemEntry) -> Option<String> {
    match item.hands {
        0 | 2 => {}
        1 => return Some("1 hand; what is drawn along keeps both full: 2, or 0".to_owned()),
        hands => return Some(format!("{hands} hands; nobody has more than 2")),
    }
    item.speed.filter(|feet| *feet > 400).map(|feet| format!("speed is {feet}; 0 to 400 are possible"))
}

fn creature_faults(creature: &CreatureEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let mut numbers: Vec<(String, i64, i64, i64)> = vec![
        ("sta".into(), creature.sta.into(), 0, 100),
        ("armor".into(), creature.armor.into(), 0, 3),
        ("kra".into(), creature.kra.into(), 1, 30),
        ("tek".into(), creature.tek.into(), 0, 30),
        ("thu".into(), creature.thu.into(), 0, 30),
        ("width".into(), creature.size.0.into(), 1, 8),
        ("depth".into(), creature.size.1.into(), 1, 8),
        ("speed".into(), creature.speed.into(), 0, 400),
    ];
    for attack in &creature.attack {
        numbers.push((format!("the die of {}", attack.name), attack.die.into(), 2, 20));
        numbers.push((format!("the strikes of {}", attack.name), attack.strikes.into(), 1, 9));
    }
    for special in &creature.special {
        if let Special::RegrowingHeads { heads } = special {
            numbers.push(("heads".into(), i64::from(*heads), 1, i64::from(MOST_HEADS)));
        }
    }
    for (name, value, least, most) in numbers {
        if !(least..=most).contains(&value) {
            faults.push(format!("{name} is {value}; {least} to {most} are possible"));
        }
    }
    let mut at_most = |what: &str, count: usize, most: usize| {
        if count > most {
            faults.push(format!("{count} {what}; {most} are possible"));
        }
    };
    at_most("weapons and natural attacks", creature.weapons.len() + creature.attack.len(), MOST_ARMS);
    at_most("pairs in `together`", creature.together.len(), MOST_PAIRS);
    at_most("pieces of armour", creature.wears.len(), MOST_WORN);
    at_most("incantations", creature.scrolls.len() + creature.memorised.len(), MOST_SPELLS);
    at_most("pieces of gear", creature.items.len(), MOST_ITEMS);
    faults.extend(attack_faults(creature));
    faults
}

/// Attacks that could not be told apart, that strike with heads where there are none, or that are paired with nothing.
fn attack_faults(creature: &CreatureEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let has_heads = creature.special.iter().any(|special| matches!(special, Special::RegrowingHeads { .. }));
    for (place, attack) in creature.attack.iter().enumerate() {
        if creature.attack[..place].iter().any(|other| other.name == attack.name) {
            faults.push(format!("two attacks are called {}", attack.name));
        }
        if attack.heads && !has_heads {
            faults.push(format!("{} strikes with its heads, but no special gives it `regrowing-heads`", attack.name));
        }
    }
    for (one, other) in &creature.together {
        for name in [one, other] {
            if !creature.attack.iter().any(|attack| attack.name == *name) {
                faults.push(format!("`together` names {name}, which is none of its attacks"));
            }
        }
    }
    faults
}
