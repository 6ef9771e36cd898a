//! Values of a combatant by name: what an encounter sets, and what the GM's edicts change.

use quintain_content::{Placed, Problem, Value, nearest};
use quintain_engine::{EDICT, Minded, Refusal, Who};

use crate::combatant::{Combatant, Track};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::house::House;
use crate::kinds::Score;
use crate::marks::Mark;

/// How a number is set that is known to be in its range.
type Sets = fn(&mut Combatant, i16);

/// The numbers that may be set besides the scores, with their ranges.
const NUMBERS: &[(&str, i64, i64, Sets)] = &[
    ("hp", 0, 10_000, |one, value| now(&mut one.hp, value)),
    ("max-hp", 1, 10_000, |one, value| most(&mut one.hp, value)),
    ("soul", 0, 10_000, |one, value| now(&mut one.soul, value)),
    ("max-soul", 1, 10_000, |one, value| most(&mut one.soul, value)),
    ("essence", 0, 10_000, |one, value| now(&mut one.essence, value)),
    ("max-essence", 0, 10_000, |one, value| most(&mut one.essence, value)),
    ("movement", 0, 200, |one, value| one.movement = value),
    ("luck", 0, 20, |one, value| one.luck = value as u8),
    ("stones", 0, 1000, |one, value| one.stones = value.unsigned_abs()),
    ("reactions", 0, 10, |one, value| one.reactions = value as u8),
    ("height", 0, 3000, |one, value| {
        one.height = value;
        one.airborne |= value > 0 && !one.climbing;
    }),
    ("bleeding", 0, 1000, |one, value| {
        one.bleeding = value.unsigned_abs();
        match value {
            0 => one.conditions.take(Condition::Bleeding),
            _ => one.conditions.give(Condition::Bleeding),
        };
    }),
    ("perseverance-tokens", 0, 2, |one, value| one.perseverance_tokens = value as u8),
    ("predicament-tokens", 0, 4, |one, value| one.predicament_tokens = value as u8),
    ("cognition-lost", 0, 2000, |one, value| one.cognition_lost = value),
    ("strength-lost", 0, 2000, |one, value| one.strength_lost = value),
];

/// What there is now; more than the maximum raises that.
fn now(track: &mut Track, value: i16) {
    *track = Track { now: value, max: track.max.max(value) };
}

/// The maximum; what there is now is no more.
fn most(track: &mut Track, value: i16) {
    *track = Track { now: track.now.min(value), max: value };
}

/// The names of the flags that may be set.
const FLAGS: &[&str] = &["player", "airborne", "two-handed"];

fn known() -> impl Iterator<Item = &'static str> {
    let numbers = NUMBERS.iter().map(|(name, ..)| *name);
    numbers.chain(Score::ALL.map(Score::key)).chain(FLAGS.iter().copied()).chain([
        "conditions",
        "weapons",
        "wears",
        "gu-left",
        Minded::KEY,
    ])
}

fn range(key: &str) -> Option<(i64, i64)> {
    let number = NUMBERS.iter().find(|(name, ..)| *name == key).map(|(_, least, most, _)| (*least, *most));
    number.or_else(|| Score::ALL.iter().any(|score| score.key() == key).then_some((0, 2000)))
}

/// Sets a number that is known and in its range.
fn set_number(one: &mut Combatant, key: &str, value: i16) {
    if let Some((.., sets)) = NUMBERS.iter().find(|(name, ..)| *name == key) {
        sets(one, value);
    } else if let Some(score) = Score::ALL.into_iter().find(|score| score.key() == key) {
        one.scores[score as usize] = value;
    }
}

fn set_flag(one: &mut Combatant, key: &str, flag: bool) {
    match key {
        "player" => one.player = flag,
        "airborne" => one.airborne = flag,
        _ => one.two_handed = flag,
    }
}

/// `set` of an encounter. A current value given alone is the maximum, too, where that makes it larger.
///
/// # Errors
/// What is wrong, where, and what would be right.
pub(crate) fn set_at_start(one: &mut Combatant, key: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let name = key.value.as_str();
    if name == "conditions" {
        for mark in marks_from(value)? {
            mark.give(Who(0), one);
        }
        if one.is(Condition::Ablaze) && one.is(Condition::Burning) {
            return Err(
                Problem::at(&value.place, "whoever is ablaze is not burning, too").help("leave one of them out")
            );
        }
        return Ok(());
    }
    if name == Minded::KEY {
        one.minded = Minded::at_start(value)?;
        return Ok(());
    }
    if matches!(name, "soul" | "max-soul") && !one.has_soul {
        return Err(Problem::at(&key.place, "it has no soul").help(format!("leave {name} out")));
    }
    if let Some((least, most)) = range(name) {
        let number = match value.value {
            Value::Int(number) if (least..=most).contains(&number) => number as i16,
            _ => {
                let what = format!("{name} is a whole number from {least} to {most}, not {}", value.value);
                return Err(Problem::at(&value.place, what));
            }
        };
        set_number(one, name, number);
        return Ok(());
    }
    if FLAGS.contains(&name) {
        let Value::Bool(flag) = value.value else {
            return Err(Problem::at(&value.place, format!("{name} is true or false, not {}", value.value)));
        };
        set_flag(one, name, flag);
        return Ok(());
    }
    let near = nearest(name, known()).map(|near| format!("the nearest name is `{near}`"));
    let help = near.or_else(|| Some(format!("what can be set: {}", known().collect::<Vec<_>>().join(", "))));
    Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of Master of Gu has no `{name}`")) })
}

