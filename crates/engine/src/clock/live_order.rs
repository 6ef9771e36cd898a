//! An order that follows values which change while the round runs.

use std::collections::VecDeque;

use super::WhoSet;
use crate::cast::Who;

/// A round in which, after each turn, the highest of those who have not acted is next.
///
/// The order itself is nowhere kept: values are asked for anew before each turn, so a creature that is slowed drops back
/// and one that is hastened moves up, but nobody acts twice.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct LiveOrder {
    acted: WhoSet,
    inserted: VecDeque<Who>,
}

impl Clone for LiveOrder {
    fn clone(&self) -> Self {
        LiveOrder { acted: self.acted.clone(), inserted: self.inserted.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.acted.clone_from(&source.acted);
        self.inserted.clone_from(&source.inserted);
    }
}

impl LiveOrder {
    /// A round in which nobody has acted.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins the next round.
    pub fn start_round(&mut self) {
        self.acted.clear();
        self.inserted.clear();
    }

    /// Who is next among those who may act, each with its value; of equals the first. It counts as having acted.
    pub fn next_turn<K: Ord>(&mut self, standing: impl IntoIterator<Item = (Who, K)>) -> Option<Who> {
        let mut inserted: Option<(usize, Who)> = None;
        let mut best: Option<(K, Who)> = None;
        for (who, value) in standing {
            if self.acted.contains(who) {
                continue;
            }
            if let Some(place) = self.inserted.iter().position(|early| *early == who)
                && inserted.is_none_or(|(first, _)| place < first)
            {
                inserted = Some((place, who));
            }
            if best.as_ref().is_none_or(|(highest, _)| value > *highest) {
                best = Some((value, who));
            }
        }
        let who = match inserted {
            Some((_, who)) => who,
            None => best.map(|(_, who)| who)?,
        };
        self.inserted.retain(|early| *early != who);
        self.acted.insert(who);
        Some(who)
    }

    /// Lets one act next, before everybody else, whatever its value: a creature that has just been summoned. It acts
    /// once all the same. Several act in the order in which they were named.
    pub fn insert(&mut self, who: Who) {
        if !self.acted.contains(who) && !self.inserted.contains(&who) {
            self.inserted.push_back(who);
        }
    }

    /// Whether it has had its turn in this round.
    pub fn has_acted(&self, who: Who) -> bool {
        self.acted.contains(who)
    }

    /// Takes its turn of this round away: it arrives too late, or is not to act.
    pub fn skip(&mut self, who: Who) {
        self.acted.insert(who);
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;

    /// Uchma: current speed, then the group's 2d10, then the agreed order among allies.
    fn key(who: u16, speed: u32, group: u32, agreed: u32) -> (Who, (u32, u32, Reverse<u32>)) {
        (Who(who), (speed, group, Reverse(agreed)))
    }

    #[test]
    fn uchma_the_fastest_of_those_who_have_not_acted_is_next() {
        let mut order = LiveOrder::new();
        let mut all = vec![key(0, 6, 11, 1), key(1, 6, 11, 0), key(2, 6, 14, 0), key(3, 8, 14, 0)];
        assert_eq!(order.next_turn(all.clone()), Some(Who(3)));
        assert_eq!(order.next_turn(all.clone()), Some(Who(2)), "the group with the higher throw first");
        // Slowed before its turn: it drops back. Hastened after its turn: nothing happens.
        all[1] = key(1, 2, 11, 0);
        all[3] = key(3, 20, 14, 0);
        assert_eq!(order.next_turn(all.clone()), Some(Who(0)));
        assert_eq!(order.next_turn(all.clone()), Some(Who(1)));
        assert_eq!(order.next_turn(all.clone()), None);
        assert!(order.has_acted(Who(3)));
        order.start_round();
        assert_eq!(order.next_turn(all), Some(Who(3)));
    }

    #[test]
    fn uchma_minions_faster_than_their_summoner_act_at_once_and_arrivals_join() {
        let mut order = LiveOrder::new();
        let mut all = vec![key(0, 9, 5, 0), key(1, 5, 5, 0), key(2, 7, 9, 0)];
        assert_eq!(order.next_turn(all.clone()), Some(Who(0)));
        assert_eq!(order.next_turn(all.clone()), Some(Who(2)));
        // 2 summons 3 and 4; both are faster than 2, slower ones would wait for their place.
        all.extend([key(3, 8, 9, 1), key(4, 12, 9, 2)]);
        order.insert(Who(3));
        order.insert(Who(4));
        order.insert(Who(3));
        let before = order.clone();
        assert_eq!(order.next_turn(all.clone()), Some(Who(3)));
        // 4 dies before it acts.
        all.pop();
        assert_eq!(order.next_turn(all.clone()), Some(Who(1)));
        assert_eq!(order.next_turn(all.clone()), None);
        assert_ne!(order, before);
        // A group that arrives later joins among those who have not acted; a prisoner does not.
        all.extend([key(5, 3, 1, 0), key(6, 3, 1, 1)]);
        order.skip(Who(6));
        assert_eq!(order.next_turn(all.clone()), Some(Who(5)));
        assert_eq!(order.next_turn(all), None);
    }
}
