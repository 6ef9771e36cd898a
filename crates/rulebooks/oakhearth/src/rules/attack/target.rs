//! Which targets a creature can attack, and with what.

use arrayvec::ArrayVec;
use quintain_engine::{Refusal, Rule, Who};

use super::ACTION;
use crate::ask::With;
use crate::book::Condition;
use crate::combatant::Hand;
use crate::fight::{Fight, Ruler};
use crate::rules::{conditions, hide, maneuvers, options, sight, weapons};
use crate::setting::Weapon;
use crate::words::spaces;

/// Why a target cannot be attacked: words are made of it only where somebody reads them.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// By a rule, in these words.
    Plain(&'static Rule, &'static str),
    /// By a property of the weapon, in words that follow its name.
    Arm(&'static Rule, &'static str),
    /// So far away, for such a reach or range.
    Far(i16, &'static str, i16),
}

impl Fault {
    fn refusal(self, arm: &Weapon) -> Refusal {
        match self {
            Fault::Plain(rule, why) => Refusal::new(rule, why),
            Fault::Arm(rule, why) => Refusal::new(rule, format!("{} {why}", arm.name)),
            Fault::Far(far, what, most) => {
                let why = format!("the target is {far} Spaces away and the {what} is {most}");
                Refusal::new(&ACTION, why).cure(format!("go {} nearer first", spaces(far - most)))
            }
        }
    }
}

