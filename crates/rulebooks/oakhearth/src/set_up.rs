//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order and in place.

mod member;
mod names;
mod place;

use std::sync::Arc;

use quintain_content::{Encounter, Problem, Problems};
use quintain_engine::clock::Alternation;
use quintain_engine::{Cast, Shared, Side, Who};
use quintain_field::Map;

use crate::book::{Book, Condition};
use crate::combatant::Combatant;
use crate::fight::{Fight, Stage};
use crate::house::House;
use crate::muster::Muster;
use crate::rooms::Rooms;
use crate::rules::dying;
use crate::setting::Setting;
use crate::those::{List, Those};
use crate::watch::Watch;
use crate::weighed::Weighed;

use member::member;
use names::callable;
use place::{in_the_saddle, stand};

/// Columns and rows of the field where an encounter gives no map.
const OPEN: (u16, u16) = (24, 24);

/// The value that names a combatant's mount at the start of the fight.
const RIDES: &str = "rides";

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
    let map = map(encounter, &mut problems);
    let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
    let pairs = sides.iter().flat_map(|one| sides.iter().map(move |other| (one, other)));
    let hostile = pairs.map(|(one, other)| encounter.are_foes(one, other)).collect();
    let mut setting = Setting::new(book, house, sides, hostile);
    setting.mapped = encounter.map.is_some();
    setting.survey(&map);
    let cast = cast_of(encounter, &mut setting, &map, &mut problems);
    setting.callable = callable(&setting);
    setting.sort_abilities();
    if cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    let fight = fresh(setting, map, cast);
    let problems: Vec<Problem> = dead_by_numbers(&fight, encounter).collect();
    if problems.is_empty() { Ok(fight) } else { Err(problems.into_iter().collect()) }
}

/// Combatants that live as the encounter says, but have as few HP or as much Exhaustion as only the dead have: one that
/// has been knocked out or is stable may lie at 0.
fn dead_by_numbers<'e>(fight: &'e Fight, encounter: &'e Encounter) -> impl Iterator<Item = Problem> + 'e {
    encounter.expand().into_iter().zip(0..).filter_map(move |(named, place)| {
        let (one, dies_at) = (fight.one(Who(place)), dying::dies_at(fight, Who(place)));
        let kept = one.stable || one.under(Condition::Unconscious);
        let why = match () {
            () if one.dead => return None,
            () if one.hp <= dies_at && !kept => ("hp", format!("{} is dead at {dies_at} HP", named.name)),
            () if one.amount(Condition::Exhaustion) >= 6 => {
                ("conditions", format!("{} is dead at Exhaustion 6", named.name))
            }
            () => return None,
        };
        let (_, value) = encounter.spec(&named)?.set.iter().find(|(key, _)| key.value == why.0)?;
        Some(Problem::at(&value.place, why.1).help("whoever is to lie there dead has `dead = true`"))
    })
}

/// Everybody of an encounter, in roster order and in place.
fn cast_of(encounter: &Encounter, setting: &mut Setting, map: &Map, problems: &mut Vec<Problem>) -> Vec<Combatant> {
    let mut cast = Vec::new();
    let mut places = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named).filter(|_| !faulty.contains(&named.spec)) else { continue };
        let (before, named_spec) = (problems.len(), named.spec);
        if let Some(one) = member(setting, spec, problems) {
            let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            places.push((one, named, place));
        }
        if problems.len() > before {
            faulty.push(named_spec);
        }
    }
    for (one, named, place) in places {
        setting.names.push(named.name.clone());
        cast.push(stand(map, &cast, one, &named, &place, problems));
    }
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named).filter(|_| problems.is_empty()) else { continue };
        if let Some((_, beast)) = spec.set.iter().find(|(key, _)| key.value == RIDES)
            && let Err(problem) = in_the_saddle(setting, &mut cast, &named, beast)
        {
            problems.push(problem);
        }
    }
    cast
}

/// A fight that has not begun.
fn fresh(setting: Setting, map: Map, cast: Vec<Combatant>) -> Fight {
    let sequence = (0..setting.sides.len() as u8).map(Side).collect();
    let mut fight = Fight {
        watch: Watch::of(&setting, &cast),
        weighed: Weighed::default(),
        muster: Muster::default(),
        setting: Shared::new(setting),
        map: Shared::new(map),
        round: 0,
        stage: Stage::Start,
        order: Alternation::default(),
        sequence,
        cast: Cast::of(cast),
        owner: None,
        depth: 0,
        carried_penalty: None,
        prepaid: None,
        pooled: 0,
        leaving: None,
        came: None,
        doors: Vec::new(),
        stretch: None,
        cause: None,
        about: Those::default(),
        zones: Vec::new(),
        lights: quintain_engine::Lights::default(),
        castings: List::new(),
        fuses: Vec::new(),
        lit: Vec::new(),
        floor: Vec::new(),
        stealth: Vec::new(),
        outcome: None,
        rooms: Rooms::default(),
    };
    fight.muster_all();
    fight
}

fn map(encounter: &Encounter, problems: &mut Vec<Problem>) -> Map {
    match encounter.map.as_ref().map(quintain_content::MapSpec::build) {
        Some(Ok(map)) => map,
        Some(Err(faults)) => {
            problems.extend(faults);
            open()
        }
        None => open(),
    }
}

/// A level field without anything on it.
fn open() -> Map {
    match Map::open(OPEN.0, OPEN.1) {
        Ok(map) => map,
        Err(_) => unreachable!("{OPEN:?} is a size that maps have"),
    }
}
