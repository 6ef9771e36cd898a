//! The typical fight: one that went as most of them do.

use std::cmp::Ordering;

use quintain_engine::{FightResult, Outcome, Side};
use serde::{Deserialize, Serialize};

/// How many fights are looked at: the first so many, so that memory stays the same however many are played.
const MOST: u64 = 1_000;

/// The fights among which the typical one is sought, each with what it is measured by.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Candidates {
    sides: usize,
    fights: Vec<Candidate>,
    /// For each fight its rounds, then for each side how many were out and the damage that it took.
    measures: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Candidate {
    number: u64,
    outcome: Option<Outcome>,
}

impl Candidates {
    /// None yet, of fights with so many sides.
    pub(crate) fn of(sides: usize) -> Self {
        Candidates { sides, fights: Vec::new(), measures: Vec::new() }
    }

    /// Whether they are of fights with so many sides, each with all its measures.
    pub(crate) fn fits(&self, sides: usize) -> bool {
        self.sides == sides && self.measures.len() == self.fights.len() * self.width()
    }

    fn width(&self) -> usize {
        1 + 2 * self.sides
    }

    /// Takes a fight in if it is one of the first.
    pub(crate) fn add(&mut self, number: u64, result: &FightResult, roster: &[Side]) {
        if number >= MOST {
            return;
        }
        self.fights.push(Candidate { number, outcome: result.outcome });
        self.measures.push(result.rounds.into());
        for side in 0..self.sides {
            let own = || result.fates.iter().zip(roster).filter(|(_, of)| of.index() == side);
            self.measures.push(own().filter(|(fate, _)| fate.out).count() as f64);
            self.measures.push(own().map(|(fate, _)| f64::from(fate.taken)).sum());
        }
    }

    pub(crate) fn merge(&mut self, other: &Candidates) {
        self.fights.extend_from_slice(&other.fights);
        self.measures.extend_from_slice(&other.measures);
    }

    /// The number of the typical fight: of those with the commonest outcome the one nearest to the mean of all measures,
    /// each in units of its spread; of equals the first.
    pub(crate) fn typical(&self) -> Option<u64> {
        let width = self.width();
        let rows: Vec<(&Candidate, &[f64])> = self.fights.iter().zip(self.measures.chunks(width)).collect();
        let n = rows.len().max(1) as f64;
        // Whole numbers, so that the sums do not depend on the order in which threads brought them.
        let mean = |column: usize| rows.iter().map(|(_, row)| row[column]).sum::<f64>() / n;
        let square = |column: usize| rows.iter().map(|(_, row)| row[column] * row[column]).sum::<f64>() / n;
        let scale: Vec<(f64, f64)> = (0..width)
            .map(|column| {
                let mean = mean(column);
                (mean, (square(column) - mean * mean).max(0.0).sqrt().max(1e-9))
            })
            .collect();
        let count = |outcome: Option<Outcome>| rows.iter().filter(|(one, _)| one.outcome == outcome).count();
        let far = |row: &[f64]| -> f64 {
            row.iter().zip(&scale).map(|(value, (mean, spread))| ((value - mean) / spread).powi(2)).sum()
        };
        let rank = |(one, row): &(&Candidate, &[f64])| (count(one.outcome), far(row), one.number);
        let nearer = |a: &(usize, f64, u64), b: &(usize, f64, u64)| -> Ordering {
            b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
        };
        rows.iter().map(rank).min_by(nearer).map(|(_, _, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::Fate;

    use super::*;

    fn result(won: u8, rounds: u32, taken: u32) -> FightResult {
        let fate = |out, taken| Fate { died: false, out, dealt: 0, taken };
        FightResult {
            outcome: Some(Outcome::Won(Side(won))),
            rounds,
            fates: vec![fate(won == 1, taken), fate(won == 0, 9)],
            stalemate: false,
        }
    }

    #[test]
    fn the_typical_fight_has_the_commonest_outcome_and_lies_in_the_middle() {
        let roster = [Side(0), Side(1)];
        let mut candidates = Candidates::of(2);
        assert_eq!(candidates.typical(), None);
        for (number, result) in
            [result(1, 9, 20), result(0, 1, 1), result(0, 4, 6), result(0, 3, 5), result(0, 9, 9)].iter().enumerate()
        {
            candidates.add(number as u64, result, &roster);
        }
        assert_eq!(candidates.typical(), Some(2));
    }

    #[test]
    fn only_the_first_thousand_are_looked_at_and_the_order_does_not_matter() {
        let roster = [Side(0), Side(1)];
        let (mut one, mut other, mut all) = (Candidates::of(2), Candidates::of(2), Candidates::of(2));
        for number in 0..3_000 {
            let result = result((number % 3 == 0).into(), number as u32 % 7, number as u32 % 11);
            all.add(number, &result, &roster);
            if number % 2 == 0 { &mut one } else { &mut other }.add(number, &result, &roster);
        }
        other.merge(&one);
        assert_eq!(all.fights.len(), MOST as usize);
        assert_eq!(other.typical(), all.typical());
    }
}
