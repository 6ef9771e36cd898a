//! From an encounter to a sound fight: names resolved, values checked, everyone in roster order.

mod carried;

use std::sync::Arc;

use quintain_content::{CombatantSpec, Encounter, Entry, Placed, Problem, Problems, nearest};
use quintain_engine::{Shared, Side, Who};
use quintain_field::Square;

use crate::arm::{Amount, Arm, ArmId, Deals};
use crate::book::Keyword;
use crate::book::{AttackEntry, Book, CreatureEntry, DealsEntry, WeaponEntry};
use crate::combatant::{Combatant, GuState, Limbs, MOST_ARMS, MOST_GU, MOST_WORN, Owned, Track};
use crate::condition::Conditions;
use crate::fight::{Fight, Stage, Turn};
use crate::house::House;
use crate::kinds::{Part, Size};
use crate::setting::{Armor, Ground, Hostility, Setting, Template};
use quintain_engine::Few;

/// The parts of a human body that one may aim at.
const HUMAN: [Part; 5] = [Part::Head, Part::Torso, Part::Arm, Part::Hand, Part::Leg];

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
    let mut fight = Fight {
        setting: Shared::new(setting),
        round: 0,
        stage: Stage::Start,
        cast,
        order: Vec::new(),
        turn: Turn::of(Who(0)),
        later: Vec::new(),
        arriving: Vec::new(),
        outcome: None,
        zones: Vec::new(),
        lights: quintain_engine::Lights::default(),
        radiates: false,
        draws: false,
        notes: crate::notes::Notes::default(),
        scratch: crate::scratch::Scratch::default(),
    };
    for (who, ready) in fight.everyone().zip(ready) {
        crate::values::make_sound(&mut fight, who);
        let surprised = fight.one(who).is(crate::condition::Condition::Surprised);
        if !ready {
            fight.one_mut(who).reactions = if surprised { 0 } else { crate::rules::turns::reactions_of(&fight, who) };
        }
    }
    fight.draws = fight.everyone().any(|who| fight.has_drawing_gu(who));
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
    let armors: Vec<Armor> = book
        .armors
        .iter()
        .map(|entry| Armor {
            id: entry.id.clone(),
            name: entry.value.name.clone(),
            dt: entry.value.dt,
            hp: entry.value.hp,
            dodge: entry.value.dodge,
            movement: entry.value.movement,
            in_hand: entry.value.in_hand,
            size: entry.value.size,
        })
        .collect();
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
        armors,
        riders,
        names: Vec::new(),
        hostile,
        sides,
        house,
        ground,
    }
}

fn deals(entries: &[DealsEntry]) -> Few<Deals, 3> {
    let part = |entry: &DealsEntry| Deals {
        damage: entry.damage,
        amount: Amount { count: entry.dice, sides: entry.sides, plus: entry.plus },
    };
    entries.iter().map(part).collect()
}

fn weapon(entry: &Entry<WeaponEntry>) -> Arm {
    let weapon = &entry.value;
    Arm {
        id: entry.id.clone(),
        name: weapon.name.clone(),
        deals: deals(&weapon.deals),
        deals_two_handed: deals(&weapon.two_handed),
        reach: weapon.reach,
        hands: weapon.hands,
        versatile: weapon.hands == 1 && !weapon.two_handed.is_empty(),
        ranged: weapon.ranged,
        thrown: deals(&weapon.thrown),
        natural: false,
        piercing: weapon.piercing,
        riders: None,
        hp: weapon.hp,
        size: weapon.size,
        dive: Few::new(),
        worn: None,
        tilt: 0,
    }
}

fn natural(id: &str, attack: &AttackEntry, riders: Option<u16>) -> Arm {
    Arm {
        id: format!("{id}.{}", attack.name),
        name: attack.name.clone(),
        deals: deals(&attack.deals),
        deals_two_handed: Few::new(),
        reach: attack.reach,
        hands: 0,
        versatile: false,
        ranged: attack.ranged,
        thrown: Few::new(),
        natural: true,
        piercing: false,
        riders,
        hp: 0,
        size: Size::Small,
        dive: deals(&attack.dive),
        worn: attack.worn.as_ref().map(|worn| (worn.hp, deals(&worn.deals))),
        tilt: attack.tilt,
    }
}

