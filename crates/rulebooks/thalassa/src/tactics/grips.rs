//! When a grip is worth more than a blow: bound, a foe strikes with the least of dice and is struck with the largest.

use quintain_engine::Who;

use super::{WORTH_FREEING, weigh};
use crate::arm::UNARMED;
use crate::ask::ready_arms;
use crate::condition::{Ability, Condition};
use crate::declaration::{Contest, Deed};
use crate::fight::Fight;
use crate::options::{self, foes, friends};
use crate::rules::{attack, creatures};

/// The KRA from which somebody is seldom held.
const STRONG: i16 = 15;

/// Rounds that a grip lasts on a target that it does not drive to break free.
const ROUNDS: u32 = 2;

/// Rounds of the side's best blows that a foe must still withstand.
const A_WHILE: u32 = 4;

/// Thousandths of a point of damage beyond which more makes no difference.
const MOST: u32 = 1 << 16;

/// The die of those who are bound.
const BOUND: u8 = 4;

/// The die of those who strike the bound.
const ON_BOUND: u8 = 12;

/// A grip on the same one where that promises more than the blow that was meant, or else that.
#[inline]
pub(super) fn or_grip(fight: &Fight, who: Who, deed: Deed) -> Deed {
    match deed {
        Deed::Attack { at, .. } if fight.one(at).score(Ability::Kra).now < STRONG && pays(fight, who, deed, at) => {
            let grip = Deed::Contest { kind: Contest::Grapple, at };
            if options::may(fight, who, grip).is_ok() { grip } else { deed }
        }
        _ => deed,
    }
}

/// Whether somebody is gripped already, or will be this round by a friend of this one.
pub(super) fn is_gripped(fight: &Fight, who: Who, at: Who) -> bool {
    let grips = |friend: Who| {
        let deed = fight.one(friend).plan.deed_or_telegraph();
        friend != who && deed == Some(Deed::Contest { kind: Contest::Grapple, at })
    };
    fight.one(at).is(Condition::Bound) || friends(fight, who).any(grips)
}

/// Whether it does: on the last of the foes, who is about to strike and will stand for a while yet.
#[cold]
fn pays(fight: &Fight, who: Who, blow: Deed, at: Who) -> bool {
    let one = fight.one(at);
    let strikes = one.plan.telegraph.is_none_or(Deed::is_attack);
    let alone = !foes(fight, who).any(|foe| foe != at && fight.fighting(foe));
    let helped = friends(fight, who).any(|friend| friend != who && fight.fighting(friend));
    if one.detachment || !(strikes && alone && helped) || fight.helpless(at) || is_gripped(fight, who, at) {
        return false;
    }
    let (kra, tek) = (one.score(Ability::Kra).now, one.score(Ability::Tek).now);
    let usual = weigh::damage_of(usual(fight, who), attack::armor_of(fight, at));
    let left = 500 * (2 * i32::from(one.sta.now) + i32::from(kra)).max(0).unsigned_abs();
    if left < A_WHILE * usual {
        return false;
    }
    let twentieths = |score: i16| u32::from(score.clamp(1, 19).unsigned_abs());
    let fails = 20 - twentieths(kra);
    // In twentieths, too: how long it strains against the grip.
    let strains = ready_arms(fight, at).any(|arm| fight.arm(arm).die >= WORTH_FREEING);
    let rounds = if strains { 400 / twentieths(kra.max(tek)) } else { 20 * ROUNDS };
    let more = weigh::damage_of(ON_BOUND, attack::armor_of(fight, at)).saturating_sub(usual);
    let good = (spared(fight, who, at, strains) + more).min(MOST) * fails * rounds / 400;
    weigh::measured(good, u32::from(one.health())) > weigh::promise_of(fight, who, blow)
}

/// What a foe who is bound does less in a round.
fn spared(fight: &Fight, who: Who, at: Who, strains: bool) -> u32 {
    let able = |friend: &Who| fight.fighting(*friend);
    let many = friends(fight, who).filter(able).count() as u32;
    let harm =
        |arm| weigh::damage_of(fight.arm(arm).die, 1) * u32::from(creatures::strike_count(fight, at, arm)).min(many);
    let usual = ready_arms(fight, at).map(harm).max().unwrap_or(0);
    let bound = if strains { 0 } else { weigh::damage_of(BOUND, 1) };
    usual.saturating_sub(bound)
}

/// The largest die with which the side strikes.
fn usual(fight: &Fight, who: Who) -> u8 {
    let dice =
        |friend: Who| ready_arms(fight, friend).filter(|arm| *arm != UNARMED).map(|arm| fight.arm(arm).die).max();
    friends(fight, who).filter(|friend| fight.fighting(*friend)).filter_map(dice).max().unwrap_or(BOUND)
}
