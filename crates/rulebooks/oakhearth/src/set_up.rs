//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order and in place.

use std::sync::Arc;

use arrayvec::ArrayVec;
use quintain_content::{
    Combatant as Named, CombatantSpec, Encounter, Place, Placed, Problem, Problems, Value, nearest,
};
use quintain_engine::clock::Alternation;
use quintain_engine::{Event, Shared, Side, Table, Who};
use quintain_field::{Cover, Footprint, Map, OpenSteps, Square, SquareSet, Walls};

use crate::book::{Book, Effect, Feature, Size};
use crate::combatant::{Combatant, Hand, TurnUse};
use crate::fight::{Fight, Scratch, Stage};
use crate::house::House;
use crate::muster::Muster;
use crate::rules::attack::Weighed;
use crate::rules::light::Light;
use crate::rules::{shields, spells};
use crate::setting::{Setting, Table as Kept, UNARMED};
use crate::statuses::Statuses;
use crate::tactics::Prospects;
use crate::values;
use crate::watch::Watch;

/// Columns and rows of the field where an encounter gives no map.
const OPEN: (u16, u16) = (24, 24);

/// The value that says whom a combatant rides when the fight begins.
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
    setting.clear = clear(&map);
    setting.unblocked = map.bounds().squares().all(|square| !map.blocks_movement(square));
    let plain = |name: &str| !crate::fight::hard(name) && name != crate::fight::DEEP;
    setting.even = map.bounds().squares().all(|square| map.terrain_name(square).is_none_or(plain));
    let heights = || map.bounds().squares().map(|square| map.ground(square));
    let bright = |name: &str| Light::named(name) == Light::Bright;
    setting.bright = map.bounds().squares().all(|square| map.terrain_name(square).is_none_or(bright));
    setting.flat = heights().max() == heights().min();
    setting.open = OpenSteps::of(&map, Walls::KeepCorners);
    setting.hard = ground(&map, |name| name != crate::fight::DEEP && crate::fight::hard(name));
    setting.deep = ground(&map, |name| name == crate::fight::DEEP);
    let mut cast = Vec::new();
    let mut places = Vec::new();
    let mut faulty: Vec<usize> = Vec::new();
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named).filter(|_| !faulty.contains(&named.spec)) else { continue };
        let (before, named_spec) = (problems.len(), named.spec);
        if let Some(one) = member(&mut setting, spec, &mut problems) {
            let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            places.push((one, named, place));
        }
        if problems.len() > before {
            faulty.push(named_spec);
        }
    }
    for (one, named, place) in places {
        setting.names.push(named.name.clone());
        cast.push(stand(&map, &cast, one, &named, &place, &mut problems));
    }
    for named in encounter.expand() {
        let Some(spec) = encounter.spec(&named).filter(|_| problems.is_empty()) else { continue };
        if let Some((_, beast)) = spec.set.iter().find(|(key, _)| key.value == RIDES)
            && let Err(problem) = in_the_saddle(&setting, &mut cast, &named, beast)
        {
            problems.push(problem);
        }
    }
    setting.callable = callable(&setting);
    setting.sort_abilities();
    if cast.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    let sequence = (0..setting.sides.len() as u8).map(Side).collect();
    Ok(Fight {
        watch: Watch::of(&setting, &cast),
        weighed: Weighed::default(),
        prospects: Prospects::default(),
        muster: Muster::of(cast.len()),
        setting: Shared::new(setting),
        map: Shared::new(map),
        round: 0,
        stage: Stage::Start,
        order: Alternation::default(),
        sequence,
        cast,
        owner: None,
        depth: 0,
        carried_penalty: None,
        prepaid: None,
        pooled: 0,
        leaving: None,
        came: None,
        zones: Vec::new(),
        castings: ArrayVec::new(),
        fuses: ArrayVec::new(),
        lit: ArrayVec::new(),
        floor: Vec::new(),
        stealth: Vec::new(),
        outcome: None,
        scratch: Scratch::default(),
    })
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

/// The Spaces of a map whose terrain is of some kind.
fn ground(map: &Map, kind: impl Fn(&str) -> bool) -> SquareSet {
    let mut all = SquareSet::for_map(map);
    for square in map.bounds().squares().filter(|square| map.terrain_name(*square).is_some_and(&kind)) {
        all.insert(square);
    }
    all
}

