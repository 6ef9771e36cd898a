//! Those that fight, as an encounter describes them: who they are, where they stand, what they ride.

use quintain_content::{CombatantSpec, Encounter, Place, Placed, Problem, Value, shared_squares};
use quintain_engine::{Side, Who};
use quintain_field::Square;

use super::FIELD;
use super::equipment::{LISTS, equip, give, suffer};
use crate::fight::Fight;
use crate::house::Mounted;
use crate::rules::joining::join;
use crate::rules::mounted;

pub(super) fn members(fight: &mut Fight, encounter: &Encounter, problems: &mut Vec<Problem>) -> Vec<Place> {
    let mut places = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    let mut known: Vec<(Who, &CombatantSpec)> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named) else { continue };
        if faulty.contains(&named.spec) {
            continue;
        }
        let before = problems.len();
        let at = named.at.as_ref().map(|at| at.value).or_else(|| free_square(fight, encounter, spec));
        match at {
            Some(at) => {
                let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
                if let Some(who) = member(fight, spec, &named.name, at, problems) {
                    places.push(place);
                    known.push((who, spec));
                }
            }
            None => problems.push(
                Problem::at(&spec.place, format!("{} stands nowhere", named.name))
                    .help("add at = \"C3\", a square of the map"),
            ),
        }
        if problems.len() > before {
            faulty.push(named.spec);
        }
    }
    // The combatants that these name show only once everyone is known.
    for key in ["rides", "totem", "conditions"] {
        for (who, spec) in known.iter().copied() {
            let Some((_, value)) = spec.set.iter().find(|(known, _)| known.value == key) else { continue };
            let done = match key {
                "rides" => mount(fight, who, value),
                "totem" => share_totem(fight, who, value),
                _ => suffer(fight, who, value),
            };
            problems.extend(done.err());
        }
    }
    if encounter.map.is_some() {
        problems.extend(shared_squares(&encounter.expand()));
    }
    places
}

/// Without a map everybody stands on an open field: the sides in columns, 2 m between the first and the second.
fn free_square(fight: &Fight, encounter: &Encounter, spec: &CombatantSpec) -> Option<Square> {
    if encounter.map.is_some() {
        return None;
    }
    let side = fight.setting.sides.iter().position(|side| *side == spec.side.value)? as i16;
    let free = |square: &Square| !fight.everyone().any(|other| fight.body(other).contains(*square));
    let columns = (0..6).map(move |more| 8 + 2 * side + if side == 0 { -more } else { more });
    columns.flat_map(|x| (0..FIELD.1 as i16).map(move |y| Square::new(x, y))).find(free)
}

fn member(fight: &mut Fight, spec: &CombatantSpec, name: &str, at: Square, problems: &mut Vec<Problem>) -> Option<Who> {
    let Some(place) = fight.setting.content.templates.iter().position(|template| template.id == spec.is.value) else {
        let known = fight.setting.content.templates.iter().map(|template| template.id.as_str());
        problems.push(Problem::no_such("creature", &spec.is, known));
        return None;
    };
    let side = fight.setting.sides.iter().position(|side| *side == spec.side.value)?;
    fight.setting.change().names.push(name.to_owned());
    let who = join(fight, place as u16, Side(side as u8), at);
    for id in &spec.with {
        problems.extend(give(fight, who, id).err());
    }
    let mut set: Vec<&(Placed<String>, Placed<Value>)> = spec.set.iter().collect();
    problems.extend(above_its_most(&set));
    set.sort_by_key(|(key, _)| crate::values::turn_of(&key.value));
    for (key, value) in set {
        let done = match LISTS.contains(&key.value.as_str()) {
            true => equip(fight, who, key, value),
            false => crate::values::set_at_start(fight, who, key, value),
        };
        problems.extend(done.err());
    }
    Some(who)
}

/// Where the most is said, too, there is not more of it than that. A health or energy that is given alone raises it.
fn above_its_most(set: &[&(Placed<String>, Placed<Value>)]) -> Option<Problem> {
    let given = |key: &str| set.iter().find_map(|(known, value)| (known.value == key).then_some(value));
    [("health", "max-health"), ("energy", "max-energy")].into_iter().find_map(|(key, limit)| {
        let (value, most) = (given(key)?, given(limit)?);
        let above = value.value.as_int()? > most.value.as_int()?;
        let what = format!("{key} is {}, but {limit} is {}", value.value, most.value);
        let help = format!("give no more {key} than {limit}, or leave {limit} out");
        above.then(|| Problem::at(&value.place, what).help(help))
    })
}

/// `rides` names another combatant.
fn mount(fight: &mut Fight, rider: Who, value: &Placed<Value>) -> Result<(), Problem> {
    if fight.house().mounted == Mounted::Off {
        let what = format!("{} cannot ride: there is no riding in this fight", fight.label(rider));
        return Err(Problem::at(&value.place, what).help("the house rule mounted = \"simple\" switches it on"));
    }
    let mount = value.value.as_text().and_then(|name| quintain_engine::find(fight, name));
    let Some(mount) = mount.filter(|mount| *mount != rider) else {
        let what = format!("{} rides nobody who is there", fight.label(rider));
        return Err(Problem::at(&value.place, what).help("name another combatant: rides = \"Nag\""));
    };
    if !mounted::riders(fight, mount).is_empty() {
        let what = format!("{} has a rider already", fight.label(mount));
        return Err(Problem::at(&value.place, what).help("give everybody who rides a mount of their own"));
    }
    let (at, altitude) = (fight.one(mount).at, fight.one(mount).altitude);
    let mut one = fight.one_mut(rider);
    (one.rides, one.at, one.altitude) = (Some(mount), at, altitude);
    Ok(())
}

/// `totem` names another combatant of the same side whose totem somebody holds, too.
fn share_totem(fight: &mut Fight, holder: Who, value: &Placed<Value>) -> Result<(), Problem> {
    let owner = value.value.as_text().and_then(|name| quintain_engine::find(fight, name));
    let owner = owner.filter(|owner| *owner != holder).ok_or_else(|| {
        let what = format!("{} shares the totem of nobody who is there", fight.label(holder));
        Problem::at(&value.place, what).help("name another combatant: totem = \"Aybars\"")
    })?;
    fight.one_mut(holder).totem = Some(owner);
    Ok(())
}

/// Nobody in a wall, off the map or on somebody else's square, footprints included.
pub(super) fn check_places(fight: &Fight, places: &[Place], problems: &mut Vec<Problem>) {
    for (who, place) in fight.everyone().zip(places) {
        let own = fight.body(who);
        if !fight.setting.map.has_room(own) {
            problems.push(
                Problem::at(place, format!("{} has no room at {own}", fight.label(who)))
                    .help("walls and the edge of the map leave no room for its size"),
            );
        }
        let other = fight.everyone().take(who.index()).find(|other| {
            let single = own.width() == 1 && own.depth() == 1 && fight.body(*other) == own;
            let riding = fight.one(who).rides == Some(*other) || fight.one(*other).rides == Some(who);
            !single && !riding && fight.body(*other).overlaps(own)
        });
        if let Some(other) = other {
            let what = format!("{} and {} stand on the same square", fight.label(other), fight.label(who));
            problems.push(Problem::at(place, what));
        }
    }
}
