//! What stands between squares, and doors that fill one: the part of the map that may change in a fight.

use maud::{Markup, html};
use quintain_field::{Door, Edge, Map, Square};

use crate::outline::cell;
use crate::paper::{U, middle};
use crate::pen::{At, Pen};

/// Walls, doors, windows, curtains, low walls and climbs between squares, and doors that fill squares. Water to swim is
/// part of the land.
#[must_use]
pub fn edges(map: &Map) -> Markup {
    let mut lines = Lines::default();
    for (a, b, edge) in map.edges() {
        lines.add(map, (a, b), edge);
    }
    html! {
        g .edges {
            (lines.markup())
            @for (a, b, edge) in map.edges() {
                @match edge {
                    Edge::Door(door) => { (leaf(door, side(a, b), "")) }
                    Edge::Climb(_) => { (ladder(a, b)) }
                    _ => {}
                }
            }
            @for square in map.bounds().squares() {
                @if let Some(door) = map.door(square) { (leaf(door, across(map, square), " wide")) }
            }
        }
    }
}

/// Everything of which one path draws all.
#[derive(Default)]
struct Lines {
    walls: Pen,
    low: Pen,
    rails: Pen,
    posts: Pen,
    jambs: Pen,
    panes: Pen,
    curtains: Pen,
}

impl Lines {
    fn add(&mut self, map: &Map, (a, b): (Square, Square), edge: Edge) {
        let (from, to) = side(a, b);
        let part = |share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        let sill = |pen: &mut Pen| {
            pen.go(from).line(part(0.14)).go(part(0.86)).line(to);
        };
        match edge {
            Edge::Wall => {
                self.walls.go(from).line(to);
            }
            Edge::LowWall(_) if [a, b].into_iter().any(|square| wet(map, square)) => {
                self.rails.go(from).line(to);
                for share in [0.0, 0.5, 1.0] {
                    self.posts.ellipse(part(share), 4.5, 4.5);
                }
            }
            Edge::LowWall(_) => {
                self.low.go(part(0.06)).line(part(0.94));
            }
            Edge::Door(_) => sill(&mut self.jambs),
            Edge::Window(_) => {
                sill(&mut self.jambs);
                self.panes.go(part(0.14)).line(part(0.86));
            }
            Edge::Curtain => wave(&mut self.curtains, from, to),
            Edge::Open | Edge::Climb(_) | Edge::Swim(_) => {}
        }
    }

    fn markup(self) -> Markup {
        let paths = [
            (self.walls, &["wallsh", "wall0", "wall1"][..]),
            (self.low, &["lowsh", "low0", "low1"]),
            (self.rails, &["rail0", "rail1"]),
            (self.posts, &["post"]),
            (self.jambs, &["wallsh", "wall0", "wall1"]),
            (self.panes, &["pane0", "pane1", "pane2"]),
            (self.curtains, &["cloth0", "cloth1"]),
        ];
        html! {
            @for (pen, classes) in paths {
                @if !pen.is_empty() {
                    @let d = pen.done();
                    @for class in classes { path class=(class) d=(d) {} }
                }
            }
        }
    }
}

fn wet(map: &Map, square: Square) -> bool {
    map.terrain_name(square).is_some_and(|name| name.contains("water"))
}

/// The two ends of the side that two neighbours share.
pub(crate) fn side(a: Square, b: Square) -> (At, At) {
    let ((ax, ay), (bx, by)) = (cell(a), cell(b));
    let (x, y) = (ax.max(bx) as f32 * U, ay.max(by) as f32 * U);
    if a.y == b.y { ((x, y), (x, y + U)) } else { ((x, y), (x + U, y)) }
}

/// The two ends of a door that fills a square: from wall to wall.
fn across(map: &Map, square: Square) -> (At, At) {
    let (x, y) = middle(square);
    let solid = |dx: i16, dy: i16| {
        let beside = square.offset(dx, dy);
        map.door(beside).is_none() && map.blocks_movement(beside) && map.blocks_sight(beside)
    };
    let count = |one: bool, other: bool| u8::from(one) + u8::from(other);
    if count(solid(-1, 0), solid(1, 0)) >= count(solid(0, -1), solid(0, 1)) {
        ((x - U / 2.0, y), (x + U / 2.0, y))
    } else {
        ((x, y - U / 2.0), (x, y + U / 2.0))
    }
}