/// # Errors
/// Why this target cannot be attacked with this now.
pub fn may_attack(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Refusal> {
    let arm = fight.weapon(weapons::used(fight, who, with));
    attackable(fight, who, at, with).map_err(|fault| fault.refusal(arm))
}

/// Whether this target can be attacked with this now.
pub fn can_attack(fight: &Fight, who: Who, at: Who, with: With) -> bool {
    attackable(fight, who, at, with).is_ok()
}

fn attackable(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Fault> {
    target(fight, who, at)?;
    ready(fight, who, with)?;
    in_reach(fight, who, at, weapons::used(fight, who, with), fight.distance(who, at))
}

/// Whether somebody can be the target of another's attack at all.
pub(super) fn target(fight: &Fight, who: Who, at: Who) -> Result<(), Fault> {
    if !fight.present(at) || at == who {
        return Err(Fault::Plain(&ACTION, "there is nobody to attack"));
    }
    if conditions::charmed_by(fight, who, at) {
        return Err(Fault::Plain(&conditions::CHARMED, "it is charmed by the target"));
    }
    Ok(())
}

/// Whether an attack could be made with this now, on any target.
fn ready(fight: &Fight, who: Who, with: With) -> Result<(), Fault> {
    let weapon = weapons::used(fight, who, with);
    let arm = fight.weapon(weapon);
    let one = fight.one(who);
    let plain = |why: &'static str| Err(Fault::Plain(&ACTION, why));
    if arm.two_handed() && !both_hands(fight, who, with) {
        return Err(Fault::Arm(&weapons::PROPERTY, "takes both hands"));
    }
    if let With::Hand(hand) = with
        && one
            .hands
            .get(usize::from(hand))
            .is_some_and(|held| matches!(held, Hand::Same(_) | Hand::Shield | Hand::Grapple(_)))
    {
        return plain("that hand holds no weapon");
    }
    if matches!(with, With::Drawn(_)) && !one.hands.contains(&Hand::Empty) {
        return plain("no hand is free to draw it");
    }
    if !one.unloaded.is_empty() && unloaded(fight, who, weapon, weapons::hand(fight, who, with)) {
        return Err(Fault::Arm(&weapons::LOADING, "must be loaded first"));
    }
    Ok(())
}

/// Whether the target, so far away, can be struck with this weapon from here.
fn in_reach(fight: &Fight, who: Who, at: Who, weapon: u16, far: i16) -> Result<(), Fault> {
    let arm = fight.weapon(weapon);
    if arm.is(crate::book::Property::AgainstGrappled) && !fight.one(at).has(Condition::Grappled) {
        return Err(Fault::Arm(&weapons::PROPERTY, "is for those who are Grappled"));
    }
    near_enough(fight, who, at, arm, far)?;
    match hide::hidden_from(fight, at, who) {
        true => Err(Fault::Plain(&hide::EFFECT, "it does not know where the target is")),
        false => Ok(()),
    }
}

fn near_enough(fight: &Fight, who: Who, at: Who, arm: &Weapon, far: i16) -> Result<(), Fault> {
    let more = || maneuvers::could_extend(fight, who).map_or((0, 0), |(_, reach, range)| (reach, range));
    if weapons::melee_from(fight, who, arm, || far) {
        let reach = weapons::reach(fight, who, arm);
        if far > reach && far > reach + more().0 {
            return Err(Fault::Far(far, "reach", reach));
        }
        if far > 0 && sight::cover(fight, who, at).is_none() {
            return Err(Fault::Plain(&ACTION, "something solid is between"));
        }
        return Ok(());
    }
    let Some((_, long)) = arm.range.or(arm.thrown) else {
        return Err(Fault::Plain(&ACTION, "it has no range"));
    };
    let drowned = || fight.underwater(who) || fight.underwater(at);
    if far > long && !drowned() && far > long + more().1 {
        return Err(Fault::Far(far, "range", long));
    }
    if sight::cover(fight, who, at).is_none() {
        return Err(Fault::Plain(&ACTION, "the target is behind full cover"));
    }
    Ok(())
}

fn both_hands(fight: &Fight, who: Who, with: With) -> bool {
    let one = fight.one(who);
    match with {
        With::Drawn(_) => one.empty_hands() >= 2,
        With::Hand(hand) => one.empty_hands() > 0 || one.grip(hand) > 1,
        _ => true,
    }
}

/// Whether a weapon has been shot and not loaded again; of two alike, one in each hand, the one in this hand.
pub fn unloaded(fight: &Fight, who: Who, weapon: u16, hand: Option<u8>) -> bool {
    let one = fight.one(who);
    let pair = one.hands.iter().filter(|hand| **hand == Hand::Weapon(weapon)).count() > 1;
    let shot = |known: &(u16, u8)| known.0 == weapon && (!pair || hand.is_none_or(|hand| hand == known.1));
    one.unloaded.iter().any(shot)
}

/// Normal and long range of a weapon as it is used.
pub fn range(fight: &Fight, weapon: u16) -> Option<(i16, i16)> {
    let arm = fight.weapon(weapon);
    arm.range.or(arm.thrown)
}

/// Everything that somebody can attack with now, and each enemy within its reach.
pub fn each(fight: &Fight, who: Who, mut found: impl FnMut(Who, With)) {
    let more = maneuvers::could_extend(fight, who).map_or((0, 0), |(_, reach, range)| (reach, range));
    let ready = options::arms(fight, who).filter(|with| ready(fight, who, *with).is_ok());
    let mut arms: ArrayVec<(With, u16, i16), MOST_ARMS> = ArrayVec::new();
    arms.extend(ready.take(MOST_ARMS).map(|with| {
        let weapon = weapons::used(fight, who, with);
        (with, weapon, farthest(fight, who, weapon, more))
    }));
    let ruler = Ruler::of(fight, who);
    let most = arms.iter().map(|(.., most)| *most).max().unwrap_or(0);
    for at in fight.enemies(who).filter(|at| ruler.to(*at) <= most && target(fight, who, *at).is_ok()) {
        let far = ruler.to(at);
        for (with, weapon, _) in arms.iter().copied().filter(|(.., most)| far <= *most) {
            if in_reach(fight, who, at, weapon, far).is_ok() {
                found(at, with);
            }
        }
    }
}

/// How far away a target can be at most that is struck with a weapon, with what maneuvers add to reach and range.
fn farthest(fight: &Fight, who: Who, weapon: u16, more: (i16, i16)) -> i16 {
    let arm = fight.weapon(weapon);
    let reach = if arm.range.is_none() { weapons::reach(fight, who, arm) + more.0 } else { 0 };
    match range(fight, weapon) {
        // Under water a shot may go as far as it will.
        Some(_) if !fight.setting.even => i16::MAX,
        Some((_, long)) => reach.max(long + more.1),
        None => reach,
    }
}

/// The most that somebody could attack with: two hands, a body, what it carries and what has grown on it.
const MOST_ARMS: usize = 32;

/// The hardest-hitting attack that is possible now, on one target or any enemy.
pub fn best(fight: &Fight, who: Who, at: Option<Who>) -> Option<(Who, With)> {
    let mut found: Option<(i16, Who, With)> = None;
    let mut weigh = |target: Who, with: With| {
        let worth = weapons::base_damage(fight, who, weapons::used(fight, who, with));
        if found.is_none_or(|(best, ..)| worth > best) {
            found = Some((worth, target, with));
        }
    };
    match at {
        Some(at) => {
            let able = options::arms(fight, who).filter(|with| can_attack(fight, who, at, *with));
            able.for_each(|with| weigh(at, with));
        }
        None => each(fight, who, weigh),
    }
    found.map(|(_, target, with)| (target, with))
}
