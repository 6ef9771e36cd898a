//! What is counted while fights go by: whole numbers only, so that the order of counting does not matter.

use std::cmp::Reverse;

use quintain_engine::{Fate, FightResult, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::histogram::Histogram;
use crate::interval::Sums;
use crate::typical::Candidates;

/// The sums over all fights so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) fights: u64,
    pub(crate) sides: Vec<SideTally>,
    pub(crate) mutual: u64,
    pub(crate) ended: u64,
    pub(crate) undecided: u64,
    /// Fights that would stand as they are for ever; they are not among the undecided.
    #[serde(default)]
    pub(crate) stalemates: u64,
    /// Fights in which at least one of the roster died, of whatever side.
    pub(crate) someone_died: u64,
    pub(crate) rounds: Histogram,
    pub(crate) combatants: Vec<Fates>,
    pub(crate) joined: Fates,
    pub(crate) candidates: Candidates,
    round_limit: u32,
}

/// The sums of one side.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SideTally {
    pub(crate) wins: u64,
    /// Fights in which at least one of the side died.
    pub(crate) someone_died: u64,
    /// Fights in which all of the side were out at the end.
    pub(crate) all_out: u64,
    pub(crate) worst: Option<(Toll, Reverse<u64>)>,
    pub(crate) best: Option<(bool, Reverse<Toll>, Reverse<u64>)>,
}

/// What a fight cost a side: more out is worse, then more dead, then more damage. Of equals the earlier fight is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Toll {
    out: u32,
    died: u32,
    taken: u64,
}

/// What became of one combatant, summed up.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fates {
    pub(crate) seen: u64,
    pub(crate) died: u64,
    pub(crate) out: u64,
    pub(crate) dealt: Sums,
    pub(crate) taken: Sums,
}

/// How many rounds are counted without allocating.
const ROOM: u32 = 4096;

impl Tally {
    /// Nothing counted yet, of a fight with this many sides and combatants.
    pub(crate) fn new(sides: usize, combatants: usize, round_limit: u32) -> Self {
        Tally {
            fights: 0,
            sides: vec![SideTally::default(); sides],
            mutual: 0,
            ended: 0,
            undecided: 0,
            stalemates: 0,
            someone_died: 0,
            rounds: Histogram::with_room(round_limit.saturating_add(1).min(ROOM) as usize),
            combatants: vec![Fates::default(); combatants],
            joined: Fates::default(),
            candidates: Candidates::of(sides),
            round_limit,
        }
    }

    /// Counts one fight. `roster` says who is on which side.
    pub(crate) fn add(&mut self, number: u64, result: &FightResult, roster: &[Side]) {
        self.fights += 1;
        match result.outcome {
            Some(Outcome::Won(side)) => {
                if let Some(side) = self.sides.get_mut(side.index()) {
                    side.wins += 1;
                }
            }
            Some(Outcome::Mutual) => self.mutual += 1,
            Some(Outcome::Ended) => self.ended += 1,
            None if result.stalemate => self.stalemates += 1,
            None => self.undecided += 1,
        }
        // A fight that stops at the limit may already stand at the beginning of the round behind it.
        self.rounds.add(result.rounds.min(self.round_limit));
        for (place, fate) in result.fates.iter().enumerate() {
            let sums = self.combatants.get_mut(place).unwrap_or(&mut self.joined);
            sums.seen += 1;
            sums.died += u64::from(fate.died);
            sums.out += u64::from(fate.out);
            sums.dealt.add(fate.dealt.into());
            sums.taken.add(fate.taken.into());
        }
        let died = result.fates.iter().take(roster.len()).any(|fate| fate.died);
        self.someone_died += u64::from(died);
        self.candidates.add(number, result, roster);
        for (place, side) in self.sides.iter_mut().enumerate() {
            side.add(number, result, roster, place);
        }
    }

    /// Whether it can be one of a fight with this many sides and combatants: what comes from elsewhere may be anything.
    pub(crate) fn fits(&self, sides: usize, combatants: usize) -> bool {
        self.sides.len() == sides && self.combatants.len() == combatants && self.candidates.fits(sides)
    }

    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.fights += other.fights;
        self.mutual += other.mutual;
        self.ended += other.ended;
        self.undecided += other.undecided;
        self.stalemates += other.stalemates;
        self.someone_died += other.someone_died;
        self.rounds.merge(&other.rounds);
        self.joined.merge(&other.joined);
        self.candidates.merge(&other.candidates);
        for (mine, theirs) in self.combatants.iter_mut().zip(&other.combatants) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.sides.iter_mut().zip(&other.sides) {
            mine.wins += theirs.wins;
            mine.someone_died += theirs.someone_died;
            mine.all_out += theirs.all_out;
            mine.worst = mine.worst.max(theirs.worst);
            mine.best = mine.best.max(theirs.best);
        }
    }
}

