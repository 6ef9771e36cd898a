//! Moved, put elsewhere, made larger or smaller, turned into something else: what magic does to where and what one is.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Span, Square, Step};

use crate::ask::{Act, Ask, Target};
use crate::book::{Condition, Effect, Save, Way};
use crate::combatant::Status;
use crate::fight::{Fight, Leaving, nearness};
use crate::rules::collide::{self, Forced, Met};
use crate::rules::effects::Making;
use crate::rules::{conditions, damage, grapple, light, moving, sight, spells};

/// Straight lines away, towards, or where the maker likes; Prone instead of a Space where that may be traded. Towards a
/// middle that stops creatures that come to it, what is left of the way is a collision. Where a Save resists it, those
/// that grapple the target may hold it by the same Save.
pub fn pushed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    (way, far, or_prone): (Way, i16, bool),
    save: Option<(Save, i16)>,
) -> Result<(), T::Halt> {
    let Some(step) = direction(fight, table, making, whom, way)? else { return Ok(()) };
    let by = making.by;
    let ask = Ask::TradeForProne { who: by, at: whom };
    let prone = or_prone && table.choose(fight, ask)? == Some(Act::Yes);
    let spaces = far - i16::from(prone);
    let gap = match (way, making.at) {
        (Way::Inwards, Target::Square(middle)) => fight.distance_to(whom, middle),
        _ => spaces,
    };
    let forced = Forced {
        step,
        spaces: spaces.min(gap),
        by: Some(by),
        thrown: false,
        rule: &spells::KIND,
        aimed: collide::Aimed::Nobody,
        beyond: (spaces - gap).max(0),
    };
    let held = match (save, collide::end_of(fight, whom, forced)) {
        (Some((save, dc)), Some(to)) => {
            grapple::holds_fast(fight, table, (by, whom), to, grapple::Pull::Save(save, dc))?
        }
        _ => false,
    };
    if !held {
        let met = collide::push(fight, table, whom, forced)?;
        if met.is_none() && forced.beyond > 0 && fight.present(whom) {
            collide::collide(fight, table, whom, Met::Wall, forced.beyond, None)?;
        }
    }
    if prone && fight.present(whom) {
        let status = Status { by: Some(by), from: making.spell(fight), ..Status::lasting(Condition::Prone) };
        conditions::give(fight, table, whom, status, &spells::KIND);
    }
    Ok(())
}

fn direction<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    way: Way,
) -> Result<Option<Step>, T::Halt> {
    let (Some(own), Some(body)) = (fight.body(making.by), fight.body(whom)) else { return Ok(None) };
    Ok(match (way, making.at) {
        (Way::Any, _) => match table.choose(fight, Ask::AnyWay { who: making.by, at: whom })? {
            Some(Act::Way(step)) => Some(step),
            _ => own.step_towards(body),
        },
        (Way::Towards, _) => body.step_towards(own),
        (Way::Inwards, Target::Square(square)) => body.step_towards(Span::from(square)),
        (Way::Outwards, Target::Square(square)) => Span::from(square).step_towards(body),
        _ => own.step_towards(body),
    })
}

/// Puts somebody into a Space of the maker's choice.
///
/// # Errors
/// Halts with the table.
pub fn carry<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    spaces: u8,
) -> Result<(), T::Halt> {
    if landings(fight, whom, spaces, None).next().is_none() {
        return Ok(());
    }
    let ask = Ask::Place { who: making.by, about: whom, within: spaces, near: None };
    if let Some(Act::Square(square)) = table.choose(fight, ask)?
        && fight.room(whom, square)
    {
        table.tell(|| {
            let text = format!("{} carries {} to {square}", making.name(fight), fight.label(whom));
            Event::new(&spells::KIND, text).by(making.by).to(whom)
        });
        moving::displaced(fight, table, whom, square)?;
    }
    Ok(())
}

/// To a free Space in sight, in shadow where it goes through shadows; nobody is provoked. A grip holds.
///
/// # Errors
/// Halts with the table.
pub fn teleport<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    spaces: i16,
    shadows: bool,
) -> Result<(), T::Halt> {
    if fight.one(who).has(Condition::Grappled) {
        let text = |fight: &Fight| format!("{} is held fast and stays", fight.label(who));
        table.tell(|| Event::new(&conditions::GRAPPLED, text(fight)).by(who));
        return Ok(());
    }
    let within = spaces.clamp(0, 100) as u8;
    if appearances(fight, who, within, shadows).next().is_none() {
        return Ok(());
    }
    let ask = Ask::Teleport { who, within, shadows };
    if let Some(Act::Square(square)) = table.choose(fight, ask)?
        && fight.room(who, square)
    {
        table.tell(|| Event::new(&spells::TARGET, format!("{} teleports to {square}", fight.label(who))).by(who));
        moving::appear(fight, table, who, square)?;
    }
    Ok(())
}

/// The Spaces to which somebody could teleport.
pub fn appearances(fight: &Fight, who: Who, within: u8, shadows: bool) -> impl Iterator<Item = Square> + '_ {
    let seen = move |square: &Square| sight::sees_space(fight, who, *square);
    let dark = move |square: &Square| !shadows || light::at(fight, *square) != light::Light::Bright;
    landings(fight, who, within, None).filter(seen).filter(dark)
}

