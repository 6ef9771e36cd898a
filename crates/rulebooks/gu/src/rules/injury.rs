//! Injuries: what great damage, or a called shot, does to a body.

use quintain_engine::{Event, Rule, Table, Throw, Who};

use super::called_shot::Called;
use super::damage::{self, Dealt};
use super::status;
use crate::arm::ArmId;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::kinds::side_word;
use crate::kinds::{DamageType, Part};
use crate::lasting::{Lasting, What};

quintain_engine::section! {
    "Injury";
    THRESHOLD = Engine "injury.threshold": "Damage to hit points of at least half the maximum, rounded down, causes the injury of its type.", ruling "The whole instance is held against the threshold; each type in it then gives its injury.", house "injury.per-type";
    FORCE = Engine "injury.force": "Force, by a d4: a broken arm, a broken leg for -4 movement, bleeding 1, or dazed with 15 less Cognition.", ruling "A d2 says left or right; if that limb is broken, the other.";
    RENDING = Engine "injury.rending": "Rending: bleeding 1.";
    COLD = Engine "injury.cold": "Cold: fatigued.";
    HEAT = Engine "injury.heat": "Heat: burning.";
    SHOCK = Engine "injury.shock": "Shock: dazed.";
    OTHERS_NONE = Engine "injury.others-none": "Poison, sonic and untyped damage injure nobody.";
    CALLED = Engine "injury.called": "A called shot that does any damage to hit points gives the injury of the part, on top of the other.";
    HAND = Engine "injury.hand": "Hand: broken; what it holds falls, and it is of no use.";
    ARM = Engine "injury.arm": "Arm: crippled and of no use.";
    TORSO = Engine "injury.torso": "Torso: bleeding 1.";
    LEG = Engine "injury.leg": "Leg: crippled for -4 movement; with both crippled movement is 0.";
    HEAD = Engine "injury.head": "Head, by a d4: half the maximum soul lost, blinded until the end of the next turn, bleeding 5, or dazed with 15 less Cognition.";
    COGNITION = Engine "injury.cognition": "What is built on Cognition changes with it.";
    SLEEP = OffMap "recover.sleep": "An hour of sleep restores 1 hit point.";
}

/// The injuries of one instance: by the threshold, and by the part that was called.
pub(crate) fn of<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, dealt: &Dealt) -> Result<(), T::Halt> {
    let threshold = threshold(fight, whom);
    let reaches = |amount: i32| match fight.house().injury_per_type {
        true => amount >= threshold,
        false => amount >= 1 && dealt.total() >= threshold,
    };
    let types = DamageType::ALL.map(|damage| reaches(dealt.of(damage)));
    for damage in DamageType::ALL {
        if types[damage as usize] && goes_on(fight, whom) {
            by_type(fight, table, whom, dealt, damage)?;
        }
    }
    let called = dealt.harm.called.and_then(|called| Some((called, called.part()?)));
    let Some((called, part)) = called else { return Ok(()) };
    if dealt.total() >= 1 && goes_on(fight, whom) {
        let left = if let Called::Limb { left, .. } = called { Some(left) } else { None };
        by_part(fight, table, whom, dealt, (part, left))?;
    }
    Ok(())
}

/// Half the maximum, rounded down: so much at once injures.
fn threshold(fight: &Fight, whom: Who) -> i32 {
    i32::from(fight.one(whom).hp.max / 2).max(1)
}

/// Whether more may come of the blow: an answer to one injury may undo all of it.
fn goes_on(fight: &Fight, whom: Who) -> bool {
    fight.present(whom) && !damage::is_undone(fight, whom)
}

fn by_type<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    dealt: &Dealt,
    damage: DamageType,
) -> Result<(), T::Halt> {
    let rule: &'static Rule = match damage {
        DamageType::Force => &FORCE,
        DamageType::Rending => &RENDING,
        DamageType::Cold => &COLD,
        DamageType::Heat => &HEAT,
        DamageType::Shock => &SHOCK,
        _ => &OTHERS_NONE,
    };
    table.tell(|| {
        let (what, name) = (damage.name(), fight.label(whom));
        let text = if dealt.of(damage) >= threshold(fight, whom) {
            format!("{what} damage to {name} reaches half its hit points")
        } else {
            format!("{what} has a part in damage to {name} that reaches half its hit points")
        };
        Event::new(&THRESHOLD, text).to(whom).because(dealt.event).and(rule)
    });
    match damage {
        DamageType::Force => force(fight, table, whom, dealt.harm.rank),
        DamageType::Rending => status::bleed(fight, table, whom, 1, rule),
        DamageType::Cold => status::give(fight, table, whom, Condition::Fatigued, rule),
        DamageType::Heat => status::burn(fight, table, whom, dealt.harm.rank.unwrap_or(1), rule),
        DamageType::Shock => status::give(fight, table, whom, Condition::Dazed, rule),
        _ => Ok(()),
    }
}

