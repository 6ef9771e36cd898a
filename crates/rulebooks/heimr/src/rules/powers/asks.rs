//! What powers ask: decided on a hit, before a roll, in resisting; which of two; how much.

use quintain_engine::{Refusal, Table, Who};

use crate::content::{Call, Effect, Limb, PowerId, When};
use crate::rules::attacks::{self, Strike};
use crate::rules::{clusters, daze};
use crate::state::{Act, Ask, Fight, Hold, PowerAct, PowerAsk, With};

use super::{fits_hit, may_use};

/// The strike that a question on a hit is about, as far as it matters.
pub(crate) fn strike(by: Who, at: Who, hold: Hold, limb: Option<Limb>) -> Strike {
    Strike { hold: Some(hold), limb, ..Strike::of(by, at, With::Weapons) }
}

pub(crate) fn carried(fight: &Fight, who: Who, hold: Hold) -> Option<PowerId> {
    let arm = fight.one(who).arm(hold).filter(|arm| !arm.spent)?;
    fight.weapon(arm.weapon).carries
}

pub(crate) fn can_close(fight: &Fight, who: Who, whom: Who, hold: Hold) -> bool {
    clusters::together(fight, who, whom)
        && fight.one(who).arm(hold).is_some_and(|arm| arm.close < fight.weapon(arm.weapon).entry.close)
}

/// Whether anything could be decided on a hit.
pub(crate) fn any_on_hit(fight: &Fight, strike: &Strike, whom: Who, hold: Hold) -> bool {
    (0..fight.powers(strike.by).len()).any(|place| fits_hit(fight, strike, whom, hold, place))
        || carried(fight, strike.by, hold).is_some()
        || can_close(fight, strike.by, whom, hold)
}

/// Why a skill cannot be used on a hit; nothing where it can.
pub(crate) fn why_not_on_hit(
    fight: &Fight,
    (who, whom): (Who, Who),
    hold: Hold,
    limb: Option<Limb>,
    place: usize,
) -> Option<Refusal> {
    if fits_hit(fight, &strike(who, whom, hold, limb), whom, hold, place) {
        return None;
    }
    let when = fight.when_at(who, place)?;
    let refusal = |why: &'static str| Some(Refusal::new(&attacks::ON_HIT, why));
    let When::OnHit { with, reach } = when else { return refusal("it is not for use on a hit") };
    if let Err(why) = may_use(fight, who, place, Some(whom), Some(hold)) {
        return Some(why);
    }
    match super::hits::weapon_fits(fight, who, hold, with, reach) {
        false => refusal("it is not for a hit with this weapon"),
        true => refusal("it needs a hit on another part of the body, or another such hit before"),
    }
}

pub(crate) fn can_resist(fight: &Fight, who: Who, place: usize, effect: Effect) -> bool {
    let Some(When::Resist { of }) = fight.when_at(who, place) else { return false };
    let able = !daze::is_open(fight, who) && !fight.one(who).unconscious;
    able && of.has(effect) && may_use(fight, who, place, None, None).is_ok()
}

pub(crate) fn any_resists(fight: &Fight, who: Who, effect: Effect) -> bool {
    (0..fight.powers(who).len()).any(|place| can_resist(fight, who, place, effect))
}

/// Whether a power calls the second of its two lists: the user's choice, or the game master's.
pub(super) fn second<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
) -> Result<bool, T::Halt> {
    let answer = table.choose(fight, Ask::Power(PowerAsk::Which { who, power }))?;
    Ok(answer == Some(Act::Power(PowerAct::Second)))
}

/// The number of a call by a combatant, who may choose a smaller one where the call says so.
pub(super) fn amount<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    power: PowerId,
    call: &Call,
) -> Result<i16, T::Halt> {
    let most = super::copies(fight, who, power) * super::number(fight, call);
    let Some(least) = call.least.filter(|least| *least < most) else { return Ok(most) };
    let ask = Ask::Power(PowerAsk::Amount { who, power, least, most });
    Ok(match table.choose(fight, ask)? {
        Some(Act::Power(PowerAct::Amount(n))) => n.clamp(least, most),
        _ => most,
    })
}
