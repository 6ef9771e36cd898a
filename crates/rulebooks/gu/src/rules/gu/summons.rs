//! Creatures at somebody's call: those that a Gu makes, those that rise from the dead, beasts that are enslaved. They act
//! right after the one who called them.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::Square;

use super::GuAsk;
use crate::ask::{self, Ask};
use crate::book::{Effect, SummonEntry};
use crate::combatant::Called;
use crate::condition::Condition;
use crate::fight::{Fight, Stage};
use crate::lasting::{Lasting, Until, What};
use crate::rules::activating::{self, EFFECT, Target};
use crate::rules::effects::{self, Source};
use crate::rules::standing::entry;
use crate::rules::{damage, death, grapple, initiative, movement, status, turns};

/// The combatant that decides for another: the one that called it; for one that is enslaved only in a turn that its master
/// takes.
pub fn decides_for(fight: &Fight, who: Who) -> Who {
    let decides = |called: &Called| called.roused || !is_enslaved(fight, *called);
    fight.one(who).called.filter(decides).map_or(who, |called| called.by)
}

/// Whether somebody serves because a Gu has enslaved it.
fn is_enslaved(fight: &Fight, called: Called) -> bool {
    called.slot.is_none() && enslaves(fight, called.gu)
}

fn enslaves(fight: &Fight, gu: u16) -> bool {
    entry(fight, gu).does.contains(&Effect::Enslave)
}

/// The turn of a beast that is enslaved: its master may take it; else the game master plays it.
pub(crate) fn may_command<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(called) = fight.one(who).called.filter(|called| is_enslaved(fight, *called)) else { return Ok(()) };
    let able = turns::can_act(fight, who) && turns::can_act(fight, called.by);
    if !able || !ask::yes(fight, table, Ask::Gu(GuAsk::Commands { who: called.by, beast: who }))? {
        return Ok(());
    }
    fight.one_mut(who).called = Some(Called { roused: true, ..called });
    table.tell(|| {
        let text = format!("{} takes the turn of {}", fight.label(called.by), fight.label(who));
        Event::new(&EFFECT, text).by(called.by).to(who)
    });
    Ok(())
}

/// Whether somebody acts only when it is directed, and is not.
pub fn waits(fight: &Fight, who: Who) -> bool {
    fight.one(who).called.is_some_and(|called| called.directed && !called.roused)
}

/// Combatants that a Gu has called and that are still there.
pub fn called_by(fight: &Fight, who: Who, slot: u8) -> impl Iterator<Item = Who> + '_ {
    let mine =
        move |other: &Who| fight.one(*other).called.is_some_and(|called| called.by == who && called.slot == Some(slot));
    fight.everyone().filter(mine).filter(|other| fight.present(*other))
}

/// The nearest dead within range of a Gu who have left a body.
fn body_near(fight: &Fight, from: Source) -> Option<Who> {
    let range = u32::from(activating::range_of(fight, from.who, from.gu, from.rank));
    let lies = |other: &Who| {
        let one = fight.one(*other);
        one.is(Condition::Dead) && !one.is(Condition::Fled) && !fight.template(*other).entry.bodiless
    };
    let near = fight.everyone().filter(lies).filter(|other| fight.distance(from.who, *other) <= range);
    near.min_by_key(|other| (fight.distance(from.who, *other), *other))
}

/// Whether a Gu finds a body to raise, where it needs one.
pub(crate) fn finds_body(fight: &Fight, from: Source, summon: &SummonEntry) -> bool {
    !summon.from_dead || body_near(fight, from).is_some()
}

/// At the call of a Gu's user, for good.
fn at_the_call_of(Source { who: by, gu, rank, .. }: Source) -> Called {
    Called { by, slot: None, gu, rank, effect: 0, directed: false, roused: false, leaving: false }
}

/// A Gu calls creatures.
pub(crate) fn summon<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    (summon, place): (&SummonEntry, usize),
) -> Result<(), T::Halt> {
    let Some(template) = fight.setting.templates.iter().position(|known| known.id == summon.creature) else {
        return Ok(());
    };
    for _ in 0..summon.count.at(from.place(fight)).max(1) {
        let mut at = fight.one(from.who).at;
        if summon.from_dead {
            let Some(body) = body_near(fight, from) else {
                table.tell(|| Event::new(&EFFECT, "there is no body to raise").by(from.who));
                return Ok(());
            };
            fight.one_mut(body).conditions.give(Condition::Fled);
            at = fight.one(body).at;
        }
        let called = Called { slot: from.slot, effect: place as u8, directed: summon.directed, ..at_the_call_of(from) };
        let Some(who) = join(fight, template as u16, called, at) else {
            table.tell(|| {
                let name = &fight.setting.templates[template].entry.name;
                let text = format!("there is no room for another {name} at the call of {}", fight.label(from.who));
                Event::new(&EFFECT, text).by(from.who)
            });
            return Ok(());
        };
        table.tell(|| {
            let text = format!("{} comes at the call of {}", fight.label(who), fight.label(from.who));
            Event::new(&EFFECT, text).by(from.who).to(who).and(&initiative::ONCE)
        });
    }
    Ok(())
}