/// Whether nothing on a map stands in the way of sight.
fn clear(map: &Map) -> bool {
    let flat = |square: Square| {
        !map.blocks_sight(square)
            && map.cover(square) == Cover::None
            && map.ground(square) == map.ground(Square::new(0, 0))
    };
    map.bounds().squares().all(flat) && map.edges().next().is_none()
}

fn member(setting: &mut Setting, spec: &CombatantSpec, problems: &mut Vec<Problem>) -> Option<Combatant> {
    let Some(template) = setting.creature(&spec.is.value) else {
        let known: Vec<String> = setting.templates.iter().map(|template| template.id.clone()).collect();
        problems.push(Problem::no_such("creature", &spec.is, known.iter().map(String::as_str)));
        return None;
    };
    let side = setting.sides.iter().position(|side| *side == spec.side.value).unwrap_or(0);
    let mut one = combatant(setting, template, Side(side as u8));
    for id in &spec.with {
        if let Err(problem) = give(setting, &mut one, id) {
            problems.push(problem);
        }
    }
    one.max_ap = (one.max_ap - shields::armor_ap(setting, &setting.templates[usize::from(one.template)])).max(0);
    for (key, value) in &spec.set {
        if let Err(problem) = set(setting, &mut one, key, value) {
            problems.push(problem);
        }
    }
    one.ap = one.ap.min((one.max_ap - one.stunned()).max(0));
    Some(one)
}

/// `set` of an encounter: what is carried, or a value.
fn set(setting: &mut Setting, one: &mut Combatant, key: &Placed<String>, value: &Placed<Value>) -> Result<(), Problem> {
    let ids = |value: &Placed<Value>| -> Result<Vec<Placed<String>>, Problem> {
        let wrong = || Problem::at(&value.place, format!("{} is a list of ids, such as [\"longsword\"]", key.value));
        let list = value.value.as_list().ok_or_else(wrong)?;
        let id = |item: &Placed<Value>| item.value.as_text().map(|id| Placed::new(id.to_owned(), item.place.clone()));
        list.iter().map(|item| id(item).ok_or_else(wrong)).collect()
    };
    match key.value.as_str() {
        "weapons" => {
            one.carried.clear();
            one.hands = [Hand::Empty; 2];
            if one.shield.is_some() {
                one.hands[1] = Hand::Shield;
            }
            for id in ids(value)? {
                give(setting, one, &id)?;
            }
            Ok(())
        }
        "items" => {
            one.items.clear();
            ids(value)?.iter().try_for_each(|id| give(setting, one, id))
        }
        "spells" | "maneuvers" | "techniques" | "actions" => {
            let mut template = setting.templates[usize::from(one.template)].clone();
            let table = match key.value.as_str() {
                "spells" => Kept::Spell,
                "maneuvers" => Kept::Maneuver,
                "techniques" => Kept::Technique,
                _ => Kept::Action,
            };
            template.abilities.retain(|ability| setting.abilities[usize::from(*ability)].table != table);
            for id in ids(value)? {
                let Some(ability) = setting.ability(table, &id.value) else {
                    let all = setting.abilities.iter().filter(|known| known.table == table);
                    let known: Vec<&str> = all.map(|known| known.id.as_str()).collect();
                    return Err(Problem::no_such(key.value.trim_end_matches('s'), &id, known));
                };
                template.abilities.push(ability);
            }
            setting.add_followers(&mut template.abilities);
            one.template = setting.templates.len() as u16;
            setting.templates.push(template);
            Ok(())
        }
        // Whom it rides is settled when everybody has a place.
        RIDES => Ok(()),
        _ => values::set_at_start(one, key, value),
    }
}

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let entry = &template.entry;
    let four = entry.attributes;
    let attributes = [four.might, four.dexterity, four.intelligence, four.charisma];
    let proficiency = 1 + entry.level as i8 / 2;
    let armor = template.armor.and_then(|armor| setting.armors.get(usize::from(armor)));
    let shield = template.shield.and_then(|place| setting.shields.get(usize::from(place)).map(|known| (place, known)));
    let with_shield = shield.map_or(0, |(_, shield)| shield.ac);
    let bare = 8 + proficiency + four.dexterity + armor.map_or(0, |armor| armor.ac);
    let skills = entry.skills;
    let mut one = Combatant {
        template: place,
        side,
        hero: entry.hero,
        special: false,
        attributes,
        level: entry.level,
        size: entry.size,
        hp: entry.hp,
        max_hp: entry.hp,
        temp: 0,
        ap: entry.ap,
        max_ap: entry.ap,
        mp: entry.mp,
        max_mp: entry.mp,
        sp: entry.sp,
        max_sp: entry.sp,
        ac: entry.ac.map_or(bare, |ac| ac - with_shield),
        pb: entry.pb.unwrap_or(armor.map_or(0, |armor| armor.pb)),
        speed: entry.speed - armor.map_or(0, |armor| armor.slower),
        senses: entry.senses,
        attack: entry.attack,
        dc: entry.dc,
        initiative: entry.initiative,
        skills: [
            skills.athletics,
            skills.intimidation,
            skills.acrobatics,
            skills.sleight_of_hand,
            skills.stealth,
            skills.medicine,
            skills.insight,
            skills.perception,
        ],
        martial: entry.martial,
        spellcasting: entry.spellcasting,
        at: None,
        height: 0,
        hands: [Hand::Empty; 2],
        shield: shield.map(|(place, shield)| (place, shield.hp)),
        carried: ArrayVec::new(),
        unloaded: ArrayVec::new(),
        items: template.items.iter().copied().take(8).collect(),
        statuses: Statuses::default(),
        boons: ArrayVec::new(),
        help: ArrayVec::new(),
        held: ArrayVec::new(),
        turn: TurnUse::default(),
        moves: 0,
        movement: 0,
        disengage: 0,
        dodge: 0,
        hidden_from: 0,
        rolled: 0,
        breath: None,
        gasps: 0,
        stable: false,
        knocked_out: false,
        woken: false,
        spent: 0,
        concentration: None,
        last_shot: None,
        used: [0; 3],
        mount: None,
        summoner: None,
        kept: false,
        shape: None,
        hit_in: 0,
        from_round: 0,
        dead: false,
        gone: false,
        dealt: 0,
        taken: 0,
        called: None,
    };
    if one.shield.is_some() {
        one.hands[1] = Hand::Shield;
    }
    let most = entry.in_hand.map_or(usize::MAX, usize::from);
    for (count, weapon) in template.weapons.iter().take(10).enumerate() {
        one.carried.push(*weapon);
        if count < most {
            take(setting, &mut one, *weapon);
        }
    }
    one
}

