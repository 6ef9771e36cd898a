//! What ends after so many turns or rounds.

use crate::cast::Who;

/// A moment at which time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// A round begins.
    RoundStart,
    /// A round ends.
    RoundEnd,
    /// A turn of this combatant begins.
    TurnStart(Who),
    /// A turn of this combatant ends.
    TurnEnd(Who),
}

/// How long something still lasts: until a moment of one kind has come so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The moment that is counted.
    pub counts: Moment,
    /// How many times it has yet to come.
    pub left: u32,
    /// The next time does not count: what begins in a round that is under way, and counts whole ones only.
    pub fresh: bool,
}

impl Lasting {
    /// Ends when `counts` has come `left` times; 0 ends the first time it comes, too.
    pub const fn new(counts: Moment, left: u32) -> Self {
        Lasting { counts, left, fresh: false }
    }

    /// Until the start of its next turn.
    pub const fn until_turn_of(who: Who) -> Self {
        Lasting::new(Moment::TurnStart(who), 1)
    }

    /// Until the end of its turn: the one under way, or the next.
    pub const fn until_end_of_turn_of(who: Who) -> Self {
        Lasting::new(Moment::TurnEnd(who), 1)
    }

    /// Until the round ends.
    pub const fn this_round() -> Self {
        Lasting::new(Moment::RoundEnd, 1)
    }

    /// The same, with the next time not counted, if so.
    #[must_use]
    pub const fn not_counting_the_next(mut self, so: bool) -> Self {
        self.fresh = so;
        self
    }

    /// Counts a moment that has come; says whether this is the end.
    #[must_use]
    pub fn ends_at(&mut self, moment: Moment) -> bool {
        if moment != self.counts {
            return false;
        }
        if self.fresh {
            self.fresh = false;
            return false;
        }
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Who = Who(0);
    const B: Who = Who(1);

    /// How many of these moments come before it ends.
    fn survives(mut lasting: Lasting, moments: &[Moment]) -> usize {
        moments.iter().take_while(|moment| !lasting.ends_at(**moment)).count()
    }

    use Moment::{RoundEnd, RoundStart, TurnEnd, TurnStart};

    #[test]
    fn uchma_rounds_end_at_the_start_of_the_owners_turns() {
        let round = [TurnStart(A), TurnEnd(A), TurnStart(B), TurnEnd(B), RoundEnd, RoundStart];
        let rounds = round.repeat(3);
        assert_eq!(survives(Lasting::new(TurnStart(A), 1), &rounds[1..]), 5, "from its use to the owner's next turn");
        assert_eq!(survives(Lasting::new(TurnStart(A), 2), &rounds[1..]), 11);
        // Used by A after B's turn, gone before B's next turn: same text, opposite speeds.
        assert_eq!(survives(Lasting::new(TurnStart(A), 1), &[TurnEnd(A), RoundEnd, TurnStart(A), TurnStart(B)]), 2);
        assert_eq!(survives(Lasting::new(RoundStart, 1), &rounds), 5, "the environment's");
        assert_eq!(survives(Lasting::this_round(), &rounds), 4, "without an owner");
    }

    #[test]
    fn gu_turns_end_at_the_end_of_the_bearers_turns() {
        // Gained on one's own turn, one turn is gone when that turn ends.
        assert_eq!(survives(Lasting::until_end_of_turn_of(A), &[TurnEnd(A)]), 0);
        assert_eq!(survives(Lasting::new(TurnEnd(A), 2), &[TurnEnd(A), TurnEnd(B), TurnEnd(A)]), 2);
        // Gained in the end-of-turn step it is not removed in that step.
        let dazed = Lasting::until_end_of_turn_of(A).not_counting_the_next(true);
        assert_eq!(survives(dazed, &[TurnEnd(A), TurnStart(A), TurnEnd(A)]), 2);
    }

    #[test]
    fn oakhearth_rounds_run_to_the_start_of_the_sources_turn_that_many_rounds_later() {
        assert_eq!(survives(Lasting::until_turn_of(A), &[TurnEnd(A), TurnStart(B), TurnStart(A)]), 2);
        // As a reaction before one's own turn of this round, that turn is not yet a round later.
        let early = Lasting::new(TurnStart(A), 1).not_counting_the_next(true);
        assert_eq!(survives(early, &[TurnStart(A), TurnEnd(A), TurnStart(A)]), 2);
    }

    #[test]
    fn heimr_counts_turns_that_were_affected_from_their_start() {
        // Gained in the middle of one's own turn, this turn is not counted.
        let mid = Lasting::new(TurnEnd(A), 2).not_counting_the_next(true);
        assert_eq!(survives(mid, &[TurnEnd(A), TurnEnd(A), TurnEnd(A)]), 2);
        // An odd daze: the defence comes back at the start of the turn after the last affected one.
        let mut odd = Lasting::new(TurnEnd(A), 1);
        assert!(odd.ends_at(TurnEnd(A)));
        assert_eq!(survives(Lasting::until_turn_of(A), &[TurnEnd(B), TurnStart(A)]), 1);
    }

    #[test]
    fn thalassa_what_was_cast_this_round_is_not_yet_counted() {
        let cast = Lasting::new(RoundEnd, 2).not_counting_the_next(true);
        assert_eq!(survives(cast, &[RoundEnd, RoundEnd, RoundEnd]), 2);
        let mut clock = Lasting::new(RoundEnd, 0);
        assert!(clock.ends_at(RoundEnd) && clock.left == 0);
    }
}
