//! Where a label has room: off tokens, off names, off other labels.

use crate::pen::At;
use crate::token::{self, Token};

/// What is taken on the plane: the middle of each box, and half its sides.
pub(super) struct Space(Vec<(At, At)>);

impl Space {
    /// What tokens and their names take.
    pub(super) fn beside(tokens: &[Token]) -> Self {
        Self(tokens.iter().flat_map(token::boxes).collect())
    }

    /// Which spot covers least; each costs a little more than the one before it.
    pub(super) fn best(&self, spots: impl IntoIterator<Item = At>, half: At, step: f32) -> Option<(At, f32)> {
        let cost = |(rank, at): (usize, At)| (at, self.covered(at, half), rank as f32 * step);
        let all = spots.into_iter().enumerate().map(cost);
        all.min_by(|a, b| (a.1 + a.2).total_cmp(&(b.1 + b.2))).map(|(at, covered, _)| (at, covered))
    }

    /// A label stands there from now on.
    pub(super) fn take(&mut self, at: At, half: At) {
        self.0.push((at, half));
    }

    /// How much of what is taken a label would cover.
    fn covered(&self, (x, y): At, (wide, high): At) -> f32 {
        let over = |apart: f32, room: f32| (room - apart.abs()).max(0.0);
        self.0.iter().map(|((bx, by), (w, h))| over(x - bx, wide + w) * over(y - by, high + h)).sum()
    }
}
