//! What may be done on a turn with weapons and items: every such deed, whether it is legal, and doing it.

use quintain_engine::{Table, Who};

use super::hands::{change_hands, draw_sidearm, drop_hand, may_swap, price_of_swap, spend_swap};
use super::items::{may_use_item, use_item};
use crate::ask::{Deed, Exchange};
use crate::book::{Hold, Status, Time, With};
use crate::content::WeaponId;
use crate::fight::{Fight, Lying};
use crate::objection::Objection;
use crate::rules::{actions, features, special_actions, statuses};

/// What somebody might think of doing with weapons and items.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    let one = fight.one(who);
    let nothing = one.main.is_none() && one.items.is_empty() && below(fight, who).next().is_none();
    if one.before.is_some() || (nothing && !one.pc) {
        return;
    }
    exchanges(fight, who).for_each(|exchange| found(Deed::Exchange(exchange)));
    let sidearms = one.carried.iter().filter(|weapon| fight.weapon(**weapon).entry.sidearm);
    sidearms.for_each(|weapon| found(Deed::Sidearm(*weapon)));
    if price_of_swap(fight, who).is_some() {
        exchanges(fight, who).for_each(|exchange| found(Deed::Rapidly(exchange)));
    }
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

/// The weapons that lie below somebody, within reach: not below one who is aloft.
pub fn below(fight: &Fight, who: Who) -> impl Iterator<Item = WeaponId> {
    let low = fight.one(who).altitude == 0;
    let lies = move |lying: &&Lying| low && fight.body(who).contains(lying.at);
    fight.dropped.iter().filter(lies).map(|lying| lying.weapon)
}

/// The exchanges that somebody might think of.
fn exchanges(fight: &Fight, who: Who) -> impl Iterator<Item = Exchange> {
    let in_hands = move |weapon| hands_for(fight, who, weapon).map(move |hand| (weapon, hand));
    let swaps =
        fight.one(who).carried.iter().copied().flat_map(in_hands).map(|(weapon, hand)| Exchange::Swap(weapon, hand));
    let others = below(fight, who).flat_map(in_hands).map(|(weapon, hand)| Exchange::PickUp(weapon, hand));
    swaps.chain(others).chain(two_light(fight, who).then_some(Exchange::Trade))
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
        Deed::Exchange(Exchange::Trade) if !two_light(fight, who) => {
            Err(Objection::new(&special_actions::SWAP, "it takes a light weapon in each hand"))
        }
        Deed::DropMain if fight.one(who).main.is_none() => {
            Err(Objection::new(&special_actions::DROP, "the main hand is empty"))
        }
        Deed::DropOff if fight.one(who).off.is_none() => {
            Err(Objection::new(&special_actions::DROP, "the off hand is empty"))
        }
        Deed::Rapidly(exchange) => may(fight, who, Deed::Exchange(exchange)),
        // `Q-53`: anybody may drop a weapon and take up another.
        Deed::Exchange(Exchange::PickUp(..)) => may_swap(fight, who),
        Deed::Exchange(_) => special_actions::may_take(fight, who).and_then(|()| may_swap(fight, who)),
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
    if let Some(Time::Action) = actions::time_of(fight, deed) {
        actions::spend(fight, table, who, Time::Action);
    }
    match deed {
        Deed::Item { slot, at } => use_item(fight, table, who, slot, at)?,
        Deed::Throw(at) => special_actions::throw(fight, table, who, at)?,
        Deed::ThrowTo(to) => special_actions::throw_to(fight, table, who, to)?,
        Deed::Retrieve { from, weapon } => special_actions::retrieve(fight, table, who, from, weapon)?,
        Deed::Exchange(exchange) | Deed::Rapidly(exchange) => {
            spend_swap(fight, table, who, matches!(deed, Deed::Rapidly(_)));
            change_hands(fight, table, who, exchange);
        }
        Deed::Sidearm(weapon) => draw_sidearm(fight, table, who, weapon),
        Deed::DropMain => drop_hand(fight, table, who, true),
        Deed::DropOff => drop_hand(fight, table, who, false),
        _ => {}
    }
    Ok(())
}
