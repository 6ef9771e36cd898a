//! What comes of hits besides their damage: thorns, riders of attacks, and what they do to the one struck.

use std::sync::Arc;

use quintain_engine::{Event, EventId, Rule, Table, Who};
use quintain_field::{Diagonal, Square, Step, body_distance};
use smallvec::SmallVec;

use super::{blasts, is_immovable, laid, more_arms, talents};
use crate::book::{Gain, Kind, Path, Power, Then, Unarmed};
use crate::condition::Condition;
use crate::fight::{Begun, Fight};
use crate::kinds::DamageType;
use crate::rules::activating::EFFECT;
use crate::rules::damage::{self, Dealt};
use crate::rules::effects::{self, Source, Strikes};
use crate::rules::melee::{self, Blow, With};
use crate::rules::standing::{self, each_power, entry};
use crate::rules::{falling, grapple, maneuvers, movement, pushing, reactions, status, turns};

/// What being grappled by somebody with thorns costs.
pub(crate) fn grappled<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, at: Who) -> Result<(), T::Halt> {
    pricked(fight, table, at, by, |_, grappled| grappled)?;
    talents::after_grapple(fight, table, by, at)
}

/// What the thorns of somebody at work do to another, as far as they count.
fn pricked<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    counts: impl Fn(bool, bool) -> bool,
) -> Result<(), T::Halt> {
    let book = Arc::clone(&fight.setting.book);
    for working in standing::at_work(fight, at, Kind::Thorns) {
        for power in working.powers_in(&book) {
            if let Power::Thorns { deals, gains, unarmed, grappled } = power
                && counts(*unarmed, *grappled)
                && fight.present(who)
            {
                let strikes = Strikes::of(deals, gains);
                strikes_back(fight, table, at, who, (working.gu, working.rank), &strikes)?;
            }
        }
    }
    Ok(())
}

/// The thorns of one Gu, at work or not.
pub(crate) fn thorns_of<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    (gu, rank): (u16, u8),
) -> Result<(), T::Halt> {
    let strikes = entry(fight, gu).powers.iter().find_map(|power| match power {
        Power::Thorns { deals, gains, .. } => Some(Strikes::of(deals, gains)),
        _ => None,
    });
    match strikes {
        Some(strikes) => strikes_back(fight, table, by, at, (gu, rank), &strikes),
        None => Ok(()),
    }
}

/// Damage that the powers of a Gu deal.
pub(crate) fn strikes_back<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    at: Who,
    (gu, rank): (u16, u8),
    strikes: &Strikes,
) -> Result<(), T::Halt> {
    let from = Source { who: by, slot: None, gu, rank };
    let cause = table.tell(|| {
        let text = format!("{} of {} strikes {}", entry(fight, gu).name, fight.label(by), fight.label(at));
        Event::new(&EFFECT, text).by(by).to(at)
    });
    blasts::strike_with(fight, table, from, strikes, at, cause)
}

/// What a hit of a natural attack does besides its damage.
pub(crate) fn strike_riders<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    if melee::is_melee(fight, blow.with) {
        let unarmed = is_of_the_body(fight, blow.with);
        pricked(fight, table, who, blow.at, |only, _| !only || unarmed)?;
    }
    unarmed_do(fight, table, who, blow, dealt)?;
    if blow.with == With::Punch {
        arms_do(fight, table, who, blow.at, dealt)?;
    }
    riders(fight, table, who, blow, dealt, |then| !then.moves())
}

/// Whether a strike is made with the body itself: with what grows on it by nature or by a Gu of Transformation, not with a blade
/// that a Gu gives.
fn is_of_the_body(fight: &Fight, with: With) -> bool {
    let With::Arm(arm) = with else { return true };
    let given = fight.setting.gu_arms.iter().find(|(_, known)| *known == arm);
    fight.arm(arm).natural && given.is_none_or(|(gu, _)| entry(fight, *gu).path == Path::Transformation)
}

