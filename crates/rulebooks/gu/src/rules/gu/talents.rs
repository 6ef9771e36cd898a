//! Talents and traits that are more than a number: training, charges, flurries, the punch after a grapple.

use quintain_engine::{Event, Refusal, Table, Throw, Who};
use smallvec::SmallVec;

use super::soaks;
use crate::book::{Deal, Kind, Path, Power};
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::kinds::{DamageType, Score};
use crate::lasting::{Lasting, Until, What};
use crate::rules::activating::{self, EFFECT, Target};
use crate::rules::attack::Aim;
use crate::rules::damage::{self, Harm};
use crate::rules::melee::{self, Blow, With};
use crate::rules::percentile::{Opposed, Trial, opposed};
use crate::rules::standing::{any_power, each_power, entry};
use crate::rules::{pushing, reactions, status, turns};

/// What training adds to an attack roll with this weapon or Gu.
pub fn trained(fight: &Fight, aim: &Aim) -> i16 {
    let mut sum = 0;
    each_power(fight, aim.by, Kind::Trained, |power, _, _| {
        let Power::Trained { with, modifier } = power else { return };
        let gu = aim.gu.is_some_and(|gu| fight.setting.book.gus[usize::from(gu)].id == *with);
        let arm = aim.arm.is_some_and(|arm| fight.arm(arm).id == *with || fight.arm(arm).name == *with);
        if gu || arm {
            sum += *modifier;
        }
    });
    sum
}

/// What is added to a parry: haste after a flurry, the practice of a sentinel.
pub fn parry_modifier(fight: &Fight, who: Who) -> i16 {
    let flurried = fight.one(who).lasting(|what| what == What::Flurried).is_some();
    let (haste, practice) = (if flurried { 20 } else { 0 }, if is_sentinel(fight, who) { -10 } else { 0 });
    haste + practice
}

/// What is added to the attack that answers a parry.
pub fn counter_modifier(fight: &Fight, who: Who) -> i16 {
    if is_sentinel(fight, who) { -10 } else { 0 }
}

/// What several attacks of one action cost each.
pub fn several(fight: &Fight, who: Who, of: u8) -> i16 {
    match (any_power(fight, who, Kind::ManyWeapons, |power| matches!(power, Power::ManyWeapons)), of) {
        (true, 2) => 0,
        (true, _) => 10,
        (false, of) => 10 * i16::from(of),
    }
}

/// A die with so many sides, what an unarmed hit deals besides on a 1, and the place of the Gu's rank.
type Chance = (u8, SmallVec<[Deal; 4]>, u8);

/// What an unarmed hit deals besides: by chance, and what has been stored for it.
pub(crate) fn unarmed_extras<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    mut harm: Harm,
) -> Result<Harm, T::Halt> {
    if fight.one(who).gu.is_empty() {
        return Ok(harm);
    }
    let mut chances: SmallVec<[Chance; 4]> = SmallVec::new();
    each_power(fight, who, Kind::UnarmedChance, |power, _, place| {
        if let Power::UnarmedChance { sides, deals } = power {
            chances.push((*sides, deals.iter().copied().collect(), place));
        }
    });
    for (sides, deals, place) in chances {
        let die = Throw::die(sides.into(), &EFFECT, "on a 1 it deals more").by(who);
        if table.die(fight, die)? == 1 {
            for deal in deals {
                harm = harm.of(deal.damage, deal.amount.at(place).into());
            }
        }
    }
    if let Some((damage, stored)) = soaks::discharge(fight, who) {
        harm = harm.of(damage, stored);
        table.tell(|| Event::new(&EFFECT, format!("{} deals the {stored} it has stored", fight.label(who))).by(who));
    }
    Ok(harm)
}

/// A grapple has succeeded: with practice a punch follows.
pub(crate) fn after_grapple<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
) -> Result<(), T::Halt> {
    let punches = any_power(fight, who, Kind::PunchesGrappled, |power| matches!(power, Power::PunchesGrappled));
    if punches && fight.present(at) && melee::strikes(fight, who).contains(&With::Punch) {
        return melee::strike(fight, table, who, Blow::plain(With::Punch, at));
    }
    Ok(())
}

