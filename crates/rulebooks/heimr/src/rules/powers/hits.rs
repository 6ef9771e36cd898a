//! What powers do on a hit: which of them fit, what is decided, what goes with the hit by itself.

use crate::content::{Class, Effect, EffectReplace, Element, Feature, Limb, Need, PowerId, Reach, When, Word, Words};
use crate::rules::attacks::{self, Strike};
use crate::rules::effects::{self, Called};
use crate::rules::willpower;
use crate::state::{Act, Ask, Fight, Hold, How, PowerAct, PowerAsk};
use quintain_engine::{Table, Who};

use super::{asks, calls, lasting, may_use, pay};

/// Whether a part of the body is an arm that holds a weapon.
fn is_weapon_arm(fight: &Fight, whom: Who, limb: Option<Limb>) -> bool {
    let one = fight.one(whom);
    match limb {
        Some(Limb::SwordArm) => one.sword.is_some(),
        Some(Limb::OffArm) => one.off.is_some() || (one.both && one.sword.is_some()),
        _ => false,
    }
}

/// Whether what is said of the part of the body holds for a hit.
fn part_fits(fight: &Fight, by: Who, whom: Who, needs: &[Need], limb: Option<Limb>) -> bool {
    needs.iter().all(|need| match need {
        Need::Leg => matches!(limb, Some(Limb::LeftLeg | Limb::RightLeg)),
        Need::WeaponArm => is_weapon_arm(fight, whom, limb),
        Need::LadenArm => {
            let shielded = limb == Some(Limb::OffArm) && fight.one(whom).shield.is_some();
            shielded || is_weapon_arm(fight, whom, limb)
        }
        Need::AgainOnArm => limb.is_some_and(|arm| {
            arm_hit(fight, (by, whom, arm.place() as u8)).is_ok_and(|place| fight.arm_hits[place].1 >= 2)
        }),
        _ => true,
    })
}

/// A melee hit on a weapon arm is remembered.
pub(crate) fn note_arm(fight: &mut Fight, by: Who, whom: Who, limb: Option<Limb>, melee: bool) {
    let Some(arm) = limb.filter(|_| melee && is_weapon_arm(fight, whom, limb)) else { return };
    let hit = (by, whom, arm.place() as u8);
    match arm_hit(fight, hit) {
        Ok(place) => fight.arm_hits[place].1 = fight.arm_hits[place].1.saturating_add(1),
        Err(place) => fight.arm_hits.insert(place, (hit, 1)),
    }
}

/// Where hits of one on an arm of another are counted, or would be.
fn arm_hit(fight: &Fight, hit: (Who, Who, u8)) -> Result<usize, usize> {
    fight.arm_hits.binary_search_by_key(&hit, |known| known.0)
}

pub(super) fn weapon_fits(fight: &Fight, by: Who, hold: Hold, with: Words<Class>, reach: Reach) -> bool {
    let Some(arm) = fight.one(by).arm(hold) else { return false };
    let weapon = fight.weapon(arm.weapon);
    let reaches = match reach {
        Reach::Any => true,
        Reach::Melee => weapon.is_melee(),
        Reach::Ranged => !weapon.is_melee(),
    };
    reaches && (with.is_empty() || with.has(weapon.entry.class))
}

/// Whether a power can be decided on for this hit.
pub(crate) fn fits_hit(fight: &Fight, strike: &Strike, whom: Who, hold: Hold, place: usize) -> bool {
    let by = strike.by;
    let Some(power) = fight.powers(by).get(place) else { return false };
    let entry = &fight.power(*power).entry;
    let When::OnHit { with, reach } = entry.when else { return false };
    weapon_fits(fight, by, hold, with, reach)
        && part_fits(fight, by, whom, &entry.needs, strike.limb)
        && may_use(fight, by, place, Some(whom), Some(hold)).is_ok()
}

/// Whether a power can be chosen before a roll with this weapon.
pub(crate) fn fits_before(fight: &Fight, by: Who, at: Who, hold: Hold, place: usize) -> bool {
    let Some(When::BeforeRoll { with, reach }) = fight.when_at(by, place) else { return false };
    weapon_fits(fight, by, hold, with, reach) && may_use(fight, by, place, Some(at), Some(hold)).is_ok()
}

