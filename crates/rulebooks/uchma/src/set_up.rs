//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

use std::sync::Arc;

use quintain_content::{Encounter, Problem, Problems};
use quintain_engine::{Cast, Picks, Shared};
use quintain_field::{EachBody, Map, Square};

use crate::book::Book;
use crate::content::Content;
use crate::fight::{Fight, Hazard, Scratch, Setting, Stage};
use crate::house::House;
use crate::rooms::Rooms;
use crate::rules::{order, ways};

mod equipment;
mod grounds;
mod members;

pub use equipment::LISTS;
use grounds::Grounds;

/// The size of the map where an encounter has none.
const FIELD: (u16, u16) = (24, 16);

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
    let map = map(encounter, &mut problems);
    let house = House::read(encounter, map.as_ref(), &mut problems);
    let Some(map) = map else { return Err(problems.into_iter().collect()) };
    let setting = setting(book, encounter, house, map, &mut problems);
    let mut fight = empty(setting);
    let places = members::members(&mut fight, encounter, &mut problems);
    members::check_places(&fight, &places, &mut problems);
    if fight.cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    crate::rules::joining::pets(&mut fight);
    for who in fight.everyone() {
        crate::values::make_sound(&mut fight, who);
    }
    keep_room(&mut fight);
    for who in fight.everyone() {
        ways::prepare(&fight, who);
    }
    Ok(fight)
}

fn map(encounter: &Encounter, problems: &mut Vec<Problem>) -> Option<Map> {
    let Some(spec) = &encounter.map else { return Map::open(FIELD.0, FIELD.1).ok() };
    match spec.build() {
        Ok(map) => Some(map),
        Err(faults) => {
            problems.extend(faults);
            None
        }
    }
}

fn setting(book: &Arc<Book>, encounter: &Encounter, house: House, map: Map, problems: &mut Vec<Problem>) -> Setting {
    let content = Content::of(book);
    let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
    let are_foes = |one: &String, other: &String| one != other && encounter.are_foes(one, other);
    let hostile = sides.iter().flat_map(|one| sides.iter().map(move |other| are_foes(one, other))).collect();
    let Grounds { factor, water, deep, matter } = Grounds::of(&map, encounter, problems);
    let hazards = hazards(book, &content, &map, problems);
    if sides.len() > order::MOST_SIDES {
        let what = format!("a fight has at most {} sides, not {}", order::MOST_SIDES, sides.len());
        problems.push(Problem::general(what).help("each needs a result of its own on 2d10"));
    }
    if hazards.len() > usize::from(u8::MAX) {
        problems.push(Problem::general(format!("a fight has at most {} hazards, not {}", u8::MAX, hazards.len())));
    }
    let mut setting = Setting {
        book: Arc::clone(book),
        content,
        names: Vec::new(),
        neutral: sides.iter().map(|side| house.neutral.contains(side)).collect(),
        sides,
        hostile,
        house,
        prices: EachBody::default(),
        flat: false,
        smooth: false,
        bare: false,
        edgeless: false,
        clear: false,
        coverless: false,
        quiet: false,
        map,
        factor,
        water,
        deep,
        matter,
        hazards,
    };
    setting.survey();
    setting
}

fn hazards(book: &Book, content: &Content, map: &Map, problems: &mut Vec<Problem>) -> Vec<Hazard> {
    let mut hazards = Vec::new();
    for entry in &book.hazards {
        let mut area = Vec::new();
        for word in &entry.value.area {
            match word.parse::<Square>() {
                Ok(square) if map.contains(square) => area.push(square),
                Ok(square) => problems.push(Problem::at(&entry.place, format!("{square} is off the map"))),
                Err(_) => problems.push(Problem::at(&entry.place, format!("`{word}` is no square such as C3"))),
            }
        }
        if let Some(does) = content.ability_named(&entry.value.does) {
            hazards.push(Hazard { entry: entry.value.clone(), does, area, cleared: false });
        }
    }
    hazards
}

fn empty(setting: Setting) -> Fight {
    let rolls = vec![0; setting.sides.len()];
    Fight {
        setting: Shared::new(setting),
        round: 0,
        stage: Stage::Start,
        cast: Cast::of(Vec::new()),
        late: Vec::new(),
        rolls,
        turn: None,
        next: Picks::new(),
        fixed: Vec::new(),
        zones: Vec::new(),
        lights: quintain_engine::Lights::default(),
        dropped: Vec::new(),
        counter: 0,
        outcome: None,
        depth: 0,
        element: None,
        last_target: None,
        thrown: false,
        last_lost: 0,
        waiting: false,
        stirred: false,
        singing: false,
        rooms: Rooms::default(),
        scratch: Scratch::default(),
    }
}

/// Room for those who may be called, so that simulations make none while they run.
fn keep_room(fight: &mut Fight) {
    let more = fight.cast.len() + 8;
    fight.cast.reserve(more);
    fight.late.reserve(more);
    fight.fixed.reserve(2 * more);
    fight.zones.reserve(8);
    fight.dropped.reserve(16);
}
