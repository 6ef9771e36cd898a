//! What attacks and powers promise. Defences are open, so the chance of a hit is known.

use quintain_engine::{Thrown, Who};

use crate::content::{Deed as Does, Effect, PowerId, Target, Time, When};
use crate::rules::attacks::{self, Strike};
use crate::rules::powers::uses;
use crate::rules::{abilities, actions, brawl, clusters, daze, defence, fatigue, health, surgery};
use crate::state::{Deed, Fight, Hold, Use, With};

use super::tools;

/// A chance in thousandths below which tired arms would rather rest.
pub(crate) const HOPELESS: i32 = 120;

/// What a blow is worth besides its chance, in thousandths: even one that misses uses a good defence up, for the next to find
/// a worse one.
const WEARS_DOWN: i32 = 40;

/// What weapons bring that do no damage.
const HAMPERING: [Effect; 4] = [Effect::Bind, Effect::Weaken, Effect::Daze, Effect::Stumble];

/// Whether what is in hand shoots, and nothing in hand strikes.
pub(crate) fn is_shooter(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let mut holds = one.holds().filter_map(|hold| one.arm(hold)).map(|arm| fight.weapon(arm.weapon).is_melee());
    let first = holds.next();
    first == Some(false) && holds.all(|melee| !melee)
}

/// The chance in thousandths that a roll on these numbers hits a combatant now.
pub(crate) fn hits(fight: &Fight, by: Who, at: Who, c: i16, p: i16, melee: bool) -> i32 {
    let tired = if fatigue::is_ignored(fight, by) { 1 } else { fight.one(by).fatigue };
    let score = match fight.one(at).standing {
        _ if !defence::is_able(fight, at) => None,
        Some(standing) if standing.failed => None,
        Some(standing) if defence::may(fight, at, standing.kind, Some(melee)).is_ok() => Some(standing.score),
        _ => defence::best(fight, at, Some(melee))
            .map(|(_, numbers)| (abilities::mean(numbers.dice, numbers.plus) / 1000) as i16),
    };
    let needed = score.map_or(i16::MIN, |score| score - p + 1);
    abilities::chance(c, needed.max(tired))
}

/// What a roll of an attack is made with, the cluster, light and cover left out.
pub(crate) fn numbers(fight: &Fight, by: Who, at: Who, hold: Option<Hold>, with: With) -> Thrown {
    let strike = Strike { hold, aimed: fight.turn.aiming, ..Strike::of(by, at, with) };
    attacks::challenge(fight, &strike, at, Thrown::default()).parts
}

/// The chance in thousandths that a roll of an attack hits a combatant now, with so much less consistency.
pub(crate) fn chance_of(fight: &Fight, by: Who, at: Who, hold: Option<Hold>, with: With, less: i16) -> i32 {
    let numbers = numbers(fight, by, at, hold, with);
    let melee = attacks::is_melee(fight, by, with, hold);
    let crowd = if melee { 0 } else { clusters::size(fight, at) };
    hits(fight, by, at, numbers.dice - crowd - less, numbers.plus, melee)
}

/// How much a hit for so much is worth on a combatant.
fn worth(fight: &Fight, at: Who, damage: i16) -> i32 {
    let one = fight.one(at);
    let left = i32::from(one.hp.max(0) + one.ward);
    let damage = i32::from(damage);
    let down = if left > 0 && damage >= left { 4 } else { 0 };
    // Those who can do nothing any more can wait.
    let threat = if one.unconscious {
        1
    } else if daze::is_dazed(fight, at) {
        3
    } else {
        10
    };
    (damage.min(left.max(1)) * 2 + down) * threat
}

/// What an attack with the weapons in hand promises, with the chance of its best roll.
fn of_weapons(fight: &Fight, who: Who, at: Who) -> (i32, i32) {
    let (mut sum, mut best) = (0, 0);
    for hold in fight.one(who).holds() {
        let near = fight.one(who).at == fight.one(at).at;
        let reaches = near || !attacks::is_melee(fight, who, With::Weapons, Some(hold));
        if !reaches || attacks::may_use(fight, who, at, hold).is_err() {
            continue;
        }
        let damage = fight.one(who).arm(hold).map_or(0, |arm| fight.weapon(arm.weapon).entry.damage);
        // What does no damage brings an effect, and that only once at a time.
        if damage == 0 && HAMPERING.iter().any(|effect| fight.one(at).suffers(*effect)) {
            continue;
        }
        let chance = chance_of(fight, who, at, Some(hold), With::Weapons, 0);
        sum += (chance + WEARS_DOWN).min(1000) * worth(fight, at, damage.max(1));
        best = best.max(chance);
    }
    (sum, best)
}

