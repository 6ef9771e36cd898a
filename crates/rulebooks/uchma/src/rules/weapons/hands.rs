//! What hands hold, and how that changes.

use quintain_engine::{Event, Table, Who};

use super::{LIGHT, SIDEARM, WIELDED, fall_down, hand_over};
use crate::ask::Exchange;
use crate::book::{Feature, Hold, Time, Topic, With};
use crate::content::WeaponId;
use crate::fight::{Fight, Lying};
use crate::objection::Objection;
use crate::rules::{abilities, actions, features, prone, special_actions};

/// What somebody holds changes; it has been paid for.
pub(super) fn change_hands<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, exchange: Exchange) {
    match exchange {
        Exchange::Swap(weapon, hand) => swap(fight, table, who, (weapon, hand)),
        Exchange::PickUp(weapon, hand) => pick_up(fight, table, who, (weapon, hand)),
        Exchange::Trade => {
            let (main, off) = (fight.one(who).main, fight.one(who).off);
            let mut one = fight.one_mut(who);
            (one.main, one.off) = (off, main);
            drop(one);
            tell_hands(fight, table, who);
        }
    }
}

/// `sa.swap-weapons`: a rapid action, or energy with the technique for it; once a round.
pub(super) fn spend_swap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, rapid: bool) {
    match price_of_swap(fight, who).filter(|_| !rapid) {
        Some(energy) => abilities::pay_energy(fight, table, who, energy),
        None => actions::spend(fight, table, who, Time::Rapid),
    }
    if let Some(turn) = fight.turn.as_mut() {
        turn.swapped = true;
    }
}

/// What a swap costs in energy instead of the rapid action.
pub fn price_of_swap(fight: &Fight, who: Who) -> Option<i16> {
    let price = features::find(fight, who, Topic::Prices, |feature, _| match feature {
        Feature::SwapsFor { energy } => Some(energy),
        _ => None,
    });
    price.filter(|price| *price <= fight.one(who).energy)
}

/// Whether weapons may be exchanged now.
///
/// # Errors
/// The refusal.
pub fn may_swap(fight: &Fight, who: Who) -> Result<(), Objection> {
    if fight.one(who).prone {
        return Err(Objection::new(&prone::LIMITED, "it lies prone"));
    }
    if fight.turn.as_ref().is_some_and(|turn| turn.swapped) {
        return Err(Objection::new(&special_actions::SWAP, "weapons are changed once a round"));
    }
    match price_of_swap(fight, who) {
        Some(_) => Ok(()),
        None => actions::may_spend(fight, who, Time::Rapid),
    }
}

/// A weapon is carried no longer.
fn uncarry(fight: &mut Fight, who: Who, weapon: WeaponId) {
    if let Some(place) = fight.one(who).carried.iter().position(|known| *known == weapon) {
        fight.one_mut(who).carried.remove(place);
    }
}

/// A carried weapon comes into a hand; what was there is carried.
fn swap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (weapon, hand): (WeaponId, With)) {
    uncarry(fight, who, weapon);
    for freed in hold(fight, who, weapon, hand).into_iter().flatten() {
        fight.one_mut(who).carried.push(freed);
    }
    table.tell(|| {
        let text = format!("{} takes the {} in hand", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&special_actions::SWAP, text).by(who).and(&WIELDED).act()
    });
}

/// A weapon that lies below is picked up; what it takes the place of stays behind.
fn pick_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, (weapon, hand): (WeaponId, With)) {
    let body = fight.body(who);
    let here = |lying: &Lying| lying.weapon == weapon && body.contains(lying.at);
    if let Some(place) = fight.dropped.iter().position(here) {
        let Lying { from, .. } = fight.dropped.remove(place);
        hand_over(fight, (from, who), weapon);
    }
    let at = fight.one(who).at;
    for freed in hold(fight, who, weapon, hand).into_iter().flatten() {
        fight.dropped.push(Lying { weapon: freed, at, from: who });
    }
    table.tell(|| {
        let text = format!("{} picks up the {}", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&special_actions::SWAP, text).by(who).act()
    });
}

/// `weapon.sidearm`: drawn for nothing; what was held falls down.
pub(super) fn draw_sidearm<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, weapon: WeaponId) {
    let held = [fight.one(who).main, fight.one(who).off];
    for weapon in held.into_iter().flatten() {
        fall_down(fight, table, who, weapon);
    }
    uncarry(fight, who, weapon);
    hold(fight, who, weapon, With::MainHand);
    table.tell(|| {
        let text = format!("{} draws the {}", fight.label(who), fight.weapon(weapon).entry.name);
        Event::new(&SIDEARM, text).by(who).act()
    });
}

/// Whether a hand may hold a weapon; one for two hands makes the off hand let go, and leaves it nothing to take.
///
/// # Errors
/// What would be right.
pub fn may_hold(fight: &Fight, who: Who, weapon: WeaponId, hand: With) -> Result<(), &'static str> {
    let hold = |weapon: WeaponId| fight.weapon(weapon).entry.hold;
    let two_held = fight.one(who).main.is_some_and(|main| hold(main) == Hold::TwoHanded);
    match (hold(weapon), hand) {
        (Hold::OffHand, With::MainHand) => Err("an off-hand item does not go into the main hand"),
        (_, With::OffHand) if two_held || !fight.weapon(weapon).fits_off_hand() => {
            Err("the off hand holds light weapons and off-hand items, beside a one-handed weapon")
        }
        _ => Ok(()),
    }
}

/// Puts a weapon into a hand, and says what had to make way for it.
fn hold(fight: &mut Fight, who: Who, weapon: WeaponId, hand: With) -> [Option<WeaponId>; 2] {
    let kind = fight.weapon(weapon).entry.hold;
    let two_held = fight.one(who).main.is_some_and(|main| fight.weapon(main).entry.hold == Hold::TwoHanded);
    let mut one = fight.one_mut(who);
    match (kind, hand) {
        (Hold::OffHand, _) => {
            let both = if two_held { one.main.take() } else { None };
            [one.off.replace(weapon), both]
        }
        (Hold::TwoHanded, _) => [one.main.replace(weapon), one.off.take()],
        (_, With::OffHand) => [one.off.replace(weapon), None],
        (_, With::MainHand) => [one.main.replace(weapon), None],
    }
}

pub(super) fn drop_hand<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, main: bool) {
    let weapon = if main { fight.one(who).main } else { fight.one(who).off };
    if let Some(weapon) = weapon {
        table.tell(|| {
            let text = format!("{} drops the {}", fight.label(who), fight.weapon(weapon).entry.name);
            Event::new(&special_actions::DROP, text).by(who).act()
        });
        fall_down(fight, table, who, weapon);
    }
}

fn tell_hands<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) {
    table.tell(|| {
        Event::new(&special_actions::SWAP, format!("{} trades its weapons between the hands", fight.label(who)))
            .by(who)
            .and(&LIGHT)
            .act()
    });
}