/// The leaf of a door with its hinge: shut, shut with a lock, or swung open.
fn leaf(door: Door, (from, to): (At, At), wide: &str) -> Markup {
    let part = |share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
    let (hinge, end) = (part(0.1), part(0.9));
    // Open leaves swing to the right of the way from hinge to lock.
    let across = (end.0 - hinge.0, end.1 - hinge.1);
    let swung = (hinge.0 + across.0 * 0.26 - across.1 * 0.94, hinge.1 + across.1 * 0.26 + across.0 * 0.94);
    let tip = if door == Door::Open { swung } else { end };
    let line = |a: At, b: At| {
        let mut pen = Pen::new();
        pen.go(a).line(b);
        pen.done()
    };
    let d = line(hinge, tip);
    let mut swing = Pen::new();
    swing.go(swung).bend((swung.0 + across.0 * 0.64, swung.1 + across.1 * 0.64), end);
    let words = match door {
        Door::Open => "open door",
        Door::Closed => "closed door",
        Door::Locked => "locked door",
    };
    let (x, y) = part(0.5);
    html! {
        g class={ "door" (wide) } {
            title { (words) }
            @if door == Door::Open { path .swing d=(swing.done()) {} }
            path .leafc d=(d) {}
            path .leaf d=(d) {}
            circle .hinge cx=(hinge.0.round()) cy=(hinge.1.round()) r="4.5" {}
            @if door == Door::Locked {
                g .bolt transform=(format!("translate({x:.0} {y:.0})")) {
                    rect x="-8" y="-6" width="16" height="13" rx="2.5" {}
                    path d="M-4.5-6v-3a4.500 4.500 0 0 1 9 0v3M0-1v4" {}
                }
            }
        }
    }
}

/// A ladder across a side that can be climbed.
fn ladder(a: Square, b: Square) -> Markup {
    let ((x0, y0), (x1, y1)) = side(a, b);
    let (x, y) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let turn = if a.y == b.y { "rotate(90)" } else { "" };
    html! {
        g .ladder transform=(format!("translate({x:.0} {y:.0}){turn}")) {
            title { "climb" }
            path .ld0 d="M-9-22v44M9-22v44M-9-14H9M-9-5H9M-9 5H9M-9 14H9" {}
            path .ld1 d="M-9-22v44M9-22v44M-9-14H9M-9-5H9M-9 5H9M-9 14H9" {}
        }
    }
}

/// A wavy line, as cloth hangs.
fn wave(pen: &mut Pen, from: At, to: At) {
    const FOLDS: u8 = 6;
    let (dx, dy) = ((to.0 - from.0) / f32::from(FOLDS), (to.1 - from.1) / f32::from(FOLDS));
    pen.go(from);
    for fold in 0..FOLDS {
        let at = |share: f32| (from.0 + dx * (f32::from(fold) + share), from.1 + dy * (f32::from(fold) + share));
        let (x, y) = at(0.5);
        let off = if fold % 2 == 0 { 0.6 } else { -0.6 };
        pen.bend((x - dy * off, y + dx * off), at(1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintain_field::Legend;

    #[test]
    fn doors_show_how_they_stand() {
        let mut map = Map::from_rows(&["#+#", "./."], Legend::standard()).unwrap();
        map.draw_edges(&["door A1-B1 locked"]).unwrap();
        let drawn = edges(&map).into_string();
        for words in ["closed door", "open door", "locked door"] {
            assert_eq!(drawn.matches(words).count(), 1, "{words}");
        }
        assert!(map.set_edge_door(Square::new(0, 0), Square::new(1, 0), Door::Open));
        assert_eq!(edges(&map).into_string().matches("open door").count(), 2);
    }

    #[test]
    fn a_door_that_fills_a_square_runs_from_wall_to_wall() {
        let map = Map::from_rows(&["...", "#+#", ".#.", ".+.", ".#."], Legend::standard()).unwrap();
        assert_eq!(across(&map, Square::new(1, 3)), ((60.0, -210.0), (120.0, -210.0)));
        assert_eq!(across(&map, Square::new(1, 1)), ((90.0, -120.0), (90.0, -60.0)));
    }
}
