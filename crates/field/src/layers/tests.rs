//! Tests of searches by whole rows.

use super::*;
use crate::distance::{Diagonal, body_distance};
use crate::footprint::Footprint;
use crate::map::Map;
use crate::passage::Walls;
use crate::path::Pathfinder;
use crate::span::Span;
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
            let way =
                finder.path_over(&strides, start, &walk, cost, (walk.ahead(to.into(), 0, 1), |at| at == to)).unwrap();
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
