//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

use std::sync::Arc;

use arrayvec::ArrayVec;
use quintain_content::{CombatantSpec, Encounter, Place, Placed, Problem, Problems, Value, nearest, shared_squares};
use quintain_engine::{Few, Shared, Side, Who};
use quintain_field::{Footprint, Height, Map, OpenSteps, Square, Strides, Walls};

use crate::book::{Aptitudes, Book, Inherits};
use crate::combatant::{Called, Combatant, Noted};
use crate::content::{Content, UNARMED, WeaponId};
use crate::fight::{Fight, Hazard, Scratch, Setting, Stage};
use crate::house::House;
use crate::lasting::Lastings;
use crate::late::LateName;
use crate::rules::movement;

/// What `set` takes besides numbers and flags.
pub const LISTS: &[&str] =
    &["main", "off", "carried", "armor", "items", "abilities", "element", "conditions", "rides", "totem"];

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
    let house = House::read(encounter, &mut problems);
    let Some(map) = map(encounter, &mut problems) else { return Err(problems.into_iter().collect()) };
    let setting = setting(book, encounter, house, map, &mut problems);
    let mut fight = empty(setting);
    let places = members(&mut fight, encounter, &mut problems);
    check_places(&fight, &places, &mut problems);
    if fight.cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    pets(&mut fight);
    for who in fight.everyone() {
        crate::values::make_sound(&mut fight, who);
    }
    keep_room(&mut fight);
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
    let (mut factor, mut water, mut deep) = (vec![1; 256], vec![false; 256], vec![false; 256]);
    for (terrain, kind) in map.legend().kinds() {
        let place = usize::from(terrain.0);
        let named = |words: &[&str]| words.iter().any(|word| kind.name.contains(word));
        deep[place] = named(&["deep"]);
        water[place] = named(&["water", "river", "sea"]);
        factor[place] = match kind.name.as_str() {
            _ if deep[place] || named(&["heavy", "quicksand", "swamp", "mire"]) => 3,
            _ if water[place] || named(&["difficult", "light", "rough", "sand", "rubble", "undergrowth"]) => 2,
            _ => 1,
        };
    }
    let hazards = hazards(book, &content, problems);
    let flat = map.bounds().squares().all(|square| map.ground(square) == Height::ZERO);
    let open = map.edges().next().is_none();
    let ordinary = |square| map.terrain(square).is_none_or(|kind| factor[usize::from(kind.0)] == 1);
    Setting {
        book: Arc::clone(book),
        content,
        names: Vec::new(),
        neutral: sides.iter().map(|side| house.neutral.contains(side)).collect(),
        sides,
        hostile,
        house,
        strides: Strides::of(&map, Footprint::ONE, Walls::KeepCorners),
        rows: OpenSteps::of(&map, Walls::KeepCorners),
        flat,
        smooth: flat && open && map.bounds().squares().all(ordinary),
        bare: flat && open && map.bounds().squares().all(|at| ordinary(at) && !map.blocks_movement(at)),
        clear: flat && open && !map.bounds().squares().any(|square| map.blocks_sight(square)),
        map,
        factor,
        water,
        deep,
        hazards,
    }
}

