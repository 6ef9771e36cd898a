//! One good attack before three bad ones: what is paid on top of a blow, by what it may be expected to bring.

use quintain_engine::{Picks, Who};

use crate::ask::{Act, Coin, Deed, Extra, With};
use crate::book::{Condition, Effect};
use crate::fight::Fight;
use crate::house::ApForAdv;
use crate::rules::{action_points, attack, maneuvers, numbers, weapons};
use crate::those::Those;

/// What the AP that are left are worth for something else, in thousandths of a Hit Point: the next one, the one after
/// it, and so on.
const ELSEWHERE: [i32; 4] = [250, 650, 1050, 1450];

/// The most of one thing that is thought of.
const MOST: usize = 3;

/// The chance of a blow in thousandths, with so much ADV (or DIS, below 0).
fn chance(faces: i16, net: i16) -> i32 {
    let single = i32::from(faces.clamp(1, 19)) * 50;
    let by = |one: i32| (0..net.unsigned_abs()).fold(one, |all, _| all * one / 1000);
    if net >= 0 { 1000 - by(1000 - single) } else { by(single) }
}

/// The chance of a blow as things stand, in thousandths, and how much ADV there is already.
fn stands(fight: &Fight, who: Who, at: Who, with: With) -> (i16, i16) {
    let weapon = weapons::used(fight, who, with);
    let melee = weapons::melee(fight, who, at, fight.weapon(weapon));
    let hand = weapons::hand(fight, who, with);
    let (bonus, net) = attack::weigh(fight, attack::Check { by: who, at, weapon, farther: 0, hand, melee });
    (21 + bonus - numbers::ac(fight, at), net)
}

/// What a plain blow may be expected to bring, in thousandths of a Hit Point.
pub fn expected(fight: &Fight, who: Who, at: Who, with: With) -> i32 {
    let (faces, net) = stands(fight, who, at, with);
    chance(faces, net) * hurt(fight, who, with) / 1000
}

/// The damage of a hit, with what degrees and criticals bring on average.
fn hurt(fight: &Fight, who: Who, with: With) -> i32 {
    1000 * i32::from(weapons::base_damage(fight, who, weapons::used(fight, who, with))) + 350
}

/// What is paid on top of a blow: ADV, more damage, what else a natural weapon does.
pub fn bought(fight: &Fight, who: Who, at: Who, with: With, all: &mut Picks<Act>) {
    let mut add = |extra: Extra| all.push(Act::Extra(extra));
    // The last AP of one's turn is worth more as an act of its own: a Dodge, help, another blow. What a Reaction takes is
    // missing in one's own turn: two are kept for that.
    let kept = if fight.owner == Some(who) { 1 } else { 2 };
    let left = ((action_points::available(fight, who) - kept).max(0) as usize).min(MOST);
    let most_adv = match fight.house().ap_for_adv {
        ApForAdv::Stack => left,
        ApForAdv::Once => left.min(1),
        ApForAdv::Off => 0,
    };
    if left == 0 {
        return for_stamina(fight, who, at, || maneuvers::standing(fight, who, Deed::Attack { at, with }) > 0)
            .for_each(add);
    }
    let power = fight.template(who).uses.hurts_more;
    let rider = rider(fight, who, at, weapons::used(fight, who, with));
    let (faces, net) = stands(fight, who, at, with);
    let damage = hurt(fight, who, with);
    let needed = i32::from(fight.one(at).hp.max(1)) * 1000;
    let mut best: Option<(i32, usize, usize, bool)> = None;
    for adv in 0..=most_adv {
        let chance = chance(faces, (net + adv as i16).min(3));
        for more in 0..=if power.is_some() { left - adv } else { 0 } {
            for with_rider in [false, true].into_iter().take(1 + usize::from(rider.is_some())) {
                let paid = adv + more + usize::from(with_rider);
                if paid > left {
                    continue;
                }
                // More than a foe has left is worth nothing.
                let worth = (damage + 1000 * more as i32).min(needed.max(damage)) + if with_rider { 450 } else { 0 };
                let spare = if paid < left { ELSEWHERE[(left - paid - 1).min(3)] } else { 0 };
                let sum = chance * worth / 1000 + spare;
                if best.is_none_or(|(known, ..)| sum > known) {
                    best = Some((sum, adv, more, with_rider));
                }
            }
        }
    }
    let Some((_, adv, more, with_rider)) = best else { return };
    (1..=adv as u8).map(Extra::Adv).for_each(&mut add);
    (1..=more as u8).filter_map(|times| Some(Extra::Maneuver(power?, Coin::Ap, times))).for_each(&mut add);
    rider.filter(|_| with_rider).map(Extra::Rider).into_iter().for_each(&mut add);
    let paid = adv + more + usize::from(with_rider);
    if paid < left
        && let Some(sweep) = sweep(fight, who, at, with)
    {
        add(Extra::Maneuver(sweep, Coin::Ap, 1));
    }
    let favoured = || maneuvers::standing(fight, who, Deed::Attack { at, with }) + adv as i16 > 0;
    for_stamina(fight, who, at, favoured).for_each(add);
}

/// What costs SP only and does to a foe what has not been done to it yet; some of it asks for ADV.
fn for_stamina<'a>(
    fight: &'a Fight,
    who: Who,
    at: Who,
    favoured: impl Fn() -> bool + 'a,
) -> impl Iterator<Item = Extra> + 'a {
    let fresh = move |condition: Condition| !fight.one(at).has(condition) && !fight.template(at).immune(condition);
    let suits = move |ability: &u16| {
        let entry = &fight.ability(*ability).entry;
        let new = |effect: &Effect| matches!(effect, Effect::Condition { condition, .. } if fresh(*condition));
        let paid = fight.one(who).sp >= entry.sp as i8;
        paid && entry.does.iter().any(|step| new(&step.effect)) && (!entry.with_adv || favoured())
    };
    let all = fight.template(who).uses.for_stamina.iter().copied();
    all.filter(suits).take(1).map(|ability| Extra::Maneuver(ability, Coin::Ap, 1))
}

/// A sweep for 1 AP, where somebody stands ready to be swept as well.
fn sweep(fight: &Fight, who: Who, at: Who, with: With) -> Option<u16> {
    let weapon = weapons::used(fight, who, with);
    let known = fight.template(who).uses.sweeps?;
    let melee = weapons::melee(fight, who, at, fight.weapon(weapon));
    let others = melee && attack::sweepable(fight, who, at, (weapon, 0), &Those::default()).next().is_some();
    others.then_some(known)
}

/// What a natural weapon can do to somebody for 1 AP that is not done to it yet.
fn rider(fight: &Fight, who: Who, at: Who, weapon: u16) -> Option<u8> {
    let mut all = maneuvers::riders_for(fight, who, at, weapon).filter(|(_, rider)| rider.ap == 1);
    let fresh = |condition: Condition| !fight.one(at).has(condition) && !fight.template(at).immune(condition);
    let useful = all.find(|(_, rider)| {
        rider.does.iter().any(|step| match &step.effect {
            Effect::Condition { condition, .. } => fresh(*condition),
            Effect::Grapple | Effect::Clutch => fresh(Condition::Grappled),
            _ => false,
        })
    });
    useful.map(|(place, _)| place)
}
