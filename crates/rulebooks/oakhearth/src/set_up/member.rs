//! One combatant of an encounter: its numbers out of the packs, what it carries, what `set` and `with` change.

use std::sync::Arc;

use quintain_content::{CombatantSpec, Placed, Problem, Value, nearest};
use quintain_engine::Side;

use super::RIDES;
use crate::combatant::{Combatant, Hand};
use crate::rules::newcomers::{bear, combatant, take};
use crate::rules::{between, shields};
use crate::setting::{Setting, Table as Kept, UNARMED};
use crate::values;

pub(super) fn member(setting: &mut Setting, spec: &CombatantSpec, problems: &mut Vec<Problem>) -> Option<Combatant> {
    let Some(template) = setting.creature(&spec.is.value) else {
        let known: Vec<String> = setting.templates.iter().map(|template| template.id.clone()).collect();
        problems.push(Problem::no_such("creature", &spec.is, known.iter().map(String::as_str)));
        return None;
    };
    let side = setting.sides.iter().position(|side| *side == spec.side.value).unwrap_or(0);
    let mut one = combatant(setting, template, Side(side as u8));
    for id in &spec.with {
        if let Err(problem) = give(setting, &mut one, id) {
            problems.push(problem);
        }
    }
    one.max_ap = (one.max_ap - shields::armor_ap(setting, &setting.templates[usize::from(one.template)])).max(0);
    // Maxima first, so that a current value beside one is held against it; what a shield has suffered after the shield,
    // that it is dead after its HP, what has been used after what is known; AC when its shield is as it will be.
    let place = |key: &str| match key {
        "shield-hp" | "dead" | values::SPENT => 2,
        "ac" => 3,
        _ => u8::from(!key.starts_with("max-")),
    };
    let mut pairs: Vec<_> = spec.set.iter().collect();
    pairs.sort_by_key(|(key, _)| place(key.as_str()));
    for (key, value) in pairs {
        let bounded = spec.set.iter().any(|(known, _)| known.strip_prefix("max-") == Some(key));
        if let Err(problem) = set(setting, &mut one, (key, value), bounded) {
            problems.push(problem);
        }
    }
    // What is said of both stands: AP may be more than the maximum for a while.
    let said = |key: &str| spec.set.iter().any(|(known, _)| known.value == key);
    if !(said("ap") && said("max-ap")) {
        one.ap = one.ap.min((one.max_ap - one.stunned()).max(0));
    }
    Some(one)
}

/// `set` of an encounter: what is carried, or a value.
fn set(
    setting: &mut Setting,
    one: &mut Combatant,
    (key, value): (&Placed<String>, &Placed<Value>),
    bounded: bool,
) -> Result<(), Problem> {
    let ids = |value: &Placed<Value>| -> Result<Vec<Placed<String>>, Problem> {
        let wrong = || Problem::at(&value.place, format!("{} is a list of ids, such as [\"longsword\"]", key.value));
        let list = value.value.as_list().ok_or_else(wrong)?;
        let id = |item: &Placed<Value>| item.value.as_text().map(|id| Placed::new(id.to_owned(), item.place.clone()));
        list.iter().map(|item| id(item).ok_or_else(wrong)).collect()
    };
    match key.value.as_str() {
        // What is left of a shield where there is none any more.
        "shield-hp" if one.shield.is_none() && value.value.as_int() == Some(0) => Ok(()),
        "shield-hp" => {
            no_more_than_whole(setting, one, value)?;
            values::set_at_start(one, key, value, bounded)
        }
        "ac" => {
            values::set_at_start(one, key, value, bounded)?;
            // What is said is the whole, its shield included.
            one.ac -= shields::ac_of(setting, one) as i8;
            Ok(())
        }
        "weapons" => {
            one.carried.clear();
            one.hands.iter_mut().for_each(|hand| *hand = Hand::Empty);
            if one.shield.is_some() {
                bear(one);
            }
            for id in ids(value)? {
                give(setting, one, &id)?;
            }
            Ok(())
        }
        "items" => {
            one.items.clear();
            ids(value)?.iter().try_for_each(|id| give(setting, one, id))
        }
        "spells" | "maneuvers" | "techniques" | "actions" => know(setting, one, &key.value, &ids(value)?),
        values::SPENT => ids(value)?.iter().try_for_each(|id| spend(setting, one, id)),
        "shield" => shield(setting, one, key, value),
        "conditions" => {
            values::set_at_start(one, key, value, bounded)?;
            spared(setting, one, value)
        }
        "dead" => {
            let what = || Problem::at(&value.place, format!("dead is true or false, not {}", value.value));
            one.dead = value.value.as_bool().ok_or_else(what)?;
            Ok(())
        }
        // Its mount is settled when everybody has a place.
        RIDES => Ok(()),
        _ => values::set_at_start(one, key, value, bounded),
    }
}

/// A shield has no more HP than when it is whole.
fn no_more_than_whole(setting: &Setting, one: &Combatant, value: &Placed<Value>) -> Result<(), Problem> {
    let shield = one.shield.and_then(|(place, _)| setting.shields.get(usize::from(place)));
    match (shield, value.value.as_int()) {
        (Some(shield), Some(number)) if number > i64::from(shield.hp) => {
            let what = format!("shield-hp is {number}, and a whole {} has {}", shield.name, shield.hp);
            Err(Problem::at(&value.place, what))
        }
        _ => Ok(()),
    }
}