/// Friends in the cluster of a target, who would be shot at next.
fn friends_beside(fight: &Fight, who: Who, at: Who) -> i32 {
    clusters::mates(fight, at).filter(|other| *other != who && !fight.foes(who, *other)).count() as i32
}

/// The best attack that is possible now, with the chance of its best roll.
pub(crate) fn best_attack(fight: &Fight, who: Who, ruthless: bool) -> Option<(Deed, i32)> {
    let mut best: Option<(i32, Deed, i32)> = None;
    let mut consider = |value: i32, deed: Deed, chance: i32| {
        if value > 0 && best.is_none_or(|(known, ..)| value > known) {
            best = Some((value, deed, chance));
        }
    };
    let shooter = is_shooter(fight, who);
    for at in fight.everyone() {
        let other = fight.one(at);
        if !fight.foes(who, at) || !fight.present(at) || (other.unconscious && !ruthless) {
            continue;
        }
        let (value, chance) = of_weapons(fight, who, at);
        let value = fight.one(who).minded.weighs(value, || super::as_prey(fight, who, at));
        if value > 0 {
            let armed = Deed::Attack { at, with: With::Weapons };
            let risk = if shooter && !ruthless { friends_beside(fight, who, at) } else { 0 };
            consider(value / (1 + 2 * risk), armed, chance);
        } else if other.at == fight.one(who).at {
            bare(fight, who, at, &mut consider);
        }
    }
    best.map(|(_, deed, chance)| (deed, chance))
}

fn bare(fight: &Fight, who: Who, at: Who, consider: &mut impl FnMut(i32, Deed, i32)) {
    let deed = Deed::Attack { at, with: With::Blow };
    if actions::may(fight, who, deed).is_err() {
        return;
    }
    let chance = chance_of(fight, who, at, None, With::Blow, 0);
    let value = (chance + WEARS_DOWN).min(1000) * worth(fight, at, brawl::BLOW);
    consider(fight.one(who).minded.weighs(value, || super::as_prey(fight, who, at)), deed, chance);
}

/// A power that is better than an attack now.
pub(crate) fn best_power(fight: &Fight, who: Who, distance: u16) -> Option<Deed> {
    if fight.powers(who).is_empty() && fight.one(who).items.is_empty() {
        return None;
    }
    let mut best: Option<(i32, Deed)> = None;
    uses::each(fight, who, false, |used| {
        let value = of_use(fight, who, used, distance);
        let deed = Deed::Power(used);
        if value > 0 && best.as_ref().is_none_or(|(known, _)| value > *known) && actions::may(fight, who, deed).is_ok()
        {
            best = Some((value, deed));
        }
    });
    best.map(|(_, deed)| deed)
}

