//! Who is in whose way, gathered once for a search across the map.

use quintain_engine::Who;
use quintain_field::{Span, Square, SquareSet};

use crate::fight::Fight;
use crate::kinds::Size;

/// Where one body can neither pass nor stay because of others, as its south-west squares. It holds on level ground alone,
/// where a height above the ground is the same height everywhere.
#[derive(Debug, Default)]
pub struct Crowd {
    shut: SquareSet,
    taken: SquareSet,
}

impl Crowd {
    /// Gathers everybody else around a body at this height; enemies let it pass where it goes `through` them.
    pub fn gather(&mut self, fight: &Fight, who: Who, height: i16, through: bool) {
        let map = &fight.ground().map;
        self.shut.reset(map);
        self.taken.reset(map);
        let side = i16::from(fight.size(who).side());
        for other in fight.everyone().filter(|other| *other != who && fight.fills(*other)) {
            let (low, tall) = (fight.one(other).height, i16::from(fight.size(other).side()));
            let meets = low < height + side && height < low + tall;
            let held = fight.one(other).held_by == Some(who);
            if !meets || held || fight.size(other) == Size::Tiny {
                continue;
            }
            let body = fight.body(other);
            let touched = Span::between(body.south_west().offset(1 - side, 1 - side), body.north_east());
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

    /// Whether it may not stay there.
    pub fn is_taken(&self, square: Square) -> bool {
        self.taken.contains(square)
    }
}
