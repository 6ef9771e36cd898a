//! Cheapest ways where every step costs 1, a whole row of squares at a time.

use crate::distance::{Diagonal, body_distance};
use crate::flood::{OpenSteps, diagonal, straight};
use crate::span::Span;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::step::Step;

/// Steps that lead back to where a way came from: by a diagonal, then straight, each from the bottom row up.
const BACK: [[Step; 4]; 2] = [
    [Step::SouthWest, Step::SouthEast, Step::NorthWest, Step::NorthEast],
    [Step::South, Step::West, Step::East, Step::North],
];

/// The squares that are so many steps away, so many of them diagonal at least: where their words begin among all, and
/// which rows hold any of them.
#[derive(Clone, Copy, Debug)]
struct Ring {
    begin: usize,
    low: usize,
    high: usize,
}

/// Finds cheapest ways of a body of one square where each step costs 1, a diagonal as much as a straight one. Keep one
/// and use it again; it allocates only for the largest search it meets.
///
/// It comes to the same squares in the same order as [`Pathfinder`](crate::Pathfinder) with every step costing 1, and
/// to the same ways, several times faster on maps of ordinary size: fewer steps first, of equals fewer diagonals first,
/// then from the bottom row up and from left to right.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    seen: Vec<u64>,
    words: Vec<u64>,
    /// The words of a ring with no square in it.
    none: Vec<u64>,
    /// Those of the start, then those one step away, by their diagonals, and so on; nothing where there is no square.
    rings: Vec<Option<Ring>>,
    /// The same whatever the diagonals, for a look ahead.
    fronts: Vec<Ring>,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The square.
    pub square: Square,
    /// Steps to it.
    pub steps: u16,
    diagonals: u16,
}

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

/// The place of the first ring that is so many steps away: before it lie 1 + 2 + … of them.
fn first_of(steps: u16) -> usize {
    let steps = usize::from(steps);
    steps * (steps + 1) / 2
}

impl Layers {
    /// With nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first square of `goal` on open ground, the start included.
    ///
    /// Nobody enters a `blocked` square nor a solid one; the start may be either and is left freely. A start outside
    /// the map comes to nothing.
    pub fn to_any(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: &SquareSet,
        limit: u16,
    ) -> Option<Goal> {
        let steps = self.narrow(open, start, blocked, goal, limit)?;
        self.search(open, start, steps, |_, y, word, bits| {
            let wanted = bits & goal.row(y).get(word).copied().unwrap_or(0);
            (wanted != 0).then(|| wanted.trailing_zeros())
        })
    }

    /// How many steps lead to a square, if so many are enough. Who is entered and left is as in [`Layers::to_any`].
    pub fn steps(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: Square,
        limit: u16,
    ) -> Option<u16> {
        let (at, bit) = open.place(goal)?;
        self.begin(open, start, blocked)?;
        for steps in 0..=limit {
            let front = *self.fronts.last()?;
            if self.words.get(front.begin + at)? & bit != 0 {
                return Some(steps);
            }
            let (_, next) = self.spread(open, (Some(front), Some(front)), |_, _, _| None);
            self.fronts.push(next?);
        }
        None
    }

