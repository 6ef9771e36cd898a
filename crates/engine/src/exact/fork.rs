//! Where the dice part ways: the ways of one throw, each with its chance.

use std::any::Any;
use std::rc::Rc;

use quintain_dice::{Cuts, Distribution, Faces, Keep, LateStream, Ratio};

use crate::table::{Read, Throw};

/// The most ways of one throw that are listed as a whole; larger ones are thrown die by die.
const MOST_WAYS: usize = 20_000;

/// One branching of the dice: which of its ways is taken.
#[derive(Clone, Debug)]
pub(super) struct Fork<R> {
    pub(super) ways: Ways<R>,
    pub(super) taken: usize,
    /// How many questions had been answered before it.
    pub(super) answered: usize,
}

/// What may come of a branching.
#[derive(Clone, Debug)]
pub(super) enum Ways<R> {
    /// Each face of a die with so many sides.
    Faces(u16),
    /// Some faces of a die, each for so many of so many sides.
    Degrees(Vec<(u16, u32)>, u32),
    /// Whole throws.
    Throws(Rc<[(Faces, Ratio)]>),
    /// What a part that only dice decide comes to.
    Ends(Rc<[End<R>]>),
    /// Such a part that cannot be looked at by itself.
    Whole,
}

/// One of the states that a part may leave the fight in, with what it returned.
#[derive(Clone, Debug)]
pub(super) struct End<R> {
    pub(super) fight: R,
    pub(super) own: LateStream,
    pub(super) value: Rc<dyn Any>,
    pub(super) chance: Ratio,
    /// How often decisions were taken on the way, by their place in the list.
    pub(super) often: Vec<(usize, Ratio)>,
}

impl<R> Fork<R> {
    /// Turns to the next way; false when all have been taken.
    pub(super) fn turn(&mut self) -> bool {
        self.taken += 1;
        let ways = match &self.ways {
            Ways::Faces(sides) => usize::from(*sides),
            Ways::Degrees(ways, _) => ways.len(),
            Ways::Throws(ways) => ways.len(),
            Ways::Ends(ends) => ends.len(),
            Ways::Whole => 1,
        };
        self.taken < ways
    }

    /// The chance of the way taken, as a floating-point number: only for what has become too rare to go on.
    pub(super) fn about(&self) -> f64 {
        match &self.ways {
            Ways::Faces(sides) => 1.0 / f64::from(*sides),
            Ways::Degrees(ways, sides) => f64::from(ways[self.taken].1) / f64::from(*sides),
            Ways::Throws(ways) => ways[self.taken].1.to_f64(),
            Ways::Ends(ends) => ends[self.taken].chance.to_f64(),
            Ways::Whole => 1.0,
        }
    }
}

/// The chance that all these branchings go as they are taken.
pub(super) fn chance<R>(forks: &[Fork<R>]) -> Ratio {
    let mut all = Ratio::ONE;
    let (mut above, mut below) = (1_i128, 1_i128);
    for fork in forks {
        let (count, sides) = match &fork.ways {
            Ways::Faces(sides) => (1, i128::from(*sides)),
            Ways::Degrees(ways, sides) => (i128::from(ways[fork.taken].1), i128::from(*sides)),
            Ways::Throws(ways) => {
                all = &all * &ways[fork.taken].1;
                continue;
            }
            Ways::Ends(ends) => {
                all = &all * &ends[fork.taken].chance;
                continue;
            }
            Ways::Whole => continue,
        };
        match (above.checked_mul(count), below.checked_mul(sides)) {
            (Some(more), Some(lower)) => (above, below) = (more, lower),
            _ => {
                all = &all * &Ratio::new(above, below).unwrap_or(Ratio::ZERO);
                (above, below) = (count, sides);
            }
        }
    }
    &all * &Ratio::new(above, below).unwrap_or(Ratio::ZERO)
}

/// The faces of a die by the degree that they reach: one that stands for each degree, with their number.
pub(super) fn degrees(sides: u16, cuts: &Cuts) -> Vec<(u16, u32)> {
    let mut ways: Vec<(u16, u32)> = Vec::new();
    let mut last = None;
    for face in 1..=sides {
        let degree = cuts.degree_of(face);
        match ways.last_mut() {
            Some((_, count)) if last == Some(degree) => *count += 1,
            _ => ways.push((face, 1)),
        }
        last = Some(degree);
    }
    ways
}

/// The ways of a throw of several dice that rules tell apart, one throw for each; `None` where they look at every die, or
/// there are too many.
pub(super) fn throws(throw: &Throw) -> Option<Vec<(Faces, Ratio)>> {
    let (count, sides) = (usize::from(throw.count), throw.sides.max(1));
    if count < 2 {
        return None;
    }
    match throw.read {
        Read::InOrder => None,
        Read::Faces => multisets(count, sides),
        Read::Sum => sums(count, sides),
        Read::Highest => extremes(count, sides, Keep::Highest(1)),
        Read::Lowest => extremes(count, sides, Keep::Lowest(1)),
    }
}

