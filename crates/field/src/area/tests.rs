//! Areas, drawn.

use super::*;
use crate::terrain::{Legend, Terrain};

fn sq(name: &str) -> Square {
    name.parse().expect(name)
}

/// Draws a set, the squares of it as `X`.
fn drawn(map: &Map, set: &SquareSet) -> Vec<String> {
    let mut drawing = map.clone();
    for square in set.iter() {
        drawing.set_terrain(square, Terrain::EXIT);
    }
    drawing.to_rows()
}

fn open() -> (Map, SquareSet) {
    let map = Map::open(7, 7).expect("size");
    let set = SquareSet::for_map(&map);
    (map, set)
}

#[test]
fn radii_follow_the_rule_of_distance() {
    let (map, mut set) = open();
    radius(&map, sq("D4").into(), 2, Diagonal::Equal, &mut set);
    assert_eq!(set.len(), 25);
    radius(&map, sq("D4").into(), 2, Diagonal::Alternate, &mut set);
    assert_eq!(drawn(&map, &set), [".......", "..XXX..", ".XXXXX.", ".XXXXX.", ".XXXXX.", "..XXX..", "......."]);
    radius(&map, sq("D4").into(), 2, Diagonal::Orthogonal, &mut set);
    assert_eq!(set.len(), 13);
    radius(&map, "A1-B2".parse().expect("span"), 1, Diagonal::Equal, &mut set);
    assert_eq!(set.len(), 9);
    radius(&map, sq("D4").into(), u32::MAX, Diagonal::Equal, &mut set);
    assert_eq!(set.len(), 49);
}

#[test]
fn walls_stop_a_spread_and_hide_from_a_burst() {
    let map = Map::from_rows(&["..#..", "..#..", "....."], Legend::standard()).expect("rows");
    let mut set = SquareSet::default();
    spread(&map, sq("B3"), 2, Diagonal::Equal, &mut Pathfinder::new(), &mut set);
    // Round the corner C1 would be the third step: B2, B1, C1.
    assert_eq!(drawn(&map, &set), ["XX#..", "XX#..", "XX..."]);
    radius(&map, sq("B3").into(), 3, Diagonal::Equal, &mut set);
    keep_in_sight(&map, sq("B3"), &mut set);
    assert!(set.contains(sq("B1")) && !set.contains(sq("C1")) && !set.contains(sq("D3")));
}

#[test]
fn strips_run_straight() {
    let (map, mut set) = open();
    let shape = |aim, length, width| Strip { origin: sq("A4"), aim, length, width };
    strip(&map, shape(Aim::Step(Step::East), 4, 2), Diagonal::Equal, &mut set);
    assert_eq!(drawn(&map, &set), [".......", ".......", ".......", ".XXXX..", ".XXXX..", ".......", "......."]);
    strip(&map, shape(Aim::At(sq("G7")), 6, 1), Diagonal::Equal, &mut set);
    assert_eq!(drawn(&map, &set), [".....XX", "...XX..", ".XX....", ".......", ".......", ".......", "......."]);
    strip(&map, shape(Aim::Step(Step::NorthEast), 4, 1), Diagonal::Alternate, &mut set);
    assert_eq!(set.iter().collect::<Vec<_>>(), [sq("B5"), sq("C6"), sq("D7")]);
    strip(&map, shape(Aim::At(sq("A4")), 4, 1), Diagonal::Equal, &mut set);
    assert!(set.is_empty());
    strip(&map, shape(Aim::Step(Step::East), u32::MAX, u32::MAX), Diagonal::Equal, &mut set);
    assert_eq!(set.len(), 42);
}

#[test]
fn cones_open_at_a_right_angle() {
    let (map, mut set) = open();
    cone(&map, sq("A4"), Aim::Step(Step::East), 3, Diagonal::Equal, &mut set);
    assert_eq!(drawn(&map, &set), ["...X...", "..XX...", ".XXX...", ".XXX...", ".XXX...", "..XX...", "...X..."]);
    cone(&map, sq("A1"), Aim::Step(Step::NorthEast), 3, Diagonal::Alternate, &mut set);
    assert_eq!(drawn(&map, &set), [".......", ".......", ".......", "XX.....", "XXX....", "XXXX...", ".XXX..."]);
    cone(&map, sq("D4"), Aim::At(sq("D4")), 3, Diagonal::Equal, &mut set);
    assert!(set.is_empty());
}

#[test]
fn arcs_lie_in_front() {
    let (map, mut set) = open();
    for (sweep, neighbours, of_four) in [(Sweep::Quarter, 3, 4), (Sweep::Half, 5, 6), (Sweep::Full, 8, 12)] {
        arc(&map, sq("D4").into(), Step::East, sweep, &mut set);
        assert_eq!(set.len(), neighbours);
        arc(&map, "C3-D4".parse().expect("span"), Step::East, sweep, &mut set);
        assert_eq!(set.len(), of_four);
    }
    arc(&map, sq("A1").into(), Step::West, Sweep::Half, &mut set);
    assert_eq!(set.iter().collect::<Vec<_>>(), [sq("A2")]);
}

#[test]
fn cubes_and_layers_make_solids() {
    let (map, mut set) = open();
    cube(&map, sq("F6"), 3, &mut set);
    assert_eq!(set.len(), 4);
    cube(&map, sq("A1"), u16::MAX, &mut set);
    assert_eq!(set.len(), 49);
    let layer = Layer::upwards(Height::ZERO, Height::from_metres(3));
    assert!(layer.contains(Height::from_metres(3)) && !layer.contains(Height::from_tenths(31)));
    assert!(layer.touches(Height::from_metres(-1), Height::ZERO));
    assert!(
        !Layer::around(Height::from_metres(9), Height::from_metres(2)).touches(Height::ZERO, Height::from_metres(6))
    );
}
