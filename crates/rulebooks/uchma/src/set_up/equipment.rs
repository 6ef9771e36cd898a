//! What somebody bears, knows and suffers when the fight begins: `with`, and the lists and ids of `set`.

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{Edict, Who};

use crate::book::{Element, Hold, With, Word};
use crate::combatant::MOST_CARRIED;
use crate::content::{AbilityId, UNARMED, WeaponId};
use crate::fight::Fight;
use crate::rules::weapons;

/// What `set` takes besides numbers and flags.
pub const LISTS: &[&str] = &[
    "main",
    "off",
    "carried",
    "armor",
    "items",
    "abilities",
    "element",
    "conditions",
    "rides",
    "totem",
    "spares",
    "used",
];

/// `with`: a weapon to carry, armour to wear, an item for a slot.
pub(super) fn give(fight: &mut Fight, who: Who, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = || Problem::at(&id.place, format!("{word} is one thing too many to carry"));
    let content = &fight.setting.content;
    if let Some(weapon) = content.weapon_named(word) {
        let many = content.weapons[usize::from(weapon.0)].entry.ammunition;
        let mut one = fight.one_mut(who);
        if many > 0 {
            one.stock(weapon, many);
        }
        if one.carried.len() >= MOST_CARRIED {
            return Err(full().help(format!("at most {MOST_CARRIED} weapons are carried besides those in hand")));
        }
        one.carried.push(weapon);
        return Ok(());
    }
    if let Some(suit) = content.armor_named(word) {
        fight.one_mut(who).wears = Some(suit);
        return Ok(());
    }
    let (name, left) = match word.rsplit_once(' ').and_then(|(id, left)| Some((id.trim(), left.parse::<u8>().ok()?))) {
        Some((id, left)) => (id, Some(left)),
        None => (word, None),
    };
    if let Some(item) = content.item_named(name) {
        let most = content.items[usize::from(item)].uses;
        let uses = left.unwrap_or(most);
        if uses == 0 || uses > most {
            return Err(Problem::at(&id.place, format!("{name} has 1 to {most} uses, not {uses}")));
        }
        let slots = usize::from(fight.template(who).slots);
        let items = &mut fight.one_mut(who).items;
        if items.len() >= slots || !items.push((item, uses)) {
            return Err(full().help(format!("there are {slots} quick-access slots")));
        }
        return Ok(());
    }
    let known = content.weapons.iter().map(|weapon| weapon.id.as_str());
    let known = known.chain(content.armors.iter().map(|armor| armor.id.as_str()));
    let known = known.chain(content.items.iter().map(|item| item.id.as_str()));
    let near = nearest(word, known).map(|near| format!("the nearest name is `{near}`"));
    Err(Problem { help: near, ..Problem::at(&id.place, format!("no weapon, armour or item is called `{word}`")) })
}

