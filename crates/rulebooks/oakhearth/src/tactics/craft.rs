//! What else a turn is good for: potions, bombs, wounds, the right weapon in hand, getting away, hiding and seeking.

use quintain_engine::Who;
use quintain_field::Square;

use crate::ask::{Deed, Target, With};
use crate::book::Condition;
use crate::combatant::Hand;
use crate::fight::{Fight, Thing};
use crate::muster::Mark;
use crate::rules::{action_points, dying, hide, items, moving, numbers, objects, options, weapons};

/// What cannot wait: oneself or a friend who bleeds away, a net, a crowd to throw a bomb into.
pub fn urgent(fight: &Fight, who: Who) -> Option<Deed> {
    let left = action_points::available(fight, who);
    if left <= 0 {
        return None;
    }
    drink(fight, who).or_else(|| tear_free(fight, who)).or_else(|| bomb(fight, who)).or_else(|| tend(fight, who))
}

/// A drink for the creature that is worst off: a friend at Death's Door first, oneself where nobody strikes at the hand
/// with it.
fn drink(fight: &Fight, who: Who) -> Option<Deed> {
    let item = (0..fight.one(who).items.len() as u8).find(|item| items::heals(fight, who, *item))?;
    let badly = |whom: Who| {
        let one = fight.one(whom);
        let dying = dying::at_the_door(fight, whom) || one.knocked_out;
        dying || whom == who && 3 * one.hp <= one.max_hp && !super::strikes_from_here(fight, who)
    };
    let near = fight.allies(who).chain([who]).filter(|whom| badly(*whom));
    let worst = near.filter(|whom| fight.distance(who, *whom) <= 1).min_by_key(|whom| fight.one(*whom).hp)?;
    super::legal(fight, who, Deed::Use { item, at: Target::Who(worst) })
}

/// Out of a net, oneself or a friend.
fn tear_free(fight: &Fight, who: Who) -> Option<Deed> {
    if !fight.any(Mark::Ailing) {
        return None;
    }
    let under = |whom: &Who| !fight.one(*whom).statuses.is_empty();
    let beside = fight.allies(who).filter(under).filter(|ally| fight.distance(who, *ally) <= 1);
    [who].into_iter().filter(under).chain(beside).find_map(|whom| super::legal(fight, who, Deed::TearFree(whom)))
}

/// A bomb where it does more harm to enemies than two blows would.
fn bomb(fight: &Fight, who: Who) -> Option<Deed> {
    let mut best: Option<(i16, Deed)> = None;
    for item in 0..fight.one(who).items.len() as u8 {
        let Some((amount, radius)) = items::bursts(fight, who, item) else { continue };
        for at in fight.enemies(who).filter_map(|foe| fight.one(foe).at) {
            let caught = |whom: &Who| fight.present(*whom) && fight.distance_to(*whom, at) <= radius;
            let harm = |whom: Who| match whom {
                // The creature that lays a fuse has time to go.
                _ if fight.foes(who, whom) => amount,
                _ if whom == who && items::waits(fight, who, item) => 0,
                _ => -3 * amount,
            };
            let worth: i16 = fight.everyone().filter(caught).map(harm).sum();
            let deed = Deed::Use { item, at: Target::Square(at) };
            let better = worth >= 6 && best.is_none_or(|(known, _)| worth > known);
            if better && options::may(fight, who, deed).is_ok() {
                best = Some((worth, deed));
            }
        }
    }
    best.map(|(_, deed)| deed)
}

/// The dying, wounds and flames, where no enemy is near to profit by it.
fn tend(fight: &Fight, who: Who) -> Option<Deed> {
    let ails = |whom: &Who| fight.one(*whom).hp <= 0 || !fight.one(*whom).statuses.is_empty();
    if !fight.any(Mark::Ailing)
        || !fight.allies(who).chain([who]).any(|whom| ails(&whom))
        || super::strikes_from_here(fight, who)
    {
        return None;
    }
    let beside = || fight.allies(who).chain([who]).filter(ails).filter(|whom| fight.distance(who, *whom) <= 1);
    let dying = |whom: &Who| dying::at_the_door(fight, *whom);
    let stabilize = beside().filter(dying).find_map(|whom| super::legal(fight, who, Deed::Stabilize(whom)));
    let bleeds = |whom: &Who| fight.one(*whom).under(Condition::Bleeding);
    let burns = |whom: &Who| fight.one(*whom).under(Condition::Burning);
    stabilize
        .or_else(|| beside().filter(bleeds).find_map(|whom| super::legal(fight, who, Deed::Tend(whom))))
        .or_else(|| beside().filter(burns).find_map(|whom| super::legal(fight, who, Deed::PutOut(whom))))
}

