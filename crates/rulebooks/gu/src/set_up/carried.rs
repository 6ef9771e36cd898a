//! What an encounter sets of what earlier fights have left: weapons and armour that are carried still, Gu that have suffered.

use quintain_content::{Placed, Problem, Value};

use super::{give, take_in_hand};
use crate::book::gu_word;
use crate::combatant::{Combatant, GuState};
use crate::setting::Setting;

/// Sets `weapons`, `wears` or `gu-left`; nothing for other keys.
pub(super) fn set(
    setting: &Setting,
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Option<Result<(), Problem>> {
    let one_word: fn(&Setting, &mut Combatant, &Placed<String>) -> Result<(), Problem> = match key.value.as_str() {
        "weapons" => {
            one.arms.retain(|arm| setting.arms[usize::from(arm.0)].natural);
            weapon
        }
        "wears" => {
            one.worn.clear();
            worn
        }
        "gu-left" => gu_left,
        _ => return None,
    };
    let list = value.value.as_list();
    let what = || Problem::at(&value.place, format!("{} is a list of words, such as [\"spear\"]", key.value));
    let each = |list: &[Placed<Value>], one: &mut Combatant| {
        list.iter().try_for_each(|item| {
            let word = item.value.as_text().ok_or_else(what)?;
            one_word(setting, one, &Placed::new(word.to_owned(), item.place.clone()))
        })
    };
    let done = list.ok_or_else(what).and_then(|list| each(list, one));
    let template = &setting.templates[usize::from(one.template)];
    take_in_hand(setting, template, one);
    Some(done)
}

/// A weapon by its id.
fn weapon(setting: &Setting, one: &mut Combatant, word: &Placed<String>) -> Result<(), Problem> {
    let known = setting.arms.iter().filter(|arm| !arm.natural).map(|arm| arm.id.as_str());
    match known.clone().any(|id| id == word.value) {
        true => give(setting, one, word),
        false => Err(Problem::no_such("weapon", word, known)),
    }
}

/// `ID`, or `ID 12` with what is left of it.
fn worn(setting: &Setting, one: &mut Combatant, word: &Placed<String>) -> Result<(), Problem> {
    let (id, hp) = match word.value.rsplit_once(' ').and_then(|(id, hp)| Some((id.trim(), hp.parse::<i16>().ok()?))) {
        Some((id, hp)) => (id, Some(hp)),
        None => (word.value.as_str(), None),
    };
    let known = setting.book.armors.iter().map(|armor| armor.id.as_str());
    let named = Placed::new(id.to_owned(), word.place.clone());
    let place = setting.book.armors.iter().position(|armor| armor.id == id);
    let place = place.ok_or_else(|| Problem::no_such("armour", &named, known))?;
    let most = setting.armor(place as u8).hp;
    let hp = hp.unwrap_or(most);
    if hp < 1 && most > 0 || hp > most {
        return Err(Problem::at(&word.place, format!("{id} has 1 to {most} hit points, not {hp}")));
    }
    give(setting, one, &named)?;
    if let Some(piece) = one.worn.last_mut() {
        piece.1 = hp;
    }
    Ok(())
}

/// `ID RANK: dead`, or `ID RANK: hp 3 uses 1`.
fn gu_left(setting: &Setting, one: &mut Combatant, word: &Placed<String>) -> Result<(), Problem> {
    let form = || {
        let problem = Problem::at(&word.place, format!("`{word}` says nothing of a Gu"));
        problem.help("write \"moonlight 1: hp 3\", \"moonlight 1: hp 3 uses 1\" or \"moonlight 1: dead\"")
    };
    let (gu, state) = word.value.split_once(':').ok_or_else(form)?;
    let (id, rank) = gu_word(gu);
    let fits = |place: u16| setting.book.gus[usize::from(place)].id == id;
    let untouched = one.gu.iter_mut().find(|owned| {
        fits(owned.gu)
            && rank.is_none_or(|rank| rank == owned.rank)
            && owned.state != GuState::Dead
            && owned.hp.now == owned.hp.max
    });
    let owned = untouched.ok_or_else(|| Problem::at(&word.place, format!("it has no Gu `{}`", gu.trim())))?;
    if state.trim() == "dead" {
        (owned.state, owned.hp.now) = (GuState::Dead, 0);
        return Ok(());
    }
    let most_uses = setting.book.gus[usize::from(owned.gu)].value.expendable;
    let mut words = state.split_whitespace().peekable();
    words.peek().ok_or_else(form)?;
    while let Some(what) = words.next() {
        let most = match what {
            "hp" => owned.hp.max,
            "uses" => most_uses.map_or(0, i16::from),
            _ => return Err(form()),
        };
        let number = words.next().and_then(|number| number.parse::<i16>().ok()).ok_or_else(form)?;
        if !(1..=most).contains(&number) {
            let text = match most {
                0 => format!("{id} is not used up: it has no {what}"),
                _ => format!("{what} of {id} is 1 to {most}, not {number}"),
            };
            return Err(Problem::at(&word.place, text).help(format!("of a Gu that is gone say \"{id}: dead\"")));
        }
        match what {
            "hp" => owned.hp.now = number,
            _ => owned.uses = number as u8,
        }
    }
    Ok(())
}
