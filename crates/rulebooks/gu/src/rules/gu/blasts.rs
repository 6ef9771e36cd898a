//! Attacks and areas of Gu: one target after another, leaps from one to the next, rings round a source.

use quintain_engine::{Event, EventId, Table, Who};
use smallvec::SmallVec;

use super::GuAsk;
use crate::area::Area;
use crate::ask::{self, Act, Ask};
use crate::book::{Effect, Form, Leaps, Spreads};
use crate::fight::Fight;
use crate::rules::activating::{self, EFFECT, Target};
use crate::rules::areas;
use crate::rules::effects::{self, Source, Strikes, is_quarry, roll, strike};
use crate::rules::standing::entry;
use crate::rules::{attack, called_shot, falling, grapple, melee, movement, reactions};

/// The attacks of a Gu, each at its own target.
pub(crate) fn attacks<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    effect: &Effect,
    at: Target,
) -> Result<(), T::Halt> {
    let Effect::Attack { times, jumps, .. } = effect else { return Ok(()) };
    let times = times.at(from.place(fight)).max(1);
    for nth in 0..times {
        if !melee::can_strike(fight, from.who) {
            return Ok(());
        }
        let at = if nth == 0 { at } else { next_target(fight, table, from, at)? };
        one_attack(fight, table, from, effect, at)?;
        if *jumps {
            falling::comes_down(fight, table, from.who)?;
        }
    }
    Ok(())
}

/// The target of a further attack.
pub(crate) fn next_target<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    first: Target,
) -> Result<Target, T::Halt> {
    let Some(slot) = from.slot else { return Ok(first) };
    let ask = Ask::Gu(GuAsk::Target { who: from.who, slot, first });
    Ok(match ask::act(fight, table, ask)? {
        Some(Act::Who(other)) => Target::Who(other),
        _ => first,
    })
}

fn one_attack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    effect: &Effect,
    at: Target,
) -> Result<(), T::Halt> {
    let Effect::Attack { deals, modifier, tilt, sure, close, direct, dodge_modifier, gains, leaps, jumps, .. } = effect
    else {
        return Ok(());
    };
    let called = at.called();
    let Some(at) = at.who() else { return Ok(()) };
    let called = called_shot::which_side(fight, table, from.who, at, called)?;
    if *jumps {
        jump_beside(fight, table, from.who, at)?;
    }
    let strikes = Strikes::of(deals, gains);
    let mut aim = activating::aim_of(fight, from, at);
    // A touch that another Gu has given a range has to hit.
    let sure = *sure && (aim.touch || !entry(fight, from.gu).touch);
    (aim.modifier, aim.tilt, aim.sure, aim.called) = (*modifier, *tilt, sure, called);
    aim.dodge_modifier += *dodge_modifier;
    if *close {
        aim.skill = attack::Skill::Close;
    }
    let Some(hit) = attack::attack(fight, table, aim)? else { return Ok(()) };
    let rolled = roll(fight, table, from, deals)?;
    let plain = rolled.harm(fight, from, at, hit.event);
    let mut harm = if hit.critical { plain.doubled() } else { plain };
    (harm.direct, harm.touch) = (*direct, aim.touch);
    (harm.piercing, harm.called) = (aim.piercing, aim.called);
    harm.by_attack = !sure;
    if called_shot::strikes_item(fight, table, at, &harm)? {
        return Ok(());
    }
    strike(fight, table, at, from, &strikes, harm)?;
    match leaps {
        Some(leaps) => leap(fight, table, from, leaps, (at, plain)),
        None => Ok(()),
    }
}

/// Goes beside somebody at one bound.
fn jump_beside<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    if fight.distance(who, at) <= 1 {
        return Ok(());
    }
    let (square, height) = (fight.one(at).at, fight.one(at).height);
    let Some(to) = movement::nearest_free(fight, who, square, height) else { return Ok(()) };
    let was = movement::spot(fight, who);
    grapple::leave_behind(fight, table, who, (to, height))?;
    table.tell(|| Event::new(&EFFECT, format!("{} leaps to {to}", fight.label(who))).by(who));
    movement::arrived(fight, table, who, was)
}

