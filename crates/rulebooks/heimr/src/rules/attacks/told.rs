//! Attacks in words: how one is declared, what it is made with, how far its target is.

use quintain_engine::{Event, Table, Who};

use crate::rules::{actions, clusters, health, ranged, wording};
use crate::state::{Fight, Hold, With};

use super::{EACH, ONE_TARGET, Strike};

pub(crate) fn hold_name(fight: &Fight, who: Who, hold: Hold) -> String {
    let one = fight.one(who);
    let name = |hold| one.arm(hold).map_or("nothing", |arm| fight.weapon(arm.weapon).entry.name.as_str());
    match hold {
        Hold::Off if name(Hold::Sword) == name(Hold::Off) => format!("off-hand {}", name(hold)),
        Hold::Body(place) if place > 0 && name(Hold::Body(0)) == name(hold) => format!("second {}", name(hold)),
        _ => name(hold).to_owned(),
    }
}

pub(super) fn declared(fight: &Fight, strike: &Strike, holds: &[Hold]) -> Event {
    let Strike { by, at: target, with, limb, .. } = *strike;
    let (one, other) = (fight.label(by), fight.label(target));
    let power = |power| fight.power(power).entry.name.as_str();
    let held = |held| wording::struck_name(fight, target, held);
    let text = match with {
        With::Weapons => {
            let names: Vec<String> = holds.iter().map(|hold| hold_name(fight, by, *hold)).collect();
            format!("{one} attacks {other} with {}", names.join(", then "))
        }
        With::Blow => format!("{one} punches at {other}"),
        With::Grab => format!("{one} grabs at {other}"),
        With::Shove => format!("{one} tries to shove {other}"),
        With::Touch(id) => format!("{one} reaches for {other} with {}", power(id)),
        With::Throw(id) => format!("{one} throws {} at {other}", power(id)),
        With::Strike(id) | With::Bash(id) => format!("{one} attacks {other} with {}", power(id)),
        With::AtItem(id, what) => format!("{one} strikes at the {} of {other} with {}", held(what), power(id)),
        With::Smash(what) => format!("{one} strikes at the {} of {other} to destroy it", held(what)),
    };
    let text = limb.map_or_else(|| text.clone(), |limb| format!("{text}, aiming at the {limb}"));
    let rule = match with {
        With::Weapons | With::Smash(_) => &actions::ATTACK,
        With::Shove => &actions::SHOVE,
        With::Blow | With::Grab | With::Touch(_) => &actions::BRAWL,
        _ => &actions::USE,
    };
    let event = Event::new(rule, text).and(&clusters::KINDS).and(&ONE_TARGET).to(target);
    let event = if with.power().is_some() { event.and(&actions::USE) } else { event };
    let event = if holds.len() > 1 { event.and(&EACH) } else { event };
    let event = if limb.is_some() { event.and(&health::PART) } else { event };
    actions::act_of(fight, by, event)
}

/// Tells how far a target is, with the rules that count it.
pub(super) fn tell_distance<T: Table<Fight>>(fight: &Fight, table: &mut T, by: Who, whom: Who, crowd: i16) {
    let afar = fight.one(by).at != fight.one(whom).at;
    let distance = ranged::distance(fight, by, whom);
    table.tell(|| {
        let crowded =
            if crowd > 0 { format!(", in a cluster of {}", clusters::size(fight, whom)) } else { String::new() };
        let text = format!("{} is at distance {distance}{crowded}", fight.label(whom));
        let mut event = Event::new(&ranged::WHERE, text).and(&ranged::RANGE).and(&ranged::DISTANCE).by(by).to(whom);
        event = event.and(if afar { &ranged::PENALTY } else { &ranged::SAME });
        let (from, to) = (fight.one(by).at, fight.one(whom).at);
        if from.x != to.x || from.y != to.y {
            event = event.and(&ranged::STRAIGHT);
        }
        if from.x != to.x && from.y != to.y {
            event = event.and(&ranged::DIAGONAL);
        }
        match fight.ground.level(to) - fight.ground.level(from) {
            1.. => event = event.and(&ranged::HIGHER),
            0 => {}
            _ => event = event.and(&ranged::LOWER),
        }
        fight.caused(if crowd > 0 { event.and(&ranged::CLUSTER) } else { event })
    });
}
