//! What the GM changes by hand.

use quintain_engine::{EDICT, Edict, Outcome, Refusal, Side, Who};
use quintain_field::{Door, Map, Site};

use crate::book::{Condition, Skill};
use crate::combatant::Status;
use crate::fight::{Fight, Stage};
use crate::glossary;
use crate::rules::doors::Portal;
use crate::rules::{boons, concentration, conditions, doors, dying, hide, numbers, shields};
use crate::those::Those;
use crate::values;

/// Carries out an edict and says what it did.
///
/// # Errors
/// The refusal; the fight is then as it was.
pub fn carry_out(fight: &mut Fight, edict: &Edict) -> Result<String, Refusal> {
    match edict {
        Edict::Set { who, key, value } => set(fight, who, key, value),
        Edict::SetFight { key, value } => set_fight(fight, key, value),
        Edict::Move { who, to } => {
            let who = person(fight, who)?;
            if !fight.room(who, *to) {
                return refuse(format!("{to} has no room"));
            }
            fight.one_mut(who).at = Some(*to);
            Ok(format!("{} stands at {to} now", fight.label(who)))
        }
        Edict::Add { is, name, side, at } => add(fight, is, name, side, *at),
        Edict::Remove { who } => {
            let who = person(fight, who)?;
            lets_go(fight, who);
            let mut one = fight.one_mut(who);
            one.gone = true;
            one.at = None;
            drop(one);
            Ok(format!("{} is out of the fight", fight.label(who)))
        }
        Edict::Give { who, condition } => give(fight, who, condition),
        Edict::Take { who, condition } => take(fight, who, condition),
        Edict::Clear { site } if clear(fight, *site) => Ok(format!("{site} is clear now")),
        Edict::Clear { site } => Err(Refusal::new(&EDICT, format!("nothing lies at {site}"))),
        Edict::Light { name, lit } => fight.lights.turn(name, *lit),
        Edict::Die { .. } => refuse("a die is replaced in the record, not in the fight"),
        Edict::End { winner } => {
            let outcome = match winner {
                None => Outcome::Ended,
                Some(name) => Outcome::Won(side_named(fight, name)?),
            };
            fight.stage = Stage::Over(outcome);
            fight.outcome = Some(outcome);
            Ok("the fight is ended".into())
        }
    }
}

fn refuse<R>(why: impl Into<std::borrow::Cow<'static, str>>) -> Result<R, Refusal> {
    Err(Refusal::new(&EDICT, why))
}

/// A value of somebody. What follows from it for the value or its most is said as well.
fn set(fight: &mut Fight, who: &str, key: &str, value: &str) -> Result<String, Refusal> {
    let who = person(fight, who)?;
    mends_no_more(fight, who, key, value)?;
    let before = values::beside(fight.one(who), key);
    values::set_by_edict(&mut fight.one_mut(who), key, value, &EDICT)?;
    if key == "ac" {
        // What is said is the whole, its shield included.
        let shield = shields::ac_of(&fight.setting, fight.one(who)) as i8;
        fight.one_mut(who).ac -= shield;
    }
    let after = values::beside(fight.one(who), key).filter(|after| Some(after) != before.as_ref());
    let beside = after.map_or_else(String::new, |(other, number)| format!(", and {other} is {number}"));
    Ok(format!("{}'s {key} is {value} now{beside}", fight.label(who)))
}

/// A shield has no more HP than when it is whole.
fn mends_no_more(fight: &Fight, who: Who, key: &str, value: &str) -> Result<(), Refusal> {
    let shield = fight.one(who).shield.and_then(|(place, _)| fight.setting.shields.get(usize::from(place)));
    match (key, shield, value.trim().parse::<i64>()) {
        ("shield-hp", Some(shield), Ok(number)) if number > i64::from(shield.hp) => {
            refuse(format!("a whole {} has {} HP", shield.name, shield.hp))
        }
        _ => Ok(()),
    }
}

/// Takes away what stands or lies at a place, and says whether there was anything.
fn clear(fight: &mut Fight, site: Site) -> bool {
    if !Map::clone(&fight.map).bury(site) {
        return false;
    }
    fight.map.change().bury(site);
    let at = |portal: &Portal| portal.site() == site;
    fight.doors.retain(|(portal, _)| !at(portal));
    fight.setting.change().survey(&fight.map);
    true
}

