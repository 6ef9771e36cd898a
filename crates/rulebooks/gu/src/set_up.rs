//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

mod carried;
mod templates;

use std::sync::Arc;

use quintain_content::{CombatantSpec, Encounter, Placed, Problem, Problems, nearest};
use quintain_engine::Side;

use crate::arm::{Arm, ArmId};
use crate::book::Book;
use crate::combatant::{Combatant, Limbs, MOST_ARMS, MOST_GU, MOST_WORN};
use crate::fight::Fight;
use crate::house::House;
use crate::rules::newcomers::{combatant, owned, take_in_hand, take_on};
use crate::setting::{Ground, Hostility, Setting};
use templates::{gu_arms, template, weapon};

/// Sets a fight up.
///
/// # Errors
/// All problems of the encounter at once.
pub fn set_up(book: &Arc<Book>, encounter: &Encounter) -> Result<Fight, Problems> {
    let own;
    let book = if encounter.inline.is_empty() {
        book
    } else {
        own = Arc::new(Book::read(&book.sources, Some(&encounter.inline))?);
        &own
    };
    let mut problems: Vec<Problem> = Vec::new();
    let house = House::read(encounter, &mut problems);
    let Some(ground) = ground(encounter, &mut problems) else { return Err(problems.into_iter().collect()) };
    let mut setting = setting(book, encounter, house, ground);
    let members = members(&setting, encounter, &mut problems);
    let mut cast = Vec::with_capacity(members.len());
    let mut ready = Vec::with_capacity(members.len());
    for member in members {
        setting.names.push(member.name);
        ready.push(member.reactions_set);
        cast.push((member.combatant, member.place));
    }
    if cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    let (cast, places): (Vec<Combatant>, Vec<quintain_content::Place>) = cast.into_iter().unzip();
    let mut fight = Fight::new(setting, cast);
    for (who, ready) in fight.everyone().zip(ready) {
        crate::values::make_sound(&mut fight, who);
        let surprised = fight.one(who).is(crate::condition::Condition::Surprised);
        if !ready {
            fight.one_mut(who).reactions = if surprised { 0 } else { crate::rules::turns::reactions_of(&fight, who) };
        }
    }
    check_places(&fight, &places)?;
    Ok(fight)
}

struct Member {
    name: String,
    combatant: Combatant,
    /// The encounter says how many reactions it has.
    reactions_set: bool,
    place: quintain_content::Place,
}

fn ground(encounter: &Encounter, problems: &mut Vec<Problem>) -> Option<Ground> {
    let Some(spec) = &encounter.map else {
        problems.push(
            Problem::general("a fight of Master of Gu needs a map: movement and range are in metres")
                .help("add [map] with size = [20, 12], and at = \"C3\" for each combatant"),
        );
        return None;
    };
    match spec.build() {
        Ok(map) => Some(Ground::new(map)),
        Err(faults) => {
            problems.extend(faults);
            None
        }
    }
}

fn setting(book: &Arc<Book>, encounter: &Encounter, house: House, ground: Ground) -> Setting {
    let mut arms: Vec<Arm> = book.weapons.iter().map(weapon).collect();
    let mut riders = Vec::new();
    let gu_arms = gu_arms(book, &mut arms, &mut riders);
    let templates = book.creatures.iter().map(|entry| template(book, entry, &mut arms, &mut riders)).collect();
    let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
    let are_foes = |one: usize, other: usize| one != other && encounter.are_foes(&sides[one], &sides[other]);
    let hostile = Hostility::new(sides.len(), are_foes);
    Setting {
        book: Arc::clone(book),
        templates,
        arms,
        gu_arms,
        riders,
        names: Vec::new(),
        hostile,
        sides,
        house,
        ground,
    }
}

fn members(setting: &Setting, encounter: &Encounter, problems: &mut Vec<Problem>) -> Vec<Member> {
    let mut members = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named) else { continue };
        if faulty.contains(&named.spec) {
            continue;
        }
        let before = problems.len();
        if let Some(mut combatant) = member(setting, spec, problems) {
            match &named.at {
                Some(at) => combatant.at = at.value,
                None => problems.push(
                    Problem::at(&spec.place, format!("{} stands nowhere", named.name))
                        .help("add at = \"C3\", a square of the map"),
                ),
            }
            let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            let reactions_set = spec.set.iter().any(|(key, _)| key.value == "reactions");
            members.push(Member { name: named.name.clone(), combatant, reactions_set, place });
        }
        if problems.len() > before {
            faulty.push(named.spec);
        }
    }
    members
}

