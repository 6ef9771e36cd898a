//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

mod agree;
mod members;
mod stock;

use std::sync::Arc;

use quintain_content::{Encounter, MapSpec, Placed, Problem, Problems, nearest};
use quintain_engine::{Shared, Side};
use quintain_field::Diagonal;

use crate::book::{Book, God, Special};
use crate::cast::Cast;
use crate::combatant::Combatant;
use crate::condition::{Condition, Effect};
use crate::fight::{Fight, Phases, SideState, Stage};
use crate::ground::Ground;
use crate::hazard::Hazard;
use crate::house::{House, MapDiagonal, MapMode};
use crate::rules::prayer::SHADE;
use crate::rules::{morale, scars};
use crate::setting::Setting;
use crate::values::HELPLESSNESS;
use agree::{idle_clocks, unsettled};
use members::{BORNE, check_places, members, mount, traps};
use stock::setting;

/// The most sides of a fight.
const MOST_SIDES: usize = 255;

/// Names kept ready for combatants that rise or are called in the middle of a fight.
const SPARE_NAMES: usize = 6;

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
    let ground = ground(encounter, &house, &mut problems);
    let mut setting = setting(book, encounter, house, ground);
    let mut members = members(&setting, encounter, &mut problems);
    note_heroic(&mut setting, members.iter().map(|member| &member.combatant));
    members.sort_by_key(|member| class(&setting, &member.combatant));
    mount(encounter, &mut members, &mut problems);
    let hazards = traps(&setting, encounter, &members, &mut problems);
    check_places(&setting, &members, &mut problems);
    // A faulty combatant may be missing among the members.
    if problems.is_empty() {
        problems.extend(unsettled(&setting, encounter, &members));
    }
    if setting.sides.len() > MOST_SIDES {
        problems.push(Problem::general(format!("{} sides; {MOST_SIDES} are possible", setting.sides.len())));
    }
    if members.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    let fight = assemble(&mut setting, members, hazards)?;
    match idle_clocks(encounter, &fight) {
        idle if idle.is_empty() => Ok(fight),
        idle => Err(idle.into_iter().collect()),
    }
}

struct Member {
    name: String,
    combatant: Combatant,
    place: quintain_content::Place,
    /// Conditions that can be given only when everybody is known.
    later: Vec<Placed<String>>,
}

fn assemble(setting: &mut Setting, members: Vec<Member>, hazards: Vec<Hazard>) -> Result<Fight, Problems> {
    let mut later: Vec<(String, Placed<String>)> = Vec::new();
    let sides = setting.sides.iter().map(|_| SideState::default()).collect();
    let mut cast = Vec::with_capacity(members.len());
    setting.names.clear();
    for member in members {
        later.extend(member.later.into_iter().map(|words| (member.name.clone(), words)));
        setting.names.push(member.name);
        cast.push(member.combatant);
    }
    keep_names_ready(setting, &cast);
    let mut fight = Fight {
        setting: Shared::new(setting.clone()),
        round: 0,
        stage: Stage::Start,
        phases: Phases::One,
        cast: Cast::new(cast),
        sides,
        outcome: None,
        joining: Vec::new(),
        hazards,
        lights: quintain_engine::Lights::default(),
        scratch: crate::scratch::Scratch::default(),
    };
    let given = |(name, words): &(String, Placed<String>)| {
        if let Some(scar) = words.value.strip_prefix(BORNE).and_then(scars::scar_of) {
            let who = quintain_engine::find(&fight, name)?;
            scars::bear(&mut fight, who, scar);
            return None;
        }
        let refusal = crate::edicts::give(&mut fight, name, &words.value).err()?;
        if refusal.why != crate::edicts::unknown(&words.value).why {
            return Some(Problem::at(&words.place, refusal.why));
        }
        let known = Condition::ALL.into_iter().map(Condition::name).chain(HELPLESSNESS);
        let known = known.chain(Effect::EACH.into_iter().map(Effect::name));
        let problem = Problem::at(&words.place, format!("there is no condition `{}`", words.value));
        let help = nearest(&words.value, known).map(|near| format!("the nearest name is `{near}`"));
        Some(Problem { help, ..problem })
    };
    let problems: Vec<Problem> = later.iter().filter_map(given).collect();
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    // A combatant that begins the fight dying has a clock that runs.
    for who in fight.everyone() {
        crate::values::make_sound(&mut fight, who);
    }
    morale::muster(&mut fight);
    // Every fight begins with what is known here: how all look, and whether there are foes.
    fight.look_around();
    crate::turn::over(&mut fight);
    Ok(fight)
}

