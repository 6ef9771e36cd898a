//! How much harm a combatant could do at once, for those who want to be asked only where it could fell them; and to which a
//! deed may do harm besides the foe that it is meant for.

use quintain_engine::Who;

use crate::content::{Effect, Feature, PowerId};
use crate::rules::health::{self, Strain};
use crate::rules::powers::{self, uses};
use crate::rules::{actions, attacks, brawl, clusters, environment, handling, movement, ranged};
use crate::state::{Ask, Deed, Fight, PowerAsk, Use, With};

pub(crate) fn could_fall(fight: &Fight, ask: &Ask) -> bool {
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

fn fells(fight: &Fight, by: Who, whom: Who) -> bool {
    worst(fight, by, whom) >= left(fight, whom)
}

/// The most hit points that one hit of a combatant can cost another.
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

/// Whether a deed may hurt the one who does it.
pub(crate) fn hurts_doer(fight: &Fight, who: Who, deed: Deed) -> bool {
    let by_itself = match deed {
        Deed::Attack { at, with } | Deed::Power(Use::Attack { at, with }) => burns(fight, who, at, with),
        Deed::Charge { at, .. } => is_burning(fight, at),
        Deed::JumpDown { to } => environment::of_jump(fight, who, movement::levels_down(fight, who, to)) > 0,
        Deed::Swim { .. } => fight.one(who).sinking > 0,
        Deed::Power(Use::Burst { at }) => clusters::together(fight, who, at),
        Deed::Power(Use::Item { slot }) => {
            let item = fight.one(who).items.get(usize::from(slot));
            item.and_then(|(item, _)| fight.item(*item).power).is_some_and(|power| calls(fight, power))
        }
        _ => false,
    };
    by_itself || strain_of(fight, who, deed).is_some_and(|strain| health::may_reopen(fight, who, strain))
}

fn is_burning(fight: &Fight, who: Who) -> bool {
    fight.features(who).any(|feature| matches!(feature, Feature::Burns(_)))
}

/// Whether an attack may touch what burns.
fn burns(fight: &Fight, by: Who, at: Who, with: With) -> bool {
    let touches = match with {
        With::Throw(_) | With::AtItem(..) | With::Smash(_) => false,
        With::Weapons => {
            let holds = attacks::usable(fight, by, at);
            holds.into_iter().any(|hold| attacks::is_melee(fight, by, with, Some(hold)))
        }
        With::Blow | With::Grab | With::Shove | With::Touch(_) | With::Strike(_) | With::Bash(_) => true,
    };
    touches && is_burning(fight, at)
}

/// Whether something is called on the one who drinks it: at once, when it begins or when it ends.
fn calls(fight: &Fight, power: PowerId) -> bool {
    let entry = &fight.power(power).entry;
    !entry.calls.is_empty() || !entry.aftermath.is_empty()
}

/// How a deed weighs on the body.
fn strain_of(fight: &Fight, who: Who, deed: Deed) -> Option<Strain> {
    match deed {
        Deed::Attack { at, with } | Deed::Power(Use::Attack { at, with }) => {
            Some(attacks::strain_of(fight, who, at, with, &attacks::usable(fight, who, at)))
        }
        Deed::StepOut | Deed::StepInto { .. } => Some(Strain::Legs),
        Deed::BreakFree | Deed::Power(Use::Labour { .. }) => Some(Strain::BothArms),
        Deed::Power(Use::Item { .. }) => Some(Strain::SwordArm),
        Deed::Power(used) => uses::strains(used).then_some(Strain::Other),
        Deed::End | Deed::Speak => None,
        _ if movement::is_movement(deed) => Some(Strain::Legs),
        _ => actions::strain_of(deed).or_else(|| Some(handling::strain_of(fight, who, deed))),
    }
}

pub(crate) fn hurts_friend(fight: &Fight, who: Who, deed: Deed) -> bool {
    let friend = |other: &Who| *other != who && !fight.foes(who, *other);
    match deed {
        Deed::Attack { with: With::Shove, .. } => false,
        Deed::Attack { at, with } | Deed::Charge { at, with, .. } => may_strike(fight, who, at, with, friend),
        Deed::Power(Use::Attack { at, with }) => {
            let harmful = with.power().is_none_or(|power| !fight.power(power).entry.calls.is_empty());
            harmful && may_strike(fight, who, at, with, friend)
        }
        Deed::Power(Use::Burst { at }) => clusters::mates(fight, at).any(|mate| friend(&mate)),
        _ => false,
    }
}

/// Whether an attack may hit one of those: its target, or others that a shot may run on to.
fn may_strike(fight: &Fight, by: Who, at: Who, with: With, those: impl Fn(&Who) -> bool) -> bool {
    let mut targets = vec![at];
    if attacks::may_run_on(fight, by, at, with) {
        ranged::chain(fight, by, at, &mut targets);
    }
    targets.iter().any(those)
}
