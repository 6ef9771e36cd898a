//! Which moments could take the combatant who is asked out of the fight, for standing answers that make an exception of
//! them.

use quintain_engine::Who;

use crate::arm::{ArmId, Deals};
use crate::ask::Ask;
use crate::book::{Deal, Effect};
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::rules::gu::GuAsk;
use crate::rules::reactions::{self, Trigger};
use crate::rules::standing::entry;

/// Whether what is answered here could fell the one who is asked.
pub fn could_fall(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::React { who, trigger } => {
            reactions::strikes(&trigger, who) && largest(fight, &trigger) >= i32::from(fight.one(who).hp.now)
        }
        Ask::LuckBefore { score, .. } => score == Score::Perseverance,
        Ask::LuckAfter { by, who, how } => by == who && how.score == Score::Perseverance,
        Ask::DodgeThrown { .. } | Ask::ShieldOrder { .. } | Ask::Catch { .. } | Ask::DueOrder { .. } => true,
        Ask::Gu(GuAsk::SaveShield { .. } | GuAsk::Wings { .. }) => true,
        _ => false,
    }
}

/// The most that can come of what strikes: a critical with the highest faces, as if nothing lowered it.
fn largest(fight: &Fight, trigger: &Trigger) -> i32 {
    let once = match (trigger.gu, trigger.arm) {
        (Some(gu), _) => of_gu(fight, trigger.by, gu),
        (None, Some(arm)) => of_arm(fight, trigger.by, arm),
        (None, None) => 2 + i32::from(derived::strength(fight, trigger.by)) / 5,
    };
    // Powers at work on the attacker may add to it, a vulnerability doubles it.
    2 * once + if fight.one(trigger.by).gu.is_empty() { 0 } else { 2 * once }
}

fn of_arm(fight: &Fight, by: Who, arm: ArmId) -> i32 {
    let arm = fight.arm(arm);
    let most = |deals: &[Deals]| -> i32 {
        let one =
            |part: &Deals| i32::from(part.amount.plus) + i32::from(part.amount.count) * i32::from(part.amount.sides);
        deals.iter().map(one).sum()
    };
    let held = [&arm.deals, &arm.deals_two_handed, &arm.thrown, &arm.dive].into_iter().map(|deals| most(deals));
    held.max().unwrap_or(0) + i32::from(derived::strength(fight, by)) / 20
}

fn of_gu(fight: &Fight, by: Who, gu: u16) -> i32 {
    let strength = i32::from(derived::strength(fight, by));
    let deal = |deal: &Deal| {
        let numbers = deal.amount.all().iter().map(|amount| i32::from(*amount)).max().unwrap_or(0);
        let percent = deal.percent_strength.all().iter().map(|percent| i32::from(*percent)).max().unwrap_or(0);
        let added = (strength * percent / 100).max(deal.percent_least.into());
        numbers + added + i32::from(deal.dice) * i32::from(deal.sides)
    };
    let effect = |effect: &Effect| -> i32 {
        match effect {
            Effect::Attack { deals, .. } => deals.iter().map(deal).sum(),
            Effect::Area { deals, core, .. } => {
                let inner: i32 = core.as_ref().map_or(0, |core| core.deals.iter().map(deal).sum());
                deals.iter().map(deal).sum::<i32>().max(inner)
            }
            Effect::Zone(zone) => zone.deals.iter().map(deal).sum(),
            Effect::Punch => 1 + strength / 10,
            _ => 0,
        }
    };
    let known = entry(fight, gu);
    known.does.iter().chain(&known.acts).map(effect).sum()
}
