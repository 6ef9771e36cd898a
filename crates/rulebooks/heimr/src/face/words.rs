//! Values that are words: what stands ready in defence, what is held and worn, what training adds. The same words are
//! shown, set and expected.

use quintain_engine::Who;

use crate::content::{Ability, ArmorId, Hands, ShieldId, Trained, WeaponId};
use crate::rules::defence;
use crate::state::{Arm, Defence, Fight, Guarded, Hold, MOST_HOLDS, Standing};

pub(crate) fn is_nothing(words: &str) -> bool {
    matches!(words.to_ascii_lowercase().as_str(), "none" | "nothing" | "no" | "-" | "")
}

pub(crate) fn shield(fight: &Fight, who: Who) -> String {
    fight.one(who).shield.map_or("none", |guarded| &fight.shield(guarded.shield).entry.name).to_owned()
}

pub(crate) fn set_shield(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let named = named(words, &fight.setting.content.shields, |known| (&known.id, &known.entry.name), "shield")?;
    let free = fight.one(who).off.is_none() && !fight.one(who).both;
    let buckler = named.is_none_or(|place| fight.setting.content.shields[place].entry.buckler);
    if !free && !buckler {
        return Err("no hand is free for a shield: set off-hand nothing first".into());
    }
    fight.one_mut(who).shield = named.map(|place| Guarded { shield: ShieldId(place as u8), free: 0 });
    Ok(())
}

pub(crate) fn armor(fight: &Fight, who: Who) -> String {
    fight.one(who).armor.map_or("none", |armor| &fight.setting.content.armor(armor).entry.name).to_owned()
}

pub(crate) fn set_armor(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let named = named(words, &fight.setting.content.armors, |known| (&known.id, &known.entry.name), "armour")?;
    fight.one_mut(who).armor = named.map(|place| ArmorId(place as u8));
    Ok(())
}

/// The place of an entry by its id or name; nothing for none.
fn named<T>(
    words: &str,
    list: &[T],
    names: impl Fn(&T) -> (&String, &String),
    what: &str,
) -> Result<Option<usize>, String> {
    if is_nothing(words) {
        return Ok(None);
    }
    let fits = |known: &T| {
        let (id, name) = names(known);
        id.eq_ignore_ascii_case(words) || name.eq_ignore_ascii_case(words)
    };
    list.iter().position(fits).map(Some).ok_or_else(|| format!("no {what} is called `{words}`"))
}

fn weapon(fight: &Fight, words: &str) -> Result<Option<(Arm, Hands)>, String> {
    let content = &fight.setting.content;
    let place = named(words, &content.weapons, |known| (&known.id, &known.entry.name), "weapon")?;
    Ok(place.map(|place| (Arm::new(WeaponId(place as u8)), content.weapons[place].entry.hands)))
}

pub(crate) fn set_sword(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let weapon = weapon(fight, words)?;
    let both = weapon.is_some_and(|(_, hands)| hands == Hands::Two);
    let strapped = fight.one(who).shield.is_some_and(|held| !fight.shield(held.shield).entry.buckler);
    if weapon.is_some_and(|(_, hands)| hands == Hands::None) {
        return Err("a natural weapon is held in no hand".into());
    }
    if both && (fight.one(who).off.is_some() || strapped) {
        return Err("it needs both hands: set off-hand and shield nothing first".into());
    }
    let one = fight.one_mut(who);
    one.sword = weapon.map(|(arm, _)| arm);
    one.both = both;
    Ok(())
}

pub(crate) fn set_off(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let weapon = weapon(fight, words)?;
    let strapped = fight.one(who).shield.is_some_and(|held| !fight.shield(held.shield).entry.buckler);
    match weapon {
        Some((_, hands)) if hands != Hands::Either => Err("only a weapon for either hand is held there".into()),
        Some(_) if fight.one(who).both || strapped => Err("the off-hand is not free".into()),
        _ => {
            fight.one_mut(who).off = weapon.map(|(arm, _)| arm);
            Ok(())
        }
    }
}

pub(crate) fn stowed(fight: &Fight, who: Who) -> String {
    let names = fight.one(who).stowed.iter().map(|arm| fight.weapon(arm.weapon).entry.name.as_str());
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "nothing".into() } else { names.join(" and ") }
}

pub(crate) fn set_stowed(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let mut stowed = arrayvec::ArrayVec::new();
    for word in words.split(" and ").map(str::trim).filter(|word| !is_nothing(word)) {
        if let Some((arm, _)) = weapon(fight, word)?
            && stowed.try_push(arm).is_err()
        {
            return Err(format!("at most {} weapons can be put away", stowed.capacity()));
        }
    }
    fight.one_mut(who).stowed = stowed;
    Ok(())
}

