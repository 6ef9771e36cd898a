//! Who is in whose way, gathered once for a search across the map.

use quintain_engine::Who;
use quintain_field::{Span, Square, SquareSet};

use crate::fight::Fight;
use crate::kinds::Size;

/// Where one body can neither pass nor stay because of others, as its south-west squares. With a height it holds on level
/// ground alone, where a height above the ground is the same height everywhere; without one others may be above or below.
#[derive(Debug, Default)]
pub struct Crowd {
    shut: SquareSet,
    taken: SquareSet,
}

impl Crowd {
    /// Gathers everybody else who comes into the way of so many steps of a body at this height, or at whatever height;
    /// enemies let it pass where it goes `through` them, spheres that keep it out never do.
    pub fn gather(&mut self, fight: &Fight, who: Who, height: Option<i16>, through: bool, steps: u16) {
        let map = &fight.ground().map;
        self.shut.reset(map);
        self.taken.reset(map);
        let side = i16::from(fight.size(who).side());
        let near = Span::from(fight.one(who).at).grown(steps);
        for other in fight.everyone().filter(|other| *other != who && fight.present(*other)) {
            let body = fight.body(other);
            let touched = Span::between(body.south_west().offset(1 - side, 1 - side), body.north_east());
            let closed = i16::from(fight.is_shut_out_by(who, other));
            let shut = touched.grown(closed.unsigned_abs());
            if !shut.overlaps(near) {
                continue;
            }
            let (low, tall) = (fight.one(other).height - closed, i16::from(fight.size(other).side()) + 2 * closed);
            let meets = height.is_none_or(|height| low < height + side && height < low + tall);
            if meets && closed > 0 {
                self.taken.insert_span(shut);
                self.shut.insert_span(shut);
            }
            let held = fight.one(other).held_by == Some(who);
            if !meets || held || fight.size(other) == Size::Tiny {
                continue;
            }
            if fight.one(who).held_by != Some(other) {
                self.taken.insert_span(touched);
            }
            let passed = fight.is_active(who) && fight.turn.passing.contains(&other);
            if !through && fight.foes(who, other) && !passed {
                self.shut.insert_span(touched);
            }
        }
    }

    /// Where it may not pass.
    pub fn shut(&self) -> &SquareSet {
        &self.shut
    }

    /// Where it may not stay.
    pub fn taken(&self) -> &SquareSet {
        &self.taken
    }

    /// Whether it may not stay there.
    pub fn is_taken(&self, square: Square) -> bool {
        self.taken.contains(square)
    }
}
