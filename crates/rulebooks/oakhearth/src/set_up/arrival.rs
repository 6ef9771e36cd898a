//! Those who come in the middle of a fight: called by magic, or brought by the game master.

use quintain_engine::{Event, Side, Table, Who};
use quintain_field::{Footprint, Square};

use super::member::combatant;
use crate::book::Effect;
use crate::fight::Fight;
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
pub(super) fn callable(setting: &Setting) -> Vec<(u16, Vec<String>)> {
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