/// Takes a weapon in hand where there is room: in both hands where it needs them.
fn take(setting: &Setting, one: &mut Combatant, weapon: u16) {
    let arm = &setting.weapons[usize::from(weapon)];
    if arm.natural() {
        return;
    }
    if arm.two_handed() {
        if one.hands == [Hand::Empty; 2] {
            one.hands = [Hand::Weapon(weapon), Hand::Same];
        }
        return;
    }
    let armed = one.hands.iter().any(|hand| matches!(hand, Hand::Weapon(_)));
    let second_shoots = armed && arm.range.is_some();
    if let Some(free) = one.hands.iter().position(|hand| *hand == Hand::Empty).filter(|_| !second_shoots) {
        one.hands[free] = Hand::Weapon(weapon);
    }
}

/// Puts a suit of armour on, in place of the one that is worn.
fn wear(setting: &mut Setting, one: &mut Combatant, place: usize) {
    let mut template = setting.templates[usize::from(one.template)].clone();
    if let Some(old) = template.armor.and_then(|worn| setting.armors.get(usize::from(worn))) {
        one.ac -= old.ac;
        one.pb = (one.pb - old.pb).max(0);
        one.speed += old.slower;
    }
    let armor = &setting.armors[place];
    one.ac += armor.ac;
    one.pb = one.pb.max(armor.pb);
    one.speed -= armor.slower;
    template.armor = Some(place as u8);
    one.template = setting.templates.len() as u16;
    setting.templates.push(template);
}

