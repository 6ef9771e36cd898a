//! What Gu do at once: the interpreter of the packs' effects.

use arrayvec::ArrayVec;
use quintain_engine::{Event, EventId, Table, Throw, Who};

use super::activating::{self, LIMIT, Target};
use super::areas::{self, Area, Shape, Strike};
use super::damage::{self, Dealt, Harm};
use super::percentile::{Trial, test};
use super::standing::entry;
use super::{attack, gu, movement, status};
use crate::book::{Deal, Effect, Form, Gain, Keyword, Then, Whom};
use crate::combatant::Owned;
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::lasting::{Lasting, Until, What};

/// What strikes somebody, copied out of the book.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strikes {
    deals: ArrayVec<Deal, 4>,
    gains: ArrayVec<Gain, 4>,
}

impl Strikes {
    pub(crate) fn of(deals: &[Deal], gains: &[Gain]) -> Self {
        Strikes { deals: deals.iter().copied().take(4).collect(), gains: gains.iter().copied().take(4).collect() }
    }
}

/// Carries out one effect of a Gu.
pub(crate) fn run<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    owned: Owned,
    place: usize,
    at: Target,
) -> Result<(), T::Halt> {
    let known = entry(fight, owned.gu);
    let rank_place = known.place(owned.rank);
    let Some(effect) = known.does.get(place) else { return Ok(()) };
    match effect {
        Effect::Attack { deals, modifier, tilt, sure, direct, dodge_modifier, gains } => {
            let strikes = Strikes::of(deals, gains);
            let Target::Who(at) = at else { return Ok(()) };
            let mut aim = activating::aim(fight, who, owned, at);
            (aim.modifier, aim.tilt, aim.sure) = (*modifier, *tilt, *sure);
            aim.dodge_modifier = *dodge_modifier;
            let direct = *direct;
            let Some(hit) = attack::attack(fight, table, aim)? else { return Ok(()) };
            let harm = roll(fight, table, who, owned, &strikes.deals, hit.event)?;
            let mut harm = if hit.critical { harm.doubled() } else { harm };
            (harm.direct, harm.touch) = (direct, aim.touch);
            (harm.piercing, harm.called) = (aim.piercing, aim.called);
            strike(fight, table, at, owned, &strikes, harm)
        }
        Effect::Area { form, deals, gains, on_ground } => {
            let (strikes, form, on_ground) = (Strikes::of(deals, gains), *form, *on_ground);
            area(fight, table, who, owned, at, form, on_ground, &strikes)
        }
        Effect::Heal { whom: of, amount, percent_strength } => {
            let percent = i32::from(percent_strength.at(rank_place)) * i32::from(derived::strength(fight, who)) / 100;
            let amount = amount.at(rank_place) + percent as i16;
            let mut all = ArrayVec::new();
            whom(fight, who, owned, *of, at, &mut all);
            for one in all {
                damage::heal(fight, table, one, amount, &LIMIT)?;
            }
            Ok(())
        }
        Effect::Staunch { whom: of, stacks } => {
            let stacks = if *stacks == 0 { u16::MAX } else { *stacks };
            let mut all = ArrayVec::new();
            whom(fight, who, owned, *of, at, &mut all);
            for one in all {
                let before = fight.one(one).bleeding;
                status::staunch(fight, one, stacks);
                let after = fight.one(one).bleeding;
                table.tell(|| {
                    let text = format!("{} bleeds less: {before} → {after}", fight.label(one));
                    Event::new(&LIMIT, text).by(who).to(one).change(one, "bleeding", before.into(), after.into())
                });
            }
            Ok(())
        }
        Effect::Flash => flash(fight, table, who),
        Effect::Teleport => {
            let Target::Square(to) = at else { return Ok(()) };
            super::grapple::ends_with(fight, table, who);
            movement::place(fight, who, to, 0);
            table.tell(|| Event::new(&LIMIT, format!("{} stands on {to} at once", fight.label(who))).by(who));
            Ok(())
        }
    }
}

/// Whom something concerns.
pub(crate) fn whom(fight: &Fight, who: Who, owned: Owned, of: Whom, at: Target, all: &mut ArrayVec<Who, 64>) {
    let range = u32::from(activating::range(fight, who, owned));
    match (of, at) {
        (Whom::OneInRange, Target::Who(at)) => all.push(at),
        (Whom::AlliesInRange, _) => {
            let near = |one: &Who| fight.present(*one) && !fight.foes(who, *one) && fight.distance(who, *one) <= range;
            all.extend(fight.everyone().filter(near).take(64));
        }
        (Whom::EveryoneInRange, _) => {
            let near = |one: &Who| fight.present(*one) && fight.distance(who, *one) <= range;
            all.extend(fight.everyone().filter(near).take(64));
        }
        _ => all.push(who),
    }
}

/// The damage of one strike, rolled once.
fn roll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    owned: Owned,
    deals: &[Deal],
    cause: EventId,
) -> Result<Harm, T::Halt> {
    let place = entry(fight, owned.gu).place(owned.rank);
    let mut harm = Harm::new(&LIMIT, cause).by(who).ranked(owned.rank);
    for deal in deals {
        let strength = i32::from(derived::strength(fight, who));
        let mut amount = i32::from(deal.amount.at(place)) + strength * i32::from(deal.percent_strength.at(place)) / 100;
        if deal.dice > 0 {
            let dice = Throw::dice(deal.dice, deal.sides.into(), &LIMIT, "damage").by(who);
            amount += table.roll(fight, dice)?.iter().map(|face| i32::from(*face)).sum::<i32>();
        }
        harm = harm.of(deal.damage, amount);
    }
    Ok(harm)
}

