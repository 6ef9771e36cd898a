//! Luck: a point before one's own roll, or after anybody's.

use quintain_engine::{Event, Table, Who};

use super::percentile::Test;
use crate::ask::{self, Ask};
use crate::fight::Fight;

quintain_engine::section! {
    "Luck";
    BEFORE = Choice "luck.before": "A luck point spent before one's own roll takes 50 off the die.";
    REROLL = Choice "luck.reroll": "A luck point spent right after a roll has it made again; one point for each person and test.";
}

/// Spends a point.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let left = fight.one(who).luck.saturating_sub(1);
    fight.unnoted_mut(who).luck = left;
    table.tell(|| {
        let text = format!("{} spends a luck point", fight.label(who));
        Event::new(&REROLL, text).by(who).change(who, "luck", i64::from(left) + 1, left.into())
    });
}

/// Who has a roll made again: the one who rolled first, then the others in order of initiative.
pub(crate) fn wants_reroll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    test: Test,
    spent: &[Who],
) -> Result<Option<Who>, T::Halt> {
    if fight.everyone().all(|one| fight.one(one).luck == 0) {
        return Ok(None);
    }
    let mut order = arrayvec::ArrayVec::new();
    fight.asking_order(Some(who), &mut order);
    for by in order.iter().copied() {
        if spent.contains(&by) || !ask::may_spend_luck(fight, by) {
            continue;
        }
        if ask::yes(fight, table, Ask::LuckAfter { by, who, succeeded: test.succeeded() })? {
            return Ok(Some(by));
        }
    }
    Ok(None)
}
