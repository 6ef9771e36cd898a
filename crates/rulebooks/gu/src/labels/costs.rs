//! What options cost: what the rules take, by their own functions.

use quintain_engine::{Label, Price, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask};
use crate::book::{Effect, EscapeBy};
use crate::derived;
use crate::fight::{Begun, Fight};
use crate::rules::activating::{self, Target};
use crate::rules::gu::{GuAct, GuAsk, answers, summons, talents, zones};
use crate::rules::melee::With;
use crate::rules::reactions::{self, React, Trigger};
use crate::rules::standing::entry;
use crate::rules::{ground, jumping, killer_moves, maneuvers, movement, status};

/// The same at this price, of what there is so much of; nothing is no price.
fn pay(label: Label, price: Price, amount: i16, have: Option<i16>) -> Label {
    match amount {
        0 => label,
        _ => label.costing(price, amount, have.map(|have| (have - amount).max(0))),
    }
}

/// The label of an option with what the rules take for it.
pub(super) fn of(fight: &Fight, ask: &Ask, (act, way): (&Act, &[Square]), label: Label) -> Label {
    match (*ask, *act) {
        (Ask::Turn { who }, act) => on_turn(fight, who, (act, way), label),
        (Ask::React { who, trigger }, Act::React(react)) => answer(fight, who, (&trigger, react), label),
        (Ask::HeldGu { who, .. }, Act::Gu(act)) if fight.template(who).entry.rank == 0 => {
            released(fight, who, act, wild(label))
        }
        (Ask::HeldGu { who, .. } | Ask::DiveStrike { who }, Act::Gu(act)) => released(fight, who, act, label),
        (Ask::Opportunity { who, .. } | Ask::Counter { who, reacts: true, .. }, Act::Strike(_)) => {
            reaction(fight, who, label)
        }
        (Ask::Counter { who, reacts: true, .. }, Act::Gu(act)) => {
            released(fight, who, act, reaction(fight, who, label))
        }
        (ask, Act::Yes) => agreed(fight, ask, label),
        (Ask::HeldStrike { .. }, Act::Strike(blow)) => weapon(label, blow.with),
        _ => label,
    }
}

/// What a yes takes.
fn agreed(fight: &Fight, ask: Ask, label: Label) -> Label {
    match ask {
        Ask::LuckBefore { who, .. } | Ask::LuckAfter { by: who, .. } => {
            pay(label, Price::Pool("luck"), 1, Some(fight.one(who).luck.into()))
        }
        Ask::DodgeThrown { who } => reaction(fight, who, label),
        Ask::Gu(GuAsk::Keep { who, slot }) => essence(fight, who, slot, label),
        Ask::Gu(GuAsk::SaveShield { who, .. } | GuAsk::Grapples { who, .. }) => reaction(fight, who, label),
        Ask::Gu(GuAsk::Commands { who, .. }) => soul(fight, who, 1, label),
        Ask::Gu(GuAsk::Wings { who, slot }) => activation(fight, who, slot, reaction(fight, who, label)),
        _ => label,
    }
}

/// A reaction.
fn reaction(fight: &Fight, who: Who, label: Label) -> Label {
    pay(label, Price::Reaction, 1, Some(fight.one(who).reactions.into()))
}

/// The Combat Action, unless it has been begun already.
fn action(fight: &Fight, label: Label) -> Label {
    if fight.turn.begun == Begun::Nothing { pay(label, Price::Action, 1, Some(1)) } else { label }
}

/// The bonus action.
fn bonus(label: Label) -> Label {
    pay(label, Price::Bonus, 1, Some(1))
}

/// So many metres of the turn's movement.
fn metres(fight: &Fight, who: Who, amount: i16, label: Label) -> Label {
    pay(label, Price::Distance, amount, Some(movement::left(fight, who)))
}

/// What is left of the turn's movement.
fn the_rest(fight: &Fight, who: Who, label: Label) -> Label {
    metres(fight, who, movement::left(fight, who), label)
}

