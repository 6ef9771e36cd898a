//! The land: everything of the map that stays as it is through a fight.

mod canvas;
mod floor;
mod growth;
mod land;
mod look;
mod lump;
mod plants;
mod relief;
mod road;
mod rooms;
mod scene;
mod sheet;
mod standing;
mod stones;
mod things;
mod walls;
mod water;

use maud::{Markup, html};
use quintain_field::Map;

use self::canvas::Canvas;
use self::land::Land;
use self::look::Shade;
use self::rooms::Walls;
use self::scene::Base;
use crate::outline::{self, Cell, Shake};
use crate::paper::{Paper, UNIT};
use crate::token::Token;

/// The plane, as far as anybody may look.
const EVERYWHERE: &str = "M-9000-40000h60000v80000h-60000z";

/// How many squares beyond the rim have a look of their own.
const ROOM: i32 = 6;

/// The whole land of a map, with grid, letters and numbers. `words` are the title and the description of the encounter:
/// they say whether a place is a wood, a cave or a hall; they may be empty. With the address of a `picture`, it lies below
/// the grid, and no land is invented.
#[must_use]
pub fn ground(map: &Map, words: &str, picture: Option<&str>) -> Markup {
    let paper = Paper::of(map);
    if let Some(address) = picture {
        return pictured(paper, address);
    }
    let land = Land::new(map, words, ROOM);
    let walls = rooms::walls(&land);
    html! {
        g class={ "ground " (class(&land)) } {
            (below(&land, &walls).markup())
            (sheet::grid(paper))
            (above(&land, &walls).markup())
            (sheet::exits(&land))
            (sheet::heights(&land))
            @match rooms::doorways(&land) {
                Some(doorways) => { (sheet::hall(&land, paper, &doorways)) }
                None => { (sheet::frame(paper)) }
            }
            (sheet::coordinates(paper))
        }
    }
}

/// A picture below grid, letters and numbers.
fn pictured(paper: Paper, address: &str) -> Markup {
    html! {
        g .ground .pictured {
            rect .void x="-9000" y="-40000" width="60000" height="80000" {}
            image href=(address) x="0" y=(-paper.rows * UNIT) width=(paper.columns * UNIT) height=(paper.rows * UNIT)
                preserveAspectRatio="none" {}
            (sheet::grid(paper))
            (sheet::coordinates(paper))
        }
    }
}

/// A small picture of the land, for lists: without detail, grid and letters.
#[must_use]
pub fn thumbnail(map: &Map, words: &str) -> Markup {
    peopled(map, words, &[])
}

/// The whole land as a small picture, where [`thumbnail`] leaves out what does not fit.
#[must_use]
pub fn whole(map: &Map, words: &str) -> Markup {
    small(map, words, &[], "xMidYMid meet")
}

/// The same with those who fight on it; the page has their shapes.
#[must_use]
pub fn peopled(map: &Map, words: &str, tokens: &[Token]) -> Markup {
    small(map, words, tokens, "xMidYMid slice")
}

/// A small picture that lies in its frame as SVG says.
fn small(map: &Map, words: &str, tokens: &[Token], fit: &str) -> Markup {
    let paper = Paper::of(map);
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    let mut land = Land::new(map, words, 1);
    land.detail = 0.0;
    let walls = rooms::walls(&land);
    html! {
        svg .map .small viewBox=(format!("0 {} {width} {height}", -height)) preserveAspectRatio=(fit) aria-hidden="true" {
            g class={ "ground " (class(&land)) } {
                (below(&land, &walls).markup())
                (above(&land, &walls).markup())
            }
            (crate::edges(map))
            @for one in tokens { (crate::token(one)) }
        }
    }
}

/// The class that gives the land its colours.
fn class(land: &Land) -> &'static str {
    match land.scene.base {
        Base::Grass => "grass",
        Base::Wood => "wood",
        Base::Marsh => "marsh",
        Base::Earth => "earth",
        Base::Sand => "sand",
        Base::Snow => "snow",
        Base::Cobbles => "cobbles",
        Base::Flags => "flags",
        Base::Boards => "boards",
    }
}

/// What lies under the grid.
fn below(land: &Land, walls: &Walls) -> Canvas {
    let mut canvas = Canvas::default();
    let decks = rooms::decks(land);
    let buried = land.scene.buried;
    let levels = relief::levels(land);
    let (lowest, plateaus) = levels.split_first().map_or((0, &[][..]), |(lowest, rest)| (*lowest, rest));
    let rises = plateaus.iter().position(|level| *level > 0).unwrap_or(plateaus.len());
    let (hollows, plateaus) = plateaus.split_at(rises);
    canvas.add(if buried { "rockbed" } else { relief::top(lowest.min(0)) }, EVERYWHERE.to_owned());
    for level in hollows {
        relief::plateau(land, *level, false, &mut canvas);
    }
    if buried {
        growth::rockbed(land, &mut canvas);
    } else {
        growth::base(land, walls, &mut canvas);
    }
    if land.scene.road && !buried {
        road::draw(land, &mut canvas);
    }
    growth::special(land, &|cell| !land.high(cell), &mut canvas);
    floors(land, walls, &mut canvas);
    water::streams(land, &mut canvas);
    water::draw(land, walls, &decks, &|cell| !land.high(cell), &mut canvas);
    if !decks.is_empty() {
        floor::deck(&decks, &mut canvas);
    }
    growth::bridges(land, &mut canvas);
    for level in plateaus {
        let paved = land.scene.floor == Base::Flags && !land.scene.rocky;
        let hewn = paved && land.cells().all(|cell| land.level(cell) < *level || is(&walls.inside, land, cell));
        relief::plateau(land, *level, hewn, &mut canvas);
    }
    growth::special(land, &|cell| land.high(cell), &mut canvas);
    water::draw(land, walls, &[], &|cell| land.high(cell), &mut canvas);
    growth::heights(land, &mut canvas);
    growth::rough(land, walls, &mut canvas);
    relief::rock(land, |cell| is(&walls.rock, land, cell), &mut canvas);
    darkness(land, &mut canvas);
    walls::built(&walls.built, &mut canvas);
    standing::low(land, walls, &mut canvas);
    canvas
}

/// Whether a cell, or the nearest on the map, is in a sorted list.
fn is(list: &[Cell], land: &Land, cell: Cell) -> bool {
    list.binary_search(&outline::cell(land.square(cell))).is_ok()
}

fn floors(land: &Land, walls: &Walls, canvas: &mut Canvas) {
    if walls.inside.is_empty() {
        return;
    }
    match land.scene.floor {
        Base::Boards => floor::boards(&walls.inside, canvas),
        _ => floor::flags(&walls.inside, canvas),
    }
}

/// What stands above the grid.
fn above(land: &Land, walls: &Walls) -> Canvas {
    let mut canvas = Canvas::default();
    standing::high(land, walls, &mut canvas);
    canvas
}

/// Half-light and darkness that belong to the place. Where it is dark, both veils lie on each other.
fn darkness(land: &Land, canvas: &mut Canvas) {
    let veil = |seed: i32, veiled: &dyn Fn(Shade) -> bool| {
        let shake = Shake { by: 0.06, grow: 0.02, seed };
        if !land.scene.buried {
            return land.outline(shake, |cell| veiled(land.shade(cell)));
        }
        let cells = land.cells().filter(|cell| veiled(land.shade(*cell))).collect();
        outline::organic_of(cells, shake, Some(land.map_frame()))
    };
    canvas.add("dim", veil(31, &|shade| shade != Shade::None));
    canvas.add("dark", veil(32, &|shade| shade == Shade::Dark));
}