/// Whether a combatant may grapple instead of striking at one that leaves its reach.
pub fn grapples_leavers(fight: &Fight, who: Who, at: Who) -> bool {
    any_power(fight, who, Kind::GrapplesLeavers, |power| matches!(power, Power::GrapplesLeavers))
        && crate::rules::grapple::could_grapple(fight, who, at).is_ok()
}

/// Whether somebody may activate one more Gu of this path with a second bonus action now.
pub fn may_attain(fight: &Fight, who: Who, path: Path) -> bool {
    !fight.turn.attained
        && any_power(fight, who, Kind::Attainment, |power| matches!(power, Power::Attainment(of) if *of == path))
}

/// Whether absorbing stones is a bonus action for somebody.
pub fn absorbs_quickly(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::QuickStones, |power| matches!(power, Power::QuickStones))
}

/// Whether taking flight is no Maneuver for somebody.
pub fn takes_flight_freely(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::FreeTakeFlight, |power| matches!(power, Power::FreeTakeFlight))
}

/// Whether somebody may parry for others.
pub fn is_sentinel(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::Sentinel, |power| matches!(power, Power::Sentinel))
}

/// Whether somebody may charge somebody now.
///
/// # Errors
/// The refusal.
pub fn may_charge(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    turns::may_begin(fight, who)?;
    if !any_power(fight, who, Kind::Charges, |power| matches!(power, Power::Charges)) {
        return Err(Refusal::new(&turns::ACTION_LIST, "it cannot charge"));
    }
    let towards = fight.body(who).step_towards(fight.body(at));
    if fight.turn.straight < 2 || fight.turn.heading != towards || fight.distance(who, at) > 1 {
        return Err(Refusal::new(&turns::ACTION_LIST, "it has to go at least 2 m straight towards the target"));
    }
    Ok(())
}

/// A charge: opposed Close Combat; the loser is struck and thrown down.
pub(crate) fn charge<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    fight.turn.begun = Begun::Done;
    table.tell(|| {
        let text = format!("{} charges at {}", fight.label(who), fight.label(at));
        Event::new(&turns::ACTION_LIST, text).by(who).to(at).and(&turns::COMBAT_ACTION).act()
    });
    let mine = Trial::of(who, Score::CloseCombat, &turns::ACTION_LIST).against(at);
    let theirs = Trial::of(at, Score::CloseCombat, &turns::ACTION_LIST).against(who);
    if opposed(fight, table, mine, theirs)? != Opposed::Won {
        table.tell(|| {
            let text = format!("the charge of {} fails", fight.label(who));
            Event::new(&turns::ACTION_LIST, text).by(who).to(at)
        });
        return Ok(());
    }
    let amount = 1 + i32::from(derived::strength(fight, who)) / 10;
    let cause = table.tell(|| {
        let text = format!("{} runs {} down for {amount} force", fight.label(who), fight.label(at));
        Event::new(&turns::ACTION_LIST, text).by(who).to(at)
    });
    let harm = Harm::new(&turns::ACTION_LIST, cause).of(DamageType::Force, amount).by(who);
    damage::harm(fight, table, at, harm)?;
    status::give(fight, table, at, Condition::Prone, &turns::ACTION_LIST)
}

/// Whether somebody may let fly a flurry at somebody now.
///
/// # Errors
/// The refusal.
pub fn may_flurry(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    if !any_power(fight, who, Kind::Flurry, |power| matches!(power, Power::Flurry)) {
        return Err(Refusal::new(&turns::ACTION_LIST, "it has not learned that"));
    }
    if fight.turn.begun != Begun::Nothing || fight.distance(who, at) > 1 {
        return Err(Refusal::new(&turns::ACTION_LIST, "it takes the Combat Action and somebody within 1 m"));
    }
    melee::may_strike(fight, who, &Blow::plain(With::Punch, at))
}

