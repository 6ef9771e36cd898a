//! How much harm somebody could do at once, for those who want to be asked only where it could fell them.

use quintain_engine::Who;

use crate::ask::Ask;
use crate::book::{Effect, Feature};
use crate::fight::Fight;
use crate::rules::brawl;
use crate::rules::powers::{self, PowerAsk};

/// Whether what is answered could bring the one who is asked to 0 hit points or lower.
pub fn could_fall(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Use { who, by } | Ask::Defend { who, by: Some(by), .. } => fells(fight, by, who),
        Ask::Defend { who, by: None, .. } => fight.everyone().any(|foe| {
            fight.foes(who, foe) && fight.present(foe) && !fight.one(foe).unconscious && fells(fight, foe, who)
        }),
        Ask::Power(PowerAsk::Resist { who, effect: Effect::Hit, n }) => n >= left(fight, who),
        Ask::Spot { who, of } => fells(fight, of, who),
        // Nothing of this hurts the one who is asked.
        Ask::Direction { .. } | Ask::Steady { .. } | Ask::Axis { .. } => false,
        Ask::Power(PowerAsk::Resist {
            effect: Effect::Stumble | Effect::Drop | Effect::Charm | Effect::Fear, ..
        }) => false,
        _ => true,
    }
}

fn left(fight: &Fight, who: Who) -> i16 {
    fight.one(who).hp.max(0) + fight.one(who).ward
}

/// Whether one attack of somebody could cost another all its hit points.
fn fells(fight: &Fight, by: Who, whom: Who) -> bool {
    worst(fight, by, whom) >= left(fight, whom)
}

/// The most hit points that one hit of somebody can cost another.
fn worst(fight: &Fight, by: Who, whom: Who) -> i16 {
    let one = fight.one(by);
    let weapons = one.holds().filter_map(|hold| one.arm(hold)).map(|arm| fight.weapon(arm.weapon).entry.damage);
    let calls = fight.powers(by).iter().flat_map(|power| {
        let entry = &fight.power(*power).entry;
        entry.calls.iter().chain(&entry.or)
    });
    let hits = calls.filter(|call| call.effect == Effect::Hit).map(|call| powers::number(fight, call) + one.sharpened);
    let most = weapons.chain(hits).max().unwrap_or(0).max(brawl::BLOW);
    let doubled = fight.features(whom).any(|feature| matches!(feature, Feature::DoubleLoss(_)));
    if doubled { 2 * most } else { most }
}
