//! From the combatants of an encounter to members of the cast: values set, gear given, places checked.

use super::Member;
use super::agree::at_odds;
use crate::arm::{ArmId, UNARMED};
use crate::combatant::{Combatant, Known, MOST_ARMS, MOST_ITEMS, MOST_SPELLS, MOST_WORN};
use crate::condition::Condition;
use crate::hazard::{Danger, Hazard};
use crate::rules::newcomers::{arm, combatant};
use crate::rules::scars;
use crate::setting::Setting;
use quintain_content::{CombatantSpec, Encounter, Placed, Problem, Value, name_help, shared_squares};
use quintain_engine::{Side, Who};
use quintain_field::{Footprint, Square};

/// How a scar from an earlier fight begins among what is given once everybody is known.
pub(super) const BORNE: &str = "bears scar ";

pub(super) fn members(setting: &Setting, encounter: &Encounter, problems: &mut Vec<Problem>) -> Vec<Member> {
    let mut members = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named) else { continue };
        if faulty.contains(&named.spec) {
            continue;
        }
        let before = problems.len();
        if let Some((mut combatant, later)) = member(setting, spec, problems) {
            combatant.at = named.at.as_ref().map(|at| at.value);
            let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            if setting.ground.is_none() {
                combatant.at = None;
            } else if combatant.at.is_none() {
                problems.push(
                    Problem::at(&spec.place, format!("{} stands nowhere", named.name))
                        .help("add at = \"C3\", a square of the map"),
                );
            }
            members.push(Member { name: named.name.clone(), combatant, place, later });
        }
        if problems.len() > before {
            faulty.push(named.spec);
        }
    }
    if setting.ground.is_some() {
        problems.extend(shared_squares(&encounter.expand()));
    }
    members
}

pub(super) fn member(
    setting: &Setting,
    spec: &CombatantSpec,
    problems: &mut Vec<Problem>,
) -> Option<(Combatant, Vec<Placed<String>>)> {
    let mut later = Vec::new();
    let Some(place) = setting.templates.iter().position(|template| template.id == spec.is.value) else {
        let known = setting.templates.iter().map(|template| template.id.as_str());
        problems.push(Problem::no_such("creature", &spec.is, known));
        return None;
    };
    let side = setting.sides.iter().position(|side| *side == spec.side.value)?;
    let mut one = combatant(setting, place as u16, Side(side as u8));
    for id in &spec.with {
        if let Err(problem) = give(setting, &mut one, id, None) {
            problems.push(problem);
        }
    }
    let mut set: Vec<_> = spec.set.iter().collect();
    set.sort_by_key(|(key, _)| when(key));
    for (key, value) in set {
        if key.value == "scars" {
            later.extend(scar_words(key, value, problems));
            continue;
        }
        if key.value == "conditions" {
            for word in condition_words(key, value, problems) {
                match Condition::named(&word.value) {
                    Some(condition) => one.conditions.give(condition),
                    None => later.push(word),
                }
            }
            continue;
        }
        let bounded = spec.set.iter().any(|(known, _)| known.strip_prefix("max-") == Some(key));
        if let Some(done) = equip(setting, &mut one, key, value) {
            problems.extend(done.err());
            continue;
        }
        if let Err(problem) = crate::values::set_at_start(&mut one, key, value, bounded) {
            problems.push(problem);
        }
    }
    problems.extend(at_odds(setting, spec, &one));
    Some((one, later))
}

/// Which values come before others: maxima, so that a current value beside one is held against it; armour that is worn
/// before that of the skin; and last what is held, for it must be carried.
fn when(key: &str) -> u8 {
    match key {
        "natural-armor" => 2,
        "in-hand" => 3,
        _ if key.starts_with("max-") => 0,
        _ => 1,
    }
}

/// `set = { scars = ["4 arm pending"] }`: scars from earlier fights, each as `scar …` among what is given once everybody is
/// known.
fn scar_words(key: &str, value: &Placed<Value>, problems: &mut Vec<Problem>) -> Vec<Placed<String>> {
    let mut words = Vec::new();
    for written in condition_words(key, value, problems) {
        if scars::scar_of(&written.value).is_some() {
            words.push(written.map(|scar| format!("{BORNE}{scar}")));
            continue;
        }
        let what = format!("`{}` is no scar", written.value);
        let help = "a row of the table from 1 to 12, the place where it has one, and `pending` where it has not mended: \
                    \"4 arm pending\"";
        problems.push(Problem::at(&written.place, what).help(help));
    }
    words
}

