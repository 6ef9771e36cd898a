//! A fixed list of slots that may change while it is walked.

use std::collections::VecDeque;

use super::WhoSet;
use crate::cast::Who;

/// Beside whose slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beside {
    /// Directly before it.
    Before(Who),
    /// Directly behind it.
    After(Who),
}

/// An order that is kept from round to round: each round its slots come up from the top.
///
/// A slot that moves keeps its new place for all rounds. Moved to a place that the round has passed, it has no turn any
/// more in this round; moved to one that is still to come, it comes up there, even if its owner has acted.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots {
    order: Vec<Who>,
    /// How many slots, from the top, have come up in this round.
    passed: usize,
    inserted: VecDeque<Who>,
    delayed: WhoSet,
    skipped: WhoSet,
}

impl Clone for Slots {
    fn clone(&self) -> Self {
        Slots {
            order: self.order.clone(),
            passed: self.passed,
            inserted: self.inserted.clone(),
            delayed: self.delayed.clone(),
            skipped: self.skipped.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.order.clone_from(&source.order);
        self.passed = source.passed;
        self.inserted.clone_from(&source.inserted);
        self.delayed.clone_from(&source.delayed);
        self.skipped.clone_from(&source.skipped);
    }
}

impl Slots {
    /// An order, the first first; a combatant named twice stands where it is named first.
    pub fn new(order: impl IntoIterator<Item = Who>) -> Self {
        let mut slots = Slots::default();
        for who in order {
            slots.push(who);
        }
        slots
    }

    /// The order, from the top.
    pub fn order(&self) -> &[Who] {
        &self.order
    }

    /// Begins the next round.
    pub fn start_round(&mut self) {
        self.passed = 0;
        self.inserted.clear();
        self.delayed.clear();
        self.skipped.clear();
    }

    /// Whose slot or inserted turn comes up next; `None` at the end of the round.
    pub fn next_turn(&mut self) -> Option<Who> {
        if let Some(who) = self.inserted.pop_front() {
            return Some(who);
        }
        while let Some(who) = self.order.get(self.passed).copied() {
            self.passed += 1;
            if !self.skipped.contains(who) {
                return Some(who);
            }
        }
        None
    }

    /// Whether its slot has come up in this round, or will not come up any more.
    pub fn has_passed(&self, who: Who) -> bool {
        self.place(who).is_some_and(|place| place < self.passed) || self.skipped.contains(who)
    }

    /// Adds a slot at the end.
    pub fn push(&mut self, who: Who) {
        if self.place(who).is_none() {
            self.order.push(who);
        }
    }

    /// Adds a slot before the first one, from the top, for which `later` holds: whose own result is lower. If that place
    /// has been passed, its first turn is in the next round.
    pub fn join(&mut self, who: Who, later: impl FnMut(Who) -> bool) {
        if self.place(who).is_none() {
            let place = self.order.iter().copied().position(later).unwrap_or(self.order.len());
            self.insert_at(place, who);
        }
    }

    /// Takes its turn of this round away: it takes its place from the next round.
    pub fn skip(&mut self, who: Who) {
        self.skipped.insert(who);
    }

    /// Takes a slot out of the order.
    pub fn remove(&mut self, who: Who) {
        if let Some(place) = self.place(who) {
            self.order.remove(place);
            if place < self.passed {
                self.passed -= 1;
            }
        }
        self.inserted.retain(|early| *early != who);
    }

    /// Inserts one turn directly behind the turn under way, outside of the order: a creature that acts right after its
    /// master. Several act in the order in which they were inserted.
    pub fn insert_turn(&mut self, who: Who) {
        self.inserted.push_back(who);
    }

    /// Moves a slot; says whether it could: both must have one, and nobody moves beside itself.
    pub fn shift(&mut self, who: Who, to: Beside) -> bool {
        let (Beside::Before(other) | Beside::After(other)) = to;
        let (Some(from), Some(_), false) = (self.place(who), self.place(other), who == other) else { return false };
        self.order.remove(from);
        if from < self.passed {
            self.passed -= 1;
        }
        let Some(place) = self.place(other) else { return false };
        self.insert_at(if matches!(to, Beside::Before(_)) { place } else { place + 1 }, who);
        true
    }

    /// Whether it may delay: once in a round, or two who delay behind each other would never end.
    pub fn may_delay(&self, who: Who) -> bool {
        !self.delayed.contains(who)
    }

    /// Delays: moves the slot that has just come up. Says whether it could.
    pub fn delay(&mut self, who: Who, to: Beside) -> bool {
        let moved = self.may_delay(who) && self.shift(who, to);
        if moved {
            self.delayed.insert(who);
        }
        moved
    }

    fn place(&self, who: Who) -> Option<usize> {
        self.order.iter().position(|owner| *owner == who)
    }