/// What a hit of a natural attack does when its damage is settled: where it carries the one struck.
pub(crate) fn strike_pushes<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    riders(fight, table, who, blow, dealt, Then::moves)
}

/// Those riders of a natural attack that fit.
fn riders<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
    fits: impl Fn(Then) -> bool,
) -> Result<(), T::Halt> {
    let With::Arm(arm) = blow.with else { return Ok(()) };
    let Some(list) = fight.arm(arm).riders else { return Ok(()) };
    for place in 0..fight.setting.riders[usize::from(list)].len() {
        let rider = fight.setting.riders[usize::from(list)][place];
        if !fits(rider.then) || !fight.present(blow.at) || (rider.if_hurt && dealt.total() == 0) {
            continue;
        }
        then(fight, table, (who, 0), blow.at, rider.then, (dealt, None))?;
    }
    Ok(())
}

/// What befalls a target that an unarmed strike hits, by Gu that make such strikes worse.
fn unarmed_do<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    blow: &Blow,
    dealt: &Dealt,
) -> Result<(), T::Halt> {
    let strike = match blow.with {
        With::Punch => Unarmed::Punch,
        With::Kick => Unarmed::Kick,
        With::Bite => Unarmed::Bite,
        _ => return Ok(()),
    };
    let mut all: SmallVec<[(Gain, Source); 4]> = SmallVec::new();
    each_power(fight, who, Kind::Unarmed, |power, working, _| {
        if let Power::Unarmed { strikes, gains, .. } = power
            && strikes.contains(&strike)
        {
            let from = Source { who, slot: working.slot, gu: working.gu, rank: working.rank };
            all.extend(gains.iter().map(|gain| (*gain, from)));
        }
    });
    for (gain, from) in all {
        effects::befall(fight, table, blow.at, from, &gain, (dealt, None))?;
    }
    Ok(())
}

/// What the punches of arms that a Gu has given do besides: they are the last ones of the action.
fn arms_do<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, dealt: &Dealt) -> Result<(), T::Halt> {
    let Begun::Punches(left) = fight.turn.begun else { return Ok(()) };
    if fight.turn.acts != who || left >= more_arms(fight, who) {
        return Ok(());
    }
    let book = Arc::clone(&fight.setting.book);
    for working in standing::at_work(fight, who, Kind::ArmsDo) {
        let from = Source { who, slot: working.slot, gu: working.gu, rank: working.rank };
        let powers = working.powers_in(&book).iter();
        for gain in powers.flat_map(|power| if let Power::ArmsDo(gains) = power { gains.as_slice() } else { &[] }) {
            effects::befall(fight, table, at, from, gain, (dealt, None))?;
        }
    }
    Ok(())
}

/// What comes of a hit; numbers that go by rank are those at this place.
pub(crate) fn then<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, place): (Who, u8),
    at: Who,
    then: Then,
    (dealt, along): (&Dealt, Option<Step>),
) -> Result<(), T::Halt> {
    let rule: &'static Rule = &turns::ACTION_LIST;
    match then {
        Then::Bleeding(stacks) => status::bleed(fight, table, at, stacks, rule),
        Then::BleedingPercent { percent, least } => {
            let stacks = dealt.of(DamageType::Rending) * i32::from(percent) / 100;
            status::bleed(fight, table, at, (stacks as i16).max(least), rule)
        }
        Then::Condition(condition) => status::give(fight, table, at, condition, rule),
        Then::Burning(rank) => status::burn(fight, table, at, rank, rule),
        Then::Ablaze(rank) => status::set_ablaze(fight, table, at, rank, rule),
        Then::Soul(amount) => damage::soul(fight, table, at, amount.at(place), (rule, Some(dealt.event))).map(|_| ()),
        Then::SoulPercent { amount, percent } => {
            let more = i32::from(fight.one(who).soul.now) * i32::from(percent) / 100;
            let amount = amount.at(place) + more as i16;
            damage::soul(fight, table, at, amount, (rule, Some(dealt.event))).map(|_| ())
        }
        Then::Push(metres) => pushing::shove(fight, table, who, at, metres, along, rule).map(|_| ()),
        Then::Knock(metres) => {
            pushing::shove(fight, table, who, at, metres, along, rule)?;
            status::give(fight, table, at, Condition::Prone, rule)
        }
        Then::KnockByStrength(percent) => {
            let metres = crate::derived::share_of_strength(fight, who, percent).max(1);
            pushing::shove(fight, table, who, at, metres as i16, along, rule)?;
            status::give(fight, table, at, Condition::Prone, rule)
        }
        Then::Pin(metres) => {
            let stopped = pushing::shove(fight, table, who, at, metres, along, rule)?;
            if stopped { status::give(fight, table, at, Condition::Restrained, rule) } else { Ok(()) }
        }
        Then::Lift(metres) => lifted(fight, table, at, metres),
        Then::FailsDive => maneuvers::fail_dive(fight, table, at),
        Then::Poisoned(poison) => laid::poison(fight, table, (who, None), at, poison),
        Then::Extinguish => {
            status::submerged(fight, table, at);
            Ok(())
        }
        Then::Powers => Ok(()),
        Then::Pull => pull(fight, table, who, at, (rule, dealt.event)),
    }
}

