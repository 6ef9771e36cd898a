//! Which tool to use: a blade instead of a bow when foes are close, and breaking what a foe relies on.

use quintain_engine::Who;

use crate::content::{AbilityId, Effect, Loading, PowerId, Weapon, When};
use crate::rules::{abilities, actions, attacks, handling, powers};
use crate::state::{Deed, Fight, Held, Hold, Lying, Thing, Use, With};

use super::threats::is_up;
use super::weigh;

/// A bow in hand and a foe at one's throat: lets it fall where the blade at the belt promises clearly more.
pub(crate) fn changes(fight: &Fight, who: Who, foe: Who) -> Option<Deed> {
    let one = fight.one(who);
    let held = one.sword.filter(|arm| !fight.weapon(arm.weapon).is_melee())?;
    let shot = fight.weapon(held.weapon);
    let stumbling = one.suffers(Effect::Stumble);
    let every = if shot.entry.loading == Loading::Bolt { 2 } else { 1 };
    let now = match stumbling {
        true => 0,
        false => {
            weigh::chance_of(fight, who, foe, Some(Hold::Sword), With::Weapons, 0) * i32::from(shot.entry.damage)
                / every
        }
    };
    let blade = one.stowed.iter().map(|arm| of_blade(fight, who, foe, fight.weapon(arm.weapon))).max()?;
    let drop = Deed::Drop(Held::Sword);
    let pays = blade * 2 > now * 3 && attacks::may_reach(fight, who, foe).is_ok();
    (pays && actions::may(fight, who, drop).is_ok()).then_some(drop)
}

/// The only weapon of a foe who will stand another blow, which lies here before it can take it up again: it is picked up
/// instead.
pub(crate) fn robs(fight: &Fight, who: Who) -> Option<Deed> {
    let here = fight.one(who).at;
    let bare = |foe: Who| {
        let one = fight.one(foe);
        let empty = one.holds().next().is_none() && one.stowed.is_empty() && one.natural.is_empty();
        one.at == here && fight.foes(who, foe) && empty && is_up(fight, foe) && one.hp + one.ward > harm(fight, who)
    };
    let lost = |lying: &Lying| {
        lying.at == here && matches!(lying.thing, Thing::Weapon(_)) && lying.dropped_by.is_some_and(bare)
    };
    let found = fight.floor.iter().enumerate().filter(|(_, lying)| lost(lying));
    let mut deeds = found.map(|(place, _)| Deed::PickUp(place as u16));
    deeds.find(|deed| actions::may(fight, who, *deed).is_ok())
}

/// The damage of the best weapon in hand.
fn harm(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let arms = one.holds().filter_map(|hold| one.arm(hold));
    arms.map(|arm| fight.weapon(arm.weapon).entry.damage).max().unwrap_or(0)
}

/// What a melee weapon at the belt would promise: the chance of a hit times its damage.
fn of_blade(fight: &Fight, who: Who, foe: Who, weapon: &Weapon) -> i32 {
    if !weapon.is_melee() {
        return 0;
    }
    let numbers = |id: &AbilityId| abilities::numbers(fight, who, *id);
    let best = weapon.abilities.iter().map(numbers).max_by_key(|known| abilities::mean(known.dice, known.plus));
    best.map_or(0, |known| {
        let plus = known.plus + weapon.entry.bonus;
        weigh::hits(fight, who, foe, known.dice, plus, true) * i32::from(weapon.entry.damage)
    })
}

/// How much of its defence a foe must lose with its shield for breaking it to pay, in thousandths of a result.
const WORTHWHILE: i32 = 2500;

/// The chance in thousandths that breaking something must have.
const LIKELY: i32 = 400;

/// Hits that a foe must still withstand for breaking something of its to pay.
const LASTING: i16 = 3;

/// What breaking something of a foe is worth: its shield where it hides behind it, its only blade where it has no other.
pub(crate) fn of_breaking(fight: &Fight, who: Who, used: Use) -> i32 {
    let Use::Attack { with, at } = used else { return 0 };
    let (power, toughness) = match with {
        With::AtItem(power, Held::Shield) => (power, shield_relied_on(fight, at)),
        With::AtItem(power, held) => (power, only_blade(fight, at, held)),
        _ => return 0,
    };
    let (Some(toughness), Ok(hold)) = (toughness, powers::melee_hold(fight, who)) else { return 0 };
    let Some(own) = fight.one(who).arm(hold).map(|arm| fight.weapon(arm.weapon)) else { return 0 };
    let left = fight.one(at).hp + fight.one(at).ward;
    let spares = own.entry.toughness.is_none_or(|own| own > toughness);
    let pays = fight.foes(who, at)
        && spares
        && i16::from(toughness) <= most(fight, power)
        && left >= LASTING * own.entry.damage.max(1)
        && weigh::chance_of(fight, who, at, Some(hold), with, 0) >= LIKELY;
    if pays { 45 } else { 0 }
}

/// The most that a power breaks.
fn most(fight: &Fight, power: PowerId) -> i16 {
    let calls = &fight.power(power).entry.calls;
    calls.first().filter(|call| call.effect == Effect::Break).map_or(0, |call| powers::number(fight, call))
}

/// The toughness of a shield without which its bearer would defend much worse.
fn shield_relied_on(fight: &Fight, at: Who) -> Option<u8> {
    let shield = fight.shield(fight.one(at).shield?.shield);
    let loss = super::guarding::worth_of_shield(fight, at);
    shield.entry.toughness.filter(|_| loss >= WORTHWHILE)
}

/// The toughness of a weapon whose bearer has no other, nor a shield to hide behind.
fn only_blade(fight: &Fight, at: Who, held: Held) -> Option<u8> {
    let one = fight.one(at);
    let Thing::Weapon(arm) = handling::held(fight, at, held)? else { return None };
    let weapon = fight.weapon(arm.weapon);
    let alone = one.holds().count() == 1 && one.stowed.is_empty() && one.shield.is_none();
    weapon.entry.toughness.filter(|_| alone && weapon.entry.damage >= 2)
}

/// Of the points of a Break the most that one's own weapon withstands; all where none would spare it.
pub(crate) fn amount(fight: &Fight, who: Who, power: PowerId, least: i16, most: i16) -> i16 {
    if fight.power(power).entry.when != When::AtItem {
        return most;
    }
    let own = powers::melee_hold(fight, who).ok().and_then(|hold| fight.one(who).arm(hold));
    let toughness = own.and_then(|arm| fight.weapon(arm.weapon).entry.toughness);
    let withstands = |n: &i16| toughness.is_none_or(|toughness| *n < i16::from(toughness));
    (least..=most).rev().find(withstands).unwrap_or(most)
}