/// `creature.rider`: `set = { rides = "Pegasos" }` names another combatant.
pub(super) fn mount(encounter: &Encounter, members: &mut [Member], problems: &mut Vec<Problem>) {
    let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
    for named in encounter.expand() {
        let spec = encounter.spec(&named);
        let ridden = spec.and_then(|spec| spec.set.iter().find(|(key, _)| key.value == "rides"));
        let Some((key, value)) = ridden else { continue };
        let place = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        let mount = value.value.as_text().and_then(place).filter(|mount| names[*mount] != named.name);
        match (place(&named.name), mount) {
            (Some(rider), Some(mount)) => members[rider].combatant.rides = Some(Who(mount as u16)),
            _ => problems.push(
                Problem::at(&key.place, format!("{} rides nobody who is there", named.name))
                    .help("name another combatant: rides = \"Pegasos\""),
            ),
        }
    }
}

/// `gear.trap`: `set = { trap = "C4" }`, or a list of squares: large traps that somebody has set before the fight.
pub(super) fn traps(
    setting: &Setting,
    encounter: &Encounter,
    members: &[Member],
    problems: &mut Vec<Problem>,
) -> Vec<Hazard> {
    let mut hazards = Vec::new();
    for named in encounter.expand() {
        let spec = encounter.spec(&named);
        let Some((_, value)) = spec.and_then(|spec| spec.set.iter().find(|(key, _)| key.value == "trap")) else {
            continue;
        };
        let Some(setter) = members.iter().find(|member| member.name == named.name) else { continue };
        let side = setter.combatant.side;
        let one = std::slice::from_ref(value);
        for square in value.value.as_list().unwrap_or(one) {
            let at = square.value.as_text().and_then(|text| text.parse::<Square>().ok());
            let open = |at: &Square| {
                let map = setting.ground.as_ref().map(|ground| &ground.map);
                map.is_some_and(|map| map.has_room(Footprint::new(1, 1).at(*at)))
            };
            match at.filter(open) {
                Some(at) => hazards.push(Hazard { danger: Danger::Trap, at, wide: 1, side, burns: 0 }),
                None => problems.push(
                    Problem::at(&square.place, "a trap lies in a square of the map, and in no wall")
                        .help("name one, trap = \"C4\", or several, trap = [\"C4\", \"D4\"]"),
                ),
            }
        }
    }
    hazards
}

/// Weapons and natural attacks, without bare hands.
fn carried(one: &Combatant) -> Vec<ArmId> {
    one.arms.iter().copied().filter(|arm| *arm != UNARMED).collect()
}

/// `with`: a weapon, armour, an incantation by heart, or gear. In a `list` of `set` only what belongs there.
pub(super) fn give(
    setting: &Setting,
    one: &mut Combatant,
    id: &Placed<String>,
    list: Option<&str>,
) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = |what: &str, most: usize| {
        let problem = Problem::at(&id.place, format!("{word} is one thing too many to carry"));
        problem.help(format!("nobody has more than {most} {what}"))
    };
    let pieces = || full("pieces of armour", MOST_WORN);
    let spells = || full("incantations", MOST_SPELLS);
    let items = || full("pieces of gear", MOST_ITEMS);
    match ready_made(setting, list).into_iter().find(|(known, _)| *known == word) {
        Some((_, Thing::Weapon(place))) => {
            let mut arms = carried(one);
            arms.push(ArmId::at(place));
            if arms.len() > MOST_ARMS {
                return Err(full("weapons and natural attacks", MOST_ARMS));
            }
            arm(setting, one, &arms);
        }
        Some((_, Thing::Armor(place))) => {
            one.worn.push(place as u8).then_some(()).ok_or_else(pieces)?;
            arm(setting, one, &carried(one));
        }
        Some((_, Thing::Incantation(place))) => {
            let known = Known { incantation: place as u8, scroll: list == Some("scrolls") };
            one.spells.push(known).then_some(()).ok_or_else(spells)?;
        }
        Some((_, Thing::Item(place))) => {
            one.items.push(place as u8).then_some(()).ok_or_else(items)?;
            if setting.items[place].hands > 0 {
                arm(setting, one, &carried(one));
            }
        }
        None => {
            let known = ready_made(setting, list).into_iter().map(|(known, _)| known);
            let what = format!("no {} is called `{word}`", told(list));
            return Err(Problem { help: name_help("name", word, known), ..Problem::at(&id.place, what) });
        }
    }
    Ok(())
}

/// What somebody may be given, by its place in the setting's list.
#[derive(Clone, Copy)]
enum Thing {
    Weapon(usize),
    Armor(usize),
    Incantation(usize),
    Item(usize),
}

/// All that belongs in a list of `set`, or in all of them, by its id.
fn ready_made<'a>(setting: &'a Setting, list: Option<&str>) -> Vec<(&'a str, Thing)> {
    let among = |lists: &[&str]| list.is_none_or(|list| lists.contains(&list));
    let mut all = Vec::new();
    if among(&["weapons"]) {
        let weapons = setting.arms.iter().enumerate().filter(|(_, arm)| !arm.natural);
        all.extend(weapons.map(|(place, arm)| (arm.id.as_str(), Thing::Weapon(place))));
    }
    if among(&["wears"]) {
        let armors = setting.armors.iter().enumerate();
        all.extend(armors.map(|(place, armor)| (armor.id.as_str(), Thing::Armor(place))));
    }
    if among(&["scrolls", "memorised"]) {
        let incantations = setting.book.incantations.iter().enumerate();
        all.extend(incantations.map(|(place, entry)| (entry.id.as_str(), Thing::Incantation(place))));
    }
    if among(&["items"]) {
        let items = setting.book.items.iter().enumerate();
        all.extend(items.map(|(place, entry)| (entry.id.as_str(), Thing::Item(place))));
    }
    all
}

