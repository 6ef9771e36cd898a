//! Sides that take turns.

use smallvec::SmallVec;

use super::WhoSet;
use crate::cast::{Side, Who};

/// The most sides that can alternate.
pub const MOST_SIDES: usize = 8;

/// A side's go: so many of its members act now, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Activation {
    /// Whose go it is.
    pub side: Side,
    /// How many of its members who have not acted act now.
    pub count: usize,
}

/// A round in which the sides alternate, and a larger side acts in groups, so that all have the same number of goes.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Alternation {
    /// The sides, the one that begins each round first, with the goes that they have left.
    sides: SmallVec<[(Side, usize); MOST_SIDES]>,
    next: usize,
    acted: WhoSet,
}

impl Clone for Alternation {
    fn clone(&self) -> Self {
        Alternation { sides: self.sides.clone(), next: self.next, acted: self.acted.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.sides.clone_from(&source.sides);
        self.next = source.next;
        self.acted.clone_from(&source.acted);
    }
}

impl Alternation {
    /// The sides in the order in which they go; those beyond [`MOST_SIDES`] never do.
    pub fn new(sides: impl IntoIterator<Item = Side>) -> Self {
        let sides = sides.into_iter().take(MOST_SIDES).map(|side| (side, 0)).collect();
        Alternation { sides, ..Self::default() }
    }

    /// Begins the next round. `able` says how many members of a side can act: each side gets as many goes as the
    /// smallest side that has any.
    pub fn start_round(&mut self, able: impl Fn(Side) -> usize) {
        let goes = self.sides.iter().map(|(side, _)| able(*side)).filter(|able| *able > 0).min().unwrap_or(0);
        for (_, left) in &mut self.sides {
            *left = goes;
        }
        self.next = 0;
        self.acted.clear();
    }

    /// Whose go it is now. `left` says how many members of a side can act and have not; a side with none loses its go.
    /// `None` when nobody is left.
    pub fn next_go(&mut self, left: impl Fn(Side) -> usize) -> Option<Activation> {
        for _ in 0..self.sides.len() {
            let (side, goes) = self.sides.get_mut(self.next)?;
            self.next += 1;
            let waiting = left(*side);
            let activation = Activation { side: *side, count: waiting.div_ceil((*goes).max(1)) };
            *goes = goes.saturating_sub(1);
            if self.next == self.sides.len() {
                self.next = 0;
            }
            if waiting > 0 {
                return Some(activation);
            }
        }
        None
    }

    /// Notes that one has had its turn; says whether it was its first in this round.
    pub fn act(&mut self, who: Who) -> bool {
        self.acted.insert(who)
    }

    /// Whether it has had its turn in this round.
    pub fn has_acted(&self, who: Who) -> bool {
        self.acted.contains(who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEROES: Side = Side(0);
    const MONSTERS: Side = Side(1);

    /// The groups of a whole round: so many against so many.
    fn round(order: [Side; 2], heroes: usize, monsters: usize) -> Vec<(u8, usize)> {
        let mut clock = Alternation::new(order);
        clock.start_round(|side| [heroes, monsters][side.index()]);
        let mut left = [heroes, monsters];
        let mut groups = Vec::new();
        while let Some(go) = clock.next_go(|side| left[side.index()]) {
            left[go.side.index()] -= go.count;
            groups.push((go.side.0, go.count));
        }
        assert_eq!(left, [0, 0]);
        groups
    }

    #[test]
    fn oakhearth_the_larger_side_acts_in_groups() {
        assert_eq!(round([HEROES, MONSTERS], 5, 2), [(0, 3), (1, 1), (0, 2), (1, 1)]);
        assert_eq!(round([MONSTERS, HEROES], 7, 3), [(1, 1), (0, 3), (1, 1), (0, 2), (1, 1), (0, 2)]);
        assert_eq!(round([HEROES, MONSTERS], 2, 2), [(0, 1), (1, 1), (0, 1), (1, 1)]);
        assert_eq!(round([HEROES, MONSTERS], 0, 2), [(1, 1), (1, 1)]);
        assert_eq!(round([HEROES, MONSTERS], 0, 0), []);
    }

    #[test]
    fn oakhearth_who_falls_before_acting_leaves_its_go_empty() {
        let mut clock = Alternation::new([HEROES, MONSTERS]);
        clock.start_round(|side| [4, 2][side.index()]);
        assert_eq!(clock.next_go(|side| [4, 2][side.index()]), Some(Activation { side: HEROES, count: 2 }));
        assert!(clock.act(Who(0)) && !clock.act(Who(0)) && clock.has_acted(Who(0)));
        // Both monsters have fallen: the rest of the heroes act one go after the other.
        assert_eq!(clock.next_go(|side| [2, 0][side.index()]), Some(Activation { side: HEROES, count: 2 }));
        assert_eq!(clock.next_go(|_| 0), None);
        // Reinforcements without goes of their own act together.
        assert_eq!(clock.next_go(|side| [0, 3][side.index()]), Some(Activation { side: MONSTERS, count: 3 }));
        clock.start_round(|side| [2, 3][side.index()]);
        assert!(!clock.has_acted(Who(0)));
        assert_eq!(clock.next_go(|side| [2, 3][side.index()]), Some(Activation { side: HEROES, count: 1 }));
        assert_eq!(Alternation::new([]).next_go(|_| 3), None);
    }
}
