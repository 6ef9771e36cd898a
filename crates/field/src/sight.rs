//! Lines of sight and the cover on them.
//!
//! A line is stopped by
//!
//! - a square that blocks sight, at any height, unless one of the two stands in it;
//! - a square whose ground is higher than the line anywhere above it, unless one of the two stands in it;
//! - an edge that blocks sight (a wall, a closed door, a curtain), also one at the square of either: a line to a corner
//!   of a square goes on into it, so a wall on whose end or line that corner lies stops it all the same;
//! - exactly through a corner: what stops both ways round, over the one and over the other square beside;
//! - exactly along an edge: two squares, one on each side, that both stop it.
//!
//! So where a line may count as on either side, the lighter side counts, for cover too; and everything reads the same
//! from both ends. Creatures in the way are the caller's: see [`squares_between`].

use crate::cover::Cover;
use crate::each_pair::Pair;
use crate::height::Height;
use crate::line::{Crossing, Line, Met, Point};
use crate::map::Map;
use crate::sightlines::Sightlines;
use crate::square::Square;

/// How high above the ground of its square cover reaches, in a square or on an edge (there the higher ground of the
/// two): 3 m. Lines that pass higher meet none.
pub const COVER_TOP: Height = Height::from_metres(3);

/// One end of a line of sight: the middle of a square, so high above its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The square.
    pub square: Square,
    /// Above its ground: the height of the eyes, and for a flyer the altitude as well.
    pub above: Height,
}

impl Spot {
    /// The eyes of somebody standing, 1.5 m above the ground.
    pub const EYES: Height = Height::from_tenths(15);

    /// Standing in this square.
    #[must_use]
    pub const fn standing(square: Square) -> Self {
        Self { square, above: Self::EYES }
    }

    /// The point in space.
    #[must_use]
    pub fn point(self, map: &Map) -> Point {
        Point::middle(self.square, self.height(map))
    }

    /// Its height above the map's zero.
    #[must_use]
    pub fn height(self, map: &Map) -> Height {
        map.ground(self.square).up(self.above)
    }
}

impl From<Square> for Spot {
    fn from(square: Square) -> Self {
        Self::standing(square)
    }
}

/// Whether the line from middle to middle is clear. Sight is mutual. Nobody sees to or from outside the map.
///
/// Of large creatures any two squares will do, [`Span::pairs`](crate::Span::pairs): who shows half is seen.
#[must_use]
pub fn sees(map: &Map, from: impl Into<Spot>, to: impl Into<Spot>) -> bool {
    let (from, to) = (from.into(), to.into());
    let find = || line_clear(map, from.point(map), to.point(map), [from.square, to.square]);
    match standing(map, from, to) {
        Some((lines, pair)) => lines.sees(pair, || all_clear(map, from, to) || find()),
        None => find(),
    }
}

/// Whether anything of the target is to be seen: whether any of five lines is clear, from the middle of the one square to
/// the middle and to the four corners of the other, all at the heights of the two spots.
///
/// Unlike [`sees`] this can differ between the two ends.
#[must_use]
pub fn glimpses(map: &Map, from: impl Into<Spot>, to: impl Into<Spot>) -> bool {
    let (from, to) = (from.into(), to.into());
    let start = from.point(map);
    let clear = |end: Point| line_clear(map, start, end, [from.square, to.square]);
    let find = || clear(to.point(map)) || Point::corners(to.square, to.height(map)).into_iter().any(clear);
    match standing(map, from, to) {
        Some((lines, pair)) => lines.glimpses(pair, || all_clear(map, from, to) || find()),
        None => find(),
    }
}

/// Whether the line between two points is clear. What stands in the squares of `ends`, where the two are, does not stop
/// it; they must be on the map. A point on the border of its square counts as just inside it.
#[must_use]
pub fn line_clear(map: &Map, from: Point, to: Point, ends: [Square; 2]) -> bool {
    ends.into_iter().all(|end| map.contains(end)) && !into_the_squares(from, to, ends).any(|met| stops(map, met, ends))
}

