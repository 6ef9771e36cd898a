//! Tests of distances over a flood.

use super::*;
use crate::map::Map;
use crate::passage::Walls;
use crate::terrain::Legend;

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

#[test]
fn the_flood_goes_round_walls() {
    let map = Map::from_rows(&["...", "##.", "..."], Legend::standard()).unwrap();
    let steps = OpenSteps::of(&map, Walls::KeepCorners);
    let mut flood = Flood::new();
    flood.unit_reach(&steps, [square("A1")], None, Neighbours::Eight, 99);
    assert_eq!(flood.distance(square("A3")), Some(6));
    assert_eq!(flood.distance(square("A2")), None);
    flood.unit_reach(&steps, [square("A1")], None, Neighbours::Four, 3);
    assert_eq!(flood.iter().map(|(_, steps)| steps).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let mut foes = SquareSet::for_map(&map);
    foes.insert(square("C2"));
    flood.unit_reach(&steps, [square("A1"), square("Z9")], Some(&foes), Neighbours::Eight, 99);
    assert_eq!(flood.iter().count(), 3);
    flood.unit_reach(&steps, [square("C2")], Some(&foes), Neighbours::Eight, 1);
    assert_eq!(flood.iter().count(), 3);
}

#[test]
fn dear_squares_cost_more_to_enter() {
    let map = Map::from_rows(&["......", ".##...", "......", "......"], Legend::standard()).unwrap();
    let steps = OpenSteps::of(&map, Walls::KeepCorners);
    let set = |names: &[&str]| {
        let mut set = SquareSet::for_map(&map);
        names.iter().for_each(|name| assert!(set.insert(square(name))));
        set
    };
    let (mud, friends) = (set(&["B1", "B2", "C4", "D3", "E2"]), set(&["B2", "D3", "D2"]));
    let (deep, foes) = (set(&["B2", "F4"]), set(&["C2"]));
    let mut flood = Flood::new();
    for (entry, limit) in [(1, 99), (2, 99), (2, 5), (1, 3)] {
        let dearer = [&mud, &friends, &deep];
        flood.reach_by_entry(&steps, square("A1"), Some(&foes), (entry, &dearer), limit);
        let price = |to: Square| {
            let more = dearer.iter().filter(|set| set.contains(to)).count() as u32;
            (!foes.contains(to)).then_some(u32::from(entry) + more)
        };
        let walk = crate::Walk::new(crate::Diagonal::Equal, limit.into());
        let mut finder = crate::Pathfinder::new();
        let found = finder.reach(&map, square("A1"), &walk, |_, to| price(to));
        for at in map.bounds().squares() {
            let known = found.iter().find(|arrival| arrival.square == at).map(|arrival| arrival.cost as u16);
            assert_eq!(flood.distance(at), known, "{at} for {entry} within {limit}");
        }
    }
}
