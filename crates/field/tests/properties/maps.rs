//! Random maps, squares and walks.

use proptest::prelude::*;
use quintain_field::{Cover, Diagonal, Door, Edge, Legend, Map, Square, Step, Walls};

/// A square within 12 columns and rows, or just outside.
pub fn near_square() -> impl Strategy<Value = Square> {
    (-1_i16..13, -1_i16..13).prop_map(|(x, y)| Square::new(x, y))
}

/// Any of the rules of distance.
pub fn rule() -> impl Strategy<Value = Diagonal> {
    prop_oneof![Just(Diagonal::Equal), Just(Diagonal::Alternate), Just(Diagonal::Orthogonal)]
}

/// Any way of minding walls.
pub fn walls() -> impl Strategy<Value = Walls> {
    prop_oneof![Just(Walls::Ignored), Just(Walls::CutCorners), Just(Walls::KeepCorners)]
}

/// Anything that may stand on an edge, but nothing.
pub fn edge() -> impl Strategy<Value = Edge> {
    let cover = prop_oneof![Just(Cover::None), Just(Cover::Quarter), Just(Cover::Half), Just(Cover::Full)];
    prop_oneof![
        Just(Edge::Wall),
        Just(Edge::Curtain),
        prop_oneof![Just(Door::Open), Just(Door::Closed), Just(Door::Locked)].prop_map(Edge::Door),
        cover.clone().prop_map(Edge::LowWall),
        cover.prop_map(Edge::Window),
        any::<u8>().prop_map(Edge::Climb),
        any::<u8>().prop_map(Edge::Swim),
    ]
}

/// A map of up to `widest` columns and 12 rows, mostly open, with walls, heights, cover and edges.
pub fn map(widest: usize) -> impl Strategy<Value = Map> {
    let glyph = prop_oneof![
        8 => Just('.'),
        3 => Just('#'),
        4 => prop::sample::select(",:~=_XqoO/+%?^v0123456789".chars().collect::<Vec<_>>()),
    ];
    (1..=widest, 1_usize..=12)
        .prop_flat_map(move |(width, depth)| {
            let row = prop::collection::vec(glyph.clone(), width);
            let edges = prop::collection::vec((0..width, 0..depth, any::<bool>(), edge()), 0..24);
            (prop::collection::vec(row, depth), edges)
        })
        .prop_map(|(rows, edges)| {
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let mut map = Map::from_rows(&rows, Legend::standard()).expect("only known glyphs");
            for (x, y, up, edge) in edges {
                let square = Square::new(x as i16, y as i16);
                map.set_edge(square, square.step(if up { Step::North } else { Step::East }), edge);
            }
            map
        })
}