/// Whether two take up equally much room, so that each fits where the other stands.
fn alike(fight: &Fight, one: Who, other: Who) -> bool {
    fight.size(one).across() == fight.size(other).across()
}

/// Whether two would change places by an ability who do not fit where the other stands.
pub fn misfits(fight: &Fight, who: Who, ability: u16, whom: Who) -> bool {
    let places = fight.ability(ability).entry.does.iter().any(|step| step.effect == Effect::ChangePlaces);
    places && !alike(fight, who, whom)
}

/// Two change places; that is nobody's opening.
///
/// # Errors
/// Halts with the table.
pub fn change_places<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    if !alike(fight, who, whom) {
        return Ok(());
    }
    let (one, other) = (fight.one(who).at, fight.one(whom).at);
    let came = (moving::here(fight, who, true), moving::here(fight, whom, false));
    fight.one_mut(who).at = other;
    fight.one_mut(whom).at = one;
    [who, whom].into_iter().for_each(|each| moving::stretch::from_here(fight, each));
    table.tell(|| {
        let text = format!("{} and {} change places", fight.label(who), fight.label(whom));
        Event::new(&spells::KIND, text).by(who).to(whom)
    });
    for each in [who, whom] {
        if let Some(at) = fight.one(each).at.filter(|_| fight.present(each)) {
            moving::settled(fight, table, each, at)?;
        }
    }
    moving::arrived(fight, table, who, came.0)?;
    moving::arrived(fight, table, whom, came.1)
}

/// Trades places with a friend: enemies that either of them gets away from so strike at the one that does it.
///
/// # Errors
/// Halts with the table.
pub fn swap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<(), T::Halt> {
    let step = |fight: &Fight, to: Who| {
        let other = fight.one(to);
        other.at.map(|at| Leaving { to: at, height: other.height, forced: false })
    };
    let (Some(there), Some(back)) = (step(fight, whom), step(fight, who)) else { return Ok(()) };
    moving::leave(fight, table, who, there)?;
    if !fight.able(who) || !fight.present(whom) || fight.distance(who, whom) > 1 {
        return Ok(());
    }
    change_places(fight, table, who, whom)?;
    moving::leave(fight, table, who, back)?;
    Ok(())
}

/// A body that has grown or shrunk finds the nearest place that holds it.
pub fn fit(fight: &mut Fight, who: Who) {
    let Some(at) = fight.one(who).at else { return };
    if fight.room(who, at) {
        return;
    }
    let near = fight.map.bounds().squares().filter(|square| fight.room(who, *square));
    let found = near.min_by_key(|square| nearness(at, *square));
    fight.one_mut(who).at = found.or(Some(at));
}

/// Whether a body so many sizes larger would find room within 1 Space of where it is.
pub fn may_grow(fight: &Fight, who: Who, by: i8) -> bool {
    let Some(at) = fight.one(who).at else { return false };
    let place = (fight.one(who).size as i16 + i16::from(by)).clamp(0, 6) as usize;
    let size = crate::book::Size::ALL.get(place).copied().unwrap_or(fight.one(who).size);
    let body = quintain_field::Footprint::square(size.across());
    let free = |square: Square| {
        fight.map.contains(square)
            && !fight.map.blocks_movement(square)
            && !fight.walled(square)
            && fight.standing_on(square).is_none_or(|other| other == who)
    };
    (-1..=1).any(|dx| (-1..=1).any(|dy| body.at(at.offset(dx, dy)).squares().all(free)))
}

/// Takes the shape of a creature: its HP are Temp HP, its weapons one's own.
///
/// # Errors
/// Halts with the table.
pub fn shape<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    creature: &str,
) -> Result<(), T::Halt> {
    let Some(template) = fight.setting.creature(creature) else { return Ok(()) };
    let hp = fight.setting.templates.get(usize::from(template)).map_or(1, |template| template.entry.hp);
    if !damage::keep_temp(fight, table, whom, hp + making.temp)? {
        return Ok(());
    }
    fight.one_mut(whom).shape = Some(template);
    table.tell(|| {
        let text = format!("{} takes another shape", fight.label(whom));
        Event::new(&spells::BOON, text).by(making.by).to(whom)
    });
    Ok(())
}

/// The free Spaces for somebody, so near to where it is, in the order of the map; where that is said, no farther from
/// another than so many Spaces, or than it is already.
pub fn landings(fight: &Fight, about: Who, within: u8, near: Option<(Who, i16)>) -> impl Iterator<Item = Square> + '_ {
    let span = |at| Span::from(at).grown(within.into()).clipped_to(fight.map.bounds());
    let most = near.map(|(other, far)| (other, far.max(fight.distance(about, other))));
    let fits = move |square: &Square| {
        let stays = most.is_none_or(|(other, far)| fight.distance_from(about, *square, other) <= far);
        stays && fight.distance_to(about, *square) <= within.into() && fight.room(about, *square)
    };
    let all = fight.one(about).at.and_then(span).into_iter().flat_map(|span| span.squares());
    all.filter(fits)
}
