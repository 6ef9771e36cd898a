//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

use std::sync::Arc;

use quintain_content::{CombatantSpec, Encounter, Entry, Placed, Problem, Problems, Value, nearest, shared_squares};
use quintain_engine::{Shared, Side, Who};
use quintain_field::{Diagonal, Footprint};

use crate::arm::{Arm, ArmId, Blast, Reaching, UNARMED};
use crate::book::{Book, CreatureEntry, God, Special, Worn};
use crate::cast::Cast;
use crate::combatant::{Combatant, Known, Score};
use crate::condition::{Condition, Conditions};
use crate::declaration::Declaration;
use crate::few::Few;
use crate::fight::{Fight, Phases, SideState, Stage};
use crate::ground::Ground;
use crate::house::{House, MapDiagonal, MapMode};
use crate::setting::{Armor, Hostility, Setting, Template};

/// How far a shot reaches where the packs give no end: as far as one sees.
const AS_FAR_AS_ONE_SEES: u16 = u16::MAX;

/// Names kept ready for whoever rises or is called in the middle of a fight.
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
    members.sort_by_key(|member| class(&setting, &members_heroic(&setting, encounter), member));
    mount(encounter, &mut members, &mut problems);
    check_places(&setting, &members, &mut problems);
    if members.is_empty() && problems.is_empty() {
        problems.push(Problem::general("an encounter needs at least one combatant"));
    }
    if !problems.is_empty() {
        return Err(problems.into_iter().collect());
    }
    Ok(assemble(&mut setting, members))
}

struct Member {
    name: String,
    combatant: Combatant,
    place: quintain_content::Place,
}

fn assemble(setting: &mut Setting, members: Vec<Member>) -> Fight {
    let mut sides: Vec<SideState> = setting.sides.iter().map(|_| SideState::default()).collect();
    let mut cast = Vec::with_capacity(members.len());
    setting.names.clear();
    for member in members {
        sides[member.combatant.side.index()].began += 1;
        setting.names.push(member.name);
        cast.push(member.combatant);
    }
    let heroic = |side: usize| cast.iter().any(|one: &Combatant| one.hero && one.side.index() == side);
    setting.heroic = (0..sides.len()).map(heroic).collect();
    setting.heroes_everywhere =
        setting.hostile.pairs().any(|(one, other)| heroic(one.index()) && heroic(other.index()));
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
        scratch: crate::phase::Scratch::default(),
    };
    // Whoever begins the fight dying has a clock that runs.
    for who in fight.everyone() {
        crate::values::make_sound(&mut fight, who);
    }
    fight.look_around();
    fight
}

/// Names for those who may rise, so that simulations make none up while they run.
fn keep_names_ready(setting: &mut Setting, cast: &[Combatant]) {
    let sown = cast.iter().find_map(|one| {
        setting.templates[usize::from(one.template)].special.iter().find_map(|special| match special {
            Special::Sows { creature } => Some(creature.clone()),
            _ => None,
        })
    });
    let Some(template) = sown.and_then(|id| setting.templates.iter().find(|template| template.id == id)) else {
        return;
    };
    let name = template.name.clone();
    setting.names.extend((1..=SPARE_NAMES).map(|number| format!("{name} {number}")));
}