/// `set` of what is carried and known.
pub(super) fn equip(fight: &mut Fight, who: Who, key: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let wrong = |what: &str| Problem::at(&value.place, format!("{} is {what}", key.value));
    match key.value.as_str() {
        // The combatants that they name show only once everyone is known.
        "rides" | "totem" | "conditions" => Ok(()),
        "main" | "off" => {
            let word = value.value.as_text().ok_or_else(|| wrong("the id of a weapon, or \"nothing\""))?;
            let (weapon, main) = (hand(fight, word, value)?, key.value == "main");
            if let Some(weapon) = weapon {
                let hand = if main { With::MainHand } else { With::OffHand };
                weapons::may_hold(fight, who, weapon, hand).map_err(|what| Problem::at(&value.place, what))?;
            }
            hold(fight, who, main, weapon);
            Ok(())
        }
        "armor" => {
            let word = value.value.as_text().ok_or_else(|| wrong("the id of a suit of armour, or \"nothing\""))?;
            let known = fight.setting.content.armors.iter().map(|armor| armor.id.as_str());
            let suit = match word {
                "nothing" => None,
                _ => Some(
                    fight
                        .setting
                        .content
                        .armor_named(word)
                        .ok_or_else(|| Problem::no_such("armor", &placed(word, value), known))?,
                ),
            };
            fight.one_mut(who).wears = suit;
            Ok(())
        }
        "carried" | "items" => {
            match key.value.as_str() {
                "carried" => fight.one_mut(who).carried.clear(),
                _ => fight.one_mut(who).items.clear(),
            }
            words(value, &wrong)?.iter().try_for_each(|id| give(fight, who, id))
        }
        "spares" => words(value, &wrong)?.iter().try_for_each(|id| spare(fight, who, id, value)),
        "used" => words(value, &wrong)?.iter().try_for_each(|id| used(fight, who, id, value)),
        "abilities" => learn(fight, who, &words(value, &wrong)?),
        "element" => {
            let word = value.value.as_text().unwrap_or_default();
            let element = Element::named(word).ok_or_else(|| wrong("earth, metal, fire, water or nature"))?;
            let own = own_template(fight, who);
            fight.setting.change().content.templates[own].element = Some(element);
            fight.refit(who);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Takes a weapon into the main hand or the other one, with the ammunition that comes with it. For one that takes both
/// hands the off hand lets go of what the entry gives it.
fn hold(fight: &mut Fight, who: Who, main: bool, weapon: Option<WeaponId>) {
    let both = main && weapon.is_some_and(|weapon| fight.weapon(weapon).entry.hold == Hold::TwoHanded);
    let mut one = fight.one_mut(who);
    if main {
        one.main = weapon
    } else {
        one.off = weapon
    }
    if both {
        one.off = None;
    }
    drop(one);
    if let Some(weapon) = weapon {
        let many = fight.weapon(weapon).entry.ammunition;
        fight.one_mut(who).stock(weapon, many);
    }
}

/// One of `spares`: a weapon and how much ammunition is left for it.
fn spare(fight: &mut Fight, who: Who, id: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let (word, many) = counted(id)?;
    let content = &fight.setting.content;
    let known = content.weapons.iter().map(|weapon| weapon.id.as_str());
    let weapon = content.weapon_named(word).ok_or_else(|| Problem::no_such("weapon", &placed(word, value), known))?;
    fight.one_mut(who).stock(weapon, many);
    Ok(())
}

/// One of `used`: an ability and how often it has been used up.
fn used(fight: &mut Fight, who: Who, id: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let (word, times) = counted(id)?;
    let all = fight.setting.content.abilities.iter();
    let known = all.clone().map(|ability| ability.id.as_str());
    let ability = all.clone().position(|ability| ability.id == word);
    let ability = ability.ok_or_else(|| Problem::no_such("ability", &placed(word, value), known))?;
    let most = fight.setting.content.abilities[ability].entry.uses;
    if let Some(most) = most.filter(|most| times > *most) {
        return Err(Problem::at(&id.place, format!("{word} has at most {most} uses, so {times} cannot be used up")));
    }
    let mut one = fight.one_mut(who);
    (0..times).for_each(|_| one.count_use(AbilityId(ability as u16)));
    Ok(())
}

/// `ID 3`: an id and how many.
fn counted(words: &Placed<String>) -> Result<(&str, u8), Problem> {
    let parted = words.value.rsplit_once(' ').and_then(|(id, many)| Some((id.trim(), many.parse().ok()?)));
    parted.ok_or_else(|| Problem::at(&words.place, format!("`{words}` is an id and a number: \"ID 3\"")))
}

fn placed(word: &str, value: &Placed<Value>) -> Placed<String> {
    Placed::new(word.to_owned(), value.place.clone())
}

fn hand(fight: &Fight, word: &str, value: &Placed<Value>) -> Result<Option<WeaponId>, Problem> {
    let known = fight.setting.content.weapons.iter().map(|weapon| weapon.id.as_str());
    match word {
        // Bare hands hold nothing.
        "nothing" | UNARMED => Ok(None),
        _ => fight
            .setting
            .content
            .weapon_named(word)
            .map(Some)
            .ok_or_else(|| Problem::no_such("weapon", &placed(word, value), known)),
    }
}

fn words(value: &Placed<Value>, wrong: &impl Fn(&str) -> Problem) -> Result<Vec<Placed<String>>, Problem> {
    let list = value.value.as_list().ok_or_else(|| wrong("a list of words, such as [\"dagger\"]"))?;
    let word = |item: &Placed<Value>| {
        let text = item.value.as_text().ok_or_else(|| wrong("a list of words, such as [\"dagger\"]"))?;
        Ok(Placed::new(text.to_owned(), item.place.clone()))
    };
    list.iter().map(word).collect()
}

/// A template of its own for somebody who differs from its entry.
fn own_template(fight: &mut Fight, who: Who) -> usize {
    let place = usize::from(fight.one(who).template);
    let shared = fight.everyone().any(|other| other != who && usize::from(fight.one(other).template) == place);
    let original = fight.setting.book.creatures.len() > place;
    if !original && !shared {
        return place;
    }
    let copy = fight.setting.content.templates[place].clone();
    let templates = &mut fight.setting.change().content.templates;
    templates.push(copy);
    let own = templates.len() - 1;
    fight.one_mut(who).template = own as u16;
    own
}

/// `abilities`: abilities of the packs take the place of those that the entry names.
fn learn(fight: &mut Fight, who: Who, ids: &[Placed<String>]) -> Result<(), Problem> {
    let known = |fight: &Fight, id: &Placed<String>| {
        let all = fight.setting.book.abilities.iter().map(|entry| entry.id.as_str());
        fight.setting.content.ability_named(&id.value).ok_or_else(|| Problem::no_such("ability", id, all))
    };
    let learnt = ids.iter().map(|id| known(fight, id)).collect::<Result<Vec<_>, _>>()?;
    let own = own_template(fight, who);
    let packs = fight.setting.book.abilities.len();
    let content = &mut fight.setting.change().content;
    content.learn(own, packs, &learnt);
    fight.refit(who);
    Ok(())
}

/// `conditions`: what a combatant suffers, and perhaps from another.
pub(super) fn suffer(fight: &mut Fight, who: Who, value: &Placed<Value>) -> Result<(), Problem> {
    let wrong = |what: &str| Problem::at(&value.place, format!("conditions is {what}"));
    words(value, &wrong)?.iter().try_for_each(|id| {
        let edict = Edict::Give { who: fight.label(who).to_owned(), condition: id.value.clone() };
        let given = crate::edicts::carry_out(fight, &edict);
        given.map(|_| ()).map_err(|refusal| Problem::at(&id.place, refusal.why.to_string()))
    })
}