/// The weapon for the distance: a blade with an enemy next to it, the bow again once it is far away.
pub fn arm(fight: &Fight, who: Who) -> Option<Deed> {
    let one = fight.one(who);
    let first = one.carried.first().copied();
    if one.shape.is_some() || objects::price(fight, who) > 0 {
        return None;
    }
    let fits = |hand: &Hand, melee: bool| matches!(hand, Hand::Weapon(weapon) if fight.weapon(*weapon).range.is_none() == melee);
    let holds = |melee: bool| one.hands.iter().any(|hand| fits(hand, melee));
    let armed = holds(true) || holds(false);
    if !armed && first.is_none() {
        return pick_up(fight, who);
    }
    objects::sheathed(fight, who).next()?;
    let archer = first.is_some_and(|weapon| fight.weapon(weapon).range.is_some());
    let far = || super::nearest(fight, who).is_some_and(|foe| fight.distance(who, foe) >= 5);
    let melee = match super::strikes_from_here(fight, who) {
        true if !holds(true) => true,
        false if archer && !holds(false) && far() => false,
        _ => return None,
    };
    let shield = one.hands.contains(&Hand::Shield);
    let usable = |weapon: &u16| {
        let arm = fight.weapon(*weapon);
        arm.range.is_none() == melee && !(shield && arm.two_handed())
    };
    let weapon = objects::sheathed(fight, who).find(usable)?;
    super::legal(fight, who, if armed { Deed::Switch(weapon) } else { Deed::Draw(Thing::Weapon(weapon)) })
}

/// A weapon from the ground for empty hands.
fn pick_up(fight: &Fight, who: Who) -> Option<Deed> {
    if !weapons::natural(fight, who).is_empty() || !fight.one(who).hands.contains(&Hand::Empty) {
        return None;
    }
    let mut arms = objects::within_reach(fight, who).filter(|thing| matches!(thing, Thing::Weapon(_)));
    arms.find_map(|thing| super::legal(fight, who, Deed::PickUp(thing)))
}

/// A creature that fights from afar, or has had enough by its temperament, and has an enemy next to it gets away: it
/// disengages, then goes.
pub fn retreat(fight: &Fight, who: Who) -> Option<Deed> {
    let wants = super::magic::keeps_away(fight, who) || super::breaks_off(fight, who);
    if !wants || !super::strikes_from_here(fight, who) {
        return None;
    }
    let left = action_points::available(fight, who);
    if fight.one(who).disengage > 0 {
        return away(fight, who, left);
    }
    let nimble = crate::rules::disengage::nimble(fight, who);
    let full = left >= 3 && !nimble;
    let slow = numbers::speed(fight, who) == 0 || fight.one(who).moves > 0;
    if !(2..=3).contains(&left) || slow {
        return None;
    }
    super::legal(fight, who, Deed::Disengage(full))
}

/// To the Space that is farthest from all enemies.
fn away(fight: &Fight, who: Who, left: i8) -> Option<Deed> {
    let budget = moving::within_reach(fight, who, left.min(1));
    let far = |square: &Square| fight.enemies(who).map(|foe| fight.distance_from(who, *square, foe)).min().unwrap_or(0);
    moving::with_room(fight, |finder, reach| {
        if budget <= 0 {
            return None;
        }
        moving::reach(fight, who, budget, finder, reach);
        let now = fight.enemies(who).map(|foe| fight.distance(who, foe)).min().unwrap_or(0);
        let open = reach.iter().map(|(square, _)| *square).filter(|square| far(square) > now);
        open.max_by_key(far).map(Deed::Move)
    })
}

/// With AP left and nothing to strike at: out of sight for the next blow, or after somebody who is.
pub fn unseen(fight: &Fight, who: Who) -> Option<Deed> {
    let hidden = fight.any(Mark::Hidden) && fight.opponents(who).any(|foe| hide::hidden_from(fight, foe, who));
    let seen = || fight.opponents(who).any(|foe| !hide::unseen_by(fight, foe, who));
    if hidden && !seen() {
        return super::legal(fight, who, Deed::Search);
    }
    let sly = numbers::skill_bonus(fight, who, crate::book::Skill::Stealth) >= 4;
    let fresh = fight.one(who).turn.checks[crate::combatant::Kind::Skill(crate::book::Skill::Stealth).place()] == 0;
    if sly && fresh { super::legal(fight, who, Deed::Hide) } else { None }
}

/// The last AP of a turn become stamina.
pub fn gather(fight: &Fight, who: Who) -> Option<Deed> {
    super::legal(fight, who, Deed::Gather)
}

/// Whether a blow is meant to take somebody alive: heroes among each other, and the last enemy who stands.
pub fn spares(fight: &Fight, who: Who, at: Who, with: With) -> bool {
    merciful(fight, who, at) && weapons::melee(fight, who, at, fight.weapon(weapons::used(fight, who, with)))
}

/// Whether somebody would rather take another alive.
pub fn merciful(fight: &Fight, who: Who, at: Who) -> bool {
    let last = || !fight.opponents(who).any(|foe| foe != at);
    fight.one(who).hero && (fight.one(at).hero || last())
}