/// From the one struck last to the nearest other, weaker each time; each may answer that as any hit.
fn leap<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    leaps: &Leaps,
    (first, harm): (Who, crate::rules::damage::Harm),
) -> Result<(), T::Halt> {
    let mut struck: SmallVec<[Who; 8]> = SmallVec::new();
    struck.push(first);
    let mut last = first;
    for percent in &leaps.percent {
        let open = |one: &Who| match leaps.returns {
            true => *one != last,
            false => !struck.contains(one),
        };
        let near = fight
            .everyone()
            .filter(|one| *one != from.who && fight.present(*one) && open(one))
            .filter(|one| fight.distance(last, *one) <= leaps.within.into())
            .min_by_key(|one| (fight.distance(last, *one), *one));
        let next = match near {
            Some(next) => next,
            None if leaps.else_user => from.who,
            None => return Ok(()),
        };
        let mut harm = harm;
        for amount in &mut harm.amounts {
            *amount = *amount * i32::from(*percent) / 100;
        }
        table.tell(|| {
            let name = &entry(fight, from.gu).name;
            let text = format!("{name} leaps to {}: {} damage", fight.label(next), harm.words());
            Event::new(&EFFECT, text).by(from.who).to(next)
        });
        let aim = attack::Aim { sure: true, ..activating::aim_of(fight, from, next) };
        if next != from.who && reactions::hit(fight, table, &aim, None)? {
            return Ok(());
        }
        strike(fight, table, next, from, &Strikes::default(), harm)?;
        if next == from.who {
            return Ok(());
        }
        struck.push(next);
        last = next;
    }
    Ok(())
}

/// Everyone in an area is struck.
pub(crate) fn area<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    effect: &Effect,
    at: Target,
) -> Result<(), T::Halt> {
    let Effect::Area { form, .. } = effect else { return Ok(()) };
    if let (Form::Ends(_), Target::Line(start, _)) = (form, at) {
        let last = fight.zones().iter().rev().find(|zone| zone.by == from.who && zone.gu == from.gu);
        let end = last.map_or(start, |zone| zone.area.shape.far_end());
        for source in [start, end] {
            area(fight, table, from, effect, Target::Square(source))?;
        }
        return Ok(());
    }
    let Some(place) = effects::placed(fight, from, at, *form) else { return Ok(()) };
    let mut caught = fight.scratch.lend_people();
    let came = strike_area(fight, table, from, (effect, place, at), &mut caught);
    fight.scratch.take_back_people(caught);
    came
}

/// Everyone in an area that lies somewhere is struck.
fn strike_area<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    (effect, area, at): (&Effect, Area, Target),
    caught: &mut Vec<Who>,
) -> Result<(), T::Halt> {
    let Effect::Area { form, deals, core, gains, only, direct, half_if, spreads } = effect else { return Ok(()) };
    match half_if {
        Some(_) => within(fight, area, from, *form, caught),
        None => {
            let strike_of = effects::strike_of(fight, from, *form);
            fight.scratch.only = *only;
            let asked = areas::catch(fight, table, area, strike_of, caught);
            fight.scratch.only = None;
            asked?;
        }
    }
    caught.retain(|one| only.is_none_or(|quarry| is_quarry(fight, from.who, *one, quarry)));
    let cause = told(fight, table, from, caught);
    if caught.is_empty() {
        return Ok(());
    }
    let rolled = roll(fight, table, from, deals)?;
    let inner = match core {
        Some(core) => {
            let gains = if core.gains.is_empty() { gains } else { &core.gains };
            Some((core.metres, roll(fight, table, from, &core.deals)?, Strikes::of(&core.deals, gains)))
        }
        None => None,
    };
    let along = match (form, at) {
        (Form::Line { .. }, Target::Step(step) | Target::Right(step)) => Some(step),
        _ => None,
    };
    let strikes = Strikes { along, ..Strikes::of(deals, gains) };
    for one in caught.iter().copied() {
        if !fight.present(one) {
            continue;
        }
        let near = inner.as_ref().filter(|(metres, ..)| is_near(fight, area, one, *metres));
        let (rolled, strikes) = near.map_or((&rolled, &strikes), |(_, rolled, strikes)| (rolled, strikes));
        let mut harm = rolled.harm(fight, from, one, cause);
        harm.direct = *direct;
        if effects::is_saved(fight, table, one, from, *half_if)? {
            harm.amounts.iter_mut().for_each(|amount| *amount /= 2);
        }
        let source = |spreads: &&Spreads| spreads_from(fight, from, spreads, one);
        let beside = spreads.as_ref().filter(source).map(|spreads| (spreads, neighbours(fight, one)));
        strike(fight, table, one, from, strikes, harm)?;
        if let Some((spreads, beside)) = beside {
            spread(fight, table, from, spreads, &beside)?;
        }
    }
    Ok(())
}

