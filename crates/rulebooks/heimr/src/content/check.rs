//! Checks of packs that need to know the book: ranges, and names that must exist.

use quintain_content::{Packs, Place, Placed, Problem};

use crate::content::{
    Book, Call, CreatureEntry, Deed, Effect, Feature, Hands, Loading, MOST_CALLS, MOST_ENTRIES, MOST_ITEMS,
    MOST_POWERS, MOST_WEAPONS, Need, PowerEntry, Role, Target, When,
};

pub(crate) fn check(book: &Book, packs: &mut Packs) {
    let counts = [
        ("abilities", book.abilities.len()),
        ("weapons", book.weapons.len()),
        ("shields", book.shields.len()),
        ("suits of armour", book.armors.len()),
        ("items", book.items.len()),
        ("powers", book.powers.len()),
        ("races", book.races.len()),
    ];
    for (what, count) in counts {
        if count > MOST_ENTRIES {
            packs.report(Problem::general(format!("{count} {what} are more than {MOST_ENTRIES}")));
        }
    }
    abilities(book, packs);
    gear(book, packs);
    for entry in &book.powers {
        power(packs, &entry.id, &entry.place, &entry.value);
    }
    for entry in &book.races {
        within(packs, &entry.place, &entry.id, "card", entry.value.card, 0, 250);
        within(packs, &entry.place, &entry.id, "wp", entry.value.wp, 0, 500);
        for id in &entry.value.powers {
            must_have(packs, "power", id, &entry.place);
        }
    }
    for entry in &book.creatures {
        creature(book, packs, &entry.id, &entry.place, &entry.value);
    }
}

fn must_have(packs: &mut Packs, table: &str, id: &str, place: &Place) {
    packs.must_have(table, &Placed::new(id.to_owned(), place.clone()));
}

fn within(packs: &mut Packs, place: &Place, id: &str, what: &str, value: i16, least: i16, most: i16) {
    if !(least..=most).contains(&value) {
        packs.report(Problem::at(place, format!("{id}: {what} is {least} to {most}, not {value}")));
    }
}

fn named(packs: &mut Packs, place: &Place, id: &str, name: &str) {
    if name.trim().is_empty() || name.contains([',', ':']) {
        packs.report(Problem::at(place, format!("{id}: a name needs a letter, and no comma or colon")));
    }
}

fn abilities(book: &Book, packs: &mut Packs) {
    for entry in &book.abilities {
        named(packs, &entry.place, &entry.id, &entry.value.name);
        within(packs, &entry.place, &entry.id, "base consistency", entry.value.c, -10, 10);
        if entry.value.of.is_empty() || entry.value.of.len() > 2 {
            let what = format!("{}: an ability rests on one attribute or two", entry.id);
            packs.report(Problem::at(&entry.place, what));
        }
    }
    for role in Role::ALL {
        let taken: Vec<&_> = book.abilities.iter().filter(|entry| entry.value.role == Some(*role)).collect();
        match taken.as_slice() {
            [_] => {}
            [] if book.abilities.is_empty() => {}
            [] => packs.report(Problem::general(format!("no ability has the role {role:?}, which the rules roll"))),
            [_, second, ..] => {
                let what = format!("{}: another ability has the role {role:?} already", second.id);
                packs.report(Problem::at(&second.place, what));
            }
        }
    }
}