fn member(setting: &Setting, spec: &CombatantSpec, problems: &mut Vec<Problem>) -> Option<Combatant> {
    let Some(place) = setting.templates.iter().position(|template| template.id == spec.is.value) else {
        let known = setting.templates.iter().map(|template| template.id.as_str());
        problems.push(Problem::no_such("creature", &spec.is, known));
        return None;
    };
    let side = setting.sides.iter().position(|side| *side == spec.side.value)?;
    let mut one = combatant(setting, place as u16, Side(side as u8));
    for id in &spec.with {
        if let Err(problem) = give(setting, &mut one, id) {
            problems.push(problem);
        }
    }
    for (key, value) in &spec.set {
        let set = carried::set(setting, &mut one, key, value);
        let set = set.unwrap_or_else(|| crate::values::set_at_start(&mut one, key, value));
        problems.extend(set.err());
    }
    problems.extend(crate::values::reconcile(&mut one, &setting.house, &spec.set));
    if one.injured != Limbs::default() {
        take_in_hand(setting, &setting.templates[place], &mut one);
    }
    Some(one)
}

/// `with`: a weapon, armour, a Gu, a killer move or a talent besides what the entry says.
fn give(setting: &Setting, one: &mut Combatant, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = |most: usize, what: &str| {
        let text = format!("{word} is one too many: a combatant has at most {most} {what}");
        move || Problem::at(&id.place, text)
    };
    let template = &setting.templates[usize::from(one.template)];
    if let Some(place) = setting.arms.iter().position(|arm| arm.id == word && !arm.natural) {
        let added = one.arms.push(ArmId(place as u16)).then_some(());
        added.ok_or_else(full(MOST_ARMS, "weapons and natural attacks"))?;
        take_in_hand(setting, template, one);
        return Ok(());
    }
    if let Some(place) = setting.book.armors.iter().position(|armor| armor.id == word) {
        let added = one.worn.push((place as u8, setting.armor(place as u8).hp)).then_some(());
        added.ok_or_else(full(MOST_WORN, "pieces of armour and shields"))?;
        take_in_hand(setting, template, one);
        return Ok(());
    }
    if let Some(owned) = owned(setting, word, false) {
        let ranks = setting.book.gus[usize::from(owned.gu)].value.rank;
        if !ranks.all().contains(&i16::from(owned.rank)) {
            let ranks: Vec<String> = ranks.all().iter().map(ToString::to_string).collect();
            let text = format!("there is no `{word}`; there are ranks {}", ranks.join(", "));
            return Err(Problem::at(&id.place, text));
        }
        let taken = take_on(setting, one, owned).then_some(());
        return taken.ok_or_else(full(MOST_GU, "Gu, killer moves and talents"));
    }
    let known = setting.arms.iter().filter(|arm| !arm.natural).map(|arm| arm.id.as_str());
    let known = known.chain(setting.book.armors.iter().map(|armor| armor.id.as_str()));
    let known: Vec<&str> = known.chain(setting.book.gus.iter().map(|entry| entry.id.as_str())).collect();
    let near = nearest(word, known.iter().copied()).map(|near| format!("the nearest name is `{near}`"));
    Err(Problem {
        help: near,
        ..Problem::at(&id.place, format!("no weapon, armour, Gu, killer move or talent is called `{word}`"))
    })
}

/// Everybody has room where it stands.
fn check_places(fight: &Fight, places: &[quintain_content::Place]) -> Result<(), Problems> {
    let mut problems = Vec::new();
    for (who, place) in fight.everyone().zip(places) {
        if !fight.present(who) {
            continue;
        }
        let one = fight.one(who);
        if !fight.ground().map.has_room(fight.body(who)) {
            problems.push(
                Problem::at(place, format!("{} has no room at {}", fight.label(who), one.at))
                    .help("walls and the edge of the map leave no room for its size"),
            );
        } else if !fight.is_free_for(who, one.at, one.height) {
            let what = format!("{} stands on {}, where somebody stands already", fight.label(who), one.at);
            problems.push(Problem::at(place, what).help("give each a square or a height of its own"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into_iter().collect()) }
}
