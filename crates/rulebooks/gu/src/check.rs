//! Checks of packs that need to know the book: ranges, and names that must exist.

mod idle;
mod numbers;

use quintain_content::{Entry, Packs, Placed, Problem};

use crate::book::{Book, CreatureEntry, Effect, MOST_ARMS, MOST_GU, MOST_WORN, WeaponEntry};

/// Reports whatever is wrong with the content of `book`.
pub fn check(book: &Book, packs: &mut Packs) {
    for entry in &book.creatures {
        report(packs, entry, creature_faults(&entry.value));
        must_have(packs, entry, "weapon", &entry.value.weapons);
        must_have(packs, entry, "armor", &entry.value.wears);
    }
    for entry in &book.creatures {
        creature(book, packs, entry);
    }
    gus_and_moves(book, packs);
    for entry in &book.weapons {
        report(packs, entry, weapon_faults(&entry.value));
    }
    for entry in &book.armors {
        let sound = (0..=1000).contains(&entry.value.dt) && (1..=10_000).contains(&entry.value.hp);
        report(packs, entry, (!sound).then(|| "dt is 0 to 1000, hp 1 to 10000".to_owned()));
    }
}

/// Reports faults of an entry, each behind its id.
fn report<T>(packs: &mut Packs, entry: &Entry<T>, faults: impl IntoIterator<Item = String>) {
    for fault in faults {
        packs.report(Problem::at(&entry.place, format!("{}: {fault}", entry.id)));
    }
}

/// The ids that an entry names have to be there.
fn must_have<T>(packs: &mut Packs, entry: &Entry<T>, table: &'static str, ids: &[String]) {
    for id in ids {
        packs.must_have(table, &Placed::new(id.clone(), entry.place.clone()));
    }
}

fn creature(book: &Book, packs: &mut Packs, entry: &Entry<CreatureEntry>) {
    let creature = &entry.value;
    for word in &creature.gu {
        let (id, rank) = crate::book::gu_word(word);
        must_have(packs, entry, "gu", &[id.to_owned()]);
        let known = book.gus.iter().find(|known| known.id == id);
        let wrong = known.zip(rank).filter(|(known, rank)| !known.value.rank.all().contains(&i16::from(*rank)));
        let text = wrong.map(|(known, rank)| {
            let ranks: Vec<String> = known.value.rank.all().iter().map(ToString::to_string).collect();
            format!("there is no {id} of rank {rank}; there are ranks {}", ranks.join(", "))
        });
        report(packs, entry, text);
    }
    report(packs, entry, crowded(creature));
    must_have(packs, entry, "talent", &creature.talents);
    let mut riders = creature.attack.iter().flat_map(|attack| &attack.riders);
    let lays = riders.any(|rider| rider.then == crate::book::Then::Powers);
    report(packs, entry, lays.then(|| "only a Gu can lay its powers on somebody".to_owned()));
    must_have(packs, entry, "killer-move", &creature.killer_moves);
    let vital = creature.vital.as_ref().filter(|vital| !creature.gu.contains(vital));
    report(packs, entry, vital.map(|vital| format!("its vital Gu {vital} is none of its Gu")));
}

fn gus_and_moves(book: &Book, packs: &mut Packs) {
    for entry in &book.gus {
        for effect in entry.value.does.iter().chain(&entry.value.acts) {
            if let Effect::Summon(summon) = effect {
                must_have(packs, entry, "creature", std::slice::from_ref(&summon.creature));
            }
        }
        report(packs, entry, gu_faults(&entry.value));
        report(packs, entry, idle::faults(&entry.value));
        report(packs, entry, idle::unarmed_faults(&entry.value.powers));
        report(packs, entry, numbers::faults(&entry.value, entry.value.rank.len()));
        must_have(packs, entry, "armor", entry.value.leaves.as_slice());
    }
    for entry in &book.talents {
        report(packs, entry, numbers::faults(&entry.value, 1));
        report(packs, entry, idle::unarmed_faults(&entry.value.powers));
    }
    for entry in &book.moves {
        report(packs, entry, numbers::faults(&entry.value, 1));
        report(packs, entry, idle::unarmed_faults(&entry.value.powers));
        report(packs, entry, entry.value.does.iter().chain(&entry.value.acts).filter_map(effect_fault));
        must_have(packs, entry, "gu", &entry.value.parts);
        let sound = entry.value.parts.len() >= 2 && (1..=5).contains(&entry.value.rank);
        report(packs, entry, (!sound).then(|| "it takes two Gu or more and a rank of 1 to 5".to_owned()));
    }
}

fn weapon_faults(weapon: &WeaponEntry) -> Vec<String> {
    let mut faults = numbers::faults(&[&weapon.deals, &weapon.two_handed, &weapon.thrown], 1);
    faults.extend((weapon.deals.is_empty()).then(|| "it deals no damage".to_owned()));
    let most = weapon.deals.len().max(weapon.two_handed.len()).max(weapon.thrown.len());
    faults.extend((most > 3).then(|| "at most 3 types of damage are possible".to_owned()));
    faults.extend((weapon.hands > 2).then(|| "nobody has a weapon for more than 2 hands".to_owned()));
    faults.extend((weapon.reach == 0 || weapon.reach > 200).then(|| "reach is 1 to 200".to_owned()));
    faults
}