/// The condition that somebody is in which there is only at 0 hit points.
pub(crate) fn down(one: &Combatant, house: &House) -> Option<Condition> {
    let all = [Condition::Dead, Condition::FinalStand, Condition::Dying];
    all.into_iter().find(|down| one.is(*down) && (*down != Condition::Dying || house.healing_wakes))
}

/// What an encounter says of a combatant that cannot be together. Of one that is down it need not say that no hit
/// points are left.
pub(crate) fn reconcile(one: &mut Combatant, house: &House, set: &[(Placed<String>, Placed<Value>)]) -> Vec<Problem> {
    let said = |name: &str| {
        let (_, value) = set.iter().find(|(key, _)| key.value == name)?;
        value.value.as_int().map(|number| (&value.place, number))
    };
    let mut all = Vec::new();
    for (now, most) in [("hp", "max-hp"), ("soul", "max-soul"), ("essence", "max-essence")] {
        if let (Some((place, has)), Some((_, bears))) = (said(now), said(most))
            && has > bears
        {
            let what = format!("{now} is {has}, more than {most} {bears}");
            all.push(Problem::at(place, what).help(format!("{now} is at most {most}; alone it raises the maximum")));
        }
    }
    match (said("hp"), down(one, house)) {
        (Some((place, hp @ 1..)), Some(down)) => {
            let what = format!("hp is {hp}, and in the condition `{}` there are none", down.name());
            all.push(Problem::at(place, what).help("leave out hp or the condition"));
        }
        (None, Some(_)) => one.hp.now = 0,
        _ => {}
    }
    if let Some((place, height @ 1..)) = said("height")
        && !one.airborne
        && !one.climbing
    {
        let what = format!("height is {height}, and it is neither in the air nor on a wall");
        all.push(Problem::at(place, what).help("leave out airborne = false, or the height"));
    }
    all
}

fn marks_from(value: &Placed<Value>) -> Result<Vec<Mark>, Problem> {
    let words = value.value.as_list().unwrap_or(std::slice::from_ref(value));
    let mut all = Vec::new();
    for placed in words {
        let no_word = || {
            let what = format!("a condition is a word, not {}", placed.value);
            Problem::at(&placed.place, what).help("write \"prone\", or [\"prone\", \"bleeding 3\"]")
        };
        let word = placed.value.as_text().ok_or_else(no_word)?;
        let mark = Mark::named(word).map_err(|why| {
            let names: Vec<String> = crate::marks::names();
            let known = Condition::ALL.map(Condition::name);
            let near = nearest(word, known.into_iter().chain(names.iter().map(String::as_str)));
            let help = near.map(|near| format!("the nearest name is `{near}`"));
            let short = why.split(';').next().unwrap_or_default().to_owned();
            Problem { help, ..Problem::at(&value.place, short) }
        })?;
        all.push(mark);
    }
    Ok(all)
}

/// An edict's `set`.
///
/// # Errors
/// The refusal: no such value, wrong type, out of range.
pub(crate) fn set_by_edict(one: &mut Combatant, key: &str, words: &str) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    if key == Minded::KEY {
        one.minded = Minded::by_edict(words)?;
        return Ok(());
    }
    if let Some((least, most)) = range(key) {
        return match words.trim().parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => {
                set_number(one, key, number as i16);
                Ok(())
            }
            _ => refuse(format!("{key} is a whole number from {least} to {most}")),
        };
    }
    if !FLAGS.contains(&key) {
        return refuse(format!("there is no value `{key}`; there are {}", known().collect::<Vec<_>>().join(", ")));
    }
    match words.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => set_flag(one, key, true),
        "no" | "false" => set_flag(one, key, false),
        _ => return refuse(format!("{key} is yes or no")),
    }
    Ok(())
}

/// What is seen of a combatant and follows from something else, with what that is.
const DERIVED: &[(&str, &str)] = &[
    ("flying-speed", "its wings and Gu"),
    ("maneuvers", "its wings and Gu"),
    ("activations", "Wisdom and Cognition: set those"),
];