/// What stands in a list of `set`, as it is called.
fn told(list: Option<&str>) -> &'static str {
    match list {
        Some("weapons") => "weapon",
        Some("wears") => "armour",
        Some("scrolls" | "memorised") => "incantation",
        Some(_) => "gear",
        None => "weapon, armour, incantation or gear",
    }
}

/// `set` of what is carried: a list of ids takes the place of what the pack gives. `None` for other keys.
pub(super) fn equip(
    setting: &Setting,
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Option<Result<(), Problem>> {
    let (natural, held): (Vec<ArmId>, _) = carried(one).into_iter().partition(|arm| setting.arms[arm.place()].natural);
    match key.value.as_str() {
        "weapons" => arm(setting, one, &natural),
        "wears" => {
            one.worn.clear();
            arm(setting, one, &held.into_iter().chain(natural).collect::<Vec<_>>());
        }
        "scrolls" | "memorised" => {
            let scrolls = key.value == "scrolls";
            one.spells.retain(|known| known.scroll != scrolls);
        }
        "items" => one.items.clear(),
        "in-hand" => {
            let Some(words) = value.value.as_text() else {
                let what = format!("in-hand is a text, not {}", value.value);
                let help = "name what is held: in-hand = \"xiphos and kopis\", or \"nothing\"";
                return Some(Err(Problem::at(&value.place, what).help(help)));
            };
            let taken = crate::values::take_in_hand(setting, one, words);
            return Some(taken.map_err(|why| Problem::at(&value.place, format!("in-hand: {why}"))));
        }
        // What these mean shows only once everyone is known.
        "rides" | "trap" => return Some(Ok(())),
        _ => return None,
    }
    let Some(list) = value.value.as_list() else {
        let what = format!("{} is a list of ids, such as [\"kopis\"]", key.value);
        return Some(Err(Problem::at(&value.place, what)));
    };
    for item in list {
        let Some(word) = item.value.as_text() else {
            return Some(Err(Problem::at(&item.place, format!("{} is a list of ids", key.value))));
        };
        let id = Placed::new(word.to_owned(), item.place.clone());
        if let Err(problem) = give(setting, one, &id, Some(key.value.as_str())) {
            return Some(Err(problem));
        }
    }
    Some(Ok(()))
}

/// Nobody in a wall, off the map or on somebody else's square, footprints included.
pub(super) fn check_places(setting: &Setting, members: &[Member], problems: &mut Vec<Problem>) {
    let Some(ground) = &setting.ground else { return };
    let body = |member: &Member| {
        let (width, depth) = setting.templates[usize::from(member.combatant.template)].size;
        member.combatant.at.map(|at| Footprint::new(width, depth).at(at))
    };
    for (place, member) in members.iter().enumerate() {
        let Some(own) = body(member) else { continue };
        if !ground.map.has_room(own) {
            problems.push(
                Problem::at(&member.place, format!("{} has no room at {own}", member.name))
                    .help("walls and the edge of the map leave no room for its size"),
            );
        }
        let other = members[..place].iter().find(|other| {
            let single = body(other).is_some_and(|span| span.width() == 1 && own.width() == 1 && span == own);
            !single && body(other).is_some_and(|span| span.overlaps(own))
        });
        if let Some(other) = other {
            problems.push(Problem::at(
                &member.place,
                format!("{} and {} stand on the same square", other.name, member.name),
            ));
        }
    }
}

/// `set = { conditions = […] }`, word for word. What is more than a mark is given once everybody is known, as an edict
/// would give it.
fn condition_words(key: &str, value: &Placed<Value>, problems: &mut Vec<Problem>) -> Vec<Placed<String>> {
    let one = std::slice::from_ref(value);
    let mut words = Vec::new();
    for item in value.value.as_list().unwrap_or(one) {
        match item.value.as_text() {
            Some(word) => words.push(Placed::new(word.to_owned(), item.place.clone())),
            // Better refused than passed over in silence.
            None => {
                let what = format!("{key} are written as texts, not as {}", item.value);
                let help = match key {
                    "scars" => "write the row in quotation marks, with its place: scars = [\"4 arm pending\"]",
                    _ => "write each in quotation marks: conditions = [\"asleep\", \"bound\"]",
                };
                problems.push(Problem::at(&item.place, what).help(help));
            }
        }
    }
    words
}
