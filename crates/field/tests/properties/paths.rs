//! Distances, reach, ways and floods agree with each other.

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use quintain_field::{
    Ahead, Diagonal, Flood, Footprint, Map, Neighbours, OpenSteps, Parity, Pathfinder, Shove, Square, SquareSet, Step,
    Strides, Walk, Walls, body_distance, distance, push,
};

use crate::maps::{map, near_square, rule, walls};

/// A cost that differs by direction and forbids some steps.
fn odd_cost(from: Square, to: Square) -> Option<u32> {
    let mix = from.x.wrapping_mul(7) ^ to.y.wrapping_mul(5) ^ to.x;
    (mix.rem_euclid(11) != 0).then(|| u32::from(mix.unsigned_abs()) % 4)
}

/// The plain way: relax until nothing changes.
fn slowly(map: &Map, start: Square, walk: &Walk) -> BTreeMap<Square, u32> {
    let mut best: BTreeMap<(Square, bool), u32> = BTreeMap::new();
    let mut todo = VecDeque::new();
    if map.bounds().holds(walk.body.at(start)) {
        best.insert((start, walk.parity == Parity::Long), 0);
        todo.push_back((start, walk.parity == Parity::Long));
    }
    while let Some((at, long)) = todo.pop_front() {
        let so_far = best[&(at, long)];
        for step in Step::ALL {
            if walk.diagonal == Diagonal::Orthogonal && step.is_diagonal()
                || !map.body_step_open(walk.body, at, step, walk.walls)
            {
                continue;
            }
            let each = walk.body.at(at).squares().map(|square| odd_cost(square, square.step(step)));
            let Some(price) = each.collect::<Option<Vec<u32>>>().and_then(|prices| prices.into_iter().max()) else {
                continue;
            };
            let counted = walk.diagonal == Diagonal::Alternate && step.is_diagonal();
            let total = so_far + price * if counted && long { 2 } else { 1 };
            let next = (at.step(step), long ^ counted);
            if total <= walk.budget && best.get(&next).is_none_or(|known| total < *known) {
                best.insert(next, total);
                todo.push_back(next);
            }
        }
    }
    let mut cheapest = BTreeMap::new();
    for ((square, _), cost) in best {
        cheapest.entry(square).and_modify(|known: &mut u32| *known = cost.min(*known)).or_insert(cost);
    }
    cheapest
}