/// A new combatant takes its place as near as there is room; nobody where there is none.
fn join(fight: &mut Fight, template: u16, called: Called, near: Square) -> Option<Who> {
    if fight.count() >= crate::fight::MOST_COMBATANTS {
        return None;
    }
    let caller = fight.one(called.by);
    let (side, player, initiative) = (caller.side, caller.player, caller.initiative);
    let mut one = crate::rules::newcomers::combatant(&fight.setting, template, side);
    (one.player, one.initiative, one.called, one.at) = (player, initiative, Some(called), near);
    let who = fight.enlist(one);
    let Some(at) = movement::nearest_free(fight, who, near, 0) else {
        fight.withdraw();
        return None;
    };
    movement::place(fight, who, at, 0);
    name(fight, who);
    let reactions = turns::reactions_of(fight, who);
    fight.one_mut(who).reactions = reactions;
    follow(fight, who, called.by);
    Some(who)
}

/// It is called like its kind, and numbered from the second on.
fn name(fight: &mut Fight, who: Who) {
    let kind = fight.template(who).entry.name.as_str();
    let cast = fight.setting.names.iter().take(who.index());
    let before =
        cast.filter(|known| known.strip_prefix(kind).is_some_and(|rest| !rest.starts_with(char::is_alphabetic)));
    let name = match before.count() {
        0 => kind.to_owned(),
        before => format!("{kind} {}", before + 1),
    };
    if fight.setting.names.get(who.index()) != Some(&name) {
        let names = &mut fight.setting.change().names;
        names.truncate(who.index());
        names.push(name);
    }
}

/// It takes its place in the order right after its master and those that follow that one already.
fn follow(fight: &mut Fight, who: Who, master: Who) {
    fight.order.retain(|other| *other != who);
    let follows = |fight: &Fight, other: Who| fight.one(other).called.is_some_and(|called| called.by == master);
    let mut place = fight.order.iter().position(|other| *other == master).map_or(fight.order.len(), |place| place + 1);
    while fight.order.get(place).is_some_and(|other| follows(fight, *other)) {
        place += 1;
    }
    fight.order.insert(place, who);
    let turn = fight.order.iter().position(|other| *other == fight.turn.who);
    if let (Stage::Turn(_), Some(turn)) = (fight.stage, turn) {
        fight.stage = Stage::Turn(turn as u16);
    }
}

/// A Gu that called creatures has ceased: they are gone, and hold nobody any more.
pub(crate) fn vanish(fight: &mut Fight, who: Who, slot: u8) {
    for other in fight.everyone() {
        let Some(called) = fight.one(other).called.filter(|called| called.by == who && called.slot == Some(slot))
        else {
            continue;
        };
        if !fight.present(other) {
            continue;
        }
        let mut one = fight.one_mut(other);
        one.conditions.give(Condition::Fled);
        one.called = Some(Called { leaving: true, ..called });
    }
}

/// What comes of those that have gone: combatants that they held are free, and some burst.
pub(crate) fn leave<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let Some(called) = fight.one(who).called.filter(|called| called.leaving) else { continue };
        fight.one_mut(who).called = Some(Called { leaving: false, ..called });
        grapple::ends_with(fight, table, who)?;
        let from = Source { who: called.by, slot: None, gu: called.gu, rank: called.rank };
        let at = Target::Square(fight.one(who).at);
        let book = std::sync::Arc::clone(&fight.setting.book);
        let known = book.gus.get(usize::from(called.gu)).and_then(|known| known.value.effect(called.effect.into()));
        let Some(Effect::Summon(summon)) = known else { continue };
        if !summon.parting.is_empty() {
            table.tell(|| Event::new(&EFFECT, format!("{} bursts", fight.label(who))).by(who));
        }
        for effect in &summon.parting {
            effects::carry_out(fight, table, from, (effect, usize::from(called.effect)), at)?;
        }
    }
    Ok(())
}

/// Whether a combatant may direct those that one of its Gu has called now.
///
/// # Errors
/// The refusal.
pub fn may_direct(fight: &Fight, who: Who, slot: u8) -> Result<(), Refusal> {
    turns::may_bonus(fight, who)?;
    let any = called_by(fight, who, slot).any(|other| waits(fight, other));
    if any { Ok(()) } else { Err(Refusal::new(&turns::BONUS_SCOPE, "there is nobody to direct")) }
}

