//! Luck: a point before one's own roll, or after anybody's.

use quintain_engine::{Event, Table, Who};

use super::percentile::Trial;
use crate::ask::{self, Ask};
use crate::fight::Fight;
use crate::underway::Test;

pub use crate::deeds::Outcome;

quintain_engine::section! {
    "Luck";
    BEFORE = Choice "luck.before": "A luck point spent before one's own roll takes 50 off the die.";
    REROLL = Choice "luck.reroll": "A luck point spent right after a roll has it made again; one point for each person and test.";
}

impl Outcome {
    fn of(trial: &Trial, test: Test) -> Self {
        let extreme = test.critical || test.fumble;
        Outcome { score: trial.score, at: trial.at, succeeded: test.succeeded(), extreme }
    }
}

/// Spends a point.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let left = fight.one(who).luck.saturating_sub(1);
    fight.one_mut(who).luck = left;
    table.tell(|| {
        let text = format!("{} spends a luck point", fight.label(who));
        Event::new(&REROLL, text).by(who).change(who, "luck", i64::from(left) + 1, left.into())
    });
}

/// Who has a roll made again: the one who rolled first, then the others in order of initiative.
pub(crate) fn wants_reroll<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    trial: &Trial,
    test: Test,
    spent: &[Who],
) -> Result<Option<Who>, T::Halt> {
    let who = trial.who;
    if fight.everyone().all(|one| fight.one(one).luck == 0) {
        return Ok(None);
    }
    fight.in_asking_order(Some(who), |fight, order| {
        for by in order.iter().copied() {
            if spent.contains(&by) || !may_spend_luck(fight, by) {
                continue;
            }
            if ask::yes(fight, table, Ask::LuckAfter { by, who, how: Outcome::of(trial, test) })? {
                return Ok(Some(by));
            }
        }
        Ok(None)
    })
}

/// Whether somebody may spend a luck point.
pub fn may_spend_luck(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.luck > 0 && !one.is(crate::condition::Condition::Dead)
}