/// Heroes first, then their allies, then everyone else; each in the order of the encounter.
fn class(setting: &Setting, heroic: &[bool], member: &Member) -> u8 {
    let side = member.combatant.side.index();
    let everywhere = setting.hostile.pairs().any(|(one, other)| heroic[one.index()] && heroic[other.index()]);
    match (member.combatant.hero, heroic[side] && !everywhere) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

fn members_heroic(setting: &Setting, encounter: &Encounter) -> Vec<bool> {
    let mut heroic = vec![false; setting.sides.len()];
    for spec in &encounter.combatants {
        let hero =
            spec.set.iter().rev().find(|(key, _)| key.value == "hero").and_then(|(_, value)| value.value.as_bool());
        let template = setting.templates.iter().find(|template| template.id == spec.is.value);
        let side = setting.sides.iter().position(|side| *side == spec.side.value);
        if let (true, Some(side)) = (hero.unwrap_or(template.is_some_and(|template| template.hero)), side) {
            heroic[side] = true;
        }
    }
    heroic
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
    let diagonal = match house.map_diagonal {
        MapDiagonal::Equal => Diagonal::Equal,
        MapDiagonal::Alternate => Diagonal::Alternate,
    };
    match spec.build() {
        Ok(map) => Some(Ground::new(map, house.feet_per_square.0, diagonal)),
        Err(faults) => {
            problems.extend(faults);
            None
        }
    }
}

fn setting(book: &Arc<Book>, encounter: &Encounter, house: House, mut ground: Option<Ground>) -> Setting {
    let mut arms = vec![Arm::unarmed()];
    arms.extend(book.weapons.iter().map(weapon));
    let armors: Vec<Armor> = book
        .armors
        .iter()
        .map(|entry| Armor {
            id: entry.id.clone(),
            name: entry.value.name.clone(),
            armor: entry.value.armor,
            worn: entry.value.worn,
            slots: entry.value.slots,
        })
        .collect();
    let templates: Vec<Template> = book.creatures.iter().map(|entry| template(book, entry, &mut arms)).collect();
    if let Some(ground) = &mut ground {
        ground.expect(templates.iter().map(Template::footprint));
    }
    let sides: Vec<String> = encounter.side_names().into_iter().map(String::from).collect();
    let are_foes = |one: usize, other: usize| one != other && encounter.are_foes(&sides[one], &sides[other]);
    let hostile = Hostility::new(sides.len(), are_foes);
    let (sorcery, wave) = (ArmId(arms.len() as u16), ArmId(arms.len() as u16 + 1));
    arms.extend([unseen("incantation", 6, None), unseen("wave of Poseidon", 10, Some(Blast::Engaged))]);
    Setting {
        book: Arc::clone(book),
        templates,
        sorcery,
        wave,
        arms,
        armors,
        incantations: book.incantations.iter().map(|entry| entry.value.clone()).collect(),
        items: book.items.iter().map(|entry| entry.value.clone()).collect(),
        names: Vec::new(),
        hostile,
        heroic: vec![false; sides.len()],
        sides,
        house,
        ground,
        heroes_everywhere: false,
    }
}

fn weapon(entry: &Entry<crate::book::WeaponEntry>) -> Arm {
    let weapon = &entry.value;
    Arm {
        id: entry.id.clone(),
        name: weapon.name.clone(),
        die: weapon.die,
        strikes: 1,
        reaching: weapon.reaching,
        reach: weapon.reach,
        sure: weapon.sure,
        far: weapon.far.unwrap_or(AS_FAR_AS_ONE_SEES),
        hands: if weapon.bulky { 2 } else { weapon.hands },
        bulky: weapon.bulky,
        natural: false,
        edged: weapon.edged,
        fire: weapon.fire,
        magical: weapon.magical,
        once: weapon.once,
        blast: weapon.blast,
        enhanced: weapon.enhanced,
        heads: false,
        riders: weapon.riders.iter().copied().collect(),
        slots: weapon.slots,
    }
}

/// What nobody holds in hand: it reaches whoever is in sight.
fn unseen(name: &str, die: u8, blast: Option<Blast>) -> Arm {
    let (sure, far) = (AS_FAR_AS_ONE_SEES, AS_FAR_AS_ONE_SEES);
    let (id, name) = (name.to_owned(), name.to_owned());
    Arm { id, name, die, reaching: Reaching::Missile, sure, far, magical: true, blast, ..Arm::unarmed() }
}

fn natural(id: &str, attack: &crate::book::AttackEntry) -> Arm {
    Arm {
        id: format!("{id}.{}", attack.name),
        name: attack.name.clone(),
        die: attack.die,
        strikes: attack.strikes,
        reaching: attack.reaching,
        reach: attack.reach,
        sure: attack.sure,
        far: attack.far.unwrap_or(AS_FAR_AS_ONE_SEES),
        hands: 0,
        bulky: false,
        natural: true,
        edged: attack.edged,
        fire: attack.fire,
        magical: false,
        once: false,
        blast: attack.blast,
        enhanced: false,
        heads: attack.heads,
        riders: attack.riders.iter().copied().collect(),
        slots: 0,
    }
}

fn places<'a, T>(entries: &'a [Entry<T>], ids: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
    ids.into_iter().filter_map(|id| entries.iter().position(|entry| entry.id == *id)).collect()
}