/// The attacks that Gu give, behind the weapons.
fn gu_arms(book: &Book, arms: &mut Vec<Arm>, riders: &mut Vec<Vec<crate::book::Rider>>) -> Vec<(u16, ArmId)> {
    let mut all = Vec::new();
    for (gu, entry) in book.gus.iter().enumerate() {
        for power in &entry.value.powers {
            let crate::book::Power::Attack(attack) = power else { continue };
            let place = (!attack.riders.is_empty()).then(|| {
                riders.push(attack.riders.clone());
                (riders.len() - 1) as u16
            });
            all.push((gu as u16, ArmId(arms.len() as u16)));
            arms.push(natural(&entry.id, attack, place));
        }
    }
    all
}

fn template(
    book: &Book,
    entry: &Entry<CreatureEntry>,
    arms: &mut Vec<Arm>,
    riders: &mut Vec<Vec<crate::book::Rider>>,
) -> Template {
    let creature = &entry.value;
    let first = arms.len();
    for attack in &creature.attack {
        let place = (!attack.riders.is_empty()).then(|| {
            riders.push(attack.riders.clone());
            (riders.len() - 1) as u16
        });
        arms.push(natural(&entry.id, attack, place));
    }
    let named = |name: &String| {
        let place = creature.attack.iter().position(|attack| attack.name == *name);
        place.map(|place| ArmId((first + place) as u16))
    };
    let beast = creature.perseverance.is_none();
    let arms_of_own = creature.arms.unwrap_or(if beast { 0 } else { 2 });
    let parts = creature.parts.clone().unwrap_or_else(|| {
        let fits = |part: &Part| match part {
            Part::Arm | Part::Hand => arms_of_own > 0,
            _ => true,
        };
        let mut all: Vec<Part> = HUMAN.into_iter().filter(fits).collect();
        all.extend(creature.flies.map(|_| Part::Wing));
        if creature.bodiless { Vec::new() } else { all }
    });
    let places = |ids: &[String], known: &dyn Fn(&String) -> Option<usize>| -> Vec<usize> {
        ids.iter().filter_map(known).collect()
    };
    let weapons = places(&creature.weapons, &|id| book.weapons.iter().position(|entry| entry.id == *id));
    let wears = places(&creature.wears, &|id| book.armors.iter().position(|entry| entry.id == *id));
    Template {
        id: entry.id.clone(),
        name: creature.name.clone(),
        player: creature.player,
        size: creature.size,
        hp: creature.hp,
        soul: creature.soul,
        scores: creature.scores(),
        perseveres: !beast,
        movement: creature.movement,
        flight: creature.flies.map(|flies| (flies.speed, flies.maneuvers)),
        activations: creature.activations,
        rank: creature.rank,
        essence: creature.essence,
        luck: creature.luck,
        stones: creature.stones,
        weight: creature.weight,
        aquatic: creature.aquatic,
        bodiless: creature.bodiless,
        arms: arms_of_own,
        parts,
        cr_rank: if creature.cr >= 10 { creature.cr / 10 } else { 0 },
        natural: (first..first + creature.attack.len()).map(|place| ArmId(place as u16)).collect(),
        together: creature.together.iter().map(|list| list.iter().filter_map(named).collect()).collect(),
        weapons: weapons.into_iter().map(|place| ArmId(place as u16)).collect(),
        wears: wears.into_iter().map(|place| place as u8).collect(),
        entry: creature.clone(),
    }
}

