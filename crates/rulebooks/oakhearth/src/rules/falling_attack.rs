//! Attacks by dropping onto the target.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::book::{Condition, Damage};
use crate::fight::Fight;
use crate::house::FallAttack;
use crate::rules::collide::share;
use crate::rules::damage::Harm;

quintain_engine::section! {
    "Falling Attacks";
    SETUP = Choice "fallattack.setup": "From straight above a target one may drop onto it as part of an Attack.";
    NUMBER = Engine "fallattack.number": "The Spaces fallen are the damage of the fall.";
    ATTACK = Engine "fallattack.attack": "The Attack Check is made as ever.";
    SHARE = Engine "fallattack.share": "Hit or miss both take half of the fall; on a hit the target's half joins the Attack.",
        ruling "True damage, rounded up, without Acrobatics.", house "fall_attack_reduce";
    LANDING = Engine "fallattack.landing": "The faller comes down in a free Space next to the target, on its feet.",
        ruling "No further damage from the fall.";
}

/// Spaces that somebody would fall onto another.
pub fn height(fight: &Fight, who: Who, at: Who) -> i16 {
    fight.altitude(who) - fight.altitude(at)
}

/// Whether somebody is in place to drop onto another: straight above, or at the edge of a drop beside it.
///
/// # Errors
/// Says why not.
pub fn may_drop(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    let (Some(own), Some(body)) = (fight.body(who), fight.body(at)) else {
        return Err(Refusal::new(&SETUP, "one of the two is not there"));
    };
    let flat = quintain_field::body_distance(own, body, quintain_field::Diagonal::Equal);
    if flat > 1 || height(fight, who, at) < 1 {
        return Err(Refusal::new(&SETUP, format!("{} is not below", fight.label(at))));
    }
    if fight.one(who).has(Condition::Grappled) {
        return Err(Refusal::new(&SETUP, "somebody holds it"));
    }
    Ok(())
}

/// Both halves of the fall: what the attacker takes, and what the target takes.
pub fn halves<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    who: Who,
    at: Who,
    fallen: i16,
) -> (Harm, Harm) {
    let half = share(fight, fallen, 2);
    let less = match fight.house().fall_attack {
        FallAttack::On => i16::from(fight.one(who).attributes[1]).max(1),
        FallAttack::Off => 0,
    };
    table.tell(|| {
        let text = format!("{} falls {fallen} Spaces onto {}", fight.label(who), fight.label(at));
        Event::new(&SHARE, text).and(&SETUP).and(&NUMBER).and(&ATTACK).and(&LANDING).by(who).to(at)
    });
    let harm = |amount: i16| {
        let mut harm = Harm::new(amount.max(0), Damage::True, &SHARE);
        harm.by = Some(who);
        harm
    };
    (harm(half - less), harm(half))
}