/// What a creature has more of than a combatant can bear.
fn crowded(creature: &CreatureEntry) -> Vec<String> {
    let gu = creature.gu.len() + creature.killer_moves.len() + creature.talents.len();
    let mut all = Vec::new();
    for (count, most, what) in [
        (gu, MOST_GU, "Gu, killer moves and talents"),
        (creature.weapons.len() + creature.attack.len(), MOST_ARMS, "weapons and natural attacks"),
        (creature.wears.len(), MOST_WORN, "pieces of armour and shields"),
    ] {
        if count > most {
            all.push(format!("at most {most} {what}, not {count}"));
        }
    }
    let types = |attack: &crate::book::AttackEntry| {
        let worn = attack.worn.as_ref().map_or(0, |worn| worn.deals.len());
        attack.deals.len().max(attack.dive.len()).max(worn)
    };
    if creature.attack.iter().any(|attack| types(attack) > 3) {
        all.push("an attack deals at most 3 types of damage".to_owned());
    }
    let longest = creature.together.iter().map(Vec::len).max().unwrap_or(0);
    if longest > MOST_ARMS {
        all.push(format!("at most {MOST_ARMS} attacks are made together, not {longest}"));
    }
    all
}

fn gu_faults(gu: &crate::book::GuEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let ranks = gu.rank.all();
    if ranks.is_empty() || ranks.iter().any(|rank| !(1..=5).contains(rank)) || !ranks.is_sorted() {
        faults.push("rank is 1 to 5, or a rising list of them".to_owned());
    }
    let works_on = gu.has(crate::book::Keyword::Sustained)
        || gu.has(crate::book::Keyword::Dao)
        || gu.lasts.is_some()
        || gu.laid
        || gu.avoids;
    if !gu.powers.is_empty() && !works_on {
        faults.push("powers need a Gu that is sustained or dao, or `lasts`".to_owned());
    }
    let lays = gu.does.iter().any(|effect| match effect {
        Effect::Lay { .. } => true,
        Effect::Attack { gains, .. } | Effect::Area { gains, .. } => {
            gains.iter().any(|gain| gain.then == crate::book::Then::Powers)
        }
        _ => false,
    });
    if lays && (gu.powers.is_empty() || !gu.laid) {
        faults.push("what it lays on others are its powers, with `laid = true`".to_owned());
    }
    faults.extend(gu.does.iter().chain(&gu.acts).filter_map(effect_fault));
    faults
}

fn effect_fault(effect: &Effect) -> Option<String> {
    let (deals, gains) = match effect {
        Effect::Attack { deals, gains, .. } | Effect::Area { deals, gains, .. } => (deals, gains),
        Effect::Zone(zone) => (&zone.deals, &zone.gains),
        _ => return None,
    };
    let many = deals.len() > 4 || gains.len() > 4;
    many.then(|| "at most 4 kinds of damage and 4 other things come of one effect".to_owned())
}

fn creature_faults(creature: &CreatureEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let mut within = |name: &str, value: i64, least: i64, most: i64| {
        if !(least..=most).contains(&value) {
            faults.push(format!("{name} is {value}; {least} to {most} are possible"));
        }
    };
    within("hp", creature.hp.into(), 1, 10_000);
    within("soul", creature.soul.unwrap_or(1).into(), 1, 10_000);
    within("movement", creature.movement.into(), 0, 200);
    within("rank", creature.rank.into(), 0, 5);
    within("essence", creature.essence.into(), 0, 10_000);
    within("weight", creature.weight.into(), 0, 30_000);
    within("arms", creature.arms.unwrap_or(2).into(), 0, 8);
    within("regenerates", creature.regenerates.into(), 0, 10_000);
    within("luck", creature.luck.into(), 0, 20);
    within("stones", creature.stones.into(), 0, 1000);
    within("activations", creature.activations.unwrap_or(1).into(), 0, 20);
    within("flies.maneuvers", creature.flies.map_or(1, |flies| flies.maneuvers).into(), 1, 20);
    within("flies.speed", creature.flies.map_or(1, |flies| flies.speed).into(), 1, 200);
    for score in crate::kinds::Score::ALL {
        within(score.key(), creature.scores()[score as usize].into(), 0, 2000);
    }
    within("weapons", creature.weapons.len() as i64, 0, 8);
    within("wears", creature.wears.len() as i64, 0, 4);
    for attack in &creature.attack {
        within(&format!("the types of damage of {}", attack.name), attack.deals.len() as i64, 1, 3);
        within(&format!("the reach of {}", attack.name), attack.reach.into(), 1, 200);
    }
    for name in creature.together.iter().flatten() {
        if !creature.attack.iter().any(|attack| attack.name == *name) {
            faults.push(format!("`together` names {name}, which is none of its attacks"));
        }
    }
    faults.extend(numbers::faults(&creature.attack, 1));
    faults
}
