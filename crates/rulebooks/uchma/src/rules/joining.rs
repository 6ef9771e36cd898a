//! Those who join a fight, before it begins or while it runs: fresh combatants, minions, pets.

use quintain_engine::{Few, Side, Who};
use quintain_field::Square;
use smallvec::SmallVec;

use crate::book::{Aptitudes, Inherits};
use crate::combatant::{Called, Combatant, Noted};
use crate::content::{Template, WeaponId};
use crate::fight::Fight;
use crate::lasting::Lastings;
use crate::late::LateName;
use crate::rules::movement;

/// A fresh combatant of a template.
fn combatant(fight: &Fight, place: u16, side: Side, at: Square) -> Combatant {
    let template = &fight.setting.content.templates[usize::from(place)];
    let set = template.sets.first().copied().unwrap_or_default();
    let mut one = Combatant {
        template: place,
        makeup: Noted::default(),
        side,
        pc: template.pc,
        minded: template.minded,
        own: template.own,
        health: template.health,
        most: template.health,
        energy: template.energy,
        most_energy: template.energy,
        bonus: [0; 4],
        speed_bonus: [0; 2],
        armor_bonus: [0; 2],
        precision_bonus: 0,
        main: set.0,
        off: set.1,
        carried: Few::new(),
        wears: template.wears,
        items: Few::new(),
        at,
        altitude: 0,
        prone: false,
        unconscious: false,
        out: None,
        rounds_down: 0,
        lasting: Lastings::default(),
        prepared: None,
        acted: false,
        rank: fight.cast.len() as u16,
        before: None,
        called: None,
        away: None,
        orders: None,
        used: SmallVec::new(),
        empty: SmallVec::new(),
        stuck: SmallVec::new(),
        spares: SmallVec::new(),
        kept: [None; 2],
        owed: SmallVec::new(),
        praised: 0,
        totem: None,
        rides: None,
        dealt: 0,
        taken: 0,
        odd: false,
    };
    if template.flies.is_some() && !template.grounded {
        one.altitude = 1;
    }
    equip(fight, &mut one, template);
    one
}

/// What its creature carries: weapons, what they shoot, items.
fn equip(fight: &Fight, one: &mut Combatant, template: &Template) {
    for (main, off) in template.sets.iter().skip(1) {
        for weapon in main.iter().chain(off) {
            one.carried.push(*weapon);
        }
    }
    for weapon in template.sets.iter().flat_map(|(main, off)| [*main, *off]).flatten() {
        stock(fight, one, weapon);
    }
    for item in &template.items {
        let uses = fight.setting.content.items.get(usize::from(*item)).map_or(1, |item| item.uses);
        one.items.push((*item, uses));
    }
}

/// Somebody has a full quiver of what a weapon shoots, or spare ones to throw.
fn stock(fight: &Fight, one: &mut Combatant, weapon: WeaponId) {
    let many = fight.weapon(weapon).entry.ammunition;
    if many > 0 {
        one.stock(weapon, many);
    }
}

/// A combatant joins a side on a square, with a name of its own.
pub(crate) fn join(fight: &mut Fight, template: u16, side: Side, at: Square) -> Who {
    let one = combatant(fight, template, side, at);
    if fight.setting.names.len() <= fight.cast.len() {
        let kind = fight.setting.content.templates[usize::from(template)].name.as_str();
        let name = LateName::numbered(kind, free_number(fight, kind));
        fight.late.push(name);
    }
    let who = fight.enlist(one);
    let speed = movement::current_speed(fight, who);
    if !fight.fixed.is_empty() {
        fight.fixed.push(speed);
    }
    who
}

/// The first number with which a kind is no other's name.
fn free_number(fight: &Fight, kind: &str) -> u16 {
    let names = || fight.setting.names.iter().map(String::as_str).chain(fight.late.iter().map(LateName::text));
    let taken = |number: u16| names().any(|known| is_numbered(known, kind, number));
    (1..u16::MAX).find(|number| !taken(*number)).unwrap_or(u16::MAX)
}

/// Whether a name is this kind with this number.
fn is_numbered(name: &str, kind: &str, number: u16) -> bool {
    let rest = name.get(kind.len()..).and_then(|rest| rest.strip_prefix(' '));
    rest.is_some_and(|rest| {
        rest.parse() == Ok(number)
            && rest.starts_with(|first: char| matches!(first, '1'..='9'))
            && name.get(..kind.len()).is_some_and(|start| start.eq_ignore_ascii_case(kind))
    })
}

/// A minion that somebody has called: of its side, with its aptitudes where it takes them over.
pub(crate) fn newcomer(fight: &mut Fight, template: u16, by: Who, at: Square) -> Who {
    let (side, over) = (fight.one(by).side, crate::rules::features::aptitudes(fight, by));
    let who = join(fight, template, side, at);
    fight.one_mut(who).own = inherited(fight, who, over);
    if !crate::rules::order::newcomers_act(fight) {
        fight.one_mut(who).acted = true;
    }
    who
}

/// Level, P and C of somebody whose summoner has these.
fn inherited(fight: &Fight, who: Who, over: Aptitudes) -> Aptitudes {
    let template = fight.template(who);
    let level = over.level + template.own.level;
    match template.inherits {
        Inherits::Nothing => template.own,
        Inherits::Aptitudes => Aptitudes { level, ..over },
        Inherits::Level => {
            let by = Aptitudes { level, ..Aptitudes::default() };
            Aptitudes { potency: fight.value(template.potency, by), control: fight.value(template.control, by), level }
        }
    }
}

/// Pets stand beside their owners when the fight begins.
pub(crate) fn pets(fight: &mut Fight) {
    for who in fight.everyone() {
        let Some(pet) = fight.template(who).pet else { continue };
        let kind = &fight.setting.content.templates[usize::from(pet)].name;
        let name = format!("{kind} {}", free_number(fight, kind));
        fight.setting.change().names.push(name);
        if let Some(pet) = bring_pet(fight, who) {
            fight.one_mut(pet).acted = false;
        }
    }
}

/// The pet of somebody comes along and stands beside its owner.
pub(crate) fn bring_pet(fight: &mut Fight, who: Who) -> Option<Who> {
    let pet = fight.template(who).pet?;
    let at = crate::rules::summoning::free_beside(fight, pet, who).unwrap_or(fight.one(who).at);
    let joined = newcomer(fight, pet, who, at);
    fight.one_mut(joined).called = Some(Called { by: who, with: None, left: None, counts: false });
    Some(joined)
}