fn template(book: &Book, entry: &Entry<CreatureEntry>, arms: &mut Vec<Arm>) -> Template {
    let creature = &entry.value;
    let first = arms.len();
    arms.extend(creature.attack.iter().map(|attack| natural(&entry.id, attack)));
    let named = |name: &String| {
        let place = creature.attack.iter().position(|attack| attack.name == *name);
        place.map(|place| ArmId((first + place) as u16))
    };
    let spells = |ids, scroll| places(&book.incantations, ids).into_iter().map(move |place| (place as u8, scroll));
    Template {
        id: entry.id.clone(),
        name: creature.name.clone(),
        hero: creature.hero,
        sta: creature.sta,
        armor: creature.armor,
        scores: [creature.kra, creature.tek, creature.thu],
        speed: creature.speed,
        size: creature.size,
        tags: creature.tags.clone(),
        natural: (first..arms.len()).map(|place| ArmId(place as u16)).collect(),
        together: creature.together.iter().filter_map(|(one, other)| named(one).zip(named(other))).collect(),
        weapons: places(&book.weapons, &creature.weapons).into_iter().map(|place| ArmId(place as u16 + 1)).collect(),
        wears: places(&book.armors, &creature.wears).into_iter().map(|place| place as u8).collect(),
        spells: spells(&creature.scrolls, true).chain(spells(&creature.memorised, false)).collect(),
        gods: God::ALL
            .into_iter()
            .filter(|god| creature.prays.iter().any(|name| name.eq_ignore_ascii_case(god.name())))
            .collect(),
        items: places(&book.items, &creature.items).into_iter().map(|place| place as u8).collect(),
        special: creature.special.clone(),
        detachment: creature.detachment,
        leader: creature.leader,
    }
}

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let heads = template.special.iter().find_map(|special| match special {
        Special::RegrowingHeads { heads } => Some(*heads),
        _ => None,
    });
    let mut one = Combatant {
        template: place,
        side,
        home: side,
        hero: template.hero,
        detachment: template.detachment,
        leader: template.leader,
        sta: Score::full(template.sta),
        scores: template.scores.map(Score::full),
        natural_armor: template.armor,
        worn: template.wears.iter().copied().take(6).collect(),
        shield: false,
        arms: Few::new(),
        in_hand: Few::new(),
        spells: template
            .spells
            .iter()
            .take(8)
            .map(|(incantation, scroll)| Known { incantation: *incantation, scroll: *scroll })
            .collect(),
        items: template.items.iter().copied().take(6).collect(),
        conditions: Conditions::default(),
        effects: Few::new(),
        scars: Few::new(),
        heads: heads.unwrap_or(0),
        cut: 0,
        stumps: 0,
        seared: false,
        fatigue: 0,
        dies_in_round: 0,
        prayer: None,
        at: None,
        rides: None,
        first: false,
        plan: Declaration::default(),
        pooled: 0,
        dealt: 0,
        taken: 0,
        provoked: false,
        spent: 0,
    };
    if template.special.iter().any(|special| matches!(special, Special::OutOfReachAloft)) {
        one.conditions.give(Condition::Aloft);
    }
    let arms: Vec<ArmId> = template.weapons.iter().chain(&template.natural).copied().collect();
    arm(setting, &mut one, &arms);
    one
}

/// What is carried: the first weapon in hand, a second one-handed one beside it, else the shield.
fn arm(setting: &Setting, one: &mut Combatant, arms: &[ArmId]) {
    one.arms = arms.iter().copied().take(9).collect();
    one.arms.push(UNARMED);
    let hands = |arm: &ArmId| setting.arms[usize::from(arm.0)].hands;
    let shield = one.worn.iter().any(|place| setting.armors[usize::from(*place)].worn == Worn::Shield);
    let mut weapons = one.arms.iter().copied().filter(|arm| !setting.arms[usize::from(arm.0)].natural);
    one.in_hand.clear();
    let first = weapons.next();
    one.in_hand.extend(first);
    let full = first.is_some_and(|arm| hands(&arm) > 1);
    one.shield = shield && !full;
    let second = weapons.find(|arm| hands(arm) == 1);
    let scrolls = one.spells.iter().any(|known| known.scroll);
    if let (false, false, Some(_), Some(second), false) = (full, one.shield, first, second, scrolls) {
        one.in_hand.push(second);
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
        if let Some(mut combatant) = member(setting, encounter, spec, problems) {
            combatant.at = named.at.as_ref().map(|at| at.value);
            let place = named.at.as_ref().map_or_else(|| spec.place.clone(), |at| at.place.clone());
            if setting.ground.is_none() {
                combatant.at = None;
            } else if combatant.at.is_none() {
                problems.push(
                    Problem::at(&spec.place, format!("{} stands nowhere", named.name))
                        .help("add at = \"C3\", a square of the map"),
                );
            }
            members.push(Member { name: named.name.clone(), combatant, place });
        }
        if problems.len() > before {
            faulty.push(named.spec);
        }
    }
    if setting.ground.is_some() {
        problems.extend(shared_squares(&encounter.expand()));
    }
    members
}

