//! Combat basics: turns, rounds and the clock.

use quintain_engine::{Event, Outcome, Table};

use crate::rules::powers::events;
use crate::rules::{delaying, health, readied};
use crate::state::{Ask, Fight, Stage, yes};

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
pub(crate) const SECONDS: u32 = 2;

/// The side that is left when all who are conscious are of one mind, if it is so.
pub(crate) fn over(fight: &Fight) -> Option<Outcome> {
    let mut standing = fight.cast.iter().filter(|one| one.out.is_none() && !one.unconscious).map(|one| one.side);
    // Mostly the first two who are hostile settle it.
    if standing.next().is_some_and(|one| standing.any(|other| fight.setting.roster.are_foes(one, other))) {
        return None;
    }
    let Some(first) = fight.sides_standing().next() else { return Some(Outcome::Mutual) };
    let hostile =
        fight.sides_standing().any(|one| fight.sides_standing().any(|other| fight.setting.roster.are_foes(one, other)));
    if hostile { None } else { Some(Outcome::Won(first)) }
}

/// After so many rounds it is asked whether the fight goes on: two who cannot hurt each other would never end.
const MOST_ROUNDS: u32 = 300;

/// A new round, from the top of the order.
pub(crate) fn start_round<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    fight.round += 1;
    fight.next = 0;
    for who in fight.everyone() {
        let one = fight.one_mut(who);
        one.delayed = false;
        one.acted = false;
    }
    let round = fight.round;
    table.tell(|| Event::new(&ALTERNATION, format!("Round {round}")).and(&ORDER_SOURCE).opening(round));
}

/// The end of a round: clocks of the dying, what lasts for rounds; the dead and those taken out leave the order.
pub(crate) fn end_round<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let round = fight.round;
    table.tell(|| {
        let text = format!("Round {round} is over, after {} seconds", round * SECONDS);
        Event::new(&LENGTH, text).and(&FICTION).and(&ALTERNATION).upkeep()
    });
    health::clocks(fight, table)?;
    events::round_ends(fight, table)?;
    // What the end of a round brings sets readied actions off before the next one begins.
    readied::run(fight, table)?;
    for who in fight.everyone() {
        if fight.one(who).out.is_some() {
            delaying::remove(fight, who);
        }
    }
    check(fight, table)?;
    if fight.outcome.is_none() && fight.round >= MOST_ROUNDS && !yes(fight, table, Ask::Endless)? {
        end(fight, table, Outcome::Ended);
    }
    Ok(())
}

/// Whether the fight is over now: the game master may let it go on.
pub(crate) fn check<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if fight.outcome.is_some() {
        return Ok(());
    }
    let Some(outcome) = over(fight) else {
        // Whoever has come or come to since makes it a fight again, with an end of its own.
        fight.kept_on = None;
        return Ok(());
    };
    if fight.kept_on == Some(outcome) {
        return Ok(());
    }
    if yes(fight, table, Ask::Over)? {
        // An edict may have brought a combatant back.
        if fight.outcome.is_none() && over(fight) == Some(outcome) {
            end(fight, table, outcome);
        }
    } else {
        fight.kept_on = Some(outcome);
    }
    Ok(())
}

fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outcome: Outcome) {
    fight.outcome = Some(outcome);
    fight.stage = Stage::Over(outcome);
    fight.turn.ended = true;
    table.tell(|| {
        let text = match outcome {
            Outcome::Won(side) => {
                let name = fight.setting.roster.side(side);
                format!("The fight is over: {name} won")
            }
            Outcome::Mutual => "The fight is over: nobody is left".to_owned(),
            Outcome::Ended => "The fight is over".to_owned(),
        };
        Event::new(&ALTERNATION, text).heading()
    });
}
