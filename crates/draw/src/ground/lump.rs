//! Something roundish that lies or grows somewhere: a boulder, a bush, the crown of a tree.

use crate::outline::Cell;
use crate::paper::U;
use crate::pen::At;

/// A boulder, a bush, the crown of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lump {
    pub(super) at: At,
    /// About half its width.
    pub(super) size: f32,
    /// Which of many it is.
    pub(super) seed: i32,
}

impl Lump {
    /// One on a cell, at these shares of its sides.
    pub(super) fn on((x, y): Cell, across: f32, down: f32, size: f32) -> Self {
        let seed = x * 131 + y * 17 + (across * 40.0) as i32;
        Self { at: ((x as f32 + across) * U, (y as f32 + down) * U), size, seed }
    }
}