fn force<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, rank: Option<u8>) -> Result<(), T::Halt> {
    let die = Throw::die(4, &FORCE, "injury").by(whom);
    match table.die(fight, die)? {
        1 | 2 if super::gu::is_unbreakable(fight, whom, rank) => {
            table.tell(|| Event::new(&FORCE, format!("the bones of {} hold", fight.label(whom))).to(whom));
            Ok(())
        }
        1 => limb(fight, table, whom, (Part::Arm, None), &FORCE),
        2 => limb(fight, table, whom, (Part::Leg, None), &FORCE),
        3 => status::bleed(fight, table, whom, 1, &FORCE),
        _ => concussion(fight, table, whom, &FORCE),
    }
}

fn by_part<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    dealt: &Dealt,
    (part, left): (Part, Option<bool>),
) -> Result<(), T::Halt> {
    table.tell(|| {
        let text = format!("the called shot injures the {} of {}", part.name(), fight.label(whom));
        Event::new(&CALLED, text).to(whom).because(dealt.event)
    });
    match part {
        Part::Hand => limb(fight, table, whom, (Part::Hand, left), &HAND),
        Part::Arm => limb(fight, table, whom, (Part::Arm, left), &ARM),
        Part::Leg => limb(fight, table, whom, (Part::Leg, left), &LEG),
        Part::Torso => status::bleed(fight, table, whom, 1, &TORSO),
        Part::Head => head(fight, table, whom),
        Part::Wing | Part::Tail => Ok(()),
    }
}

fn head<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let die = Throw::die(4, &HEAD, "head injury").by(whom);
    match table.die(fight, die)? {
        1 => {
            let mut one = fight.one_mut(whom);
            let before = one.soul.max;
            one.soul.max -= before / 2;
            one.soul.now = one.soul.now.min(one.soul.max);
            let after = one.soul.max;
            drop(one);
            table.tell(|| {
                let text = format!("{}'s maximum soul falls from {before} to {after}", fight.label(whom));
                Event::new(&HEAD, text).to(whom)
            });
            Ok(())
        }
        2 => {
            let (what, until) = (What::Condition(Condition::Blinded), status::end_of_next_turn(fight, whom));
            let lasting = Lasting { what, size: 0, rank: 0, by: whom, until };
            status::give_for(fight, table, whom, lasting, &HEAD)
        }
        3 => status::bleed(fight, table, whom, 5, &HEAD),
        _ => concussion(fight, table, whom, &HEAD),
    }
}

fn concussion<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    status::give(fight, table, whom, Condition::Dazed, rule)?;
    if damage::is_undone(fight, whom) {
        return Ok(());
    }
    let mut one = fight.one_mut(whom);
    one.cognition_lost = one.cognition_lost.saturating_add(15);
    drop(one);
    table.tell(|| {
        let text = format!("{} has 15 less Cognition", fight.label(whom));
        Event::new(rule, text).to(whom).and(&COGNITION)
    });
    Ok(())
}

/// A limb becomes useless: the one that was aimed at, else a d2 says which, and of a pair the sound one where the other is
/// broken already.
fn limb<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    (part, left): (Part, Option<bool>),
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    let arms = fight.template(whom).arms;
    if fight.template(whom).entry.bodiless || (part != Part::Leg && arms == 0) {
        return Ok(());
    }
    let aimed = match left {
        Some(left) => u8::from(!left),
        None => (table.die(fight, Throw::die(2, rule, "left 1, right 2").by(whom))? as u8).saturating_sub(1),
    };
    let mut one = fight.one_mut(whom);
    let broken = one.injured.of(part);
    let side = if left.is_none() && *broken >> aimed & 1 == 1 { 1 - aimed } else { aimed };
    *broken |= 1 << side;
    drop(one);
    table.tell(|| {
        let side = side_word(side == 0);
        let text = format!("the {side} {} of {} is of no use any more", part.name(), fight.label(whom));
        Event::new(rule, text).to(whom)
    });
    if part != Part::Leg {
        drop_held(fight, table, whom, side, rule);
    }
    Ok(())
}

/// What somebody holds in a hand, 0 for the left one: a weapon for both hands is in each.
pub fn held_in(fight: &Fight, whom: Who, side: u8) -> Option<ArmId> {
    let one = fight.one(whom);
    let place = if one.two_handed || one.in_hand.iter().any(|arm| fight.arm(*arm).hands > 1) { 0 } else { side };
    one.in_hand.get(usize::from(place)).copied()
}

/// Whatever the useless hand held falls.
fn drop_held<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, side: u8, rule: &'static Rule) {
    let Some(arm) = held_in(fight, whom, side) else { return };
    fight.lose_weapon(whom, arm);
    table.tell(|| {
        let text = format!("{} drops {}", fight.label(whom), fight.arm(arm).name);
        Event::new(rule, text).to(whom)
    });
}
