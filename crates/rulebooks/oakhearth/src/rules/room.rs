//! Room to stand: where nobody is in the way who may not share a Space.

use quintain_engine::Who;
use quintain_field::Square;

use crate::fight::Fight;
use crate::muster::Mark;
use crate::rules::{engulfing, riding};

impl Fight {
    /// Whether there is room for somebody with its south-west corner here, as high above the ground as it is.
    pub fn room(&self, who: Who, at: Square) -> bool {
        self.room_above(who, at, self.one(who).height)
    }

    /// The same so high above the ground.
    pub fn room_above(&self, who: Who, at: Square, height: i16) -> bool {
        let span = self.footprint(who).at(at);
        span.squares()
            .all(|square| self.map.contains(square) && !self.map.blocks_movement(square) && !self.walled(square))
            && self.marked(Mark::Present).all(|other| {
                let there = other != who && self.body(other).is_some_and(|body| body.overlaps(span));
                !there || !self.meets(who, height, other) || self.may_share(who, other)
            })
    }

    /// Whether two may be in one Space: a rider and its mount, and a creature in another that can be stood in.
    pub fn may_share(&self, one: Who, other: Who) -> bool {
        engulfing::shares(self, one, other) || riding::together(self, one, other)
    }
}
