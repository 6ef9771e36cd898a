//! What may be done on a turn with weapons and items: every such deed, whether it is legal, and doing it.

use quintain_engine::{Table, Who};

use super::hands::{change_hands, draw_sidearm, drop_hand, may_swap, price_of_swap, spend_swap};
use super::items::{may_use_item, use_item};
use crate::ask::{Deed, Exchange};
use crate::book::{Hold, Status, Time, With};
use crate::content::WeaponId;
use crate::fight::Fight;
use crate::objection::Objection;
use crate::rules::{actions, features, special_actions, statuses};

/// What somebody might think of doing with weapons and items.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    let below = || fight.dropped.iter().filter(|(_, square)| fight.body(who).contains(*square));
    if one.before.is_some() || !(one.pc || one.main.is_some() || !one.items.is_empty() || below().next().is_some()) {
        return;
    }
    for weapon in &one.carried {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Swap(*weapon, hand)));
        if fight.weapon(*weapon).entry.sidearm {
            found(Deed::Sidearm(*weapon));
        }
    }
    for (weapon, _) in below() {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::PickUp(*weapon, hand)));
    }
    if two_light(fight, who) {
        found(Deed::Trade);
    }
    each_rapid_exchange(fight, who, found);
    if let Some(main) = one.main {
        found(Deed::DropMain);
        if fight.weapon(main).entry.throwable {
            let foes = fight.everyone().filter(|at| fight.foes(who, *at) && fight.present(*at));
            foes.for_each(|at| found(Deed::Throw(at)));
            squares_to_throw_to(fight, who, found);
        }
    }
    if one.off.is_some() {
        found(Deed::DropOff);
    }
    for from in fight.everyone().filter(|from| fight.present(*from)) {
        fight.one(from).stuck.iter().for_each(|weapon| found(Deed::Retrieve { from, weapon: *weapon }));
    }
    for slot in 0..one.items.len() as u8 {
        for at in fight.everyone().filter(|at| fight.present(*at)) {
            found(Deed::Item { slot, at });
        }
    }
}

/// Exchanges that might be paid for by the rapid action although energy would do.
fn each_rapid_exchange(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    if price_of_swap(fight, who).is_none() {
        return;
    }
    for weapon in &fight.one(who).carried {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Rapidly(Exchange::Swap(*weapon, hand))));
    }
    for (weapon, _) in fight.dropped.iter().filter(|(_, square)| fight.body(who).contains(*square)) {
        hands_for(fight, who, *weapon).for_each(|hand| found(Deed::Rapidly(Exchange::PickUp(*weapon, hand))));
    }
    if two_light(fight, who) {
        found(Deed::Rapidly(Exchange::Trade));
    }
}

/// Whether a light weapon is in each hand.
fn two_light(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let light = |weapon: Option<WeaponId>| weapon.is_some_and(|weapon| fight.weapon(weapon).entry.hold == Hold::Light);
    light(one.main) && light(one.off)
}

/// The hands that a weapon may be taken in: a light one goes to the off hand, too, beside a one-handed weapon.
fn hands_for(fight: &Fight, who: Who, weapon: WeaponId) -> impl Iterator<Item = With> + use<> {
    let hold = |weapon: WeaponId| fight.weapon(weapon).entry.hold;
    let beside = fight.one(who).main.is_none_or(|main| hold(main) != Hold::TwoHanded);
    let off = hold(weapon) == Hold::Light && beside;
    [With::MainHand].into_iter().chain(off.then_some(With::OffHand))
}

fn squares_to_throw_to(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let far = special_actions::throw_range(fight, who).max(0) as u16;
    let around = fight.body(who).grown(far).clipped_to(fight.setting.map.bounds());
    for to in around.into_iter().flat_map(quintain_field::Span::squares) {
        if special_actions::may_throw_to(fight, who, to).is_ok() {
            found(Deed::ThrowTo(to));
        }
    }
}

/// Whether something may be done with weapons and items now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    if features::affected(fight, who, Status::Stunned) {
        // Not even what costs nothing.
        return Err(Objection::new(&statuses::STUNNED, "it is stunned"));
    }
    if let Some(time) = actions::time_of(fight, deed) {
        actions::may_spend(fight, who, time)?;
    }
    match deed {
        Deed::Trade if !two_light(fight, who) => {
            Err(Objection::new(&special_actions::SWAP, "it takes a light weapon in each hand"))
        }
        Deed::DropMain if fight.one(who).main.is_none() => {
            Err(Objection::new(&special_actions::DROP, "the main hand is empty"))
        }
        Deed::DropOff if fight.one(who).off.is_none() => {
            Err(Objection::new(&special_actions::DROP, "the off hand is empty"))
        }
        Deed::Swap(..) | Deed::Trade => special_actions::may_take(fight, who).and_then(|()| may_swap(fight, who)),
        Deed::Rapidly(exchange) => may(fight, who, exchange.deed()),
        // `Q-53`: anybody may drop a weapon and take up another.
        Deed::PickUp(..) => may_swap(fight, who),
        Deed::Sidearm(_) => special_actions::may_take(fight, who),
        Deed::Throw(at) => special_actions::may_throw(fight, who, at),
        Deed::ThrowTo(to) => special_actions::may_throw_to(fight, who, to),
        Deed::Retrieve { from, weapon } => special_actions::may_retrieve(fight, who, from, weapon),
        Deed::Item { slot, at } => may_use_item(fight, who, slot, at),
        _ => Ok(()),
    }
}

/// What is done with weapons and items on a turn.
///
/// # Errors
/// Halts with the table.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<(), T::Halt> {
    if let Some(exchange) = Exchange::of(deed) {
        spend_swap(fight, table, who, false);
        change_hands(fight, table, who, exchange);
        return Ok(());
    }
    match deed {
        Deed::Item { slot, at } => {
            actions::spend(fight, who, Time::Action);
            use_item(fight, table, who, slot, at)?;
        }
        Deed::Throw(at) => {
            actions::spend(fight, who, Time::Action);
            special_actions::throw(fight, table, who, at)?;
        }
        Deed::ThrowTo(to) => {
            actions::spend(fight, who, Time::Action);
            special_actions::throw_to(fight, table, who, to)?;
        }
        Deed::Retrieve { from, weapon } => {
            actions::spend(fight, who, Time::Action);
            special_actions::retrieve(fight, table, who, from, weapon)?;
        }
        Deed::Rapidly(exchange) => {
            spend_swap(fight, table, who, true);
            change_hands(fight, table, who, exchange);
        }
        Deed::Sidearm(weapon) => draw_sidearm(fight, table, who, weapon),
        Deed::DropMain => drop_hand(fight, table, who, true),
        Deed::DropOff => drop_hand(fight, table, who, false),
        _ => {}
    }
    Ok(())
}