fn hazards(book: &Book, content: &Content, problems: &mut Vec<Problem>) -> Vec<Hazard> {
    let mut hazards = Vec::new();
    for entry in &book.hazards {
        let mut area = Vec::new();
        for word in &entry.value.area {
            match word.parse::<Square>() {
                Ok(square) => area.push(square),
                Err(_) => problems.push(Problem::at(&entry.place, format!("`{word}` is no square such as C3"))),
            }
        }
        if let Some(does) = content.ability_named(&entry.value.does) {
            hazards.push(Hazard { entry: entry.value.clone(), does, area });
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
        cast: Vec::new(),
        late: Vec::new(),
        rolls,
        turn: None,
        next: ArrayVec::new(),
        fixed: Vec::new(),
        zones: Vec::new(),
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

/// A fresh combatant of a template.
fn combatant(fight: &Fight, place: u16, side: Side, at: Square) -> Combatant {
    let template = &fight.setting.content.templates[usize::from(place)];
    let set = template.sets.first().copied().unwrap_or_default();
    let mut one = Combatant {
        template: place,
        makeup: Noted::default(),
        side,
        pc: template.pc,
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
        used: Few::new(),
        empty: Few::new(),
        stuck: Few::new(),
        spares: Few::new(),
        kept: None,
        coated: None,
        owed: None,
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
    for (main, off) in template.sets.iter().skip(1) {
        for weapon in main.iter().chain(off) {
            one.carried.push(*weapon);
        }
    }
    for weapon in template.sets.iter().flat_map(|(main, off)| [*main, *off]).flatten() {
        stock(fight, &mut one, weapon);
    }
    for item in template.items.iter().take(5) {
        let uses = fight.setting.content.items.get(usize::from(*item)).map_or(1, |item| item.uses);
        one.items.push((*item, uses));
    }
    one
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
    let who = Who(fight.cast.len() as u16);
    if fight.setting.names.len() <= who.index() {
        let number = free_number(fight, template);
        fight.late.push(LateName::numbered(template, number));
    }
    fight.cast.push(one);
    fight.refit(who);
    let speed = movement::current_speed(fight, who);
    if !fight.fixed.is_empty() {
        fight.fixed.push(speed);
    }
    who
}

/// The first number with which a kind is no other's name.
fn free_number(fight: &Fight, template: u16) -> u16 {
    let templates = &fight.setting.content.templates;
    let kind = &templates[usize::from(template)].name;
    let called = |late: &LateName, number: u16| match late.written() {
        Some(name) => is_numbered(name, kind, number),
        None => late.number == number && templates[usize::from(late.kind)].name.eq_ignore_ascii_case(kind),
    };
    let taken = |number: u16| {
        fight.setting.names.iter().any(|known| is_numbered(known, kind, number))
            || fight.late.iter().any(|late| called(late, number))
    };
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
    fight.refit(who);
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
fn pets(fight: &mut Fight) {
    for who in fight.everyone() {
        let Some(pet) = fight.template(who).pet else { continue };
        let at = crate::rules::summoning::free_beside(fight, pet, who).unwrap_or(fight.one(who).at);
        let name = format!("{} {}", fight.setting.content.templates[usize::from(pet)].name, free_number(fight, pet));
        fight.setting.change().names.push(name);
        let joined = newcomer(fight, pet, who, at);
        let one = fight.one_mut(joined);
        one.acted = false;
        one.called = Some(Called { by: who, with: None, left: None, counts: false });
        fight.stir();
    }
}

fn members(fight: &mut Fight, encounter: &Encounter, problems: &mut Vec<Problem>) -> Vec<Place> {
    let mut places = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    let mut riders: Vec<(Who, Placed<Value>)> = Vec::new();
    let mut holders: Vec<(Who, Placed<Value>)> = Vec::new();
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
                    let ridden = spec.set.iter().find(|(key, _)| key.value == "rides");
                    riders.extend(ridden.map(|(_, value)| (who, value.clone())));
                    let held = spec.set.iter().find(|(key, _)| key.value == "totem");
                    holders.extend(held.map(|(_, value)| (who, value.clone())));
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
    mount(fight, riders, problems);
    share_totems(fight, holders, problems);
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
    for (key, value) in &spec.set {
        let done = match LISTS.contains(&key.value.as_str()) {
            true => equip(fight, who, key, value),
            false => crate::values::set_at_start(fight, who, key, value),
        };
        problems.extend(done.err());
    }
    Some(who)
}

/// `with`: a weapon to carry, armour to wear, an item for a slot.
fn give(fight: &mut Fight, who: Who, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = || Problem::at(&id.place, format!("{word} is one thing too many to carry"));
    let content = &fight.setting.content;
    if let Some(weapon) = content.weapon_named(word) {
        let many = content.weapons[usize::from(weapon.0)].entry.ammunition;
        let one = fight.one_mut(who);
        if many > 0 {
            one.stock(weapon, many);
        }
        return if one.carried.push(weapon) { Ok(()) } else { Err(full()) };
    }
    if let Some(suit) = content.armor_named(word) {
        fight.one_mut(who).wears = Some(suit);
        fight.refit(who);
        return Ok(());
    }
    if let Some(item) = content.item_named(word) {
        let uses = content.items[usize::from(item)].uses;
        let slots = usize::from(fight.template(who).slots);
        let items = &mut fight.one_mut(who).items;
        if items.len() >= slots {
            return Err(full());
        }
        return if items.push((item, uses)) { Ok(()) } else { Err(full()) };
    }
    let known = content.weapons.iter().map(|weapon| weapon.id.as_str());
    let known = known.chain(content.armors.iter().map(|armor| armor.id.as_str()));
    let known = known.chain(content.items.iter().map(|item| item.id.as_str()));
    let near = nearest(word, known).map(|near| format!("the nearest name is `{near}`"));
    Err(Problem { help: near, ..Problem::at(&id.place, format!("no weapon, armour or item is called `{word}`")) })
}

/// `set` of what is carried and known.
fn equip(fight: &mut Fight, who: Who, key: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let wrong = |what: &str| Problem::at(&value.place, format!("{} is {what}", key.value));
    match key.value.as_str() {
        // Who that is shows only once everyone is known.
        "rides" | "totem" => Ok(()),
        "main" | "off" => {
            let word = value.value.as_text().ok_or_else(|| wrong("the id of a weapon, or \"nothing\""))?;
            let weapon = hand(fight, word, value)?;
            let one = fight.one_mut(who);
            if key.value == "main" {
                one.main = weapon
            } else {
                one.off = weapon
            }
            fight.refit(who);
            if let Some(weapon) = weapon {
                let many = fight.weapon(weapon).entry.ammunition;
                fight.one_mut(who).stock(weapon, many);
            }
            Ok(())
        }
        "armor" => {
            let word = value.value.as_text().ok_or_else(|| wrong("the id of a suit of armour, or \"nothing\""))?;
            let known = fight.setting.content.armors.iter().map(|armor| armor.id.as_str());
            let suit = match word {
                "nothing" => None,
                _ => Some(
                    fight
                        .setting
                        .content
                        .armor_named(word)
                        .ok_or_else(|| Problem::no_such("armor", &placed(word, value), known))?,
                ),
            };
            fight.one_mut(who).wears = suit;
            fight.refit(who);
            Ok(())
        }
        "carried" | "items" => {
            match key.value.as_str() {
                "carried" => fight.one_mut(who).carried.clear(),
                _ => fight.one_mut(who).items.clear(),
            }
            words(value, &wrong)?.iter().try_for_each(|id| give(fight, who, id))
        }
        "conditions" => words(value, &wrong)?.iter().try_for_each(|id| condition(fight, who, id)),
        "abilities" => learn(fight, who, &words(value, &wrong)?),
        "element" => {
            let word = value.value.as_text().unwrap_or_default();
            let element = <crate::book::Element as crate::book::Word>::named(word)
                .ok_or_else(|| wrong("earth, metal, fire, water or nature"))?;
            let own = own_template(fight, who);
            fight.setting.change().content.templates[own].element = Some(element);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn placed(word: &str, value: &Placed<Value>) -> Placed<String> {
    Placed::new(word.to_owned(), value.place.clone())
}

fn hand(fight: &Fight, word: &str, value: &Placed<Value>) -> Result<Option<WeaponId>, Problem> {
    let known = fight.setting.content.weapons.iter().map(|weapon| weapon.id.as_str());
    match word {
        // Bare hands hold nothing.
        "nothing" | UNARMED => Ok(None),
        _ => fight
            .setting
            .content
            .weapon_named(word)
            .map(Some)
            .ok_or_else(|| Problem::no_such("weapon", &placed(word, value), known)),
    }
}

fn words(value: &Placed<Value>, wrong: &impl Fn(&str) -> Problem) -> Result<Vec<Placed<String>>, Problem> {
    let list = value.value.as_list().ok_or_else(|| wrong("a list of words, such as [\"dagger\"]"))?;
    let word = |item: &Placed<Value>| {
        let text = item.value.as_text().ok_or_else(|| wrong("a list of words, such as [\"dagger\"]"))?;
        Ok(Placed::new(text.to_owned(), item.place.clone()))
    };
    list.iter().map(word).collect()
}

/// A template of its own for somebody who differs from its entry.
fn own_template(fight: &mut Fight, who: Who) -> usize {
    let place = usize::from(fight.one(who).template);
    let shared = fight.everyone().any(|other| other != who && usize::from(fight.one(other).template) == place);
    let original = fight.setting.book.creatures.len() > place;
    if !original && !shared {
        return place;
    }
    let copy = fight.setting.content.templates[place].clone();
    let templates = &mut fight.setting.change().content.templates;
    templates.push(copy);
    let own = templates.len() - 1;
    fight.one_mut(who).template = own as u16;
    fight.refit(who);
    own
}

/// `abilities`: abilities of the packs take the place of those that the entry names.
fn learn(fight: &mut Fight, who: Who, ids: &[Placed<String>]) -> Result<(), Problem> {
    let known = |fight: &Fight, id: &Placed<String>| {
        let all = fight.setting.book.abilities.iter().map(|entry| entry.id.as_str());
        fight.setting.content.ability_named(&id.value).ok_or_else(|| Problem::no_such("ability", id, all))
    };
    let learnt = ids.iter().map(|id| known(fight, id)).collect::<Result<Vec<_>, _>>()?;
    let own = own_template(fight, who);
    let packs = fight.setting.book.abilities.len();
    let content = &mut fight.setting.change().content;
    content.learn(own, packs, &learnt);
    fight.refit(who);
    Ok(())
}

fn condition(fight: &mut Fight, who: Who, id: &Placed<String>) -> Result<(), Problem> {
    let edict = quintain_engine::Edict::Give { who: fight.label(who).to_owned(), condition: id.value.clone() };
    crate::edicts::carry_out(fight, &edict)
        .map(|_| ())
        .map_err(|refusal| Problem::at(&id.place, refusal.why.to_string()))
}

/// `rides` names another combatant.
fn mount(fight: &mut Fight, riders: Vec<(Who, Placed<Value>)>, problems: &mut Vec<Problem>) {
    for (rider, value) in riders {
        let mount = value.value.as_text().and_then(|name| quintain_engine::find(fight, name));
        match mount.filter(|mount| *mount != rider) {
            Some(mount) => {
                let at = fight.one(mount).at;
                let one = fight.one_mut(rider);
                one.rides = Some(mount);
                one.at = at;
            }
            None => problems.push(
                Problem::at(&value.place, format!("{} rides nobody who is there", fight.label(rider)))
                    .help("name another combatant: rides = \"Nag\""),
            ),
        }
    }
}

/// `totem` names another combatant of the same side whose totem somebody holds, too.
fn share_totems(fight: &mut Fight, holders: Vec<(Who, Placed<Value>)>, problems: &mut Vec<Problem>) {
    for (holder, value) in holders {
        let owner = value.value.as_text().and_then(|name| quintain_engine::find(fight, name));
        match owner.filter(|owner| *owner != holder) {
            Some(owner) => fight.one_mut(holder).totem = Some(owner),
            None => problems.push(
                Problem::at(&value.place, format!("{} shares the totem of nobody who is there", fight.label(holder)))
                    .help("name another combatant: totem = \"Aybars\""),
            ),
        }
    }
}

/// Nobody in a wall, off the map or on somebody else's square, footprints included.
fn check_places(fight: &Fight, places: &[Place], problems: &mut Vec<Problem>) {
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
