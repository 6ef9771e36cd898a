//! How fast distances are found: whole rows of bits against a queue, on 20 by 20 squares.

use divan::{Bencher, black_box};
use quintain_field::{
    Diagonal, Flood, Legend, Map, Neighbours, OpenSteps, Pathfinder, Point, Square, SquareSet, Walk, Walls, sees,
};

/// Shows that nothing allocates once warm.
#[global_allocator]
static ALLOCATIONS: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

/// Rooms with a few doors between them, and a crowd.
fn hall() -> (Map, SquareSet) {
    let rows: Vec<String> =
        (0..20).map(|y| (0..20).map(|x| if x % 7 == 3 && y % 5 != 2 { '#' } else { '.' }).collect()).collect();
    let map = Map::from_rows(&rows, Legend::standard()).expect("drawn by hand");
    let mut crowd = SquareSet::for_map(&map);
    crowd.extend((0..10).map(|n| Square::new(n * 2, (n * 7) % 20)));
    (map, crowd)
}

fn start() -> Square {
    Square::new(1, 3)
}

fn total_by_queue(finder: &mut Pathfinder, map: &Map, crowd: &SquareSet) -> u32 {
    let cost = |_, to| (!crowd.contains(to)).then_some(1);
    finder.reach(map, start(), &Walk::new(Diagonal::Equal, 99), cost).iter().map(|arrival| arrival.cost).sum()
}

fn total_by_flood(flood: &mut Flood, steps: &OpenSteps, crowd: &SquareSet) -> u32 {
    flood.unit_reach(steps, [start()], Some(crowd), Neighbours::Eight, 99);
    flood.iter().map(|(_, distance)| u32::from(distance)).sum()
}

#[divan::bench]
fn reach_by_queue(bencher: Bencher<'_, '_>) {
    let (map, crowd) = hall();
    let mut finder = Pathfinder::new();
    let steps = OpenSteps::of(&map, Walls::KeepCorners);
    assert_eq!(
        total_by_queue(&mut finder, &map, &crowd),
        total_by_flood(&mut Flood::new(), &steps, &crowd),
        "both find the same distances"
    );
    bencher.bench_local(|| total_by_queue(&mut finder, black_box(&map), &crowd));
}

#[divan::bench]
fn reach_by_flood(bencher: Bencher<'_, '_>) {
    let (map, crowd) = hall();
    let (mut flood, steps) = (Flood::new(), OpenSteps::of(&map, Walls::KeepCorners));
    bencher.bench_local(|| total_by_flood(&mut flood, black_box(&steps), &crowd));
}

#[divan::bench]
fn open_steps(bencher: Bencher<'_, '_>) {
    let (map, _) = hall();
    let mut steps = OpenSteps::default();
    bencher.bench_local(|| steps.refresh(black_box(&map), Walls::KeepCorners));
}

#[divan::bench]
fn sight_across(bencher: Bencher<'_, '_>) {
    let map = Map::open(20, 20).expect("size");
    assert!(sees(&map, Square::new(0, 0), Square::new(19, 11)));
    bencher.bench_local(|| sees(black_box(&map), Square::new(0, 0), Square::new(19, 11)));
}

#[divan::bench]
fn line_across() -> usize {
    let middle = |x, y| Point::middle(Square::new(x, y), quintain_field::Height::ZERO);
    quintain_field::Line::new(black_box(middle(0, 0)), black_box(middle(19, 11))).count()
}
