//! What stands between squares, and doors that fill one: the part of the map that may change in a fight.

use maud::{Markup, html};
use quintain_field::{Door, Edge, Map, Square};

use crate::outline::cell;
use crate::paper::U;
use crate::pen::{At, Pen};

/// Walls, doors, windows, curtains, low walls, climbs and swims between squares, and doors that fill squares.
#[must_use]
pub fn edges(map: &Map) -> Markup {
    let mut walls = Pen::new();
    let mut low = Pen::new();
    for (a, b, edge) in map.edges() {
        let (from, to) = side(a, b);
        match edge {
            Edge::Wall => {
                walls.go(from).line(to);
            }
            Edge::LowWall(_) => {
                low.go(from).line(to);
            }
            _ => {}
        }
    }
    let walls = walls.done();
    let low = low.done();
    html! {
        g .edges {
            @if !walls.is_empty() {
                path .wallsh d=(walls) {}
                path .wall0 d=(walls) {}
                path .wall1 d=(walls) {}
            }
            @if !low.is_empty() {
                path .low0 d=(low) {}
                path .low1 d=(low) {}
            }
            @for (a, b, edge) in map.edges() {
                @if let Edge::Door(door) = edge { (leaf(door, side(a, b))) }
            }
        }
    }
}

/// The two ends of the side that two neighbours share.
fn side(a: Square, b: Square) -> (At, At) {
    let ((ax, ay), (bx, by)) = (cell(a), cell(b));
    let (x, y) = (ax.max(bx) as f32 * U, ay.max(by) as f32 * U);
    if a.y == b.y { ((x, y), (x, y + U)) } else { ((x, y), (x + U, y)) }
}

fn leaf(door: Door, (from, to): (At, At)) -> Markup {
    let mut pen = Pen::new();
    pen.go(from).line(to);
    let d = pen.done();
    let class = match door {
        Door::Open => "leaf open",
        Door::Closed => "leaf",
        Door::Locked => "leaf locked",
    };
    html! { path class=(class) d=(d) {} }
}
