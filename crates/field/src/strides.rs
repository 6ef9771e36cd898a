//! Which steps the walls leave open to a body, worked out once for a whole map.

use crate::distance::{Diagonal, distance};
use crate::footprint::Footprint;
use crate::map::Map;
use crate::passage::Walls;
use crate::span::Span;
use crate::square::Square;
use crate::step::Step;

/// The order in which ways are looked for: straight steps before diagonal ones, so that of equal ways the plainer is
/// found.
pub(crate) const STEPS: [Step; 8] = [
    Step::North,
    Step::East,
    Step::South,
    Step::West,
    Step::NorthEast,
    Step::SouthEast,
    Step::SouthWest,
    Step::NorthWest,
];

/// How many of [`STEPS`] are straight.
pub(crate) const STRAIGHT: usize = 4;

/// Which of the eight steps the walls of a map leave open to a body, square by square: what [`Map::body_step_open`] says,
/// some ten times faster. Work it out once for each size of body, and again whenever a wall, a door or blocking terrain
/// changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strides {
    bounds: Span,
    width: u16,
    depth: u16,
    /// A bit for each of [`STEPS`].
    open: Vec<u8>,
}

impl Strides {
    /// Those of a body.
    #[must_use]
    pub fn of(map: &Map, body: Footprint, walls: Walls) -> Self {
        let bits = |from: Square| {
            let bit = |(place, step): (usize, &Step)| u8::from(map.body_step_open(body, from, *step, walls)) << place;
            STEPS.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit)
        };
        let open = map.bounds().squares().map(bits).collect();
        Strides { bounds: map.bounds(), width: map.width(), depth: map.depth(), open }
    }

    /// Those of them that a rule leaves open, too.
    #[must_use]
    pub fn only(mut self, opens: impl Fn(Square, Square) -> bool) -> Self {
        for (from, bits) in self.bounds.squares().zip(&mut self.open) {
            for (place, step) in STEPS.iter().enumerate() {
                let bit = 1 << place;
                if *bits & bit != 0 && !opens(from, from.step(*step)) {
                    *bits &= !bit;
                }
            }
        }
        self
    }

    /// The map's squares.
    #[must_use]
    pub const fn bounds(&self) -> Span {
        self.bounds
    }

    /// The open steps from a square with those they lead to, in the order in which ways are looked for.
    #[inline]
    pub fn steps_from(&self, square: Square) -> impl Iterator<Item = (Step, Square)> + use<> {
        let mut bits = self.bits(square);
        std::iter::from_fn(move || {
            let step = STEPS.get(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some((*step, square.step(*step)))
        })
    }

    /// Whether a step is open.
    #[must_use]
    #[inline]
    pub fn opens(&self, from: Square, step: Step) -> bool {
        let place = STEPS.iter().position(|known| *known == step);
        place.is_some_and(|place| self.bits(from) & 1 << place != 0)
    }

    #[inline]
    pub(crate) fn bits(&self, square: Square) -> u8 {
        self.place(square).and_then(|place| self.open.get(place)).copied().unwrap_or(0)
    }

    /// The place of a square of the map in lists of all its squares, row by row from the bottom.
    #[must_use]
    #[inline]
    pub fn place(&self, square: Square) -> Option<usize> {
        square.on(self.width, self.depth).map(|(x, y)| y * usize::from(self.width) + x)
    }

    /// How many squares the map has.
    #[must_use]
    pub const fn places(&self) -> usize {
        self.open.len()
    }

    /// The fewest steps from each square to one for which `goal` says true, by [`Strides::place`]; `u16::MAX` where
    /// there is no way. Steps count the same in both directions.
    #[must_use]
    pub fn steps_to(&self, goal: impl Fn(Square) -> bool) -> Vec<u16> {
        let mut steps = vec![u16::MAX; self.open.len()];
        let mut front: Vec<Square> = self.bounds.squares().filter(|square| goal(*square)).collect();
        for square in &front {
            self.note(&mut steps, *square, 0);
        }
        let mut far = 0;
        while !front.is_empty() {
            far += 1;
            let mut next = Vec::new();
            for square in front {
                let back = STEPS.iter().map(|step| square.step(*step));
                let opens = |there: &Square| self.steps_from(*there).any(|(_, to)| to == square);
                let fresh: Vec<Square> = back.filter(opens).collect();
                next.extend(fresh.into_iter().filter(|there| self.note(&mut steps, *there, far)));
            }
            front = next;
        }
        steps
    }

    fn note(&self, steps: &mut [u16], square: Square, far: u16) -> bool {
        let known = self.place(square).and_then(|place| steps.get_mut(place)).filter(|known| **known == u16::MAX);
        let fresh = known.is_some();
        if let Some(known) = known {
            *known = far;
        }
        fresh
    }
}