    /// The first square for which `goal` says true; it is asked once for each square with the steps to it, in the order
    /// of the search, the start first.
    pub fn to_first(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        limit: u16,
        mut goal: impl FnMut(Square, u16) -> bool,
    ) -> Option<Goal> {
        self.prepare(open, blocked);
        self.search(open, start, limit, |steps, y, word, bits| {
            let mut left = bits;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if goal(square_of(y, word, bit), steps) {
                    return Some(bit);
                }
            }
            None
        })
    }

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

    /// Writes the way to the goal of the last search into `route`, the start left out.
    pub fn route(&self, open: &OpenSteps, goal: Goal, route: &mut Vec<Square>) {
        route.clear();
        let Goal { mut square, mut steps, mut diagonals } = goal;
        while steps > 0 {
            route.push(square);
            let Some((back, by_diagonal)) = self.before(open, square, (steps, diagonals)) else { break };
            (square, steps, diagonals) = (back, steps - 1, diagonals - u16::from(by_diagonal));
        }
        route.reverse();
    }

    /// The square from which a way came: of those that serve the one that was left first.
    fn before(&self, open: &OpenSteps, square: Square, (steps, diagonals): (u16, u16)) -> Option<(Square, bool)> {
        [true, false].into_iter().zip(BACK).find_map(|(by_diagonal, back)| {
            let fewer = diagonals.checked_sub(u16::from(by_diagonal))?;
            let ring = (fewer < steps).then(|| self.ring(steps - 1, fewer)).flatten()?;
            let words = self.words.get(ring.begin..)?;
            back.into_iter().find_map(|step| {
                let from = square.step(step);
                let (at, bit) = open.place(from)?;
                let there = words.get(at)? & bit != 0;
                (there && open.leads(from, square)).then_some((from, by_diagonal))
            })
        })
    }

    fn ring(&self, steps: u16, diagonals: u16) -> Option<Ring> {
        self.rings.get(first_of(steps) + usize::from(diagonals)).copied().flatten()
    }

    fn search(
        &mut self,
        open: &OpenSteps,
        start: Square,
        limit: u16,
        mut pick: impl FnMut(u16, usize, usize, u64) -> Option<u32>,
    ) -> Option<Goal> {
        let (at, bit) = open.place(start)?;
        let row = usize::from(start.y.unsigned_abs());
        self.words.clear();
        self.rings.clear();
        put(&mut self.seen, at, bit);
        self.words.extend_from_slice(&self.none);
        put(&mut self.words, at, bit);
        self.rings.push(Some(Ring { begin: 0, low: row, high: row }));
        if pick(0, row, usize::from(start.x.unsigned_abs()) / 64, bit).is_some() {
            return Some(Goal { square: start, steps: 0, diagonals: 0 });
        }
        for steps in 1..=limit {
            let mut any = false;
            for diagonals in 0..=steps {
                // From as many diagonals by a straight step, from one fewer by a diagonal one.
                let flat = if diagonals < steps { self.ring(steps - 1, diagonals) } else { None };
                let slant = diagonals.checked_sub(1).and_then(|fewer| self.ring(steps - 1, fewer));
                let (found, ring) = self.spread(open, (flat, slant), |y, word, bits| pick(steps, y, word, bits));
                any |= ring.is_some();
                self.rings.push(ring);
                if let Some(square) = found {
                    return Some(Goal { square, steps, diagonals });
                }
            }
            if !any {
                return None;
            }
        }
        None
    }

    /// How many steps lead to the nearest squares of `goal`. Afterwards only those squares are open that lie on a way of
    /// so few steps: diagonals need to be told apart there alone.
    fn narrow(
        &mut self,
        open: &OpenSteps,
        start: Square,
        blocked: &SquareSet,
        goal: &SquareSet,
        limit: u16,
    ) -> Option<u16> {
        self.begin(open, start, blocked)?;
        for steps in 0..=limit {
            let front = *self.fronts.last()?;
            if self.keep_goal(open, front, goal) {
                self.keep_ways(open);
                return Some(steps);
            }
            let (_, next) = self.spread(open, (Some(front), Some(front)), |_, _, _| None);
            self.fronts.push(next?);
        }
        None
    }

    /// The start is the one front there is; nothing where it lies outside the map.
    fn begin(&mut self, open: &OpenSteps, start: Square, blocked: &SquareSet) -> Option<()> {
        let (at, bit) = open.place(start)?;
        let row = usize::from(start.y.unsigned_abs());
        self.prepare(open, blocked);
        put(&mut self.seen, at, bit);
        self.words.clear();
        self.words.extend_from_slice(&self.none);
        put(&mut self.words, at, bit);
        self.fronts.clear();
        self.fronts.push(Ring { begin: 0, low: row, high: row });
        Some(())
    }

    /// Leaves nothing in a front but squares of `goal`, if there are any.
    fn keep_goal(&mut self, open: &OpenSteps, front: Ring, goal: &SquareSet) -> bool {
        let begin = |y: usize| front.begin + open.row(y);
        let meets = |y: usize| {
            let row = self.words.get(begin(y)..).unwrap_or_default();
            row.iter().zip(goal.row(y)).any(|(bits, wanted)| bits & wanted != 0)
        };
        let there = (front.low..front.high + 1).any(meets);
        if there {
            for y in front.low..front.high + 1 {
                let row = self.words.get_mut(begin(y)..).unwrap_or_default();
                let wanted = goal.row(y).iter().copied().chain(std::iter::repeat(0));
                row.iter_mut().zip(wanted).take(open.stride()).for_each(|(bits, wanted)| *bits &= wanted);
            }
        }
        there
    }

    /// Closes all squares but those from which the last front is reached in time.
    fn keep_ways(&mut self, open: &OpenSteps) {
        self.seen.fill(u64::MAX);
        for front in self.fronts.iter().rev() {
            let (before, next) = self.words.split_at_mut(front.begin + open.words());
            // Behind the last one there is nothing.
            let next = next.get(..open.words());
            for at in open.row(front.low)..open.row(front.high + 1) {
                let Some(bits) = before.get_mut(front.begin + at).filter(|bits| **bits != 0) else { continue };
                if let Some(next) = next {
                    *bits &= straight(next, open, at, open.stride()) | diagonal(next, open, at, open.stride());
                }
                if let Some(seen) = self.seen.get_mut(at) {
                    *seen &= !*bits;
                }
            }
        }
    }

    fn prepare(&mut self, open: &OpenSteps, blocked: &SquareSet) {
        self.seen.clear();
        self.seen.extend_from_slice(open.closed());
        self.none.resize(open.words(), 0);
        for y in 0..open.depth().min(usize::from(blocked.depth())) {
            let row = self.seen.get_mut(open.row(y)..).unwrap_or_default();
            for (seen, blocked) in row.iter_mut().zip(blocked.row(y)) {
                *seen |= blocked;
            }
        }
    }

    /// A new ring from those before it, if it holds any square. `pick` looks at each of its words.
    fn spread(
        &mut self,
        open: &OpenSteps,
        (flat, slant): (Option<Ring>, Option<Ring>),
        mut pick: impl FnMut(usize, usize, u64) -> Option<u32>,
    ) -> (Option<Square>, Option<Ring>) {
        let spans = [flat, slant].into_iter().flatten().map(|ring| (ring.low, ring.high));
        let Some((low, high)) = spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))) else {
            return (None, None);
        };
        let begin = self.words.len();
        self.words.extend_from_slice(&self.none);
        let (before, own) = self.words.split_at_mut(begin);
        let source = |ring: Option<Ring>| ring.and_then(|ring| before.get(ring.begin..ring.begin + open.words()));
        let (flat, slant) = (source(flat).unwrap_or_default(), source(slant).unwrap_or_default());
        let stride = open.stride();
        let mut ring: Option<Ring> = None;
        // Words between two rows are closed.
        for at in open.row(low.saturating_sub(1))..open.row((high + 2).min(open.depth())) {
            let Some(seen) = self.seen.get_mut(at).filter(|seen| **seen != u64::MAX) else { continue };
            let arrived = straight(flat, open, at, stride) | diagonal(slant, open, at, stride);
            let fresh = arrived & !*seen;
            if fresh == 0 {
                continue;
            }
            *seen |= fresh;
            put(own, at, fresh);
            let (y, word) = open.row_of(at);
            ring = Some(Ring { begin, low: ring.map_or(y, |ring| ring.low), high: y });
            if let Some(bit) = pick(y, word, fresh) {
                return (Some(square_of(y, word, bit)), ring);
            }
        }
        if ring.is_none() {
            self.words.truncate(begin);
        }
        (None, ring)
    }
}