fn gear(book: &Book, packs: &mut Packs) {
    for entry in &book.weapons {
        let weapon = &entry.value;
        named(packs, &entry.place, &entry.id, &weapon.name);
        within(packs, &entry.place, &entry.id, "damage", weapon.damage, 0, 20);
        within(packs, &entry.place, &entry.id, "bonus", weapon.bonus, -10, 20);
        within(packs, &entry.place, &entry.id, "surcharge", weapon.surcharge, 0, 50);
        for id in &weapon.abilities {
            must_have(packs, "ability", id, &entry.place);
        }
        if weapon.abilities.is_empty() {
            packs.report(Problem::at(&entry.place, format!("{}: no ability can use it", entry.id)));
        }
        if weapon.range.is_none() && (weapon.loading != Loading::None || weapon.thrown) {
            let what = format!("{}: a melee weapon is neither loaded nor thrown; give it a range", entry.id);
            packs.report(Problem::at(&entry.place, what));
        }
        if let Some(id) = &weapon.carries {
            must_have(packs, "power", id, &entry.place);
        }
    }
    for entry in &book.shields {
        named(packs, &entry.place, &entry.id, &entry.value.name);
        within(packs, &entry.place, &entry.id, "bonus", entry.value.bonus, -10, 20);
        within(packs, &entry.place, &entry.id, "stamina", entry.value.stamina, -10, 10);
        within(packs, &entry.place, &entry.id, "penalty", entry.value.penalty, 0, 20);
        for id in &entry.value.abilities {
            must_have(packs, "ability", id, &entry.place);
        }
    }
    for entry in &book.armors {
        named(packs, &entry.place, &entry.id, &entry.value.name);
        within(packs, &entry.place, &entry.id, "card", entry.value.card, 0, 20);
        if entry.value.per.is_some() && entry.value.stumbles == 0 {
            let what = format!("{}: `per` says when `stumbles` come back, and it has none; add them", entry.id);
            packs.report(Problem::at(&entry.place, what));
        }
    }
    for entry in &book.items {
        named(packs, &entry.place, &entry.id, &entry.value.name);
        if let Some(id) = &entry.value.power {
            must_have(packs, "power", id, &entry.place);
        }
        if entry.value.uses == 0 {
            packs.report(Problem::at(&entry.place, format!("{}: an item without uses is no use", entry.id)));
        }
    }
}

fn power(packs: &mut Packs, id: &str, place: &Place, entry: &PowerEntry) {
    named(packs, place, id, &entry.name);
    within(packs, place, id, "willpower", entry.wp, 0, 50);
    let next = entry.does.iter().flat_map(|deed| match deed {
        Deed::NextHits { calls, .. } => calls.as_slice(),
        _ => &[],
    });
    for call in entry.calls.iter().chain(&entry.or).chain(&entry.aftermath).chain(next) {
        if let Some(what) = fault(call) {
            packs.report(Problem::at(place, format!("{id}: {what}")));
        }
    }
    for deed in &entry.does {
        if let Deed::Rise { powers, .. } = deed {
            powers.iter().for_each(|id| must_have(packs, "power", id, place));
        }
    }
    for what in idle(entry) {
        packs.report(Problem::at(place, format!("{id}: {what}")));
    }
    for amount in entry.does.iter().filter_map(amount) {
        within(packs, place, id, "an amount of `does`", amount, 1, 250);
    }
    let counts = [entry.calls.len(), entry.or.len(), entry.aftermath.len(), entry.does.len()];
    if counts.into_iter().any(|count| count > MOST_CALLS) || entry.gives.len() > 6 {
        let what = format!("{id}: more than {MOST_CALLS} calls or deeds, or more than 6 features");
        packs.report(Problem::at(place, what));
    }
}

/// Keys of a power that could never do anything, each with what is missing.
fn idle(entry: &PowerEntry) -> impl Iterator<Item = &'static str> {
    let passive = entry.when == When::Passive;
    let acts = entry.wp != 0 || entry.lasts.is_some() || !entry.calls.is_empty() || !entry.does.is_empty();
    let near = matches!(entry.when, When::Action { at, range, .. } if range > 0 && at != Target::One);
    // What only the uninjured keep ends with an injury, too.
    let ends = entry.lasts.is_some() || entry.needs.contains(&Need::Uninjured);
    let faults = [
        (entry.calls.is_empty() && !entry.or.is_empty(), "`or` says what is called instead of `calls`; add `calls`"),
        (entry.gm && entry.or.is_empty(), "`gm` says who chooses between `calls` and `or`; add `or`"),
        (passive && entry.gives.is_empty(), "it is passive and gives nothing; add `gives`"),
        (passive && acts, "it is passive: nothing is paid, called or done, and it has no end; leave these keys away"),
        (entry.uses == Some(0), "a power without uses is no use"),
        (!ends && !entry.aftermath.is_empty(), "`aftermath` comes when it ends, and it has no end; add `lasts`"),
        (near, "`range` is how far one target may be; give it `at = \"one\"` or leave `range` away"),
    ];
    faults.into_iter().filter(|(is, _)| *is).map(|(_, what)| what)
}