/// Immunity ignores a condition, so that nobody begins with one that it never has.
fn spared(setting: &Setting, one: &Combatant, value: &Placed<Value>) -> Result<(), Problem> {
    let template = &setting.templates[usize::from(one.template)];
    one.statuses.iter().find(|status| template.immune(status.condition)).map_or(Ok(()), |status| {
        Err(Problem::at(&value.place, format!("{} is never {}", template.entry.name, status.condition)))
    })
}

/// `spells`, `maneuvers`, `techniques` or `actions`: it knows these of them and no others.
fn know(setting: &mut Setting, one: &mut Combatant, key: &str, ids: &[Placed<String>]) -> Result<(), Problem> {
    let mut template = setting.templates[usize::from(one.template)].clone();
    let table = match key {
        "spells" => Kept::Spell,
        "maneuvers" => Kept::Maneuver,
        "techniques" => Kept::Technique,
        _ => Kept::Action,
    };
    template.abilities.retain(|ability| setting.abilities[usize::from(*ability)].table != table);
    for id in ids {
        let Some(ability) = setting.ability(table, &id.value) else {
            let all = setting.abilities.iter().filter(|known| known.table == table);
            let known: Vec<&str> = all.map(|known| known.id.as_str()).collect();
            return Err(Problem::no_such(key.trim_end_matches('s'), id, known));
        };
        template.abilities.push(ability);
    }
    setting.add_followers(&mut template.abilities);
    one.template = setting.templates.len() as u16;
    setting.templates.push(template);
    Ok(())
}

/// `spent`: it has used this since its last Long Rest.
fn spend(setting: &Setting, one: &mut Combatant, id: &Placed<String>) -> Result<(), Problem> {
    let all = || between::until_rested(setting, &setting.templates[usize::from(one.template)]);
    let Some((_, slot)) = all().find(|(known, _)| known.id == id.value) else {
        let known: Vec<&str> = all().map(|(known, _)| known.id.as_str()).collect();
        return Err(Problem::no_such("ability of it that comes back with a Long Rest", id, known));
    };
    one.used[0] |= slot;
    Ok(())
}

/// `shield`: the id of the one that it bears, or `nothing`.
fn shield(
    setting: &mut Setting,
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Result<(), Problem> {
    let word = values::word(&key.value, value)?;
    if word == "nothing" {
        one.shield = None;
        one.hands.iter_mut().filter(|hand| **hand == Hand::Shield).for_each(|hand| *hand = Hand::Empty);
        return Ok(());
    }
    let known: Vec<String> = setting.book.shields.iter().map(|shield| shield.id.clone()).collect();
    if !known.iter().any(|id| id == word) {
        let wanted = Placed::new(word.to_owned(), value.place.clone());
        return Err(Problem::no_such(&key.value, &wanted, known.iter().map(String::as_str)));
    }
    give(setting, one, &Placed::new(word.to_owned(), value.place.clone()))
}
/// Puts a suit of armour on, in place of the one that is worn.
fn wear(setting: &mut Setting, one: &mut Combatant, place: usize) {
    let mut template = setting.templates[usize::from(one.template)].clone();
    if let Some(old) = template.armor.and_then(|worn| setting.armors.get(usize::from(worn))) {
        one.ac -= old.ac;
        one.pb = (one.pb - old.pb).max(0);
        one.speed += old.slower;
    }
    let armor = &setting.armors[place];
    one.ac += armor.ac;
    one.pb = one.pb.max(armor.pb);
    one.speed -= armor.slower;
    template.armor = Some(place as u8);
    one.template = setting.templates.len() as u16;
    setting.templates.push(template);
}

/// `with`: a weapon, a shield, a suit of armour or an item more.
fn give(setting: &mut Setting, one: &mut Combatant, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = || Problem::at(&id.place, format!("{word} is one thing too many to carry"));
    let book = Arc::clone(&setting.book);
    if let Some(weapon) = setting.weapon(word).filter(|weapon| *weapon != UNARMED) {
        one.carried.try_push(weapon).map_err(|_| full())?;
        take(setting, one, weapon);
        return Ok(());
    }
    if let Some(place) = book.shields.iter().position(|known| known.id == word) {
        one.shield = Some((place as u8, setting.shields[place].hp));
        bear(one);
        return Ok(());
    }
    if let Some(place) = book.armors.iter().position(|known| known.id == word) {
        wear(setting, one, place);
        return Ok(());
    }
    if let Some(place) = book.items.iter().position(|known| known.id == word) {
        return one.items.try_push(place as u8).map_err(|_| full());
    }
    let all = book.weapons.iter().map(|known| known.id.as_str());
    let all = all.chain(book.shields.iter().map(|known| known.id.as_str()));
    let all = all.chain(book.armors.iter().map(|known| known.id.as_str()));
    let all = all.chain(book.items.iter().map(|known| known.id.as_str()));
    let near = nearest(word, all).map(|near| format!("the nearest name is `{near}`"));
    let what = format!("no weapon, shield, armour or item is called `{word}`");
    Err(Problem { help: near, ..Problem::at(&id.place, what) })
}
