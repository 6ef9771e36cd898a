//! Lines, sight and cover read the same from both ends; areas stay on the map.

use proptest::prelude::*;
use quintain_field::{
    Aim, Crossing, Diagonal, Door, Edge, Height, Line, Map, Pathfinder, Point, Span, Spot, Square, SquareSet, Step,
    Strip, Sweep, Terrain, arc, body_distance, cone, cover_along, cover_between, cube, distance, glimpses,
    keep_in_sight, line_clear, radius, sees, spread, squares_between, strip,
};

use crate::maps::{edge, map, near_square, rule};

fn spot() -> impl Strategy<Value = Spot> {
    (near_square(), -30_i16..90).prop_map(|(square, above)| Spot { square, above: Height::from_tenths(above) })
}

fn point() -> impl Strategy<Value = Point> {
    (near_square(), any::<bool>(), -90_i16..90).prop_map(|(square, middle, tenths)| {
        let height = Height::from_tenths(tenths);
        if middle { Point::middle(square, height) } else { Point::corner(square, height) }
    })
}

/// The same crossing met from the other end.
fn reversed(crossing: Crossing) -> Crossing {
    match crossing {
        Crossing::Edge(a, b) => Crossing::Edge(b, a),
        Crossing::Corner { from, to, beside: [a, b] } => Crossing::Corner { from: to, to: from, beside: [b, a] },
        Crossing::Past([a, b], [c, d]) => Crossing::Past([b, a], [d, c]),
        same => same,
    }
}

/// A change of a map.
#[derive(Clone, Debug)]
enum Change {
    Terrain(Square, u8),
    Ground(Square, i16),
    Edge(Square, Step, Edge),
    Doors(Square, Step, Door),
}

fn change() -> impl Strategy<Value = Change> {
    let step = || prop::sample::select(Step::STRAIGHT.to_vec());
    let door = prop::sample::select(vec![Door::Open, Door::Closed, Door::Locked]);
    prop_oneof![
        (near_square(), 0_u8..30).prop_map(|(square, kind)| Change::Terrain(square, kind)),
        (near_square(), -3_i16..4).prop_map(|(square, metres)| Change::Ground(square, metres)),
        (near_square(), step(), edge()).prop_map(|(square, step, edge)| Change::Edge(square, step, edge)),
        (near_square(), step(), door).prop_map(|(square, step, door)| Change::Doors(square, step, door)),
    ]
}

impl Change {
    fn make(&self, map: &mut Map) {
        match self {
            Change::Terrain(square, kind) => _ = map.set_terrain(*square, Terrain(*kind)),
            Change::Ground(square, metres) => {
                map.cell_mut(*square).into_iter().for_each(|cell| cell.ground = Height::from_metres(*metres));
            }
            Change::Edge(square, step, edge) => _ = map.set_edge(*square, square.step(*step), *edge),
            Change::Doors(square, step, door) => {
                map.set_square_door(*square, *door);
                map.set_edge_door(*square, square.step(*step), *door);
            }
        }
    }
}