/// Somebody is pulled beside another, as far as a way leads there, out of any hold of a third one.
fn pull<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    (rule, event): (&'static Rule, EventId),
) -> Result<(), T::Halt> {
    if fight.size(at) > fight.size(who) || fight.one(at).held_by == Some(who) || is_immovable(fight, at) {
        return Ok(());
    }
    grapple::loosen(fight, table, at);
    let (was, height) = (movement::spot(fight, at), fight.one(who).height);
    let to = beside(fight, who, at).or_else(|| movement::nearest_free(fight, at, fight.one(who).at, height));
    let Some(to) = to.map(|to| pushing::drawn_to(fight, at, to, height)) else { return Ok(()) };
    movement::place(fight, at, to, height);
    let mut one = fight.one_mut(at);
    (one.airborne, one.climbing) = (one.airborne && height > 0, false);
    drop(one);
    grapple::parted(fight, table, at)?;
    table.tell(|| {
        let text = format!("{} is pulled to {to}", fight.label(at));
        Event::new(rule, text).by(who).to(at).because(event)
    });
    movement::arrived(fight, table, at, was)?;
    falling::comes_down(fight, table, at)?;
    reactions::brought(fight, table, at, was.0)
}

/// Where somebody is pulled to: the free square beside the one who pulls that is nearest to it, as the crow flies; one to
/// which a straight way leads before all others.
fn beside(fight: &Fight, who: Who, at: Who) -> Option<Square> {
    let (body, own, height) = (fight.body(who), fight.one(at).at, fight.one(who).height);
    let near = |square: &Square| {
        let away = body_distance(body, fight.body_at(at, *square), Diagonal::Equal);
        let barred = pushing::drawn_to(fight, at, *square, height) != *square;
        (barred, away, i32::from(square.x - own.x).pow(2) + i32::from(square.y - own.y).pow(2))
    };
    let ring = body.grown(fight.size(at).side().into());
    ring.squares().filter(|square| fight.is_free_for(at, *square, height)).min_by_key(near)
}

/// Somebody is thrown up into the air; without wings it falls again at once.
fn lifted<T: Table<Fight>>(fight: &mut Fight, table: &mut T, at: Who, metres: i16) -> Result<(), T::Halt> {
    if is_immovable(fight, at) {
        return Ok(());
    }
    grapple::release(fight, table, at)?;
    let mut one = fight.one_mut(at);
    one.height = one.height.saturating_add(metres);
    one.airborne = true;
    drop(one);
    grapple::parted(fight, table, at)?;
    table.tell(|| {
        let text = format!("{} is thrown {metres} m up", fight.label(at));
        Event::new(&EFFECT, text).to(at)
    });
    falling::lifted(fight, table, at)
}
