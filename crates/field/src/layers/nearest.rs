//! The square nearest to a body that so many steps lead to.

use super::{Layers, Ring, square_of};
use crate::distance::{Diagonal, body_distance};
use crate::open_steps::OpenSteps;
use crate::span::Span;
use crate::square::Square;
use crate::square_set::SquareSet;

/// What a search for a square near a body came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The square.
    pub square: Square,
    /// Steps to it.
    pub steps: u16,
    /// How far it is from the body, each diagonal counting as 1; what is near enough counts as no nearer than that.
    pub away: u32,
}

impl Layers {
    /// Of the squares that are reached in so many steps and not `taken`, the start left out, the one nearest to a body:
    /// of those as near as `enough`, and of any that are equally near, the one with fewest steps, then the first in
    /// order. Who is entered and left is as in [`Layers::to_any`].
    pub fn nearest(
        &mut self,
        open: &OpenSteps,
        start: Square,
        (blocked, taken): (&SquareSet, &SquareSet),
        (body, enough): (Span, u32),
        limit: u16,
    ) -> Option<Near> {
        if let Some(near) = direct(open, start, (blocked, taken), (body, enough), limit) {
            return Some(near);
        }
        self.begin(open, start, blocked)?;
        let far = body_distance(start.into(), body, Diagonal::Equal);
        for steps in 1..=limit {
            let front = *self.fronts.last()?;
            let (_, next) = self.spread(open, (Some(front), Some(front)), |_, _, _| None);
            let Some(next) = next else { break };
            self.fronts.push(next);
            // A step leads one square nearer at most.
            if u32::from(steps) + enough >= far
                && let Some((away, square)) = self.nearest_of(open, next, taken, (body, enough))
                && away == enough
            {
                return Some(Near { square, steps, away });
            }
        }
        let mut best: Option<Near> = None;
        for (steps, front) in self.fronts.iter().enumerate().skip(1).rev() {
            let steps = steps as u16;
            if best.is_some_and(|best| far.saturating_sub(u32::from(steps)) > best.away) {
                break;
            }
            if let Some((away, square)) = self.nearest_of(open, *front, taken, (body, enough))
                && best.is_none_or(|best| away <= best.away)
            {
                best = Some(Near { square, steps, away });
            }
        }
        best
    }

    /// The square of a front nearest to a body, none of those taken, and how near it is.
    fn nearest_of(
        &self,
        open: &OpenSteps,
        front: Ring,
        taken: &SquareSet,
        (body, enough): (Span, u32),
    ) -> Option<(u32, Square)> {
        let mut best: Option<(u32, Square)> = None;
        let (low, high) = (body.south_west(), body.north_east());
        for y in front.low..front.high + 1 {
            let row = y as i16;
            let gap = u32::from((low.y - row).max(row - high.y).max(0).unsigned_abs());
            for word in 0..open.stride() - 1 {
                let here = self.words.get(front.begin + open.row(y) + word).copied().unwrap_or(0);
                let free = here & !taken.row(y).get(word).copied().unwrap_or(0);
                let (left, right) = (i32::from(low.x) - 64 * word as i32, i32::from(high.x) - 64 * word as i32);
                let Some(beside) = columns_away(free, left, right) else { continue };
                let away = beside.max(gap).max(enough);
                if best.is_none_or(|(known, _)| away < known) {
                    let first = free & columns(left - away as i32, right + away as i32);
                    best = Some((away, square_of(y, word, first.trailing_zeros())));
                }
            }
        }
        best
    }
}

/// The same as [`Layers::nearest`] without a search, where the way to the first of the squares that could be it is open:
/// there is none nearer, and no shorter way. `None` leaves it to the search.
fn direct(
    open: &OpenSteps,
    start: Square,
    (blocked, taken): (&SquareSet, &SquareSet),
    (body, enough): (Span, u32),
    limit: u16,
) -> Option<Near> {
    let far = body_distance(start.into(), body, Diagonal::Equal);
    let steps = u16::try_from(far.saturating_sub(enough)).unwrap_or(u16::MAX).min(limit);
    let away = far - u32::from(steps);
    // So many steps from the start and so far from the body are those squares that are no farther from either.
    let there = Span::from(start).grown(steps).clipped_to(body.grown(u16::try_from(away).unwrap_or(u16::MAX)))?;
    let there = there.clipped_to(open.bounds()).filter(|_| steps > 0)?;
    let square = there.squares().find(|square| !taken.contains(*square) && !open.is_solid(*square))?;
    let free = |square: Square| !blocked.contains(square);
    open.direct(start, square, free, |_| {}).then_some(Near { square, steps, away })
}

/// The bits of a word for these columns, as many of them as lie in it.
fn columns(low: i32, high: i32) -> u64 {
    let (low, high) = (low.max(0), high.min(63));
    if low > high { 0 } else { u64::MAX >> (63 - (high - low)) << low }
}

/// How many columns the nearest of these bits is away from those between two columns; nothing where there is no bit.
fn columns_away(bits: u64, left: i32, right: i32) -> Option<u32> {
    if bits == 0 {
        return None;
    }
    if bits & columns(left, right) != 0 {
        return Some(0);
    }
    let (before, behind) = (bits & columns(0, left - 1), bits & columns(right + 1, 63));
    let before = (before != 0).then(|| left - 63 + before.leading_zeros() as i32);
    let behind = (behind != 0).then(|| behind.trailing_zeros() as i32 - right);
    before.into_iter().chain(behind).min().map(i32::unsigned_abs)
}
