//! Surprise: who is caught off guard.

use quintain_engine::{Event, Side, Table, Who, section};

use crate::ask::{Act, Ask};
use crate::book::Condition;
use crate::combatant::Status;
use crate::fight::Fight;
use crate::house::SurpriseEnds;

section! {
    "Surprise";
    COMBAT_BEGINS = Gm "surprise.combat-begins": "A fight starts when the GM calls for initiative.", ruling "When the encounter starts.";
    BEFORE = Gm "surprise.before-combat": "The GM says which side, if any, is caught off guard.", ruling "None.";
    WHOLE_SIDE = Engine "surprise.whole-side": "Everyone on a side caught off guard is Surprised.";
    AUTO_FAIL = Engine "surprise.auto-fail": "A Surprised side fails its initiative checks without rolling.";
    OTHER_WINS = Engine "surprise.other-side-wins": "A wholly Surprised side loses initiative to any that is not.", ruling "All Surprised: a tie.";
    NO_AP = Engine "surprise.no-ap": "Who is Surprised spends no AP, on anyone's turn.";
    EXPOSED = Engine "surprise.exposed": "Who is Surprised is Exposed.";
    ENDS = Engine "surprise.ends": "Surprise ends with the creature's own first turn.", ruling "At the end of that turn.", house "surprise-ends";
    STILL_TURN = Engine "surprise.still-has-turn": "A Surprised creature has its turn all the same, for whatever costs no AP.";
}

/// Asks the GM who is caught off guard, and makes them Surprised.
///
/// # Errors
/// Halts with the table.
pub(crate) fn begin<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    table.tell(|| Event::new(&COMBAT_BEGINS, "the fight begins").and(&super::action_points::START).heading());
    if let Some(Act::Side(Some(side))) = table.choose(fight, Ask::CaughtOffGuard)? {
        table.tell(|| {
            let text = format!("{} are caught off guard", fight.setting.sides[side.index()]);
            Event::new(&BEFORE, text).and(&WHOLE_SIDE)
        });
        for who in fight.everyone() {
            if fight.one(who).side == side && !fight.one(who).under(Condition::Surprised) {
                super::conditions::give(fight, table, who, Status::lasting(Condition::Surprised), &WHOLE_SIDE);
            }
        }
    }
    Ok(())
}

/// Whether everyone who takes part for a side is Surprised.
pub fn wholly(fight: &Fight, side: Side) -> bool {
    let mut members = fight.members(side).peekable();
    members.peek().is_some() && members.all(|who| fight.one(who).under(Condition::Surprised))
}

/// A moment at which Surprise may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The start of the creature's own turn.
    TurnStart,
    /// Its end.
    TurnEnd,
    /// The end of the round.
    RoundEnd,
}

/// Ends Surprise where this is the moment for it.
pub(crate) fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, when: When) {
    let due = match fight.house().surprise_ends {
        SurpriseEnds::EndFirstTurn => When::TurnEnd,
        SurpriseEnds::EndFirstRound => When::RoundEnd,
        SurpriseEnds::StartFirstTurn => When::TurnStart,
    };
    if when == due && fight.one(who).under(Condition::Surprised) {
        fight.one_mut(who).statuses.retain(|status| status.condition != Condition::Surprised);
        table.tell(|| {
            let text = format!("{} is Surprised no longer", fight.label(who));
            Event::new(&ENDS, text).to(who).and(&STILL_TURN).upkeep()
        });
    }
}