/// The essence of a Gu.
fn essence(fight: &Fight, who: Who, slot: u8, label: Label) -> Label {
    let Some(owned) = activating::owned(fight, who, slot) else { return label };
    let costs = activating::costs(fight, who, owned);
    pay(label, Price::Pool("essence"), costs, Some(fight.one(who).essence.now))
}

/// So much soul, for those who have one.
fn soul(fight: &Fight, who: Who, amount: i16, label: Label) -> Label {
    let one = fight.one(who);
    if one.has_soul { pay(label, Price::Pool("soul"), amount, Some(one.soul.now)) } else { label }
}

/// A use of what can be used so often only.
fn one_use(fight: &Fight, who: Who, slot: u8, label: Label) -> Label {
    match activating::owned(fight, who, slot) {
        Some(owned) if owned.uses != u8::MAX => pay(label, Price::Gear, 1, Some(owned.uses.into())),
        _ => label,
    }
}

/// The soul that it takes to make a beast serve.
fn service(fight: &Fight, who: Who, (slot, at): (u8, Target), label: Label) -> Label {
    let owned = activating::owned(fight, who, slot);
    let enslaves = owned.is_some_and(|owned| entry(fight, owned.gu).does.contains(&Effect::Enslave));
    match at.who().filter(|_| enslaves) {
        Some(beast) => soul(fight, who, summons::enslaving_takes(fight, who, beast), label),
        None => label,
    }
}

/// What every activation of a Gu takes, whenever it is made.
fn activation(fight: &Fight, who: Who, slot: u8, label: Label) -> Label {
    let label = essence(fight, who, slot, label);
    one_use(fight, who, slot, soul(fight, who, killer_moves::toll_of(fight, who, 1), label))
}

/// What a killer move takes besides the Combat Action.
fn killer_move(fight: &Fight, who: Who, slot: u8, label: Label) -> Label {
    let Some(owned) = activating::owned(fight, who, slot) else { return label };
    let label = essence(fight, who, slot, label);
    one_use(fight, who, slot, soul(fight, who, killer_moves::soul_price(fight, who, owned.gu), label))
}

/// One of the activations of the turn.
fn one_activation(fight: &Fight, who: Who, label: Label) -> Label {
    let left = i16::from(derived::activations_left(fight, who));
    pay(action(fight, label), Price::Pool("activations"), 1, Some(left))
}

/// What the wild Gu of beasts do, once between their turns.
fn wild(label: Label) -> Label {
    pay(label, Price::Quick, 1, Some(1))
}

/// What a Gu that is activated on a turn takes of it.
fn of_turn(fight: &Fight, who: Who, label: Label) -> Label {
    if fight.template(who).entry.rank == 0 { wild(label) } else { one_activation(fight, who, label) }
}

/// A Maneuver; the first of a turn gives up walking.
fn maneuver(fight: &Fight, who: Who, label: Label) -> Label {
    let label = if fight.turn.flying { label } else { the_rest(fight, who, label) };
    pay(label, Price::Pool("maneuvers"), 1, Some(maneuvers::left(fight, who).into()))
}

/// A weapon that is thrown is gone.
fn weapon(label: Label, with: With) -> Label {
    if matches!(with, With::Thrown(_)) { pay(label, Price::Gear, 1, None) } else { label }
}

fn on_turn(fight: &Fight, who: Who, (act, way): (Act, &[Square]), label: Label) -> Label {
    let walk = |label: Label, amount: i16| metres(fight, who, amount, label);
    match act {
        Act::Move(_) | Act::MoveThrough(_) => walk(label, movement::bill_for(fight, who, way)),
        Act::StepOff(to) => walk(label, movement::bill_for(fight, who, &[fight.one(who).at, to])),
        Act::Jump(_) => walk(label, jumping::cost(fight, who)),
        Act::Climb(to) => walk(label, ground::climb_costs(fight, who, to)),
        Act::ClimbDown => walk(label, ground::climb_down_costs(fight, who)),
        Act::StandUp => walk(label, status::standing_costs(fight, who)),
        Act::Submerge => walk(label, movement::price(fight, who, fight.one(who).at)),
        Act::Surface => walk(label, ground::SURFACING),
        Act::Drag(_) => the_rest(fight, who, label),
        Act::TakeFlight if talents::takes_flight_freely(fight, who) && fight.turn.flying => label,
        Act::TakeFlight if talents::takes_flight_freely(fight, who) => the_rest(fight, who, label),
        Act::TakeFlight | Act::Fly(_) | Act::Dive | Act::Evade | Act::Land => maneuver(fight, who, label),
        Act::Strike(blow) => weapon(action(fight, label), blow.with),
        Act::Grapple(_) | Act::BreakFree | Act::Sprint | Act::RollOut | Act::Hold(_) | Act::Improvise => {
            action(fight, label)
        }
        Act::Bonus(_) | Act::Throw { .. } => bonus(label),
        Act::Gu(act) => gu_on_turn(fight, who, act, label),
        // Ending the turn, letting go, giving in, and answers, which no turn offers.
        _ => label,
    }
}

