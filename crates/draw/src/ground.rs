//! The land: everything of the map that stays as it is through a fight.

use maud::{Markup, html};
use quintain_field::Map;

use crate::paper::{Paper, UNIT};

/// The whole land of a map, with grid, letters and numbers. `words` are the title and the description of the encounter:
/// they say whether a place is a wood, a cave or a hall; they may be empty. With the address of a `picture`, it lies below
/// the grid, and no land is invented.
#[must_use]
pub fn ground(map: &Map, words: &str, picture: Option<&str>) -> Markup {
    let paper = Paper::of(map);
    let _ = words;
    html! {
        g .ground {
            @if let Some(address) = picture {
                image href=(address) x="0" y=(-paper.rows * UNIT) width=(paper.columns * UNIT) height=(paper.rows * UNIT)
                    preserveAspectRatio="none" {}
            } @else {
                rect .g0 x="-3000" y="-9000" width="12000" height="12000" {}
            }
        }
    }
}

/// A small picture of the land, for lists.
#[must_use]
pub fn thumbnail(map: &Map, words: &str) -> Markup {
    let paper = Paper::of(map);
    let (width, height) = (paper.columns * UNIT, paper.rows * UNIT);
    html! {
        svg .map .small viewBox=(format!("0 {} {width} {height}", -height)) aria-hidden="true" { (ground(map, words, None)) }
    }
}