fn member(
    setting: &Setting,
    encounter: &Encounter,
    spec: &CombatantSpec,
    problems: &mut Vec<Problem>,
) -> Option<Combatant> {
    let _ = encounter;
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
    // Maxima first, so that a current value beside one is held against it.
    let maximum = |key: &str| key.starts_with("max-");
    let (maxima, others): (Vec<_>, Vec<_>) = spec.set.iter().partition(|(key, _)| maximum(key));
    for (key, value) in maxima.iter().copied().chain(others) {
        let bounded = maxima.iter().any(|(known, _)| known.strip_prefix("max-") == Some(key));
        if let Some(done) = equip(setting, &mut one, key, value) {
            problems.extend(done.err());
            continue;
        }
        if let Err(problem) = crate::values::set_at_start(&mut one, key, value, bounded) {
            problems.push(problem);
        }
    }
    Some(one)
}

/// `creature.rider`: `set = { rides = "Pegasos" }` names another combatant.
fn mount(encounter: &Encounter, members: &mut [Member], problems: &mut Vec<Problem>) {
    let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
    for named in encounter.expand() {
        let spec = encounter.spec(&named);
        let ridden = spec.and_then(|spec| spec.set.iter().find(|(key, _)| key.value == "rides"));
        let Some((key, value)) = ridden else { continue };
        let place = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        let mount = value.value.as_text().and_then(place).filter(|mount| names[*mount] != named.name);
        match (place(&named.name), mount) {
            (Some(rider), Some(mount)) => members[rider].combatant.rides = Some(Who(mount as u16)),
            _ => problems.push(
                Problem::at(&key.place, format!("{} rides nobody who is there", named.name))
                    .help("name another combatant: rides = \"Pegasos\""),
            ),
        }
    }
}

/// `with`: a weapon, armour, an incantation by heart, or gear.
fn give(setting: &Setting, one: &mut Combatant, id: &Placed<String>) -> Result<(), Problem> {
    let word = id.value.as_str();
    let full = || Problem::at(&id.place, format!("{word} is one thing too many to carry"));
    if let Some(place) = setting.arms.iter().position(|arm| arm.id == word && !arm.natural) {
        let mut arms: Vec<ArmId> = one.arms.iter().copied().filter(|arm| *arm != UNARMED).collect();
        arms.push(ArmId(place as u16));
        if arms.len() > 9 {
            return Err(full());
        }
        arm(setting, one, &arms);
        return Ok(());
    }
    if let Some(place) = setting.armors.iter().position(|armor| armor.id == word) {
        one.worn.push(place as u8).then_some(()).ok_or_else(full)?;
        let arms: Vec<ArmId> = one.arms.iter().copied().filter(|arm| *arm != UNARMED).collect();
        arm(setting, one, &arms);
        return Ok(());
    }
    if let Some(place) = setting.book.incantations.iter().position(|entry| entry.id == word) {
        let known = Known { incantation: place as u8, scroll: false };
        return one.spells.push(known).then_some(()).ok_or_else(full);
    }
    if let Some(place) = setting.book.items.iter().position(|entry| entry.id == word) {
        return one.items.push(place as u8).then_some(()).ok_or_else(full);
    }
    let known: Vec<&str> = setting
        .arms
        .iter()
        .filter(|arm| !arm.natural)
        .map(|arm| arm.id.as_str())
        .chain(setting.armors.iter().map(|armor| armor.id.as_str()))
        .chain(setting.book.incantations.iter().map(|entry| entry.id.as_str()))
        .chain(setting.book.items.iter().map(|entry| entry.id.as_str()))
        .collect();
    let near = nearest(word, known.iter().copied()).map(|near| format!("the nearest name is `{near}`"));
    let what = format!("no weapon, armour, incantation or gear is called `{word}`");
    Err(Problem { help: near, ..Problem::at(&id.place, what) })
}

