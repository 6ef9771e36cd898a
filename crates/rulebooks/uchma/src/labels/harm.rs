//! The friends that a deed may hurt besides the foes that it is meant for.

use quintain_engine::Who;
use quintain_field::Square;

use crate::ask::{Aimed, Deed};
use crate::book::{Class, Effect, On, Step, Time};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::{adjacency, falling, ground, targets};

/// Whether a deed may hurt the one who does it. `way` finds the squares of a Move, the start first.
pub(super) fn to_oneself(fight: &Fight, who: Who, deed: Deed, way: impl FnOnce() -> Vec<Square>) -> bool {
    match deed {
        Deed::Move { .. } => ground::harms_on(fight, who, || way().into_iter().skip(1).collect()),
        Deed::JumpDown(to) => {
            let falls = falling::ledge(fight, who, to).is_some_and(|metres| falling::damage_of(metres) > 0);
            falls || ground::harms_on(fight, who, || vec![to])
        }
        Deed::Use { ability, aim } => {
            strikes(fight, who, ability, aim, |whom| whom == who) || costs_blood(fight, ability)
        }
        Deed::Item { slot, at } => at == who && is_hostile_item(fight, who, slot),
        Deed::Retrieve { from, .. } => from == who,
        _ => false,
    }
}

/// Whether a deed may hurt a friend.
pub(super) fn to_friends(fight: &Fight, who: Who, deed: Deed) -> bool {
    let friend = |whom: Who| whom != who && fight.allies(who, whom);
    match deed {
        Deed::Use { ability, aim } => strikes(fight, who, ability, aim, friend),
        Deed::Item { slot, at } => friend(at) && is_hostile_item(fight, who, slot),
        Deed::Retrieve { from, .. } => friend(from),
        _ => false,
    }
}

/// Whether an ability does harm to one of those: its targets, or all beside them.
fn strikes(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed, those: impl Fn(Who) -> bool) -> bool {
    let known = fight.ability(ability);
    if known.time() == Time::Prepared {
        return false;
    }
    let reached = targets::reached(fight, who, ability, aim);
    let around = |step: &Step| step.on == On::AllBesideTarget && step.effect.harms();
    let beside =
        |target: &Who| fight.everyone().any(|other| those(other) && adjacency::adjacent(fight, *target, other));
    (known.hostile && reached.iter().any(|target| those(*target)))
        || (known.entry.every_step().any(around) && reached.iter().any(beside))
}

/// Whether an ability takes health from its own user.
fn costs_blood(fight: &Fight, ability: AbilityId) -> bool {
    let hurts = |step: &Step| match step.effect {
        Effect::Damage(_) => step.on == On::User,
        Effect::Apply(apply) => step.on == On::User && apply.status.class() == Class::Harmful,
        Effect::Sacrifice(_) => true,
        _ => false,
    };
    let known = fight.ability(ability);
    known.time() != Time::Prepared && known.entry.every_step().any(hurts)
}

fn is_hostile_item(fight: &Fight, who: Who, slot: u8) -> bool {
    fight.item(who, slot).is_some_and(|item| fight.ability(item.used).hostile)
}