/// What is said of the lines between these is what the lines themselves say, whatever is known by now.
fn lines_are_true(map: &Map, pairs: &[(Square, Square)]) -> Result<(), TestCaseError> {
    for (a, b) in pairs.iter().copied() {
        let (from, to) = (Spot::standing(a), Spot::standing(b));
        let clear = |end: Point| line_clear(map, from.point(map), end, [a, b]);
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Point::corner(b.offset(x, y), to.height(map)));
        prop_assert_eq!(sees(map, a, b), clear(to.point(map)));
        prop_assert_eq!(glimpses(map, a, b), clear(to.point(map)) || corners.into_iter().any(clear));
        prop_assert_eq!(cover_along(map, a, b), cover_between(map, from.point(map), to.point(map), [a, b]));
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_known_of_lines_is_true_whatever_has_changed(
        drawn in map(12), changes in prop::collection::vec(change(), 0..8),
        pairs in prop::collection::vec((near_square(), near_square()), 1..24), early in any::<bool>(),
    ) {
        let mut own = drawn.clone();
        if early {
            lines_are_true(&drawn, &pairs)?;
        }
        for change in changes {
            change.make(&mut own);
            lines_are_true(&own, &pairs)?;
            lines_are_true(&own, &pairs)?;
        }
        lines_are_true(&drawn, &pairs)?;
        own.clone_from(&drawn);
        lines_are_true(&own, &pairs)?;
    }

    #[test]
    fn a_line_is_the_same_from_both_ends(from in point(), to in point()) {
        let there: Vec<_> = Line::new(from, to).collect();
        let mut back: Vec<_> = Line::new(to, from).map(|met| (reversed(met.crossing), met.lowest)).collect();
        back.reverse();
        let there: Vec<_> = there.into_iter().map(|met| (met.crossing, met.lowest)).collect();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn a_line_runs_from_square_to_neighbouring_square(from in near_square(), to in near_square()) {
        let middle = |square| Point::middle(square, Height::ZERO);
        let squares: Vec<Square> = Line::new(middle(from), middle(to)).squares().collect();
        prop_assert_eq!((squares.first(), squares.last()), (Some(&from), Some(&to)));
        prop_assert!(squares.windows(2).all(|pair| distance(pair[0], pair[1], Diagonal::Equal) == 1));
        prop_assert_eq!(squares_between(from, to).count(), squares.len().saturating_sub(2));
    }

    #[test]
    fn who_sees_is_seen(map in map(12), a in spot(), b in spot()) {
        prop_assert_eq!(sees(&map, a, b), sees(&map, b, a));
        prop_assert_eq!(cover_along(&map, a, b), cover_along(&map, b, a));
        prop_assert!(!sees(&map, a, b) || glimpses(&map, a, b));
        let neighbours = body_distance(a.square.into(), b.square.into(), Diagonal::Orthogonal) == 1;
        let walled = map.edge(a.square, b.square).is_some_and(|edge| edge.blocks_sight());
        prop_assert!(!(neighbours && walled && glimpses(&map, a, b)), "glimpsed through the edge between them");
    }

    #[test]
    fn areas_stay_on_the_map(
        map in map(12), origin in near_square(), target in near_square(), way in 0_usize..8, long in 0_u32..20, wide in 0_u32..6, rule in rule(),
    ) {
        let mut set = SquareSet::default();
        let on_map = |set: &SquareSet| set.iter().all(|square| map.contains(square));
        for aim in [Aim::Step(Step::ALL[way]), Aim::At(target)] {
            strip(&map, Strip { origin, aim, length: long, width: wide }, rule, &mut set);
            prop_assert!(on_map(&set) && !set.contains(origin));
            cone(&map, origin, aim, long, rule, &mut set);
            prop_assert!(on_map(&set) && set.iter().all(|square| distance(origin, square, rule) <= long));
        }
        radius(&map, origin.into(), long, rule, &mut set);
        let all = map.bounds().squares().filter(|square| distance(origin, *square, rule) <= long).count();
        prop_assert_eq!(set.len(), all);
        let whole = set.clone();
        keep_in_sight(&map, origin, &mut set);
        prop_assert!(set.iter().all(|square| whole.contains(square)));
        spread(&map, origin, long, rule, &mut Pathfinder::new(), &mut set);
        prop_assert!(set.iter().all(|square| whole.contains(square)));
        arc(&map, Span::between(origin, target), Step::ALL[way], Sweep::Half, &mut set);
        prop_assert!(on_map(&set));
        cube(&map, origin, 3, &mut set);
        prop_assert!(on_map(&set) && set.len() <= 9);
    }

    #[test]
    fn the_ends_of_the_range_do_no_harm(x: i16, y: i16, u: i16, v: i16) {
        let (a, b) = (Square::new(x, y), Square::new(u, v));
        let ends = Span::between(Square::new(i16::MIN, i16::MIN), Square::new(i16::MAX, i16::MAX));
        let map = quintain_field::Map::open(3, 3).expect("size");
        let mut set = SquareSet::default();
        for from in [a, ends.south_west(), ends.north_east()] {
            prop_assert!(!sees(&map, from, b) || map.contains(from));
            let _ = cover_along(&map, Square::new(from.x, 1), Square::new(from.x, 2));
            strip(&map, Strip { origin: from, aim: Aim::At(b), length: 9, width: u32::MAX }, Diagonal::Equal, &mut set);
            cone(&map, from, Aim::At(b), u32::MAX, Diagonal::Alternate, &mut set);
            radius(&map, ends, u32::MAX, Diagonal::Orthogonal, &mut set);
            arc(&map, Span::between(from, b), Step::East, Sweep::Quarter, &mut set);
        }
    }
}