/// `set` of what is carried: a list of ids takes the place of what the pack gives. `None` for other keys.
fn equip(
    setting: &Setting,
    one: &mut Combatant,
    key: &Placed<String>,
    value: &Placed<Value>,
) -> Option<Result<(), Problem>> {
    let natural: Vec<ArmId> =
        one.arms.iter().copied().filter(|arm| *arm != UNARMED && setting.arms[usize::from(arm.0)].natural).collect();
    let held: Vec<ArmId> = one.arms.iter().copied().filter(|arm| !setting.arms[usize::from(arm.0)].natural).collect();
    match key.value.as_str() {
        "weapons" => arm(setting, one, &natural),
        "wears" => {
            one.worn.clear();
            one.natural_armor = 0;
            arm(setting, one, &held.into_iter().chain(natural).collect::<Vec<_>>());
        }
        "scrolls" | "memorised" => {
            let scrolls = key.value == "scrolls";
            one.spells.retain(|known| known.scroll != scrolls);
        }
        "items" => one.items.clear(),
        // Who that is shows only once everyone is known.
        "rides" => return Some(Ok(())),
        _ => return None,
    }
    let Some(list) = value.value.as_list() else {
        let what = format!("{} is a list of ids, such as [\"kopis\"]", key.value);
        return Some(Err(Problem::at(&value.place, what)));
    };
    for item in list {
        let Some(word) = item.value.as_text() else {
            return Some(Err(Problem::at(&item.place, format!("{} is a list of ids", key.value))));
        };
        let id = Placed::new(word.to_owned(), item.place.clone());
        if let Err(problem) = give(setting, one, &id) {
            return Some(Err(problem));
        }
        if let (true, Some(known)) = (key.value == "scrolls", one.spells.last_mut()) {
            known.scroll = true;
        }
    }
    Some(Ok(()))
}

/// Nobody in a wall, off the map or on somebody else's square, footprints included.
fn check_places(setting: &Setting, members: &[Member], problems: &mut Vec<Problem>) {
    let Some(ground) = &setting.ground else { return };
    let body = |member: &Member| {
        let (width, depth) = setting.templates[usize::from(member.combatant.template)].size;
        member.combatant.at.map(|at| Footprint::new(width, depth).at(at))
    };
    for (place, member) in members.iter().enumerate() {
        let Some(own) = body(member) else { continue };
        if !ground.map.has_room(own) {
            problems.push(
                Problem::at(&member.place, format!("{} has no room at {own}", member.name))
                    .help("walls and the edge of the map leave no room for its size"),
            );
        }
        let other = members[..place].iter().find(|other| {
            let single = body(other).is_some_and(|span| span.width() == 1 && own.width() == 1 && span == own);
            !single && body(other).is_some_and(|span| span.overlaps(own))
        });
        if let Some(other) = other {
            problems.push(Problem::at(
                &member.place,
                format!("{} and {} stand on the same square", other.name, member.name),
            ));
        }
    }
}

/// Sets one of the values of `set` when the encounter begins; here so that every reader of values has one place.
pub(crate) fn conditions_from(value: &Placed<Value>) -> Result<Vec<Condition>, Problem> {
    let words: Vec<&str> = match &value.value {
        Value::Text(word) => vec![word],
        Value::List(list) => list.iter().filter_map(|item| item.value.as_text()).collect(),
        _ => Vec::new(),
    };
    words
        .into_iter()
        .map(|word| {
            Condition::named(word).ok_or_else(|| {
                let known = Condition::ALL.map(Condition::name);
                let near = nearest(word, known).map(|near| format!("the nearest name is `{near}`"));
                Problem { help: near, ..Problem::at(&value.place, format!("there is no condition `{word}`")) }
            })
        })
        .collect()
}
