//! Getting through the Space of an enemy.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::ask::Deed;
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::{action_points, dice, moving, numbers, options};

quintain_engine::section! {
    "Passing Through";
    ACTION = Choice "pass.through": "For 1 AP one may walk through the Space of an enemy within 1 Space in this turn; nobody ends a move there.";
    CONTEST = Engine "pass.contest": "That takes a Physical Check against the enemy's; two or more sizes apart it takes none.";
    DIFFICULT = Engine "pass.difficult": "Spaces of others are Difficult; those of allies and of the helpless are always open.";
    FAILED = Engine "pass.failed": "Whoever is held back loses the rest of that Move.";
}

/// Two sizes apart there is room to pass.
fn far_apart(fight: &Fight, one: Who, other: Who) -> bool {
    (fight.size(one) as i16 - fight.size(other) as i16).abs() >= 2
}

/// Whether somebody may walk through the Space of another now.
pub fn open(fight: &Fight, who: Who, other: Who) -> bool {
    !fight.foes(who, other) || !fight.able(other) || fight.one(who).turn.passes.contains(other)
}

/// # Errors
/// Why one cannot try to get past somebody.
pub fn may_pass(fight: &Fight, who: Who, other: Who) -> Result<(), Refusal> {
    refuse_if(!fight.present(other) || fight.distance(who, other) > 1, &ACTION, "nobody stands in the way there")?;
    refuse_if(open(fight, who, other), &ACTION, "the way through is open")?;
    refuse_if(numbers::speed(fight, who) == 0, &ACTION, "its Movement is 0")?;
    if fight.one(who).movement > 0 {
        return Ok(());
    }
    moving::may_move(fight, who)?;
    action_points::may_pay(fight, who, price(fight, who))
}

/// AP that it takes in all: where no movement is left, those of a Move besides.
pub fn price(fight: &Fight, who: Who) -> u8 {
    let own = options::ap_of(fight, who, Deed::Pass(who));
    if fight.one(who).movement > 0 { own } else { own + moving::AP }
}

/// Tries to get past somebody. The AP is paid already; a Move is taken where no movement is left.
///
/// # Errors
/// Halts with the table.
pub(crate) fn pass<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, other: Who) -> Result<(), T::Halt> {
    if fight.one(who).movement <= 0 && moving::may_move(fight, who).is_ok() {
        moving::take_move(fight, table, who);
    }
    let won = far_apart(fight, who, other) || beaten(fight, table, who, other)?;
    if won {
        fight.one_mut(who).turn.passes.insert(other);
    } else {
        fight.one_mut(who).movement = 0;
    }
    table.tell(|| {
        let how = if won { "may go through" } else { "does not get past" };
        let text = format!("{} {how} {}", fight.label(who), fight.label(other));
        let event = Event::new(&ACTION, text).by(who).to(other).and(&CONTEST).and(&DIFFICULT).and(&dice::CONTEST);
        if won { event } else { event.and(&FAILED) }
    });
    Ok(())
}

fn beaten<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, other: Who) -> Result<bool, T::Halt> {
    let skill = numbers::physical_skill(fight, who);
    let pool = dice::skill_pool(fight, who, skill);
    let own = dice::skill_check(fight, table, who, Some(other), skill, pool)?;
    let skill = numbers::physical_skill(fight, other);
    let pool = dice::skill_pool(fight, other, skill);
    let against = dice::answer(fight, table, other, who, skill, pool)?;
    Ok(dice::wins(fight, &own, &against))
}
