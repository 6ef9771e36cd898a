//! Saves that risky acts call for: the GM's calls, what failing them costs, daring manoeuvres.

use quintain_engine::{Event, EventId, Table, Throw, Who};

use super::{RISK_CALL, RISK_DEFAULTS, RISK_FAILURE, RISK_WHO, declare};
use crate::ask::{self, Act, Ask};
use crate::condition::Ability;
use crate::declaration::{Call, Cost, Daring, Declaration, Deed, Move};
use crate::fight::Fight;
use crate::house::DangerSave;
use crate::rules::{hazards, magic, prayer, retreat, saves};

/// `risk.call`: the GM calls for saves; a player hit by a call may change that one declaration, once.
pub(super) fn risk_calls<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if !fight.cast.only_strikes() {
        name_scores(fight, table)?;
    }
    let call = |_: &mut Fight, act: Option<Act>| match act {
        Some(Act::Call { who, ability }) => Some((who, ability)),
        _ => None,
    };
    while let Some((who, ability)) = table.choose_then(fight, Ask::RiskCalls, call)? {
        call_for_save(fight, table, who, ability)?;
    }
    Ok(())
}

/// `risk.defaults`: the GM may name another score than TEK for a daring manoeuvre.
#[inline(never)]
fn name_scores<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let plan = &fight.one(who).plan;
        let dares = matches!(plan.deed, Deed::Attack { daring: Daring::Manoeuvre | Daring::IntoTheMouth, .. });
        if !(dares && plan.done) {
            continue;
        }
        let Some(Act::Call { ability, .. }) = table.choose(fight, Ask::DaresOn { who })? else { continue };
        if ability != Ability::Tek {
            fight.plan_mut(who).dares_on = Some(ability);
            table.tell(|| {
                let text = format!("{}'s manoeuvre is tried on {}", fight.label(who), ability.name());
                Event::new(&RISK_DEFAULTS, text).to(who).upkeep()
            });
        }
    }
    Ok(())
}

#[cold]
fn call_for_save<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, ability: Ability) -> Result<(), T::Halt> {
    fight.plan_mut(who).call = Some(Call { ability, cost: Cost::Action });
    let cost = match table.choose(fight, Ask::CallCost { who })? {
        Some(Act::Cost(cost)) => cost,
        _ => Cost::Action,
    };
    fight.plan_mut(who).call = Some(Call { ability, cost });
    table.tell(|| {
        let stake = if cost == Cost::Action { String::new() } else { format!("; if it fails: {}", cost.words()) };
        let text = format!("the GM calls for a {} save by {}{stake}", ability.name(), fight.label(who));
        Event::new(&RISK_CALL, text).to(who).and(&RISK_WHO).upkeep()
    });
    if fight.one(who).plan.changed || !ask::yes(fight, table, Ask::Reconsider { who })? {
        return Ok(());
    }
    let telegraph = fight.one(who).plan.telegraph;
    *fight.plan_mut(who) = Declaration { changed: true, telegraph, ..Declaration::default() };
    declare(fight, table, who)
}

/// P2 of a phase: every save that an act of this phase calls for, in roster order.
///
/// # Errors
/// Halts with the table.
#[inline(never)]
pub(crate) fn saves_of_phase<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.actors.len() {
        let who = fight.scratch.actors[place];
        let (deed, call) = (fight.one(who).plan.deed, fight.one(who).plan.call);
        if let (Some(call), false) = (call, fight.one(who).plan.lost) {
            let saved = saves::save(fight, table, who, call.ability, &RISK_CALL, "save that the GM called for")?;
            if !saved.passed {
                pay_for_failure(fight, table, who, call.cost, saved.event);
            }
        }
        if fight.one(who).plan.lost {
            continue;
        }
        match deed {
            Deed::Retreat => retreat::run(fight, table, who)?,
            Deed::Attack { daring: Daring::Manoeuvre | Daring::IntoTheMouth, .. } => dare(fight, table, who)?,
            Deed::Cast { .. } if fight.house().danger_save != DangerSave::No => {
                magic::danger_save(fight, table, who)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// `risk.failure`: what the GM has said a failed save costs.
#[cold]
fn pay_for_failure<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cost: Cost, cause: EventId) {
    if matches!(cost, Cost::Move | Cost::Turn) {
        let plan = fight.plan_mut(who);
        (plan.before, plan.after) = (Move::Stay, Move::Stay);
        if matches!(plan.deed, Deed::SecondMove(_)) {
            plan.deed = Deed::Nothing;
        }
        // `retreat.declare`: running away has the move included, so nobody runs without it.
        plan.lost |= matches!(plan.deed, Deed::Retreat);
    }
    match cost {
        Cost::Action => return lose_action(fight, table, who, cause),
        Cost::Turn => fight.plan_mut(who).lost = true,
        Cost::Impaired => fight.plan_mut(who).hindered = true,
        Cost::Harm(die) => fight.scratch.penalties.push((who, die)),
        Cost::Move | Cost::Words => {}
    }
    table.tell(|| {
        let name = fight.label(who);
        let text = match cost {
            Cost::Move => format!("{name} loses the move"),
            Cost::Turn => format!("{name} loses the whole turn"),
            Cost::Impaired => format!("{name}'s attack is impaired"),
            Cost::Harm(die) => format!("{name} will take d{die} damage"),
            Cost::Action | Cost::Words => format!("what it costs {name} is for the GM to say"),
        };
        Event::new(&RISK_FAILURE, text).by(who).because(cause)
    });
}

/// P7: the damage that a failed save costs, as an instance of its own. It is no attack: Armor does not count.
///
/// # Errors
/// Halts with the table.
#[cold]
pub(crate) fn penalties<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    for place in 0..fight.scratch.penalties.len() {
        let (who, die) = fight.scratch.penalties[place];
        if who != whom {
            continue;
        }
        let rolled = table.die(fight, Throw::die(die.into(), &RISK_FAILURE, "damage of a failed save").at(whom))?;
        hazards::hurt(fight, table, whom, (die, rolled), (&RISK_FAILURE, None))?;
    }
    Ok(())
}

/// `risk.failure`: the action, where nothing else was said.
fn lose_action<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, cause: EventId) {
    fight.plan_mut(who).lost = true;
    table.tell(|| Event::new(&RISK_FAILURE, format!("{} loses the action", fight.label(who))).by(who).because(cause));
}

/// A daring manoeuvre: TEK, or the score that the GM has named, for an enhanced attack.
fn dare<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let ability = fight.one(who).plan.dares_on.unwrap_or(Ability::Tek);
    let what = match ability {
        Ability::Kra => "KRA save for the manoeuvre",
        Ability::Tek => "TEK save for the manoeuvre",
        Ability::Thu => "THU save for the manoeuvre",
    };
    table.tell(|| {
        let into = matches!(fight.one(who).plan.deed, Deed::Attack { daring: Daring::IntoTheMouth, .. });
        let how = if into { "makes for the mouth" } else { "dares a manoeuvre" };
        Event::new(&RISK_DEFAULTS, format!("{} {how}", fight.label(who))).by(who).act()
    });
    let saved = match prayer::favoured_save(fight, table, who, ability, &RISK_DEFAULTS, what)? {
        Some(saved) => saved,
        None => saves::save(fight, table, who, ability, &RISK_DEFAULTS, what)?,
    };
    fight.plan_mut(who).dared = Some(saved.passed);
    if !saved.passed && fight.house().manoeuvre_fail == crate::house::ManoeuvreFail::Lost {
        lose_action(fight, table, who, saved.event);
    }
    Ok(())
}
