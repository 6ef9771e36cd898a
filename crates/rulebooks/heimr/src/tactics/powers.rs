//! What is decided about powers where nobody decides: on a hit, in resisting, which of two, how much.

use quintain_engine::Who;

use crate::content::{Effect, Limb, PowerId};
use crate::rules::powers::asks::{can_resist, strike};
use crate::rules::powers::{events, fits_before, fits_hit, number};
use crate::rules::{clusters, health, magic};
use crate::state::{Act, Fight, Hold, PowerAct, PowerAsk};

pub(crate) fn choose(fight: &Fight, ask: &PowerAsk) -> Act {
    let act = match *ask {
        PowerAsk::OnHit { who, whom, hold, limb } => best_on_hit(fight, who, whom, hold, limb),
        PowerAsk::Resist { who, effect, .. } => {
            let place = (0..fight.powers(who).len()).find(|place| can_resist(fight, who, *place, effect));
            place.map_or(PowerAct::None, |place| PowerAct::Use(place as u8))
        }
        PowerAsk::Which { .. } => PowerAct::First,
        PowerAsk::Amount { most, .. } => PowerAct::Amount(most),
        PowerAsk::NextHit { who, whom, .. } => return if frees(fight, who, whom) { Act::Yes } else { Act::No },
        PowerAsk::Event { .. } | PowerAsk::Vigorous { .. } => return Act::Yes,
        PowerAsk::Spare { .. } | PowerAsk::Amputate { .. } => return Act::Yes,
        PowerAsk::Dirt { .. } => return Act::No,
        PowerAsk::Focus { price, .. } => return if price == 0 { Act::Yes } else { Act::No },
        PowerAsk::EndsOne { who, of } => {
            let found = of.iter().find(|effect| fight.one(who).suffers(*effect));
            found.map_or(PowerAct::None, PowerAct::Effect)
        }
        PowerAsk::Back { who } => events::ways_back(fight, who).first().map_or(PowerAct::None, |at| PowerAct::At(*at)),
        PowerAsk::Component { who } => {
            let best = magic::components(fight, who).into_iter().max_by_key(|(place, worth)| (*worth, u8::MAX - place));
            best.map_or(PowerAct::None, |(place, _)| PowerAct::Component(place))
        }
    };
    Act::Power(act)
}

/// Hit points with which one is glad of a foe that reels out of its cluster.
const HARD_PRESSED: i16 = 4;

/// Whether a foe that reels out of its cluster lets the user or a friend breathe that is hard pressed.
fn frees(fight: &Fight, who: Who, whom: Who) -> bool {
    let pressed = |one: Who| {
        let other = fight.one(one);
        !fight.foes(who, one) && !other.unconscious && other.hp <= HARD_PRESSED
    };
    !fight.one(whom).suffers(Effect::Stumble) && clusters::mates(fight, whom).any(pressed)
}

/// The strongest thing on a hit that is worth its willpower: more damage than the weapon does, or a combatant disabled.
fn best_on_hit(fight: &Fight, who: Who, whom: Who, hold: Hold, limb: Option<Limb>) -> PowerAct {
    let strike = strike(who, whom, hold, limb);
    let damage = fight.one(who).arm(hold).map_or(0, |arm| fight.weapon(arm.weapon).entry.damage);
    let hp = fight.one(whom).hp.max(0) + fight.one(whom).ward;
    let worth = |power: PowerId| -> i16 {
        let calls = &fight.power(power).entry.calls;
        calls
            .iter()
            .map(|call| match call.effect {
                Effect::Hit => number(fight, call).min(hp + 2),
                Effect::Daze | Effect::Fall => 2,
                Effect::Drop | Effect::Stumble | Effect::Bind => 1,
                _ => 0,
            })
            .sum()
    };
    // Plain damage to the trunk takes the target out of the fight.
    if limb == Some(Limb::Torso) && damage >= hp && !health::ignores_injuries(fight, whom) {
        return PowerAct::None;
    }
    let mut best = (PowerAct::None, damage.min(hp + 2));
    for (place, power) in fight.powers(who).iter().enumerate() {
        let gain = worth(*power);
        if gain > best.1 && fits_hit(fight, &strike, whom, hold, place) {
            best = (PowerAct::Use(place as u8), gain);
        }
    }
    best.0
}

/// A beast pulls down a target that stands, or holds one that is free, where it can.
pub(crate) fn best_before(fight: &Fight, who: Who, at: Who, hold: Hold) -> Option<u8> {
    let wanted = |power: PowerId| {
        fight.power(power).entry.calls.iter().any(|call| match call.effect {
            Effect::Fall => !fight.one(at).prone,
            _ => false,
        })
    };
    let place = fight
        .powers(who)
        .iter()
        .enumerate()
        .find(|(place, power)| wanted(**power) && fits_before(fight, who, at, hold, *place));
    let dying = health::level(fight, at) != health::Level::Fine;
    place.filter(|_| !dying).map(|(place, _)| place as u8)
}
