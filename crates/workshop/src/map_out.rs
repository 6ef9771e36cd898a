//! A map on its way to other programs: Universal VTT, with walls, doors, windows and the picture beneath.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quintain_field::{Edge, Map, Square};
use serde_json::{Value, json};

/// Pixels on the side of a square, where there is no picture to say so.
const PIXELS: u32 = 70;

/// The map as Universal VTT. `picture` is what lies beneath: its width in pixels and the file.
pub fn export(map: &Map, picture: Option<(u32, &[u8])>) -> String {
    let (wide, deep) = (i32::from(map.width()), i32::from(map.depth()));
    let pixels = picture.map_or(PIXELS, |(width, _)| (width / u32::from(map.width()).max(1)).max(1));
    let mut walls = Vec::new();
    let mut portals = Vec::new();
    for (a, b, edge) in map.edges() {
        let line = between(deep, a, b);
        match edge {
            Edge::Wall => walls.push(line),
            Edge::Door(door) => portals.push(portal(&line, door != quintain_field::Door::Open)),
            Edge::Window(_) => portals.push(portal(&line, false)),
            Edge::Open | Edge::LowWall(_) | Edge::Curtain | Edge::Climb(_) | Edge::Swim(_) => {}
        }
    }
    walls.extend(outlines(map, wide, deep));
    json!({
        "format": 0.3,
        "resolution": {
            "map_origin": { "x": 0, "y": 0 },
            "map_size": { "x": wide, "y": deep },
            "pixels_per_grid": pixels,
        },
        "line_of_sight": walls,
        "objects_line_of_sight": [],
        "portals": portals,
        "environment": { "baked_lighting": true, "ambient_light": "ffffffff" },
        "lights": [],
        "image": picture.map_or_else(String::new, |(_, bytes)| STANDARD.encode(bytes)),
    })
    .to_string()
}

/// The line between two neighbours, in squares from the upper left corner.
fn between(deep: i32, a: Square, b: Square) -> Vec<Value> {
    let point = |x: i32, y: i32| json!({ "x": x, "y": deep - y });
    let (x, y) = (i32::from(a.x.max(b.x)), i32::from(a.y.max(b.y)));
    match a.x == b.x {
        true => vec![point(x, y), point(x + 1, y)],
        false => vec![point(x, y), point(x, y + 1)],
    }
}

fn portal(line: &[Value], closed: bool) -> Value {
    let middle = |key: &str| line.iter().filter_map(|point| point[key].as_f64()).sum::<f64>() / 2.0;
    json!({ "position": { "x": middle("x"), "y": middle("y") }, "bounds": line, "rotation": 0, "closed": closed, "freestanding": false })
}

/// The outlines of squares that nobody sees through.
fn outlines(map: &Map, wide: i32, deep: i32) -> Vec<Vec<Value>> {
    let solid = |x: i32, y: i32| {
        let square = Square::new(x as i16, y as i16);
        map.contains(square) && map.blocks_sight(square) && map.blocks_movement(square)
    };
    let mut lines = Vec::new();
    for y in 0..deep {
        for x in 0..wide {
            for (nx, ny) in [(x + 1, y), (x, y + 1)] {
                if nx < wide && ny < deep && solid(x, y) != solid(nx, ny) {
                    lines.push(between(deep, Square::new(x as i16, y as i16), Square::new(nx as i16, ny as i16)));
                }
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use quintain_field::Legend;

    use super::*;
    use crate::draft::Draft;
    use crate::map_in::import;

    #[test]
    fn walls_doors_and_windows_come_back_where_they_were() {
        let mut map = Map::from_rows(&["....", ".#..", "...."], Legend::standard()).unwrap();
        let edges = ["door C1-D1 closed", "wall A1-A2", "window A2-A3 half"];
        map.draw_edges(&edges).unwrap();
        let mut draft = Draft::new("uchma");
        draft.take_map(&import("a.dd2vtt", &export(&map, None)).unwrap().toml).unwrap();
        let back = draft.map().unwrap().unwrap();
        let at = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(back.edge(at("A1"), at("A2")), Some(Edge::Wall));
        assert_eq!(back.edge(at("C1"), at("D1")), map.edge(at("C1"), at("D1")));
        assert!(matches!(back.edge(at("A2"), at("A3")), Some(Edge::Window(_))));
        for beside in ["A2", "C2", "B1", "B3"] {
            assert_eq!(back.edge(at("B2"), at(beside)), Some(Edge::Wall), "{beside}");
        }
        assert_eq!(back.edge(at("C3"), at("D3")), Some(Edge::Open));
    }
}