proptest! {
    #[test]
    fn knowing_what_is_left_at_least_changes_nothing(
        map in map(12), start in near_square(), target in near_square(), near in 0_u32..3, rule in rule(),
        walls in walls(), side in 1_u8..3, long in any::<bool>(), budget in prop_oneof![0_u32..40, Just(u32::MAX)],
    ) {
        let parity = if long { Parity::Long } else { Parity::Short };
        let walk = Walk { body: Footprint::square(side), walls, parity, ..Walk::new(rule, budget) };
        let strides = Strides::of(&map, walk.body, walls);
        let cost = |from, to| odd_cost(from, to).map(|cost| cost.max(1));
        let away = |at: Square| body_distance(walk.body.at(at), target.into(), Diagonal::Equal);
        let goal = |at| away(at) <= near && (at.x + at.y) % 3 != 0;
        let mut finder = Pathfinder::new();
        let plain = finder.path_over(&strides, start, &walk, cost, (|_| Ahead::default(), goal)).map(|way| (way.squares.to_vec(), way.end));
        let ahead = finder.path_over(&strides, start, &walk, cost, (walk.ahead(target.into(), near, 1), goal));
        prop_assert_eq!(plain, ahead.map(|way| (way.squares.to_vec(), way.end)));
    }

    #[test]
    fn distance_is_a_distance(a in near_square(), b in near_square(), c in near_square(), rule in rule()) {
        prop_assert_eq!(distance(a, b, rule), distance(b, a, rule));
        prop_assert_eq!(distance(a, b, rule) == 0, a == b);
        // Rounding halves can cost the alternating rule one square on a detour.
        let slack = u32::from(rule == Diagonal::Alternate);
        prop_assert!(distance(a, c, rule) <= distance(a, b, rule) + distance(b, c, rule) + slack);
        prop_assert!(distance(a, b, Diagonal::Equal) <= distance(a, b, Diagonal::Alternate));
        prop_assert!(distance(a, b, Diagonal::Alternate) <= distance(a, b, Diagonal::Orthogonal));
    }

    #[test]
    fn bodies_are_as_far_apart_as_their_nearest_squares(
        a in near_square(), b in near_square(), wide in 1_u8..4, deep in 1_u8..4, rule in rule(),
    ) {
        let (a, b) = (Footprint::new(wide, deep).at(a), Footprint::new(deep, wide).at(b));
        let nearest = a.squares().flat_map(|s| b.squares().map(move |t| distance(s, t, rule))).min();
        prop_assert_eq!(Some(body_distance(a, b, rule)), nearest);
        let (from, to) = a.nearest_pair(b);
        prop_assert!(a.contains(from) && b.contains(to));
        prop_assert_eq!(b.nearest_pair(a), (to, from));
    }

    #[test]
    fn reach_finds_the_cheapest_ways(
        map in map(8), start in near_square(), rule in rule(), walls in walls(), budget in 0_u32..14, long: bool, side in 1_u8..3,
    ) {
        let parity = if long && rule == Diagonal::Alternate { Parity::Long } else { Parity::Short };
        let walk = Walk { body: Footprint::square(side), walls, parity, ..Walk::new(rule, budget) };
        let mut finder = Pathfinder::new();
        let reach = finder.reach(&map, start, &walk, odd_cost);
        let found: Vec<_> = reach.iter().collect();
        prop_assert!(found.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
        let costs: BTreeMap<Square, u32> = found.iter().map(|a| (a.square, a.cost)).collect();
        prop_assert_eq!(costs.len(), found.len());
        prop_assert_eq!(costs, slowly(&map, start, &walk));
        let mut path = Vec::new();
        for arrival in &found {
            prop_assert_eq!(reach.arrival(arrival.square), Some(*arrival));
            prop_assert!(reach.path_to(arrival.square, &mut path));
            prop_assert_eq!((path.first(), path.last()), (Some(&start), Some(&arrival.square)));
            prop_assert_eq!(path.len(), arrival.steps as usize + 1);
        }
        let mut other = Pathfinder::new();
        for arrival in &found {
            let route = other.path_to(&map, start, &walk, odd_cost, |at| at == arrival.square).expect("within reach");
            prop_assert_eq!(route.end, *arrival);
        }
    }

    #[test]
    fn the_flood_says_what_the_queue_says(
        map in map(140), starts in prop::collection::vec((0_i16..140, 0_i16..12), 1..3),
        foes in prop::collection::vec((0_i16..140, 0_i16..12), 0..12), walls in walls(), eight: bool, limit in 0_u16..200,
    ) {
        let square = |(x, y): (i16, i16)| Square::new(x % map.width() as i16, y % map.depth() as i16);
        let starts: Vec<Square> = starts.into_iter().map(square).collect();
        let mut blocked = SquareSet::for_map(&map);
        blocked.extend(foes.into_iter().map(square));
        let (rule, neighbours) =
            if eight { (Diagonal::Equal, Neighbours::Eight) } else { (Diagonal::Orthogonal, Neighbours::Four) };
        let mut nearest: BTreeMap<Square, u32> = BTreeMap::new();
        let (mut finder, walk) = (Pathfinder::new(), Walk { walls, ..Walk::new(rule, limit.into()) });
        for start in &starts {
            let cost = |_, to| (!blocked.contains(to)).then_some(1);
            for arrival in finder.reach(&map, *start, &walk, cost).iter() {
                nearest.entry(arrival.square).and_modify(|d| *d = arrival.cost.min(*d)).or_insert(arrival.cost);
            }
        }
        let mut flood = Flood::new();
        flood.unit_reach(&OpenSteps::of(&map, walls), starts, Some(&blocked), neighbours, limit);
        let flooded: BTreeMap<Square, u32> = flood.iter().map(|(square, steps)| (square, steps.into())).collect();
        prop_assert_eq!(flooded, nearest);
    }

    #[test]
    fn an_open_field_is_as_wide_as_its_distances(start in (0_i16..9, 0_i16..9), rule in rule()) {
        let map = Map::open(9, 9).expect("size");
        let start = Square::new(start.0, start.1);
        let mut finder = Pathfinder::new();
        let reach = finder.reach(&map, start, &Walk::new(rule, 99), |_, _| Some(1));
        for square in map.bounds().squares() {
            prop_assert_eq!(reach.arrival(square).map(|a| a.cost), Some(distance(start, square, rule)));
        }
    }

    #[test]
    fn a_push_adds_up(map in map(8), start in near_square(), way in 0_usize..8, far in 0_u32..20, rule in rule(), walls in walls()) {
        let shove = Shove { rule, walls, ..Shove::new(Step::ALL[way], far) };
        let pushed = push(&map, start, &shove, |_| None);
        prop_assert_eq!(pushed.moved, distance(start, pushed.end, rule));
        prop_assert!(pushed.moved + pushed.short_by <= far);
        prop_assert!(pushed.end == start || map.contains(pushed.end));
        prop_assert!(walls == Walls::Ignored || pushed.end == start || !map.blocks_movement(pushed.end));
    }
}
