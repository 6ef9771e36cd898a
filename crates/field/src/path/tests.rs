//! Ways, their prices and their order, against what is counted by hand.

use super::*;
use crate::footprint::Footprint;
use crate::passage::Walls;
use crate::terrain::Legend;

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

fn one(_: Square, _: Square) -> Option<u32> {
    Some(1)
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_plainest_of_equal_ways_is_taken() {
    let map = Map::open(6, 6).unwrap();
    let mut finder = Pathfinder::new();
    let walk = Walk::new(Diagonal::Equal, 99);
    let way = finder.path_to(&map, square("A3"), &walk, one, |at| at == square("F3")).unwrap();
    assert_eq!(names(way.squares), "A3 B3 C3 D3 E3 F3");
    let way = finder.path_to(&map, square("A3"), &walk, one, |at| at == square("A3")).unwrap();
    assert_eq!((names(way.squares).as_str(), way.end.cost), ("A3", 0));
}

#[test]
fn alternation_is_part_of_the_way() {
    let map = Map::open(9, 9).unwrap();
    let mut finder = Pathfinder::new();
    let mut walk = Walk::new(Diagonal::Alternate, 5);
    let reach = finder.reach(&map, square("A1"), &walk, one);
    assert_eq!(reach.arrival(square("D4")).map(|a| (a.cost, a.parity)), Some((4, Parity::Long)));
    assert_eq!(reach.arrival(square("E5")), None);
    walk.parity = Parity::Long;
    let reach = finder.reach(&map, square("A1"), &walk, one);
    assert_eq!(reach.arrival(square("B2")).map(|a| a.cost), Some(2));
    assert_eq!(reach.arrival(square("D4")).map(|a| a.cost), Some(5));
}

#[test]
fn a_step_that_cannot_be_paid_in_full_is_not_taken() {
    let map = Map::from_rows(&[".,,,,"], Legend::standard()).unwrap();
    let mut finder = Pathfinder::new();
    let cost = |_, to| Some(if map.terrain_name(to) == Some("difficult") { 2 } else { 1 });
    let reach = finder.reach(&map, square("A1"), &Walk::new(Diagonal::Equal, 5), cost);
    assert_eq!(names(&reach.iter().map(|a| a.square).collect::<Vec<_>>()), "A1 B1 C1");
}

#[test]
fn the_large_need_wide_doors() {
    let map = Map::from_rows(&["..#...", "......", "..#...", "..#..."], Legend::standard()).unwrap();
    let mut finder = Pathfinder::new();
    let mut walk = Walk::new(Diagonal::Equal, 99);
    let goal = walk.within(1, square("F2").into());
    assert!(finder.path_to(&map, square("A1"), &walk, one, goal).is_some());
    walk.body = Footprint::square(2);
    let goal = walk.within(1, square("F2").into());
    assert!(finder.path_to(&map, square("A1"), &walk, one, &goal).is_none());
    walk.walls = Walls::Ignored;
    let way = finder.path_to(&map, square("A1"), &walk, one, &goal).unwrap();
    assert_eq!(way.end.square, square("D1"));
}

#[test]
fn reach_remembers_every_way() {
    let map = Map::from_rows(&["...", "##.", "..."], Legend::standard()).unwrap();
    let mut finder = Pathfinder::new();
    let reach = finder.reach(&map, square("A1"), &Walk::new(Diagonal::Equal, 99), one);
    let mut path = Vec::new();
    assert!(reach.path_to(square("A3"), &mut path));
    assert_eq!(names(&path), "A1 B1 C1 C2 C3 B3 A3");
    assert!(!reach.path_to(square("A2"), &mut path) && path.is_empty());
    assert!(!reach.path_to(square("Z9"), &mut path));
    assert_eq!(finder.reach(&map, square("Z9"), &Walk::new(Diagonal::Equal, 9), one).iter().count(), 0);
}

#[test]
fn costs_asked_for_one_after_the_other_are_those_of_all_that_is_in_reach() {
    let map = Map::from_rows(&[".,..#..", "..,.#..", ".,,,...", "..#..#."], Legend::standard()).unwrap();
    let cost = |_, to| Some(if map.terrain_name(to) == Some("difficult") { 2 } else { 1 });
    for (diagonal, body) in [(Diagonal::Equal, Footprint::ONE), (Diagonal::Alternate, Footprint::square(2))] {
        let walk = Walk { body, ..Walk::new(diagonal, 6) };
        let (mut finder, mut again) = (Pathfinder::new(), Pathfinder::new());
        let reach = finder.reach(&map, square("A1"), &walk, cost);
        again.with_costs(&map, square("A1"), &walk, cost, |costs| {
            for to in ["C3", "A1", "B2", "H1", "G4"].map(square).into_iter().chain(map.bounds().squares()) {
                assert_eq!(costs(to), reach.arrival(to).map(|arrival| arrival.cost), "{to} {body:?}");
            }
        });
    }
}