/// The highest cover on the line from middle to middle: of the squares it crosses, the squares of the two excepted, and
/// of all edges it crosses, those of their own squares included. What stops sight counts as full cover.
///
/// The same from both ends. Cover reaches up to [`COVER_TOP`].
#[must_use]
pub fn cover_along(map: &Map, from: impl Into<Spot>, to: impl Into<Spot>) -> Cover {
    let (from, to) = (from.into(), to.into());
    let find = || cover_between(map, from.point(map), to.point(map), [from.square, to.square]);
    match standing(map, from, to) {
        Some((lines, pair)) => lines.cover(pair, || if all_clear(map, from, to) { Cover::None } else { find() }),
        None => find(),
    }
}

/// What is known of the line between two who stand on the ground of the map.
#[inline]
fn standing(map: &Map, from: Spot, to: Spot) -> Option<(&Sightlines, Pair)> {
    let grounded = from.above == Spot::EYES && to.above == Spot::EYES;
    map.known().lines().filter(|_| grounded).zip(map.pair(from.square, to.square))
}

/// Whether nothing at all lies between two who stand on the ground of the map, or around them.
fn all_clear(map: &Map, from: Spot, to: Spot) -> bool {
    map.known().clutter(map).is_clear(from.square, to.square)
}

/// The highest cover on the line between two points, as for [`cover_along`]; the squares of `ends` give none.
#[must_use]
pub fn cover_between(map: &Map, from: Point, to: Point, ends: [Square; 2]) -> Cover {
    into_the_squares(from, to, ends).map(|met| cover_met(map, met, ends)).max().unwrap_or_default()
}

/// What a line between two points meets, from inside the one square into the other: where a point is a corner of its
/// square and the line stays outside, it also crosses into it there.
fn into_the_squares(from: Point, to: Point, ends: [Square; 2]) -> impl Iterator<Item = Met> {
    let mut line = Line::new(from, to).peekable();
    let out = match line.peek() {
        Some(first) => outside(ends[0], first.crossing).and_then(|beyond| crossing(ends[0], beyond)),
        None => crossing(ends[0], ends[1]),
    };
    let mut last = None;
    let out = out.map(|crossing| Met { crossing, lowest: from.height() }).into_iter();
    let line = line.map(Some).chain(std::iter::once(None)).filter_map(move |met| match met {
        Some(met) => {
            last = Some(met.crossing);
            Some(met)
        }
        None => {
            let crossing = outside(ends[1], last?).and_then(|before| crossing(before, ends[1]))?;
            Some(Met { crossing, lowest: to.height() })
        }
    });
    out.chain(line)
}

/// The square in which a line runs beside one of its ends, if it is not that end.
fn outside(end: Square, run: Crossing) -> Option<Square> {
    match run {
        Crossing::Through(square) => (square != end).then_some(square),
        Crossing::Along(a, b) if a == end || b == end => None,
        Crossing::Along(a, b) => Some(if a.x == end.x || a.y == end.y { a } else { b }),
        _ => None,
    }
}

/// What is crossed from one square to another that touches it.
fn crossing(from: Square, to: Square) -> Option<Crossing> {
    match (from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
        (1, 1) => {
            let beside = [Square::new(to.x, from.y), Square::new(from.x, to.y)];
            Some(Crossing::Corner { from, to, beside })
        }
        (1, 0) | (0, 1) => Some(Crossing::Edge(from, to)),
        _ => None,
    }
}

/// The squares strictly between two whose interior the line from middle to middle crosses, in order: where creatures
/// may stand in the way.
pub fn squares_between(from: Square, to: Square) -> impl Iterator<Item = Square> + Clone {
    let middle = |square| Point::middle(square, Height::ZERO);
    Line::new(middle(from), middle(to)).squares().filter(move |square| *square != from && *square != to)
}