    fn insert_at(&mut self, place: usize, who: Who) {
        self.order.insert(place, who);
        if place < self.passed {
            self.passed += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Who = Who(0);
    const B: Who = Who(1);
    const C: Who = Who(2);
    const D: Who = Who(3);

    fn rest(slots: &mut Slots) -> Vec<Who> {
        std::iter::from_fn(|| slots.next_turn()).collect()
    }

    #[test]
    fn heimr_a_delay_moves_the_slot_for_good() {
        let mut slots = Slots::new([A, B, C, D, A]);
        assert_eq!(slots.next_turn(), Some(A));
        assert!(slots.delay(A, Beside::After(C)));
        assert_eq!(slots.next_turn(), Some(B));
        assert_eq!(slots.next_turn(), Some(C));
        assert_eq!(slots.next_turn(), Some(A), "its whole turn comes at the new place");
        assert!(!slots.may_delay(A) && !slots.delay(A, Beside::After(D)), "once in a round");
        assert_eq!(rest(&mut slots), [D]);
        slots.start_round();
        assert_eq!(rest(&mut slots), [B, C, A, D]);
    }

    #[test]
    fn heimr_a_delay_into_the_part_that_has_passed_acts_in_the_next_round() {
        let mut slots = Slots::new([A, B, C]);
        slots.next_turn();
        slots.next_turn();
        assert!(slots.delay(B, Beside::Before(A)));
        assert_eq!(rest(&mut slots), [C], "no turn in this round");
        slots.start_round();
        assert_eq!(rest(&mut slots), [B, A, C]);
        // Two who delay behind each other come to an end.
        slots.start_round();
        slots.next_turn();
        assert!(slots.delay(B, Beside::After(A)));
        assert_eq!(slots.next_turn(), Some(A));
        assert!(slots.delay(A, Beside::After(B)));
        assert_eq!(rest(&mut slots), [B, A, C]);
    }

    #[test]
    fn heimr_a_readied_action_moves_before_its_trigger_and_takes_no_second_turn() {
        // C readied in round 1; A triggers it in round 2: the order is C, A, B, and C has no turn in round 2.
        let mut slots = Slots::new([A, B, C]);
        rest(&mut slots);
        slots.start_round();
        assert_eq!(slots.next_turn(), Some(A));
        assert!(slots.shift(C, Beside::Before(A)));
        assert_eq!(slots.order(), [C, A, B]);
        assert!(slots.has_passed(C) && !slots.has_passed(B));
        assert_eq!(rest(&mut slots), [B]);
        // Later in the same round: the readier slides down.
        slots.start_round();
        assert_eq!((slots.next_turn(), slots.next_turn(), slots.next_turn()), (Some(C), Some(A), Some(B)));
        assert!(slots.shift(C, Beside::Before(B)));
        assert_eq!(slots.order(), [A, C, B]);
        assert_eq!(slots.next_turn(), None);
        // Nested: the outer one first, then the inner one before it.
        let mut slots = Slots::new([A, B, C, D]);
        slots.next_turn();
        assert!(slots.shift(C, Beside::Before(A)) && slots.shift(D, Beside::Before(C)));
        assert_eq!(slots.order(), [D, C, A, B]);
        assert_eq!(rest(&mut slots), [B]);
        assert!(!slots.shift(A, Beside::Before(A)) && !slots.shift(A, Beside::After(Who(9))));
    }

    #[test]
    fn heimr_late_arrivals_stand_before_the_first_lower_result() {
        let result = |who: Who| [20, 15, 10, 18, 12][who.index()];
        let mut slots = Slots::new([A, B, C]);
        slots.next_turn();
        slots.next_turn();
        slots.join(D, |other| result(other) < result(D));
        slots.join(Who(4), |other| result(other) < result(Who(4)));
        assert_eq!(slots.order(), [A, D, B, Who(4), C]);
        assert_eq!(rest(&mut slots), [Who(4), C], "D's place has been passed");
        slots.remove(A);
        slots.remove(Who(9));
        slots.start_round();
        assert_eq!(rest(&mut slots), [D, B, Who(4), C]);
    }

    #[test]
    fn gu_the_enslaved_act_right_after_their_master_and_late_joiners_from_the_next_round() {
        let mut slots = Slots::new([A, B]);
        assert_eq!(slots.next_turn(), Some(A));
        slots.insert_turn(C);
        slots.insert_turn(D);
        slots.join(Who(4), |other| other == B);
        slots.skip(Who(4));
        assert!(slots.has_passed(Who(4)));
        slots.remove(D);
        assert_eq!(rest(&mut slots), [C, B]);
        slots.start_round();
        assert_eq!(rest(&mut slots), [A, Who(4), B]);
        assert_eq!(slots, slots.clone());
    }
}
