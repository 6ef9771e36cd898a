//! One combatant of an encounter: its numbers out of the packs, what it carries, what `set` and `with` change.

use std::sync::Arc;

use arrayvec::ArrayVec;
use quintain_content::{CombatantSpec, Placed, Problem, Value, nearest};
use quintain_engine::Side;

use super::RIDES;
use crate::combatant::{Combatant, Hand, MOST_CARRIED, MOST_ITEMS, TurnUse, empty_hands};
use crate::rules::shields;
use crate::setting::{Setting, Table as Kept, UNARMED};
use crate::statuses::Statuses;
use crate::those::{List, Those};
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
    // Maxima first, so that a current value beside one is held against it; what a shield has suffered after the shield.
    let mut pairs: Vec<_> = spec.set.iter().collect();
    pairs.sort_by_key(|(key, _)| if key.starts_with("max-") { 0 } else { 1 + u8::from(key.value == "shield-hp") });
    for (key, value) in pairs {
        let bounded = spec.set.iter().any(|(known, _)| known.strip_prefix("max-") == Some(key));
        if let Err(problem) = set(setting, &mut one, (key, value), bounded) {
            problems.push(problem);
        }
    }
    one.ap = one.ap.min((one.max_ap - one.stunned()).max(0));
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
        "spells" | "maneuvers" | "techniques" | "actions" => {
            let mut template = setting.templates[usize::from(one.template)].clone();
            let table = match key.value.as_str() {
                "spells" => Kept::Spell,
                "maneuvers" => Kept::Maneuver,
                "techniques" => Kept::Technique,
                _ => Kept::Action,
            };
            template.abilities.retain(|ability| setting.abilities[usize::from(*ability)].table != table);
            for id in ids(value)? {
                let Some(ability) = setting.ability(table, &id.value) else {
                    let all = setting.abilities.iter().filter(|known| known.table == table);
                    let known: Vec<&str> = all.map(|known| known.id.as_str()).collect();
                    return Err(Problem::no_such(key.value.trim_end_matches('s'), &id, known));
                };
                template.abilities.push(ability);
            }
            setting.add_followers(&mut template.abilities);
            one.template = setting.templates.len() as u16;
            setting.templates.push(template);
            Ok(())
        }
        "shield" => shield(setting, one, key, value),
        "dead" => {
            let what = || Problem::at(&value.place, format!("dead is true or false, not {}", value.value));
            one.dead = value.value.as_bool().ok_or_else(what)?;
            Ok(())
        }
        // Whom it rides is settled when everybody has a place.
        RIDES => Ok(()),
        _ => values::set_at_start(one, key, value, bounded),
    }
}

/// `shield`: the id of the one that it bears, or `nothing`.
fn shield(
    setting: &mut Setting,
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Result<(), Problem> {
    let word = value.value.as_text().unwrap_or_default();
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

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let entry = &template.entry;
    let four = entry.attributes;
    let attributes = [four.might, four.dexterity, four.intelligence, four.charisma];
    let proficiency = 1 + entry.level as i8 / 2;
    let armor = template.armor.and_then(|armor| setting.armors.get(usize::from(armor)));
    let shield = template.shield.and_then(|place| setting.shields.get(usize::from(place)).map(|known| (place, known)));
    let with_shield = shield.map_or(0, |(_, shield)| shield.ac);
    let bare = 8 + proficiency + four.dexterity + armor.map_or(0, |armor| armor.ac);
    let skills = entry.skills;
    let mut one = Combatant {
        template: place,
        side,
        hero: entry.hero,
        special: false,
        attributes,
        level: entry.level,
        size: entry.size,
        hp: entry.hp,
        max_hp: entry.hp,
        temp: 0,
        ap: entry.ap,
        max_ap: entry.ap,
        mp: entry.mp,
        max_mp: entry.mp,
        sp: entry.sp,
        max_sp: entry.sp,
        ac: entry.ac.map_or(bare, |ac| ac - with_shield),
        pb: entry.pb.unwrap_or(armor.map_or(0, |armor| armor.pb)),
        speed: entry.speed - armor.map_or(0, |armor| armor.slower),
        senses: entry.senses,
        attack: entry.attack,
        dc: entry.dc,
        initiative: entry.initiative,
        skills: [
            skills.athletics,
            skills.intimidation,
            skills.acrobatics,
            skills.sleight_of_hand,
            skills.stealth,
            skills.medicine,
            skills.insight,
            skills.perception,
        ],
        martial: entry.martial,
        spellcasting: entry.spellcasting,
        at: None,
        height: 0,
        hands: empty_hands(entry.hands),
        shield: shield.map(|(place, shield)| (place, shield.hp)),
        carried: ArrayVec::new(),
        unloaded: List::new(),
        items: template.items.iter().copied().take(MOST_ITEMS).collect(),
        statuses: Statuses::default(),
        boons: List::new(),
        help: List::new(),
        held: List::new(),
        turn: TurnUse::default(),
        moves: 0,
        movement: 0,
        disengage: 0,
        dodge: 0,
        hidden_from: Those::default(),
        rolled: 0,
        breath: None,
        gasps: 0,
        stable: false,
        knocked_out: false,
        woken: false,
        spent: 0,
        concentration: None,
        last_shot: None,
        used: [0; 3],
        mount: None,
        summoner: None,
        kept: false,
        shape: None,
        hit_in: 0,
        from_round: 0,
        dead: false,
        gone: false,
        dealt: 0,
        taken: 0,
        called: None,
    };
    if one.shield.is_some() {
        bear(&mut one);
    }
    let most = entry.in_hand.map_or(usize::MAX, usize::from);
    for (count, weapon) in template.weapons.iter().take(MOST_CARRIED).enumerate() {
        one.carried.push(*weapon);
        if count < most {
            take(setting, &mut one, *weapon);
        }
    }
    one
}

/// Takes a weapon in hand where there is room: in both hands where it needs them.
fn take(setting: &Setting, one: &mut Combatant, weapon: u16) {
    let arm = &setting.weapons[usize::from(weapon)];
    if arm.natural() {
        return;
    }
    if arm.two_handed() {
        let mut free = one.each_hand().filter(|hand| one.hands[usize::from(*hand)] == Hand::Empty);
        if let (Some(first), Some(second)) = (free.next(), free.next()) {
            one.hands[usize::from(first)] = Hand::Weapon(weapon);
            one.hands[usize::from(second)] = Hand::Same(first);
        }
        return;
    }
    let armed = one.hands.iter().any(|hand| matches!(hand, Hand::Weapon(_)));
    let second_shoots = armed && arm.range.is_some();
    if let Some(free) = one.hands.iter().position(|hand| *hand == Hand::Empty).filter(|_| !second_shoots) {
        one.hands[free] = Hand::Weapon(weapon);
    }
}

/// The shield goes on the arm of the second hand; a one-handed creature bears it with its only one.
fn bear(one: &mut Combatant) {
    let arm = one.hands.len().min(2).checked_sub(1);
    if let Some(hand) = arm.and_then(|arm| one.hands.get_mut(arm)) {
        *hand = Hand::Shield;
    }
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
