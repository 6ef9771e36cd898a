//! What is written reads back the same, and nothing that is read panics.

use proptest::prelude::*;
use quintain_field::{Cover, Edge, Footprint, Height, Legend, Map, Span, Square, Step, TerrainKind};

use crate::maps::map;

proptest! {
    #[test]
    fn squares_round_trip(x: i16, y: i16) {
        let square = Square::new(x, y);
        prop_assert_eq!(square.to_string().parse(), Ok(square));
        prop_assert_eq!(square.to_string().to_lowercase().parse(), Ok(square));
        let json = serde_json::to_string(&square).expect("a string");
        prop_assert_eq!(serde_json::from_str::<Square>(&json).expect("the same string"), square);
    }

    #[test]
    fn spans_heights_and_footprints_round_trip(ax: i16, ay: i16, bx: i16, by: i16, tenths: i16, width in 1_u8.., depth in 1_u8..) {
        let span = Span::between(Square::new(ax, ay), Square::new(bx, by));
        prop_assert_eq!(span.to_string().parse(), Ok(span));
        let height = Height::from_tenths(tenths);
        prop_assert_eq!(height.to_string().parse(), Ok(height));
        let body = Footprint::new(width, depth);
        prop_assert_eq!(body.to_string().parse(), Ok(body));
    }

    #[test]
    fn maps_round_trip(map in map(12)) {
        let mut again = Map::from_rows(&map.to_rows(), Legend::standard()).expect("its own rows");
        again.draw_edges(&map.edges_text()).expect("its own edges");
        prop_assert_eq!(again, map);
    }

    #[test]
    fn no_text_panics(text in "\\PC*", square in "[A-Za-z(]{0,6}[-0-9,]{0,12}\\)?") {
        for text in [&text, &square] {
            let _ = text.parse::<Square>().map_err(|e| e.to_string());
            let _ = text.parse::<Span>().map_err(|e| e.to_string());
            let _ = text.parse::<Height>().map_err(|e| e.to_string());
            let _ = text.parse::<Footprint>().map_err(|e| e.to_string());
            let _ = text.parse::<Edge>().map_err(|e| e.to_string());
            let _ = text.parse::<Cover>().map_err(|e| e.to_string());
            let _ = text.parse::<Step>().map_err(|e| e.to_string());
        }
    }

    #[test]
    fn no_drawing_panics(
        rows in prop::collection::vec("[.#~,o+/X0-9é \\n]{0,6}|\\PC{0,6}", 0..6),
        edges in prop::collection::vec("(wall|door|low wall|climb|window|open)? ?[A-D]?[0-4]?-?[A-D]?[0-4]? ?(north|closed|half|3|\\PC*)?", 0..6),
        glyph: char,
    ) {
        let mut legend = Legend::standard();
        let _ = legend.define(TerrainKind::new(glyph, "odd"));
        match Map::from_rows(&rows, legend) {
            Ok(mut map) => {
                prop_assert_eq!(map.to_rows(), rows);
                let _ = map.draw_edges(&edges).map_err(|e| e.to_string());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