fn stops(map: &Map, met: Met, ends: [Square; 2]) -> bool {
    let solid = |square| square_stops(map, square, met.lowest, ends);
    match met.crossing {
        Crossing::Through(square) => solid(square),
        Crossing::Edge(a, b) => edge_stops(map, a, b),
        Crossing::Corner { from, to, beside } => {
            beside.into_iter().all(|by| solid(by) || edge_stops(map, from, by) || edge_stops(map, by, to))
        }
        Crossing::Along(a, b) => solid(a) && solid(b),
        Crossing::Past([a, b], [c, d]) => edge_stops(map, a, b) && edge_stops(map, c, d),
    }
}

fn square_stops(map: &Map, square: Square, lowest: Height, ends: [Square; 2]) -> bool {
    !ends.contains(&square) && (map.blocks_sight(square) || map.ground(square) > lowest)
}

/// Outside the map all is solid, so a line along its border is judged by the inner side.
fn edge_stops(map: &Map, a: Square, b: Square) -> bool {
    map.edge(a, b).is_none_or(|edge| edge.blocks_sight())
}

fn cover_met(map: &Map, met: Met, ends: [Square; 2]) -> Cover {
    let square = |at| square_cover(map, at, met.lowest, ends);
    let edge = |a, b| edge_cover(map, a, b, met.lowest);
    match met.crossing {
        Crossing::Through(at) => square(at),
        Crossing::Edge(a, b) => edge(a, b),
        Crossing::Corner { from, to, beside } => {
            beside.map(|by| square(by).max(edge(from, by)).max(edge(by, to))).into_iter().min().unwrap_or_default()
        }
        Crossing::Along(a, b) => square(a).min(square(b)),
        Crossing::Past([a, b], [c, d]) => edge(a, b).min(edge(c, d)),
    }
}

fn square_cover(map: &Map, square: Square, lowest: Height, ends: [Square; 2]) -> Cover {
    if ends.contains(&square) {
        Cover::None
    } else if square_stops(map, square, lowest, ends) {
        Cover::Full
    } else if lowest <= map.ground(square).up(COVER_TOP) {
        map.cover(square)
    } else {
        Cover::None
    }
}

