//! Blows that knock out instead of killing.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::book::Condition;
use crate::combatant::Status;
use crate::fight::Fight;
use crate::rules::{conditions, dying, sight};

quintain_engine::section! {
    "Non-Lethal Attacks";
    DECLARE = Choice "nonlethal.declare": "A hand-to-hand attack with a weapon or the body may be declared non-lethal before the roll.";
    KNOCKOUT = Engine "nonlethal.knockout": "Whom it brings to 0 HP is Unconscious and Stable instead.",
        ruling "So are creatures that would die at 0.";
    NORMAL = Engine "nonlethal.otherwise-normal": "Above 0 HP its damage is like any other.";
    WAKE = Choice "nonlethal.wake": "Somebody else may shake the sleeper awake for 1 AP.",
        ruling "Within 1 Space, friend or foe.";
    HP_AFTER = Engine "nonlethal.hp-after": "Whoever wakes is at Death's Door with exactly 0 HP.",
        ruling "Still Stable; Exhaustion comes on waking.";
}

/// Knocks somebody out: 0 HP, Unconscious, Stable.
pub fn knock_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let mut one = fight.one_mut(who);
    one.hp = one.hp.min(0);
    one.stable = true;
    let already = std::mem::replace(&mut one.knocked_out, true);
    drop(one);
    if already {
        return;
    }
    conditions::give(fight, table, who, Status::lasting(Condition::Unconscious), &KNOCKOUT);
    super::stamina::on_fall(fight, table, who);
}

/// A blow to stun has done its harm: a target that is left above 0 HP fights on.
pub fn done<T: Table<Fight>>(fight: &Fight, table: &mut T, at: Who) {
    let hp = fight.one(at).hp;
    if hp > 0 {
        table.tell(|| match hp == 1 && dying::hard_to_kill(fight, at) {
            true => dying::stays_up(fight, at).and(&NORMAL),
            false => Event::new(&NORMAL, format!("{} stays on its feet", fight.label(at))).to(at),
        });
    }
}

/// Whether somebody can be shaken awake.
///
/// # Errors
/// Says why not.
pub fn may_wake(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    if !fight.one(whom).knocked_out {
        return Err(Refusal::new(&WAKE, format!("{} has not been knocked out", fight.label(whom))));
    }
    if fight.distance(who, whom) > 1 {
        return Err(Refusal::new(&WAKE, format!("{} is too far away", fight.label(whom))));
    }
    sight::reachable(fight, who, whom, &WAKE)
}

/// Shakes somebody awake: at Death's Door, with 0 HP.
pub fn wake<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) {
    let mut one = fight.one_mut(whom);
    one.knocked_out = false;
    one.hp = 0;
    one.woken = true;
    one.spent = 0;
    drop(one);
    table.tell(|| {
        let text = format!("{} shakes {} awake, at Death's Door", fight.label(who), fight.label(whom));
        Event::new(&WAKE, text).and(&HP_AFTER).by(who).to(whom)
    });
    conditions::lift(fight, table, whom, Condition::Unconscious);
    let mut tired = Status::lasting(Condition::Exhaustion);
    tired.by = None;
    conditions::give(fight, table, whom, tired, &HP_AFTER);
}