/// `with`: a weapon, a shield, a suit of armour or an item more.
fn give(setting: &mut Setting, one: &mut Combatant, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = || Problem::at(&id.place, format!("{word} is one thing too many to carry"));
    let book = Arc::clone(&setting.book);
    if let Some(weapon) = setting.weapon(word).filter(|weapon| *weapon != UNARMED) {
        one.carried.try_push(weapon).map_err(|_| full())?;
        take(setting, one, weapon);
        return Ok(());
    }
    if let Some(place) = book.shields.iter().position(|known| known.id == word) {
        one.shield = Some((place as u8, setting.shields[place].hp));
        one.hands[1] = Hand::Shield;
        return Ok(());
    }
    if let Some(place) = book.armors.iter().position(|known| known.id == word) {
        wear(setting, one, place);
        return Ok(());
    }
    if let Some(place) = book.items.iter().position(|known| known.id == word) {
        return one.items.try_push(place as u8).map_err(|_| full());
    }
    let all = book.weapons.iter().map(|known| known.id.as_str());
    let all = all.chain(book.shields.iter().map(|known| known.id.as_str()));
    let all = all.chain(book.armors.iter().map(|known| known.id.as_str()));
    let all = all.chain(book.items.iter().map(|known| known.id.as_str()));
    let near = nearest(word, all).map(|near| format!("the nearest name is `{near}`"));
    let what = format!("no weapon, shield, armour or item is called `{word}`");
    Err(Problem { help: near, ..Problem::at(&id.place, what) })
}

/// Puts somebody where it stands, or where there is room: without a square of its own in the row of its side.
fn stand(
    map: &Map,
    cast: &[Combatant],
    mut one: Combatant,
    named: &Named,
    place: &Place,
    problems: &mut Vec<Problem>,
) -> Combatant {
    let body = Footprint::square(one.size.across());
    let free = |at: Square| {
        let span = body.at(at);
        map.has_room(span)
            && !cast.iter().any(|other| {
                other.at.is_some_and(|square| Footprint::square(other.size.across()).at(square).overlaps(span))
            })
    };
    match &named.at {
        Some(at) if free(at.value) => one.at = Some(at.value),
        Some(at) => {
            let problem = Problem::at(place, format!("{} has no room at {}", named.name, at.value));
            problems.push(problem.help("walls, the edge of the map and others leave no room for its size"));
        }
        None => {
            let column = map.width() as i16 / 2 - 1 + one.side.0 as i16;
            let row = map.depth() as i16 / 2;
            let mut squares: Vec<Square> = map.bounds().squares().filter(|square| free(*square)).collect();
            squares.sort_by_key(|square| {
                let wrong = if one.side.0 == 0 { square.x > column } else { square.x < column };
                ((square.x - column).abs() + (square.y - row).abs(), wrong, square.y < row, square.y, square.x)
            });
            one.at = squares.first().copied();
            if one.at.is_none() {
                problems.push(Problem::at(place, format!("there is no room left for {}", named.name)));
            }
        }
    }
    one
}

/// Puts somebody on the mount that the encounter names for it.
fn in_the_saddle(
    setting: &Setting,
    cast: &mut [Combatant],
    named: &Named,
    beast: &Placed<Value>,
) -> Result<(), Problem> {
    let at = |name: &str| setting.names.iter().position(|known| known.eq_ignore_ascii_case(name));
    let wrong = |what: String| Problem::at(&beast.place, what);
    let name = beast.value.as_text().ok_or_else(|| wrong(format!("{RIDES} is the name of a mount")))?;
    let (Some(who), Some(mount)) = (at(&named.name), at(name)) else {
        let near = nearest(name, setting.names.iter().map(String::as_str));
        let help = near.map(|near| format!("the nearest name is `{near}`"));
        return Err(Problem { help, ..wrong(format!("nobody in this encounter is called `{name}`")) });
    };
    let (rider, carrier) = (&cast[who], &cast[mount]);
    let tame = setting.templates[usize::from(carrier.template)].has(&Feature::Mount) && carrier.side == rider.side;
    let small = rider.size <= Size::Small && who != mount;
    let taken = cast.iter().any(|other| other.mount.is_some_and(|known| known.index() == mount));
    match () {
        () if !tame => return Err(wrong(format!("{name} is no mount of the side of {}", named.name))),
        () if !small => return Err(wrong(format!("{} is too large to ride {name}", named.name))),
        () if taken => return Err(wrong(format!("somebody rides {name} already"))),
        () => {}
    }
    let (square, height) = (carrier.at, carrier.height);
    let rider = &mut cast[who];
    rider.mount = Some(Who(mount as u16));
    rider.at = square;
    rider.height = height;
    Ok(())
}

