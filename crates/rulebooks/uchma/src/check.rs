//! Checks of packs that need to know the book: ranges, and names that must exist.

use quintain_content::{Entry, Packs, Place, Placed, Problem};

use crate::book::{
    AbilityEntry, Apply, Aptitudes, Book, CreatureEntry, Effect, HazardEntry, Hold, Lasts, MOST_ITEMS, MOST_STEPS, Tag,
    Time, WeaponEntry,
};
use crate::content::{Names, links};

/// Reports whatever is wrong with the content of `book`.
pub fn check(book: &Book, packs: &mut Packs) {
    for entry in &book.abilities {
        ability(packs, &entry.id, &entry.place, &entry.value);
    }
    for entry in &book.weapons {
        weapon(packs, entry);
    }
    for entry in &book.armors {
        let suit = &entry.value;
        let numbers =
            [("physical", suit.physical, 0, 60), ("magical", suit.magical, 0, 60), ("speed", suit.speed, 0, 20)];
        report_numbers(packs, &entry.id, &entry.place, &numbers);
    }
    for entry in &book.items {
        ability(packs, &entry.id, &entry.place, &entry.value.used);
        if entry.value.uses == 0 {
            packs.report(Problem::at(&entry.place, format!("{}: an item without uses is no use", entry.id)));
        }
    }
    for entry in &book.creatures {
        creature(book, packs, entry);
    }
    for (many, what) in [(book.armors.len(), "suits of armour"), (book.items.len(), "items")] {
        if many > usize::from(u8::MAX) {
            packs.report(Problem::general(format!("there are at most {} {what}, not {many}", u8::MAX)));
        }
    }
    for entry in &book.hazards {
        must_have(packs, "ability", &entry.value.does, &entry.place);
        for what in hazard_faults(&entry.value) {
            packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
        }
    }
}

/// `round.start-phase`: when the surroundings act, and how far up.
fn hazard_faults(hazard: &HazardEntry) -> Vec<String> {
    let mut faults = Vec::new();
    if hazard.from == 0 || hazard.every == 0 {
        faults.push("rounds are counted from 1: `from` and `every` are at least 1".to_owned());
    }
    if let Some(to) = hazard.to.filter(|to| *to < hazard.from) {
        faults.push(format!("it never acts: its last round is {to}, its first {}", hazard.from));
    }
    if hazard.height < 0 {
        faults.push(format!("height is {}; how many metres up it reaches is 0 or more", hazard.height));
    }
    faults
}

/// What is wrong with numbers, each with the least and the most that it can be.
fn beyond(numbers: &[(&str, i16, i16, i16)]) -> Vec<String> {
    let wrong = numbers.iter().filter(|(_, value, least, most)| !(least..=most).contains(&value));
    wrong.map(|(name, value, least, most)| format!("{name} is {value}; {least} to {most} are possible")).collect()
}

fn report_numbers(packs: &mut Packs, id: &str, place: &Place, numbers: &[(&str, i16, i16, i16)]) {
    for what in beyond(numbers) {
        packs.report(Problem::at(place, format!("{id}: {what}")));
    }
}

fn must_have(packs: &mut Packs, table: &str, id: &str, place: &Place) {
    packs.must_have(table, &Placed::new(id.to_owned(), place.clone()));
}

fn ability(packs: &mut Packs, id: &str, place: &Place, entry: &AbilityEntry) {
    let mut named: Vec<(&str, String)> = Vec::new();
    links(&mut entry.clone(), &mut |link, what| {
        let table = if what == Names::Ability { "ability" } else { "creature" };
        named.push((table, link.id().to_owned()));
    });
    for (table, name) in named {
        must_have(packs, table, &name, place);
    }
    for what in faults(entry) {
        packs.report(Problem::at(place, format!("{id}: {what}")));
    }
}

/// What is wrong with an ability, in plain words.
fn faults(entry: &AbilityEntry) -> Vec<String> {
    let mut faults = Vec::new();
    let name = &entry.name;
    if entry.time == Time::Prepared && entry.trigger.is_none() {
        faults.push(format!("{name} is prepared, but nothing sets it off; add `trigger`"));
    }
    if entry.time != Time::Prepared && entry.trigger.is_some() {
        faults.push(format!("{name} has a trigger, but is no prepared action; add `time = \"prepared\"`"));
    }
    if entry.time == Time::Modification && entry.modifies.is_none() {
        faults.push(format!("{name} is a modification of nothing; add `modifies`"));
    }
    if entry.time == Time::Passive && entry.features.is_empty() {
        faults.push(format!("{name} is passive and gives nothing; add `features`"));
    }
    if entry.time != Time::Passive && !entry.features.is_empty() {
        faults.push(format!(
            "{name} has features, but is not passive; add `time = \"passive\"`, or grant them by a step"
        ));
    }
    if entry.tags.has(Tag::Poem) && entry.kept.is_none() {
        faults.push(format!("{name} is a poem; say by `kept` what keeping it up costs and how far it reaches"));
    }
    let lists = [&entry.first, &entry.does, &entry.miss, &entry.after, &entry.together];
    if lists.into_iter().any(|steps| steps.len() > usize::from(MOST_STEPS)) {
        faults.push(format!("{name} has more than {MOST_STEPS} steps in one list"));
    }
    for step in lists.into_iter().flatten() {
        if let Effect::Apply(apply) = step.effect {
            faults.extend(apply_faults(&apply).into_iter().map(|what| format!("{name}: {what}")));
        }
    }
    if name.trim().is_empty() || name.contains([',', ':']) {
        faults.push(format!("`{name}` is no name: without comma and colon, and not empty"));
    }
    faults
}