/// `parry with light weapon 9`, `dodge 4 failed`, `none`.
pub(crate) fn standing(fight: &Fight, who: Who) -> String {
    let Some(standing) = defence::standing(fight, who) else { return "none".into() };
    let failed = if standing.failed { " failed" } else { "" };
    format!("{} {}{failed}", defence::kind_name(fight, who, standing.kind), standing.score)
}

pub(crate) fn set_standing(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    if is_nothing(words) {
        fight.one_mut(who).standing = None;
        return Ok(());
    }
    let form = || {
        "standing is a kind of defence with its score: `dodge 6`, `parry with light weapon 9`, `block 7 failed`, or none".to_owned()
    };
    let (rest, failed) = words.strip_suffix(" failed").map_or((words, false), |rest| (rest, true));
    let (kind, score) = rest.rsplit_once(' ').ok_or_else(form)?;
    let score: i16 = score.parse().ok().filter(|score| (-999..=999).contains(score)).ok_or_else(form)?;
    let kinds: arrayvec::ArrayVec<Defence, { 2 + MOST_HOLDS }> = defence::kinds(fight, who);
    let fits = |known: &Defence| defence::kind_name(fight, who, *known).eq_ignore_ascii_case(kind.trim());
    let kind = kinds.into_iter().find(fits).ok_or_else(form)?;
    defence::may(fight, who, kind, None).map_err(|refusal| refusal.why.into_owned())?;
    fight.one_mut(who).standing = Some(Standing { kind, score, failed });
    Ok(())
}

/// What training adds from now on: `agility C 2 P 1 and brawl C -1`.
pub(crate) fn set_trained(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    each_trained(words).iter().try_for_each(|words| train(fight, who, words))
}

/// What training adds to each ability, in words: an `and` behind a number parts two, one within a name does not.
fn each_trained(words: &str) -> Vec<String> {
    let mut each: Vec<String> = Vec::new();
    for part in words.split(" and ").map(str::trim) {
        match each.last_mut().filter(|known| !known.ends_with(|last: char| last.is_ascii_digit())) {
            Some(begun) => *begun = format!("{begun} and {part}"),
            None => each.push(part.to_owned()),
        }
    }
    each
}

fn train(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let form = || "trained is an ability with what training adds: `agility C 2 P 1`, `brawl C -1`".to_owned();
    let lower = words.to_lowercase();
    let split = lower.find(" c ").into_iter().chain(lower.find(" p ")).min().ok_or_else(form)?;
    let (name, numbers) = lower.split_at(split);
    let content = &fight.setting.content;
    let fits = |known: &Ability| known.id == name.trim() || known.name.to_lowercase() == name.trim();
    let place = content.abilities.iter().position(fits).ok_or_else(|| format!("no ability is called `{name}`"))?;
    let mut trained = fight.template(who).trained.get(place).copied().unwrap_or_default();
    let mut parts = numbers.split_whitespace();
    while let Some(which) = parts.next() {
        let number: i16 =
            parts.next().and_then(|n| n.parse().ok()).filter(|n| (-10..=10).contains(n)).ok_or_else(form)?;
        match which {
            "c" => trained.c = number,
            "p" => trained.p = number,
            _ => return Err(form()),
        }
    }
    let mut template = fight.template(who).clone();
    template.trained.resize(template.trained.len().max(place + 1), Trained::default());
    template.trained[place] = trained;
    let setting = fight.setting.change();
    setting.content.templates.push(template);
    fight.one_mut(who).template = (fight.setting.content.templates.len() - 1) as u16;
    Ok(())
}

pub(crate) fn trained(fight: &Fight, who: Who) -> String {
    let all = fight.template(who).trained.iter().zip(&fight.setting.content.abilities);
    let adds = all.filter(|(trained, _)| **trained != Trained::default());
    let words: Vec<String> = adds
        .map(|(trained, ability)| {
            let number = |letter: char, n: i16| if n == 0 { String::new() } else { format!(" {letter} {n}") };
            format!("{}{}{}", ability.name, number('C', trained.c), number('P', trained.p))
        })
        .collect();
    if words.is_empty() { "nothing".into() } else { words.join(" and ") }
}

pub(crate) fn held(fight: &Fight, who: Who, hold: Hold) -> String {
    fight.one(who).arm(hold).map_or("nothing", |arm| &fight.weapon(arm.weapon).entry.name).to_owned()
}