/// Somebody joins in the middle of a fight, called by another: it acts from the next round on.
pub(crate) fn join<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    template: u16,
    by: Who,
    point: Square,
    kept: bool,
) {
    let side = fight.one(by).side;
    let Some(who) = add(fight, template, side, None, Some(point)) else { return };
    let caller = fight.one(by);
    let (attributes, level, attack, dc) = (caller.attributes, caller.level, caller.attack, caller.dc);
    let ac = 8 + (caller.proficiency() + caller.prime()) as i8;
    let from = fight.round + 1;
    let one = fight.one_mut(who);
    one.summoner = Some(by);
    one.kept = kept;
    one.attributes = attributes;
    one.level = level;
    one.attack = attack;
    one.dc = dc;
    one.ac = ac;
    one.from_round = from;
    table.tell(|| {
        let text = format!("{} comes at the call of {}", fight.label(who), fight.label(by));
        Event::new(&spells::KIND, text).by(by).to(who)
    });
}

/// Adds somebody at a Space or next to it; nobody where there is no room.
pub(crate) fn add(
    fight: &mut Fight,
    template: u16,
    side: Side,
    name: Option<String>,
    at: Option<Square>,
) -> Option<Who> {
    let mut one = combatant(&fight.setting, template, side);
    let body = Footprint::square(one.size.across());
    let room = |square: Square| {
        let span = body.at(square);
        fight.map.has_room(span) && span.squares().all(|square| fight.standing_on(square).is_none())
    };
    let middle = at.unwrap_or_else(|| Square::new(fight.map.width() as i16 / 2, fight.map.depth() as i16 / 2));
    let nearest = fight.map.bounds().squares().filter(|square| room(*square)).min_by_key(|square| {
        let (dx, dy) = ((square.x - middle.x).abs(), (square.y - middle.y).abs());
        (dx.max(dy), dx + dy, square.y, square.x)
    });
    one.at = Some(nearest?);
    let who = Who(fight.cast.len() as u16);
    let earlier = fight.cast.iter().filter(|other| other.called.is_some_and(|(kind, _)| kind == template)).count();
    match name {
        None if fight.setting.called(template, earlier).is_some() => one.called = Some((template, earlier as u8)),
        given => {
            let plain = || fight.setting.templates[usize::from(template)].entry.name.clone();
            let name = given.unwrap_or_else(plain);
            let names = &mut fight.setting.change().names;
            names.resize(who.index(), String::new());
            names.push(name);
        }
    }
    fight.watch.note(who, &one, &fight.setting);
    fight.cast.push(one);
    fight.forget_blows();
    fight.muster.resize(fight.cast.len());
    Some(who)
}

/// The names of those who can be called in this fight: made ready, so that a call makes none.
fn callable(setting: &Setting) -> Vec<(u16, Vec<String>)> {
    let mut all: Vec<(u16, Vec<String>)> = Vec::new();
    let steps = |ability: &crate::setting::Ability| {
        let more = ability.entry.enhance.iter().flat_map(|more| more.does.clone());
        ability.entry.does.iter().cloned().chain(more).collect::<Vec<_>>()
    };
    for step in setting.abilities.iter().flat_map(steps) {
        let Effect::Summon { creature, .. } = &step.effect else { continue };
        let Some(template) = setting.creature(creature).filter(|one| all.iter().all(|(known, _)| known != one)) else {
            continue;
        };
        let name = &setting.templates[usize::from(template)].entry.name;
        let before = setting.names.iter().filter(|known| known.starts_with(name.as_str())).count();
        all.push((template, (1..=MOST_CALLED).map(|number| format!("{name} {}", before + number)).collect()));
    }
    all
}

/// The most of one kind who are called in one fight under a name made ready.
const MOST_CALLED: usize = 16;