/// Names for those who may rise, so that simulations make none up while they run.
fn keep_names_ready(setting: &mut Setting, cast: &[Combatant]) {
    let templates = || cast.iter().map(|one| setting.template(one));
    let sown = templates().flat_map(|template| &template.special).find_map(|special| match special {
        Special::Sows { creature } => Some(creature.as_str()),
        _ => None,
    });
    let shades = templates().any(|template| template.gods.contains(&God::Persephone)).then_some(SHADE);
    let Some(template) = sown.or(shades).and_then(|id| setting.templates.iter().find(|template| template.id == id))
    else {
        return;
    };
    let kind = template.name.clone();
    let alone = sown.is_none().then(|| kind.clone());
    let numbered = (1..=SPARE_NAMES).map(|number| format!("{kind} {number}"));
    let spare: Vec<String> = alone.into_iter().chain(numbered).filter(|name| !setting.names.contains(name)).collect();
    setting.names.extend(spare);
}

/// Notes which sides have heroes.
fn note_heroic<'a>(setting: &mut Setting, cast: impl Iterator<Item = &'a Combatant>) {
    for hero in cast.filter(|one| one.hero) {
        setting.heroic[hero.side.index()] = true;
    }
    let heroic = |side: Side| setting.heroic[side.index()];
    setting.has_heroes = setting.heroic.contains(&true);
    setting.heroes_everywhere = setting.hostile.pairs().any(|(one, other)| heroic(one) && heroic(other));
}

/// Heroes first, then their allies, then everyone else; each in the order of the encounter.
fn class(setting: &Setting, one: &Combatant) -> u8 {
    match (one.hero, setting.is_ally(one)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

fn ground(encounter: &Encounter, house: &House, problems: &mut Vec<Problem>) -> Option<Ground> {
    if house.map_mode == MapMode::None {
        return None;
    }
    let Some(spec) = &encounter.map else {
        if house.map_mode == MapMode::Grid {
            problems.push(
                Problem::general("map.mode is `grid`, but the encounter has no map")
                    .help("add [map] with a size or rows"),
            );
        }
        return None;
    };
    problems.extend(unused_measures(spec));
    let diagonal = match house.map_diagonal {
        MapDiagonal::Equal => Diagonal::Equal,
        MapDiagonal::Alternate => Diagonal::Alternate,
    };
    match spec.build() {
        Ok(map) => Some(Ground::new(map, house.feet_per_square, diagonal)),
        Err(faults) => {
            problems.extend(faults);
            None
        }
    }
}

/// What a map says and Thálassa does not ask for: better refused than passed over in silence.
fn unused_measures(spec: &MapSpec) -> Vec<Problem> {
    let costs = spec.legend.iter().filter_map(|letter| letter.cost.as_ref()).map(|cost| {
        Problem::at(&cost.place, "Thálassa counts no cost of a square")
            .help("take it away; difficult, heavy, rough and wet ground takes two steps, all other ground one")
    });
    let side = spec.square.iter().map(|side| {
        Problem::at(&side.place, "Thálassa measures squares in feet")
            .help("take it away, and write `map.feet-per-square = 5` under `[house]` where a square is not 5 feet")
    });
    costs.chain(side).collect()
}
