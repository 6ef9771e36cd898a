//! The way that needs no search, where nothing is in between.

use crate::open_steps::OpenSteps;
use crate::square::Square;

impl OpenSteps {
    /// Goes from a square to another straight on first, then by diagonals, and shows each square on the way, the start
    /// left out. Says whether it arrives: every step is open, and every square to be entered is `free` and not solid.
    ///
    /// No way has fewer steps, and none of so few steps has fewer diagonals: where it arrives, [`Layers`](crate::Layers)
    /// finds the same way.
    pub fn direct(
        &self,
        from: Square,
        to: Square,
        free: impl Fn(Square) -> bool,
        mut visit: impl FnMut(Square),
    ) -> bool {
        let (right, up) = from.towards(to);
        let (dx, dy) = (right.signum() as i16, up.signum() as i16);
        let (flat, steep) = (right.abs(), up.abs());
        let ahead = if flat > steep { (dx, 0) } else { (0, dy) };
        // Between two squares of the map there is no other.
        let bare = self.is_bare() && self.place(from).is_some() && self.place(to).is_some();
        let mut here = from;
        for left in (1..=flat.max(steep)).rev() {
            let (dx, dy) = if left > flat.min(steep) { ahead } else { (dx, dy) };
            let next = here.offset(dx, dy);
            let open = bare || self.leads(here, next) && !self.is_solid(next);
            if !open || !free(next) {
                return false;
            }
            visit(next);
            here = next;
        }
        true
    }
}