/// How much a deed gives, if it gives a number of something.
fn amount(deed: &Deed) -> Option<i16> {
    match deed {
        Deed::Heal { card, .. } | Deed::Ward { card } | Deed::Rage { card, .. } | Deed::Sharpen { card } => Some(*card),
        Deed::Rise { card, .. } => Some(*card),
        Deed::Willpower(n) | Deed::Hook(n) => Some(*n),
        _ => None,
    }
}

/// What is wrong with a call, in plain words.
fn fault(call: &Call) -> Option<String> {
    let effect = call.effect;
    if call.card.is_some() && effect != Effect::Hit {
        return Some(format!("only Hit has a number that is scaled; give {effect} its number as `n`"));
    }
    if call.card.is_some() && call.n.is_some() {
        return Some(format!("{effect} has both `n` and `card`"));
    }
    if call.part.is_some() && effect != Effect::Bind {
        return Some(format!("{effect} holds no part of the body; only Bind does"));
    }
    if call.grab && effect != Effect::Bind {
        return Some(format!("{effect} is no grab; only Bind can be one"));
    }
    let number = call.n.or(call.card).unwrap_or(effect.usual());
    if !(1..=600).contains(&number) {
        return Some(format!("the number of {effect} is 1 to 600, not {number}"));
    }
    if call.least.is_some_and(|least| least < 1 || least > number) {
        return Some(format!("`least` of {effect} is 1 to {number}"));
    }
    None
}

fn creature(book: &Book, packs: &mut Packs, id: &str, place: &Place, entry: &CreatureEntry) {
    named(packs, place, id, &entry.name);
    let attributes = &entry.attributes;
    for value in [attributes.strength, attributes.dex, attributes.sta, attributes.int, attributes.emp, attributes.soc] {
        within(packs, place, id, "an attribute", value, -10, 10);
    }
    within(packs, place, id, "hp", entry.hp, 0, 500);
    within(packs, place, id, "card", entry.card, 0, 250);
    within(packs, place, id, "wp", entry.wp, 0, 500);
    for (ability, trained) in &entry.trained {
        must_have(packs, "ability", ability, place);
        within(packs, place, id, "what training adds", trained.c, -10, 10);
        within(packs, place, id, "what training adds", trained.p, -10, 10);
    }
    if let Some(race) = &entry.race {
        must_have(packs, "race", race, place);
    }
    let in_hand = |weapon: &&String| {
        let known = book.weapons.iter().find(|known| known.id == **weapon);
        known.is_some_and(|known| known.value.hands != Hands::None)
    };
    if entry.gives.contains(&Feature::Handless) && entry.weapons.iter().any(|weapon| in_hand(&weapon)) {
        packs.report(Problem::at(place, format!("{id} has no hands for its weapons")));
    }
    let lists = [
        ("weapon", &entry.weapons, MOST_WEAPONS),
        ("item", &entry.items, MOST_ITEMS),
        ("power", &entry.powers, MOST_POWERS),
    ];
    for (table, ids, most) in lists {
        ids.iter().for_each(|name| must_have(packs, table, name, place));
        if ids.len() > most {
            packs.report(Problem::at(place, format!("{id}: {} {table}s, and at most {most} can be borne", ids.len())));
        }
    }
    if let Some(shield) = &entry.shield {
        must_have(packs, "shield", shield, place);
    }
    if let Some(armor) = &entry.armor {
        must_have(packs, "armor", armor, place);
    }
    blessings(book, packs, id, place, entry);
}

fn blessings(book: &Book, packs: &mut Packs, id: &str, place: &Place, entry: &CreatureEntry) {
    let powers = entry.powers.iter().filter_map(|id| book.powers.iter().find(|known| known.id == *id));
    if let Err((carried, most)) = PowerEntry::blessings_fit(powers.map(|known| &known.value)) {
        let what = format!("{id} carries {carried} blessings and may carry {most}");
        packs.report(Problem::at(place, what).help("the Crusader skills allow more"));
    }
}
