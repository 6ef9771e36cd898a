//! From an encounter to a fight: names, sides, places and values, with all problems at once.

use quintain_content::{Encounter, Problem, Problems};

use super::fight::{Fight, Member, Setting};
use super::game::Game;
use super::number::Number;
use super::packed::{Creature, Packed};
use super::roster::Roster;
use crate::cast::{Side, Who};
use crate::clock::Slots;
use crate::house::read_house_rules;
use crate::lights::Lights;
use crate::shared::Shared;

/// Sets a fight up: everybody of the encounter with their values, on the map if there is one.
///
/// # Errors
/// All problems of the encounter at once.
pub fn set_up<G: Game>(book: &Packed<G::Creature>, encounter: &Encounter) -> Result<Fight<G>, Problems> {
    let own;
    let book = match encounter.inline.is_empty() {
        true => book,
        false => {
            own = book.with::<G>(&encounter.inline)?;
            &own
        }
    };
    let mut problems = Vec::new();
    let entries = book.creatures.iter().map(|entry| (entry.id.clone(), entry.value.clone())).collect();
    let map = encounter.map.as_ref().map(quintain_content::MapSpec::build).transpose();
    let map = map.unwrap_or_else(|wrong| {
        problems.extend(wrong);
        None
    });
    let setting = Setting { roster: Roster::of(encounter), entries, map };
    let mut fight = Fight {
        setting: Shared::new(setting),
        cast: Vec::new(),
        round: 0,
        outcome: None,
        order: Slots::default(),
        turn: None,
        lights: Lights::default(),
        state: G::State::default(),
    };
    muster(&mut fight, encounter, &mut problems);
    fight.lights = Lights::of(encounter, |name| fight.setting.roster.person(name).ok());
    problems.extend(foes(encounter));
    read_house_rules(encounter, G::NAME, G::HOUSE_RULES, &mut problems, |rule, value| {
        G::house(&mut fight, rule, value)
    });
    match problems.is_empty() {
        true => Ok(fight),
        false => Err(problems.into_iter().collect()),
    }
}

/// Everybody of the encounter joins.
fn muster<G: Game>(fight: &mut Fight<G>, encounter: &Encounter, problems: &mut Vec<Problem>) {
    for one in encounter.expand() {
        let Some(spec) = encounter.spec(&one) else { continue };
        let Some(entry) = fight.setting.entries.iter().position(|(id, _)| *id == spec.is.value) else {
            let known = fight.setting.entries.iter().map(|(id, _)| id.as_str());
            problems.push(Problem::no_such("creature", &spec.is, known));
            continue;
        };
        if let Some(with) = spec.with.first() {
            problems.push(Problem::at(&with.place, format!("combatants of {} carry what their entry says", G::NAME)));
        }
        match &one.at {
            Some(at) => problems.extend(fight.room_at(at.value).err().map(|why| Problem::at(&at.place, why))),
            None if fight.setting.map.is_some() => problems.push(
                Problem::at(&spec.place, format!("{} stands nowhere", one.name)).help("add `at = \"B2\"`, a square"),
            ),
            None => {}
        }
        let side = fight.setting.roster.side_named(&spec.side.value).unwrap_or(Side(0));
        let who = join(fight, entry, &one.name, side);
        fight[who].at = one.at.as_ref().map(|at| at.value);
        for (key, value) in &spec.set {
            problems.extend(Number::set_at_start(G::NUMBERS, fight, who, key, value).err());
        }
        fight.fall(who);
    }
}

/// A fight needs two sides that are foes.
fn foes(encounter: &Encounter) -> Option<Problem> {
    let sides = encounter.side_names();
    let foes = sides.iter().any(|one| sides.iter().any(|other| encounter.are_foes(one, other)));
    let spec = encounter.combatants.first().filter(|_| !foes)?;
    let problem = Problem::at(&spec.side.place, format!("nobody here has a foe; the sides are: {}", sides.join(", ")));
    Some(problem.help("put somebody on another side that is a foe of this one"))
}

/// One more takes part.
pub(super) fn join<G: Game>(fight: &mut Fight<G>, entry: usize, name: &str, side: Side) -> Who {
    let (body, hero) = (fight.setting.entries[entry].1.body(), fight.setting.entries[entry].1.is_hero());
    let member =
        Member { entry: entry as u16, side, hero, at: None, conditions: Default::default(), dealt: 0, taken: 0, body };
    fight.cast.push(member);
    fight.setting.change().roster.join(name)
}