/// Two punches with each arm; until the next turn dodging and parrying are harder.
pub(crate) fn flurry<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    fight.turn.begun = Begun::Done;
    table.tell(|| {
        let text = format!("{} lets fly a flurry at {}", fight.label(who), fight.label(at));
        Event::new(&turns::ACTION_LIST, text).by(who).to(at).and(&turns::COMBAT_ACTION).act()
    });
    for left in (0..2 * derived::free_hands(fight, who)).rev() {
        // Each arm punches twice, those that a Gu gives last.
        fight.turn.begun = Begun::Punches(left / 2);
        let blow = Blow::plain(With::Punch, at);
        if fight.present(at) && melee::can_strike(fight, who) && fight.distance(who, at) <= 1 {
            melee::strike(fight, table, who, blow)?;
        }
    }
    fight.turn.begun = Begun::Done;
    let until = Until::StartOf(who);
    status::put(fight, table, who, Lasting { what: What::Flurried, size: 20, rank: 0, by: who, until });
    Ok(())
}

/// Whether somebody sprints and has learned to do something on its way, which ends the movement.
fn may_act_charging(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let charger = any_power(fight, who, Kind::ChargingPunch, |power| matches!(power, Power::ChargingPunch));
    if !charger || !fight.turn.sprinting || fight.turn.halted {
        return Err(Refusal::new(&turns::ACTION_LIST, "it takes a sprint and the talent for it"));
    }
    Ok(())
}

/// Whether somebody who sprints may activate a Gu of touch at somebody on its way now.
///
/// # Errors
/// The refusal.
pub fn may_touch_charging(fight: &Fight, who: Who, slot: u8, at: Who) -> Result<(), Refusal> {
    may_act_charging(fight, who)?;
    if !activating::owned(fight, who, slot).is_some_and(|owned| entry(fight, owned.gu).touch) {
        return Err(Refusal::new(&turns::ACTION_LIST, "it takes a Gu of touch"));
    }
    activating::could_activate(fight, who, slot, Target::Who(at))
}

/// A touch in full career: it ends the movement.
pub(crate) fn touch_charging<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    slot: u8,
    at: Who,
) -> Result<(), T::Halt> {
    fight.turn.halted = true;
    table.tell(|| Event::new(&turns::SPRINT_TRIPLE, format!("{} touches at the run", fight.label(who))).by(who));
    activating::activate(fight, table, who, slot, Target::Who(at))
}

/// Whether somebody who sprints may punch somebody on its way now.
///
/// # Errors
/// The refusal.
pub fn may_punch_charging(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    may_act_charging(fight, who)?;
    melee::could_strike(fight, who, &Blow::plain(With::Punch, at))
}

/// A punch in full career: it throws the one hit back, and ends the movement.
pub(crate) fn punch_charging<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
) -> Result<(), T::Halt> {
    fight.turn.halted = true;
    table.tell(|| {
        let text = format!("{} punches at {} at the run", fight.label(who), fight.label(at));
        Event::new(&turns::SPRINT_TRIPLE, text).by(who).to(at).act()
    });
    fight.scratch.landed = None;
    melee::strike(fight, table, who, Blow::plain(With::Punch, at))?;
    let metres = derived::strength(fight, who) / 100;
    if fight.scratch.landed.take() == Some(who) && metres > 0 {
        pushing::shove(fight, table, who, at, metres, None, &turns::SPRINT_TRIPLE)?;
    }
    Ok(())
}

/// The flight Gu that somebody could answer with to being thrown into the air.
pub fn catching_gu(fight: &Fight, who: Who) -> Option<u8> {
    let able = any_power(fight, who, Kind::ReactiveFlight, |power| matches!(power, Power::ReactiveFlight))
        && reactions::able(fight, who).is_ok()
        && derived::flight(fight, who).is_none();
    let flies = |slot: &u8| {
        activating::is_ready(fight, who, *slot).is_ok_and(|owned| {
            let known = entry(fight, owned.gu);
            let wings = known.powers.iter().any(|power| matches!(power, Power::Flight { .. }));
            wings && !crate::rules::killer_moves::is_move(fight, owned)
        })
    };
    (0..fight.one(who).gu.len() as u8).filter(|_| able).find(flies)
}
