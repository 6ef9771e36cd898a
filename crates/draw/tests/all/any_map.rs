//! Any map can be drawn: of any size, with any terrain anywhere, under any title.

use proptest::prelude::*;
use quintain_draw::{Paper, edges, ground, thumbnail};
use quintain_field::{Cover, Door, Edge, Legend, Map, Square};

const GLYPHS: &str = ".....,:~=#_XqoO/+%?^v0259";

const WORDS: &[&str] =
    &["", "The vault", "The inn", "Road in the forest", "A frost", "The quarry", "The swamp", "A beach", "The market"];

fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![
        Just(Edge::Wall),
        Just(Edge::Door(Door::Open)),
        Just(Edge::Door(Door::Locked)),
        Just(Edge::LowWall(Cover::Half)),
        Just(Edge::Window(Cover::Half)),
        Just(Edge::Curtain),
        any::<u8>().prop_map(Edge::Climb),
        any::<u8>().prop_map(Edge::Swim),
    ]
}

fn maps() -> impl Strategy<Value = Map> {
    let glyph = proptest::sample::select(GLYPHS.chars().collect::<Vec<_>>());
    let rows = (1_usize..14, 1_usize..14)
        .prop_flat_map(move |(wide, deep)| prop::collection::vec(prop::collection::vec(glyph.clone(), wide), deep));
    (rows, prop::collection::vec((0_i16..14, 0_i16..14, any::<bool>(), edge()), 0..12)).prop_map(|(rows, edges)| {
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let mut map = Map::from_rows(&rows, Legend::standard()).expect("rows of the same length");
        for (x, y, up, edge) in edges {
            let square = Square::new(x, y);
            map.set_edge(square, if up { square.offset(0, 1) } else { square.offset(1, 0) }, edge);
        }
        map
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn every_map_is_drawn_whole(map in maps(), words in proptest::sample::select(WORDS)) {
        let drawn = [ground(&map, words, None), ground(&map, words, Some("/a.png")), edges(&map), thumbnail(&map, words)];
        let drawn = drawn.map(|part| part.into_string()).concat();
        prop_assert!(!drawn.contains("NaN"));
        prop_assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count());
        // Whatever stands between squares is drawn, but for water, which is land.
        let doors = map.edges().filter(|(_, _, edge)| matches!(edge, Edge::Door(_))).count()
            + map.bounds().squares().filter(|square| map.door(*square).is_some()).count();
        prop_assert_eq!(edges(&map).into_string().matches("class=\"door").count(), doors);
    }
}

#[test]
fn the_largest_map_stays_drawable() {
    let map = Map::open(512, 512).unwrap();
    let drawn = ground(&map, "The forest", None).into_string();
    assert!(drawn.len() < 8_000_000, "{} bytes", drawn.len());
    assert!(Paper::of(&map).view_box().starts_with("-30 "));
}