/// Each list of faces from low to high, with all its orders.
fn multisets(count: usize, sides: u16) -> Option<Vec<(Faces, Ratio)>> {
    // One more die after the other, each showing as much as the one before it or more.
    let all = Ratio::from(i64::from(sides));
    let mut lists = vec![(Faces::new(), Ratio::ONE, 0)];
    for place in 1..=count {
        let mut longer = Vec::new();
        for (faces, chance, alike) in &lists {
            let least = faces.last().copied().unwrap_or(1);
            for face in least..=sides {
                let alike = if faces.last() == Some(&face) { alike + 1 } else { 1 };
                let mut faces = faces.clone();
                let _ = faces.push(face);
                let orders = &Ratio::from(place as i64) / &(&Ratio::from(alike) * &all);
                longer.push((faces, chance * &orders, alike));
            }
            if longer.len() > MOST_WAYS {
                return None;
            }
        }
        lists = longer;
    }
    Some(lists.into_iter().map(|(faces, chance, _)| (faces, chance)).collect())
}

/// Each sum, with one throw that comes to it.
fn sums(count: usize, sides: u16) -> Option<Vec<(Faces, Ratio)>> {
    let odds = Distribution::die(sides).ok()?.pool(count as u16, Keep::All).ok()?;
    let throw = |sum: i64| {
        let mut left = sum - count as i64;
        let mut faces = Faces::new();
        for _ in 0..count {
            let more = left.min(i64::from(sides) - 1);
            left -= more;
            let _ = faces.push(1 + more as u16);
        }
        faces
    };
    Some(odds.iter().map(|(sum, chance)| (throw(sum), chance)).collect())
}

/// Each highest (or lowest) face, and of the die's very highest (lowest) how many show it.
fn extremes(count: usize, sides: u16, keep: Keep) -> Option<Vec<(Faces, Ratio)>> {
    let die = Distribution::die(sides).ok()?;
    let (end, other) = if keep == Keep::Highest(1) { (sides, 1) } else { (1, sides) };
    let throw = |face: u16, shown: usize| {
        let mut faces = Faces::new();
        for place in 0..count {
            let _ = faces.push(if place < shown { face } else { other });
        }
        faces
    };
    let best = die.pool(count as u16, keep).ok()?;
    let plain = best.iter().filter(|(face, _)| *face != i64::from(end));
    let mut ways: Vec<(Faces, Ratio)> = plain.map(|(face, chance)| (throw(face as u16, 1), chance)).collect();
    let showing = die.map(|face| i64::from(face == i64::from(end))).pool(count as u16, Keep::All).ok()?;
    let several = showing.iter().filter(|(shown, _)| *shown > 0);
    ways.extend(several.map(|(shown, chance)| (throw(end, shown as usize), chance)));
    Some(ways)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rule::{Kind, Rule};

    static RULE: Rule = Rule { id: "any", kind: Kind::Engine, summary: "", ruling: None, house: None };

    /// What each reading tells apart.
    fn told(read: Read, sides: u16, faces: &[u16]) -> Vec<u16> {
        let mut sorted = faces.to_vec();
        sorted.sort_unstable();
        let showing = |face: u16| sorted.iter().filter(|other| **other == face).count() as u16;
        match read {
            Read::InOrder => faces.to_vec(),
            Read::Faces => sorted,
            Read::Sum => vec![faces.iter().sum()],
            Read::Highest => vec![sorted[sorted.len() - 1], showing(sides)],
            Read::Lowest => vec![sorted[0], showing(1)],
        }
    }

    #[test]
    fn ways_weigh_what_all_throws_of_their_kind_weigh_together() {
        let (count, sides) = (3, 5_u16);
        for read in [Read::Faces, Read::Sum, Read::Highest, Read::Lowest] {
            let mut by_hand: BTreeMap<Vec<u16>, i128> = BTreeMap::new();
            for number in 0..sides.pow(count) {
                let faces = [number % sides + 1, number / sides % sides + 1, number / sides / sides + 1];
                *by_hand.entry(told(read, sides, &faces)).or_default() += 1;
            }
            let ways = throws(&Throw::dice(count as u8, sides, &RULE, "").read_as(read)).unwrap();
            let ways: BTreeMap<Vec<u16>, Ratio> =
                ways.into_iter().map(|(faces, chance)| (told(read, sides, &faces), chance)).collect();
            let expected = by_hand.into_iter().map(|(key, count)| (key, Ratio::new(count, 125).unwrap()));
            assert_eq!(ways, expected.collect(), "{read:?}");
        }
    }
}
