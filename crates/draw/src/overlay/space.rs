//! Where a label has room: off tokens, off names, off other labels, within what is shown.

use crate::paper::Frame;
use crate::pen::At;
use crate::token::{self, Token};

/// What is taken on the plane: the middle of each box, and half its sides; and where the plane is cut off.
pub(super) struct Space {
    taken: Vec<(At, At)>,
    within: Option<Frame>,
}

impl Space {
    /// What tokens and their names take.
    pub(super) fn beside(tokens: &[Token]) -> Self {
        Self { taken: tokens.iter().flat_map(token::boxes).collect(), within: None }
    }

    /// The same, where no more than a part of the plane is shown.
    pub(super) fn within(self, frame: Option<Frame>) -> Self {
        Self { within: frame, ..self }
    }

    /// Which spot covers least; each costs a little more than the one before it.
    pub(super) fn best(&self, spots: impl IntoIterator<Item = At>, half: At, step: f32) -> Option<(At, f32)> {
        let cost = |(rank, at): (usize, At)| (at, self.covered(at, half), rank as f32 * step);
        let all = spots.into_iter().enumerate().map(cost);
        all.min_by(|a, b| (a.1 + a.2).total_cmp(&(b.1 + b.2))).map(|(at, covered, _)| (at, covered))
    }

    /// A label stands there from now on.
    pub(super) fn take(&mut self, at: At, half: At) {
        self.taken.push((at, half));
    }

    /// How much of what is taken a label would cover, and how much of itself would be cut off.
    fn covered(&self, (x, y): At, (wide, high): At) -> f32 {
        let over = |apart: f32, room: f32| (room - apart.abs()).max(0.0);
        let covered = |((bx, by), (w, h)): &(At, At)| over(x - bx, wide + w) * over(y - by, high + h);
        let beyond = |at: f32, half: f32, from: i32, size: i32| {
            (from as f32 - at + half).max(0.0) + (at + half - (from + size) as f32).max(0.0)
        };
        let cut = |frame: Frame| {
            2.0 * high * beyond(x, wide, frame.left, frame.width)
                + 2.0 * wide * beyond(y, high, frame.top, frame.height)
        };
        self.taken.iter().map(covered).sum::<f32>() + self.within.map_or(0.0, cut)
    }
}