impl SideTally {
    fn add(&mut self, number: u64, result: &FightResult, roster: &[Side], place: usize) {
        let (mut toll, mut members) = (Toll::default(), 0);
        for (fate, _) in result.fates.iter().zip(roster).filter(|(_, side)| side.index() == place) {
            members += 1;
            toll.add(*fate);
        }
        let won = matches!(result.outcome, Some(Outcome::Won(side)) if side.index() == place);
        self.someone_died += u64::from(toll.died > 0);
        self.all_out += u64::from(members > 0 && toll.out == members);
        self.worst = self.worst.max(Some((toll, Reverse(number))));
        self.best = self.best.max(Some((won, Reverse(toll), Reverse(number))));
    }
}

impl Toll {
    fn add(&mut self, fate: Fate) {
        self.out += u32::from(fate.out);
        self.died += u32::from(fate.died);
        self.taken += u64::from(fate.taken);
    }
}

impl Fates {
    fn merge(&mut self, other: &Fates) {
        self.seen += other.seen;
        self.died += other.died;
        self.out += other.out;
        self.dealt.merge(&other.dealt);
        self.taken.merge(&other.taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fate(out: bool, taken: u32) -> Fate {
        Fate { died: false, out, dealt: 0, taken }
    }

    #[test]
    fn the_worst_fight_has_most_out_then_most_damage_then_comes_first() {
        let roster = [Side(0), Side(1)];
        let mut tally = Tally::new(2, 2, 10);
        for (number, out, taken) in [(0, false, 99), (1, true, 3), (2, true, 5), (3, true, 5)] {
            let fates = vec![fate(out, taken), fate(false, 0)];
            tally.add(number, &FightResult { rounds: 11, fates, ..FightResult::default() }, &roster);
        }
        assert_eq!(tally.sides[0].worst.map(|(_, fight)| fight.0), Some(2));
        assert_eq!((tally.sides[0].all_out, tally.sides[1].all_out), (3, 0));
        assert_eq!((tally.undecided, tally.rounds.max()), (4, 10));
    }

    #[test]
    fn the_best_fight_is_won_with_fewest_out_then_least_damage_and_comes_first() {
        let roster = [Side(0), Side(1)];
        let mut tally = Tally::new(2, 2, 10);
        for (number, won, taken) in [(0, 1, 0), (1, 0, 3), (2, 0, 2), (3, 0, 2)] {
            let (outcome, fates) = (Some(Outcome::Won(Side(won))), vec![fate(false, taken), fate(true, 5)]);
            tally.add(number, &FightResult { outcome, rounds: 1, fates, stalemate: false }, &roster);
        }
        assert_eq!(tally.sides[0].best.map(|(_, _, fight)| fight.0), Some(2));
        assert_eq!(tally.sides[1].best.map(|(_, _, fight)| fight.0), Some(0));
    }

    #[test]
    fn those_who_join_later_are_summed_apart() {
        let mut tally = Tally::new(1, 1, 10);
        let (outcome, fates) = (Some(Outcome::Won(Side(0))), vec![fate(false, 1), fate(true, 2), fate(true, 3)]);
        tally.add(0, &FightResult { outcome, rounds: 1, fates, stalemate: false }, &[Side(0)]);
        assert_eq!((tally.joined.seen, tally.joined.out, tally.joined.taken.mean(1)), (2, 2, 5.0));
        assert_eq!((tally.combatants[0].taken.mean(1), tally.sides[0].wins), (1.0, 1));
    }

    #[test]
    fn a_stalemate_is_not_counted_among_the_undecided() {
        let mut tally = Tally::new(2, 2, 10);
        for stalemate in [true, false, true] {
            tally.add(0, &FightResult { rounds: 11, stalemate, ..FightResult::default() }, &[]);
        }
        let mut all = tally.clone();
        all.merge(&tally);
        assert_eq!((all.stalemates, all.undecided), (4, 2));
    }
}
