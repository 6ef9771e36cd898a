//! Who stands where while moves are made, so that a square is asked about at once however many there are.

use crate::fight::Fight;
use crate::ground::Ground;
use quintain_engine::{Side, Who};
use quintain_field::{Span, Square};

/// For each square of the map how many able bodies fill it: in all, and of each side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Throng {
    width: usize,
    squares: usize,
    standing: Vec<u16>,
    of_side: Vec<u16>,
}

impl Throng {
    /// Counts everybody who is able, where they stand now.
    pub(crate) fn gather(&mut self, fight: &Fight, ground: &Ground) {
        let (width, depth) = (usize::from(ground.map.width()), usize::from(ground.map.depth()));
        (self.width, self.squares) = (width, width * depth);
        for (counts, room) in [(&mut self.standing, 1), (&mut self.of_side, fight.sides.len())] {
            counts.clear();
            counts.resize(self.squares * room, 0);
        }
        for who in fight.everyone().filter(|who| fight.fighting(*who)) {
            if let Some(at) = fight.one(who).at {
                self.count(fight.one(who).side, fight.template(who).footprint().at(at), 1);
            }
        }
    }

    /// Notes that somebody who is able has gone from one square to another.
    pub(crate) fn go(&mut self, fight: &Fight, who: Who, from: Square, to: Square) {
        if fight.fighting(who) {
            let side = fight.one(who).side;
            self.count(side, fight.template(who).footprint().at(from), -1);
            self.count(side, fight.template(who).footprint().at(to), 1);
        }
    }

    fn count(&mut self, side: Side, span: Span, more: i16) {
        for square in span.squares() {
            let Some(place) = self.place(square) else { continue };
            let counts = [self.standing.get_mut(place), self.of_side.get_mut(side.index() * self.squares + place)];
            for count in counts.into_iter().flatten() {
                *count = count.saturating_add_signed(more);
            }
        }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        (x < self.width).then(|| y * self.width + x).filter(|place| *place < self.squares)
    }

    /// How many stand there.
    pub(crate) fn standing(&self, square: Square) -> u16 {
        self.place(square).and_then(|place| self.standing.get(place)).copied().unwrap_or(0)
    }

    /// Whether anybody stands there of the sides marked.
    pub(crate) fn any_of(&self, sides: &[bool], square: Square) -> bool {
        let Some(place) = self.place(square) else { return false };
        let there = |side: usize| self.of_side.get(side * self.squares + place).is_some_and(|count| *count > 0);
        sides.iter().enumerate().any(|(side, marked)| *marked && there(side))
    }
}
