//! Fresh combatants of a creature, and those who come in the middle of a fight: called by magic, or brought by the game
//! master.

use quintain_engine::{Event, Minded, Side, Table, Who};
use quintain_field::{Footprint, Square};

use crate::book::Skills;
use crate::combatant::{Combatant, Hand, MOST_CARRIED, MOST_ITEMS, empty_hands};
use crate::fight::{Fight, nearness};
use crate::rules::spells;
use crate::setting::Setting;

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
    let mut one = fight.one_mut(who);
    one.summoner = Some(by);
    one.kept = kept;
    one.attributes = attributes;
    one.level = level;
    one.attack = attack;
    one.dc = dc;
    one.ac = ac;
    one.from_round = from;
    drop(one);
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
    let free = fight.map.bounds().squares().filter(|square| room(*square));
    one.at = Some(free.min_by_key(|square| nearness(middle, *square))?);
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
    fight.muster_all();
    Some(who)
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
    let mut one = Combatant {
        template: place,
        side,
        hero: entry.hero,
        minded: Minded(entry.temper),
        attributes,
        level: entry.level,
        size: entry.size,
        hp: entry.hp,
        max_hp: entry.hp,
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
        skills: skills_of(entry.skills),
        martial: entry.martial,
        spellcasting: entry.spellcasting,
        hands: empty_hands(entry.hands),
        shield: shield.map(|(place, shield)| (place, shield.hp)),
        items: template.items.iter().copied().take(MOST_ITEMS).collect(),
        ..Combatant::default()
    };
    if one.shield.is_some() {
        bear(&mut one);
    }
    let most = entry.in_hand.map_or(usize::MAX, usize::from);
    for (count, weapon) in template.weapons.iter().take(MOST_CARRIED).enumerate() {
        one.carried.push(*weapon);
        if count < most {
            take(setting, &mut one, *weapon);
        }
    }
    one
}

/// The skills of a creature, in the order of [`Skill`](crate::book::Skill).
fn skills_of(skills: Skills) -> [Option<i8>; 8] {
    [
        skills.athletics,
        skills.intimidation,
        skills.acrobatics,
        skills.sleight_of_hand,
        skills.stealth,
        skills.medicine,
        skills.insight,
        skills.perception,
    ]
}

/// Takes a weapon in hand where there is room: in both hands where it needs them.
pub(crate) fn take(setting: &Setting, one: &mut Combatant, weapon: u16) {
    let arm = &setting.weapons[usize::from(weapon)];
    if arm.natural() {
        return;
    }
    if arm.two_handed() {
        let mut free = one.each_hand().filter(|hand| one.hands[usize::from(*hand)] == Hand::Empty);
        if let (Some(first), Some(second)) = (free.next(), free.next()) {
            one.hands[usize::from(first)] = Hand::Weapon(weapon);
            one.hands[usize::from(second)] = Hand::Same(first);
        }
        return;
    }
    let armed = one.hands.iter().any(|hand| matches!(hand, Hand::Weapon(_)));
    let second_shoots = armed && arm.range.is_some();
    if let Some(free) = one.hands.iter().position(|hand| *hand == Hand::Empty).filter(|_| !second_shoots) {
        one.hands[free] = Hand::Weapon(weapon);
    }
}

/// The shield goes on the arm of the second hand; a one-handed creature bears it with its only one.
pub(crate) fn bear(one: &mut Combatant) {
    let arm = one.hands.len().min(2).checked_sub(1);
    if let Some(hand) = arm.and_then(|arm| one.hands.get_mut(arm)) {
        *hand = Hand::Shield;
    }
}