fn put(words: &mut [u64], at: usize, bits: u64) {
    if let Some(word) = words.get_mut(at) {
        *word |= bits;
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

fn square_of(y: usize, word: usize, bit: u32) -> Square {
    // Columns and rows are below MAX_SIDE.
    Square::new((word * 64) as i16 + bit as i16, y as i16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Diagonal;
    use crate::footprint::Footprint;
    use crate::map::Map;
    use crate::passage::Walls;
    use crate::path::Pathfinder;
    use crate::strides::Strides;
    use crate::terrain::Legend;
    use crate::walk::Walk;

    #[test]
    fn the_nearest_square_is_the_one_that_a_look_at_each_finds() {
        let (mut layers, mut flood) = (Layers::new(), crate::flood::Flood::new());
        for (seed, (width, depth)) in (0..120).zip([(9, 7), (20, 20), (1, 8), (70, 12)].into_iter().cycle()) {
            let (map, blocked) = ragged(seed, width, depth);
            let open = OpenSteps::of(&map, Walls::CutCorners);
            let at = |seed: u32| Square::new((seed % width as u32) as i16, (seed % depth as u32) as i16);
            let (start, corner) = (at(seed), at(seed.wrapping_mul(7)));
            let body = Span::between(corner, corner.offset((seed % 3) as i16, (seed % 3) as i16));
            let mut taken = blocked.clone();
            taken.insert_span(body);
            for (enough, limit) in [(1, 6), (3, 6), (1, 60), (0, 2), (12, 9)] {
                flood.unit_reach(&open, [start], Some(&blocked), crate::flood::Neighbours::Eight, limit);
                let free = flood.iter().filter(|(square, _)| *square != start && !taken.contains(*square));
                let near = |square: Square| body_distance(square.into(), body, Diagonal::Equal).max(enough);
                let known = free.map(|(square, steps)| (near(square), steps, square)).min();
                let found = layers.nearest(&open, start, (&blocked, &taken), (body, enough), limit);
                let found = found.map(|near| (near.away, near.steps, near.square));
                assert_eq!(found, known, "seed {seed}, {enough}, {limit}");
            }
        }
    }

    /// A map with walls here and there, or bare, the same each time.
    fn ragged(seed: u32, width: usize, depth: usize) -> (Map, SquareSet) {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12345);
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let row = |next: &mut dyn FnMut() -> u32| {
            let mut wall = || next().is_multiple_of(5) && !seed.is_multiple_of(3);
            (0..width).map(|_| if wall() { '#' } else { '.' }).collect::<String>()
        };
        let rows: Vec<String> = (0..depth).map(|_| row(&mut next)).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let map = Map::from_rows(&rows, Legend::standard()).unwrap();
        let mut blocked = SquareSet::for_map(&map);
        blocked.extend(map.bounds().squares().filter(|_| next().is_multiple_of(7)));
        (map, blocked)
    }

    #[test]
    fn the_same_squares_in_the_same_order_by_the_same_ways() {
        let (mut layers, mut finder) = (Layers::new(), Pathfinder::new());
        for (seed, (width, depth)) in (0..60).zip([(9, 7), (20, 20), (1, 8), (70, 12), (64, 5)].into_iter().cycle()) {
            let (map, blocked) = ragged(seed, width, depth);
            let open = OpenSteps::of(&map, Walls::KeepCorners);
            let strides = Strides::of(&map, Footprint::ONE, Walls::KeepCorners);
            let start = Square::new((seed % width as u32) as i16, (seed % depth as u32) as i16);
            let cost = |_, to| (!blocked.contains(to)).then_some(1);
            let walk = Walk::new(Diagonal::Equal, 30);
            let mut known: Vec<(Square, u32)> = Vec::new();
            finder.visit_over(&strides, start, &walk, cost, |square, cost| {
                known.push((square, cost));
                false
            });
            let mut seen = Vec::new();
            layers.to_first(&open, start, &blocked, 30, |square, steps| {
                seen.push((square, u32::from(steps)));
                false
            });
            assert_eq!(seen, known, "seed {seed}");
            let mut route = Vec::new();
            for (to, _) in known {
                let way = finder.path_over(&strides, start, &walk, cost, (|_| 0, |at| at == to)).unwrap();
                let goal = layers.to_first(&open, start, &blocked, 30, |square, _| square == to).unwrap();
                layers.route(&open, goal, &mut route);
                assert_eq!(route, way.squares[1..], "seed {seed}, to {to}");
                let mut straight = Vec::new();
                if open.direct(start, to, |square| !blocked.contains(square), |square| straight.push(square)) {
                    assert_eq!(straight, route, "seed {seed}, directly to {to}");
                }
                let mut only = SquareSet::for_map(&map);
                only.insert(to);
                assert_eq!(layers.to_any(&open, start, &blocked, &only, 30), Some(goal));
                assert_eq!(layers.steps(&open, start, &blocked, to, 30), Some(goal.steps));
                let fewer = goal.steps.checked_sub(1).map(|fewer| layers.steps(&open, start, &blocked, to, fewer));
                assert_eq!(fewer.flatten(), None);
            }
        }
    }
}