/// A power chosen before the roll, instead of damage.
pub(crate) fn chosen_before<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    strike: &Strike,
    holds: &[Hold],
    how: &How,
) -> Option<PowerId> {
    let Strike { by, at, .. } = *strike;
    let (hold, place) = (*holds.first()?, how.power?);
    let power = fight.power_at(by, place).filter(|_| fits_before(fight, by, at, hold, usize::from(place)))?;
    table.tell(|| {
        let goes = format_args!("goes for {}", fight.power(power).entry.name);
        fight.caused(fight.event(&attacks::ON_HIT, by, goes).and(&effects::WHO).to(at))
    });
    Some(power)
}

/// What is decided on a hit. True if it takes the place of the weapon's damage.
pub(crate) fn on_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    whom: Who,
    hold: Hold,
) -> Result<bool, T::Halt> {
    let by = strike.by;
    if let Some(power) = strike.before {
        pay(fight, table, by, power, Some(hold));
        calls(fight, table, by, whom, power, strike.limb, Some(hold))?;
        // What one went for is instead of damage by itself, whatever else replaces that.
        return Ok(true);
    }
    if let Some(replaced) = lasting::next_hit(fight, table, by, whom, strike.limb)? {
        return Ok(replaced);
    }
    if !asks::any_on_hit(fight, strike, whom, hold) {
        return Ok(false);
    }
    let ask = Ask::Power(PowerAsk::OnHit { who: by, whom, hold, limb: strike.limb });
    let answer = table.choose(fight, ask)?;
    match answer.filter(|_| fight.present(by) && fight.present(whom)) {
        Some(Act::Power(PowerAct::Use(place))) => {
            let place = usize::from(place);
            if !fits_hit(fight, strike, whom, hold, place) {
                return Ok(false);
            }
            let Some(power) = fight.power_at(by, place) else { return Ok(false) };
            pay(fight, table, by, power, Some(hold));
            calls(fight, table, by, whom, power, strike.limb, Some(hold))
        }
        Some(Act::Power(PowerAct::Carried)) => {
            let Some(arm) = fight.one_mut(by).arm_mut(hold) else { return Ok(false) };
            arm.spent = true;
            let weapon = arm.weapon;
            let Some(power) = fight.weapon(weapon).carries else { return Ok(false) };
            calls(fight, table, by, whom, power, strike.limb, Some(hold))
        }
        Some(Act::Power(PowerAct::Close)) => {
            let Some(arm) = fight.one_mut(by).arm_mut(hold) else { return Ok(false) };
            arm.close += 1;
            table.tell(|| {
                fight
                    .event(&effects::REPLACES, by, format_args!("staggers {} with the long weapon", fight.label(whom)))
                    .and(&willpower::FREE)
                    .to(whom)
            });
            let called = Called { limb: strike.limb, ..Called::of(Effect::Stumble, 2, whom, Some(by)) };
            effects::call(fight, table, &called)?;
            Ok(fight.house().effect_replace == EffectReplace::Any)
        }
        _ => Ok(false),
    }
}

/// What goes with a hit by itself, beside the damage.
pub(crate) fn with_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    whom: Who,
    hurt: bool,
) -> Result<(), T::Halt> {
    let (by, Some(hold)) = (strike.by, strike.hold) else { return Ok(()) };
    for place in 0..fight.powers(by).len() {
        let Some(power) = fight.power_at(by, place) else { break };
        let entry = &fight.power(power).entry;
        let When::WithHit { with, reach, damaging, charging, hits } = entry.when else { continue };
        let fits = weapon_fits(fight, by, hold, with, reach)
            && (!damaging || hurt)
            && (!charging || strike.charging)
            && (hits == 0 || (whom == strike.at && strike.hits + 1 == hits));
        if fits && fight.present(whom) && may_use(fight, by, place, Some(whom), Some(hold)).is_ok() {
            pay(fight, table, by, power, Some(hold));
            calls(fight, table, by, whom, power, strike.limb, None)?;
        }
    }
    Ok(())
}

/// One that hits something that burns takes a Hit.
pub(crate) fn burns<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, whom: Who) -> Result<(), T::Halt> {
    let burns = fight.features(whom).find_map(|feature| match feature {
        Feature::Burns(n) => Some(*n),
        _ => None,
    });
    match burns {
        Some(n) => {
            let burn = Called { element: Some(Element::Fire), ..Called::of(Effect::Hit, n, by, Some(whom)) };
            effects::call(fight, table, &burn)
        }
        None => Ok(()),
    }
}