fn told<T: Table<Fight>>(fight: &Fight, table: &mut T, from: Source, caught: &[Who]) -> EventId {
    table.tell(|| {
        let text = format!("{} strikes {}", entry(fight, from.gu).name, fight.names_of(caught));
        Event::new(&EFFECT, text).by(from.who)
    })
}

/// Everyone in an area, without anybody being asked.
fn within(fight: &mut Fight, area: Area, from: Source, form: Form, caught: &mut Vec<Who>) {
    let spares = effects::strike_of(fight, from, form).spares_user;
    fight.in_asking_order(None, |fight, order| {
        let inside = |one: &Who| !(spares && *one == from.who) && areas::contains(fight, area, *one);
        caught.extend(order.iter().copied().filter(inside));
    });
}

/// Whether somebody is where a smaller ball round the middle of an area would reach.
fn is_near(fight: &Fight, area: Area, who: Who, metres: u16) -> bool {
    let middle = area.low + (area.high - area.low) / 2;
    areas::contains(fight, Area::ball(area.shape.anchor(), middle, metres), who)
}

/// Whether what strikes somebody spreads from there.
pub(crate) fn spreads_from(fight: &Fight, from: Source, spreads: &Spreads, at: Who) -> bool {
    spreads.from.is_none_or(|from_those| is_quarry(fight, from.who, at, from_those))
}

/// Those beside a target that what strikes it may spread to.
pub(crate) fn neighbours(fight: &Fight, at: Who) -> SmallVec<[Who; 16]> {
    let beside = |one: &Who| *one != at && fight.present(*one) && fight.distance(at, *one) <= 1;
    fight.everyone().filter(beside).collect()
}

/// What those next to someone struck suffer.
fn spread<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    spreads: &Spreads,
    beside: &[Who],
) -> Result<(), T::Halt> {
    let strikes = Strikes::of(&spreads.deals, &spreads.gains);
    for one in beside.iter().copied() {
        if fight.present(one) {
            let cause = table.tell(|| {
                let text = format!("{} spreads to {}", entry(fight, from.gu).name, fight.label(one));
                Event::new(&EFFECT, text).by(from.who).to(one)
            });
            strike_with(fight, table, from, &strikes, one, cause)?;
        }
    }
    Ok(())
}

/// What a Gu makes strikes one creature: told, rolled, dealt.
pub(crate) fn struck_by<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    strikes: &Strikes,
    at: Who,
) -> Result<(), T::Halt> {
    let cause = table.tell(|| {
        let text = format!("{} strikes {}", entry(fight, from.gu).name, fight.label(at));
        Event::new(&EFFECT, text).by(from.who).to(at)
    });
    strike_with(fight, table, from, strikes, at, cause)
}

/// Rolls what strikes one creature, and strikes it.
pub(crate) fn strike_with<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    strikes: &Strikes,
    at: Who,
    cause: quintain_engine::EventId,
) -> Result<(), T::Halt> {
    let rolled = roll(fight, table, from, &strikes.deals)?;
    let harm = rolled.harm(fight, from, at, cause);
    strike(fight, table, at, from, strikes, harm)
}