/// What is wrong with a status effect that an ability puts on.
fn apply_faults(apply: &Apply) -> Vec<String> {
    let (status, mut faults) = (apply.status, Vec::new());
    match apply.lasts {
        Lasts::Hits(_) if !status.lasts_hits() => faults.push(format!("{status} lasts rounds, not hits")),
        Lasts::Rounds(_) if !status.lasts_rounds() => faults.push(format!("{status} lasts hits, not rounds")),
        Lasts::Hits(long) | Lasts::Rounds(long) if long.constant().is_some_and(|long| long < 1) => {
            faults.push(format!("{status} lasts at least 1"));
        }
        _ => {}
    }
    let most = i16::from(status.most_stacks());
    if apply.stacks.constant().is_some_and(|stacks| !(1..=most).contains(&stacks)) {
        let possible = if most > 1 { format!("1 to {most} stacks are possible") } else { "it does not stack".into() };
        faults.push(format!("{status} has {} stacks; {possible}", apply.stacks));
    }
    if apply.size.is_some() && !status.has_size() {
        faults.push(format!("{status} has no size"));
    }
    faults
}

fn weapon(packs: &mut Packs, entry: &Entry<WeaponEntry>) {
    for own in &entry.value.own {
        ability(packs, &entry.id, &entry.place, own);
    }
    let first = entry.value.own.iter().find(|own| own.time != Time::Passive);
    let attacks = matches!(entry.value.hold, Hold::Heavy | Hold::Light);
    if attacks && !first.is_some_and(|own| own.tags.has(Tag::Basic)) {
        packs.report(
            Problem::at(&entry.place, format!("{}: the first ability of a weapon is its basic attack", entry.id))
                .help("add \"basic\" to its tags"),
        );
    }
    let weapon = &entry.value;
    let numbers = [
        ("range", weapon.range, 0, 60),
        ("precision", weapon.precision, -20, 40),
        ("parry", weapon.parry, -20, 40),
        ("warding", weapon.warding, -20, 40),
        ("physical-armor", weapon.physical_armor, -60, 60),
        ("magical-armor", weapon.magical_armor, -60, 60),
        ("breaks-at", weapon.breaks_at.into(), 0, 10),
        ("ammunition", weapon.ammunition.into(), 0, 99),
    ];
    report_numbers(packs, &entry.id, &entry.place, &numbers);
}

fn creature(book: &Book, packs: &mut Packs, entry: &Entry<CreatureEntry>) {
    let creature = &entry.value;
    for own in &creature.own {
        ability(packs, &entry.id, &entry.place, own);
    }
    for id in &creature.abilities {
        must_have(packs, "ability", id, &entry.place);
    }
    for id in creature.weapons.iter().flat_map(|set| set.main.iter().chain(&set.off)) {
        must_have(packs, "weapon", id, &entry.place);
    }
    if let Some(id) = &creature.armor {
        must_have(packs, "armor", id, &entry.place);
    }
    for id in &creature.items {
        must_have(packs, "item", id, &entry.place);
    }
    if let Some(id) = &creature.pet {
        must_have(packs, "creature", id, &entry.place);
    }
    for what in creature_faults(book, creature) {
        packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
    }
}

fn creature_faults(book: &Book, creature: &CreatureEntry) -> Vec<String> {
    let by = Aptitudes { level: creature.level, ..Aptitudes::default() };
    let mut faults = beyond(&[
        ("level", creature.level, 0, 20),
        ("health", creature.health, 1, 1000),
        ("energy", creature.energy, 0, 100),
        ("potency", creature.potency.value(by, |of, by| of / by), 0, 30),
        ("control", creature.control.value(by, |of, by| of / by), 0, 30),
        ("speed", creature.speed.unwrap_or(0), 0, 40),
        ("flies", creature.flies.unwrap_or(0), 0, 60),
        ("width", creature.size.0.into(), 1, 8),
        ("depth", creature.size.1.into(), 1, 8),
        ("slots", creature.slots.into(), 0, MOST_ITEMS as i16),
        ("healing", creature.skills.healing, 0, 40),
        ("riding", creature.skills.riding, 0, 40),
    ]);
    if creature.items.len() > usize::from(creature.slots) {
        faults.push(format!("{} items do not fit into {} quick-access slots", creature.items.len(), creature.slots));
    }
    if creature.speed.is_none() && creature.flies.is_none() && creature.armor.is_none() {
        faults.push("has no speed; add `speed`, or armour that gives one".into());
    }
    if creature.weapons.len() > 2 {
        faults.push("nobody carries more than two weapon sets".into());
    }
    let hold = |id: &String| book.weapons.iter().find(|weapon| weapon.id == *id).map(|weapon| weapon.value.hold);
    for set in &creature.weapons {
        let main = set.main.as_ref().and_then(hold);
        let off = set.off.as_ref().and_then(hold);
        if main == Some(Hold::OffHand) {
            faults.push("an off-hand item does not go into the main hand".into());
        }
        if main == Some(Hold::TwoHanded) && off.is_some() {
            faults.push("a two-handed weapon leaves no hand for another".into());
        }
        if matches!(off, Some(Hold::Heavy | Hold::TwoHanded)) {
            faults.push("the off hand holds light weapons and off-hand items only".into());
        }
    }
    if !creature.pc && creature.precision.is_none() && creature.weapons.is_empty() {
        faults.push("has no precision; add `precision`, the whole modifier of its rolls".into());
    }
    faults
}