/// The damage of what strikes, rolled once.
pub(crate) fn harm<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    owned: Owned,
    strikes: &Strikes,
    cause: EventId,
) -> Result<Harm, T::Halt> {
    roll(fight, table, who, owned, &strikes.deals, cause)
}

/// Damage and what comes with it strike somebody.
pub(crate) fn strike<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    at: Who,
    owned: Owned,
    strikes: &Strikes,
    harm: Harm,
) -> Result<(), T::Halt> {
    let dealt = damage::take(fight, table, at, harm)?;
    if dealt.of(crate::kinds::DamageType::Heat) > 0 && fight.one(at).is(Condition::Oiled) {
        status::set_ablaze(fight, table, at, owned.rank, &LIMIT)?;
    }
    for gain in &strikes.gains {
        befall(fight, table, at, owned, gain, &dealt)?;
    }
    damage::settle(fight, table, at, &dealt)
}

/// One thing that befalls whoever is struck.
fn befall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    at: Who,
    owned: Owned,
    gain: &Gain,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let spared = (gain.if_hurt && dealt.total() == 0) || gain.if_hurt_by.is_some_and(|damage| dealt.of(damage) == 0);
    if spared || !fight.present(at) {
        return Ok(());
    }
    if let Some(saves) = gain.unless {
        let modifier = saves.modifier.at(entry(fight, owned.gu).place(owned.rank));
        let trial = Trial::of(at, saves.test, &LIMIT).with("against the Gu", modifier, &LIMIT);
        if test(fight, table, trial)?.succeeded() {
            return Ok(());
        }
    }
    let by = dealt.harm.by.unwrap_or(at);
    match (gain.then, gain.turns) {
        (Then::Burning(_), _) => status::burn(fight, table, at, owned.rank, &LIMIT),
        (Then::Ablaze(_), _) => status::set_ablaze(fight, table, at, owned.rank, &LIMIT),
        (Then::Condition(condition), Some(turns)) => {
            let what = What::Condition(condition);
            let lasting = Lasting { what, size: 0, rank: owned.rank, by, until: Until::OwnTurns(turns) };
            status::give_for(fight, table, at, lasting, &LIMIT)
        }
        (then, _) => gu::then(fight, table, by, at, then, dealt),
    }
}

/// Everyone in an area is struck.
#[allow(clippy::too_many_arguments, reason = "an area is its form, its place and what it does")]
fn area<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    owned: Owned,
    at: Target,
    form: Form,
    on_ground: bool,
    strikes: &Strikes,
) -> Result<(), T::Halt> {
    let Some(area) = placed(fight, who, owned, at, form) else { return Ok(()) };
    let known = entry(fight, owned.gu);
    let strike_of = Strike {
        by: who,
        gu: Some(owned.gu),
        unreactable: known.has(Keyword::Unreactable),
        undodgeable: known.has(Keyword::Undodgeable),
        dodge_modifier: 0,
        spares_user: !matches!(form, Form::Radius(_)),
    };
    let mut caught = ArrayVec::new();
    areas::catch(fight, table, area, strike_of, &mut caught)?;
    let cause = table.tell(|| {
        let text = format!("{} strikes {} of those in its area", entry(fight, owned.gu).name, caught.len());
        Event::new(&LIMIT, text).by(who)
    });
    if caught.is_empty() {
        return Ok(());
    }
    let harm = roll(fight, table, who, owned, &strikes.deals, cause)?;
    for one in caught {
        if !fight.present(one) || (on_ground && fight.one(one).airborne) {
            continue;
        }
        strike(fight, table, one, owned, strikes, harm)?;
    }
    Ok(())
}

/// Where the area of a Gu lies.
pub(crate) fn placed(fight: &Fight, who: Who, owned: Owned, at: Target, form: Form) -> Option<Area> {
    let place = entry(fight, owned.gu).place(owned.rank);
    let metres = |ranked: crate::book::Ranked| ranked.at(place).max(0).unsigned_abs();
    Some(match (form, at) {
        (Form::Radius(radius), Target::Square(source)) => {
            Area::ball(source, fight.ground().level(source), metres(radius))
        }
        (Form::Around(radius), _) => Area::ball(fight.one(who).at, fight.level(who), metres(radius)),
        (Form::Line { length, width }, Target::Step(step)) => {
            let source = areas::source_beside(fight, who, step);
            let (length, width) = (metres(length), metres(width));
            let level = fight.level(who);
            let shape = Shape::Line { source, step, length, width, left: true };
            Area { shape, low: level, high: level.saturating_add_unsigned(width.saturating_sub(1)) }
        }
        (Form::Cone(length), Target::Step(step)) => {
            let (origin, length, level) = (fight.one(who).at, metres(length), fight.level(who));
            Area {
                shape: Shape::Cone { origin, step, length },
                low: level,
                high: level.saturating_add_unsigned(length),
            }
        }
        _ => return None,
    })
}

/// Everyone else who sees the user is blinded until the end of its next turn.
fn flash<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    for other in fight.everyone() {
        if other == who || !fight.fighting(other) || !gu::perceives(fight, other, who) {
            continue;
        }
        if super::cover::between(fight, other, who) == super::cover::Cover::Full {
            continue;
        }
        let what = What::Condition(Condition::Blinded);
        let lasting = Lasting { what, size: 0, rank: 1, by: who, until: Until::OwnTurns(1) };
        status::give_for(fight, table, other, lasting, &LIMIT)?;
    }
    Ok(())
}
