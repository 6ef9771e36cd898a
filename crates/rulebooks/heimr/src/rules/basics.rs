//! Combat basics: turns, rounds and the clock.

use quintain_engine::{Event, Outcome, Table};

use crate::fight::Fight;

quintain_engine::section! {
    "Combat basics";
    ALTERNATION = Engine "turn.alternation": "In a fight everybody acts alone, each in its own turn, round after round until it ends.",
        ruling "The unconscious and dead keep their slots, which are passed over; the dead are removed at the end of the round.";
    ORDER_SOURCE = Engine "turn.order-source": "Initiative sets the order; only delaying and readied actions that go off change it.";
    ACTIONS = Choice "turn.actions": "In its turn a character performs combat actions.";
    FICTION = Engine "turn.simultaneous-fiction": "Turns are played one after the other and happen at almost the same moment: the clock moves by rounds.";
    LENGTH = Engine "turn.length": "A turn is two seconds, and so is a whole round.",
        ruling "Turns overlap, so a round moves the clock by two seconds.";
}

/// Seconds of a round.
pub const SECONDS: u32 = 2;

/// The side that is left when all who are conscious are of one mind, if it is so.
pub fn over(fight: &Fight) -> Option<Outcome> {
    let mut standing = fight.sides_standing();
    let Some(first) = standing.next() else { return Some(Outcome::Mutual) };
    let hostile = fight.sides_standing().any(|one| fight.sides_standing().any(|other| fight.setting.foes(one, other)));
    if hostile { None } else { Some(Outcome::Won(first)) }
}

/// The clock at the end of a round.
pub(crate) fn round_ends<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    let round = fight.round;
    table.tell(|| {
        let text = format!("round {round} is over, after {} seconds", round * SECONDS);
        Event::new(&LENGTH, text).and(&FICTION).and(&ALTERNATION)
    });
}