fn edge_cover(map: &Map, a: Square, b: Square, lowest: Height) -> Cover {
    let Some(edge) = map.edge(a, b) else { return Cover::Full };
    let top = map.ground(a).max(map.ground(b)).up(COVER_TOP);
    if edge.blocks_sight() || lowest <= top { edge.cover() } else { Cover::None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Edge;
    use crate::terrain::Legend;

    fn sq(name: &str) -> Square {
        name.parse().expect(name)
    }

    fn map(rows: &[&str], edges: &[&str]) -> Map {
        let mut map = Map::from_rows(rows, Legend::standard()).expect("rows");
        map.draw_edges(edges).expect("edges");
        map
    }

    #[test]
    fn walls_and_doors_stop_sight() {
        let mut map = map(&["...", ".#.", "..."], &["door A3-B3"]);
        assert!(!sees(&map, sq("A2"), sq("C2")));
        assert!(sees(&map, sq("A1"), sq("C1")));
        assert!(sees(&map, sq("A2"), sq("B2")), "one sees into a wall square");
        assert!(!sees(&map, sq("A3"), sq("C3")));
        assert_eq!(cover_along(&map, sq("A3"), sq("C3")), Cover::Full);
        map.set_edge_door(sq("A3"), sq("B3"), crate::Door::Open);
        assert!(sees(&map, sq("A3"), sq("C3")));
        assert!(!sees(&map, sq("A3"), sq("D3")), "nobody sees off the map");
    }

    #[test]
    fn a_corner_hides_only_when_both_sides_do() {
        let one = map(&["..", "#."], &[]);
        let both = map(&[".#", "#."], &[]);
        let fence = map(&["..", ".."], &["wall A1-B1", "wall A2-B2"]);
        let post = map(&["..", ".."], &["wall A1-B1"]);
        assert!(sees(&one, sq("A2"), sq("B1")));
        assert!(!sees(&both, sq("A2"), sq("B1")));
        assert!(!sees(&fence, sq("A2"), sq("B1")) && !sees(&fence, sq("A1"), sq("B2")));
        assert!(sees(&post, sq("A2"), sq("B1")));
    }

    #[test]
    fn hills_hide_what_is_behind_them() {
        let hill = map(&["..3..", "....."], &[]);
        assert!(!sees(&hill, sq("A2"), sq("E2")));
        assert!(sees(&hill, sq("A2"), sq("C2")), "one sees who stands on it");
        let flyer = Spot { square: sq("E2"), above: Height::from_metres(9) };
        assert!(sees(&hill, sq("A2"), flyer));
        assert!(sees(&hill, flyer, sq("A2")));
    }

    #[test]
    fn the_highest_cover_counts_and_ends_do_not() {
        let map = map(&["oq.o.", "....."], &["low wall D1-E1 quarter"]);
        assert_eq!(cover_along(&map, sq("A2"), sq("C2")), Cover::Quarter);
        assert_eq!(cover_along(&map, sq("A2"), sq("E2")), Cover::Half);
        assert_eq!(cover_along(&map, sq("A1"), sq("E1")), Cover::Quarter, "hugged by the target");
        assert_eq!(cover_along(&map, sq("E1"), sq("A1")), Cover::Quarter);
        assert_eq!(cover_along(&map, sq("A1"), sq("D1")), Cover::None);
        let aloft = |square| Spot { square: sq(square), above: Height::from_metres(4) };
        assert_eq!(cover_along(&map, aloft("A2"), aloft("E2")), Cover::None);
        let between: Vec<String> = squares_between(sq("A2"), sq("D2")).map(|s| s.to_string()).collect();
        assert_eq!(between, ["B2", "C2"]);
    }

    #[test]
    fn a_wall_on_the_line_of_a_corner_hides_from_both_sides() {
        let wall = map(&["....", "....", "...."], &["wall B1-C1", "wall B2-C2", "wall B3-C3"]);
        for (one, other) in [("B2", "C2"), ("A2", "C2"), ("A1", "D3"), ("B1", "C2"), ("A2", "D1")] {
            assert!(!glimpses(&wall, sq(one), sq(other)), "{one} to {other}");
            assert!(!glimpses(&wall, sq(other), sq(one)), "{other} to {one}");
        }
        for edge in ["door closed", "curtain"] {
            let closed = map(&["..."], &[&format!("{edge} B1-C1")]);
            assert!(!glimpses(&closed, sq("A1"), sq("C1")) && !glimpses(&closed, sq("C1"), sq("A1")), "{edge}");
        }
        let short = map(&["...", "...", "..."], &["wall B2-C2"]);
        assert!(glimpses(&short, sq("A1"), sq("C2")) && glimpses(&short, sq("A2"), sq("C3")));
        let touching = map(&[".#", "#."], &[]);
        assert!(!glimpses(&touching, sq("A2"), sq("B1")), "not through the point where two rocks touch");
        let low = map(&["..."], &["low wall B1-C1 half"]);
        let corner = Point::corner(sq("C1"), Height::ZERO);
        let ends = [sq("A1"), sq("C1")];
        assert_eq!(cover_between(&low, Spot::standing(sq("A1")).point(&low), corner, ends), Cover::Half);
        assert_eq!(cover_between(&low, corner, Spot::standing(sq("A1")).point(&low), [ends[1], ends[0]]), Cover::Half);
    }

    #[test]
    fn part_of_a_target_may_show() {
        let corner = map(&["....", ".#..", "...."], &[]);
        assert!(glimpses(&corner, sq("A1"), sq("D1")));
        assert!(!glimpses(&corner, sq("A2"), sq("C2")));
        assert!(!sees(&corner, sq("A2"), sq("C3")));
        assert!(glimpses(&corner, sq("A2"), sq("C3")), "its top left corner, past the corner of the wall");
        let mut slit = Map::open(3, 1).unwrap();
        slit.set_edge(sq("A1"), sq("B1"), Edge::Window(Cover::Half));
        assert!(glimpses(&slit, sq("A1"), sq("C1")));
        assert_eq!(cover_along(&slit, sq("A1"), sq("C1")), Cover::Half);
    }
}