fn person(fight: &Fight, name: &str) -> Result<Who, Refusal> {
    quintain_engine::find(fight, name).map_or_else(
        || {
            let names: Vec<&str> = fight.everyone().map(|who| fight.label(who)).collect();
            refuse(format!("nobody is called {name}; there are {}", names.join(", ")))
        },
        Ok,
    )
}

fn side_named(fight: &Fight, name: &str) -> Result<Side, Refusal> {
    let place = fight.setting.sides.iter().position(|side| side.eq_ignore_ascii_case(name.trim()));
    place.map_or_else(
        || refuse(format!("no side is called {name}; there are {}", fight.setting.sides.join(", "))),
        |place| Ok(Side(place as u8)),
    )
}

fn set_fight(fight: &mut Fight, key: &str, value: &str) -> Result<String, Refusal> {
    match (key, value.trim().parse::<u32>()) {
        ("round", Ok(round @ 1..=10_000)) => {
            fight.round = round;
            Ok(format!("this is round {round} now"))
        }
        ("round", _) => refuse("round is a whole number from 1 to 10000"),
        ("door", _) => set_door(fight, value),
        _ => refuse(format!("the fight has no value `{key}`; there are round and door")),
    }
}

/// `set door B3-C3 open`.
fn set_door(fight: &mut Fight, words: &str) -> Result<String, Refusal> {
    let (place, value) = words.trim().rsplit_once(' ').unwrap_or((words, ""));
    let Some(portal) = doors::named(fight, place) else {
        let all: Vec<String> = doors::all(fight).map(|(portal, _)| doors::name(portal)).collect();
        return refuse(format!("there is no such door; there are {}", all.join(", ")));
    };
    let door = match value.trim().to_ascii_lowercase().as_str() {
        "open" => Door::Open,
        "closed" | "shut" => Door::Closed,
        "locked" => Door::Locked,
        _ => return refuse("a door is open, closed or locked"),
    };
    doors::set(fight, portal, door);
    Ok(format!("{} is {} now", doors::name(portal), value.trim()))
}

fn add(
    fight: &mut Fight,
    is: &str,
    name: &str,
    side: &str,
    at: Option<quintain_field::Square>,
) -> Result<String, Refusal> {
    let side = side_named(fight, side)?;
    let Some(template) = fight.setting.creature(is.trim()) else {
        return refuse(format!("no creature is called {is}"));
    };
    if quintain_engine::find(fight, name).is_some() {
        return refuse(format!("somebody is called {name} already"));
    }
    match crate::rules::newcomers::add(fight, template, side, Some(name.trim().to_owned()), at) {
        Some(who) => {
            let from = fight.round + 1;
            fight.one_mut(who).from_round = from;
            Ok(format!("{name} joins"))
        }
        None => refuse("there is no room"),
    }
}

/// The condition that the words of an edict name.
fn named(words: &str) -> Result<Status, Refusal> {
    values::condition(words).or_else(|why| {
        let names = || Condition::ALL.iter().map(|condition| condition.text()).collect::<Vec<_>>().join(", ");
        refuse(why.unwrap_or_else(|| format!("there is no condition `{}`; there are {}", words.trim(), names())))
    })
}

fn give(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    if is_dead(words) {
        kill(fight, who);
        return Ok(format!("{} is dead now", fight.label(who)));
    }
    if let Some(from) = hidden(words) {
        return hide_from(fight, who, from);
    }
    let status = named(words)?;
    if fight.template(who).immune(status.condition) {
        return Err(Refusal::new(&conditions::IMMUNE, format!("{name} is never {}", status.condition)));
    }
    let mut one = fight.one_mut(who);
    let stunned = one.stunned();
    if !conditions::stacks(status.condition) {
        one.statuses.retain(|known| known.condition != status.condition);
    }
    one.statuses.push(status);
    one.ap = (one.ap - (one.stunned() - stunned).max(0)).max(0);
    drop(one);
    if status.condition == Condition::Exhaustion && status.amount >= 6 {
        kill(fight, who);
    }
    if fight.one(who).under(Condition::Unconscious) {
        dying::drop_all(fight, who);
        boons::fall_asleep(fight, who);
    }
    if fight.one(who).has(Condition::Incapacitated) {
        lets_go(fight, who);
    }
    Ok(format!("{} is {} now", fight.label(who), words.trim()))
}