/// A fresh combatant of a template.
pub(crate) fn combatant(setting: &Setting, place: u16, side: Side) -> Combatant {
    let template = &setting.templates[usize::from(place)];
    let mut one = Combatant {
        template: place,
        side,
        player: template.player,
        hp: Track::full(template.hp),
        own_hp: None,
        size: template.size,
        soul: Track::full(template.soul.unwrap_or(0)),
        has_soul: template.soul.is_some(),
        essence: Track::full(template.essence),
        essence_parts: 0,
        luck: template.luck,
        stones: template.stones,
        scores: template.scores,
        movement: template.movement,
        cognition_lost: 0,
        conditions: Conditions::default(),
        bleeding: 0,
        fire_rank: 0,
        blow: None,
        lasting: Few::new(),
        injured: Limbs::default(),
        perseverance_tokens: 0,
        predicament_tokens: 0,
        arms: Few::new(),
        in_hand: Few::new(),
        two_handed: false,
        worn: Few::new(),
        gu: Few::new(),
        reactions: 2,
        held: None,
        at: Square::new(0, 0),
        height: 0,
        airborne: false,
        climbing: false,
        fallen: 0,
        held_by: None,
        airless: 0,
        soul_lost: 0,
        wild_used: false,
        acted: false,
        initiative: 0,
        called: None,
        dealt: 0,
        taken: 0,
    };
    one.arms.extend(template.weapons.iter().chain(&template.natural).copied());
    one.worn.extend(template.wears.iter().map(|place| (*place, setting.armors[usize::from(*place)].hp)));
    take_in_hand(setting, template, &mut one);
    let entry = &template.entry;
    for word in entry.gu.iter().chain(&entry.killer_moves).chain(&entry.talents) {
        let vital = entry.vital.as_ref() == Some(word) && !one.gu.iter().any(|owned| owned.vital);
        if let Some(owned) = owned(setting, word, vital) {
            one.gu.push(owned);
            toughen(setting, &mut one, owned);
        }
    }
    one
}

/// Hit points that a carving or talent gives from the beginning.
fn toughen(setting: &Setting, one: &mut Combatant, owned: Owned) {
    if owned.state != GuState::Carved {
        return;
    }
    for power in &setting.book.gus[usize::from(owned.gu)].value.powers {
        let more = match power {
            crate::book::Power::HitPoints(more) => *more,
            crate::book::Power::Tough => one.scores[crate::kinds::Score::Fortitude as usize],
            _ => 0,
        };
        one.hp.max = one.hp.max.saturating_add(more);
        one.hp.now = one.hp.now.saturating_add(more);
    }
}

/// The weapons carried go into the hands as far as there are hands; a single one that may is held in two.
fn take_in_hand(setting: &Setting, template: &Template, one: &mut Combatant) {
    let shields = one.worn.iter().filter(|(place, _)| setting.armors[usize::from(*place)].in_hand).count() as u8;
    let mut free = template.arms.saturating_sub(shields);
    one.in_hand.clear();
    for arm in &one.arms {
        let arm_of = &setting.arms[usize::from(arm.0)];
        if arm_of.natural || arm_of.hands > free || arm_of.hands == 0 {
            continue;
        }
        free -= arm_of.hands;
        one.in_hand.push(*arm);
    }
    let only = one.in_hand.first().filter(|_| one.in_hand.len() == 1);
    one.two_handed = free > 0 && only.is_some_and(|arm| setting.arms[usize::from(arm.0)].versatile);
}

/// A Gu or killer move by its word in a pack: an id, with a rank where there are several.
fn owned(setting: &Setting, word: &str, vital: bool) -> Option<Owned> {
    let (id, rank) = gu_word(word);
    let gus = &setting.book.gus;
    let place = gus.iter().position(|entry| entry.id == id)?;
    let entry = &gus[place].value;
    let rank = rank.unwrap_or(entry.lowest());
    let state = if entry.has(Keyword::Dao) { GuState::Carved } else { GuState::Idle };
    let hp = Track::full(entry.hp.at(entry.place(rank)));
    let uses = entry.expendable.unwrap_or(u8::MAX);
    Some(Owned { gu: place as u16, rank, hp, state, vital, uses, stopped: false, store: 0, lent: None })
}

/// The id and the rank in a word such as `fish-scales 3`.
pub(crate) fn gu_word(word: &str) -> (&str, Option<u8>) {
    match word.trim().rsplit_once(' ') {
        Some((id, rank)) => (id.trim(), rank.parse().ok()),
        None => (word.trim(), None),
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
    if let Some(place) = setting.armors.iter().position(|armor| armor.id == word) {
        let added = one.worn.push((place as u8, setting.armors[place].hp)).then_some(());
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
        one.gu.push(owned).then_some(()).ok_or_else(full(MOST_GU, "Gu, killer moves and talents"))?;
        toughen(setting, one, owned);
        return Ok(());
    }
    let known = setting.arms.iter().filter(|arm| !arm.natural).map(|arm| arm.id.as_str());
    let known = known.chain(setting.armors.iter().map(|armor| armor.id.as_str()));
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