/// Finds out whether there is a way at all; keep one and use it again.
#[derive(Clone, Debug, Default)]
pub struct Roam {
    seen: Vec<u64>,
    open: Vec<Square>,
}

impl Roam {
    /// With nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a body gets from a square to one for which `goal` says true, by steps that the walls leave open and into
    /// squares that `may_enter`. The start is entered already. It is looked for in the direction of `towards` first.
    pub fn gets_to(
        &mut self,
        strides: &Strides,
        (from, towards): (Square, Square),
        mut may_enter: impl FnMut(Square) -> bool,
        mut goal: impl FnMut(Square) -> bool,
    ) -> bool {
        self.seen.clear();
        self.seen.resize(strides.open.len().div_ceil(64), 0);
        self.open.clear();
        self.open.push(from);
        self.is_new(strides, from);
        while let Some(at) = self.open.pop() {
            if goal(at) {
                return true;
            }
            let far = distance(at, towards, Diagonal::Equal);
            for nearer in [false, true] {
                let steps = strides.steps_from(at).map(|(_, to)| to);
                for to in steps.filter(|to| (distance(*to, towards, Diagonal::Equal) < far) == nearer) {
                    if self.is_new(strides, to) && may_enter(to) {
                        self.open.push(to);
                    }
                }
            }
        }
        false
    }

    /// Whether a square has not been looked at before; now it has.
    fn is_new(&mut self, strides: &Strides, square: Square) -> bool {
        let Some(place) = strides.place(square) else { return false };
        let Some(word) = self.seen.get_mut(place / 64) else { return false };
        let bit = 1 << (place % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Legend;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn strides_say_what_the_map_says() {
        let map = Map::from_rows(&["..#...", "......", "..#...", "..#..."], Legend::standard()).unwrap();
        for body in [Footprint::ONE, Footprint::square(2), Footprint::new(2, 1)] {
            let strides = Strides::of(&map, body, Walls::KeepCorners);
            for from in map.bounds().squares() {
                let told: Vec<Step> = strides.steps_from(from).map(|(step, _)| step).collect();
                let asked = STEPS.into_iter().filter(|step| map.body_step_open(body, from, *step, Walls::KeepCorners));
                assert_eq!(told, asked.collect::<Vec<_>>(), "{from}");
                assert!(STEPS.into_iter().all(|step| strides.opens(from, step) == told.contains(&step)), "{from}");
            }
        }
    }

    #[test]
    fn a_rule_closes_some_of_the_open_steps() {
        let map = Map::from_rows(&["...", "..#"], Legend::standard()).unwrap();
        let strides = Strides::of(&map, Footprint::ONE, Walls::CutCorners);
        let up = strides.clone().only(|from, to| to.y > from.y);
        for from in map.bounds().squares() {
            let all = strides.steps_from(from).filter(|(_, to)| to.y > from.y);
            assert_eq!(up.steps_from(from).collect::<Vec<_>>(), all.collect::<Vec<_>>(), "{from}");
        }
    }

    #[test]
    fn the_fewest_steps_and_whether_there_is_a_way() {
        let map = Map::from_rows(&["...", "##.", "..."], Legend::standard()).unwrap();
        let strides = Strides::of(&map, Footprint::ONE, Walls::KeepCorners);
        let steps = strides.steps_to(|at| at == square("A3"));
        let of = |name| steps[strides.place(square(name)).unwrap()];
        // A token in a wall may leave it.
        assert_eq!((of("A3"), of("C3"), of("A1"), of("A2")), (0, 2, 6, 1));
        let mut roam = Roam::new();
        let to = |at: Square| at == square("A3");
        assert!(roam.gets_to(&strides, (square("A1"), square("A3")), |_| true, to));
        assert!(!roam.gets_to(&strides, (square("A1"), square("A3")), |to| to != square("C2"), to));
        assert!(roam.gets_to(&strides, (square("C2"), square("C2")), |to| to != square("C2"), to));
    }
}
