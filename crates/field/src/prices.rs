//! What each step across a map costs one kind of mover, worked out once.

use crate::footprint::Footprint;
use crate::map::Map;
use crate::passage::Walls;
use crate::square::Square;
use crate::strides::{STEPS, Strides};

/// The price of each step that the walls of a map leave open to a body: what the dearest of its squares pays. Work it out
/// once for each kind of mover and size of body, and again whenever the map changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prices {
    strides: Strides,
    each: Vec<[u16; STEPS.len()]>,
}

impl Prices {
    /// Those of a body, from what a step from one square to a neighbour costs a body of one square.
    #[must_use]
    pub fn of(map: &Map, body: Footprint, walls: Walls, price: impl Fn(Square, Square) -> u16) -> Self {
        let strides = Strides::of(map, body, walls);
        let mut each = vec![[0; STEPS.len()]; map.bounds().squares().count()];
        for (from, prices) in map.bounds().squares().zip(&mut each) {
            for (place, (step, known)) in STEPS.into_iter().zip(prices).enumerate() {
                if strides.bits(from) & 1 << place != 0 {
                    let squares = body.at(from).squares();
                    *known = squares.map(|square| price(square, square.step(step))).max().unwrap_or(0);
                }
            }
        }
        Self { strides, each }
    }

    /// The open steps.
    #[must_use]
    pub const fn strides(&self) -> &Strides {
        &self.strides
    }

    /// The price of an open step from one square to a neighbour; 0 for any other.
    #[must_use]
    #[inline]
    pub fn price(&self, from: Square, to: Square) -> u16 {
        /// The places of the steps among [`STEPS`], by what they change: south-west first, row by row.
        const PLACES: [usize; 9] = [6, 2, 5, 3, usize::MAX, 1, 7, 0, 4];
        let way = (to.y - from.y + 1) * 3 + to.x - from.x + 1;
        let place = usize::try_from(way).ok().and_then(|way| PLACES.get(way));
        let prices = self.strides.place(from).and_then(|place| self.each.get(place));
        prices.zip(place).and_then(|(prices, place)| prices.get(*place)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Step;
    use crate::terrain::{Legend, Terrain};

    #[test]
    fn the_dearest_square_of_a_body_counts() {
        let map = Map::from_rows(&["....", ".,..", "...."], Legend::standard()).unwrap();
        let rough = |to: Square| map.terrain(to) == Some(Terrain::DIFFICULT);
        let price = |from: Square, to: Square| if rough(to) { 2 } else { 1 } + u16::from(to.y > from.y) * 10;
        for body in [Footprint::ONE, Footprint::square(2)] {
            let prices = Prices::of(&map, body, Walls::KeepCorners, price);
            for (from, step) in map.bounds().squares().flat_map(|from| Step::ALL.map(|step| (from, step))) {
                let dearest = body.at(from).squares().map(|square| price(square, square.step(step))).max();
                let open = map.body_step_open(body, from, step, Walls::KeepCorners);
                let known = if open { dearest.unwrap_or(0) } else { 0 };
                assert_eq!(prices.price(from, from.step(step)), known, "{from} {step}");
            }
        }
    }
}