fn of_use(fight: &Fight, who: Who, used: Use, distance: u16) -> i32 {
    match used {
        Use::Attack { with: With::Touch(_) | With::Throw(_), at }
            if fight.foes(who, at) && fight.one(who).gathered.is_some() =>
        {
            if fight.one(at).unconscious || daze::is_dazed(fight, at) { 0 } else { 50 }
        }
        Use::Attack { with: with @ With::Bash(_), at } => of_bash(fight, who, at, with),
        Use::Attack { with: With::AtItem(..), .. } => tools::of_breaking(fight, who, used),
        Use::Burst { at } if fight.foes(who, at) => 40 - 30 * friends_beside(fight, who, at),
        Use::Release => 20,
        Use::Gather { .. } if distance >= 2 => 30,
        Use::Power { place, .. } if distance <= 1 && rages(fight, who, place) => 70,
        Use::Power { place, at } => of_power(fight, who, place, at),
        Use::Item { slot } => {
            let item = fight.one(who).items.get(usize::from(slot));
            let power = item.and_then(|(item, _)| fight.item(*item).power);
            match power {
                Some(power) if heals(fight, who, power) => 60,
                Some(power) if distance >= 2 && readies(fight, who, power) => 10,
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// A bash buys a turn for one who is nearly down and alone with a foe: thrown out, that one cannot strike back.
fn of_bash(fight: &Fight, who: Who, at: Who, with: With) -> i32 {
    let one = fight.one(who);
    let alone = clusters::mates(fight, who).count() == 2 && clusters::together(fight, who, at);
    let helped = fight.everyone().any(|friend| {
        friend != who && !fight.foes(who, friend) && fight.present(friend) && !fight.one(friend).unconscious
    });
    let needed = one.hp <= 2 && helped && alone && fight.foes(who, at) && !fight.one(at).suffers(Effect::Stumble);
    if needed && chance_of(fight, who, at, None, with, 0) >= 500 { 12 } else { 0 }
}

pub(crate) fn aid(fight: &Fight, who: Who) -> Option<Deed> {
    let mut best: Option<(i16, Deed)> = None;
    for (place, power) in fight.powers(who).iter().enumerate() {
        if !matches!(fight.power(*power).entry.when, When::Stitching | When::Surgery { .. }) {
            continue;
        }
        for at in fight.those_at(fight.one(who).at).filter(|at| !fight.foes(who, *at)) {
            let deed = Deed::Power(Use::Tend { place: place as u8, at });
            let hp = fight.one(at).hp;
            let fresh = !surgery::is_tended(fight, at);
            if fresh && best.is_none_or(|(known, _)| hp < known) && actions::may(fight, who, deed).is_ok() {
                best = Some((hp, deed));
            }
        }
    }
    best.map(|(_, deed)| deed)
}

/// Whether a draught before the fight does good later and no harm: it lasts, and nothing of it works yet.
fn readies(fight: &Fight, who: Who, power: PowerId) -> bool {
    let entry = &fight.power(power).entry;
    entry.lasts.is_some()
        && !entry.gives.is_empty()
        && entry.calls.is_empty()
        && entry.aftermath.is_empty()
        && entry.does.is_empty()
        && fight.one(who).boons.iter().all(|boon| boon.power != power)
}

fn heals(fight: &Fight, who: Who, power: PowerId) -> bool {
    let one = fight.one(who);
    let missing = one.hp_max - one.hp;
    fight.power(power).entry.does.iter().any(|deed| match deed {
        Does::Heal { card, .. } => missing >= *card * fight.house().hp_scale,
        _ => false,
    })
}

/// Whether a power is a rage: hit points for nothing, for as long as there is somebody to strike.
fn rages(fight: &Fight, who: Who, place: u8) -> bool {
    let rage = |deed: &Does| matches!(deed, Does::Rage { .. });
    fight.power_at(who, place).is_some_and(|power| fight.power(power).entry.does.iter().any(rage))
}

fn of_power(fight: &Fight, who: Who, place: u8, at: Option<Who>) -> i32 {
    let Some(power) = fight.power_at(who, place) else { return 0 };
    let entry = &fight.power(power).entry;
    if heals(fight, who, power) {
        return 60;
    }
    let When::Action { time, at: target, .. } = entry.when else { return 0 };
    let lasting = |whom: Who| entry.calls.iter().all(|call| fight.one(whom).suffers(call.effect));
    match at {
        Some(at) if fight.foes(who, at) && !entry.calls.is_empty() => {
            // One at a time: one that only stares never strikes.
            let at_work = fight.everyone().any(|foe| fight.foes(who, foe) && lasting(foe));
            let idle = at_work || fight.one(at).unconscious || health::level(fight, at) > health::Level::Fine;
            let strong =
                entry.calls.iter().any(|call| matches!(call.effect, Effect::Fear | Effect::Daze | Effect::Charm));
            if idle || !strong { 0 } else { 15 }
        }
        None if target == Target::Foes => {
            let loose = |foe: &Who| {
                fight.foes(who, *foe) && !clusters::together(fight, who, *foe) && !fight.one(*foe).unconscious
            };
            let all = fight.those_at(fight.one(who).at).filter(loose);
            if all.filter(|foe| !lasting(*foe)).count() >= 2 { 15 } else { 0 }
        }
        // What costs nothing of the turn and lasts is worth having while nothing of it lasts yet.
        None if time == Time::Free && entry.lasts.is_some() && fight.one(who).wp >= 4 => {
            if fight.one(who).boons.iter().any(|boon| boon.power == power) { 0 } else { 10 }
        }
        _ => 0,
    }
}