/// Directs them: they act this once, after their master's turn.
pub(crate) fn direct<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8) {
    fight.turn.bonus = true;
    for other in fight.everyone() {
        if let Some(called) = fight.one(other).called.filter(|called| called.by == who && called.slot == Some(slot)) {
            fight.one_mut(other).called = Some(Called { roused: true, ..called });
        }
    }
    table.tell(|| {
        let text = format!("{} directs what {} has called", fight.label(who), super::name_of(fight, who, slot));
        Event::new(&turns::BONUS_SCOPE, text).by(who).and(&turns::BONUS_ACTION).act()
    });
}

/// A turn of somebody who was directed is over: a master that has taken the turn of a beast pays for it with its soul.
pub(crate) fn rests<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(called) = fight.one(who).called else { return Ok(()) };
    fight.one_mut(who).called = Some(Called { roused: false, ..called });
    match called.roused && is_enslaved(fight, called) {
        true => damage::soul(fight, table, called.by, 1, (&EFFECT, None)).map(|_| ()),
        false => Ok(()),
    }
}

/// Whether a beast is of a class that a Gu of this rank commands.
pub(crate) fn commands(fight: &Fight, rank: u8, beast: Who) -> bool {
    let template = fight.template(beast);
    !template.perseveres && fight.one(beast).has_soul && template.cr_rank <= rank && fight.present(beast)
}

/// The beast at which a Gu is aimed, where it commands that one; another refuses.
fn commanded<T: Table<Fight>>(fight: &Fight, table: &mut T, from: Source, at: Target) -> Option<Who> {
    let beast = at.who()?;
    if commands(fight, from.rank, beast) {
        return Some(beast);
    }
    table.tell(|| {
        let text = format!("{} cannot be made to serve by it", fight.label(beast));
        Event::new(&EFFECT, text).by(from.who).to(beast)
    });
    None
}

/// Soul that it takes to make a beast serve: as much as the beast has, or all but a point where it withstands.
pub fn enslaving_takes(fight: &Fight, who: Who, beast: Who) -> i16 {
    let (own, its) = (fight.one(who).soul.now, fight.one(beast).soul.now);
    if own <= its { own - 1 } else { its }
}

/// A Gu tries to enslave a beast: the greater soul pays the other's and has it; else both souls shrink.
pub(crate) fn enslave<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    at: Target,
) -> Result<(), T::Halt> {
    let who = from.who;
    let Some(beast) = commanded(fight, table, from, at) else { return Ok(()) };
    let (own, its) = (fight.one(who).soul.now, fight.one(beast).soul.now);
    damage::lose_soul(fight, who, enslaving_takes(fight, who, beast));
    if own <= its {
        damage::lose_soul(fight, beast, own);
        let event = table.tell(|| {
            let text = format!("the soul of {} withstands that of {}", fight.label(beast), fight.label(who));
            let event = Event::new(&EFFECT, text).by(who).to(beast).change(who, "soul", own.into(), 1);
            event.change(beast, "soul", its.into(), i64::from(its) - i64::from(own))
        });
        match its - own {
            0 => death::die(fight, table, beast, &damage::SOUL, Some(event))?,
            _ => damage::shaken(fight, table, beast)?,
        }
        return damage::shaken(fight, table, who);
    }
    serves(fight, table, from, beast)?;
    table.tell(|| {
        let text = format!("{} serves {} from now on", fight.label(beast), fight.label(who));
        Event::new(&EFFECT, text).by(who).to(beast).change(who, "soul", own.into(), i64::from(own) - i64::from(its))
    });
    damage::shaken(fight, table, who)
}

/// A beast becomes somebody's familiar: a point of maximum soul goes over to it.
pub(crate) fn familiar<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    at: Target,
) -> Result<(), T::Halt> {
    let who = from.who;
    let Some(beast) = commanded(fight, table, from, at) else { return Ok(()) };
    let mut one = fight.one_mut(who);
    let before = one.soul.max;
    one.soul.max = (before - 1).max(1);
    one.soul.now = one.soul.now.min(one.soul.max);
    drop(one);
    let lasting = Lasting { what: What::Effect(from.gu), size: 0, rank: from.rank, by: beast, until: Until::Ended };
    status::put(fight, table, who, lasting);
    fight.one_mut(beast).soul.max += 1;
    serves(fight, table, from, beast)?;
    table.tell(|| {
        let text = format!("{} is the familiar of {} from now on", fight.label(beast), fight.label(who));
        let event = Event::new(&EFFECT, text).by(who).to(beast);
        event.change(who, "max-soul", before.into(), fight.one(who).soul.max.into())
    });
    Ok(())
}

/// A beast comes over to somebody's side and acts right after that one.
fn serves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: Source, beast: Who) -> Result<(), T::Halt> {
    let side = fight.one(from.who).side;
    let player = fight.one(from.who).player && !enslaves(fight, from.gu);
    let mut one = fight.one_mut(beast);
    (one.side, one.player, one.held) = (side, player, None);
    one.called = Some(at_the_call_of(from));
    drop(one);
    follow(fight, beast, from.who);
    grapple::ends_with(fight, table, beast)
}
