//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order and in place.

mod carried;
mod members;
mod unfit;

use std::sync::Arc;

use quintain_content::{Encounter, Place, Problem, Problems};
use quintain_engine::Who;
use quintain_engine::kit::Roster;
use quintain_field::{Map, Square};

use crate::content::{Book, Content, House};
use crate::rules::fatigue;
use crate::rules::grid::LEAST_SIDE;
use crate::state::{Fight, Ground, MOST_DOORS, Setting};

use super::{edicts, sheet};

pub(crate) use carried::CARRIED;
use members::Given;
pub(crate) use members::{combatant, fill_late};
pub(crate) use unfit::by_edict as unfit_by_edict;

pub(crate) fn set_up(book: &Arc<Book>, encounter: &Encounter) -> Result<Fight, Problems> {
    let own;
    let book = if encounter.inline.is_empty() {
        book
    } else {
        own = Arc::new(Book::read(&book.sources, Some(&encounter.inline))?);
        &own
    };
    let mut problems: Vec<Problem> = Vec::new();
    let house = House::read(encounter, &mut problems);
    let map = map(encounter, &mut problems);
    let mut ground = Ground::new(map);
    ground.measure(house.climb_turns);
    if ground.doors() > MOST_DOORS {
        let what = format!("the map has {} doors", ground.doors());
        problems.push(Problem::general(what).help(format!("at most {MOST_DOORS} doors can be moved")));
    }
    let (content, roster) = (Content::of(book), Roster::of(encounter));
    let mut setting = Setting { content, roster, partners: Vec::new(), paired: false, brought: Vec::new(), house };
    let members = members::members(&mut setting, encounter, &mut problems);
    let usual = encounter.map.is_none().then(|| Square::new(1, 1));
    let (mut cast, mut given) = (Vec::new(), Vec::new());
    for mut member in members {
        match member.at.or(usual) {
            Some(at) => {
                member.one.at = at;
                check_place(&ground, at, &member.name, &member.place, &mut problems);
            }
            None => problems.push(
                Problem::at(&member.place, format!("{} stands nowhere", member.name))
                    .help("add at = \"B2\", a location of the map"),
            ),
        }
        setting.roster.join(member.name);
        setting.paired |= member.partner.is_some();
        setting.partners.push(member.partner);
        cast.push(member.one);
        given.push(member.values);
    }
    if cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    sound(Fight::new(setting, ground, cast), given)
}

/// The fight with the numbers of everybody, as usual or given.
fn sound(mut fight: Fight, given: Vec<Given>) -> Result<Fight, Problems> {
    let mut problems: Vec<Problem> = Vec::new();
    let given: Vec<Given> = given.into_iter().map(in_order).collect();
    for (who, given) in fight.everyone().zip(&given) {
        members::fill(&mut fight, who);
        let rested = !given.iter().any(|(key, _)| key.value == "fatigue");
        for (key, value) in given {
            let set = carried::set(&mut fight, who, key, value);
            let set = set.unwrap_or_else(|| sheet::set_at_start(&mut fight, who, key, value));
            problems.extend(set.err());
        }
        if rested {
            // `fatigue.base`: by the Stamina that the encounter gives.
            let base = fatigue::base(&fight, who);
            fight.one_mut(who).fatigue = base;
        }
    }
    for (who, given) in fight.everyone().zip(&given) {
        problems.extend(unfit::problems(&fight, who, given));
    }
    problems.extend(fight.everyone().filter_map(|who| apart(&fight, who)));
    problems.extend(fight.everyone().filter_map(|who| without_partner(&fight, who)));
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    fight.everyone().for_each(|who| edicts::make_sound(&mut fight, who));
    let brought = fight.everyone().map(|who| fight.one(who).arms().map(|arm| arm.weapon).collect()).collect();
    fight.setting.change().brought = brought;
    Ok(fight)
}

/// Values in the order in which one rests on another, however they are written: what holds a number before the number, what
/// is in hand before what has become of it, wounds behind the hit points, and a cluster behind the stumble that would throw
/// out of it: whoever begins stumbling in one has been attacked since.
fn in_order(mut given: Given) -> Given {
    given.sort_by_key(|(key, _)| match key.value.as_str() {
        "hp-max" | "wp-max" => 0,
        "standing" | "loaded" | "gear-used" | "staggers-used" | "spent-weapons" | "wounds-last" => 2,
        "conditions" => 3,
        "cluster" => 4,
        _ => 1,
    });
    given
}

/// What is wrong with a cluster: it is in one location.
fn apart(fight: &Fight, who: Who) -> Option<Problem> {
    let one = fight.one(who);
    let elsewhere = |other: &Who| {
        let other = fight.one(*other);
        one.cluster != 0 && other.cluster == one.cluster && other.at != one.at
    };
    let other = fight.everyone().take_while(|other| *other != who).find(elsewhere)?;
    let (name, known) = (fight.label(who), fight.label(other));
    let what = format!("{name} in {} and {known} in {} have cluster {}", one.at, fight.one(other).at, one.cluster);
    Some(Problem::general(what).help("a cluster is in one location (cluster.definition)"))
}

fn without_partner(fight: &Fight, who: Who) -> Option<Problem> {
    let partner = fight.setting.partners.get(who.index())?.as_deref()?;
    let known = fight.everyone().any(|other| other != who && fight.label(other) == partner);
    let what = format!("{} has the partner {partner}, and nobody else here is called so", fight.label(who));
    (!known).then(|| Problem::general(what).help("partner is the name of another combatant"))
}

fn map(encounter: &Encounter, problems: &mut Vec<Problem>) -> Map {
    match encounter.map.as_ref().map(quintain_content::MapSpec::build) {
        Some(Ok(map)) => {
            if map.width() < LEAST_SIDE || map.depth() < LEAST_SIDE {
                let what = format!("the grid has {} by {} squares", map.width(), map.depth());
                problems.push(Problem::general(what).help("a grid has at least 3 by 3 squares (grid.size)"));
            }
            map
        }
        Some(Err(faults)) => {
            problems.extend(faults);
            open()
        }
        None => open(),
    }
}

/// The smallest grid, with nothing on it.
fn open() -> Map {
    match Map::open(LEAST_SIDE, LEAST_SIDE) {
        Ok(map) => map,
        Err(_) => unreachable!("{LEAST_SIDE} is a side that maps have"),
    }
}

fn check_place(ground: &Ground, at: Square, name: &str, place: &Place, problems: &mut Vec<Problem>) {
    if !ground.map.contains(at) {
        problems.push(Problem::at(place, format!("{name} stands at {at}, which is not on the map")));
    } else if ground.map.blocks_movement(at) {
        problems.push(Problem::at(place, format!("{name} stands at {at}, where nobody can be")));
    }
}