fn gu_on_turn(fight: &Fight, who: Who, act: GuAct, label: Label) -> Label {
    match act {
        GuAct::Activate { slot, at } => {
            let label = activation(fight, who, slot, of_turn(fight, who, label));
            service(fight, who, (slot, at), label)
        }
        GuAct::Perform { slot, at } => {
            let label = killer_move(fight, who, slot, action(fight, label));
            service(fight, who, (slot, at), label)
        }
        GuAct::Attain { slot, at } => {
            // The bonus action of the attainment is one of its own: the other may still be there.
            let label = label.costing(Price::Bonus, 1, Some(i16::from(!fight.turn.bonus)));
            service(fight, who, (slot, at), activation(fight, who, slot, label))
        }
        GuAct::ChargingTouch(slot, _) => activation(fight, who, slot, the_rest(fight, who, label)),
        GuAct::ChargingPunch(_) | GuAct::Pass { .. } => the_rest(fight, who, label),
        GuAct::Wield { .. } | GuAct::Charge(_) | GuAct::Flurry(_) => action(fight, label),
        GuAct::Direct(_) | GuAct::HandOver { .. } | GuAct::Apply { .. } => bonus(label),
        GuAct::Absorb(stones) => {
            let quick = talents::absorbs_quickly(fight, who);
            let label = if quick { bonus(label) } else { action(fight, label) };
            pay(label, Price::Pool("stones"), stones.into(), i16::try_from(fight.one(who).stones).ok())
        }
        GuAct::Steer { .. } if zones::steers_quickly(fight) => bonus(label),
        GuAct::Steer { .. } => one_activation(fight, who, label),
        GuAct::Escape(gu) => match entry(fight, gu).escape.map(|escape| escape.by) {
            Some(EscapeBy::CombatAction) => action(fight, label),
            Some(EscapeBy::BonusAction) => bonus(label),
            Some(EscapeBy::EndOfTurn) | None => label,
        },
        GuAct::Trade { .. } => {
            let left = i16::from(derived::activations_left(fight, who));
            pay(label, Price::Pool("activations"), left, Some(left))
        }
        GuAct::Stop(_) | GuAct::Detonate(_) | GuAct::Towards(_) => label,
    }
}

/// What a Gu takes that is used at the end of a dive, or has been held: no activation of the turn.
fn released(fight: &Fight, who: Who, act: GuAct, label: Label) -> Label {
    match act {
        GuAct::Activate { slot, at } => service(fight, who, (slot, at), activation(fight, who, slot, label)),
        GuAct::Perform { slot, at } => service(fight, who, (slot, at), killer_move(fight, who, slot, label)),
        _ => label,
    }
}

fn answer(fight: &Fight, who: Who, (trigger, react): (&Trigger, React), label: Label) -> Label {
    let label = if reactions::takes_reaction(fight, who, react) { reaction(fight, who, label) } else { label };
    match react {
        React::Gu(slot) if answers::ripostes(fight, who, slot, trigger) => label,
        React::Gu(slot) if fight.template(who).entry.rank == 0 => activation(fight, who, slot, wild(label)),
        React::Gu(slot) => activation(fight, who, slot, label),
        _ => label,
    }
}