/// An edict's `set` of what hangs on others or on the moment: says whether the value is one of these.
///
/// # Errors
/// The refusal: out of range, or nothing that could be set.
pub(crate) fn set_among_others(fight: &mut Fight, who: Who, key: &str, words: &str) -> Result<bool, Refusal> {
    let refuse = |why: String| Err(Refusal::new(&EDICT, why));
    if let Some((key, from)) = DERIVED.iter().find(|(known, _)| *known == key) {
        return refuse(format!("{key} follows from {from}"));
    }
    let number = || words.trim().parse::<i16>().ok();
    match key {
        "spent" => match number().filter(|metres| (0..=1000).contains(metres)) {
            Some(_) if !fight.is_active(who) => return refuse("spent counts on its own turn only".into()),
            Some(metres) => fight.turn.spent = metres,
            None => return refuse("spent is a whole number from 0 to 1000".into()),
        },
        "armor-hp" => {
            let Some(hp) = number().filter(|hp| (1..=10_000).contains(hp)) else {
                return refuse("armor-hp is a whole number from 1 to 10000".into());
            };
            match fight.one_mut(who).worn.first_mut() {
                Some(piece) => piece.1 = hp,
                None => return refuse("it wears no armour".into()),
            }
        }
        "held-by" => {
            let by = match words.trim().to_lowercase().as_str() {
                "nobody" | "none" => None,
                _ => match quintain_engine::find(fight, words.trim()) {
                    Some(by) if by != who => Some(by),
                    _ => return refuse(format!("nobody else is called {}", words.trim())),
                },
            };
            if let Some(by) = by {
                let (at, height) = (fight.one(by).at, fight.one(by).height);
                crate::rules::movement::place(fight, who, at, height);
            }
            fight.one_mut(who).held_by = by;
        }
        "soul" | "max-soul" if !fight.one(who).has_soul => {
            return refuse(format!("{} has no soul", fight.label(who)));
        }
        "in-hand" => return take_in_hand(fight, who, words).map(|()| true),
        _ => return Ok(false),
    }
    Ok(true)
}

/// `in-hand`: `nothing`, or what it carries, one thing `and` the next.
fn take_in_hand(fight: &mut Fight, who: Who, words: &str) -> Result<(), Refusal> {
    let words = words.trim();
    let mut left: Vec<_> = fight.one(who).arms.iter().copied().filter(|arm| !fight.arm(*arm).natural).collect();
    let mut taken = Vec::new();
    for word in words.split(" and ").filter(|word| !word.eq_ignore_ascii_case("nothing")) {
        let Some(place) = left.iter().position(|arm| fight.arm(*arm).name.eq_ignore_ascii_case(word.trim())) else {
            return Err(Refusal::new(&EDICT, format!("it carries no {}", word.trim())));
        };
        taken.push(left.remove(place));
    }
    let hands: u8 = taken.iter().map(|arm| fight.arm(*arm).hands).sum();
    let sound = crate::derived::sound_hands(fight, who);
    if hands > sound {
        return Err(Refusal::new(&EDICT, format!("that takes {hands} hands, and it has {sound}")));
    }
    let versatile = matches!(taken.as_slice(), [only] if fight.arm(*only).versatile) && sound > hands;
    let mut one = fight.one_mut(who);
    one.in_hand.clear();
    one.in_hand.extend(taken);
    one.two_handed = versatile;
    Ok(())
}

/// What follows from values that were set: nothing half dead.
pub(crate) fn make_sound(fight: &mut Fight, who: Who) {
    let perseveres = fight.template(who).perseveres;
    let mut one = fight.one_mut(who);
    if one.is(Condition::Dying) {
        one.conditions.give(Condition::Unconscious);
    }
    let gone = (one.has_soul && one.soul.now == 0) || (one.hp.now == 0 && !perseveres);
    if gone && !one.is(Condition::Fled) {
        one.conditions.give(Condition::Dead);
    }
    if one.is(Condition::Dead) {
        one.hp.now = 0;
        one.bleeding = 0;
        one.conditions.take(Condition::Bleeding);
    }
    if one.is(Condition::Bleeding) && one.bleeding == 0 {
        one.bleeding = 1;
    }
    if one.is(Condition::Ablaze) {
        one.conditions.take(Condition::Burning);
    }
    if !one.airborne && !one.climbing {
        one.height = 0;
    }
    let absent = one.is(Condition::Dead) || one.is(Condition::Fled);
    let unconscious = one.is(Condition::Unconscious);
    if unconscious {
        one.in_hand.clear();
        one.two_handed = false;
        one.conditions.give(Condition::Prone);
    }
    if one.conditions.any(crate::condition::HELPLESS) {
        one.held = None;
    }
    drop(one);
    if absent || fight.one(who).conditions.any(crate::condition::HELPLESS) {
        crate::rules::standing::owner_out(fight, who);
    }
    let one = fight.one(who);
    let helpless = one.conditions.any(crate::condition::HELPLESS);
    for other in fight.everyone() {
        let loose = fight.one(other).held_by == Some(who) && helpless;
        let absent = fight.one(other).held_by.is_some() && !fight.present(other);
        if loose || absent {
            fight.one_mut(other).held_by = None;
        }
    }
}