/// `Hidden`, or `Hidden from Brute`: the observers.
fn hidden(words: &str) -> Option<&str> {
    let words = words.trim();
    let (first, rest) = words.split_at_checked("hidden".len())?;
    let from = || rest.trim_start().strip_prefix("from ").map(str::trim);
    let fits = first.eq_ignore_ascii_case("hidden");
    if !fits {
        return None;
    }
    if rest.is_empty() { Some("") } else { from() }
}

/// The observers that `Hidden from …` names: one, or all enemies.
fn observers(fight: &Fight, who: Who, from: &str) -> Result<Those, Refusal> {
    match from {
        "" => Ok(fight.enemies(who).collect()),
        name => Ok(std::iter::once(person(fight, name)?).collect()),
    }
}

/// From some it is Hidden now, with the Stealth that it has without a roll: 10 and its bonus.
fn hide_from(fight: &mut Fight, who: Who, from: &str) -> Result<String, Refusal> {
    let from = observers(fight, who, from)?;
    let total = 10 + numbers::skill_bonus(fight, who, Skill::Stealth);
    fight.one_mut(who).hidden_from.unite(&from);
    hide::keep(fight, who, from, total);
    Ok(format!("{} is Hidden now", fight.label(who)))
}

/// Some know where it is now.
fn find(fight: &mut Fight, who: Who, from: &str) -> Result<String, Refusal> {
    if fight.one(who).hidden_from.is_empty() {
        return refuse(format!("{} is not Hidden", fight.label(who)));
    }
    let from = match from {
        "" => fight.one(who).hidden_from.clone(),
        name => observers(fight, who, name)?,
    };
    fight.one_mut(who).hidden_from.subtract(&from);
    Ok(format!("{} is Hidden no longer", fight.label(who)))
}

/// The Actions that somebody holds are dropped.
fn let_go(fight: &mut Fight, who: Who) -> Result<String, Refusal> {
    if fight.one(who).held.is_empty() {
        return refuse(format!("{} holds no Action", fight.label(who)));
    }
    fight.one_mut(who).held.clear();
    Ok(format!("{} holds no Action any more", fight.label(who)))
}

fn is_dead(words: &str) -> bool {
    words.trim().eq_ignore_ascii_case("dead")
}

/// As few Hit Points as the dead have; what it held falls, and creatures that it grappled are free.
fn kill(fight: &mut Fight, who: Who) {
    let most = dying::dies_at(fight, who);
    let mut one = fight.one_mut(who);
    one.hp = one.hp.min(most);
    one.dead = true;
    drop(one);
    dying::drop_all(fight, who);
    lets_go(fight, who);
    slips(fight, who);
    for by in concentration::of_the_dead(fight, who) {
        concentration::let_go(fight, by);
    }
}

/// Back from the dead, with 1 Hit Point at least, where it fell.
fn raise(fight: &mut Fight, who: Who) -> Result<String, Refusal> {
    if !fight.one(who).dead {
        return refuse(format!("{} is not dead", fight.label(who)));
    }
    if fight.one(who).at.is_some_and(|at| !fight.room(who, at)) {
        return refuse(format!("there is no room where {} lies", fight.label(who)));
    }
    let mut one = fight.one_mut(who);
    one.dead = false;
    one.hp = one.hp.max(1);
    drop(one);
    Ok(format!("{} is no longer dead", fight.label(who)))
}

/// A creature that can do nothing any more holds nobody and keeps no spell up.
fn lets_go(fight: &mut Fight, who: Who) {
    concentration::let_go(fight, who);
    for other in fight.everyone() {
        conditions::free(fight, who, other);
    }
}

/// Nobody holds somebody any more: the hands that did are free.
fn slips(fight: &mut Fight, who: Who) {
    for grappler in fight.everyone() {
        conditions::free(fight, grappler, who);
    }
}

fn take(fight: &mut Fight, name: &str, words: &str) -> Result<String, Refusal> {
    let who = person(fight, name)?;
    if is_dead(words) {
        return raise(fight, who);
    }
    if let Some(from) = hidden(words) {
        return find(fight, who, from);
    }
    if words.trim().eq_ignore_ascii_case(glossary::HOLDING.key) {
        return let_go(fight, who);
    }
    let status = named(words)?;
    if !fight.one(who).under(status.condition) {
        return refuse(format!("{} is not {}", fight.label(who), words.trim()));
    }
    if status.condition == Condition::Grappled {
        slips(fight, who);
    }
    fight.one_mut(who).statuses.retain(|known| known.condition != status.condition);
    Ok(format!("{} is no longer {}", fight.label(who), words.trim()))
}
