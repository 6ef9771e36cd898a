//! Values that cannot be with the others of a combatant: the fight would bend them without a word, as it begins or after
//! an edict.

use quintain_content::{Placed, Problem, Value};
use quintain_engine::Who;

use crate::content::{Loading, WeaponId};
use crate::face::words;
use crate::rules::daze;
use crate::rules::health::{self, Level};
use crate::state::Fight;

/// What is wrong with the values that a combatant has been given, once all of them are set.
pub(super) fn problems(fight: &Fight, who: Who, given: &[(Placed<String>, Placed<Value>)]) -> Vec<Problem> {
    let fault = |(key, value): &(Placed<String>, Placed<Value>)| {
        let (key, number) = (key.value.as_str(), value.value.as_int().unwrap_or(0));
        let fault = match key {
            "hp" => above(given, "hp-max", number),
            "wp" => above(given, "wp-max", number),
            "rounds-to-live" | "rounds-awake" if number > 0 => no_clock(fight, who),
            "stabilised" if value.value == Value::Bool(true) => unhurt(fight, who),
            "conditions" if fight.one(who).stabilised => unhurt(fight, who),
            "standing" if value.value.as_text().is_some_and(|words| !words::is_nothing(words)) => {
                no_defence(fight, who)
            }
            "loaded" if value.value == Value::Bool(true) => nothing_to_load(fight, who),
            "cluster" => alone(fight, who, fight.one(who).cluster),
            "steadied" => steadier(fight, who, number),
            "wounds-last" if number > 0 => no_wounds(fight, who),
            "wounds-of-surgery" => healed(fight, who, value),
            _ => None,
        };
        fault.map(|(what, help)| Problem::at(&value.place, format!("{key}: {what}")).help(help))
    };
    given.iter().filter_map(fault).collect()
}

/// What is wrong with a value that an edict would set.
pub(crate) fn by_edict(fight: &Fight, who: Who, key: &str, value: &str) -> Option<String> {
    let yes = matches!(value.to_ascii_lowercase().as_str(), "yes" | "true");
    let fault = match key {
        "stabilised" if yes => unhurt(fight, who),
        "standing" if !words::is_nothing(value) => no_defence(fight, who),
        "loaded" if yes => nothing_to_load(fight, who),
        "cluster" => value.parse::<u16>().ok().and_then(|cluster| alone(fight, who, cluster)),
        _ => None,
    };
    fault.map(|(what, _)| what)
}

/// What is wrong, and what would be right.
type Fault = Option<(String, &'static str)>;

/// A value given alone brings its most with it; beside a most of its own it is no more than that.
fn above(given: &[(Placed<String>, Placed<Value>)], most: &str, number: i64) -> Fault {
    let most_is = given.iter().find(|(key, _)| key.value == most).and_then(|(_, value)| value.value.as_int())?;
    let what = format!("{number} is more than {most}, which is {most_is}");
    (number > most_is).then_some((what, "give no more than the most, or a higher most"))
}

fn unhurt(fight: &Fight, who: Who) -> Fault {
    let what = format!("{} is not injured: it has {} hp", fight.label(who), fight.one(who).hp);
    (health::level(fight, who) == Level::Fine).then_some((what, "that is for the injured: give hp = 0 or fewer"))
}

fn no_clock(fight: &Fight, who: Who) -> Fault {
    let what = || format!("{} is stabilised, and no longer dying", fight.label(who));
    let stable = || fight.one(who).stabilised.then(|| (what(), "leave one of the two away (health.stabilised)"));
    unhurt(fight, who).or_else(stable)
}

fn no_defence(fight: &Fight, who: Who) -> Fault {
    let why = if fight.one(who).unconscious { "unconscious" } else { "dazed" };
    let none = fight.one(who).unconscious || daze::is_open(fight, who);
    let what = format!("{} is {why} and has no defence ready", fight.label(who));
    none.then_some((what, "leave one of the two away"))
}

fn nothing_to_load(fight: &Fight, who: Who) -> Fault {
    let shoots = |weapon: WeaponId| fight.weapon(weapon).entry.loading != Loading::None;
    let what = format!("{} bears nothing that can be loaded", fight.label(who));
    let none = !fight.one(who).arms().any(|arm| shoots(arm.weapon));
    none.then_some((what, "give it a bow, a crossbow or a blowgun, or leave `loaded` away"))
}

fn alone(fight: &Fight, who: Who, cluster: u16) -> Fault {
    let at = fight.one(who).at;
    let none = cluster != 0 && !fight.those_at(at).any(|other| other != who && fight.one(other).cluster == cluster);
    let what = format!("nobody else in {at} has cluster {cluster}, and one alone is in none");
    none.then_some((what, "give somebody else there the same number (cluster.definition)"))
}

fn steadier(fight: &Fight, who: Who, number: i64) -> Fault {
    let armor = fight.one(who).armor;
    let most = armor.map_or(0, |armor| fight.setting.content.armor(armor).entry.stumbles);
    let what = format!("what {} wears lets it ignore {most} stumbles, not {number}", fight.label(who));
    (number > i64::from(most)).then_some((what, "it counts the stumbles that are left to ignore (armour.stumble)"))
}

fn no_wounds(fight: &Fight, who: Who) -> Fault {
    let none = fight.one(who).scars.is_none_or(|scars| scars.parts == 0);
    let what = format!("surgery has left {} no wounds", fight.label(who));
    none.then_some((what, "add `wounds-of-surgery`, the parts that are wounded"))
}

fn healed(fight: &Fight, who: Who, value: &Placed<Value>) -> Fault {
    let named = value.value.as_list().is_some_and(|parts| !parts.is_empty());
    let what = "with `wounds-last` at 0 they are over".to_owned();
    (named && fight.one(who).scars.is_none()).then_some((what, "leave `wounds-last` away: they last an hour then"))
}
